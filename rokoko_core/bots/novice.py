"""The novice: plays a random card, then the best of a few random lines."""

from random import Random

from rokoko_core.bots.time_limit import Clock, Plan
from rokoko_core.bots.turn_search import Breadth, committed, lines
from rokoko_core.observe import Observation, determinize
from rokoko_core.pending import CardChoice, HandChoice

SAMPLE_SIZES = (3, 5)
"""Least and largest number of lines it compares."""
NARROW = Breadth(bonus=3, gifts=1, tiles=6)


def plan(view: Observation, rng: Random, clock: Clock) -> Plan:
    assert view.seat is not None
    if isinstance(view.table.pending[-1], CardChoice | HandChoice):
        return (rng.choice(view.actions),)
    candidates = lines(determinize(view, rng), view.seat, NARROW)
    size = min(rng.randint(*SAMPLE_SIZES), len(candidates))
    return committed(max(rng.sample(candidates, size), key=lambda line: line.worth))
