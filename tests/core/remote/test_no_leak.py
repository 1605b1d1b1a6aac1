"""No client learns what its seat must not know: checked on the bytes that a host sends."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import pytest
from msgspec.structs import replace

import rokoko_core.remote.host as host_module
from rokoko_core import State, legal_actions, observe
from rokoko_core.actions import (
    Action,
    ChooseExamCard,
    CopyBonus,
    Decline,
    DrawTile,
    KeepTile,
    MakeDress,
    PayTiles,
    PlayCard,
    SettleSilk,
    SitExam,
    SurrenderTile,
    UseSupplyCard,
)
from rokoko_core.engine import to_move
from rokoko_core.game import Fence, FenceKind, Game
from rokoko_core.pending import CardChoice, ExamCard
from rokoko_core.play import menu as menu_module
from rokoko_core.remote import messages as m
from rokoko_core.remote import seat_view
from rokoko_core.remote.host import GameHost
from rokoko_core.remote.host_options import Delay, Hosting, HostOptions, WebHosting
from rokoko_core.remote.seat_view import SeatView, is_seen
from rokoko_core.remote.session import Session
from rokoko_core.score_range import _TurnSearch
from rokoko_core.terms import EXAM_TASKS, Exam
from tests.core.remote.hosted import hosted, token_of
from tests.core.remote.redeal import Future, choose, lines_at, play_on, redealt, ways_like
from tests.core.remote.wiretap import TappedHost, Viewer, Watcher, Wire, played, setup_for, tapped
from tests.tabletop import (
    EVERYTHING,
    bonus,
    candidate,
    deck,
    exam_deck,
    game_at,
    give,
    new,
    stack,
    turn,
    warehouse,
    windows,
)

pytestmark = pytest.mark.rule("HIDDEN-1", "HIDDEN-2")


@pytest.fixture(autouse=True)
def stopped_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """Stop the host's clock: the time of a change must not be what tells two worlds apart."""
    monkeypatch.setattr(host_module, "time", lambda: 1_700_000_000)


# ---- every byte of random games


async def watch_lines(seed: int, players: int, start: int, actions: int) -> int:
    """Play on from ``start`` for ``actions`` and check each line sent to anybody. Return the number of lines."""
    rng = Random(seed)
    game = played(setup_for(players, seed), start, rng)
    lines = 0
    async with tapped(game, spectators=rng.choice(list(Delay))) as table:
        watchers = {viewer: Watcher(game, viewer) for viewer in table.wires}

        async def check() -> int:
            await table.settle()
            for watcher in watchers.values():
                watcher.learn(game.state)
            return sum(watcher.check(table.wires[viewer]) for viewer, watcher in watchers.items())

        await table.connect(rng.choice(list(watchers)), history=True)
        for _ in range(actions):
            lines += await check()
            disturbance = rng.choice((ask_forecasts, *(ask_in_vain, take_hint, undo_own, undo_with_consent, reconnect)))
            await disturbance(table, rng)
            lines += await check()
            if rng.random() < 0.3:
                await rng.choice((talk, let_time_pass))(table, rng)
                lines += await check()
            if game.over:
                break
            answer = await table.play(choose(legal_actions(game.state), rng))
            assert isinstance(answer, m.Done)
    return lines


async def ask_forecasts(table: TappedHost, rng: Random) -> None:
    """Ask for the forecast of every choice."""
    wire = table.mover
    for action in wire.update.menu.actions:
        assert isinstance(await wire.ask(m.AskForecast, wire.update.number, action), m.ForecastAnswer)


async def ask_in_vain(table: TappedHost, rng: Random) -> None:
    """Send requests of a seat that is not to move, and of a spectator."""
    wire = rng.choice([wire for wire in table.wires.values() if wire is not table.mover])
    number, action = wire.update.number, rng.choice(legal_actions(table.game.state))
    for kind in (m.Play, m.AskForecast):
        assert isinstance(await wire.ask(kind, number, action), m.Refused)
    for other in (m.RedoTurn, m.TakeHint, m.TakeBack, m.GetRecording):
        fields = (number,) if issubclass(other, m.Change) else ()
        assert isinstance(await wire.ask(other, *fields), m.Refused)
    assert isinstance(await wire.ask(m.UndoTo, number, 0), m.Refused)
    assert isinstance(await table.mover.ask(m.Play, table.mover.update.number + 100, action), m.Refused)


