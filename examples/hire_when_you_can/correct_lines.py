"""A bot that lists the ways to play its turn and takes the one that a network expects to be best."""

from operator import attrgetter
from random import Random

from rokoko_core import Action, Observation, determinize
from rokoko_core.bots.learned_value import correct
from rokoko_core.bots.time_limit import Clock
from rokoko_core.bots.turn_search import lines

MOST = 24


def choose(view: Observation, rng: Random, clock: Clock) -> Action:
    """Return the first action of the line with the highest worth."""
    assert view.seat is not None, "a spectator is never asked"
    best = lines(determinize(view, rng), view.seat)[:MOST]
    return max(correct(best, view.seat), key=attrgetter("worth")).actions[0]
