"""Input of the vector fields, and the order of the pieces in them."""

from array import array
from collections.abc import Callable, Iterable, Sequence
from operator import attrgetter
from typing import Any, NamedTuple, TypeAlias

from rokoko_core.adapters.action_numbers import Word, decoration_spaces, guest_spaces, warehouse_spaces
from rokoko_core.box import Box
from rokoko_core.components import components_named, shipped
from rokoko_core.pending import Pending
from rokoko_core.state import State
from rokoko_core.terms import COLOURS

Vector: TypeAlias = "array[float]"
"""32-bit floats."""


Write: TypeAlias = Callable[[Vector, int, Any], None]


class View(NamedTuple):
    """A position as one seat sees it, but for the players."""

    state: State
    """Not for its players and pending decisions. Its draw piles may be face up: read only their sizes."""
    pending: tuple[Pending, ...]
    prefix: Word
    """The numbers that the seat has chosen of an incomplete action."""
    me: int
    specialist: str
    """The observer's specialized Apprentice until it is hired."""
    box: Box

    def relative_seat(self, seat: int) -> int:
        """Return the number of the player at ``seat``, counted from the observer."""
        return (seat - self.me) % self.box.seats


class Field(NamedTuple):
    """A named range of the vector."""

    name: str
    size: int
    what: str
    """The meaning of its numbers, for docs/numbers.md."""
    write: Write
    """Writes its numbers, all but 0, into a vector from an index on.

    The third argument is a ``View``, for the fields of each player an ``ObservedPlayer``.
    """
    pieces: Sequence[str] = ()
    """What the numbers are about, each with as many numbers: ids of pieces and spaces, or "" for what always counts."""
    by_player: bool = False
    """Whether the first ``MOST_PLAYERS`` numbers, of each piece, are of one player each."""


class Section(NamedTuple):
    """Successive fields that are read from the same attributes."""

    sources: list[str]
    """The attributes; the numbers change only if one of them does."""
    fields: tuple[Field, ...]


def section(sources: str, *fields: Field) -> Section:
    """Return the section of ``fields`` that are read from the attributes ``sources``, separated by spaces."""
    return Section(sources.split(), fields)


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

EACH_PLAYER = "for each player"


def count_pieces(index: dict[str, int], source: str) -> Write:
    """Return a writer that counts each kind of piece in the attribute ``source``; pieces face down are left out."""
    read = attrgetter(source)

    def write(vector: Vector, start: int, view: Any) -> None:
        for piece in read(view):
            if piece in index:
                vector[start + index[piece]] += 1

    return write


def cards_field(name: str, what: str, write: Write) -> Field:
    """Return a field with a number for each card."""
    return Field(name, len(CARDS), f"for each card, {what}", write, [*CARDS])


def tiles_field(name: str, what: str, write: Write) -> Field:
    """Return a field with a number for each kind of tile."""
    return Field(name, len(TILES), f"for each kind of tile, {what}", write, [*TILES])
