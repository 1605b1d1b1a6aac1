"""Fit the value of the ends of rounds, and compare its error with that of other values.

A fit starts from the value that ships: weights differ from it only where the games say so. It learns the final leads,
partly (``LAMBDA``) and partly what the fit itself predicts at the end of the next round, which has less luck in it: the
fitted form of TD(lambda).
"""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

import numpy as np

from research.value_training.fitting import FOLDS, LEAST_SCALE, Array
from research.value_training.round_ends import PLACE, RoundEnds
from rokoko_core.bots.learned_value import INPUTS
from rokoko_core.bots.round_value import ROUND_VALUE, RoundValue, centred_round
from rokoko_core.setup import LAST_ROUND
from tools.markdown import table_head, table_row

LAMBDA = 0.3
"""Share of the final lead in the target."""
PASSES = 4
"""Fits, each to the predictions of the one before."""
PENALTY, IDENTITY_PENALTY, PLACE_PENALTY = 16_000.0, 16_000.0, 400.0
"""Weights of the squared weights in the loss, for inputs with deviation 1: of most, of names, of places in the turn."""
ROUNDS = range(2, LAST_ROUND + 1)
"""Rounds that begin at an end."""


class Columns(NamedTuple):
    """The columns whose weights are fitted."""

    values: Array
    penalty: Array
    """By column."""


def columns_of(ends: RoundEnds, with_identities: bool) -> Columns:
    """Return the worth by round, the differences, and these by round; ``with_identities`` also those by name."""
    tilt = np.array([centred_round(number) for number in range(LAST_ROUND + 1)])[ends.round][:, None]
    slopes = np.eye(LAST_ROUND + 1)[ends.round][:, ROUNDS.start :] * ends.worth[:, None]
    values, penalty = [slopes, ends.differences, ends.differences * tilt], [PENALTY] * (len(ROUNDS) + 2 * len(INPUTS))
    if with_identities:
        values += [ends.identities, ends.identities * tilt]
        penalty += 2 * [PLACE_PENALTY if name.startswith(PLACE) else IDENTITY_PENALTY for name in ends.names]
    return Columns(np.hstack(values), np.array(penalty))


def fit_weights(ends: RoundEnds, columns: Columns, used: Array, share: float = LAMBDA) -> Array:
    """Return the weights by column that are added to the shipped value, fitted to the rows ``used``.

    ``share`` is the share of the final lead in the target.
    """
    scale = np.maximum(columns.values[used].std(axis=0), LEAST_SCALE)
    scaled = columns.values / scale
    products = scaled[used].T @ scaled[used] + np.diag(columns.penalty)
    target = ends.lead.astype(float)
    for _ in range(PASSES):
        weights = np.linalg.solve(products, scaled[used].T @ (target - ends.shipped)[used])
        predicted = ends.shipped + scaled @ weights
        expected = share * ends.lead + (1 - share) * predicted[ends.following]
        target = np.where(ends.following < 0, ends.lead, expected)
    return weights / scale


def predict_held_out(ends: RoundEnds, with_identities: bool, share: float = LAMBDA) -> Array:
    """Return the lead that a fit to other games predicts, by end."""
    columns = columns_of(ends, with_identities)
    predicted = np.zeros(len(ends.lead))
    for fold in range(FOLDS):
        held_out = ends.game % FOLDS == fold
        weights = fit_weights(ends, columns, ~held_out, share)
        predicted[held_out] = (ends.shipped + columns.values @ weights)[held_out]
    return predicted


def fit(ends: RoundEnds, about: str) -> RoundValue:
    """Return the value that the fit without identities gives."""
    added = fit_weights(ends, columns_of(ends, with_identities=False), np.full(len(ends.lead), True))
    shipped = (*ROUND_VALUE.slope, *ROUND_VALUE.base, *ROUND_VALUE.tilt)
    rounded = tuple(float(f"{weight:.4g}") for weight in (added + np.array(shipped)).tolist())
    slopes, inputs = len(ROUNDS), len(INPUTS)
    return RoundValue(about, rounded[:slopes], rounded[slopes : slopes + inputs], rounded[slopes + inputs :])


def comparison(ends: RoundEnds) -> Iterator[str]:
    """Yield a table of errors in games that a fit was not made from."""
    outcome = ends.lead
    values = {
        "evaluation": ends.worth,
        "value that ships": ends.shipped,
        "fit to final leads": predict_held_out(ends, with_identities=False, share=1.0),
        f"fit, lambda {LAMBDA}": predict_held_out(ends, with_identities=False),
        "the same with names": predict_held_out(ends, with_identities=True),
    }
    yield from table_head("root mean square error", *(f"after round {number - 1}" for number in ROUNDS), "all")
    yield table_row("ends", *(str(int(np.sum(ends.round == number))) for number in ROUNDS), str(len(outcome)))
    for name, predicted in values.items():
        yield table_row(name, *_errors(ends, predicted))
    for name, predicted in list(values.items())[2:]:
        yield f"{name}: {_change(ends, predicted)}"


def _errors(ends: RoundEnds, predicted: Array) -> Iterable[str]:
    squares = (ends.lead - predicted) ** 2
    for number in ROUNDS:
        of_round = squares[ends.round == number]
        yield f"{np.sqrt(of_round.mean()):.2f}" if len(of_round) else ""
    yield f"{np.sqrt(squares.mean()):.2f}"


def _change(ends: RoundEnds, predicted: Array) -> str:
    """Return the change of the error against the value that ships, with the standard error over games."""
    before, after = ((ends.lead - value) ** 2 for value in (ends.shipped, predicted))
    change = np.sqrt(after.mean() / before.mean()) - 1
    by_game = np.bincount(ends.game, after - before * (1 + change) ** 2)
    spread = np.sqrt(np.sum(by_game**2)) / before.sum() / 2
    return f"error {change:+.1%} (standard error {spread:.1%})"
