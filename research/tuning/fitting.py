"""Fit the weights of the evaluation to games: ridge regression, round by round from the last.

The features of a seat, minus the mean of its rivals, predict its lead. In the last round the target is the final score.
In earlier rounds it is mostly the evaluation at the start of the next round with the weights just fitted, which depends
less on luck, and partly the final score, because those weights may be wrong. The ridge pulls the weights towards those
of the following round. The values of the bonuses are fitted to all rounds together.
"""

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple, TypeAlias

import numpy as np

from rokoko_core.actions import Action
from rokoko_core.bots.evaluation import EVALUATION, PARTS, Weights, by_name, deck_ahead, rounds_left
from rokoko_core.box import Box, box_of
from rokoko_core.engine import apply_unchecked, new_state
from rokoko_core.pending import CardChoice, HandChoice, TurnEnd
from rokoko_core.scoring import final_scores
from rokoko_core.setup import LAST_ROUND
from rokoko_core.state import Setup, State
from rokoko_core.terms import Bonus

OUTCOME = 0.3
"""Share of the final score in the target."""
RIDGES = (30.0, 100.0, 300.0, 1000.0, 3000.0)
"""Strengths of the ridge in positions; cross-validation selects one."""
BONUS_RIDGE = 400.0
"""Strength of the ridge for the bonuses, towards their current values."""
BONUS_WEIGHT = 0.15
"""Weight of a position in the fit of the bonuses, because positions of one game are similar."""
REPEATS = 3
"""Alternations between the fit of the features and the fit of the bonuses."""
FOLDS = 5
"""Folds of the cross-validation."""
OTHERS = 0.5
"""Weight of a game with more than 2 players or with expansions."""
LEAST = 0.05
"""Minimum scale of a feature."""

PLAYABLE = tuple(bonus for bonus in Bonus if not bonus.crown)
Array: TypeAlias = Any
"""An array of numpy."""


class Position(NamedTuple):
    """The features of every seat between two decisions."""

    round: int
    opening: bool
    """Whether all hands are chosen and no card is played."""
    left: tuple[int, ...]
    """By seat, as ``evaluation.rounds_left``."""
    parts: Array
    """Seats by features."""
    hand: Array
    """Seats by ``PLAYABLE``: bonuses in hand."""
    deck: Array
    """Seats by ``PLAYABLE``: expected plays in later rounds."""


class Score(NamedTuple):
    """The cross-validated quality for one number of rounds left."""

    explained: float
    """R squared of the final lead."""
    error: float
    """Root mean square error in prestige."""


class FitResult(NamedTuple):
    """The fitted weights."""

    weights: Weights
    games: int
    positions: int
    ridge: float
    """The best of ``RIDGES``."""
    scores: tuple[Score, ...]
    """With 0, 1, ... 6 rounds left."""


# ---- positions of a game


def positions(setup: Setup, actions: Iterable[Action]) -> tuple[list[Position], Sequence[int]]:
    """Return (positions at the end of turns, and before and after hand choices; final scores) of a game."""
    sampled: list[Position] = []
    state = new_state(setup)
    previous: object = None
    for action in actions:
        decision = state.pending[-1]
        choosing = isinstance(decision, HandChoice) and not isinstance(previous, HandChoice) and state.round > 1
        opening = isinstance(decision, CardChoice) and not isinstance(previous, TurnEnd)
        if isinstance(decision, TurnEnd) or choosing or opening:
            sampled.append(_position(state, opening))
        previous, state = decision, apply_unchecked(state, action)
    return sampled, [sheet.total for sheet in final_scores(state)]


def _position(state: State, opening: bool) -> Position:
    seats, box = range(len(state.players)), box_of(state)
    bonuses = [_bonus_counts(box, state, seat) for seat in seats]
    return Position(
        state.round,
        opening,
        tuple(rounds_left(state, seat) for seat in seats),
        np.array([list(by_name(EVALUATION.features(state, seat)).values()) for seat in seats]),
        np.array([hand for hand, _ in bonuses]),
        np.array([deck for _, deck in bonuses]),
    )


