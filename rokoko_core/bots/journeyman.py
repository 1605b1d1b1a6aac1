"""The journeyman: plans its whole turn and plays the line with the best evaluation, corrected by the learned value."""

from operator import attrgetter
from random import Random

from rokoko_core.bots.learned_value import correct
from rokoko_core.bots.time_limit import Clock, Plan
from rokoko_core.bots.turn_search import committed, lines
from rokoko_core.observe import Observation, determinize

CANDIDATES = 24
"""Lines whose worth is corrected."""


def plan(view: Observation, rng: Random, clock: Clock) -> Plan:
    assert view.seat is not None
    candidates = lines(determinize(view, rng), view.seat)[:CANDIDATES]
    return committed(max(correct(candidates, view.seat), key=attrgetter("worth")))
