"""Keys pressed for what was on the screen a moment ago: they must not commit anything now.

It goes by the time of the keys themselves and by no clock of its own.
"""

from math import inf

SPAN = 0.25
"""Seconds after the end of what others did in which nobody can have meant what is asked now."""


class KeyGuard:
    """Holds back what would commit, from a moment on, until nothing of the kind has come for a while."""

    def __init__(self) -> None:
        self._until = -inf

    def begin(self, moment: float) -> None:
        """What others did has come to its end at ``moment``."""
        self._until = max(self._until, moment + SPAN)

    def holds(self, moment: float) -> bool:
        """Whether a key pressed at ``moment`` was not meant for this; each such key makes it wait on."""
        if moment >= self._until:
            return False
        self._until = max(self._until, moment + SPAN)
        return True
