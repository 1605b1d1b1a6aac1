"""Conceding at a hosted table: everybody learns of it, and the game ends or a bot plays on."""

from pathlib import Path
from random import Random

import pytest

from rokoko_core import Seat, Setup, legal_actions
from rokoko_core.concession import final_sheets, is_decided, is_ended
from rokoko_core.game import Concede, Concession, Game, StandIn
from rokoko_core.journal import read
from rokoko_core.remote import messages as m
from rokoko_core.remote.client import RemoteGame
from tests.core.remote.hosted import HostedTable, hosted
from tests.core.remote.test_host import R, ask, refusal
from tests.core.remote.wiretap import played, setup_for, tapped

ADA, BO, CY = Seat("Ada"), Seat("Bo"), Seat("Cy")
BOT = Seat("Rosalie", "bot", "novice")


@pytest.mark.parametrize(
    ("players", "conceded", "ended"),
    [
        ((ADA, BO), (), False),
        ((ADA, BO), (1,), True),
        ((ADA,), (0,), True),
        ((ADA, BOT), (0,), True),
        ((ADA, BO, CY), (1,), False),
        ((ADA, BO, CY), (1, 0), True),
        ((ADA, BO, BOT), (0,), False),
        ((ADA, BO, BOT), (0, 1), True),
        ((ADA, BOT, BOT), (0,), True),
    ],
)
def test_the_game_ends_with_one_player_left_or_no_person(
    players: tuple[Seat, ...], conceded: tuple[int, ...], ended: bool
) -> None:
    assert is_decided(Setup(players, 1), conceded) is ended


def test_who_conceded_ranks_last() -> None:
    game = played(setup_for(3), 120, Random(2))
    best = min(final_sheets(game), key=lambda sheet: sheet.rank).seat
    game.concede(best)
    sheets = final_sheets(game)
    assert sheets[best].rank == 3
    assert sorted(sheet.rank for sheet in sheets if sheet.seat != best)[0] == 1


async def test_with_two_players_the_game_is_over_at_once() -> None:
    game = played(setup_for(2), 40, Random(3))
    async with tapped(game) as table:
        mover = game.state.pending[-1].seat
        assert isinstance(await ask(table, 1, m.Concede), m.Done)
        assert game.entries[-1] == Concede(1), "no bot plays on"
        for wire in table.wires.values():
            assert (wire.update.to_move, wire.update.concessions[0][0]) == (None, 1)
            assert not wire.update.menu.items
        action = legal_actions(game.state)[0]
        for kind, *fields in ((m.Play, action), (m.UndoTo, 0), (m.TakeHint,), (m.LeaveToBot, "novice"), (m.Concede,)):
            assert await refusal(table, mover, kind, *fields) is R.NOT_NOW
        for viewer in (0, 1, None):
            answer = await ask(table, viewer, m.GetRecording)
            assert isinstance(answer, m.RecordingAnswer) and answer.entries[-1] == Concede(1)
        told: list[object] = []
        table.host.on_turn = told.append
        table.host._tell_turn()
        assert not told, "nobody is told that it is their turn"


async def test_an_open_question_closes() -> None:
    game = played(setup_for(2), 40, Random(3))
    async with tapped(game) as table:
        assert isinstance(await ask(table, 0, m.UndoTo, 0, True), m.Asked | m.Refused)
        await ask(table, 1, m.Concede)
        assert table.host.question is None


async def test_a_bot_plays_on_and_the_person_only_watches(tmp_path: Path) -> None:
    async with hosted(tmp_path, Setup((ADA, BO, CY), 5, first_player=0)) as table:
        ada, bo, cy = await table.join_all((0, 1, 2))
        told: list[int] = []
        ada.on_conceded = cy.on_conceded = told.append
        await bo.concede(1)
        await table.settle()
        assert told == [1, 1]
        assert table.game.entries == [Concede(1), StandIn(1, "journeyman")]
        assert bo.conceding_seat is None and bo.person_to_move is None
        assert await bo_refused(bo)
        for game in (ada, cy):
            while game.person_to_move is None:
                await table.settle()
            await game.play(game.menu.actions[0])
            await table.settle()
        assert {table.game.seat_of(number) for number in range(3)} == {0, 1, 2}, "the bot chose a hand"
        await cy.concede(2)
        await table.settle()
        assert ada.to_move is None and table.host.is_ended
        assert read(table.path).game.concessions[0] == Concession(1, 0)


async def bo_refused(bo: RemoteGame) -> bool:
    try:
        await bo.take_back()
    except OSError:
        return True
    return False


async def test_a_full_disk_leaves_the_seat_to_a_bot_later() -> None:
    game = played(setup_for(3), 30, Random(1))

    def refuse(entry: object) -> None:
        if isinstance(entry, StandIn):
            raise OSError(28, "No space left on device")

    async with tapped(game) as table:
        game.recorded_by(refuse)
        assert isinstance(await ask(table, 0, m.Concede), m.Done)
        assert table.host._unseated == [0]
        game.recorded_by(lambda entry: None)
        await table.host._replace_conceded()
        assert not table.host._unseated


async def return_to(table: HostedTable, clients: dict[int, RemoteGame], seat: int) -> None:
    """Drop the connection of ``seat`` and let it return."""
    table.clients.remove(clients[seat])
    clients[seat].close()
    clients[seat] = await table.join(seat)
    await table.settle()


@pytest.mark.parametrize("seed", range(12))
async def test_two_clients_agree_on_the_end_whatever_drops(seed: int, tmp_path: Path) -> None:
    rng = Random(seed)
    async with hosted(tmp_path, Setup((ADA, BO), 5 + seed, first_player=0)) as table:
        clients = dict(enumerate(await table.join_all((0, 1))))
        for _ in range(rng.randrange(12)):
            mover = next(game for game in clients.values() if game.person_to_move is not None)
            await mover.play(rng.choice(mover.menu.actions))
            await table.settle()
            if rng.random() < 0.3:
                await return_to(table, clients, rng.randrange(2))
        loser = rng.randrange(2)
        if rng.random() < 0.5:
            clients[1 - loser].close()  # it is away, and learns of it when it returns
        await clients[loser].concede(loser)
        for seat in rng.sample((0, 1), k=2):
            await return_to(table, clients, seat)
        position = table.game.cursor
        for game in clients.values():
            assert (game.to_move, game.conceded, game.person_to_move) == (None, {loser}, None)
            assert game.recording.conceded == (loser,)
            assert is_ended(game.recording)
        assert table.game.cursor == position
    assert Game.like(read(table.path).game).concessions[0].seat == loser
