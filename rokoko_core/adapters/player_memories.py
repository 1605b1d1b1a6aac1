"""What each player of a game has seen and done so far, as digests."""

from collections.abc import Callable
from hashlib import blake2b
from typing import Any

import msgspec

from rokoko_core.events import Event, record_events, seen_by

_encode = msgspec.json.Encoder(order="deterministic").encode


class PlayerMemories:
    """The memories of all players at a position. It never changes.

    Few positions are asked for their digests. On request, the steps since the last digests are played again for their
    events.
    """

    __slots__ = ("_before", "_digests")

    def __init__(self, digests: tuple[bytes, ...]) -> None:
        self._digests = digests
        self._before: tuple[PlayerMemories, Callable[[], object], int | None, int | None] | None = None

    def __copy__(self) -> "PlayerMemories":
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> "PlayerMemories":
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return PlayerMemories, (self.digests,)

    def after(self, play: Callable[[], object], mover: int | None, action: int | None) -> "PlayerMemories":
        """Return the memories after the step ``action`` of ``mover``, which ``play`` takes; None for the deal."""
        memories = PlayerMemories(())
        memories._before = (self, play, mover, action)
        return memories

    @property
    def digests(self) -> tuple[bytes, ...]:
        """By seat, a digest of the events that the player saw and of its own steps; empty before the first."""
        steps, memories = [], self
        while memories._before is not None:
            steps.append((memories, *memories._before[1:]))
            memories = memories._before[0]
        digests = memories._digests
        for memories, play, mover, action in reversed(steps):
            events = record_events(play)[1]
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
