"""Rollouts: play a plan on one deal of the hidden pieces, then continue with a fast policy for all seats.

The seed of a deal fixes the hidden pieces, so plans with the same seed are compared on the same deal.
"""

from collections.abc import Iterator, Sequence
from operator import attrgetter
from random import Random
from typing import NamedTuple

from rokoko_core.bots.learned_value import correct
from rokoko_core.bots.round_value import ROUND_VALUE
from rokoko_core.bots.time_limit import Clock, Plan
from rokoko_core.bots.turn_search import WHOLE, Breadth, best_line, lines
from rokoko_core.engine import apply_unchecked, legal_actions
from rokoko_core.observe import Observation, determinize
from rokoko_core.pending import HandChoice
from rokoko_core.setup import LAST_ROUND
from rokoko_core.state import State

LIKELY = Breadth(bonus=2, gifts=1, tiles=4, cards_alike=True)
"""The fast policy: a narrow search of the journeyman."""
LATE = 6
"""The first round in which rollouts play to the end, with the learned value: little luck is left, so skill decides."""


class LatePolicy(NamedTuple):
    """How late turns are played: by the best of some lines, which the learned value corrects."""

    breadth: Breadth
    corrected: int
    """Lines that are corrected."""


QUICK = LatePolicy(LIKELY, 8)
"""For many rollouts."""
AS_JOURNEYMAN = LatePolicy(WHOLE, 24)
"""The journeyman's own play, which takes 2.3 times as long."""


class Deal(NamedTuple):
    """A deal of the hidden pieces, the length of the rollout and its policy."""

    seed: str
    rounds: int
    """Rounds after the current one to play, at most to the end of the game."""
    late: LatePolicy = QUICK


def rounds_to_play(state: State) -> int:
    """Return the fewest rounds after the current one that a rollout from ``state`` plays: late, all to the end."""
    return LAST_ROUND - state.round if state.round >= LATE else 0


def outcomes(view: Observation, plans: Sequence[Plan], deal: Deal, clock: Clock) -> tuple[float, ...] | None:
    """Return the lead over the mean of the rivals after each plan, in prestige; None if the clock runs out."""
    assert view.seat is not None
    leads = []
    for end in end_states(view, plans, deal, clock):
        if end is None:
            return None
        leads.append(ROUND_VALUE.lead(end, view.seat))
    return tuple(leads)


def end_states(view: Observation, plans: Sequence[Plan], deal: Deal, clock: Clock) -> Iterator[State | None]:
    """Yield the final state of the rollout of each plan; None if the clock runs out."""
    state = determinize(view, Random(deal.seed))
    for plan in plans:
        yield play_rounds(apply_all(state, plan), state.round + deal.rounds, clock, deal.late)


def apply_all(state: State, plan: Plan) -> State:
    """Return the state after all actions of ``plan``."""
    for action in plan:
        state = apply_unchecked(state, action)
    return state


def play_rounds(state: State, last: int, clock: Clock, late: LatePolicy = QUICK) -> State | None:
    """Play to the first card choice after round ``last`` or the end of the game; None if the clock runs out.

    All seats have a full hand there, so the states can be compared.
    """
    while state.pending and (state.round <= last or type(state.pending[-1]) is HandChoice):
        if clock.over:
            return None
        state = _play_turn(state, late)
    return state


def play_until_choice(state: State, seat: int, clock: Clock) -> State | None:
    """Play until ``seat`` has two or more legal actions or the game is over; None if the clock runs out."""
    while state.pending and (state.pending[-1].seat != seat or len(legal_actions(state)) == 1):
        if clock.over:
            return None
        state = _play_turn(state, QUICK)
    return state


def _play_turn(state: State, late: LatePolicy) -> State:
    """Return the state after the only action, or after the best line of the fast policy, or of ``late``."""
    actions, seat = legal_actions(state), state.pending[-1].seat
    if len(actions) == 1:
        return apply_unchecked(state, actions[0])
    if state.round < LATE:
        return best_line(state, seat, LIKELY).state
    return max(correct(lines(state, seat, late.breadth)[: late.corrected], seat), key=attrgetter("worth")).state
