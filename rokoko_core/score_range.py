"""The score range of an action: its best and its worst score once all its follow-up decisions are made.

Making a dress leads to a payment, to renting or selling, to a jewel, a guest space and an effect; only then is its
score known. ``compute_score_range`` tries every combination up to the next part of the turn. It leaves out chance. Of
several ways to pay it takes the cheapest, as they all score the same.
"""

from collections.abc import Iterator, Sequence

import msgspec

from rokoko_core.actions import Action, Place, Sell, SettleSilk
from rokoko_core.board_counts import lasting_deck
from rokoko_core.box import Box, box_of
from rokoko_core.engine import apply_unchecked, legal_actions
from rokoko_core.moves.dress import ways
from rokoko_core.pending import (
    Effect,
    JewelOffer,
    Payment,
    Pending,
    Placement,
    RentOrSell,
    RewardTile,
    SilkForPrestige,
    TaskChoice,
    TileInHand,
)
from rokoko_core.scoring import lasting_score
from rokoko_core.state import State
from rokoko_core.terms import Bonus

SCORING = (RentOrSell, JewelOffer, Placement, Effect)
"""Follow-up decisions that can change the score."""
TILES = (RewardTile, TileInHand)
"""Follow-up decisions that change the score only for who scores yarn and lace."""


class ScoreRange(msgspec.Struct, frozen=True):
    """The possible changes of the seat's projected score by an action; of the Favor card only in the last round."""

    worst: int
    best: int
    way: tuple[Action, ...] = ()
    """The decisions after the action that lead to the best; the first of several."""
    ends: tuple[Action, ...] = ()
    """All that may become of the dress for the best: a guest of each such hall, and the sale."""


_last: tuple[State | None, int] = (None, 0)
"""The last state with the score of its seat to move: a cache, as most calls are for actions of one state."""


def compute_score_range(state: State, action: Action) -> ScoreRange:
    """Return the score range of the legal ``action``; not for one that chance decides entirely."""
    return score_range_after(state, apply_unchecked(state, action))


def score_range_after(state: State, after: State) -> ScoreRange:
    """Return the score range of an action of the seat to move in ``state`` that leads to ``after``."""
    global _last
    seat = state.pending[-1].seat
    if _last[0] is not state:
        _last = (state, lasting_score(state, seat))
    before = _last[1]
    results = [(lasting_score(end, seat) - before, way) for end, way in _outcomes(after, seat)]
    best, way = max(results, key=lambda result: result[0])
    ends = _list_ends(box_of(state), [way for change, way in results if change == best])
    return ScoreRange(min(change for change, _ in results), best, way, ends)


def _list_ends(box: Box, ways: Sequence[tuple[Action, ...]]) -> tuple[Action, ...]:
    """Return the first guest of each hall in which ``ways`` place a dress, and the sale if one sells it."""
    ends: dict[int, Action] = {}
    for step in (step for way in ways for step in way):
        if isinstance(step, Place | Sell):
            ends.setdefault(box.guest[step.space].hall if isinstance(step, Place) else 0, step)
    return tuple(ends.values())


def _outcomes(state: State, seat: int) -> Iterator[tuple[State, tuple[Action, ...]]]:
    """Yield states after the decisions of ``seat``, with the decisions; the best and the worst are among them."""
    decision = state.pending[-1] if state.pending else None
    actions = _list_actions(state, decision) if decision is not None and decision.seat == seat else ()
    if not actions:
        yield state, ()
    for offer in actions:
        for after, way in _outcomes(apply_unchecked(state, offer), seat):
            yield after, (offer, *way)


def _list_actions(state: State, decision: Pending) -> Sequence[Action]:
    """Return the actions of a follow-up decision that may score differently; none at the next part of the turn."""
    if isinstance(decision, Payment):
        return (ways(state, box_of(state), decision).cheapest,)
    if isinstance(decision, TaskChoice) or (isinstance(decision, TILES) and not _scores_notions(state, decision.seat)):
        return legal_actions(state)[:1]
    if isinstance(decision, TileInHand) and decision.face_down:
        return legal_actions(state)[:1]  # keeping it; what else can be done with it would tell which tile it is
    if isinstance(decision, SilkForPrestige):
        # The worst is to settle as soon as possible, the best to surrender every tile, in whichever order (BON-5).
        actions = legal_actions(state)
        return actions[:2] if SettleSilk() in actions else actions
    return legal_actions(state) if isinstance(decision, SCORING + TILES) else ()


def _scores_notions(state: State, seat: int) -> bool:
    """Return whether a crown of ``seat`` scores its pairs of yarn and lace (BON-8)."""
    card = box_of(state).card
    return any(c in card and card[c].bonus is Bonus.CROWN_NOTION_PAIRS for c in lasting_deck(state, seat))
