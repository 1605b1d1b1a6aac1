"""Rejects keys that were meant for what the screen showed a moment ago. Uses the timestamps of the keys, no clock."""

from math import inf

GUARD_SECONDS = 0.25
"""Seconds after a playback within which no key can be an answer to the new question."""

TIMES_AFTER_FORCED = 4
"""How many times longer keys are blocked after a card was forced: they may be meant for it."""
TIMES_AFTER_PLAYBACK = 2
"""The same where a playback ended without a key: one that was to end it may come late."""
TIMES_AFTER_SWAP = 3
"""The same where another choice came under the cursor: it has to be read first."""
TIMES_ON_PAGE = 4
"""The same on a page that opens automatically: a key may be on its way to what it covers."""


class KeyGuard:
    """Blocks committing keys until none has come for ``GUARD_SECONDS``."""

    def __init__(self) -> None:
        self._until = -inf

    def begin(self, time: float, times: int = 1) -> None:
        """Start blocking at ``time``, in seconds, ``times`` as long as usual."""
        self._until = max(self._until, time + times * GUARD_SECONDS)

    def remaining(self, time: float) -> float:
        """Return for how many seconds after ``time`` keys are blocked."""
        return max(0.0, self._until - time)

    def blocks(self, time: float) -> bool:
        """Return whether a key pressed at ``time`` is to be ignored; each ignored key extends the wait."""
        if time >= self._until:
            return False
        self._until = max(self._until, time + GUARD_SECONDS)
        return True
