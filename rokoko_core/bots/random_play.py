"""Random play: each legal action with the same probability."""

from random import Random

from rokoko_core.bots.time_limit import Clock, Plan
from rokoko_core.observe import Observation


def plan(view: Observation, rng: Random, clock: Clock) -> Plan:
    return (rng.choice(view.actions),)
