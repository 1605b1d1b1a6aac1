"""Events: they say all that happens, exactly and once, and nobody is told what he may not see (HIDDEN)."""

import ast
import os
import sys
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from pathlib import Path
from random import Random

import pytest
from msgspec.structs import replace

import rokoko_core
from rokoko_core import Seat, Setup, apply, legal_actions, new_state, opening
from rokoko_core import events as told_by
from rokoko_core.actions import Action, Place, RevealBarry
from rokoko_core.box import box_of
from rokoko_core.engine import apply_unchecked
from rokoko_core.events import _RECORD, Event
from rokoko_core.game import Game
from rokoko_core.pending import Placement, TurnEnd
from rokoko_core.setup import laid_out
from rokoko_core.state import Barry, State, without
from rokoko_core.terms import Expansion, Rank
from tests.folding import Mistold, Told, difference, folded, summed, untold
from tests.tabletop import barry_turn, dressed, new, turn

SAVES = sorted((Path(__file__).parents[2] / "saves").glob("*.rokoko"))
GAMES = int(os.environ.get("ROKOKO_EVENT_GAMES", "150"))
"""Random games folded; a long run sets more."""
SETS: tuple[tuple[Expansion, ...], ...] = (
    (),
    tuple(Expansion),
    (Expansion.JEWELRY_BOX,),
    (Expansion.FANCY, Expansion.FESTIVITY, Expansion.EXPERT),
)

Step = tuple[State, Action, State]


def random_setup(number: int) -> Setup:
    """Every number of players meets every set of expansions; every third game hides prestige."""
    players = tuple(Seat(name) for name in ("Ada", "Bo", "Cy", "Di", "Eve")[: 1 + number % 5])
    shown = ("all", "owner", "nobody")[number // 20 % 3]
    return Setup(players, number, frozenset(SETS[number // 5 % len(SETS)]), open_scores=shown)  # type: ignore[arg-type]


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


def faults(step: Step, events: Iterable[Event], began: Told | None = None, ended: Told | None = None) -> list[str]:
    """What ``events`` tell wrong about a step that goes from ``began`` to ``ended``."""
    before, action, after = step
    told = tuple(events)
    try:
        found = difference(folded(began or summed(before), told), ended or summed(after))
    except Mistold as fault:
        return [str(fault)]
    return found + untold(before, action, after, told)


def mistold(steps: Iterable[Step]) -> list[tuple[Action, list[str]]]:
    """The first action of a game that the events tell wrong, with what is wrong."""
    began: Told | None = None
    for step in steps:
        ended = summed(step[2])
        found = faults(step, told_by(*step[:2]), began, ended)
        if found:
            return [(step[1], found)]
        began = ended
    return []


# ---- the events are what happens


@pytest.mark.parametrize("share", range(10))
def test_folding_the_events_of_any_action_gives_the_position_after_it(share: int) -> None:
    for number in range(share, GAMES, 10):
        assert not mistold(random_game(number)), number


@pytest.mark.parametrize("path", SAVES, ids=lambda path: path.stem)
def test_folding_the_events_of_the_sample_games_gives_their_positions(path: Path) -> None:
    assert not mistold(saved_game(path))


@pytest.mark.parametrize("number", range(20))
def test_the_opening_tells_how_round_1_is_prepared(number: int) -> None:
    setup = random_setup(number)
    assert not difference(folded(summed(laid_out(setup)), opening(setup)), summed(new_state(setup)))


def test_listening_changes_nothing_and_ends() -> None:
    for state, action, after in random_game(6):
        told = told_by(state, action)
        assert told and told == told_by(state, action)
        assert apply_unchecked(state, action) == after
    assert _RECORD.get() is None


# ---- each recording line is needed

Site = tuple[str, int]
"""(module file, line) of a place in the core that records."""


def recording_lines() -> set[Site]:
    """Every line of the core that records an event."""
    found = set()
    for file in Path(rokoko_core.__file__).parent.rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Expr) and isinstance(node.value, ast.Call):
                call = node.value.func
                if isinstance(call, ast.Attribute) and isinstance(call.value, ast.Name) and call.value.id == "log":
                    found.add((file.name, node.lineno))
    return found


class Traced(list[Event]):
    """A record that knows which line each event came from."""

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


def test_without_any_one_recording_line_the_events_say_less_than_what_happens() -> None:
    missed = recording_lines()
    assert len(missed) > 60

    def cut(record: Traced, wrong: Callable[[list[Event]], object]) -> None:
        for site in missed.intersection(record.sites):
            left = [event for event, line in zip(record, record.sites, strict=True) if line != site]
            if wrong(left):
                missed.remove(site)

    setup = random_setup(9)
    began, ended = summed(laid_out(setup)), summed(new_state(setup))
    cut(traced(lambda: new_state(setup)), lambda left: difference(folded(began, left), ended))
    for step in (*seldom(), *(step for path in SAVES for step in saved_game(path))):
        cut(traced(partial(apply_unchecked, *step[:2])), partial(faults, step))
    assert not missed


def seldom() -> Iterator[Step]:
    """What hardly ever happens: an empty dress bag, du Barry out of cards, a dress with the jewel it wants."""
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
    dress = next(d for d in box_of(state).dress.values() if d.effect == "expert-matching-jewel")
    placing = Placement(0, dress.id, Rank.MASTER, dress.colour)
    state = replace(state, dress_bag=without(state.dress_bag, dress.id), pending=(TurnEnd(0), placing))
    yield stepped(state, Place("2.4"))


def stepped(state: State, action: Action | None = None) -> Step:
    """``action``, or the first there is, taken in ``state``."""
    action = action or legal_actions(state)[0]
    return state, action, apply(state, action)
