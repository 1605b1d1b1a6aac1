"""Random number generators whose state is part of the game state. Equal seeds deal equal games on every machine.

``blake2b`` is a keyed hash of a counter: nobody who sees some of its numbers can compute others without the key, which
is the secret seed. ``splitmix64`` is for seeds that people know. It has 64 bits of state and can be computed from what
it dealt. Both use integers only.
"""

from collections.abc import Iterator, Sequence
from hashlib import blake2b
from secrets import randbits
from struct import Struct
from typing import TypeVar

import msgspec

from rokoko_core.terms import Chance

T = TypeVar("T")

SECRET_BITS = 128
"""Bits of a secret seed."""
_MASK = (1 << 64) - 1
_WORDS = Struct("<8Q")
"""The 64-bit numbers of a digest, in their order."""


class KeyedGenerator(msgspec.Struct, frozen=True, gc=False):
    """The state of ``blake2b``: the seed as 16 bytes, and how many 64-bit numbers were drawn.

    Number ``n`` is number ``n % 8`` of digest ``n // 8``, the hash of ``n // 8`` as 8 bytes, both little-endian.
    """

    key: bytes
    drawn: int = 0


Generator = int | KeyedGenerator
"""The state of a generator; that of ``splitmix64`` is an integer of 64 bits."""


def draw_secret_seed() -> int:
    """Return a new secret seed from the random source of the operating system."""
    return randbits(SECRET_BITS)


def seeded(seed: int, chance: Chance = "splitmix64") -> Generator:
    """Return the initial state of generator ``chance`` for ``seed``; of 0 to 2**128 - 1 for ``blake2b``."""
    if chance == "blake2b":
        return KeyedGenerator(seed.to_bytes(SECRET_BITS // 8, "big"))
    return (seed * 0x9E3779B97F4A7C15 + 0xD1B54A32D192ED03) & _MASK


def draw(rng: Generator, bound: int) -> tuple[Generator, int]:
    """Return (next generator state, a uniform random number from 0 to ``bound`` - 1)."""
    if isinstance(rng, int):
        return _draw(rng, bound)
    words = _words(rng)
    drawn, number = _draw_keyed(words, bound)
    return KeyedGenerator(rng.key, rng.drawn + drawn), number


def shuffled(rng: Generator, items: Sequence[T]) -> tuple[Generator, tuple[T, ...]]:
    """Return (next generator state, ``items`` shuffled)."""
    order = list(items)
    if isinstance(rng, int):
        for last in range(len(order) - 1, 0, -1):
            rng, pick = _draw(rng, last + 1)
            order[last], order[pick] = order[pick], order[last]
        return rng, tuple(order)
    words, total = _words(rng), rng.drawn
    for last in range(len(order) - 1, 0, -1):
        drawn, pick = _draw_keyed(words, last + 1)
        order[last], order[pick] = order[pick], order[last]
        total += drawn
    return KeyedGenerator(rng.key, total), tuple(order)


def _draw(rng: int, bound: int) -> tuple[int, int]:
    limit = _MASK + 1 - (_MASK + 1) % bound
    while True:
        rng = (rng + 0x9E3779B97F4A7C15) & _MASK
        z = rng
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & _MASK
        z ^= z >> 31
        if z < limit:
            return rng, z % bound


def _draw_keyed(words: Iterator[int], bound: int) -> tuple[int, int]:
    """Return (count of ``words`` used, a uniform random number from 0 to ``bound`` - 1)."""
    limit = _MASK + 1 - (_MASK + 1) % bound
    drawn, word = 1, next(words)
    while word >= limit:
        drawn, word = drawn + 1, next(words)
    return drawn, word % bound


def _words(rng: KeyedGenerator) -> Iterator[int]:
    """Yield the numbers of ``rng`` from the next one on."""
    block, skipped = divmod(rng.drawn, 8)
    while True:
        digest = blake2b(block.to_bytes(8, "little"), key=rng.key).digest()
        yield from _WORDS.unpack(digest)[skipped:]
        block, skipped = block + 1, 0
