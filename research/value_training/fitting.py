"""Fit the network of the learned value to searched decisions, by gradient descent (Adam).

Only differences between the lines of one decision count, because these share what the network cannot know, such as the
luck of a deal. The network learns the mean of the rollouts minus the worth by the evaluation.
"""

from collections.abc import Iterable, Sequence
from random import Random
from statistics import fmean
from typing import Any, NamedTuple, TypeAlias

import numpy as np

from research.value_training.games import Label, SearchedGame
from rokoko_core.bots.evaluation import rounds_left
from rokoko_core.bots.learned_value import INPUTS, Network, inputs_of
from rokoko_core.bots.rollout import apply_all
from rokoko_core.engine import apply_unchecked, new_state
from rokoko_core.observe import determinize, observe
from rokoko_core.setup import LAST_ROUND

UNITS = 20
"""Units of each of the ``FOLDS`` networks whose mean is the result."""
EPOCHS = 20
BATCH = 64
"""Decisions in a step."""
RATE = 0.003
"""Size of the first steps; it falls to 0 along a cosine."""
DECAY = 0.003
"""Weight of the squared weights in the loss."""
MOST_ERROR = 8.0
"""Larger errors, in prestige, count no more than this one."""
LEAST_SCALE = 0.05
"""Minimum standard deviation of an input."""
MOMENTS = (0.9, 0.999)
"""Shares of the mean gradients and of their squares that are kept at each step."""
FOLDS = 5
"""Parts of the games. Each network is fitted to all but one part, which measures it."""

Array: TypeAlias = Any
"""An array of numpy."""


class Decisions(NamedTuple):
    """The lines of many decisions, those of one decision together."""

    inputs: Array
    left: Array
    """Rounds left, by line."""
    worth: Array
    """Worth by the evaluation, by line."""
    lead: Array
    """Mean of the rollouts, by line."""
    number: Array
    """Number of the decision, from 0, by line."""
    game: Array
    """Number of the game, from 0, by line."""

    @property
    def decisions(self) -> int:
        """The number of decisions."""
        return int(self.number[-1]) + 1

    def select(self, rows: Array) -> "Decisions":
        """Return the lines ``rows`` with their decisions numbered from 0."""
        selected = Decisions(*(column[rows] for column in self))
        return selected._replace(number=np.unique(selected.number, return_inverse=True)[1])


def centre(values: Array, number: Array) -> Array:
    """Return ``values`` by line minus the mean of the decision, which has ``number``."""
    means: Array = np.bincount(number, values) / np.bincount(number)
    return values - means[number]


class Quality(NamedTuple):
    """The fit to decisions of games that were not used."""

    decisions: int
    before: float
    """Mean lead of the line with the best worth over the mean of the lines, in prestige."""
    after: float
    """The same with the network."""
    best: float
    """The same for the line with the best rollouts; more than any fit can reach, because it includes their luck."""


def decisions_of(games: Iterable[SearchedGame]) -> Decisions:
    """Return the searched decisions of ``games`` except lines that end the game."""
    columns: tuple[list[Any], ...] = ([], [], [], [], [], [])
    number = 0
    for game_number, game in enumerate(games):
        labels = {label.at: label for label in game.labels}
        state = new_state(game.setup)
        for at, action in enumerate(game.actions):
            if label := labels.get(at):
                rows = list(_lines(state, label))
                for row in rows:
                    for column, value in zip(columns, (*row, number, game_number), strict=True):
                        column.append(value)
                number += bool(rows)
            state = apply_unchecked(state, action)
    return Decisions(*map(np.array, columns))


def _lines(state: Any, label: Label) -> Iterable[tuple[list[float], int, float, float]]:
    """Yield (inputs, rounds left, worth, mean of the rollouts) of each line that does not end the game."""
    seat = state.pending[-1].seat
    dealt = determinize(observe(state, seat), Random(label.deal))
    for plan, worth, leads in zip(label.lines, label.worth, label.leads, strict=True):
        end = apply_all(dealt, plan)
        if end.pending:
            yield inputs_of(end, seat), rounds_left(end, seat), worth, float(np.mean(leads))


