"""The journeyman: plans its whole turn and plays the line with the best evaluation, corrected by what will follow.

The learned value corrects it. It knows no games against Madame du Barry, so there a rollout does.
"""

from collections.abc import Sequence
from operator import attrgetter
from random import Random

from rokoko_core.bots.evaluation import EVALUATION, Evaluation
from rokoko_core.bots.learned_value import correct
from rokoko_core.bots.rollout import AS_JOURNEYMAN, Deal, outcomes
from rokoko_core.bots.search import distinct_lines
from rokoko_core.bots.time_limit import Clock, Plan
from rokoko_core.bots.turn_search import Line, committed, lines
from rokoko_core.box import box_of
from rokoko_core.observe import Observation, determinize

CANDIDATES = AS_JOURNEYMAN.corrected
"""Lines whose worth is corrected by the learned value."""
SOLO_CANDIDATES = 4
"""Lines whose worth is corrected by a rollout to the end of the round."""


def plan(view: Observation, rng: Random, clock: Clock, evaluation: Evaluation = EVALUATION) -> Plan:
    assert view.seat is not None
    candidates = lines(determinize(view, rng), view.seat, evaluation=evaluation)[:CANDIDATES]
    if box_of(candidates[0].state).solo:
        candidates = _correct_by_rollout(view, candidates, rng, clock)
    else:
        candidates = correct(candidates, view.seat)
    return committed(max(candidates, key=attrgetter("worth")))


def _correct_by_rollout(view: Observation, candidates: Sequence[Line], rng: Random, clock: Clock) -> list[Line]:
    """Return the best distinct lines; the worth of each is the mean of the evaluation and of a rollout on one deal."""
    best = sorted(distinct_lines(candidates), key=lambda line: -line.worth)[:SOLO_CANDIDATES]
    if len(best) == 1:
        return best
    deal = Deal(f"{rng.getrandbits(64)}", 0)
    leads = outcomes(view, [line.actions[: line.known] for line in best], deal, clock)
    if leads is None:
        return best
    return [line._replace(worth=(line.worth + lead) / 2) for line, lead in zip(best, leads, strict=True)]
