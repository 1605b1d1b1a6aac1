"""What each player of a game has seen and done so far, as digests."""

from hashlib import blake2b
from typing import Any

import msgspec

from rokoko_core.events import Event, seen_by

_encode = msgspec.json.Encoder(order="deterministic").encode


class PlayerMemories:
    """The memories of all players at a position. It never changes.

    Most positions of a game are never asked for their digests, so they are computed on request, from the last ones.
    """

    __slots__ = ("_before", "_digests")

    def __init__(self, players: int) -> None:
        self._digests: tuple[bytes, ...] = (b"",) * players
        self._before: tuple[PlayerMemories, tuple[Event, ...], int | None, int | None] | None = None

    def __copy__(self) -> "PlayerMemories":
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> "PlayerMemories":
        return self

    def after(self, events: tuple[Event, ...], mover: int | None, action: int | None) -> "PlayerMemories":
        """Return the memories after ``events``, which the step ``action`` of the player ``mover`` caused."""
        memories = PlayerMemories(0)
        memories._before = (self, events, mover, action)
        return memories

    @property
    def digests(self) -> tuple[bytes, ...]:
        """By seat, a digest of the events that the player saw and of its own steps; empty before the first."""
        steps, memories = [], self
        while memories._before is not None:
            steps.append((memories, *memories._before[1:]))
            memories = memories._before[0]
        digests = memories._digests
        for memories, events, mover, action in reversed(steps):
            digests = memories._digests = tuple(
                extend_memory(digest, seen_by(events, player), action if player == mover else None)
                for player, digest in enumerate(digests)
            )
            memories._before = None
        return digests


def extend_memory(memory: bytes, events: tuple[Event, ...], action: int | None) -> bytes:
    """Return the digest ``memory`` with ``events`` and the own step ``action`` added; 16 bytes."""
    if not events and action is None:
        return memory
    return blake2b(memory + _encode((events, action)), digest_size=16).digest()
