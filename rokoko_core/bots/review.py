"""Game review: the cost of each turn and hand choice compared with the best plan.

A turn is judged from the observation of its player at its start. The best plan of the search and the plan played are
compared by rollouts on the same deals, which differ from those of the search. A turn counts up to the first action that
reveals something hidden, so neither luck nor hindsight counts. From round 6 on the rollouts end with the game, and
journeymen play them. The cost is an estimate; it is 0 if the difference is within the error.
"""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import sqrt
from random import Random
from statistics import fmean, stdev
from typing import NamedTuple

import msgspec

from rokoko_core.actions import EndTurn
from rokoko_core.bots.evaluation import EVALUATION
from rokoko_core.bots.rollout import AS_JOURNEYMAN, LATE, Deal, apply_all, end_states, rounds_to_play
from rokoko_core.bots.search import Search
from rokoko_core.bots.time_limit import Clock, Plan, counting_clock
from rokoko_core.bots.turn_search import lines
from rokoko_core.engine import outcome
from rokoko_core.game import Game, revealed_fence
from rokoko_core.observe import Observation, determinize, observe
from rokoko_core.pending import CardChoice, HandChoice, TurnEnd
from rokoko_core.preview import row_changes
from rokoko_core.score_sheet import RowChange
from rokoko_core.scoring import score_rows
from rokoko_core.state import State


class Effort(NamedTuple):
    """The effort for one turn, counted instead of timed, so that a review is repeatable."""

    looks: int
    """Readings of the clock in the search, about one for each turn of a rollout."""
    deals: int
    """Deals for the comparison, at least 2. Late in the game at most twice as many, until the cost is certain."""


EFFORT = Effort(looks=240, deals=12)
UNHURRIED = Clock()
LUCK = 1.0
"""Standard errors by which the best plan must be better."""
CERTAIN = 0.5
"""Standard error of a late cost, in prestige, that needs no more deals."""
FEW_DEALS = 8
"""Least number of deals for a late cost."""
RIVALS = "rivals"
"""The part of the cost that the rivals gain."""
SLIGHT = 0.05
"""Smallest part that is listed, in prestige."""


class PlayedTurn(msgspec.Struct, frozen=True):
    """A turn or hand choice, with the observation of its player at the start."""

    position: int
    end: int
    """Positions before and after it; the last turn of a game in progress may be incomplete."""
    view: Observation
    played: Plan
    """Its actions without the end of the turn."""

    @property
    def seat(self) -> int:
        assert self.view.seat is not None
        return self.view.seat


class TurnReview(msgspec.Struct, frozen=True):
    """The cost of a turn."""

    position: int
    end: int
    seat: int
    played: Plan
    better: Plan
    """The best plan at the start of the turn, until something hidden is revealed; ``played`` if the cost is 0."""
    open: bool
    """Whether ``better`` ends with an action that reveals something hidden."""
    cost: float
    """Estimated loss compared with ``better`` in prestige: 0 or above."""
    rows: tuple[RowChange, ...]
    """Changes of the own projected score at the end of the turn, from ``played`` to ``better``.

    The Favor card is included only in the last round.
    """
    parts: tuple[tuple[str, float], ...]
    """(one of ``evaluation.ASPECTS`` or ``RIVALS``, prestige gained with ``better``), largest first; without small
    ones. All add up to the cost.
    """


def played_turns(game: Game) -> Iterator[PlayedTurn]:
    """Yield every turn and hand choice before the cursor, without Madame du Barry's."""
    game = game.without_undone()
    line = game.line
    for start, end in pairwise(game.turn_starts()):
        seat = game.seat_of(start)
        if seat < len(game.setup.players):
            played = tuple(action for action in line[start:end] if not isinstance(action, EndTurn))
            yield PlayedTurn(start, end, observe(game.at(start), seat), played)


def review(game: Game, effort: Effort = EFFORT) -> Iterator[TurnReview]:
    """Yield the review of every turn of ``game``. Repeatable."""
    return (review_turn(turn, effort) for turn in played_turns(game))


