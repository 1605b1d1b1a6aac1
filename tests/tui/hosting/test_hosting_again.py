"""A game whose host was killed: the program hosts it again, and never shows it to people at one screen."""

from dataclasses import fields
from pathlib import Path
from types import SimpleNamespace

import pytest

from rokoko_core.remote.claims import load_claims, open_claims
from rokoko_core.remote.host_options import Delay, HostOptions, WebHosting
from rokoko_core.remote.tickets import Ticket
from rokoko_tui.cli.plain_table import play_plain
from rokoko_tui.errors import CommandError
from rokoko_tui.games import Start
from rokoko_tui.hosting import own_hosts
from rokoko_tui.hosting.host_thread import HostPlan, HostThread, plan_again
from rokoko_tui.hosting.hosted_games import default_socket, join_game, list_hosted, open_tickets
from rokoko_tui.hosting.hosted_text import describe_hosted
from rokoko_tui.hosting.own_hosts import OwnHosts, SeatTaken, choose_ticket, find_seats_of, find_socket, invite
from rokoko_tui.screens.play import PlayScreen
from rokoko_tui.screens.question import Question
from rokoko_tui.settings.account import LOCAL
from rokoko_tui.settings.settings import Settings
from rokoko_tui.text.game_text import get_words
from tests.tui.at_table import TWO, at_table
from tests.tui.hosting.test_hosted_table import asks, game_of, until

OPTIONS = HostOptions(hints=False, spectators=Delay.TURN)


