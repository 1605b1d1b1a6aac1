"""Random play: any legal action, all alike."""

from random import Random

from rokoko_core.bots.time_limit import Clock, Plan
from rokoko_core.observe import Observation


def plan(view: Observation, rng: Random, clock: Clock) -> Plan:
    """One of the offers by chance."""
    return (rng.choice(view.actions),)
