"""What the steps of a plan do: the position before each, its events, the silk that it gains and pays.

A plan is played on the position as the seat sees it, or on one that fits it, up to the first illegal action.
"""

from collections.abc import Collection, Iterator
from typing import NamedTuple

from rokoko_core.actions import Action, ChooseHand, EndTurn, RevealBarry
from rokoko_core.bots.time_limit import Plan
from rokoko_core.box import box_of
from rokoko_core.engine import apply_unchecked, legal_actions, outcome
from rokoko_core.events import Event, acts
from rokoko_core.events.reasons import Why
from rokoko_core.moves.dress import lost_bales
from rokoko_core.moves.payment import bales
from rokoko_core.pending import BonusOf, MainAction, Payment, Pending
from rokoko_core.state import State
from rokoko_core.terms import Bales

_LAST = (ChooseHand, EndTurn, RevealBarry)
"""Actions that gain nothing, after which another player decides, whose hand may be hidden."""


class PaidDress(NamedTuple):
    """A dress that is made and paid with kept tiles."""

    dress: str
    silk: Bales
    """All bales of the tiles."""
    lost: Bales
    """Those beyond what the dress needs (DRESS-2)."""


def legal_steps(plan: Plan, state: State) -> Iterator[tuple[State, Action]]:
    """Yield each legal action of ``plan`` with the position before it; the last action is not applied."""
    for n, action in enumerate(plan):
        if n:
            state = apply_unchecked(state, plan[n - 1])
        if action not in legal_actions(state):
            return
        yield state, action


def play_plan(plan: Plan, state: State) -> Iterator[tuple[Pending, tuple[Event, ...]]]:
    """Yield the decision and the events of each action of ``plan``, up to where another player decides."""
    for action in plan:
        if isinstance(action, _LAST) or action not in legal_actions(state):
            return
        decision = state.pending[-1]
        state, events = outcome(state, action)
        yield decision, events


def gains_silk_later(plan: Plan, state: State, colours: Collection[int]) -> bool:
    """Return whether a bale of one of ``colours`` (indices of ``Bales``) is first kept in a later part of the turn."""
    box, parts = box_of(state), 0
    for decision, events in play_plan(plan, state):
        parts += isinstance(decision, MainAction | BonusOf)
        kept = [box.tile[e.piece] for e in events if isinstance(e, acts.TileKept) and e.piece in box.tile]
        if any(tile.silk[colour] for tile in kept for colour in colours):
            return parts > 1
    return False


def list_paid_dresses(plan: Plan, state: State) -> list[PaidDress]:
    """Return the dresses of ``plan`` that are paid with kept tiles, in order."""
    box, paid, dress, bonus = box_of(state), list[PaidDress](), "", ""
    for decision, events in play_plan(plan, state):
        if isinstance(decision, Payment):
            dress, bonus = decision.dress, decision.bonus
        for event in events:
            if isinstance(event, acts.DressChosen):
                dress = event.dress
                bonus = box.card[decision.card].bonus if isinstance(decision, BonusOf) else ""
            elif isinstance(event, acts.TilesSurrendered) and event.why is Why.DRESS:
                lost = lost_bales(box, dress, bonus, event.pieces)
                paid.append(PaidDress(dress, bales(event.pieces, box), lost))
    return paid
