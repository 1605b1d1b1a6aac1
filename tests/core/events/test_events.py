"""Events: complete, exact, and redacted for each viewer (HIDDEN)."""

import ast
import os
import sys
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from random import Random
from typing import get_args

import msgspec
import pytest
from msgspec.structs import replace

import rokoko_core
from rokoko_core import (
    Game,
    Seat,
    Setup,
    apply,
    determinize,
    final_scores,
    legal_actions,
    new_state,
    observe,
    seen_by,
    setup_events,
)
from rokoko_core import events as events_of
from rokoko_core.actions import (
    Action,
    ChooseExamCard,
    ChooseHand,
    DiscardTile,
    DrawTile,
    Hire,
    KeepTile,
    Place,
    RevealBarry,
    SurrenderTile,
)
from rokoko_core.box import box_of
from rokoko_core.engine import apply_unchecked
from rokoko_core.events import _RECORD, Event
from rokoko_core.events.acts import EmployeeHired, TileDrawn, TilesSurrendered
from rokoko_core.events.amounts import PrestigeGained
from rokoko_core.events.places import Move, Spot, Where
from rokoko_core.events.reasons import Offer, Why
from rokoko_core.events.solo import BarryCardTurned, BarryHallNamed
from rokoko_core.events.table import GameOver, RoundBegan
from rokoko_core.events.turns import HandForced
from rokoko_core.pending import Placement, TileInHand, TurnEnd
from rokoko_core.setup import laid_out
from rokoko_core.state import Barry, State, without
from rokoko_core.terms import FACE_DOWN, Expansion, Rank
from tests import ROOT
from tests.folding import Step, Tally, difference, faults, fold_events, locate_pieces, place_of, tally
from tests.tabletop import barry_turn, bonus, dressed, hire, new, turn

SAVES = sorted((ROOT / "saves").glob("*.rokoko"))
GAMES = int(os.environ.get("ROKOKO_EVENT_GAMES", "100"))
"""Number of random games; a long run sets more."""
SETS: tuple[tuple[Expansion, ...], ...] = (
    (),
    tuple(Expansion),
    (Expansion.JEWELRY_BOX,),
    (Expansion.FANCY, Expansion.FESTIVITY, Expansion.EXPERT),
)


