"""Games played through the seat protocol, each seat with its own client."""

from pathlib import Path
from random import Random

import pytest

from rokoko_core import Expansion, Seat, Setup
from rokoko_core.journal import read
from rokoko_core.play.recording import RecordedGame
from rokoko_core.remote.client import RemoteGame
from rokoko_core.remote.seat_view import SeatView
from tests.core.remote.hosted import hosted

NAMES = ("Ada", "Bo", "Cy", "Di", "Eve")


def table_for(people: int, bots: int = 0, seed: int = 7) -> Setup:
    """Return a setup with every expansion."""
    seats = [Seat(name) for name in NAMES[:people]] + [Seat(f"Bot {n}", "bot", "apprentice") for n in range(bots)]
    return Setup(tuple(seats), seed, frozenset(Expansion))


def agrees(client: RemoteGame, view: RecordedGame) -> None:
    """Assert that ``client`` knows exactly what the view of its seat shows."""
    assert (client.position, client.to_move, client.menu) == (view.position, view.to_move, view.menu)
    assert client.hints == view.hints
    assert list(client.round_starts) == list(view.round_starts)
    for number in range(client.length):
        assert client.events(number) == view.events(number)
        assert client.actor(number) == view.actor(number)
        assert client.own_action(number) == view.own_action(number)
        assert client.turn_start(number) == view.turn_start(number)
        assert client.observation(number) == view.observation(number)


@pytest.mark.quick(1)
@pytest.mark.parametrize(("people", "bots"), [(2, 0), (3, 1), (1, 2), (1, 0)])
async def test_a_whole_game(tmp_path: Path, people: int, bots: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.fsync", lambda descriptor: None)  # a third of the time; other tests are about disks
    rng = Random(people)
    async with hosted(tmp_path, table_for(people, bots)) as table:
        clients = await table.join_all(range(people))
        while table.game.state.pending:
            await table.settle()
            movers = [client for client in clients if client.menu.items]
            assert len(movers) <= 1
            for mover in movers:
                await mover.play(rng.choice(mover.menu.actions))
                assert mover.to_move is not None or mover.recording.over, "the end is shown with the whole game"
        await table.settle()
        for client in clients:
            agrees(client, SeatView(table.game, client.viewer))
            assert client.recording.entries == table.game.entries
        reading = read(table.path)
        assert reading.damage is None
        assert reading.game.entries == table.game.entries


async def test_a_bot_without_a_level_plays(tmp_path: Path) -> None:
    """A setup may name no level; the default one plays then, and every client knows that it is a bot."""
    setup = Setup((Seat("Ada"), Seat("Bo", "bot")), 7, first_player=1)
    async with hosted(tmp_path, setup) as table:
        (client,) = await table.join_all([0])
        await table.settle()
        assert [client.is_bot(seat) for seat in (0, 1)] == [False, True]
        assert client.actor(0) == 1 and client.to_move == 0
