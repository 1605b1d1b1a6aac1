"""The master: tries its best plans against re-dealt hidden cards, and everybody's likely play after it.

Every plan meets the same deals, so that luck weighs on all alike; the less promising ones are dropped on the way.
"""

from random import Random
from statistics import mean
from typing import NamedTuple

from rokoko_core.bots.clock import Clock, Plan
from rokoko_core.bots.evaluation import EVALUATION
from rokoko_core.bots.turn_search import Breadth, Line, committed, lines
from rokoko_core.engine import apply_unchecked, legal_actions, to_move
from rokoko_core.observe import Observation, determinize
from rokoko_core.pending import CardChoice
from rokoko_core.state import State


class Care(NamedTuple):
    """How thoroughly plans are tried."""

    stages: tuple[tuple[int, int], ...] = ((6, 2), (3, 2), (2, 2))
    """(plans still open, deals each is tried against), one stage after the other."""
    behind: float = 4.0
    """Prestige by which a plan may look worse than the best and is tried all the same."""
    trust: float = 0.5
    """How much what a plan looks like counts beside what it led to."""
    ahead: int = 7
    """Turns played on at the most, everybody's together."""


CARE = Care()
LIKELY = Breadth(bonus=2, gifts=1, tiles=4, cards_alike=True)
"""How the play of everybody is guessed."""


def plan(view: Observation, rng: Random, clock: Clock, care: Care = CARE) -> Plan:
    """The plan that led to the best positions."""
    assert view.seat is not None
    open_plans = _worth_trying(lines(determinize(view, rng), view.seat), care)
    outcomes: dict[Plan, list[float]] = {line.actions: [] for line in open_plans}

    def promise(line: Line) -> float:
        led_to = outcomes[line.actions]
        return (mean(led_to) if led_to else 0.0) + care.trust * line.worth

    for plans, deals in care.stages:
        open_plans = sorted(open_plans, key=promise, reverse=True)[:plans]
        for _ in range(deals):
            if len(open_plans) == 1 or clock.over:
                return committed(max(open_plans, key=promise))
            dealt = determinize(view, rng)
            for line in open_plans:
                outcomes[line.actions].append(_outcome(dealt, line, view.seat, care.ahead))
    return committed(max(open_plans, key=promise))


def _worth_trying(found: list[Line], care: Care) -> list[Line]:
    """The best lines, each beginning in its own way as far as it can be foreseen.

    Those for different cards and main actions come first: what differs in details only seldom leads elsewhere.
    """
    kinds: dict[Plan, Line] = {}
    choices: dict[Plan, Line] = {}
    least = found[0].worth - care.behind
    for line in found:
        if line.worth >= least and kinds.setdefault(line.actions[: line.known], line) is line:
            choices.setdefault(line.actions[:2], line)
    others = [line for line in kinds.values() if line not in choices.values()]
    return [*choices.values(), *others][: care.stages[0][0]]


def _outcome(state: State, line: Line, seat: int, ahead: int) -> float:
    """How ``seat`` stands ``ahead`` turns after it followed ``line``, or at the end of the round, if all play as is
    likely.
    """
    now = state.round
    for action in line.actions[: line.known]:
        state = apply_unchecked(state, action)
    while state.round == now and (asked := to_move(state)) is not None:
        if type(state.pending[-1]) is CardChoice:
            ahead -= 1
            if ahead < 0:
                break
        offers = legal_actions(state)
        chosen = offers if len(offers) == 1 else lines(state, asked, LIKELY)[0].actions
        for action in chosen:
            state = apply_unchecked(state, action)
    return EVALUATION.worth(state, seat)
