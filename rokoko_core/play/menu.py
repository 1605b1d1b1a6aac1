"""The legal actions and refusals of one seat at one position."""

from collections.abc import Sequence
from enum import Enum

import msgspec

from rokoko_core.actions import (
    Action,
    ChooseHand,
    Decline,
    Depute,
    EndTurn,
    MakeDress,
    PayTiles,
    PlayCard,
    RevealBarry,
    SurrenderTile,
    UseBonus,
)
from rokoko_core.bonus_table import BONUSES, Gain
from rokoko_core.box import box_of
from rokoko_core.engine import legal_actions, outcome, to_move, why_not
from rokoko_core.events import Event
from rokoko_core.events.amounts import LivrePaid, NotionsPaid
from rokoko_core.events.places import Where
from rokoko_core.moves.dress import ways
from rokoko_core.pending import BonusOf, Payment, TurnEnd
from rokoko_core.refusal import Refusal
from rokoko_core.score_range import ScoreRange, score_ranges_after
from rokoko_core.state import State
from rokoko_core.terms import Bales

WITHOUT_RANGE = ChooseHand | PlayCard | PayTiles | RevealBarry
"""Actions before the turn, ways to pay, which are too many, and what chance decides."""


class MenuItem(msgspec.Struct, frozen=True):
    """One legal action."""

    action: Action
    spends: bool
    """Whether it costs anything; declining counts, as it may cost most."""
    score_range: ScoreRange | None
    """How the own projected score may change in the rest of the turn; None for ``WITHOUT_RANGE``."""


class TurnEnding(msgspec.Struct, frozen=True):
    """What follows if the turn is ended now."""

    seat: int | None
    """The seat to move; None after the end of the game."""
    new_round: bool


class Menu(msgspec.Struct, frozen=True):
    """The legal actions and refusals of the seat to move; empty for every other viewer."""

    items: tuple[MenuItem, ...] = ()
    refusals: tuple[Refusal, ...] = ()
    forced: Action | None = None
    """The action to which there is no sensible other (``forced_action``); never declining or ending a turn."""
    only_end: bool = False
    """True when ending the turn is all that is left."""
    ending: TurnEnding | None = None
    """What ending the turn leads to; None where it cannot be ended."""

    @property
    def actions(self) -> tuple[Action, ...]:
        """The legal actions, in the order of ``legal_actions``."""
        return tuple(item.action for item in self.items)

    def item(self, action: Action) -> MenuItem | None:
        """Return the item of ``action``; None when it is not legal here."""
        return next((item for item in self.items if item.action == action), None)


def menu_of(state: State) -> Menu:
    """Return the menu of the seat to move in ``state``; an empty one after the end."""
    if not state.pending:
        return Menu()
    actions = legal_actions(state)
    items = _list_items(state, actions)
    ending = _ending(state) if EndTurn() in actions else None
    return Menu(items, why_not(state), forced_action(state), has_only_end(state), ending)


def _ending(state: State) -> TurnEnding:
    after, _ = outcome(state, EndTurn())
    return TurnEnding(to_move(after), after.round != state.round)


class AutomaticStep(Enum):
    """A step that leaves no choice, so that it may be taken automatically."""

    FORCED = "forced"
    END_TURN = "end-turn"


def automatic_step(state: State) -> AutomaticStep | None:
    """Return the kind of the next step in ``state`` if it leaves no choice."""
    if has_only_end(state):
        return AutomaticStep.END_TURN
    return AutomaticStep.FORCED if forced_action(state) is not None else None


def forced_action(state: State) -> Action | None:
    """Return the only legal action; None where there is a choice, or where it declines, ends a turn or turns a card.

    Payments with the same silk are no choice: a kept tile gives no notions (ACQ-3). Nor is a bonus that only gains
    Livre or prestige (BON-1): nothing is better without it.
    """
    pending = state.pending[-1] if state.pending else None
    if pending is None:
        return None
    if isinstance(pending, Payment):
        payments, silk = ways(state, box_of(state), pending), set[tuple[Bales, ...]]()
        for way in payments:
            silk.add(tuple(sorted(box_of(state).tile[tile].silk for tile in way.tiles)))
            if len(silk) > 1:
                return None
        return payments[0]
    actions = legal_actions(state)
    if isinstance(pending, BonusOf) and UseBonus() in actions:
        return UseBonus() if isinstance(BONUSES[box_of(state).card[pending.card].bonus], Gain) else None
    return actions[0] if len(actions) == 1 and not isinstance(actions[0], Decline | EndTurn | RevealBarry) else None


def has_only_end(state: State) -> bool:
    """Return whether ending the turn is all that is left to do."""
    return bool(state.pending) and isinstance(state.pending[-1], TurnEnd)


def _list_items(state: State, actions: Sequence[Action]) -> tuple[MenuItem, ...]:
    outcomes = [None if isinstance(action, WITHOUT_RANGE) else outcome(state, action) for action in actions]
    ranges = iter(score_ranges_after(state, [each[0] for each in outcomes if each is not None]))
    return tuple(
        MenuItem(action, _spends(state, action, ()), None)
        if each is None
        else MenuItem(action, _spends(state, action, each[1]), next(ranges))
        for action, each in zip(actions, outcomes, strict=True)
    )


def _spends(state: State, action: Action, events: Sequence[Event]) -> bool:
    seat = state.pending[-1].seat
    paid = any(
        isinstance(event, LivrePaid | NotionsPaid) or any(move.start.where is Where.SILK for move in event.moved)
        for event in events
        if event.seat == seat
    )
    return paid or isinstance(action, Decline | Depute | MakeDress | PayTiles | SurrenderTile)
