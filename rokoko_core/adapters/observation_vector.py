"""Observations as vectors of fixed length.

The vector is computed from ``observe`` alone, so it contains nothing that the seat may not know (HIDDEN). Its layout
is the same for every player count, every expansion and both sides of the board; pieces not in play are 0. The values
are in units of the game (Livre, bales, pieces, prestige), whole and never negative. Players are in turn order from the
observer, who is player 0. In a solo game Madame du Barry is player 1.
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
"""All fields in order."""
STARTS: tuple[int, ...] = tuple(accumulate((field.size for field in FIELDS[:-1]), initial=0))
"""The index of the first number of each field."""
LENGTH = STARTS[-1] + FIELDS[-1].size
"""Length of the vector."""


_EMPTY = array("f", bytes(4 * LENGTH))


def to_vector(position: Position, seat: int) -> "array[float]":
    """Return ``LENGTH`` 32-bit floats: what ``seat`` sees of ``position``."""
    return observation_to_vector(observe(position.state, seat), position.prefix if position.mover == seat else ())


def observation_to_vector(observation: Observation, prefix: Word = ()) -> "array[float]":
    """Return the vector of ``observation`` for a seat that has chosen ``prefix`` of its action."""
    assert observation.seat is not None, "a spectator has no vector"
    steps = tuple(NAMES[number] for number in prefix)
    view = View(observation, observation.table, box_of(observation.table), observation.seat, steps)
    vector = _EMPTY[:]
    for start, field in zip(STARTS, FIELDS, strict=True):
        for index, value in field.read(view):
            vector[start + index] += value
    return vector