def review_turn(turn: PlayedTurn, effort: Effort = EFFORT) -> TurnReview:
    """Return the review of ``turn``. Repeatable."""
    search = Search(turn.view, Random(turn.position))
    search.run(counting_clock(effort.looks))
    better, is_open = known_part(search.candidates()[0].line, turn)
    played, _ = known_part(turn.played, turn)
    cost, parts = (0.0, {}) if better == played else _compare(turn, better, played, effort)
    if cost <= 0:
        return TurnReview(turn.position, turn.end, turn.seat, turn.played, turn.played, False, 0.0, (), ())
    return TurnReview(
        turn.position,
        turn.end,
        turn.seat,
        turn.played,
        better,
        is_open,
        cost,
        _row_changes(turn, played, better),
        tuple(sorted(((part, gain) for part, gain in parts.items() if abs(gain) >= SLIGHT), key=lambda part: -part[1])),
    )


def _deal(turn: PlayedTurn, number: int) -> str:
    return f"{turn.position}/{number}"


def known_part(actions: Plan, turn: PlayedTurn) -> tuple[Plan, bool]:
    """Return (``actions`` up to the first that reveals something hidden, whether there is one), without ``EndTurn``."""
    state = determinize(turn.view, Random(_deal(turn, 0)))
    for number, action in enumerate(actions, start=1):
        if isinstance(action, EndTurn):
            return actions[: number - 1], False
        state, events = outcome(state, action)
        if revealed_fence(events) is not None:
            return actions[:number], True
    return actions, False


def _compare(turn: PlayedTurn, better: Plan, played: Plan, effort: Effort) -> tuple[float, dict[str, float]]:
    """Return (cost of ``played``, its parts) from the states at the end of the round, or of the game."""
    costs: list[float] = []
    parts_by_deal: list[dict[str, float]] = []
    is_late = turn.view.table.round >= LATE
    for number in range(effort.deals * (2 if is_late else 1)):
        if is_late and number >= FEW_DEALS and _is_certain(costs):
            break
        deal = Deal(_deal(turn, number), rounds_to_play(turn.view.table), AS_JOURNEYMAN)
        best, actual = end_states(turn.view, (better, played), deal, UNHURRIED)
        assert best is not None and actual is not None, "the clock never runs out"
        costs.append(EVALUATION.worth(best, turn.seat) - EVALUATION.worth(actual, turn.seat))
        actual_parts = EVALUATION.parts(actual, turn.seat)
        parts_by_deal.append(
            {part: worth - actual_parts[part] for part, worth in EVALUATION.parts(best, turn.seat).items()}
        )
    cost = fmean(costs)
    if cost < LUCK * _error(costs):
        cost = 0.0
    parts = {part: fmean(of_deal[part] for of_deal in parts_by_deal) for part in parts_by_deal[0]}
    return cost, {**parts, RIVALS: cost - sum(parts.values())}


def _is_certain(costs: Sequence[float]) -> bool:
    """Return True if no more deals are needed: the cost is accurate, or there is none."""
    return _error(costs) < CERTAIN or fmean(costs) < 0


def _error(costs: Sequence[float]) -> float:
    """Return the standard error of the mean of ``costs``."""
    return stdev(costs) / sqrt(len(costs))


def _row_changes(turn: PlayedTurn, played: Plan, better: Plan) -> tuple[RowChange, ...]:
    state = determinize(turn.view, Random(_deal(turn, 0)))
    before, after = (score_rows(_end_of_turn(state, actions, turn.seat), turn.seat) for actions in (played, better))
    return row_changes(before, after, state)


def _end_of_turn(state: State, actions: Plan, seat: int) -> State:
    """Return the state at the end of the turn after ``actions`` and the best continuation."""
    state = apply_all(state, actions)
    decision = state.pending[-1] if state.pending else None
    if decision is None or decision.seat != seat or isinstance(decision, TurnEnd | CardChoice | HandChoice):
        return state
    return lines(state, seat)[0].state
