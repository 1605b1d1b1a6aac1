"""Observations as vectors of fixed length.

The layout is the same for every player count, every expansion and both sides of the board; pieces not in play are 0.
The values are in units of the game (Livre, bales, pieces, prestige), whole and never negative. Players are in turn
order from the observer, who is player 0. In a solo game Madame du Barry is player 1.

The vector contains nothing that the seat may not know (HIDDEN): players and pending decisions are read as
``rokoko_core.observe`` shows them, of draw piles only the sizes.
"""

from array import array
from collections.abc import Callable, Sequence
from itertools import accumulate, chain, compress
from operator import attrgetter, is_not, ne
from typing import Any

from rokoko_core.adapters.action_numbers import Word
from rokoko_core.adapters.environment import Position, to_integer
from rokoko_core.adapters.player_fields import PLAYER, PLAYER_SIZE, player_fields
from rokoko_core.adapters.table_fields import TABLE
from rokoko_core.adapters.vector_source import Field, Section, Vector, View
from rokoko_core.box import box_of
from rokoko_core.observe import Observation, ObservedPlayer, observe_pending, observe_player
from rokoko_core.setup import MOST_PLAYERS
from rokoko_core.state import Player, Setup, State

FIELDS: tuple[Field, ...] = (*chain.from_iterable(section.fields for section in TABLE), *player_fields())
"""All fields in order."""
STARTS: tuple[int, ...] = tuple(accumulate((field.size for field in FIELDS[:-1]), initial=0))
"""The index of the first number of each field."""
LENGTH = STARTS[-1] + FIELDS[-1].size
"""Length of the vector."""

_EMPTY = array("f", bytes(4 * LENGTH))
_Sources = tuple[object, ...]


class _Part:
    """Successive sections of the vector, all read from one input."""

    def __init__(self, start: int, sections: Sequence[Section], differ: Callable[[object, object], bool]) -> None:
        """``differ`` compares two values of a source."""
        sources = [(number, source) for number, section in enumerate(sections) for source in section.sources]
        self._numbers = [number for number, _ in sources]
        self._read = attrgetter(*(source for _, source in sources))
        self._differ = differ
        self._layout = []
        for section in sections:
            starts = list(accumulate((field.size for field in section.fields), initial=start))
            writers = [(field.write, first) for field, first in zip(section.fields, starts, strict=False)]
            self._layout.append((slice(start, starts[-1]), _EMPTY[start : starts[-1]], writers))
            start = starts[-1]
        self.unread = (object(),) * len(sources)

    def write(self, vector: Vector, last: _Sources, view: View | ObservedPlayer) -> _Sources:
        """Write the sections whose sources in ``view`` differ from ``last``; return the sources in ``view``."""
        now: _Sources = self._read(view)
        for number in dict.fromkeys(compress(self._numbers, map(self._differ, now, last))):
            indices, zeros, writers = self._layout[number]
            vector[indices] = zeros
            for write, start in writers:
                write(vector, start, view)
        return now


_TABLE = _Part(0, TABLE, is_not)  # successive states share what did not change
_PLAYERS = [_Part(LENGTH - (MOST_PLAYERS - n) * PLAYER_SIZE, PLAYER, ne) for n in range(MOST_PLAYERS)]


class VectorWriter:
    """The vector of one seat, kept up to date from position to position.

    Only what changed since the last position is written again. Positions may be of several games and in any order.
    A copy begins with an empty vector.
    """

    def __init__(self, seat: int) -> None:
        self.seat = to_integer(seat, "a seat")
        self.vector = _EMPTY[:]
        """``LENGTH`` 32-bit floats, always the same array."""
        self._setup: Setup | None = None

    def __reduce__(self) -> tuple[Any, ...]:
        return VectorWriter, (self.seat,)

    def _start(self, state: State) -> None:
        """Begin the game of ``state`` with an empty vector. Raises ValueError if the seat is not in it."""
        if not 0 <= self.seat < len(state.players):
            raise ValueError(f"there is no seat {self.seat} in a game of {len(state.players)}")
        # At the end of a game everything becomes visible, so a finished game is always written from the start.
        self._setup = state.setup if state.pending else None
        self._box = box_of(state)
        self._boards: tuple[Player | None, ...] = (None,) * len(state.players)
        self._table_sources = _TABLE.unread
        self._player_sources = [part.unread for part in _PLAYERS]
        self.vector[:] = _EMPTY

    def write(self, position: Position) -> Vector:
        """Update and return ``vector``: what ``seat`` sees of ``position``. Raises ValueError for an unknown seat."""
        state, seat, vector = position.state, self.seat, self.vector
        if state.setup is not self._setup or not state.pending:
            self._start(state)
        boards = state.players
        if boards is not self._boards:
            for other, (board, last) in enumerate(zip(boards, self._boards, strict=True)):
                if board is not last:
                    n, player = (other - seat) % len(boards), observe_player(state, other, seat)
                    self._player_sources[n] = _PLAYERS[n].write(vector, self._player_sources[n], player)
            self._boards = boards
        prefix = position.prefix if position.mover == seat else ()
        view = View(state, observe_pending(state, seat), prefix, seat, boards[seat].specialist, self._box)
        self._table_sources = _TABLE.write(vector, self._table_sources, view)
        return self.vector


def to_vector(position: Position, seat: int) -> Vector:
    """Return ``LENGTH`` 32-bit floats: what ``seat`` sees of ``position``. Raises ValueError for an unknown seat."""
    return VectorWriter(seat).write(position)


def observation_to_vector(observation: Observation, prefix: Word = ()) -> Vector:
    """Return the vector of ``observation`` for a seat that has chosen ``prefix`` of its action.

    Raises ValueError for the observation of a spectator.
    """
    seat, table, vector = observation.seat, observation.table, _EMPTY[:]
    if seat is None:
        raise ValueError("a spectator has no vector")
    box, specialist = box_of(table), table.players[seat].specialist
    _TABLE.write(vector, _TABLE.unread, View(table, table.pending, prefix, seat, specialist, box))
    players = (*map(ObservedPlayer, table.players, observation.unplayed, observation.prestige_known),)
    for part, player in zip(_PLAYERS, players[seat:] + players[:seat], strict=False):
        part.write(vector, part.unread, player)
    return vector
