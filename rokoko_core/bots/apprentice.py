"""The apprentice: sensible but loose. It takes up its cards as they come and misjudges what it could do with them."""

from random import Random

from rokoko_core.bots.time_limit import Clock, Plan
from rokoko_core.bots.turn_search import Breadth, committed, lines
from rokoko_core.observe import Observation, determinize
from rokoko_core.pending import CardChoice

MISJUDGED = 2.0
"""Prestige by which it misjudges a line, as a standard deviation."""
NARROW = Breadth(bonus=3, gifts=1, tiles=6)


def plan(view: Observation, rng: Random, clock: Clock) -> Plan:
    """A line that looks good."""
    assert view.seat is not None
    if isinstance(view.table.pending[-1], CardChoice):
        return (rng.choice(view.actions),)
    found = lines(determinize(view, rng), view.seat, NARROW)
    return committed(max(found, key=lambda line: line.worth + rng.gauss(0, MISJUDGED)))