async def take_hint(table: TappedHost, rng: Random) -> None:
    """Take a hint."""
    await table.mover.ask(m.TakeHint, table.mover.update.number)


async def undo_own(table: TappedHost, rng: Random) -> None:
    """Undo the last step if it is allowed, and sometimes redo it."""
    wire = table.mover
    answer = await wire.ask(m.UndoTo, wire.update.number, max(0, wire.update.position - 1))
    await table.settle()
    if isinstance(answer, m.Done) and rng.random() < 0.5:
        await reconnect(table, rng)
        wire = table.mover
        assert isinstance(await wire.ask(m.RedoTo, wire.update.number, wire.update.position + 1), m.Done)


async def undo_with_consent(table: TappedHost, rng: Random) -> None:
    """Ask everybody for an undo, and let everybody answer."""
    seats = [wire for viewer, wire in table.wires.items() if viewer is not None]
    wire = rng.choice(seats)
    position = max(0, wire.update.position - rng.randint(1, 4))
    await wire.ask(m.UndoTo, wire.update.number, position, True)
    await table.settle()
    for other in seats:
        await other.ask(m.AnswerUndo, other.update.number, rng.random() < 0.9)
        await table.settle()


async def reconnect(table: TappedHost, rng: Random) -> None:
    """Replace the connection of anybody."""
    viewer: Viewer = rng.choice(list(table.wires))
    wire = await table.connect(viewer, history=rng.random() < 0.2)
    steps = sum(line.startswith(b'{"type":"step"') for line in wire.lines)
    assert steps <= wire.update.position == wire.update.length, "undone steps are not sent again"


async def talk(table: TappedHost, rng: Random) -> None:
    """Let everybody say something, and want a rematch."""
    for wire in list(table.wires.values()):
        await wire.ask(m.Chat, *rng.choice((("Hello!",), ("", "thanks"))))
        await wire.ask(m.WantRematch)


async def let_time_pass(table: TappedHost, rng: Random) -> None:
    """Let the time of the turn pass, in part or until a bot has the seat, which its person takes back."""
    for seconds in (450, *rng.choice(((), (150,)))):
        pass_time(table, seconds)
        await table.settle()
    for seat in table.host.claims.given:
        assert isinstance(await table.wires[seat].ask(m.TakeBack), m.Done)


def pass_time(table: TappedHost, seconds: int) -> None:
    """Set the clock of the host forward."""
    now = table.host.now() + seconds
    table.host.now = lambda: now


@pytest.mark.parametrize(("players", "start"), [(2, 130), (3, 60), (4, 200), (5, 20)])
async def test_no_line_of_a_random_game_tells_a_secret(players: int, start: int) -> None:
    assert await watch_lines(players, players, start, 12) > 12 * players


@pytest.mark.sample(1)
@pytest.mark.slow
@pytest.mark.parametrize("part", range(10))
async def test_no_line_of_1000_random_games_tells_a_secret(part: int) -> None:
    """Each game is watched for 5 actions from a random position on: whole games would take half an hour."""
    rng = Random(part)
    for game in range(100):
        players = 2 + game % 4
        await watch_lines(100 * part + game, players, rng.randrange(90 * players), 5)


# ---- what a viewer cannot know makes no difference


def random_position(seed: int) -> Game:
    """Return a random game with everything at a random position; every kind of decision is equally likely."""
    rng = Random(seed)
    setup = setup_for(2 + seed % 4, seed, open_scores=rng.choice(("all", "owner", "nobody")))
    game = Game.new(setup)
    kinds: dict[type, list[int]] = {}
    while game.state.pending:
        kinds.setdefault(type(game.state.pending[-1]), []).append(game.cursor)
        game.play(choose(legal_actions(game.state), rng))
    game.undo_to(rng.choice(rng.choice(list(kinds.values()))), cross=True)
    return game.fork(game.cursor)


async def check_redealt(game: Game, rng: Random) -> int:
    """Assert that every viewer is sent the same if all that it cannot know is different.

    Return how many viewers could also be sent the same step.
    """
    futures = 0
    for viewer in (*range(len(game.setup.players)), None):
        if not is_seen(game.state, viewer):
            continue
        world = redealt(game, viewer, rng)
        tried = [rng.choice(legal_actions(state)) for state in (game.state, world.state)]
        here, there = [await lines_at(Game.like(each), viewer, tried) for each in (game, world)]
        assert here == there, viewer
        actions = play_on(game, viewer, rng)
        future = Future(game, viewer, actions)
        decision = future.world.state.pending[-1] if future.world.state.pending else None
        if isinstance(decision, ExamCard) and decision.seat == viewer:
            continue  # it sees the deck, which its events do not list
        for way in islice(ways_like(world, viewer, actions), 40):
            other = Future(world, viewer, way)
            if other.events == future.events:
                futures += 1
                assert other.lines == future.lines, (viewer, actions, way)
                break
    return futures


