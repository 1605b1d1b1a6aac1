"""Hosted games in which a person with a key may sit."""

import asyncio
from dataclasses import replace
from pathlib import Path
from shutil import copy

import pytest

from rokoko_core.journal import create
from rokoko_core.journal.given_names import CLAIMS
from rokoko_core.remote import session
from rokoko_core.remote.host_options import Absence, HostOptions
from rokoko_core.remote.link import NotTaken
from rokoko_core.remote.tickets import Ticket
from rokoko_core.state import Seat, Setup
from rokoko_tui.games import Start
from rokoko_tui.hosting.host_thread import HostPlan, HostThread
from rokoko_tui.hosting.hosted_games import (
    HostedGame,
    default_socket,
    derive_token,
    find_by_code,
    join_game,
    list_hosted,
    open_lobby,
    open_tickets,
)
from rokoko_tui.hosting.hosted_text import describe_all_hosted, describe_hosted
from rokoko_tui.screens.play import PlayScreen
from rokoko_tui.screens.question import Question
from rokoko_tui.screens.start import StartScreen
from rokoko_tui.settings.account import PEOPLE, SECRET, SECRET_BYTES, Account, Guest
from rokoko_tui.settings.settings import Settings
from rokoko_tui.text.game_text import get_words
from tests import ROOT
from tests.tui.at_table import at_table
from tests.tui.hosting.test_hosted_table import asks, game_of, until

SETUP = Setup((Seat("Ada"), Seat("Bo"), Seat("Rosalie", "bot", "novice")), seed=7, first_player=0)


def guest(saves: Path, key: str) -> Guest:
    return Guest(key, b"secret", saves)


def test_a_token_belongs_to_one_key_one_game_and_one_account(tmp_path: Path) -> None:
    ada = guest(tmp_path, "SHA256:a")
    others = (
        derive_token(guest(tmp_path, "SHA256:b"), "game"),
        derive_token(ada, "other"),
        derive_token(Guest(ada.key, b"another", tmp_path), "game"),
    )
    assert derive_token(ada, "game") == derive_token(guest(Path("elsewhere"), ada.key), "game")
    assert derive_token(ada, "game") not in others


def test_equal_lines_of_one_game_name_the_seat() -> None:
    ada, bo = (Ticket("a.sock", f"token-{n}", game="x", seat=n, players=("Ada", "Bo", "Cy")) for n in range(2))
    words = get_words("classic")
    third = [HostedGame(ticket, to_move=2, round=1) for ticket in (ada, bo)]
    names = "Ada, Bo and Cy"
    assert describe_all_hosted(third, words) == [
        f"{names} · round 1 · Cy's turn · your seat: Ada",
        f"{names} · round 1 · Cy's turn · your seat: Bo",
    ]
    away = describe_all_hosted([HostedGame(ada), HostedGame(bo)], words)
    assert [line.rpartition(" ")[2] for line in away] == ["Ada", "Bo"]
    own = describe_all_hosted([HostedGame(ada, 1, 1), HostedGame(bo, 1, 1)], words)
    assert own == [f"{names} · round 1 · Bo's turn", f"{names} · round 1 · your turn"]


async def test_a_free_seat_is_taken_once_and_kept_by_the_key(tmp_path: Path) -> None:
    saves = tmp_path / "saves"
    saves.mkdir()
    ada = Account(tmp_path / "ada", guest=guest(saves, "SHA256:ada"))
    bo_guest = guest(saves, "SHA256:bo")
    bo = Account(tmp_path / "bo", guest=bo_guest)
    save = saves / "game.rokoko"
    host = HostThread(HostPlan(save, SETUP, default_socket(save), open_seats=(0, 1)), Settings())
    host.start()
    try:
        offered = await list_hosted(ada)
        assert [describe_hosted(game, get_words("classic")) for game in offered] == [
            f"Ada, Bo and Rosalie · round 1 · a free seat: {name}" for name in ("Ada", "Bo")
        ]
        game = await join_game(offered[1].ticket, open_tickets(ada))
        assert game.viewer == 1
        game.close()
        assert [(listed.ticket.seat, listed.is_free) for listed in await list_hosted(ada)] == [(1, False)]
        assert [listed.ticket.seat for listed in await list_hosted(bo)] == [0], "that seat is not offered again"
        for ticket in ada.tickets.glob("*.json"):
            ticket.unlink()
        (again,) = await list_hosted(ada)
        assert (again.ticket.seat, again.is_free, again.round) == (1, False, 1)
        assert (await join_game(again.ticket, open_tickets(ada))).viewer == 1
        host.claims.new_code(1)
        assert [listed.ticket.seat for listed in open_lobby(bo_guest).free] == [0, 1], "the host freed it"
    finally:
        host.stop()
    assert open_lobby(bo_guest) == ([], []), "nobody hosts the game now"


