"""The master: plays the best line of a search."""

from random import Random

from rokoko_core.bots.search import search_turn
from rokoko_core.bots.time_limit import Clock, Plan
from rokoko_core.observe import Observation


def plan(view: Observation, rng: Random, clock: Clock) -> Plan:
    return search_turn(view, rng, clock)[0].line
