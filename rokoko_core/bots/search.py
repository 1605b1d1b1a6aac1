"""Search of a turn: candidate lines are compared by rollouts on the same deals of the hidden pieces.

The worse half of the candidates is dropped repeatedly (sequential halving), so that most deals compare the best ones.
With more time, rollouts end in a later round. A search keeps its results and can be continued.
"""

from collections.abc import Hashable, Iterable, Sequence
from math import ceil, inf, log2, sqrt
from random import Random
from statistics import fmean, stdev, variance
from typing import NamedTuple

import msgspec

from rokoko_core.bots.evaluation import EVALUATION
from rokoko_core.bots.exact_turn import ExactTurn, NotSolvable, is_in_last_turn
from rokoko_core.bots.learned_value import correct
from rokoko_core.bots.rollout import AS_JOURNEYMAN, QUICK, Deal, apply_all, outcomes, rounds_to_play
from rokoko_core.bots.rollout_pool import ALONE, RolloutPool
from rokoko_core.bots.time_limit import Clock, Plan
from rokoko_core.bots.turn_search import VARIOUS, Line, committed, kind_of, lines
from rokoko_core.observe import Observation, determinize
from rokoko_core.rounds import HAND
from rokoko_core.scoring import final_scores
from rokoko_core.setup import LAST_ROUND
from rokoko_core.state import State


class SearchOptions(NamedTuple):
    """How a search divides its time."""

    candidates: int = 24
    """Most candidates."""
    prior: float = 6.0
    """Weight of the evaluation before any rollout, in deals."""
    prior_share: float = 0.3
    """Additional weight per deal played, because rollouts have a bias that more deals do not remove."""
    prior_error: float = 1.5
    """Prestige by which the evaluation errs about the difference of two lines. It limits its weight in the last round,
    where rollouts end with the game: if they differ less, a few of them are more accurate than the evaluation.
    """
    first_deals: int = 2
    """Deals for each candidate in the first stage; if time is short there are fewer candidates."""
    stage_deals: int = 60
    """Deals for each candidate in a stage; if time is short the rollouts are shorter."""
    drop_deals: int = 8
    """Deals after which a candidate that is certainly worse may be dropped."""
    same_deals: int = 3
    """Deals after which a candidate with a constant difference to the best is dropped."""
    drop_errors: float = 4.0
    """Standard errors that make a candidate certainly worse."""


OPTIONS = SearchOptions()
SAME = 1e-6
"""Prestige of standard error below which a difference is constant."""
MOST_SOLVED = 2_000
"""Positions of a last turn after which it is searched and not solved: about 0.4 s."""
TURN_SECONDS = 0.002
"""Assumed time for one turn of a rollout until it is measured."""


class Candidate(msgspec.Struct, frozen=True):
    """A line with its estimates."""

    line: Plan
    """Its actions to the end of the turn, or up to the first that reveals something hidden."""
    worth: float
    """Expected lead over the mean of the rivals at the end of the game, in prestige."""
    error: float
    """Standard error of the difference to the best candidate; for the best, of its own mean."""
    deals: int
    """Rollouts; 0 if only the evaluation counts."""
    is_estimated: bool = True
    """False if it was dropped although its few deals were better than those of the best; ``worth`` is that of the best,
    as a limit.
    """


class _Trial:
    """A line and the results of its rollouts."""

    def __init__(self, line: Line):
        self.line = line
        self.plan: Plan = line.actions[: line.known]
        self.leads: list[float] = []
        """By deal. A dropped trial has the first deals of the others."""

    def estimate(self, options: SearchOptions, most: float = inf) -> float:
        """Return the expected lead; comparable between trials with the same deals.

        The evaluation weighs at most ``most`` deals, here and in ``deficit``.
        """
        weight = min(self._prior_weight(options), most)
        total = len(self.leads) + weight
        return (sum(self.leads) + weight * self.line.worth) / total if total else 0.0

    def deficit(self, best: "_Trial", options: SearchOptions, most: float = inf) -> float:
        """Return how much better ``best`` is, from the deals that both have."""
        weight = min(self._prior_weight(options), most)
        total = len(self.leads) + weight
        differences = sum(self._differences(best), weight * (best.line.worth - self.line.worth))
        return differences / total if total else 0.0

    def error(self, best: "_Trial") -> float:
        """Return the standard error of the deficit; for ``best`` itself, of its own mean."""
        values = self.leads if best is self else self._differences(best)
        return stdev(values) / sqrt(len(values)) if len(values) > 1 else float("inf")

    def is_certainly_worse(self, best: "_Trial", options: SearchOptions, most: float) -> bool:
        """Return True if more deals cannot change the order of this trial and ``best``."""
        if self is best or len(self.leads) < options.same_deals:
            return False
        error = self.error(best)
        if error < SAME:
            return True
        return len(self.leads) >= options.drop_deals and self.deficit(best, options, most) > options.drop_errors * error

    def variance(self, best: "_Trial") -> float:
        """Return the variance of the difference to ``best`` between deals; there must be two at least."""
        return variance(self._differences(best))

    def _prior_weight(self, options: SearchOptions) -> float:
        """Return the weight of the evaluation, in deals."""
        return options.prior + options.prior_share * len(self.leads)

    def _differences(self, best: "_Trial") -> list[float]:
        return [theirs - own for own, theirs in zip(self.leads, best.leads, strict=False)]