@pytest.mark.parametrize(
    ("folder", "key", "person"),
    [("SHA256-a_b-c", "SHA256:a/b-c", "SHA256:a/b-c"), ("web-Bob", "web:Bob", "Bob")],
)
async def test_the_command_on_turn_learns_who_took_the_seat(tmp_path: Path, folder: str, key: str, person: str) -> None:
    saves, told = tmp_path / "saves", tmp_path / "told"
    (saves / PEOPLE / folder).mkdir(parents=True)
    secret = b"s" * SECRET_BYTES
    (saves / PEOPLE / SECRET).write_bytes(secret)
    command = tmp_path / "command"
    command.write_text(f'#!/bin/sh\necho "$ROKOKO_SEAT $ROKOKO_NAME $ROKOKO_PERSON" >> {told}\n', encoding="utf-8")
    command.chmod(0o700)
    save = saves / "game.rokoko"
    plan = HostPlan(save, SETUP, default_socket(save), on_turn=str(command), open_seats=(0, 1))
    host = HostThread(plan, Settings())
    host.start()
    try:
        person_there = Account(tmp_path / "person", guest=Guest(key, secret, saves))
        game = await join_game((await list_hosted(person_there))[1].ticket, open_tickets(person_there))
        at_ada = Ticket(str(default_socket(save)), "the-token-of-ada's-client", host.claims.codes[0])
        ada = await join_game(at_ada, open_tickets(person_there))
        await ada.play(ada.menu.actions[0])
        expected = f"0 Ada \n1 Bo {person}\n"
        async with asyncio.timeout(60):
            while not told.exists() or len(told.read_text(encoding="utf-8")) < len(expected):
                await asyncio.sleep(0.01)
        assert sorted(told.read_text(encoding="utf-8").splitlines()) == expected.splitlines()
        game.close()
        ada.close()
    finally:
        host.stop()


@pytest.mark.parametrize("damage", ["claims", "save", "over"])
async def test_games_that_cannot_be_joined_are_left_out(tmp_path: Path, damage: str) -> None:
    save = tmp_path / "game.rokoko"
    if damage == "over":
        copy(ROOT / "saves" / "base-2.rokoko", save)
    host = HostThread(
        HostPlan(save, None if damage == "over" else SETUP, default_socket(save), open_seats=(0, 1)), Settings()
    )
    host.start()
    try:
        if damage == "claims":
            (tmp_path / CLAIMS / "game.rokoko.json").write_text("{")
        elif damage == "save":
            save.write_text("nothing")
        assert open_lobby(guest(tmp_path, "SHA256:a")) == ([], [])
    finally:
        host.stop()


async def test_the_host_decides_who_may_take_which_seat(tmp_path: Path) -> None:
    saves = tmp_path / "saves"
    saves.mkdir()
    ada, bo = guest(saves, "SHA256:ada"), guest(saves, "web:Bo")
    save = saves / "game.rokoko"
    for open_seats, invited, offered in (
        ((), {}, ([], [])),
        ((1,), {}, ([1], [1])),
        ((), {1: "web:Bo"}, ([], [1])),
        ((0, 1), {1: "web:Bo"}, ([0], [0, 1])),
    ):
        plan = HostPlan(save, None if save.exists() else SETUP, default_socket(save), None, None, None)
        host = HostThread(replace(plan, open_seats=open_seats, invited=invited), Settings())
        host.start()
        try:
            lists = [[game.ticket.seat for game in open_lobby(each).free] for each in (ada, bo)]
            assert lists == [list(seats) for seats in offered]
            assert find_by_code(ada, "AAAA-BBBB-CCCC") is None
            ticket = find_by_code(ada, f" {host.claims.codes[1].lower()} ")
            assert ticket is not None and ticket.seat == 1, "a code is for everybody"
        finally:
            host.stop()


