"""The apprentice: plays a random card, then the line that looks best after a random error is added."""

from random import Random

from rokoko_core.bots.time_limit import Clock, Plan
from rokoko_core.bots.turn_search import Breadth, committed, lines
from rokoko_core.observe import Observation, determinize
from rokoko_core.pending import CardChoice

MISJUDGED = 2.0
"""Standard deviation of the error, in prestige."""
NARROW = Breadth(bonus=3, gifts=1, tiles=6)


def plan(view: Observation, rng: Random, clock: Clock) -> Plan:
    assert view.seat is not None
    if isinstance(view.table.pending[-1], CardChoice):
        return (rng.choice(view.actions),)
    candidates = lines(determinize(view, rng), view.seat, NARROW)
    return committed(max(candidates, key=lambda line: line.worth + rng.gauss(0, MISJUDGED)))
