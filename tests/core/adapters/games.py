"""Random games by action numbers, for the tests of this folder."""

from collections.abc import Iterable, Iterator
from random import Random

from msgspec.structs import replace

from rokoko_core.adapters.environment import Position, new_position, new_setup
from rokoko_core.terms import Expansion

TABLES = [(players, expansions) for players in (1, 2, 3, 4, 5) for expansions in ((), tuple(Expansion))]
"""Each player count without expansions and with all of them."""


def first_position(players: int, expansions: Iterable[str] = (), seed: int = 1, open_scores: str = "all") -> Position:
    """Return the first position of a game."""
    return new_position(replace(new_setup(players, expansions, open_scores=open_scores), seed=seed))


def play_randomly(
    players: int, expansions: Iterable[str] = (), seed: int = 1, open_scores: str = "all"
) -> Iterator[Position]:
    """Yield every position of a random game, including the last."""
    rng, position = Random(seed), first_position(players, expansions, seed, open_scores)
    yield position
    while position.mover is not None:
        position = position.play(rng.choice(position.legal))
        yield position
