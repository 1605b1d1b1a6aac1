"""A set chosen thing by thing: the hand card by card, and tiles to pay with where there are many ways.

Which ways to pay there are is never listed for it: the ways themselves know which tile may come next.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal, Protocol

from rokoko_core.actions import Action, ChooseHand, PayTiles
from rokoko_core.box import box_of
from rokoko_core.moves.dress import ways
from rokoko_core.moves.payment import Ways
from rokoko_core.observe import Observation
from rokoko_core.pending import HandChoice, Payment

WAYS_TO_LIST = 9
"""Ways to pay beyond which the tiles are offered one by one."""


class Sets(Protocol):
    """The sets there are to choose from."""

    def whole(self, chosen: tuple[str, ...]) -> Action | None:
        """The action that takes just ``chosen``."""

    def may_join(self, chosen: tuple[str, ...], thing: str) -> bool:
        """True when some set holds ``chosen`` and ``thing`` besides."""


@dataclass(frozen=True)
class Hands:
    """The hands there are to choose from (HAND-1)."""

    actions: tuple[ChooseHand, ...]

    def whole(self, chosen: tuple[str, ...]) -> Action | None:
        """The hand of just these cards."""
        return next((a for a in self.actions if sorted(a.cards) == sorted(chosen)), None)

    def may_join(self, chosen: tuple[str, ...], thing: str) -> bool:
        """True while the hand is not full."""
        wanted = Counter((*chosen, thing))
        return any(not wanted - Counter(a.cards) for a in self.actions)


@dataclass(frozen=True)
class Payments:
    """The ways to pay with kept tiles (DRESS-2)."""

    ways: Ways

    def whole(self, chosen: tuple[str, ...]) -> Action | None:
        """The payment with just these tiles."""
        return PayTiles(tuple(sorted(chosen))) if self.ways.pays(chosen) else None

    def may_join(self, chosen: tuple[str, ...], thing: str) -> bool:
        """True when a way to pay still lacks the tile."""
        return thing in self.ways.next_tiles(chosen)


@dataclass(frozen=True)
class SetSelection:
    """The things on offer, and the numbers of those chosen so far, in the order they were chosen."""

    zone: Literal["supply", "silk"]
    """Where the things are."""
    things: tuple[str, ...]
    sets: Sets
    size: int | None
    """Things of each set; None when they differ."""
    chosen: tuple[int, ...] = ()

    @property
    def named(self) -> tuple[str, ...]:
        """The things chosen."""
        return tuple(self.things[n] for n in self.chosen)

    @property
    def complete(self) -> Action | None:
        """The action that takes just what is chosen."""
        return self.sets.whole(self.named)

    def toggled(self, thing: int) -> "SetSelection":
        """With ``thing`` chosen, or no longer; unchanged when it does not go with what is chosen."""
        if thing in self.chosen:
            return replace(self, chosen=tuple(n for n in self.chosen if n != thing))
        if self.sets.may_join(self.named, self.things[thing]):
            return replace(self, chosen=(*self.chosen, thing))
        return self

    def choosing(self, action: Action) -> "SetSelection":
        """With just the things of ``action`` chosen, one of the sets."""
        chosen: list[int] = []
        for thing in _things_of(action):
            chosen.append(next(n for n, other in enumerate(self.things) if other == thing and n not in chosen))
        return replace(self, chosen=tuple(chosen))


def set_selection_for(view: Observation) -> SetSelection | None:
    """The thing-by-thing form of what ``view`` is asked, if that is a set: a hand, or many ways to pay."""
    if not view.actions:
        return None
    asked = view.table.pending[-1]
    if isinstance(asked, HandChoice):
        return _hand([action for action in view.actions if isinstance(action, ChooseHand)])
    if isinstance(asked, Payment):
        found = ways(view.table, box_of(view.table), asked)
        return SetSelection("silk", found.tiles, Payments(found), None) if len(found) > WAYS_TO_LIST else None
    return None


def _hand(hands: Sequence[ChooseHand]) -> SetSelection | None:
    size = len(hands[0].cards)
    if len(hands) == 1 or size == 1:
        return None
    most: Counter[str] = Counter()
    for hand in hands:
        most |= Counter(hand.cards)
    return SetSelection("supply", tuple(sorted(most.elements())), Hands(tuple(hands)), size)


def _things_of(action: Action) -> tuple[str, ...]:
    if isinstance(action, ChooseHand):
        return action.cards
    return action.tiles if isinstance(action, PayTiles) else ()
