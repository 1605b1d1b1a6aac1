"""A number for every decision, the same in every game and every version.

Most actions have one number. Three kinds are split into steps with a number each: a hand card by card, a payment tile
by tile, prestige for Livre point by point until ``ENOUGH``. The numbers of an action are its *word*. No word is a
prefix of another, so no end marker is needed.

One table covers every player count, every expansion and both sides of the board. It is built set by set: the pieces
that a component set adds get the next numbers, so assigned numbers never change.
"""

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from itertools import chain
from types import MappingProxyType

from rokoko_core.actions import Action, BuyPrestige, ChooseHand, CopyBonus, PayTiles
from rokoko_core.box import HALLS
from rokoko_core.components import ComponentSet, components_named, shipped
from rokoko_core.components.tables import DecorationSpace, GuestSpace
from rokoko_core.setup import MOST_PLAYERS
from rokoko_core.terms import Notion, Task, Zone

Word = tuple[int, ...]
"""The numbers of one action, in order."""

ONE_MORE = "buy-prestige one-more"
ENOUGH = "buy-prestige enough"
_EXAM_LEVELS = (2, 5)
"""Levels of the cards in the examination decks (JB-1)."""


def _names(kind: str, pieces: Iterable[object]) -> Iterator[str]:
    return (f"{kind} {piece}" for piece in pieces)


def guest_spaces(components: ComponentSet) -> list[GuestSpace]:
    """Return the guest spaces of both sides of the board, each id once."""
    return list({space.id: space for side in components.sides for space in side.guests}.values())


def decoration_spaces(components: ComponentSet) -> list[DecorationSpace]:
    """Return the decoration spaces of both sides of the board and of the Jeweler, each id once."""
    spaces = (*chain.from_iterable(side.decorations for side in components.sides), *components.jeweler.decorations)
    return list({space.id: space for space in spaces}.values())


def warehouse_spaces(components: ComponentSet) -> int:
    """Return the number of tile spaces of the larger side."""
    return max(sum(side.segments) for side in components.sides)


def _steps(components: ComponentSet) -> Iterator[str]:
    """Yield the name of every step of a game with ``components``.

    The order is fixed: append a new kind of step to a separate list, after these names of all sets.
    """
    deck = [card.id for card in (*components.cards, *components.specialists)]
    tiles = [tile.id for tile in components.tiles]
    yield from _names("choose-hand", deck)
    yield from _names("play-card", deck)
    yield from ("decline", "end-turn", "claim-favor")
    yield from _names("take-tile", range(warehouse_spaces(components)))
    yield from ("draw-tile", "keep-tile")
    yield from _names("discard-tile", Notion)
    yield from _names("take-notion", (Notion.YARN, Notion.LACE))
    yield from _names("make-dress", (dress.id for dress in components.dresses))
    yield from _names("pay-tiles", tiles)
    yield from ("rent", "sell")
    yield from _names("take-jewel", range(len(components.jeweler.display)))
    yield from _names("place", (space.id for space in guest_spaces(components)))
    yield from _names("hire", (card.id for card in components.cards if card.level))
    yield "hire-specialist"
    yield from _names("depute", (f"{card} {zone}" for card in deck for zone in Zone))
    yield from _names("fund", (space.id for space in decoration_spaces(components)))
    yield "sit-exam"
    yield from _names("choose-exam-card", (card.id for card in components.cards if card.level in _EXAM_LEVELS))
    yield from _names("mark-task", Task)
    yield from ("use-bonus", ONE_MORE, ENOUGH)
    yield from _names("surrender-tile", tiles)
    yield "settle-silk"
    yield from _names("use-supply-card", deck)
    yield from _names("copy-bonus", range(1, MOST_PLAYERS))
    yield from _names("choose-hall", HALLS)


NAMES: tuple[str, ...] = tuple(dict.fromkeys(chain.from_iterable(_steps(components_named(name)) for name in shipped())))
"""The name of every step by number: the kind of action and its object, such as ``"take-tile 3"``."""
NUMBERS: Mapping[str, int] = MappingProxyType({name: number for number, name in enumerate(NAMES)})
"""The number of every step by name."""
COUNT = len(NAMES)


def kinds() -> Iterator[tuple[str, range]]:
    """Yield each kind of step with a range of its numbers, in order."""
    start = 0
    for end in range(1, COUNT + 1):
        kind = NAMES[start].partition(" ")[0]
        if end == COUNT or NAMES[end].partition(" ")[0] != kind:
            yield kind, range(start, end)
            start = end


def word(action: Action, seat: int, seats: int) -> Word:
    """Return the numbers of ``action`` by ``seat`` of ``seats``; other players are counted clockwise from ``seat``.

    Raises KeyError for a piece that is in no shipped set, and for actions of Madame du Barry.
    """
    if isinstance(action, CopyBonus):
        return (NUMBERS[f"copy-bonus {(action.seat - seat) % seats}"],)
    return _word(action)


@lru_cache(maxsize=1 << 14)
def _word(action: Action) -> Word:
    return tuple(NUMBERS[name] for name in _step_names(action))


def _step_names(action: Action) -> Iterable[str]:
    if isinstance(action, ChooseHand):
        return _names("choose-hand", action.cards)
    if isinstance(action, PayTiles):
        return _names("pay-tiles", action.tiles)
    if isinstance(action, BuyPrestige):
        return (*(ONE_MORE,) * action.points, ENOUGH)
    fields = (getattr(action, field) for field in action.__struct_fields__)
    return (" ".join((str(action.__struct_config__.tag), *map(str, fields))),)
