"""The master: takes the way to play that the search finds best in its time. The grandmaster takes more time."""

from random import Random

from rokoko_core.bots.search import judged
from rokoko_core.bots.time_limit import Clock, Plan
from rokoko_core.observe import Observation


def plan(view: Observation, rng: Random, clock: Clock) -> Plan:
    """The best way found, as far as nothing hidden shows itself on the way."""
    return judged(view, rng, clock)[0].line
