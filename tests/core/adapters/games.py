"""Random games by numbers, for the tests of this folder."""

from collections.abc import Iterable, Iterator
from random import Random

from msgspec.structs import replace

from rokoko_core.adapters.environment import Position, begun, table
from rokoko_core.terms import Expansion

TABLES = [(players, expansions) for players in (1, 2, 3, 4, 5) for expansions in ((), tuple(Expansion))]
"""Each number of players without expansions and with all of them."""


def first(players: int, expansions: Iterable[str] = (), seed: int = 1) -> Position:
    """The first position of a game."""
    return begun(replace(table(players, expansions), seed=seed))


def course(players: int, expansions: Iterable[str] = (), seed: int = 1) -> Iterator[Position]:
    """Every position of a random game, the last one included."""
    rng, position = Random(seed), first(players, expansions, seed)
    yield position
    while position.mover is not None:
        position = position.after(rng.choice(position.legal))
        yield position
