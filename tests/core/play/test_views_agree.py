"""All views of one game agree with it, whatever is played, undone, redone and asked for."""

from pathlib import Path
from random import Random

import pytest

from rokoko_core import Expansion, Seat, Setup
from rokoko_core.actions import ChooseHand
from rokoko_core.engine import legal_actions, to_move
from rokoko_core.game import FenceKind, Game
from rokoko_core.pending import BarryTurn, CardChoice, HandChoice
from rokoko_core.play.driver import GameDriver
from rokoko_core.play.local_game import LocalGame
from rokoko_core.play.memory_book import MemoryBook
from rokoko_core.play.menu import forced_action, has_only_end
from rokoko_core.remote.client import RemoteGame
from rokoko_core.remote.link import NotTaken
from rokoko_core.remote.seat_view import SeatView
from rokoko_core.state import NOBODY, State
from tests.core.remote.hosted import HostedTable, Options, RandomThinker, hosted

NAMES = ("Ada", "Bo", "Cy")


def begins_turn(state: State) -> bool:
    return not state.pending or isinstance(state.pending[-1], CardChoice | HandChoice | BarryTurn)


def nearest_fence(game: Game, target: int) -> tuple[FenceKind, int] | None:
    """Return kind and position of the last action before the cursor, from ``target`` on, that nobody undoes freely."""
    people = [n for n, seat in enumerate(game.setup.players) if seat.kind == "human"]
    for number in reversed(range(target, game.cursor)):
        names = {type(event).__name__ for event in game.events_of(number)}
        seat, later = game.seat_of(number), [game.seat_of(n) for n in range(number + 1, game.length)]
        acted_next = next((each for each in later if each in people), seat)
        if "GameOver" in names:
            return FenceKind.GAME_OVER, number
        if names & {"BarryCardTurned", "BarryHallNamed"}:
            return FenceKind.DU_BARRY, number
        if "RoundBegan" in names:
            return FenceKind.REFILL, number
        if "TileDrawn" in names:
            return FenceKind.REVEALED_TILE, number
        if "ExamDeckOpened" in names:
            return FenceKind.EXAM_DECK, number
        if seat in people and acted_next != seat:
            chose = isinstance(game.line[number], ChooseHand)
            return FenceKind.HAND_CHOICE if chose else FenceKind.OTHER_ACTED, number
    return None


def vary(game: Game, rng: Random) -> None:
    """Play a random action, or undo, redo or concede; the log grows by one entry."""
    chance = rng.random()
    if chance < 0.12 and game.cursor:
        game.undo_to(rng.randrange(max(0, game.cursor - 9), game.cursor), cross=True)
    elif chance < 0.2 and game.can_redo:
        game.redo_to(rng.randint(game.cursor + 1, game.length))
    elif chance < 0.22 and not game.over:
        game.hint()
    elif not game.over:
        game.play(rng.choice(legal_actions(game.state)))


@pytest.mark.parametrize(("players", "seed"), [(("human", "human", "bot"), 1), (("human",), 2), (("human", "bot"), 4)])
def test_a_local_game_is_what_its_recording_says(players: tuple[str, ...], seed: int) -> None:
    seats = tuple(Seat(name, kind) for name, kind in zip(NAMES, players, strict=False))  # type: ignore[arg-type]
    game, rng, fences = Game(Setup(seats, seed, frozenset(Expansion))), Random(seed), set[FenceKind]()
    people = tuple(n for n, kind in enumerate(players) if kind == "human")
    local = LocalGame(MemoryBook(game, Path("none")))
    for _ in range(300):
        vary(game, rng)
        if rng.random() < 0.7:
            continue
        cursor, state = game.cursor, game.state
        mover = to_move(state)
        is_person, is_barry = mover in people, mover is not None and mover >= len(players)
        assert (local.position, local.length, local.to_move) == (cursor, len(game.line), mover)
        assert local.can_redo == (cursor < local.length)
        assert local.person_to_move == (mover if is_person else None)
        assert local.du_barry_to_move == is_barry
        bot = seats[mover] if mover is not None and not is_person and not is_barry else None
        assert local.bot_to_move == bot
        for target in (0, max(0, cursor - 1), max(0, cursor - 3), rng.randint(0, cursor)):
            fence, expected = local.fence(target), nearest_fence(game, target)
            assert (fence and (fence.kind, fence.position, fence.seat)) == (
                expected and (*expected, game.seat_of(expected[1]))
            )
            fences |= {fence.kind} if fence else set()
            assert local.undo_voters(target) == ()
        for position in (cursor, rng.randint(0, local.length), local.length):
            before = [n for n in range(position + 1) if begins_turn(game.at(n))]
            assert local.turn_start(position) == (before[-1] if before else 0)
        assert [number for number, _ in local.round_starts] == sorted(
            {game.at(n).round for n in range(game.length + 1)}
        )
        assert all(game.at(n).round == number for number, n in local.round_starts)
        assert all(n == 0 or game.at(n - 1).round == number - 1 for number, n in local.round_starts)
        own = [local.own_action(n) for n in range(local.length)]
        viewer = local.viewer
        assert own == [game.line[n] if game.seat_of(n) == viewer else None for n in range(local.length)]
        assert (local.own_action(-1), local.own_action(local.length)) == (None, None)
        assert local.conceding_seat == (None if mover is None or local.setup.owner == NOBODY else local.setup.owner)
        offers = legal_actions(state) if is_barry or (viewer is not None and viewer == mover) else ()
        assert local.menu.actions == offers
        if is_person and len(people) > 1:
            assert local.handover == (mover if local.seated != mover else None)
            local.sit_down()
            assert (local.seated, local.handover, local.viewer) == (mover, None, mover)
        assert local.observation_of(0).table.players[0] == state.players[0]
        hinted = [seat for seat, count in enumerate(local.hints) for _ in range(count)]
        assert sorted(hinted) == sorted(seat for each in game.hinted if (seat := to_move(each)) is not None)
    assert (FenceKind.DU_BARRY if len(players) == 1 else FenceKind.REFILL) in fences


