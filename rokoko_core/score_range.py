"""How far an action reaches: the best and the worst it can come to, once all it leads to has been decided.

A dress is made, paid for, rented out or sold, given a jewel and a place, and has its effect: what it brings is known
only when all of that is settled. ``reach`` settles it every way there is. What chance decides is left out, and of
several ways to pay the one that loses least is taken, as none of them changes a score.
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
"""Decisions that belong to the action before and can change the score."""
ALL_THE_SAME = (RewardTile, TileInHand, TaskChoice)
"""Those that belong to it as well and change no score, however they are settled."""


class Reach(msgspec.Struct, frozen=True):
    """What an action changes of the own projected score."""

    worst: int
    best: int
    way: tuple[Action, ...] = ()
    """The decisions after the action that bring the best; the first found among equals."""


def reach(state: State, action: Action) -> Reach:
    """The reach of the legal ``action``, which chance does not decide altogether."""
    return reach_after(state, apply_unchecked(state, action))


def reach_after(state: State, after: State) -> Reach:
    """The reach of an action of the seat to move in ``state`` that leads to ``after``."""
    seat = state.pending[-1].seat
    before = _score(state, seat)
    found = [(_score(end, seat) - before, way) for end, way in _settled(after, seat)]
    best, way = max(found, key=lambda each: each[0])
    return Reach(min(change for change, _ in found), best, way)


def _score(state: State, seat: int) -> int:
    return sum(row.points for row in score_rows(state, seat))


def _settled(state: State, seat: int) -> Iterator[tuple[State, tuple[Action, ...]]]:
    """Every position the decisions of ``seat`` can lead to from here, with the decisions."""
    asked = state.pending[-1] if state.pending else None
    offers: Sequence[Action] = ()
    if asked is not None and asked.seat == seat:
        if isinstance(asked, Payment):
            offers = (ways(state, box_of(state), asked).cheapest,)
        elif isinstance(asked, ALL_THE_SAME):
            offers = legal_actions(state)[:1]
        elif isinstance(asked, SCORING):
            offers = legal_actions(state)
    if not offers:
        yield state, ()
    for offer in offers:
        for after, way in _settled(apply_unchecked(state, offer), seat):
            yield after, (offer, *way)
