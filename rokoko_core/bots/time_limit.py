"""How long a bot may think, and what it answers with."""

from collections.abc import Callable
from itertools import count
from math import inf
from time import monotonic
from typing import NamedTuple

from rokoko_core.actions import Action

Plan = tuple[Action, ...]
"""Actions of one seat, one after the other; never empty."""


class Clock(NamedTuple):
    """Says when thinking has to end."""

    deadline: float = inf
    """Reading of ``now``, in seconds; infinite for no end."""
    stopped: Callable[[], bool] = lambda: False
    """True once somebody wants the answer at once."""
    now: Callable[[], float] = monotonic
    """Tells the time; only differences mean anything."""

    @property
    def over(self) -> bool:
        """True when the best found so far has to do."""
        return self.now() >= self.deadline or self.stopped()

    @property
    def left(self) -> float:
        """Seconds until the deadline; 0 or below when it has passed."""
        return self.deadline - self.now()


LOOK = 0.002
"""Seconds a look at a counted clock takes: about as long as a turn of playing on."""


def counted(looks: float, stopped: Callable[[], bool] = lambda: False) -> Clock:
    """A clock that runs out when it was looked at ``looks`` times: whoever thinks by it does so alike every time."""
    taken = count()
    return Clock(LOOK * looks, stopped, lambda: LOOK * next(taken))


def lasting(seconds: float, stopped: Callable[[], bool] = lambda: False, now: Callable[[], float] = monotonic) -> Clock:
    """A clock that runs out in ``seconds``."""
    return Clock(now() + seconds, stopped, now)
