"""Input of the vector fields, and the order of the pieces in them."""

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
"""(index within the field, value) of all values but 0; the values of an index that occurs twice are added."""


class View(NamedTuple):
    """A position as one seat sees it."""

    observation: Observation
    table: State
    box: Box
    me: int
    prefix: tuple[str, ...]
    """The names of the steps that the seat has chosen of an incomplete action."""

    def relative_seat(self, seat: int) -> int:
        """Return the number of the player at ``seat``, counted from the observer."""
        return (seat - self.me) % len(self.table.players)


class Field(NamedTuple):
    """A named range of the vector."""

    name: str
    size: int
    what: str
    """The meaning of its numbers, for docs/numbers.md."""
    read: Callable[[View], Figures]


# ---- pieces and spaces of all shipped sets

_SETS = [components_named(name) for name in shipped()]


def _index(ids: Iterable[str]) -> dict[str, int]:
    return {id: index for index, id in enumerate(dict.fromkeys(ids))}


CARDS = _index(card.id for components in _SETS for card in (*components.cards, *components.specialists))
TILES = _index(tile.id for components in _SETS for tile in components.tiles)
DRESSES = _index(dress.id for components in _SETS for dress in components.dresses)
GUESTS = _index(space.id for components in _SETS for space in guest_spaces(components))
DECORATIONS = _index(space.id for components in _SETS for space in decoration_spaces(components))
BARRY_CARDS = _index(card.id for components in _SETS for card in components.barry)
COLOUR = _index(COLOURS)
WAREHOUSE = max(map(warehouse_spaces, _SETS))
"""The maximum number of spaces over all sides, as for the next three."""
WINDOWS = max(len(side.windows) for components in _SETS for side in components.sides)
ALL_HALLS = max(len(side.all_halls) for components in _SETS for side in components.sides)
JEWELER = max(len(components.jeweler.display) for components in _SETS)

EACH_CARD = "for each card"
EACH_TILE = "for each kind of tile"
EACH_PLAYER = "for each player"


def count_pieces(index: dict[str, int], pieces: Iterable[str]) -> Figures:
    """Count each kind of piece; pieces face down are left out."""
    return [(index[piece], 1) for piece in pieces if piece in index]


def mark_owners(view: View, owners: Sequence[int], spaces: Iterable[int]) -> Figures:
    """Set 1 at the owner of each space; each space has one number per player."""
    return [
        (space * MOST_PLAYERS + view.relative_seat(owner), 1)
        for space, owner in zip(spaces, owners, strict=True)
        if owner != NOBODY
    ]


def count_in_state(index: dict[str, int], name: str) -> Callable[[View], Figures]:
    """Return a reader that counts the pieces in the field ``name`` of the state."""
    return lambda view: count_pieces(index, getattr(view.table, name))