@pytest.mark.parametrize("seed", range(4))
async def test_a_viewer_is_sent_the_same_if_what_it_cannot_know_is_different(seed: int) -> None:
    assert await check_redealt(random_position(seed), Random(seed)) > 0


@pytest.mark.sample(1)
@pytest.mark.slow
@pytest.mark.parametrize("part", range(10))
async def test_viewers_of_500_random_games_are_sent_the_same(part: int) -> None:
    """Each game is compared at one position."""
    futures = [await check_redealt(random_position(1000 * part + n), Random(n)) for n in range(50)]
    assert sum(futures) > 100


async def test_the_menu_does_not_tell_which_tile_would_be_drawn() -> None:
    state = deck(bonus(stack(new(), "rb:yarn"), 0, "1-random-tile"), 0, supply=["6-crown-notions"])
    game = game_at(give(state, 0, yarn=2, lace=3))
    for seed in range(8):
        await check_redealt(game, Random(seed))


# ---- secret decisions


class Pair(NamedTuple):
    """Two games with the same visible course, of which one has a secret decision more."""

    states: tuple[State, State]
    actions: tuple[Sequence[Action], Sequence[Action]]


DRESS = MakeDress("yellow-1")
WITH_CHOICE = ["yg:yarn", "yy:yarn/lace", "yr:lace"]
WITHOUT = ["bb:yarn", "yy:yarn/lace", "rr:yarn"]
TOO_LITTLE = ["bb:yarn", "y:yarn+lace", "rr:yarn"]
PAY = PayTiles(("yy:yarn/lace",))


def to_make(card: str, silk: Sequence[str]) -> State:
    """Let seat 0 of three play ``card`` with kept tiles ``silk``, and one dress on display that costs nothing else."""
    state = windows(turn(new(3, expansions=EVERYTHING), 0, card), "", "", "", "", "yellow-1")
    state = warehouse(state, *[""] * len(state.warehouse))
    return give(deck(state, 0, hand=["base-master"], supply=["base-journeyman", "1-livre"]), 0, silk=silk, livre=9)


def beside_dressmaker(state: State) -> State:
    """Put a card with an extra dress on the discard pile of seat 1."""
    return deck(state, 1, supply=["base-master"] * 2, discard=["base-journeyman", "2-extra-dress-common"])


def at_exam() -> State:
    """Let seat 0 sit an examination after which it chooses one of two cards."""
    state = exam_deck(new(3, expansions=EVERYTHING), Exam.JOURNEYMAN, "j-copy", "j-halls")
    state = turn(deck(state, 0, hand=["base-master"], supply=["base-journeyman"]), 0, "base-apprentice-livre")
    return candidate(give(state, 0, livre=9), 0, Exam.JOURNEYMAN, *EXAM_TASKS[Exam.JOURNEYMAN])


def drawing(tile: str) -> State:
    """Let seat 0 draw ``tile`` face down next."""
    return bonus(stack(new(3, expansions=EVERYTHING), tile), 0, "1-random-tile")


