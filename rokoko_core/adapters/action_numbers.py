"""A number for every decision, the same in every game and in every version to come.

Most actions have one number. Three kinds would need too many, and are told in steps of a number each: a hand card by
card, a payment tile by tile, prestige for Livre one by one until it is enough. The numbers of an action are its *word*;
no word begins with another, so the end of each is known without a sign for it.

One table serves every number of players, every expansion and both sides of the board. It is made set by set: what a
component set adds to those before it gets the next numbers, so numbers that were given out stay.
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
"""The numbers of one action, in the order in which they are told."""

ONE_MORE = "buy-prestige one-more"
ENOUGH = "buy-prestige enough"
_EXAM_LEVELS = (2, 5)
"""Levels of the cards that may come into an examination's deck (JB-1)."""


def _each(kind: str, whats: Iterable[object]) -> Iterator[str]:
    return (f"{kind} {what}" for what in whats)


def guest_spaces(components: ComponentSet) -> list[GuestSpace]:
    """The guest spaces of both sides of the board, each id once."""
    return list({space.id: space for side in components.sides for space in side.guests}.values())


def decoration_spaces(components: ComponentSet) -> list[DecorationSpace]:
    """The decoration spaces of both sides of the board and of the Jeweler, each id once."""
    spaces = (*chain.from_iterable(side.decorations for side in components.sides), *components.jeweler.decorations)
    return list({space.id: space for space in spaces}.values())


def warehouse_spaces(components: ComponentSet) -> int:
    """Tile spaces of the larger side."""
    return max(sum(side.segments) for side in components.sides)


def _steps(components: ComponentSet) -> Iterator[str]:
    """The name of every step of a game with ``components``.

    A kind of step that comes later belongs into a list of its own behind this one's names of all sets.
    """
    deck = [card.id for card in (*components.cards, *components.specialists)]
    tiles = [tile.id for tile in components.tiles]
    yield from _each("choose-hand", deck)
    yield from _each("play-card", deck)
    yield from ("decline", "end-turn", "claim-favor")
    yield from _each("take-tile", range(warehouse_spaces(components)))
    yield from ("draw-tile", "keep-tile")
    yield from _each("discard-tile", Notion)
    yield from _each("take-notion", (Notion.YARN, Notion.LACE))
    yield from _each("make-dress", (dress.id for dress in components.dresses))
    yield from _each("pay-tiles", tiles)
    yield from ("rent", "sell")
    yield from _each("take-jewel", range(len(components.jeweler.display)))
    yield from _each("place", (space.id for space in guest_spaces(components)))
    yield from _each("hire", (card.id for card in components.cards if card.level))
    yield "hire-specialist"
    yield from _each("depute", (f"{card} {zone}" for card in deck for zone in Zone))
    yield from _each("fund", (space.id for space in decoration_spaces(components)))
    yield "sit-exam"
    yield from _each("choose-exam-card", (card.id for card in components.cards if card.level in _EXAM_LEVELS))
    yield from _each("mark-task", Task)
    yield from ("use-bonus", ONE_MORE, ENOUGH)
    yield from _each("surrender-tile", tiles)
    yield "settle-silk"
    yield from _each("use-supply-card", deck)
    yield from _each("copy-bonus", range(1, MOST_PLAYERS))
    yield from _each("choose-hall", HALLS)


def _numbers() -> Iterator[str]:
    return chain.from_iterable(_steps(components_named(name)) for name in shipped())


NAMES: tuple[str, ...] = tuple(dict.fromkeys(_numbers()))
"""The name of every step by number: the kind of action and what it is about, such as ``"take-tile 3"``."""
NUMBERS: Mapping[str, int] = MappingProxyType({name: number for number, name in enumerate(NAMES)})
"""The number of every step by name."""
COUNT = len(NAMES)


def kinds() -> Iterator[tuple[str, range]]:
    """Each kind of step with a run of its numbers, in their order."""
    start = 0
    for end in range(1, COUNT + 1):
        kind = NAMES[start].partition(" ")[0]
        if end == COUNT or NAMES[end].partition(" ")[0] != kind:
            yield kind, range(start, end)
            start = end


def word(action: Action, seat: int, seats: int) -> Word:
    """The numbers of ``action`` when ``seat`` of ``seats`` takes it; other players count from ``seat`` on clockwise.

    Raises KeyError for an action about a piece of no set that shipped, and for Madame du Barry's, who is asked nothing.
    """
    if isinstance(action, CopyBonus):
        return (NUMBERS[f"copy-bonus {(action.seat - seat) % seats}"],)
    return _word(action)


@lru_cache(maxsize=1 << 14)
def _word(action: Action) -> Word:
    return tuple(NUMBERS[name] for name in _told(action))


def _told(action: Action) -> Iterable[str]:
    """The names of the steps of ``action``."""
    if isinstance(action, ChooseHand):
        return _each("choose-hand", action.cards)
    if isinstance(action, PayTiles):
        return _each("pay-tiles", action.tiles)
    if isinstance(action, BuyPrestige):
        return (*(ONE_MORE,) * action.points, ENOUGH)
    fields = (getattr(action, field) for field in action.__struct_fields__)
    return (" ".join((str(action.__struct_config__.tag), *map(str, fields))),)