@pytest.mark.parametrize("players", [("human", "bot"), ("human",)])
def test_the_decisions_around_the_cursor_are_those_that_a_person_made(players: tuple[str, ...]) -> None:
    """Undo and redo stop at them; what was automatic is no decision, as far as the settings let it be."""
    seats = tuple(Seat(name, kind) for name, kind in zip(NAMES, players, strict=False))  # type: ignore[arg-type]
    game, rng, found = Game(Setup(seats, 6, frozenset(Expansion))), Random(6), set[int]()
    local = LocalGame(MemoryBook(game, Path("none")))
    for _ in range(220):
        vary(game, rng)
        cursor, length = game.cursor, game.length
        forced, ends, automatic = rng.random() < 0.5, rng.random() < 0.5, rng.random() < 0.8
        driver = GameDriver(local, Options(forced_steps=forced, ends_turns=ends), RandomThinker(), automatic)

        def decides(number: int, forced: bool = forced, ends: bool = ends, automatic: bool = automatic) -> bool:
            seat, state = game.seat_of(number), game.at(number)
            if seat != 0 and seat < len(players):
                return False
            if has_only_end(state):
                return not (automatic and ends)
            return forced_action(state) is None or not (automatic and forced)

        earlier = [n for n in range(cursor) if decides(n)]
        later = [n for n in range(cursor + 1, length) if decides(n)]
        assert driver.last_decision == (earlier[-1] if earlier else -1)
        assert driver.next_decision == (later[0] if later else max(length, cursor + 1))
        found.add(cursor - driver.last_decision)
    assert {1, 2} <= found


# ---- at a host


def agrees(client: RemoteGame, table: HostedTable) -> None:
    """Check what ``client`` knows at its position against a new view of its seat."""
    view, seat = SeatView(table.game, client.viewer), client.viewer
    assert (client.position, client.length, client.to_move) == (view.position, view.length, view.to_move)
    assert (client.menu, client.hints, client.can_redo) == (view.menu, view.hints, view.may_redo_to(view.position + 1))
    assert client.observation() == view.observation()
    assert list(client.round_starts) == list(view.round_starts)
    assert client.turn_start(client.position) == view.turn_start(view.position)
    people = () if seat is None else (seat,)
    assert (tuple(client.people), client.seated, client.handover, client.bot_to_move) == (people, seat, None, None)
    assert client.person_to_move == (seat if seat is not None and view.to_move == seat else None)
    assert client.conceding_seat == (seat if view.to_move is not None else None)
    assert [client.own_action(n) for n in (-1, client.length)] == [None, None]
    for target in range(max(0, client.position - 6), client.position):
        actors = {client.actor(n) for n in range(target, client.position)}
        fence, own = client.fence(target), view.fence(target)
        assert fence == own or (own is None and fence is not None and fence.kind is FenceKind.OTHER_ACTED)
        assert (fence is None) == (own is None and actors <= set(people))
        if fence is not None and own is None:
            others = [n for n in range(target, client.position) if client.actor(n) != seat]
            assert (fence.position, fence.seat) == (others[-1], client.actor(others[-1]))
    for number in range(max(0, client.length - 3), client.length):
        assert client.events(number) == view.events(number) and client.actor(number) == view.actor(number)
        assert client.turn_start(number) == view.turn_start(number)
        assert client.own_action(number) == view.own_action(number)
        assert number >= client.position or client.automatic_step(number) == view.automatic_step(number)


@pytest.mark.parametrize("seed", [5])
async def test_every_client_knows_what_its_seat_may_know_after_each_change(
    tmp_path: Path, seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Own steps are undone and redone, and some across a fence after everybody agreed."""
    monkeypatch.setattr("os.fsync", lambda descriptor: None)
    setup, rng = Setup(tuple(map(Seat, NAMES)), seed, frozenset(Expansion)), Random(seed)
    async with hosted(tmp_path, setup) as table:
        clients = await table.join_all(range(len(NAMES)))
        undone = redone = crossed = 0
        for _ in range(90):
            await table.settle()
            for client in clients:
                agrees(client, table)
            mover = next(client for client in clients if client.menu.items)
            chance, target = rng.random(), mover.position - 1
            if chance < 0.2 and target >= 0 and mover.fence(target) is None:
                await mover.undo_to(target)
                undone += 1
            elif chance < 0.3 and mover.can_redo:
                await mover.redo_to(mover.position + 1)
                redone += 1
            elif chance < 0.36 and target >= 0:
                crossed += await ask_all(table, clients, mover, max(0, target - rng.randint(0, 2)))
            else:
                await mover.play(rng.choice(mover.menu.actions))
        assert undone and redone and crossed


async def ask_all(table: HostedTable, clients: list[RemoteGame], asker: RemoteGame, target: int) -> bool:
    """Undo across a fence with everybody's consent; return whether that was possible."""
    before = asker.position
    try:
        await asker.undo_to(target, cross=True)
    except NotTaken:
        assert asker.undo_voters(target) is None
        return False
    for client in clients:
        await table.settle()
        if client.next_question() is not None:
            await client.answer_undo(True)
    await table.settle()
    return asker.position < before