EXTRA_DRESS, SILK, COPY = "2-extra-dress-common", "5-prestige-silk", "j-copy"
PAIRS = {
    "a payment": Pair((to_make("base-master", WITH_CHOICE), to_make("base-master", WITHOUT)), ([DRESS, PAY], [DRESS])),
    "a bonus that needs silk": Pair(
        (to_make(EXTRA_DRESS, WITH_CHOICE), to_make(EXTRA_DRESS, ["bb:yarn", "bb:lace", "rr:yarn"])),
        ([Decline(), Decline()], [Decline()]),
    ),
    "a bonus for silk": Pair(
        (to_make(SILK, ["rr:yarn"]), to_make(SILK, ["y:yarn+lace"])), ([Decline(), Decline()], [Decline()])
    ),
    "a copied bonus": Pair(
        (
            beside_dressmaker(to_make(COPY, WITH_CHOICE)),
            beside_dressmaker(to_make(COPY, ["bb:yarn", "bb:lace", "rr:yarn"])),
        ),
        ([Decline(), Decline()], [Decline()]),
    ),
    "a dress made with a copied bonus": Pair(
        (beside_dressmaker(to_make(COPY, WITH_CHOICE)), beside_dressmaker(to_make(COPY, WITHOUT))),
        ([Decline(), CopyBonus(1), DRESS, PAY], [Decline(), CopyBonus(1), DRESS]),
    ),
    "a card from an examination": Pair(
        (at_exam(), at_exam()),
        ([SitExam(), Decline(), ChooseExamCard("j-copy")], [SitExam(), Decline(), ChooseExamCard("j-halls")]),
    ),
    "a tile drawn face down": Pair(
        (drawing("rb:yarn"), drawing("yy:yarn")), ([DrawTile(), KeepTile()], [DrawTile(), KeepTile()])
    ),
    "tiles set aside": Pair(
        (to_make(SILK, ["rr:yarn", "bb:lace"]), to_make(SILK, ["rr:yarn", "bb:lace"])),
        (
            [Decline(), SurrenderTile("rr:yarn"), SurrenderTile("bb:lace"), SettleSilk()],
            [Decline(), SurrenderTile("bb:lace"), SurrenderTile("rr:yarn"), SettleSilk()],
        ),
    ),
}


async def lines_of_others(pair: Pair, world: int, restless: bool = False) -> dict[Viewer, list[bytes]]:
    """Return what the others are sent during the actions in one of the two games.

    A ``restless`` player takes a hint at every secret decision, goes back and comes again.
    """
    game = game_at(pair.states[world])
    async with tapped(game) as table:
        others = {viewer: wire for viewer, wire in table.wires.items() if viewer != 0}
        for action in pair.actions[world]:
            before = {viewer: len(wire.lines) for viewer, wire in others.items()}
            assert isinstance(await table.play(action), m.Done), action
            await table.settle()
            if is_seen(game.state, 1):
                continue
            if restless:
                await hesitate(table, action)
            now = {viewer: len(wire.lines) for viewer, wire in others.items()}
            assert now == before, "a line is sent during a secret decision"
        return {viewer: wire.lines for viewer, wire in others.items()}


async def hesitate(table: TappedHost, action: Action) -> None:
    """Take a hint, undo ``action``, redo it, undo it again and play it again, as far as that is allowed."""
    wire = table.wires[0]
    assert isinstance(await wire.ask(m.TakeHint, wire.update.number), m.Done)
    back, here = wire.update.position - 1, wire.update.position
    if back >= 0 and isinstance(await wire.ask(m.UndoTo, wire.update.number, back), m.Done):
        assert isinstance(await wire.ask(m.RedoTo, wire.update.number, here), m.Done)
        assert isinstance(await wire.ask(m.UndoTo, wire.update.number, back), m.Done)
        assert isinstance(await table.play(action), m.Done)
    await table.settle()


@pytest.mark.parametrize("name", PAIRS)
@pytest.mark.parametrize("restless", [False, True])
async def test_others_cannot_tell_whether_there_was_a_secret_decision(name: str, restless: bool) -> None:
    with_decision, without = [await lines_of_others(PAIRS[name], world, restless) for world in (0, 1)]
    assert with_decision == without
    assert all(len(lines) > 2 for lines in without.values()), "they are told of the actions"


@pytest.mark.parametrize("name", ["a payment", "a bonus that needs silk"])
async def test_requests_of_others_do_not_tell_of_a_secret_decision(name: str) -> None:
    async def answers(table: TappedHost) -> list[m.HostMessage]:
        wire, number = table.wires[1], table.wires[1].update.number
        asked: list[m.HostMessage] = []
        for kind, *fields in (
            *((m.Play, number, Decline()), (m.AskForecast, number, Decline()), (m.RedoTo, number, 1)),
            *((m.RedoTurn, number), (m.UndoTo, number, 0), (m.TakeHint, number), (m.Play, number + 1, Decline())),
        ):
            answer = await wire.ask(kind, *fields)
            asked.append(replace(answer, id=0))
        return asked

    pair = PAIRS[name]
    async with tapped(game_at(pair.states[0])) as table:
        before = await answers(table)
        await table.play(pair.actions[0][0])
        await table.settle()
        assert await answers(table) == before
        wire = table.wires[0]
        assert isinstance(await wire.ask(m.UndoTo, wire.update.number, 0), m.Done)
        await table.settle()
        assert await answers(table) == before, "not even of one that was undone"