class _Layers:
    """The weights during the fit, for inputs with mean 0 and deviation 1, followed by the rounds left."""

    def __init__(self, inputs: Array, units: int, rng: Any):
        self.mean, self.scale = inputs.mean(axis=0), np.maximum(inputs.std(axis=0), LEAST_SCALE)
        width = inputs.shape[1] + LAST_ROUND
        self.hidden = rng.normal(0, width**-0.5, (width, units))
        self.bias, self.output, self.direct = np.zeros(units), np.zeros(units), np.zeros(width)
        self.weights = (self.hidden, self.bias, self.output, self.direct)
        self._moments = [(np.zeros_like(weight), np.zeros_like(weight)) for weight in self.weights]
        self._step = 0

    def scaled(self, decisions: Decisions) -> Array:
        return np.hstack([(decisions.inputs - self.mean) / self.scale, np.eye(LAST_ROUND)[decisions.left]])

    def values(self, scaled: Array) -> Array:
        return np.maximum(scaled @ self.hidden + self.bias, 0) @ self.output + scaled @ self.direct

    def step(self, scaled: Array, number: Array, target: Array, rate: float) -> None:
        """Improve the weights for lines of the decisions ``number``, whose centred values are to be ``target``."""
        before = scaled @ self.hidden + self.bias
        units = np.maximum(before, 0)
        error = centre(units @ self.output + scaled @ self.direct, number) - target
        slope = centre(np.clip(error, -MOST_ERROR, MOST_ERROR), number) / len(error)
        back = np.outer(slope, self.output) * (before > 0)
        gradients = (
            scaled.T @ back + DECAY * self.hidden,
            back.sum(axis=0),
            units.T @ slope + DECAY * self.output,
            scaled.T @ slope + DECAY * self.direct,
        )
        self._step += 1
        for weight, gradient, (mean, square) in zip(self.weights, gradients, self._moments, strict=True):
            for moment, value, kept in ((mean, gradient, MOMENTS[0]), (square, gradient**2, MOMENTS[1])):
                moment *= kept
                moment += (1 - kept) * value
            unbiased = (moment / (1 - kept**self._step) for moment, kept in zip((mean, square), MOMENTS, strict=True))
            first, second = unbiased
            weight -= rate * first / (np.sqrt(second) + 1e-8)

    def to_network(self) -> Network:
        """Return the weights for inputs that are not scaled."""
        count = len(INPUTS)
        hidden = self.hidden[:count] / self.scale[:, None]
        bias = self.bias + self.hidden[count:] - self.mean @ hidden
        direct = self.direct[:count] / self.scale
        return Network("", _rows(hidden.T), _rows(bias), _rows(self.output[None])[0], _rows(direct[None])[0])


def _rows(values: Array) -> tuple[tuple[float, ...], ...]:
    return tuple(map(tuple, values.tolist()))


def mean_of(networks: Sequence[Network], about: str) -> Network:
    """Return one network whose value is the mean of those of ``networks``, with weights of four digits."""
    hidden = np.concatenate([network.hidden for network in networks])
    bias = np.concatenate([network.bias for network in networks], axis=1)
    output = np.concatenate([network.output for network in networks]) / len(networks)
    direct = np.mean([network.direct for network in networks], axis=0)
    rounded = [np.vectorize(lambda value: float(f"{value:.4g}"))(values) for values in (hidden, bias, output, direct)]
    return Network(about, _rows(rounded[0]), _rows(rounded[1]), tuple(rounded[2].tolist()), tuple(rounded[3].tolist()))


def fit(decisions: Decisions, about: str, units: int = UNITS, epochs: int = EPOCHS) -> tuple[Network, Quality]:
    """Return the mean of the networks of all folds, and the mean quality of one in the games it was not fitted to."""
    networks, qualities = [], []
    for fold in range(FOLDS):
        held_out = decisions.game % FOLDS == fold
        used, others = decisions.select(~held_out), decisions.select(held_out)
        layers = _fit_layers(used, units, epochs, np.random.default_rng(fold))
        networks.append(layers.to_network())
        qualities.append(_quality(others, layers.values(layers.scaled(others))))
    count, *means = zip(*qualities, strict=True)
    return mean_of(networks, about), Quality(sum(count), *map(fmean, means))


def _fit_layers(used: Decisions, units: int, epochs: int, rng: Any) -> _Layers:
    layers = _Layers(used.inputs, units, rng)
    scaled, target = layers.scaled(used), centre(used.lead - used.worth, used.number)
    first: Array = np.searchsorted(used.number, np.arange(used.decisions + 1))
    for epoch in range(epochs):
        rate = RATE * (1 + np.cos(np.pi * epoch / epochs)) / 2
        order: Array = rng.permutation(used.decisions)
        for start in range(0, used.decisions, BATCH):
            chosen = order[start : start + BATCH]
            rows = np.concatenate([np.arange(first[n], first[n + 1]) for n in chosen])
            number: Array = np.repeat(np.arange(len(chosen)), first[chosen + 1] - first[chosen])
            layers.step(scaled[rows], number, target[rows], rate)
    return layers


def _quality(decisions: Decisions, correction: Array) -> Quality:
    lead = centre(decisions.lead, decisions.number)
    choices = (decisions.worth, decisions.worth + correction, decisions.lead)
    before, after, best = (float(np.mean(lead[_best_rows(decisions, value)])) for value in choices)
    return Quality(decisions.decisions, before, after, best)


def _best_rows(decisions: Decisions, values: Array) -> Array:
    """Return the row with the largest of ``values`` in each decision."""
    order = np.lexsort((values, decisions.number))
    return order[np.searchsorted(decisions.number, np.arange(decisions.decisions), side="right") - 1]
