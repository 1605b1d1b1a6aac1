"""What the fields of a row are read from, and the places pieces have in them."""

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from rokoko_core.adapters.action_numbers import decoration_spaces, guest_spaces, warehouse_spaces
from rokoko_core.box import Box
from rokoko_core.components import components_named, shipped
from rokoko_core.observe import Observation
from rokoko_core.setup import MOST_PLAYERS
from rokoko_core.state import NOBODY, State
from rokoko_core.terms import COLOURS

Figures = Iterable[tuple[int, float]]
"""(place within the field, figure) of all that is not 0; a place that comes twice counts twice."""


class View(NamedTuple):
    """What one seat sees of a position."""

    observation: Observation
    table: State
    box: Box
    me: int
    told: tuple[str, ...]
    """The names of the steps the seat has told of an action that is not whole yet."""

    def nth(self, seat: int) -> int:
        """The number of the player at ``seat``, counted from the onlooker on."""
        return (seat - self.me) % len(self.table.players)


class Field(NamedTuple):
    """A run of numbers in the row."""

    name: str
    size: int
    what: str
    """What its numbers mean, as the page of numbers says it."""
    read: Callable[[View], Figures]


# ---- the pieces and spaces that may be in play

_SETS = [components_named(name) for name in shipped()]


def _places(ids: Iterable[str]) -> dict[str, int]:
    return {id: place for place, id in enumerate(dict.fromkeys(ids))}


CARDS = _places(card.id for each in _SETS for card in (*each.cards, *each.specialists))
TILES = _places(tile.id for each in _SETS for tile in each.tiles)
DRESSES = _places(dress.id for each in _SETS for dress in each.dresses)
GUESTS = _places(space.id for each in _SETS for space in guest_spaces(each))
DECORATIONS = _places(space.id for each in _SETS for space in decoration_spaces(each))
BARRY_CARDS = _places(card.id for each in _SETS for card in each.barry)
COLOUR = _places(COLOURS)
WAREHOUSE = max(map(warehouse_spaces, _SETS))
"""Spaces of the larger side, as with the three that follow."""
WINDOWS = max(len(side.windows) for each in _SETS for side in each.sides)
ALL_HALLS = max(len(side.all_halls) for each in _SETS for side in each.sides)
JEWELER = max(len(each.jeweler.display) for each in _SETS)

EACH_CARD = "for each card"
EACH_TILE = "for each kind of tile"
EACH_PLAYER = "for each player"


def count(places: dict[str, int], pieces: Iterable[str]) -> Figures:
    """How many there are of each piece; pieces face down are nowhere counted."""
    return [(places[piece], 1) for piece in pieces if piece in places]


def owners(view: View, seats: Sequence[int], places: Iterable[int]) -> Figures:
    """Who has a marker on each space: of each, one number for each player."""
    return [
        (place * MOST_PLAYERS + view.nth(seat), 1) for place, seat in zip(places, seats, strict=True) if seat != NOBODY
    ]


def of_table(places: dict[str, int], name: str) -> Callable[[View], Figures]:
    """Reads how many of each piece lie in the field ``name`` of the state."""
    return lambda view: count(places, getattr(view.table, name))
