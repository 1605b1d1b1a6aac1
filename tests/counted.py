"""Bots with a counted clock, so that their thinking is reproducible."""

from random import Random

from rokoko_core.bots import LEVELS
from rokoko_core.bots.time_limit import Plan, counting_clock
from rokoko_core.observe import Observation


def planned(view: Observation, level: str, rng: Random, looks: float = 100) -> Plan:
    """Return the plan of ``level`` after at most ``looks`` looks at the clock."""
    return view.actions if len(view.actions) == 1 else LEVELS[level].plan(view, rng, counting_clock(looks))
