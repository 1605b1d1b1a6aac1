"""The novice: takes up any card, thinks of a few things to do with it and does the best."""

from random import Random

from rokoko_core.bots.time_limit import Clock, Plan
from rokoko_core.bots.turn_search import Breadth, committed, lines
from rokoko_core.observe import Observation, determinize
from rokoko_core.pending import CardChoice, HandChoice

COMES_TO_MIND = (3, 5)
"""How many ways to go on it thinks of, at the least and at the most."""
NARROW = Breadth(bonus=3, gifts=1, tiles=6)


def plan(view: Observation, rng: Random, clock: Clock) -> Plan:
    """The best of the few ways to go on that come to its mind."""
    assert view.seat is not None
    if isinstance(view.table.pending[-1], CardChoice | HandChoice):
        return (rng.choice(view.actions),)
    found = lines(determinize(view, rng), view.seat, NARROW)
    few = min(rng.randint(*COMES_TO_MIND), len(found))
    return committed(max(rng.sample(found, few), key=lambda line: line.worth))