def random_setup(number: int) -> Setup:
    """Return setup ``number``: all numbers of players with all expansions; every third game hides prestige."""
    players = tuple(Seat(name) for name in ("Ada", "Bo", "Cy", "Di", "Eve")[: 1 + number % 5])
    visibility = ("all", "owner", "nobody")[number // 20 % 3]
    return Setup(players, number, frozenset(SETS[number // 5 % len(SETS)]), open_scores=visibility)  # type: ignore[arg-type]


def random_game(number: int) -> Iterator[Step]:
    rng = Random(number)
    state = new_state(random_setup(number))
    while offered := legal_actions(state):
        action = rng.choice(offered)
        after = apply(state, action)
        yield state, action, after
        state = after


def saved_game(path: Path) -> Iterator[Step]:
    game = Game.load(path)
    for n, action in enumerate(game.line):
        yield game.at(n), action, game.at(n + 1)


def find_wrong_events(steps: Iterable[Step]) -> list[tuple[Action, list[str]]]:
    """Return the first action whose events are wrong, with the faults."""
    start: Tally | None = None
    for step in steps:
        end = tally(step[2])
        errors = faults(step, events_of(*step[:2]), start, end)
        if errors:
            return [(step[1], errors)]
        start = end
    return []


# ---- the events are what happens


@pytest.mark.quick(1)
@pytest.mark.parametrize("share", range(10))
def test_events_of_random_games_fold_to_their_positions(share: int) -> None:
    for number in range(share, GAMES, 10):
        assert not find_wrong_events(random_game(number)), number


@pytest.mark.quick(5)
@pytest.mark.parametrize("path", SAVES, ids=lambda path: path.stem)
def test_events_of_sample_games_fold_to_their_positions(path: Path) -> None:
    assert not find_wrong_events(saved_game(path))


@pytest.mark.parametrize("number", range(20))
def test_the_opening_has_the_preparation_of_round_1(number: int) -> None:
    setup = replace(random_setup(number), fair_start=number % 2 == 1)
    assert not difference(fold_events(tally(laid_out(setup)), setup_events(setup)), tally(new_state(setup)))


def test_recording_does_not_change_the_state() -> None:
    for state, action, after in random_game(6):
        events = events_of(state, action)
        assert events and events == events_of(state, action)
        assert apply_unchecked(state, action) == after
    assert _RECORD.get() is None


# ---- each recording line is needed

Site = tuple[str, int]
"""(module file, line) of a recording line in the core."""


def recording_lines() -> set[Site]:
    """Return every line of the core that records an event."""
    lines = set()
    for file in Path(rokoko_core.__file__).parent.rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Expr) and isinstance(node.value, ast.Call):
                call = node.value.func
                if isinstance(call, ast.Attribute) and isinstance(call.value, ast.Name) and call.value.id == "log":
                    lines.add((file.name, node.lineno))
    return lines


class Traced(list[Event]):
    """A record that knows the line of each event."""

    def __init__(self) -> None:
        super().__init__()
        self.sites: list[Site] = []

    def append(self, event: Event, /) -> None:
        self.sites.append(self._caller())
        super().append(event)

    def extend(self, events: Iterable[Event], /) -> None:
        told, site = list(events), self._caller()
        self.sites += [site] * len(told)
        super().extend(told)

    @staticmethod
    def _caller() -> Site:
        frame = sys._getframe(2)
        return Path(frame.f_code.co_filename).name, frame.f_lineno


def traced(happening: Callable[[], object]) -> Traced:
    record = Traced()
    before = _RECORD.set(record)
    try:
        happening()
    finally:
        _RECORD.reset(before)
    return record


def test_every_recording_line_is_needed() -> None:
    missed = recording_lines()
    assert len(missed) > 60

    def cut(record: Traced, wrong: Callable[[list[Event]], object]) -> None:
        for site in missed.intersection(record.sites):
            left = [event for event, line in zip(record, record.sites, strict=True) if line != site]
            if wrong(left):
                missed.remove(site)

    setup = replace(random_setup(9), fair_start=True)
    start, end = tally(laid_out(setup)), tally(new_state(setup))
    cut(traced(lambda: new_state(setup)), lambda left: difference(fold_events(start, left), end))
    for step in (*seldom(), *(step for path in SAVES for step in saved_game(path))):
        cut(traced(partial(apply_unchecked, *step[:2])), partial(faults, step))
    assert not missed


def seldom() -> Iterator[Step]:
    """Yield rare positions: an empty dress bag, du Barry out of cards, a dress with a matching jewel."""
    state = next(before for before, _, after in random_game(1) if before.round != after.round)
    yield stepped(replace(state, dress_bag=(), dress_discard=state.dress_discard + state.dress_bag))
    box = box_of(new(1))
    state = apply(barry_turn(new(1), next(c.id for c in box.barry.values() if c.action == "make-dress")), RevealBarry())
    barry = state.barry
    assert barry is not None
    yield stepped(replace(state, barry=Barry((), barry.hand, barry.supply)))
    for dress, guest in zip(state.dress_bag, box.hall_guests[1], strict=False):
        state = dressed(state, 0, dress, guest.id)
    full = tuple(card for card in barry.supply if box.barry[card].hall == 1)
    others = tuple(card for card in barry.supply if card not in full)
    yield stepped(replace(state, barry=Barry(full, barry.hand + others, ())))
    state = turn(new(2, expansions=Expansion), 0, "base-master")
    matching = next(d for d in box_of(state).dress.values() if d.effect == "expert-matching-jewel")
    placing = Placement(0, matching.id, Rank.MASTER, matching.colour)
    state = replace(state, dress_bag=without(state.dress_bag, matching.id), pending=(TurnEnd(0), placing))
    yield stepped(state, Place("2.4"))


def stepped(state: State, action: Action | None = None) -> Step:
    """``action``, or the first there is, taken in ``state``."""
    action = action or legal_actions(state)[0]
    return state, action, apply(state, action)


# ---- what each viewer may know


def onlookers(state: State) -> tuple[int | None, ...]:
    return (*range(len(state.players)), None)


TURNED_UP = (Where.BARRY_TURNED, Where.BARRY_DISCARD)
"""Places of du Barry's open cards that may be shuffled again within one action."""


def let_out(before: State, after: State, events: tuple[Event, ...], seat: int | None) -> list[Move]:
    """Return the pieces named in events for ``seat`` that it sees nowhere: before, on the way or after."""
    visible = locate_pieces(observe(before, seat).table)
    afterwards = {key[:2] for key in locate_pieces(observe(after, seat).table)}
    leaks = []
    for move in (move for event in seen_by(events, seat) for move in event.moved):
        if not move.piece or move.piece == FACE_DOWN:
            continue
        start, end = place_of(move, move.start), place_of(move, move.end)
        turned_up = move.start.where in TURNED_UP or move.end.where in TURNED_UP
        if not visible[start] and (move.kind, move.piece) not in afterwards and not turned_up:
            leaks.append(move)
        visible[start] -= 1
        visible[end] += 1
    return leaks


@pytest.mark.quick(1)
@pytest.mark.rule("HIDDEN-1")
@pytest.mark.parametrize("number", range(7))
def test_redacted_events_name_visible_pieces_only(number: int) -> None:
    for before, action, after in random_game(number):
        events = events_of(before, action)
        for seat in onlookers(before):
            assert not let_out(before, after, events, seat), (seat, action)


SHOWING = (TileDrawn, RoundBegan, GameOver, BarryCardTurned, BarryHallNamed, TilesSurrendered)
"""Events that reveal a hidden piece, or take one from a hidden pile."""


def shows(state: State, action: Action) -> bool:
    decision = state.pending[-1]
    if isinstance(action, DiscardTile) and isinstance(decision, TileInHand):
        return decision.face_down
    return any(isinstance(event, SHOWING) for event in events_of(state, action))


def alike(state: State, action: Action, seat: int | None, chance: Random) -> tuple[State, Action] | None:
    """Return another position that looks the same to ``seat``, with the same action or a secret choice of the same
    kind.
    """
    other = determinize(observe(state, seat), chance)
    offered = legal_actions(other)
    if isinstance(action, ChooseHand | ChooseExamCard | SurrenderTile):
        action = chance.choice([other for other in offered if type(other) is type(action)])
    return (other, action) if action in offered and not shows(other, action) else None


@pytest.mark.quick(3)
@pytest.mark.rule("HIDDEN-1")
@pytest.mark.parametrize("number", range(7))
def test_redacted_events_do_not_depend_on_hidden_pieces(number: int) -> None:
    chance, compared = Random(number), 0
    for before, action, _ in random_game(number):
        if shows(before, action):
            continue
        for seat in onlookers(before):
            other = alike(before, action, seat, chance) if seat != before.pending[-1].seat else None
            if other is not None:
                assert seen_by(events_of(*other), seat) == seen_by(events_of(before, action), seat), (seat, action)
                compared += 1
    assert compared > 100


@pytest.mark.rule("HIDDEN-1")
def test_only_the_drawer_sees_a_face_down_tile() -> None:
    state = bonus(new(), 0, "1-random-tile")
    draw_events, keep_events = events_of(state, DrawTile()), events_of(apply(state, DrawTile()), KeepTile())
    tile = state.tile_stack[-1]
    names = {seat: [e.piece for e in seen_by(draw_events + keep_events, seat) if e.moved] for seat in onlookers(state)}
    assert names == {0: [tile, tile], 1: [FACE_DOWN, FACE_DOWN], None: [FACE_DOWN, FACE_DOWN]}


@pytest.mark.rule("HAND-1", "HAND-2", "HIDDEN-1")
def test_a_chosen_hand_is_face_down_and_a_forced_one_is_not() -> None:
    state = new()
    chosen = seen_by(events_of(state, legal_actions(state)[0]), 1)
    assert [e.pieces for e in chosen] == [(FACE_DOWN,) * 3]
    forced = [
        e for n in range(4) for step in random_game(5 * n + 1) for e in events_of(*step[:2]) if type(e) is HandForced
    ]
    assert forced and all(FACE_DOWN not in e.pieces for e in seen_by(forced, None) if isinstance(e, HandForced))


@pytest.mark.rule("HIDDEN-2")
@pytest.mark.parametrize(("shown", "told"), [("all", [3, 3, 3]), ("owner", [3, None, None]), ("nobody", [None] * 3)])
def test_prestige_is_visible_according_to_the_setup(shown: str, told: list[int | None]) -> None:
    state = new()
    state = replace(state, setup=replace(state.setup, open_scores=shown))
    events = (PrestigeGained(0, Why.BONUS, 3, state.setup.open_scores),)
    assert [e.prestige for seat in (0, 1, None) for e in seen_by(events, seat) if type(e) is PrestigeGained] == told


def test_the_end_of_the_game_is_not_redacted() -> None:
    *_, (before, action, after) = random_game(14)
    events = events_of(before, action)
    assert not after.pending and type(events[-1]) is GameOver
    assert [seen_by(events, seat) for seat in onlookers(before)] == [events] * (len(before.players) + 1)
    secret = (PrestigeGained(0, Why.BONUS, 3, "nobody"), events[-1])
    assert [seen_by(secret, seat) for seat in (0, 1, None)] == [secret] * 3
    sheets = final_scores(after)
    assert events[-1].totals == tuple(sheet.total for sheet in sheets)
    assert events[-1].winners == tuple(sheet.seat for sheet in sheets if sheet.rank == 1)


@pytest.mark.rule("HIRE-1")
@pytest.mark.parametrize(
    ("display", "card", "place"),
    [
        (("1-livre", "1-notion", "2-ladies-livre", "4-coats"), "1-livre", 0),
        (("1-livre", "1-notion", "2-ladies-livre", "4-coats"), "1-notion", 1),
        (("1-livre", "1-notion", "2-ladies-livre", "4-coats"), "2-ladies-livre", 2),
        (("1-livre", "1-notion", "2-ladies-livre", "4-coats"), "4-coats", 3),
        (("4-coats",), "4-coats", 0),
        (("1-livre", "4-coats", "1-livre", "1-notion"), "1-livre", 2),
        (("1-livre", "1-livre", "4-coats", "1-livre"), "1-livre", 3),
    ],
)
def test_a_hire_event_has_the_space_of_the_card(display: tuple[str, ...], card: str, place: int) -> None:
    """Spaces are counted from the left, from 0. Of equal cards, possible in custom sets, the last leaves."""
    state = replace(turn(new(), 0, "base-master"), hire=display)
    (hired,) = (event for event in events_of(state, Hire(card)) if isinstance(event, EmployeeHired))
    (move,) = hired.moved
    assert (move.piece, move.start, move.end) == (card, Spot(Where.HIRE, index=place), Spot(Where.HAND, 0))
    assert apply(state, Hire(card)).hire == display[:place] + display[place + 1 :]


@pytest.mark.rule("HIRE-1", "PREP-2")
@pytest.mark.parametrize("number", range(0, 20, 6))
def test_each_move_of_a_card_on_display_has_its_space(number: int) -> None:
    """Cards close up after one was hired, so the spaces are followed event by event."""
    moved = set[Where]()
    for before, action, after in random_game(number):
        display = list(before.hire)
        for event in events_of(before, action):
            leaving = [move for move in event.moved if move.start.where is Where.HIRE]
            left = {move.start.index: move.piece for move in leaving}
            assert len(left) == len(leaving) and left.items() <= dict(enumerate(display)).items(), event
            display = [card for n, card in enumerate(display) if n not in left]
            for move in event.moved:
                if move.end.where is Where.HIRE:
                    assert move.end.index == len(display)
                    display.append(move.piece)
            moved.update(move.end.where for move in leaving)
        assert tuple(display) == after.hire
    assert Where.GONE in moved and len(moved) > 1


@pytest.mark.rule("SOLO-8")
@pytest.mark.parametrize(("target", "place"), [("left-1", 0), ("left-2", 1), ("right-1", 2)])
def test_a_hire_event_of_madame_du_barry_has_the_space_of_the_card(target: str, place: int) -> None:
    display = ("1-livre", "1-notion", "2-ladies-livre")
    state = hire(new(1), *display)
    cards = box_of(state).barry.values()
    card = next(each.id for each in cards if (each.action, each.target) == ("hire", target))
    state = barry_turn(state, card)
    (hired,) = (event for event in events_of(state, RevealBarry()) if isinstance(event, EmployeeHired))
    (move,) = hired.moved
    assert (move.piece, move.start) == (display[place], Spot(Where.HIRE, index=place))


# ---- form


def test_every_kind_of_event_round_trips_through_json_and_has_a_rule() -> None:
    rules = (ROOT / "docs" / "rules.md").read_text(encoding="utf-8")
    met: dict[type, Event] = {}
    for number in (9, 10):
        met.update({type(event): event for event in setup_events(random_setup(number))})
    for before, action, _ in (*seldom(), *(step for path in SAVES for step in saved_game(path))):
        met.update({type(event): event for event in events_of(before, action)})
    kinds = {kind for group in get_args(Event) for kind in (get_args(group) or (group,))}
    assert set(met) == kinds, "all of them happen"
    for event in met.values():
        assert msgspec.json.decode(msgspec.json.encode(event), type=Event) == event
        assert f"**{event.rule}**" in rules, event
    assert all(f"**{why.rule}**" in rules for why in Why) and all(f"**{offer.rule}**" in rules for offer in Offer)


def test_each_thread_has_its_own_record() -> None:
    steps = list(random_game(3))
    expected = [events_of(*step[:2]) for step in steps]
    with ThreadPoolExecutor(2) as pool:
        both = list(pool.map(lambda _: [events_of(*step[:2]) for step in steps], range(2)))
    assert both == [expected, expected]