class Search:
    """The search of one decision. ``run`` can be called repeatedly."""

    def __init__(self, view: Observation, rng: Random, options: SearchOptions = OPTIONS):
        assert view.seat is not None
        self._view, self._seat, self._options = view, view.seat, options
        root = determinize(view, rng)
        distinct = distinct_lines(lines(root, self._seat, VARIOUS))[: options.candidates]
        solved = _solve(root, self._seat, distinct)
        if not solved and root.round < LAST_ROUND:  # the network was not fitted to exact leads
            distinct = correct(distinct, self._seat)
        self._trials = [_Trial(line) for line in solved or distinct]
        self._is_solved = bool(solved)
        self._active = self._trials[:1] if solved else list(self._trials)
        """Trials not dropped, best first; all have the same deals."""
        self._most_prior = inf
        """Greatest weight of the evaluation, in deals."""
        self._seed = rng.getrandbits(64)
        self._deals = 0
        self._shortest = rounds_to_play(root)
        self._late = AS_JOURNEYMAN if root.round == LAST_ROUND else QUICK  # earlier there would be too few deals
        self._turn_seconds = TURN_SECONDS

    @property
    def is_decided(self) -> bool:
        """Whether one trial is left."""
        return len(self._active) == 1

    def run(self, clock: Clock, pool: RolloutPool = ALONE) -> None:
        """Search until the clock runs out or the best is certain."""
        if self.is_decided:
            return
        if not self._deals:
            self._limit_candidates(clock)
        start, seconds = clock.now(), clock.left
        stages = _stages(len(self._active))
        for stage in range(1, stages + 1):
            self._run_stage(clock, start + seconds * stage / stages, pool)
            if self.is_decided or clock.over:
                break
            if stage < stages:
                self._active = self._active[: ceil(len(self._active) / 2)]

    def candidates(self) -> tuple[Candidate, ...]:
        """Return the results so far, best first, those without an estimate last; none is better than the first."""
        best = self._active[0]
        trials = [*self._active, *(trial for trial in self._trials if trial not in self._active)]
        lead = fmean(best.leads) if best.leads else self._lead_without_deals(best.line)
        deficits = [trial.deficit(best, self._options, self._most_prior) for trial in trials]
        first, *others = (
            Candidate(
                committed(trial.line),
                lead - max(0.0, deficit),
                trial.error(best),
                len(trial.leads),
                trial in self._active or deficit > -SAME,
            )
            for trial, deficit in zip(trials, deficits, strict=True)
        )
        return (first, *sorted(others, key=lambda candidate: (not candidate.is_estimated, -candidate.worth)))

    def _lead_without_deals(self, line: Line) -> float:
        return line.worth if self._is_solved else EVALUATION.worth(line.state, self._seat)

    def _limit_candidates(self, clock: Clock) -> None:
        """Measure a rollout, and drop the trials for which there is no time in the first stage.

        Half of the remaining ones have the best evaluations; the others are the first of the list, one of each kind.
        """
        start, turns = clock.now(), self._turns(self._shortest)
        outcomes(self._view, [self._active[0].plan], Deal(f"{self._seed}/first", self._shortest, self._late), clock)
        self._turn_seconds = max(self._turn_seconds, (clock.now() - start) / turns)
        seconds_each, seconds = self._turn_seconds * turns * self._options.first_deals, clock.left
        number = len(self._active)
        while number > 2 and number * _stages(number) * seconds_each > seconds:
            number -= 1
        by_evaluation = sorted(self._active, key=lambda trial: -trial.line.worth)
        self._active = list(dict.fromkeys([*by_evaluation[: ceil(number / 2)], *self._active]))[:number]

    # ---- one stage

    def _run_stage(self, clock: Clock, end: float, pool: RolloutPool) -> None:
        """Run rollouts of all active trials on the same deals, at least one, until ``end``; sort the trials."""
        rounds = self._rounds(end - clock.now(), pool)
        while not self.is_decided and not clock.over:
            numbers = range(self._deals, self._deals + pool.workers)
            deals = [Deal(f"{self._seed}/{n}", rounds, self._late) for n in numbers]
            start = clock.now()
            leads_by_deal = pool.outcomes(self._view, [trial.plan for trial in self._active], deals, clock)
            if not leads_by_deal:
                break
            self._deals += len(deals)
            self._turn_seconds = (clock.now() - start) / (len(self._active) * self._turns(rounds))
            self._add(leads_by_deal)
            if clock.now() >= end:
                break

    def _add(self, leads_by_deal: Iterable[Sequence[float]]) -> None:
        for leads in leads_by_deal:
            for trial, lead in zip(self._active, leads, strict=True):
                trial.leads.append(lead)
        self._most_prior = self._limit_prior()
        self._active.sort(key=lambda trial: -trial.estimate(self._options, self._most_prior))
        best = self._active[0]
        self._active = [
            trial for trial in self._active if not trial.is_certainly_worse(best, self._options, self._most_prior)
        ]

    def _limit_prior(self) -> float:
        """Return the greatest weight of the evaluation, in deals: little in the last round if the deals agree."""
        best, *others = self._active
        if self._view.table.round < LAST_ROUND or self._deals < self._options.same_deals or not others:
            return self._most_prior
        spread = fmean(trial.variance(best) for trial in others)
        return max(spread / self._options.prior_error**2, SAME)

    def _rounds(self, seconds: float, pool: RolloutPool) -> int:
        """Return the longest rollouts, in rounds, with enough deals for all active trials in ``seconds``."""
        turns = seconds * pool.workers / (len(self._active) * self._options.stage_deals * self._turn_seconds)
        left, shortest = LAST_ROUND - self._view.table.round, self._shortest
        return next((rounds for rounds in range(left, shortest, -1) if self._turns(rounds) <= turns), shortest)

    def _turns(self, rounds: int) -> int:
        """Return the approximate number of turns to the end of the round in ``rounds`` rounds."""
        players = self._view.table.players
        return max(1, sum(len(player.hand) for player in players)) + rounds * HAND * len(players)