def _bonus_counts(box: Box, state: State, seat: int) -> tuple[list[float], list[float]]:
    """Return (bonuses in hand, expected plays in later rounds) by ``PLAYABLE``."""
    deck, hand = dict.fromkeys(PLAYABLE, 0.0), dict.fromkeys(PLAYABLE, 0.0)
    ahead = deck_ahead(state, seat)
    for cards, often in ((ahead.supply, ahead.soon), (ahead.hand + ahead.rest, ahead.often)):
        for card in cards:
            if (bonus := box.card[card].bonus) in deck:
                deck[bonus] += often
    for card in ahead.hand:
        if (bonus := box.card[card].bonus) in hand:
            hand[bonus] += 1
    return list(hand.values()), list(deck.values())


# ---- samples: one seat of one position


class Samples:
    """Features of many games, each of one seat minus the mean of its rivals."""

    def __init__(self) -> None:
        self._parts: list[Array] = []
        self._hand: list[Array] = []
        self._deck: list[Array] = []
        self._outcome: list[Array] = []
        self._about: list[tuple[int, int, int, float]] = []
        self.games = 0

    def add(self, setup: Setup, actions: Iterable[Action]) -> None:
        """Add the positions of a game. With two players, one seat has all the information."""
        sampled, finals = positions(setup, actions)
        seats = len(finals)
        count = 1 if seats == 2 else seats
        weight = 1.0 if seats == 2 and not setup.expansions else 2 * OTHERS / seats
        openings, first = {}, len(self._about)
        usable = [position for position in sampled if len(set(position.left)) == 1]
        for n, position in enumerate(usable):
            if position.opening:
                openings[position.round] = first + n * count
        for position in usable:
            opening = openings.get(LAST_ROUND - position.left[0] + 1, -1)
            for seat in range(count):
                self._about.append((self.games, position.left[0], opening + seat if opening >= 0 else -1, weight))
            self._parts.append(_lead(position.parts)[:count])
            self._hand.append(_lead(position.hand)[:count])
            self._deck.append(_lead(position.deck)[:count])
            self._outcome.append(_lead(np.array(finals, dtype=float)[:, None])[:count, 0])
        self.games += 1

    def to_table(self) -> "Table":
        """Return all samples."""
        game, left, opening, weight = (np.array(column) for column in zip(*self._about, strict=True))
        columns = (self._parts, self._hand, self._deck, self._outcome)
        parts, hand, deck, outcome = (np.concatenate(arrays) for arrays in columns)
        return Table(parts, hand, deck, outcome, game, left, opening, weight)


class Table(NamedTuple):
    """Samples by column."""

    parts: Array
    hand: Array
    deck: Array
    outcome: Array
    game: Array
    left: Array
    opening: Array
    """Index of the sample at the start of the next round, -1 for none."""
    weight: Array


def _lead(values: Array) -> Array:
    """Return each seat's ``values`` minus the mean of the others."""
    total = values.sum(axis=0, keepdims=True)
    return values - (total - values) / (len(values) - 1)


# ---- the fit


def fit(samples: Samples, weights: Weights) -> FitResult:
    """Fit the weights, starting from ``weights``."""
    table = samples.to_table()
    fold = np.random.default_rng(0).permutation(samples.games)[table.game] % FOLDS
    scores = {ridge: _cross_validate(table, fold, weights, ridge) for ridge in RIDGES}
    ridge = min(scores, key=lambda ridge: sum(score.error for score in scores[ridge]))
    part, bonus = solve(table, np.ones(len(fold), dtype=bool), weights, ridge)
    fitted = Weights(
        {name: [float(w) for w in values] for name, values in zip(PARTS, part.T, strict=True)},
        dict(zip(map(str, PLAYABLE), map(float, bonus), strict=True)),
    )
    return FitResult(fitted, samples.games, len(fold), ridge, scores[ridge])


