"""The journeyman: plans its whole turn, card, main action, details and bonus, and takes the best plan it finds."""

from random import Random

from rokoko_core.bots.time_limit import Clock, Plan
from rokoko_core.bots.turn_search import committed, lines
from rokoko_core.observe import Observation, determinize


def plan(view: Observation, rng: Random, clock: Clock) -> Plan:
    """The line with the best evaluation, as far as nothing hidden shows itself on the way."""
    assert view.seat is not None
    return committed(lines(determinize(view, rng), view.seat)[0])
