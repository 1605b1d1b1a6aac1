"""A rematch of a hosted game: everybody is asked, then the same people play the next one with their seats rotated."""

import asyncio
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any, NamedTuple

import pytest
from msgspec.structs import replace

from rokoko_core.journal import read
from rokoko_core.remote.client import RemoteGame
from rokoko_core.remote.host_options import Absence, HostOptions
from rokoko_core.remote.link import NotTaken
from rokoko_core.remote.server import listen_on_socket
from rokoko_core.remote.tickets import Ticket
from rokoko_core.state import Seat, Setup
from rokoko_tui.cli.plain_remote import PlainRemoteTable
from rokoko_tui.games import Start
from rokoko_tui.hosting.host_thread import HostPlan, HostThread
from rokoko_tui.hosting.hosted_games import default_socket, join_game, open_tickets
from rokoko_tui.hosting.hosted_text import describe_rematch
from rokoko_tui.hosting.own_hosts import Invitation, find_socket, invite
from rokoko_tui.screens.final import FinalScreen
from rokoko_tui.screens.play import PlayScreen
from rokoko_tui.settings.settings import Settings
from rokoko_tui.text.game_text import get_words
from rokoko_tui.text.speech import SpokenWords
from tests.tui.at_table import PATIENCE, at_table
from tests.tui.hosting.test_hosted_table import game_of, until

SETUP = Setup((Seat("Ada"), Seat("Bo"), Seat("Cy")), seed=7, first_player=0)
OPTIONS = HostOptions(absence=Absence(owner=0))


class Table(NamedTuple):
    host: HostThread
    tickets: list[Ticket]

    async def join(self, seat: int) -> RemoteGame:
        return await join_game(replace(self.tickets[seat], code=self.host.claims.codes.get(seat, "")), open_tickets())


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Table]:
    folder = tmp_path / "saves"
    folder.mkdir()
    monkeypatch.setenv("ROKOKO_SAVES", str(folder))
    save = folder / "first.rokoko"
    host = HostThread(HostPlan(save, SETUP, default_socket(save), port=0, options=OPTIONS), Settings())
    host.start()
    address = str(host.addresses[0])
    yield Table(host, [open_tickets().new(address, code) for _, code in sorted(host.claims.codes.items())])
    host.stop()