def _solve(state: State, seat: int, others: Iterable[Line]) -> list[Line]:
    """Return the best line of the last turn of a game and ``others`` with their exact leads, best first.

    Of equal leads, the one with more Livre left is better (END-9). Empty if the turn cannot be solved.
    """
    if not is_in_last_turn(state):
        return []
    try:
        turn = ExactTurn(state, MOST_SOLVED)
        ends = {plan: apply_all(state, plan) for plan in (turn.best, *map(committed, others))}
        solved = [Line(plan, end, float(turn.lead_from(end)), len(plan)) for plan, end in ends.items()]
    except NotSolvable:
        return []
    return sorted(solved, key=lambda line: (line.worth, _livre_left(line.state, seat)), reverse=True)


def _livre_left(state: State, seat: int) -> int:
    """Return the Livre that break a tie at the end of the game; -1 if a hired card is still to be played."""
    return -1 if state.pending else final_scores(state)[seat].livre_left


def _stages(number: int) -> int:
    """Return the number of halvings."""
    return max(1, ceil(log2(number)))


def distinct_lines(every: Sequence[Line]) -> list[Line]:
    """Return the lines that differ in their known actions; ``every`` is sorted, best first.

    The best of each kind of main action comes first, then the best of each card and main action, then the rest, because
    lines that differ only in details seldom have different results.
    """
    by_plan: dict[Plan, Line] = {}
    by_kind: dict[Hashable, Line] = {}
    by_choice: dict[Plan, Line] = {}
    for line in every:
        if by_plan.setdefault(line.actions[: line.known], line) is line:
            by_kind.setdefault(kind_of(line.actions), line)
            by_choice.setdefault(line.actions[:2], line)
    ordered = [*by_kind.values(), *by_choice.values(), *by_plan.values()]
    return list({line.actions[: line.known]: line for line in ordered}.values())


def search_turn(
    view: Observation, rng: Random, clock: Clock, pool: RolloutPool = ALONE, options: SearchOptions = OPTIONS
) -> tuple[Candidate, ...]:
    """Return the candidates for the seat to move, best first, with the best of each kind of action."""
    search = Search(view, rng, options)
    search.run(clock, pool)
    return search.candidates()
