"""Hosted games in which a person with a key may sit."""

from pathlib import Path
from shutil import copy

import pytest

from rokoko_core.remote.claims import FOLDER
from rokoko_core.remote.tickets import Ticket
from rokoko_core.state import Seat, Setup
from rokoko_tui.hosting.host_thread import HostPlan, HostThread
from rokoko_tui.hosting.hosted_games import (
    HostedGame,
    default_socket,
    derive_token,
    join_game,
    list_hosted,
    open_lobby,
    open_tickets,
)
from rokoko_tui.hosting.hosted_text import describe_all_hosted, describe_hosted
from rokoko_tui.settings.account import Account, Guest
from rokoko_tui.settings.settings import Settings
from rokoko_tui.text.game_text import get_words
from tests import ROOT

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
    host = HostThread(HostPlan(save, SETUP, default_socket(save)), Settings())
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


@pytest.mark.parametrize("damage", ["claims", "save", "over"])
async def test_games_that_cannot_be_joined_are_left_out(tmp_path: Path, damage: str) -> None:
    save = tmp_path / "game.rokoko"
    if damage == "over":
        copy(ROOT / "saves" / "base-2.rokoko", save)
    host = HostThread(HostPlan(save, None if damage == "over" else SETUP, default_socket(save)), Settings())
    host.start()
    try:
        if damage == "claims":
            (tmp_path / FOLDER / "game.rokoko.json").write_text("{")
        elif damage == "save":
            save.write_text("nothing")
        assert open_lobby(guest(tmp_path, "SHA256:a")) == ([], [])
    finally:
        host.stop()
