"""Games with searched decisions: the lines of many decisions with the results of their rollouts."""

from collections.abc import Sequence
from random import Random
from statistics import fmean

import msgspec
from msgspec.structs import replace

from research.tuning.games import QUICK, Record, choose_line, with_errors
from rokoko_core.actions import Action
from rokoko_core.bots.evaluation import EVALUATION, Evaluation
from rokoko_core.bots.journeyman import CANDIDATES
from rokoko_core.bots.learned_value import correct
from rokoko_core.bots.rollout import Deal, outcomes
from rokoko_core.bots.search import distinct_lines
from rokoko_core.bots.time_limit import Clock, Plan
from rokoko_core.bots.turn_search import VARIOUS, Line, committed, lines
from rokoko_core.components import newest
from rokoko_core.engine import apply_unchecked, legal_actions, new_state, to_move
from rokoko_core.observe import Observation, determinize, observe
from rokoko_core.state import Setup

SHARE = 0.6
"""Share of the decisions that are searched."""
FOLLOWED = 0.5
"""Share of these after which the best line is played; otherwise a preference chooses, so that games differ."""
BEST, OTHERS = 8, 4
"""Lines of a search: the best ones by the learned value, and random ones."""
DEALS = 3
"""Rollouts of each line, to the end of the round."""
PRIOR = 3.0
"""Weight of the worth of a line beside its rollouts, in deals."""
FOREVER = Clock()


class Label(msgspec.Struct, frozen=True):
    """A searched decision."""

    at: int
    """Actions before it."""
    deal: str
    """Seed of the deal of hidden pieces in which the lines were found."""
    lines: tuple[Plan, ...]
    worth: tuple[float, ...]
    """Worth of each line by the evaluation."""
    leads: tuple[tuple[float, ...], ...]
    """Lead at the end of the round, by line and deal."""


class SearchedGame(msgspec.Struct, frozen=True):
    """A game in the file."""

    seed: int
    actions: tuple[Action, ...]
    labels: tuple[Label, ...]

    @property
    def setup(self) -> Setup:
        return setup_of(self.seed)


def setup_of(seed: int) -> Setup:
    """Return the setup that ``research.tuning`` uses for ``seed``, with the newest component set."""
    return replace(Record(seed, ()).setup, components=newest())


def play_game(seed: int) -> SearchedGame:
    """Play a game of searches and of journeymen with errors and preferences; it depends only on ``seed``."""
    rng, game = Random(f"search/{seed}"), SearchedGame(seed, (), ())
    state = new_state(game.setup)
    evaluations = [Evaluation(with_errors(EVALUATION.weights, rng)) for _ in state.players]
    actions: list[Action] = []
    labels: list[Label] = []
    while (seat := to_move(state)) is not None:
        plan = legal_actions(state)
        if len(plan) > 1:
            view, best = observe(state, seat), None
            if rng.random() < SHARE:
                label, best = search(view, len(actions), f"{seed}/{len(actions)}", rng)
                labels.append(label)
            if best is not None and rng.random() < FOLLOWED:
                plan = committed(best)
            else:
                preferences = Random(f"{seed}/{seat}/{state.round}")
                candidates = lines(determinize(view, rng), seat, QUICK, evaluations[seat])
                plan = committed(choose_line(candidates, preferences, rng))
        for action in plan:
            actions.append(action)
            state = apply_unchecked(state, action)
    return SearchedGame(seed, tuple(actions), tuple(labels))


def search(view: Observation, at: int, deal: str, rng: Random) -> tuple[Label, Line]:
    """Return the results of rollouts of some lines, and the best line."""
    assert view.seat is not None
    every = distinct_lines(lines(determinize(view, Random(deal)), view.seat, VARIOUS))
    ordered = sorted(correct(every[:CANDIDATES], view.seat), key=lambda line: -line.worth)
    few, rest = ordered[:BEST], ordered[BEST:]
    few += rng.sample(rest, min(OTHERS, len(rest)))
    plans = [line.actions[: line.known] for line in few]
    by_deal = [outcomes(view, plans, Deal(f"{deal}/{n}", 0), FOREVER) or () for n in range(DEALS)]
    leads = tuple(tuple(round(lead, 3) for lead in by_line) for by_line in zip(*by_deal, strict=True))
    worth = {line.actions: line.worth for line in every}
    label = Label(
        at, deal, tuple(line.actions for line in few), tuple(round(worth[line.actions], 3) for line in few), leads
    )
    return label, few[_best(few, leads)]


def _best(few: Sequence[Line], leads: Sequence[Sequence[float]]) -> int:
    """Return the number of the line with the best mean of its rollouts and its worth."""
    means = [fmean(by_deal) for by_deal in leads]
    middle, mean_worth = fmean(means), fmean(line.worth for line in few)
    return max(
        range(len(few)),
        key=lambda n: DEALS * (means[n] - middle) + PRIOR * (few[n].worth - mean_worth),
    )