@pytest.mark.parametrize("name", ["a payment", "a bonus that needs silk"])
@pytest.mark.parametrize("kind", ["concede", "chat", "rematch", "leave-to-bot", "fill-seat"])
async def test_what_others_do_at_the_table_does_not_tell_of_a_secret_decision(name: str, kind: str) -> None:
    requests: dict[str, tuple[type[m.Request], *tuple[Any, ...]]] = {
        "concede": (m.Concede,),
        "chat": (m.Chat, "Hello!"),
        "rematch": (m.WantRematch,),
        "leave-to-bot": (m.LeaveToBot, "novice"),
        "fill-seat": (m.FillSeat, 0, "novice"),
    }

    async def lines(is_open: bool) -> list[bytes]:
        async with tapped(game_at(PAIRS[name].states[0])) as table:
            if is_open:
                await table.play(PAIRS[name].actions[0][0])
                await table.settle()
            start = len(table.wires[2].lines)
            request, *fields = requests[kind]
            await table.wires[1].ask(request, *fields)
            await table.settle()
            return table.wires[2].lines[start:]

    assert await lines(is_open=True) == await lines(is_open=False)


async def check_clock(name: str) -> None:
    """Assert that the clock of the turn, its warning and its end tell nothing of a secret decision."""

    async def lines(is_open: bool) -> list[bytes]:
        async with tapped(game_at(PAIRS[name].states[0])) as table:
            pass_time(table, 60)
            if is_open:
                await table.play(PAIRS[name].actions[0][0])
            for seconds in (0, 389, 1, 150):
                await table.settle()
                pass_time(table, seconds)
            await table.settle()
            assert table.host.claims.given == (0,), "the time is over"
            return table.wires[2].lines

    assert await lines(is_open=True) == await lines(is_open=False)


@pytest.mark.parametrize("name", ["a payment", "a bonus that needs silk"])
async def test_the_clock_does_not_tell_of_a_secret_decision(name: str) -> None:
    await check_clock(name)


async def test_a_question_before_an_undo_stays_open_during_a_secret_decision() -> None:
    state = deck(to_make("j-supply", WITH_CHOICE), 0, hand=["base-master"], supply=[EXTRA_DRESS, "1-livre"])
    async with tapped(game_at(state)) as table:
        await table.play(Decline())
        await table.settle()
        wire = table.wires[1]
        assert isinstance(await wire.ask(m.UndoTo, wire.update.number, 0, True), m.Asked)
        await table.settle()
        lines = len(wire.lines)
        assert isinstance(await table.play(UseSupplyCard(EXTRA_DRESS)), m.Done)
        await table.settle()
        assert len(wire.lines) == lines
        await table.play(Decline())
        await table.settle()
        assert any(line.startswith(b'{"type":"undo-decided"') for line in wire.lines[lines:])


async def test_a_card_is_not_played_automatically_unless_everybody_knows_it_is_the_last() -> None:
    state = deck(new(2), 0, hand=["base-master", "base-master"], supply=["base-journeyman"])
    two = replace(state, pending=(CardChoice(0),))
    one = replace(deck(state, 0, hand=["base-master"]), pending=(CardChoice(0),))
    assert [SeatView(game_at(each), 0).menu.forced for each in (two, one)] == [None, PlayCard("base-master")]
    assert [menu_module.menu_of(each).forced for each in (two, one)] == [PlayCard("base-master")] * 2, "as at a table"


# ---- leaks that are put in are found


async def _refuse_with_secret(
    self: GameHost, seat: Viewer, view: SeatView, request: m.Request, honest: Any = GameHost.handle
) -> m.Answer:
    answer: m.Answer = await honest(self, seat, view, request)
    if isinstance(answer, m.Refused):
        next_tile = sum(self.game.recording.state.tile_stack[-1].encode())
        return replace(answer, fence=Fence(FenceKind.OTHER_ACTED, next_tile, 0))
    return answer


def _tail_first(self: Session, view: SeatView, honest: Any = Session._next_lines) -> list[bytes]:
    if self._known < view.length and self._sent is None:
        self._known += 1
        return [m.encode(view.step(self._known - 1))]
    lines: list[bytes] = honest(self, view)
    return lines


async def _record_always(
    self: GameHost, seat: int, view: SeatView, request: m.Request, honest: Any = GameHost._carry_out
) -> m.Answer:
    if isinstance(request, m.GetRecording):
        return m.RecordingAnswer(request.id, self.game.setup, tuple(self.game.recording.entries))
    answer: m.Answer = await honest(self, seat, view, request)
    return answer


