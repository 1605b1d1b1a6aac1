"""How long a bot may think, and what it answers with."""

from collections.abc import Callable
from time import monotonic
from typing import NamedTuple

from rokoko_core.actions import Action

Plan = tuple[Action, ...]
"""Actions of one seat, one after the other; never empty."""


class Clock(NamedTuple):
    """Says when thinking has to end."""

    deadline: float | None = None
    """Reading of ``time.monotonic`` in seconds; None for no end."""
    stopped: Callable[[], bool] = lambda: False
    """True once somebody wants the answer now."""

    @property
    def over(self) -> bool:
        """True when the best found so far has to do."""
        return (self.deadline is not None and monotonic() > self.deadline) or self.stopped()
