"""What a seat sees, as a row of numbers of fixed length.

The row is made from ``observe`` alone, so it holds nothing the seat may not know (HIDDEN). It is the same for every
number of players, every expansion and both sides of the board; what is not in play is 0. Figures are the game's own
(Livre, bales, pieces, prestige), whole and never negative. Players stand in the order of their turns from the onlooker
on: the onlooker is player 0, the one who follows player 1, and so on; who plays alone has Madame du Barry as player 1.
"""

from array import array
from itertools import accumulate

from rokoko_core.adapters.action_numbers import NAMES, Word
from rokoko_core.adapters.environment import Position
from rokoko_core.adapters.player_fields import player_fields
from rokoko_core.adapters.table_fields import DECISION, DISPLAYS, GAME, TURN
from rokoko_core.adapters.vector_source import Field, View
from rokoko_core.box import box_of
from rokoko_core.observe import Observation, observe

FIELDS: tuple[Field, ...] = (*GAME, *DECISION, *TURN, *DISPLAYS, *player_fields())
"""All fields in the order of the row."""
STARTS: tuple[int, ...] = tuple(accumulate((field.size for field in FIELDS[:-1]), initial=0))
"""Where each field begins in the row."""
LENGTH = STARTS[-1] + FIELDS[-1].size
"""Numbers in the row."""


_EMPTY = array("f", bytes(4 * LENGTH))


def row(position: Position, seat: int) -> "array[float]":
    """What ``seat`` sees of ``position``: ``LENGTH`` numbers of 32 bits, field by field."""
    return row_of(observe(position.state, seat), position.told if position.mover == seat else ())


def row_of(seen: Observation, told: Word = ()) -> "array[float]":
    """``seen`` as such a row, for a seat that has ``told`` these steps of an action that is not whole yet."""
    assert seen.seat is not None, "an onlooker has no row"
    view = View(seen, seen.table, box_of(seen.table), seen.seat, tuple(NAMES[number] for number in told))
    found = _EMPTY[:]
    for start, field in zip(STARTS, FIELDS, strict=True):
        for place, figure in field.read(view):
            found[start + place] += figure
    return found
