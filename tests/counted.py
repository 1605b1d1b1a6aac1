"""Bots that think by a clock whose looks are counted, so that a test meets the same thoughts every time."""

from random import Random

from rokoko_core.bots import LEVELS
from rokoko_core.bots.time_limit import Plan, counted
from rokoko_core.observe import Observation


def planned(view: Observation, level: str, rng: Random, looks: float = 100) -> Plan:
    """The plan of ``level``, thought about for ``looks`` looks at the clock where that matters."""
    return view.actions if len(view.actions) == 1 else LEVELS[level].plan(view, rng, counted(looks))