async def wait_until(condition: Callable[[], bool]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not condition():
            await asyncio.sleep(0.01)


async def end_by_conceding(games: list[RemoteGame], *seats: int) -> None:
    for seat in seats:
        await games[seat].concede(seat)
    await wait_until(lambda: all(game.to_move is None for game in games))


async def test_everybody_is_asked_and_the_seats_rotate(table: Table) -> None:
    games = [await table.join(seat) for seat in range(3)]
    with pytest.raises(NotTaken):
        await games[0].want_rematch()  # the game is not over
    await end_by_conceding(games, 0, 1)
    begun: list[int] = []
    for seat, game in enumerate(games):
        game.on_new_game = lambda seat=seat: begun.append(seat)  # type: ignore[misc]
    old, port = table.host.claims.game, table.host.addresses[1]
    await games[2].want_rematch()
    with pytest.raises(NotTaken):
        await games[2].want_rematch()  # once is enough
    await wait_until(lambda: games[0].rematch == (2,))
    words = get_words("classic")
    assert describe_rematch(games[0], "p", words) == "Cy asks for a rematch: p accepts."
    assert describe_rematch(games[2], "p", words) == "You asked for a rematch. Waiting for Ada and Bo."
    await games[0].want_rematch()
    await games[1].want_rematch()
    await wait_until(lambda: sorted(begun) == [0, 1, 2])
    await wait_until(lambda: table.host.claims.game != old)
    again = [await table.join(seat) for seat in range(3)]
    assert [game.viewer for game in again] == [2, 0, 1], "without a code"
    assert [seat.name for seat in again[0].setup.players] == ["Bo", "Cy", "Ada"]
    assert (again[0].position, again[0].to_move, again[0].setup.first_player) == (0, 0, 0)
    assert table.host.plan.options.absence.owner == 2, "Ada hosts"
    assert table.host.addresses[1] == port
    assert {path.name for path in table.host.plan.save.parent.glob("*.rokoko")} > {"first.rokoko"}
    assert table.host.host.game.setup.seed != SETUP.seed
    await end_by_conceding(again, 0, 1)
    for game in (*games, *again):
        game.close()


async def test_the_next_save_is_called_by_the_names_that_guests_gave(table: Table) -> None:
    games = [await table.join(seat) for seat in range(3)]
    table.host.claims.note_name(1, "Bea")
    await end_by_conceding(games, 0, 1)
    for game in games:
        await game.want_rematch()
    await wait_until(lambda: table.host.plan.save.name != "first.rokoko")
    reading = read(table.host.plan.save)
    assert [seat.name for seat in reading.game.setup.players] == ["Bea", "Cy", "Ada"]
    assert [seat.name for seat in reading.header.setup.players] == ["Bo", "Cy", "Ada"], "browsers are known by these"
    assert "bea-cy-ada" in table.host.plan.save.name
    for game in games:
        game.close()


async def test_unused_codes_stay_valid_and_the_free_seat_is_not_asked(table: Table) -> None:
    games = [await table.join(seat) for seat in (0, 1)]
    code = table.host.claims.codes[2]
    await games[0].concede(0)
    await games[1].concede(1)
    await wait_until(lambda: games[1].to_move is None)
    assert invite(table.host).is_over
    for game in games:
        await game.want_rematch()
    await wait_until(lambda: not invite(table.host).is_over and bool(find_socket("first")))  # the next game listens
    assert table.host.claims.codes == {1: code}
    assert f"join first --code {code}" in invite(table.host).commands["Cy"]
    for game in games:
        game.close()


async def test_the_invitation_is_whole_while_the_next_game_opens(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    shown: list[Invitation] = []

    async def note_invitation(*arguments: Any) -> asyncio.Server:
        shown.append(invite(table.host))
        return await listen_on_socket(*arguments)

    games = [await table.join(seat) for seat in (0, 1)]
    monkeypatch.setattr("rokoko_tui.hosting.host_thread.listen_on_socket", note_invitation)
    await games[0].concede(0)
    await games[1].concede(1)
    for game in games:
        await game.want_rematch()
    await wait_until(lambda: bool(shown))
    assert list(shown[0].commands) == ["Cy"]
    for game in games:
        game.close()


async def test_a_full_disk_leaves_the_old_game(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    games = [await table.join(seat) for seat in (0, 1, 2)]
    await end_by_conceding(games, 0, 1)
    with monkeypatch.context() as disk:

        def full(*_: object) -> None:
            raise OSError(28, "No space left on device")

        disk.setattr(table.host.claims, "carry_over", full)
        for game in games:
            await game.want_rematch()
        await wait_until(lambda: not table.host.host.rematch)
    assert [path.name for path in table.host.plan.save.parent.glob("*.rokoko")] == ["first.rokoko"]
    for game in games:
        await game.want_rematch()
    await wait_until(lambda: table.host.plan.save.name != "first.rokoko")
    for game in games:
        game.close()


@pytest.mark.local_only
async def test_the_final_screen_asks_the_others(table: Table, tmp_path: Path) -> None:
    bo, cy = await table.join(1), await table.join(2)
    async with at_table(tmp_path / "saves", Start("join", ticket=table.tickets[0]), notices=True) as player:
        await until(player, lambda: isinstance(player.app.screen, PlayScreen))
        await cy.concede(2)
        await bo.concede(1)
        await until(player, lambda: isinstance(player.app.screen, FinalScreen))
        assert player.app.screen.check_action("again", ()) is False, "the deal is known"
        await bo.want_rematch()
        await until(player, lambda: "Bo asks for a rematch: p accepts." in player.seen())
        player.app.clear_small_notices()
        await player.settle()
        assert "Bo asks for a rematch: p accepts." in player.seen(), "on the sheet"
        await player.press("p")
        await until(player, lambda: "Waiting for Cy." in player.seen())
        await cy.want_rematch()
        await until(player, lambda: isinstance(player.app.screen, PlayScreen) and game_of(player).viewer == 2)
    for game in (bo, cy):
        game.close()


def test_plain_mode_asks_for_a_rematch(table: Table, capsys: pytest.CaptureFixture[str]) -> None:
    loop = asyncio.new_event_loop()
    games = [loop.run_until_complete(table.join(seat)) for seat in range(3)]
    words = Settings().words
    plain = PlainRemoteTable(games[0], SpokenWords(words.language, words.edition), Settings(), loop)
    loop.run_until_complete(end_by_conceding(games, 1, 2))
    plain.play()
    assert "Bo concedes the game." in capsys.readouterr().out

    async def accept() -> str:
        for game in games[1:]:
            await game.want_rematch()
        await wait_until(lambda: plain._has_new_game)
        return ""

    answers = iter((lambda: "nonsense", lambda: "rematch", lambda: loop.run_until_complete(accept())))
    plain.read = lambda prompt: next(answers)()
    assert plain.play_again()
    out = capsys.readouterr().out
    assert "Type rematch or stop." in out and "You asked for a rematch. Waiting for Bo and Cy." in out
    for game in games:
        game.close()
    loop.run_until_complete(asyncio.sleep(0))
    loop.close()


def test_a_spectator_hears_of_a_rematch_of_others() -> None:
    watched: Any = SimpleNamespace(viewer=None, rematch=(0,), rematch_waits_for=(1, 2), setup=SETUP)
    told = describe_rematch(watched, "p", get_words("classic"))
    assert told == "A rematch was offered. Waiting for Bo and Cy."
