"""A set selected element by element: a hand of cards, or tiles to pay with where there are many ways.

The ways to pay are never enumerated; ``Ways`` knows which tile may come next.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal, Protocol

from rokoko_core.actions import Action, ChooseHand, PayTiles
from rokoko_core.moves.payment import Ways
from rokoko_core.observe import Observation
from rokoko_core.play.choices import chooses_hand, ways_to_pay

WAYS_TO_LIST = 9
"""With more ways to pay than this, tiles are selected one by one."""


class Sets(Protocol):
    """The legal sets."""

    def get_action(self, chosen: tuple[str, ...]) -> Action | None:
        """Return the action that takes exactly ``chosen``; None if there is none."""

    def can_add(self, chosen: tuple[str, ...], thing: str) -> bool:
        """Return whether a legal set contains ``chosen`` and one more ``thing``."""


@dataclass(frozen=True)
class Hands:
    actions: tuple[ChooseHand, ...]

    def get_action(self, chosen: tuple[str, ...]) -> Action | None:
        return next((a for a in self.actions if sorted(a.cards) == sorted(chosen)), None)

    def can_add(self, chosen: tuple[str, ...], thing: str) -> bool:
        selection = Counter((*chosen, thing))
        return any(not selection - Counter(a.cards) for a in self.actions)


@dataclass(frozen=True)
class Payments:
    """The legal ways to pay with kept tiles (DRESS-2)."""

    ways: Ways

    def get_action(self, chosen: tuple[str, ...]) -> Action | None:
        return PayTiles(tuple(sorted(chosen))) if self.ways.pays(chosen) else None

    def can_add(self, chosen: tuple[str, ...], thing: str) -> bool:
        return thing in self.ways.next_tiles(chosen)


@dataclass(frozen=True)
class SetSelection:
    """The elements on offer, and the indexes of those selected, in the order of selection."""

    zone: Literal["supply", "silk"]
    """The zone of the elements."""
    things: tuple[str, ...]
    sets: Sets
    size: int | None
    """The number of elements of every set; None if it differs."""
    chosen: tuple[int, ...] = ()

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(self.things[n] for n in self.chosen)

    @property
    def action(self) -> Action | None:
        """The action with exactly the selected elements; None while they are no legal set."""
        return self.sets.get_action(self.names)

    def toggle(self, thing: int) -> "SetSelection":
        """Return a copy with ``thing`` selected or deselected; ``self`` if it does not fit."""
        if thing in self.chosen:
            return replace(self, chosen=tuple(n for n in self.chosen if n != thing))
        if self.sets.can_add(self.names, self.things[thing]):
            return replace(self, chosen=(*self.chosen, thing))
        return self

    def select_cheapest(self) -> "SetSelection":
        """Return a copy that begins with the cheapest payment; ``self`` for other sets."""
        return self.select(self.sets.ways.cheapest) if isinstance(self.sets, Payments) else self

    def select(self, action: Action) -> "SetSelection":
        """Return a copy with exactly the elements of ``action`` selected."""
        chosen: list[int] = []
        for thing in list_things(action):
            chosen.append(next(n for n, other in enumerate(self.things) if other == thing and n not in chosen))
        return replace(self, chosen=tuple(chosen))


def make_set_selection(view: Observation) -> SetSelection | None:
    """Return an empty selection for a hand choice or for many ways to pay; None for other decisions."""
    if not view.actions:
        return None
    if chooses_hand(view.table):
        return _make_hand_selection([action for action in view.actions if isinstance(action, ChooseHand)])
    ways = ways_to_pay(view.table)
    return SetSelection("silk", ways.tiles, Payments(ways), None) if ways and len(ways) > WAYS_TO_LIST else None


def list_hand_order(view: Observation) -> tuple[str, ...]:
    """Return the cards of a hand choice in the order in which they are numbered."""
    selection = make_set_selection(view)
    if selection is not None:
        return selection.things
    return tuple(card for action in view.actions if isinstance(action, ChooseHand) for card in action.cards)


def _make_hand_selection(hands: Sequence[ChooseHand]) -> SetSelection | None:
    size = len(hands[0].cards)
    if len(hands) == 1 or size == 1:
        return None
    available: Counter[str] = Counter()
    for hand in hands:
        available |= Counter(hand.cards)
    return SetSelection("supply", tuple(sorted(available.elements())), Hands(tuple(hands)), size)


def list_things(action: Action) -> tuple[str, ...]:
    """Return the elements of the set that ``action`` takes; nothing for other actions."""
    if isinstance(action, ChooseHand):
        return action.cards
    return action.tiles if isinstance(action, PayTiles) else ()