@pytest.fixture
def saves(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "saves"
    folder.mkdir()
    monkeypatch.setenv("ROKOKO_SAVES", str(folder))
    return folder


async def host_and_kill(saves: Path, *seats: int) -> Path:
    """Host a game in which ``seats`` are taken from here, and end its host; return the save."""
    save = saves / "ada-bo.rokoko"
    host = HostThread(HostPlan(save, TWO, default_socket(save), options=OPTIONS), Settings())
    host.start()
    try:
        for seat in seats:
            ticket = choose_ticket(host.claims, str(host.addresses[0]), seat, open_tickets())
            (await join_game(ticket, open_tickets())).close()
    finally:
        host.stop()
    return save


def test_all_that_a_plan_says_is_kept_to_host_the_game_again(saves: Path) -> None:
    save = saves / "ada-bo.rokoko"
    web = WebHosting(8080, "0.0.0.0", "https://play.example")
    plan = HostPlan(
        save, None, saves / "socket", saves / "mail", 7, 4711, OPTIONS, "bell", (1,), {0: "key of Ada"}, (), web
    )
    defaults = HostPlan(save, None, default_socket(save))
    same = {field.name for field in fields(plan) if getattr(plan, field.name) == getattr(defaults, field.name)}
    assert same == {"save", "setup", "new_codes", "unnamed"}, "of the game, or only once"
    for each in (plan, defaults):
        open_claims(save, TWO).note_hosting(each.hosting)
        assert plan_again(save) == each


async def test_a_game_is_hosted_again_as_it_was(saves: Path) -> None:
    save = await host_and_kill(saves, 1)
    assert plan_again(save) == HostPlan(save, None, default_socket(save), options=OPTIONS)
    [listed] = await list_hosted(LOCAL)
    line = describe_hosted(listed, get_words("classic"))
    assert (listed.save, line.startswith("Ada and Bo · round 1 · Ada's turn · today ")) == (save, True), line
    assert line.endswith(" · host again")
    hosts = OwnHosts(Settings())
    try:
        host = hosts.host_again(save)
        assert hosts.host_again(save) is host, "once"
        assert (hosts.find_save(host.claims.game), hosts.find_save("other")) == (save.resolve(), None)
        assert host.host.options == OPTIONS
        assert find_seats_of(host.claims, open_tickets()) == [1], "the own one"
        [again] = await list_hosted(LOCAL)
        assert (again.round, again.save) == (1, save), "listed once: with its save it is not a game of this machine too"
        assert list(invite(host).commands) == ["Ada"]
        code = host.claims.codes[0]
        assert invite(host).commands["Ada"] == f"rokoko-tui join ada-bo --code {code}", "short enough for a line"
        assert find_socket("ada-bo") == default_socket(save)
        over_ssh = invite(host).over_ssh["Ada"]
        assert over_ssh.startswith("ssh -t ") and f" join {default_socket(save)} --code {code}" in over_ssh
    finally:
        hosts.stop()


@pytest.mark.parametrize("name", ["", "nobody", "../saves/ada-bo", "a\0b", "x" * 300])
def test_a_name_without_a_host_is_no_socket(saves: Path, name: str) -> None:
    assert find_socket(name) is None


async def test_without_a_seat_the_first_free_one_is_taken_and_none_is_refused(saves: Path) -> None:
    save = await host_and_kill(saves)
    claims = load_claims(save)
    assert find_seats_of(claims, open_tickets()) == [0]
    for seat, code in list(claims.codes.items()):
        claims.claim(code, f"a-secret-of-somebody-else-{seat}")
    with pytest.raises(SeatTaken):
        find_seats_of(claims, open_tickets())


async def test_plain_mode_refuses_a_game_of_several_screens(saves: Path) -> None:
    save = await host_and_kill(saves, 0)
    with pytest.raises(CommandError, match="for-screens"):
        play_plain(save, None, Settings())


async def test_seats_are_kept_beside_the_saves(saves: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    open_tickets().write(Ticket("a.sock", "x" * 24, game="g"))
    assert LOCAL.tickets == saves / "seats"
    monkeypatch.setenv("ROKOKO_SAVES", str(saves / "others"))
    assert open_tickets().list() == []


@pytest.mark.quick(1)
@pytest.mark.local_only
@pytest.mark.parametrize("seat", [0, 1])
async def test_continue_shows_the_own_seat_and_never_another_hand(saves: Path, seat: int) -> None:
    await host_and_kill(saves, seat)
    async with at_table(saves, Start(), notices=True) as player:
        await until(player, lambda: bool(getattr(player.app.screen, "hosted", ())))
        await player.press("c")
        await until(player, lambda: isinstance(player.app.screen, PlayScreen))
        game = game_of(player)
        assert (game.viewer, game.people) == (seat, (seat,))
        await until(player, lambda: bool(game.seats))
        await player.press("o")
        await until(player, asks(player))
        screen = player.app.screen
        assert isinstance(screen, Question)
        assert f"{TWO.players[1 - seat].name}: rokoko-tui join ada-bo --code " in player.seen()


@pytest.mark.quick(1)
@pytest.mark.local_only
@pytest.mark.parametrize("seat", [0, 1])
async def test_of_two_seats_of_one_account_the_chosen_one_is_opened(saves: Path, seat: int) -> None:
    save = await host_and_kill(saves, 0, 1)
    assert find_seats_of(load_claims(save), open_tickets()) == [0, 1]
    async with at_table(saves, Start(), notices=True) as player:
        await until(player, lambda: len(getattr(player.app.screen, "hosted", ())) == 2)
        seats = [game.ticket.seat for game in getattr(player.app.screen, "hosted", ())]
        await player.press("c")
        await until(player, asks(player))
        await player.press(str(seats.index(seat) + 1))
        await until(player, lambda: isinstance(player.app.screen, PlayScreen))
        assert game_of(player).viewer == seat


@pytest.mark.slow
@pytest.mark.local_only
async def test_a_loaded_game_of_two_own_seats_asks_which(saves: Path) -> None:
    save = await host_and_kill(saves, 0, 1)
    async with at_table(saves, Start("load", path=save), notices=True) as player:
        await until(player, asks(player))
        assert "Which seat is yours?" in player.seen()
        await player.press("escape")
        await player.settle()
        assert not isinstance(player.app.screen, PlayScreen)
        player.app.games.open_saved(save, "resume")
        await until(player, asks(player))
        await player.press("2")
        await until(player, lambda: isinstance(player.app.screen, PlayScreen))
        assert game_of(player).viewer == 1


@pytest.mark.slow
@pytest.mark.local_only
async def test_the_waiting_table_copies_how_others_join(saves: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    save = await host_and_kill(saves, 1)
    copied: list[str] = []
    async with at_table(saves, Start(), notices=True) as player:
        monkeypatch.setattr(player.app, "copy", lambda text, notice: copied.append(text))
        player.app.games.resume(save)
        await until(player, lambda: isinstance(player.app.screen, PlayScreen))
        await until(player, lambda: "copy how the others join" in player.seen())
        assert "o Players" in player.seen().splitlines()[-1]
        assert "Hint" not in player.seen().splitlines()[-1]
        await player.press("y")
        assert copied == [f"rokoko-tui join ada-bo --code {load_claims(save).codes[0]}"]
        await player.press("o")
        await until(player, asks(player))
        await player.press("y")
        await until(player, lambda: len(copied) == 2)
    assert own_hosts.is_for_screens(save)


@pytest.mark.parametrize(("used", "port"), [([], 8160), ([8160], 8161), ([8160, 8161], 8162), ([8161], 8160)])
def test_a_second_game_for_browsers_has_the_next_port(used: list[int], port: int) -> None:
    hosts = OwnHosts(Settings())
    running = [SimpleNamespace(door=SimpleNamespace(web=WebHosting(each)), wait=lambda seconds: False) for each in used]
    ended = SimpleNamespace(door=SimpleNamespace(web=WebHosting(8160)), wait=lambda seconds: True)
    hosts._hosts = {Path(str(n)): host for n, host in enumerate([ended, *running])}  # type: ignore[misc]
    assert hosts.find_port(WebHosting(8160)) == port
