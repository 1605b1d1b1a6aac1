"""Time that is counted, not measured: a look at the clock takes a moment, so that thinking is the same every time."""

from itertools import count
from random import Random

from rokoko_core.bots import LEVELS
from rokoko_core.bots.clock import Clock, Plan, lasting
from rokoko_core.observe import Observation

MOMENT = 0.002
"""Seconds; about what a turn of playing on takes."""


def looks(number: float) -> Clock:
    """A clock that runs out when it has been looked at ``number`` times."""
    moments = count()
    return lasting(MOMENT * number, now=lambda: MOMENT * next(moments))


def planned(view: Observation, level: str, rng: Random, number: float = 100) -> Plan:
    """The plan of ``level``, thought about for ``number`` looks at the clock where that matters."""
    return view.actions if len(view.actions) == 1 else LEVELS[level].plan(view, rng, looks(number))