def _count_all(self: SeatView, now: int) -> bool:
    self.number += 1
    return True


def _look_at_tile(self: Any, state: State, decision: Any) -> Any:
    return self._try_all(state, decision)


async def check_pairs() -> None:
    """Check that others cannot tell whether there was a secret decision."""
    for name, pair in PAIRS.items():
        with_decision, without = [await lines_of_others(pair, world, world == 0) for world in (0, 1)]
        assert with_decision == without, name


async def check_clocks() -> None:
    """Check that the clock tells nothing of a secret decision."""
    await check_clock("a payment")


async def check_worlds() -> None:
    """Check that viewers are sent the same if what they cannot know is different."""
    for seed in range(4):
        await check_redealt(random_position(seed), Random(seed))


async def check_lines() -> None:
    """Check the lines of random games."""
    for players, start in ((2, 100), (3, 60), (4, 200)):
        await watch_lines(players, players, start, 12)


async def test_no_line_has_an_invitation(tmp_path: Path) -> None:
    """Neither a code, nor the token of the port, nor where browsers come, is sent to anybody."""
    async with hosted(tmp_path, setup_for(2, 1), HostOptions(spectators=Delay.NONE)) as table:
        claims = table.host.claims
        claims.note_hosting(Hosting(web=WebHosting(48160, url="https://of-the-host.example")))
        secrets = [*claims.codes.values(), claims.access, "48160", "of-the-host", token_of(0)]
        wires = Wire(), Wire()
        for wire, hello in zip(wires, (m.Hello(code=claims.codes[0], token=token_of(0)), m.Hello()), strict=True):
            table.tasks.append(asyncio.create_task(table.host.serve(wire)))
            wire.write(hello)
        while not all(any(b'"update"' in line for line in wire.lines) for wire in wires):
            await table.settle()
        await wires[0].ask(m.TakeHint, wires[0].update.number)
        for wire in wires:
            for line in wire.lines:
                assert not any(secret.encode() in line for secret in secrets), line


class Leak(NamedTuple):
    """A fault that is put into the host, and the check that has to find it."""

    target: Any
    name: str
    value: Any
    check: Callable[[], Awaitable[None]] = check_lines


LEAKS = {
    "events as they are": Leak(SeatView, "redact", lambda self, number: self._game.events_of(self.place(number))),
    "the seed in the setup": Leak(Session, "_public_setup", lambda self, setup: self.view.recording.setup),
    "the menu of another seat": Leak(SeatView, "may_decide", property(lambda self: not self._game.over)),
    "the table of another seat": Leak(SeatView, "observe", lambda self, state: observe(state, to_move(state))),
    "the stacks": Leak(SeatView, "observe", lambda self, state: replace(observe(state, self._seat), table=state)),
    "refusals that depend on the next tile": Leak(GameHost, "handle", _refuse_with_secret, check_worlds),
    "actions of others": Leak(SeatView, "own_action", lambda self, n: self._game.action_at(self.place(n))),
    "whether others had a choice": Leak(
        SeatView, "automatic_step", lambda self, n: menu_module.automatic_step(self._game.at(self.place(n)))
    ),
    "undone steps after a reconnection": Leak(Session, "_next_lines", _tail_first),
    "the recording before the end": Leak(GameHost, "_carry_out", _record_always),
    "numbers that count secret decisions": Leak(SeatView, "note_change", _count_all, check_pairs),
    "positions of secret decisions": Leak(seat_view, "is_seen", lambda state, seat: True, check_pairs),
    "hints at secret decisions": Leak(SeatView, "hints", property(lambda self: self._game.hints), check_pairs),
    "offers that were declined": Leak(SeatView, "_tells_of_offer", lambda self, event: False, check_pairs),
    "a clock that starts again at a secret decision": Leak(
        GameHost, "_public_turn", lambda self: (self.game.to_move, self.game.position), check_clocks
    ),
    "a forecast of what is drawn": Leak(
        _TurnSearch, "_keep_unseen", _look_at_tile, test_the_menu_does_not_tell_which_tile_would_be_drawn
    ),
}


@pytest.mark.quick(6)
@pytest.mark.parametrize("name", LEAKS)
async def test_a_leak_that_is_put_in_is_found(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    leak = LEAKS[name]
    monkeypatch.setattr(leak.target, leak.name, leak.value)
    with pytest.raises(AssertionError):
        await leak.check()