async def test_a_seat_is_given_back(tmp_path: Path) -> None:
    saves = tmp_path / "saves"
    saves.mkdir()
    bo = Account(tmp_path / "bo", guest=guest(saves, "SHA256:bo"))
    save = saves / "game.rokoko"
    options = HostOptions(absence=Absence(owner=0))
    host = HostThread(HostPlan(save, SETUP, default_socket(save), options=options, open_seats=(1,)), Settings())
    host.start()
    try:
        [free] = await list_hosted(bo)
        game = await join_game(free.ticket, open_tickets(bo))
        assert await list_hosted(bo) != [free] and not open_lobby(guest(saves, "SHA256:x")).free
        await game.give_back()
        assert open_tickets(bo).list() == []
        [again] = await list_hosted(bo)
        assert (again.is_free, again.ticket.seat) == (True, 1)
        assert again.ticket.code != free.ticket.code, "the old one is used up"
        ada = await join_game(open_tickets(bo).new(free.ticket.address, host.claims.codes[0]), open_tickets(bo))
        with pytest.raises(NotTaken):
            await ada.give_back()  # who hosts stays
        ada.close()
    finally:
        host.stop()


@pytest.mark.local_only
@pytest.mark.parametrize("is_hosted", [False, True])
async def test_the_only_game_is_continued_unless_a_code_may_be_typed(tmp_path: Path, is_hosted: bool) -> None:
    saves, own = tmp_path / "saves", tmp_path / "cy" / "saves"
    saves.mkdir()
    own.mkdir(parents=True)
    create(own / "own.rokoko", Setup((Seat("Cy"), Seat("Di", "bot", "novice")), seed=7)).close()
    account = Account(tmp_path / "cy", guest=guest(saves, "SHA256:cy"))
    save = saves / "game.rokoko"
    host = HostThread(HostPlan(save, SETUP, default_socket(save)), Settings())  # no seat is offered to all
    if is_hosted:
        host.start()
    try:
        async with at_table(own, Start(), account=account) as player:
            await until(player, lambda: isinstance(player.app.screen, StartScreen) and player.app.screen.is_search_done)
            await player.app.workers.wait_for_complete()
            await player.press("c")
            asked = isinstance(player.app.screen, Question)
            assert asked == is_hosted
            if asked:
                await player.press("h")
            await until(player, lambda: isinstance(player.app.screen, PlayScreen))
    finally:
        if is_hosted:
            host.stop()


@pytest.mark.local_only
async def test_taking_a_seat_is_confirmed_and_a_code_is_typed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(session, "WRONG_CODE_SECONDS", 0.0)
    saves = tmp_path / "saves"
    saves.mkdir()
    account = Account(tmp_path / "cy", guest=guest(saves, "SHA256:cy"))
    (tmp_path / "cy").mkdir()
    save = saves / "game.rokoko"
    host = HostThread(HostPlan(save, SETUP, default_socket(save), open_seats=(0,)), Settings())
    host.start()
    try:
        async with at_table(tmp_path / "cy" / "saves", Start(), notices=True, account=account) as player:
            await until(player, lambda: bool(getattr(player.app.screen, "hosted", ())))
            await player.press("c", "1")
            assert "Take the seat of Ada?" in player.seen()
            await player.press("n")
            assert len(host.claims.codes) == 2, "nothing was taken"
            await player.press("c", "k")
            await player.press(*"WRONG", "enter")
            await until(player, lambda: "does not know this code" in player.seen())
            await player.press("c", "k", *host.claims.codes[1].lower(), "enter")
            await until(player, lambda: isinstance(player.app.screen, PlayScreen))
            assert game_of(player).viewer == 1
            await player.press("o")
            await until(player, asks(player))
            await player.press("r")
            await until(player, lambda: "Give your seat back?" in player.seen())
            await player.press("y")
            await until(player, lambda: 1 in host.claims.codes)
            await until(player, lambda: isinstance(player.app.screen, StartScreen))
    finally:
        host.stop()
