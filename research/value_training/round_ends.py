"""Fit the value of the ends of rounds to the final leads of games.

In the games all seats make errors up to a round, so that positions differ; only the later ends of rounds count, because
errors would otherwise spoil the final lead.
"""

from collections.abc import Iterable
from random import Random
from statistics import fmean
from typing import Any, NamedTuple

import msgspec
import numpy as np

from research.tuning.games import BASE, EVERY
from research.value_training.fitting import FOLDS, LEAST_SCALE, Array
from rokoko_core.actions import Action
from rokoko_core.bots.evaluation import EVALUATION
from rokoko_core.bots.figures import figures_digest
from rokoko_core.bots.journeyman import CANDIDATES
from rokoko_core.bots.learned_value import INPUTS, correct, inputs_of
from rokoko_core.bots.round_value import RoundValue, centred_round, differences
from rokoko_core.bots.turn_search import committed, lines
from rokoko_core.components import newest
from rokoko_core.engine import apply_unchecked, legal_actions, new_state, to_move
from rokoko_core.observe import determinize, observe
from rokoko_core.pending import HandChoice
from rokoko_core.scoring import final_scores
from rokoko_core.setup import LAST_ROUND
from rokoko_core.state import Seat, Setup, State
from rokoko_core.terms import Expansion

ERRORS = 0.0, 0.5, 1.0, 2.0
"""Standard deviations of the error of a seat, in prestige."""
LAST_ERRORS = 0, 0, 1, 1, 2, 2, 3, 4, 5, 6
"""Rounds up to which errors happen."""
TABLES = (
    *5 * [(2, BASE)],
    *2 * [(3, BASE)],
    *2 * [(4, BASE)],
    (5, BASE),
    *2 * [(2, EVERY)],
    *[(seats, EVERY) for seats in (3, 4, 5)],
    *[(2, frozenset({expansion})) for expansion in Expansion],
)
"""(seats, expansions) of the games, repeated in this order."""
PENALTY = 300.0
"""Weight of the squared weights in the loss, for inputs with deviation 1."""


class PlayedGame(msgspec.Struct, frozen=True):
    """A game in the file, complete: its positions can be replayed for features that do not exist yet."""

    seed: int
    setup: Setup
    figures: str
    """Digest of the figures of the journeymen."""
    errors: tuple[float, ...]
    """Standard deviation of the error, by seat."""
    last_errors: int
    """Round up to which errors happened."""
    actions: tuple[Action, ...]
    totals: tuple[int, ...]
    """Final score by seat."""


def setup_of(seed: int) -> Setup:
    """Return the setup for ``seed``: all numbers of players, and expansions alone and together."""
    seats, expansions = TABLES[seed % len(TABLES)]
    return Setup(tuple(Seat(f"Seat {n}") for n in range(seats)), seed, expansions, components=newest())


def play_game(seed: int) -> PlayedGame:
    """Play a game of journeymen, first with errors; it depends only on ``seed`` and the figures of the bots."""
    rng, setup = Random(f"round ends/{seed}"), setup_of(seed)
    last_errors, errors = rng.choice(LAST_ERRORS), tuple(rng.choice(ERRORS) for _ in setup.players)
    state, actions = new_state(setup), list[Action]()
    while (seat := to_move(state)) is not None:
        plan = legal_actions(state)
        if len(plan) > 1:
            error = errors[seat] if state.round <= last_errors else 0.0
            candidates = correct(lines(determinize(observe(state, seat), rng), seat)[:CANDIDATES], seat)
            plan = committed(max(candidates, key=lambda line: line.worth + rng.gauss(0, error)))
        for action in plan:
            actions.append(action)
            state = apply_unchecked(state, action)
    totals = tuple(score.total for score in final_scores(state))
    return PlayedGame(seed, setup, figures_digest(), errors, last_errors, tuple(actions), totals)


class RoundEnds(NamedTuple):
    """Ends of rounds as one seat sees them."""

    differences: Array
    """Own inputs minus the mean of the rivals', by end."""
    worth: Array
    lead: Array
    """Final lead over the mean of the rivals."""
    round: Array
    """The round that begins."""
    game: Array


def round_ends_of(games: Iterable[PlayedGame]) -> RoundEnds:
    """Return the ends of rounds after the errors for all seats but the last, whose lead follows from the others."""
    columns: tuple[list[Any], ...] = ([], [], [], [], [])
    for number, game in enumerate(games):
        for end in ends_of(game):
            inputs = [inputs_of(end, seat) for seat in range(len(game.totals))]
            for seat in range(len(game.totals) - 1):
                rivals = [total for other, total in enumerate(game.totals) if other != seat]
                row = differences(inputs, seat), EVALUATION.worth(end, seat), game.totals[seat] - fmean(rivals)
                for column, value in zip(columns, (*row, end.round, number), strict=True):
                    column.append(value)
    return RoundEnds(*map(np.array, columns))


def ends_of(game: PlayedGame) -> list[State]:
    """Return the ends of the rounds after the errors."""
    state, ends = new_state(game.setup), list[State]()
    seen = game.last_errors or 1
    for action in game.actions:
        if state.round > seen and type(state.pending[-1]) is not HandChoice:
            seen = state.round
            ends.append(state)
        state = apply_unchecked(state, action)
    return ends


def fit(ends: RoundEnds, about: str) -> tuple[RoundValue, float, float]:
    """Return the value, and the root mean square error in other games by the evaluation and with the value."""
    predicted = np.zeros(len(ends.lead))
    for fold in range(FOLDS):
        held_out = ends.game % FOLDS == fold
        value = _fit(RoundEnds(*(column[~held_out] for column in ends)), "")
        predicted[held_out] = _predict(value, RoundEnds(*(column[held_out] for column in ends)))
    error = ends.lead - ends.worth
    before, after = (float(np.sqrt(np.mean(values**2))) for values in (error, error - predicted))
    return _fit(ends, about), before, after


def _columns(ends: RoundEnds) -> Array:
    """Return the columns whose weights are fitted: the worth by round, the differences, and these by round."""
    slopes = np.eye(LAST_ROUND + 1)[ends.round][:, 2:] * ends.worth[:, None]
    tilts = ends.differences * np.array([centred_round(number) for number in ends.round])[:, None]
    return np.hstack([slopes, ends.differences, tilts])


def _fit(ends: RoundEnds, about: str) -> RoundValue:
    columns = _columns(ends)
    scale = np.maximum(columns.std(axis=0), LEAST_SCALE)
    scaled = columns / scale
    products = scaled.T @ scaled + PENALTY * np.eye(scaled.shape[1])
    weights = np.linalg.solve(products, scaled.T @ (ends.lead - ends.worth)) / scale
    rounded = tuple(float(f"{weight:.4g}") for weight in weights)
    slopes = LAST_ROUND - 1
    return RoundValue(about, rounded[:slopes], rounded[slopes : slopes + len(INPUTS)], rounded[slopes + len(INPUTS) :])


def _predict(value: RoundValue, ends: RoundEnds) -> Array:
    return _columns(ends) @ np.array([*value.slope, *value.base, *value.tilt])