def _cross_validate(table: Table, fold: Array, weights: Weights, ridge: float) -> tuple[Score, ...]:
    """Return the scores of each fold with the weights fitted to the other folds."""
    errors = np.empty(len(fold))
    for n in range(FOLDS):
        part, bonus = solve(table, fold != n, weights, ridge)
        predicted = np.einsum("ij,ij->i", _features(table, bonus), part[table.left])
        errors[fold == n] = (table.outcome - predicted)[fold == n]
    squares = [(np.mean(errors[rows] ** 2), np.mean(table.outcome[rows] ** 2)) for rows in _by_left(table)]
    return tuple(Score(float(1 - error / variance), float(error**0.5)) for error, variance in squares)


def _by_left(table: Table) -> list[Array]:
    return [table.left == left for left in range(LAST_ROUND)]


def _features(table: Table, bonus: Array) -> Array:
    """Return the features, those of bonuses calculated with the values ``bonus``."""
    features = table.parts.copy()
    features[:, PARTS.index("hand_bonus")] = table.hand @ bonus
    features[:, PARTS.index("deck")] = table.deck @ bonus
    return features


def solve(table: Table, used: Array, weights: Weights, ridge: float) -> tuple[Array, Array]:
    """Fit the samples ``used``, starting from ``weights``; return (weights by rounds left, bonuses)."""
    bonus = np.array([weights.bonus[bonus] for bonus in PLAYABLE])
    last = np.array([weights.part[name][0] for name in PARTS])
    for _ in range(REPEATS):
        part, target = _solve_parts(table, used, _features(table, bonus), last, ridge)
        bonus = _solve_bonuses(table, used, part, target, bonus)
    part, _ = _solve_parts(table, used, _features(table, bonus), last, ridge)
    return part, bonus


def _solve_parts(table: Table, used: Array, features: Array, last: Array, ridge: float) -> tuple[Array, Array]:
    """Return (weights by rounds left, target of each sample)."""
    part, target, prior = np.zeros((LAST_ROUND, len(PARTS))), table.outcome.copy(), last
    for left, rows in enumerate(_by_left(table)):
        if left:
            linked = rows & (table.opening >= 0)
            target[linked] = (1 - OUTCOME) * (features[table.opening[linked]] @ prior) + OUTCOME * table.outcome[linked]
        fitted = rows & used
        prior = part[left] = _ridge(features[fitted], target[fitted], table.weight[fitted], prior, ridge)
    return part, target


def _ridge(features: Array, target: Array, weight: Array, prior: Array, ridge: float) -> Array:
    """Return the ridge regression of ``target`` on ``features``, with the penalty on the distance from ``prior``."""
    scale = np.maximum(LEAST, np.sqrt(weight @ features**2 / max(1.0, weight.sum())))
    scaled = features / scale
    weighted = (scaled * weight[:, None]).T
    residual = weighted @ (target - features @ prior)
    return prior + np.linalg.solve(weighted @ scaled + ridge * np.eye(len(prior)), residual) / scale


def _solve_bonuses(table: Table, used: Array, part: Array, target: Array, bonus: Array) -> Array:
    """Fit the values of the bonuses to the residuals of ``part``."""
    weights = part[table.left]
    plays = table.hand * weights[:, [PARTS.index("hand_bonus")]] + table.deck * weights[:, [PARTS.index("deck")]]
    residual = target - np.einsum("ij,ij->i", _features(table, bonus), weights)
    weighted = (plays[used] * (BONUS_WEIGHT * table.weight[used])[:, None]).T
    fitted: Array = bonus + np.linalg.solve(
        weighted @ plays[used] + BONUS_RIDGE * np.eye(len(bonus)), weighted @ residual[used]
    )
    fitted[PLAYABLE.index(Bonus.NONE)] = 0.0
    return fitted
