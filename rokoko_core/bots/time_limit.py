"""The clock that limits a bot's thinking, and the type of its answer."""

from collections.abc import Callable
from itertools import count
from math import inf
from time import monotonic
from typing import NamedTuple

from rokoko_core.actions import Action

Plan = tuple[Action, ...]
"""Actions of one seat, in order; never empty."""


class Clock(NamedTuple):
    """A deadline that can also be stopped early."""

    deadline: float = inf
    """In seconds, on the scale of ``now``."""
    stopped: Callable[[], bool] = lambda: False
    """Return True once the answer is wanted immediately."""
    now: Callable[[], float] = monotonic
    """Return the time in seconds; only differences have a meaning."""

    @property
    def over(self) -> bool:
        """True when the bot must answer with its best so far."""
        return self.now() >= self.deadline or self.stopped()

    @property
    def left(self) -> float:
        """Seconds until the deadline; 0 or below when it has passed."""
        return self.deadline - self.now()


LOOK = 0.002
"""Seconds by which a counted clock advances per reading: about the time of one turn of a rollout."""


def counting_clock(looks: float, stopped: Callable[[], bool] = lambda: False) -> Clock:
    """Return a clock that runs out after ``looks`` readings, so that a search gives the same result every time."""
    readings = count()
    return Clock(LOOK * looks, stopped, lambda: LOOK * next(readings))


def timed_clock(
    seconds: float, stopped: Callable[[], bool] = lambda: False, now: Callable[[], float] = monotonic
) -> Clock:
    """Return a clock that runs out in ``seconds``."""
    return Clock(now() + seconds, stopped, now)
