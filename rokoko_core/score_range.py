"""The score range of an action: its best and its worst score once all its follow-up decisions are made.

Making a dress leads to a payment, to renting or selling, to a jewel, a guest space and an effect; only then is its
score known. ``compute_score_range`` tries every combination. It leaves out chance. Of several ways to pay it takes the
cheapest, as they all score the same.
"""

from collections.abc import Iterator, Sequence

import msgspec

from rokoko_core.actions import Action
from rokoko_core.box import box_of
from rokoko_core.engine import apply_unchecked, legal_actions
from rokoko_core.moves.dress import ways
from rokoko_core.pending import Effect, JewelOffer, Payment, Placement, RentOrSell, RewardTile, TaskChoice, TileInHand
from rokoko_core.scoring import score_rows
from rokoko_core.state import State

SCORING = (RentOrSell, JewelOffer, Placement, Effect)
"""Follow-up decisions that can change the score."""
ALL_THE_SAME = (RewardTile, TileInHand, TaskChoice)
"""Follow-up decisions that never change the score."""


class ScoreRange(msgspec.Struct, frozen=True):
    """The possible changes of the seat's projected score by an action."""

    worst: int
    best: int
    way: tuple[Action, ...] = ()
    """The decisions after the action that lead to the best; the first of several."""


def compute_score_range(state: State, action: Action) -> ScoreRange:
    """Return the score range of the legal ``action``; not for one that chance decides entirely."""
    return score_range_after(state, apply_unchecked(state, action))


def score_range_after(state: State, after: State) -> ScoreRange:
    """Return the score range of an action of the seat to move in ``state`` that leads to ``after``."""
    seat = state.pending[-1].seat
    before = _score(state, seat)
    results = [(_score(end, seat) - before, way) for end, way in _outcomes(after, seat)]
    best, way = max(results, key=lambda result: result[0])
    return ScoreRange(min(change for change, _ in results), best, way)


def _score(state: State, seat: int) -> int:
    return sum(row.points for row in score_rows(state, seat))


def _outcomes(state: State, seat: int) -> Iterator[tuple[State, tuple[Action, ...]]]:
    """Yield every state the decisions of ``seat`` can lead to, with the decisions."""
    decision = state.pending[-1] if state.pending else None
    offers: Sequence[Action] = ()
    if decision is not None and decision.seat == seat:
        if isinstance(decision, Payment):
            offers = (ways(state, box_of(state), decision).cheapest,)
        elif isinstance(decision, ALL_THE_SAME):
            offers = legal_actions(state)[:1]
        elif isinstance(decision, SCORING):
            offers = legal_actions(state)
    if not offers:
        yield state, ()
    for offer in offers:
        for after, way in _outcomes(apply_unchecked(state, offer), seat):
            yield after, (offer, *way)
