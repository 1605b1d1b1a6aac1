"""The compact observation: the numbers of the vector that games of one kind can use, in the same order.

The vector has a place for every player, expansion and component set. A game of two without expansions never uses most
of it. The compact observation leaves out the pieces, spaces and players that are not in play, and what is the same at
every position. So it has the same information for a network that learns one kind of game.
"""

from collections.abc import Iterator
from typing import Any

import numpy as np

from rokoko_core.adapters.environment import Position
from rokoko_core.adapters.observation_vector import FIELDS, STARTS, VectorWriter
from rokoko_core.adapters.vector_source import Field
from rokoko_core.box import Box, open_box
from rokoko_core.setup import MOST_PLAYERS
from rokoko_core.state import Setup

VERSION = 1
"""Grows whenever the compact observation of a kind of game changes."""
CONSTANT = ("people", "expansions")
"""Fields that are the same at all positions of a kind of game."""


def compact_indices(setup: Setup) -> list[int]:
    """Return the indices of docs/numbers.md that the compact observation of games like ``setup`` has, in order."""
    box = open_box(setup)
    pieces = {
        *(*box.card, *box.specialists, *box.tile, *box.dress, *box.barry),
        *(space.id for space in box.guests),
        *(space.id for space in box.decorations),
    }
    return [
        start + number
        for start, field in zip(STARTS, FIELDS, strict=True)
        if field.name not in CONSTANT and not _is_of_absent_player(field, box)
        for number in _used_numbers(field, box, pieces)
    ]


def _is_of_absent_player(field: Field, box: Box) -> bool:
    kind, _, rest = field.name.partition("-")
    return kind == "player" and int(rest.partition("-")[0]) >= box.seats


def _used_numbers(field: Field, box: Box, pieces: set[str]) -> Iterator[int]:
    """Yield the numbers of ``field`` that are not about a piece or player out of play."""
    names = field.pieces or [""]
    size = field.size // len(names)
    for first, piece in enumerate(names):
        for inner in range(size):
            is_absent = field.by_player and box.seats <= inner < MOST_PLAYERS
            if (not piece or piece in pieces) and not is_absent:
                yield first * size + inner


class VectorReader:
    """The observations of one seat as arrays of numpy, kept up to date from position to position."""

    def __init__(self, setup: Setup, seat: int, compact: bool = False) -> None:
        self._writer = VectorWriter(seat)
        self._full: Any = np.frombuffer(self._writer.vector, np.float32)
        self._indices = np.array(compact_indices(setup)) if compact else None
        self.length = len(self._full) if self._indices is None else len(self._indices)
        """Length of the observation."""

    def read(self, position: Position) -> Any:
        """Return what the seat sees of ``position``, float32; copy the array to keep it."""
        self._writer.write(position)
        return self._full if self._indices is None else self._full[self._indices]
