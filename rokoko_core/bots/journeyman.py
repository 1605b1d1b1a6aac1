"""The journeyman: plans its whole turn and plays the line with the best evaluation."""

from random import Random

from rokoko_core.bots.time_limit import Clock, Plan
from rokoko_core.bots.turn_search import committed, lines
from rokoko_core.observe import Observation, determinize


def plan(view: Observation, rng: Random, clock: Clock) -> Plan:
    assert view.seat is not None
    return committed(lines(determinize(view, rng), view.seat)[0])
