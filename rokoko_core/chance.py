"""A splitmix64 random number generator whose 64-bit state is part of the game state.

It uses integers only, so a seed deals the same game on every machine and Python version.
"""

from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")

_MASK = (1 << 64) - 1


def seeded(seed: int) -> int:
    """Return the initial generator state for any integer ``seed``."""
    return (seed * 0x9E3779B97F4A7C15 + 0xD1B54A32D192ED03) & _MASK


def draw(rng: int, bound: int) -> tuple[int, int]:
    """Return (next generator state, a uniform random number from 0 to ``bound`` - 1)."""
    limit = _MASK + 1 - (_MASK + 1) % bound
    while True:
        rng = (rng + 0x9E3779B97F4A7C15) & _MASK
        z = rng
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & _MASK
        z ^= z >> 31
        if z < limit:
            return rng, z % bound


def shuffled(rng: int, items: Sequence[T]) -> tuple[int, tuple[T, ...]]:
    """Return (next generator state, ``items`` shuffled)."""
    order = list(items)
    for last in range(len(order) - 1, 0, -1):
        rng, pick = draw(rng, last + 1)
        order[last], order[pick] = order[pick], order[last]
    return rng, tuple(order)
