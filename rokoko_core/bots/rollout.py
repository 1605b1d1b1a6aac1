"""Playing on: what a way to play comes to when everybody goes on as is likely.

The hidden pieces are dealt by a seed, so whoever tries two ways on one seed tries them on the same deal.
"""

from collections.abc import Iterator, Sequence
from random import Random
from typing import NamedTuple

from rokoko_core.bots.evaluation import EVALUATION
from rokoko_core.bots.time_limit import Clock, Plan
from rokoko_core.bots.turn_search import Breadth, lines
from rokoko_core.engine import apply_unchecked, legal_actions
from rokoko_core.observe import Observation, determinize
from rokoko_core.pending import HandChoice
from rokoko_core.state import State

LIKELY = Breadth(bonus=2, gifts=1, tiles=4, cards_alike=True)
"""How the play of everybody is guessed: as a journeyman plays, at a glance."""


class Deal(NamedTuple):
    """A deal to try ways to play on, and how far."""

    seed: str
    """What the hidden pieces are dealt by."""
    rounds: int
    """Ends of rounds that are played past: 0 for this round's end, and no further than the end of the game."""


def outcomes(view: Observation, plans: Sequence[Plan], deal: Deal, clock: Clock) -> tuple[float, ...] | None:
    """What each of ``plans`` comes to for the seat that sees ``view``, as its lead in prestige over the mean of its
    rivals; None when the clock runs out before all are tried.
    """
    assert view.seat is not None
    found = []
    for end in led_to(view, plans, deal, clock):
        if end is None:
            return None
        found.append(EVALUATION.worth(end, view.seat))
    return tuple(found)


def led_to(view: Observation, plans: Sequence[Plan], deal: Deal, clock: Clock) -> Iterator[State | None]:
    """Where each of ``plans`` leads to; None where the clock runs out before."""
    dealt = determinize(view, Random(deal.seed))
    for plan in plans:
        yield played_on(_after(dealt, plan), dealt.round + deal.rounds, clock)


def _after(state: State, plan: Plan) -> State:
    for action in plan:
        state = apply_unchecked(state, action)
    return state


def played_on(state: State, last: int, clock: Clock) -> State | None:
    """Where the first card of the round after round ``last`` is to be played, or the game is over, when all play as is
    likely; None when the clock runs out on the way. All have a whole hand there, and can be compared.
    """
    while state.pending and (state.round <= last or type(state.pending[-1]) is HandChoice):
        if clock.over:
            return None
        state = _after(state, _likely(state))
    return state


def until_asked(state: State, seat: int, clock: Clock) -> State | None:
    """Where ``seat`` has something to decide, or the game is over, when all play as is likely; None as above."""
    while state.pending and (state.pending[-1].seat != seat or len(legal_actions(state)) == 1):
        if clock.over:
            return None
        state = _after(state, _likely(state))
    return state


def _likely(state: State) -> Plan:
    offers = legal_actions(state)
    return offers if len(offers) == 1 else lines(state, state.pending[-1].seat, LIKELY)[0].actions
