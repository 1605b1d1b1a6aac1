"""Ratings on the Elo scale from the results of pairs (Bradley-Terry model).

The probability of a win is 1 / (1 + 10 ** (-d / 400)) for a difference ``d`` of ratings. The ratings maximise the
likelihood (Newton's method). One drawn game is added to each pair, so that ratings are finite even if one player always
won. Intervals come from the Fisher information.
"""

from collections.abc import Mapping, Sequence
from math import exp, log, sqrt

import msgspec

Z = 1.96
"""Standard deviations of a 95% interval."""
SCALE = 400 / log(10)
"""Rating points per natural logarithm of strength."""
CENTRE = 1500
"""Rating of the reference player."""
MAX_STEP = 1.0
"""Largest change of a strength in one iteration, as a natural logarithm."""
TOLERANCE = 1e-9
"""Stop after an iteration with smaller changes."""


class Met(msgspec.Struct, frozen=True):
    """Wins of the first player of a pair, shared wins in proportion, and the number of games.

    A game of several players may count in part for each of its pairs.
    """

    won: float
    games: float


class Rating(msgspec.Struct, frozen=True):
    """A player's rating over ``games`` games with its 95% interval, which is empty for the reference player."""

    rating: float
    low: float
    high: float
    games: float


Pairs = Mapping[tuple[str, str], Met]


def ratings(pairs: Pairs, centre: str) -> dict[str, Rating]:
    """Return the ratings of all players connected with ``centre`` by games, strongest first."""
    names = _connected(pairs, centre)
    played = {pair: met for pair, met in pairs.items() if met.games and pair[0] in names}
    others = [name for name in names if name != centre]
    strength = dict.fromkeys(names, 0.0)
    information = _fit(played, strength, others)
    spreads = dict(zip(others, (SCALE * Z * sqrt(variance) for variance in _variances(information)), strict=True))
    rated = {}
    for name in sorted(names, key=lambda name: -strength[name]):
        rating, spread = CENTRE + SCALE * strength[name], spreads.get(name, 0.0)
        games = sum(met.games for pair, met in played.items() if name in pair)
        rated[name] = Rating(rating, rating - spread, rating + spread, games)
    return rated


def rate_against(results: Mapping[str, Met], known: Mapping[str, float]) -> Rating | None:
    """Return the rating of a player with ``results`` against opponents of ``known`` ratings; None without a game.

    The interval takes the known ratings as exact.
    """
    pairs = {("", name): met for name, met in results.items() if met.games}
    if not pairs:
        return None
    strength = {name: (rating - CENTRE) / SCALE for name, rating in known.items()}
    strength[""] = 0.0
    [variance] = _variances(_fit(pairs, strength, [""]))
    rating, spread = CENTRE + SCALE * strength[""], SCALE * Z * sqrt(variance)
    return Rating(rating, rating - spread, rating + spread, sum(met.games for met in pairs.values()))


def _fit(pairs: Pairs, strength: dict[str, float], others: Sequence[str]) -> list[list[float]]:
    """Change the strengths of ``others`` to the most likely ones; return their Fisher information."""
    information = _information(pairs, strength, others)
    while others:
        steps = solve(information, _gradient(pairs, strength, others))
        largest = max(map(abs, steps))
        for name, step in zip(others, steps, strict=True):
            strength[name] += step * min(1.0, MAX_STEP / largest) if largest else 0.0
        information = _information(pairs, strength, others)
        if largest < TOLERANCE:
            break
    return information


def _connected(pairs: Pairs, centre: str) -> list[str]:
    """Return ``centre`` and all players connected with it by games."""
    names = [centre]
    for name in names:  # grows during the loop
        for pair, met in pairs.items():
            if met.games and name in pair:
                names += [other for other in pair if other not in names]
    return names


def _expected(strength: Mapping[str, float], pair: tuple[str, str]) -> float:
    return 1 / (1 + exp(strength[pair[1]] - strength[pair[0]]))


def _gradient(pairs: Pairs, strength: Mapping[str, float], others: Sequence[str]) -> list[float]:
    """Return each player's wins beyond the expected number."""
    gradient = dict.fromkeys(strength, 0.0)
    for pair, met in pairs.items():
        excess = met.won + 0.5 - (met.games + 1) * _expected(strength, pair)
        gradient[pair[0]] += excess
        gradient[pair[1]] -= excess
    return [gradient[name] for name in others]


def _information(pairs: Pairs, strength: Mapping[str, float], others: Sequence[str]) -> list[list[float]]:
    """Return the Fisher information of the strengths of ``others``."""
    index = {name: n for n, name in enumerate(others)}
    matrix = [[0.0] * len(others) for _ in others]
    for pair, met in pairs.items():
        expected = _expected(strength, pair)
        weight = (met.games + 1) * expected * (1 - expected)
        indices = [index[name] for name in pair if name in index]
        for row in indices:
            for column in indices:
                matrix[row][column] += weight if row == column else -weight
    return matrix


def _variances(information: Sequence[Sequence[float]]) -> list[float]:
    """Return the diagonal of the inverse."""
    count = len(information)
    units = ([float(n == m) for m in range(count)] for n in range(count))
    return [solve(information, unit)[n] for n, unit in enumerate(units)]


def solve(matrix: Sequence[Sequence[float]], right: Sequence[float]) -> list[float]:
    """Return the x with ``matrix`` x = ``right``; ``matrix`` must be symmetric and positive definite."""
    rows = [[*row, value] for row, value in zip(matrix, right, strict=True)]
    for n, row in enumerate(rows):
        for lower in rows[n + 1 :]:
            factor = lower[n] / row[n]
            for m in range(n, len(row)):
                lower[m] -= factor * row[m]
    solution: list[float] = []
    for n in reversed(range(len(rows))):
        known = sum(a * x for a, x in zip(rows[n][n + 1 : -1], solution, strict=True))
        solution.insert(0, (rows[n][-1] - known) / rows[n][n])
    return solution
