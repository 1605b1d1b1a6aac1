"""Ratings: how strong players are on one scale, from the games of each pair (Bradley and Terry, told as Elo).

The chance to win is taken to be 1 / (1 + 10 ** (-d / 400)) for a difference ``d`` of ratings. The ratings are those
under which the results were the likeliest, with one drawn game added for each pair that met, so that a pair of which
one always won has an end as well; the intervals come from how sharply the likelihood falls off around them (Fisher's
information).
"""

from collections.abc import Mapping, Sequence
from math import exp, log, sqrt

import msgspec

from rokoko_core.bots.arena import Z

SCALE = 400 / log(10)
"""Points of rating for a strength that is e times as great."""
CENTRE = 1500
"""Rating of the player all others are compared with."""
FAR = 1.0
"""How far one step may go, as a natural logarithm of strength."""
NEAR = 1e-9
"""A step shorter than this is the last."""


class Met(msgspec.Struct, frozen=True):
    """How often the first of a pair won, shared wins in part, in how many games."""

    won: float
    games: int


class Rating(msgspec.Struct, frozen=True):
    """A player's rating with its 95% interval, over ``games`` games. The player it is compared with has none."""

    rating: float
    low: float
    high: float
    games: int


Pairs = Mapping[tuple[str, str], Met]


def ratings(pairs: Pairs, centre: str) -> dict[str, Rating]:
    """The rating of everybody who met ``centre``, or somebody who did, and so on; strongest first."""
    names = _connected(pairs, centre)
    known = {pair: met for pair, met in pairs.items() if met.games and pair[0] in names}
    others = [name for name in names if name != centre]
    strength = dict.fromkeys(names, 0.0)
    information = _information(known, strength, others)
    while others:
        step = solved(information, _slope(known, strength, others))
        longest = max(map(abs, step))
        for name, change in zip(others, step, strict=True):
            strength[name] += change * min(1.0, FAR / longest) if longest else 0.0
        information = _information(known, strength, others)
        if longest < NEAR:
            break
    spread = {name: SCALE * Z * sqrt(variance) for name, variance in zip(others, _variances(information), strict=True)}
    found = {}
    for name in sorted(names, key=lambda name: -strength[name]):
        rating, off = CENTRE + SCALE * strength[name], spread.get(name, 0.0)
        games = sum(met.games for pair, met in known.items() if name in pair)
        found[name] = Rating(rating, rating - off, rating + off, games)
    return found


def _connected(pairs: Pairs, centre: str) -> list[str]:
    """Who can be compared with ``centre``, itself first."""
    found = [centre]
    for name in found:
        for pair, met in pairs.items():
            if met.games and name in pair:
                found += [other for other in pair if other not in found]
    return found


def _expected(strength: Mapping[str, float], pair: tuple[str, str]) -> float:
    return 1 / (1 + exp(strength[pair[1]] - strength[pair[0]]))


def _slope(pairs: Pairs, strength: Mapping[str, float], others: Sequence[str]) -> list[float]:
    """By which everybody won more than was to be expected."""
    slope = dict.fromkeys(strength, 0.0)
    for pair, met in pairs.items():
        more = met.won + 0.5 - (met.games + 1) * _expected(strength, pair)
        slope[pair[0]] += more
        slope[pair[1]] -= more
    return [slope[name] for name in others]


def _information(pairs: Pairs, strength: Mapping[str, float], others: Sequence[str]) -> list[list[float]]:
    """Fisher's information about the strengths of ``others``."""
    place = {name: n for n, name in enumerate(others)}
    matrix = [[0.0] * len(others) for _ in others]
    for pair, met in pairs.items():
        expected = _expected(strength, pair)
        weight = (met.games + 1) * expected * (1 - expected)
        here = [place[name] for name in pair if name in place]
        for one in here:
            for other in here:
                matrix[one][other] += weight if one == other else -weight
    return matrix


def _variances(information: Sequence[Sequence[float]]) -> list[float]:
    """The diagonal of the inverse."""
    count = len(information)
    units = ([float(n == m) for m in range(count)] for n in range(count))
    return [solved(information, unit)[n] for n, unit in enumerate(units)]


def solved(matrix: Sequence[Sequence[float]], right: Sequence[float]) -> list[float]:
    """The x for which ``matrix`` times x is ``right``; ``matrix`` is symmetric and positive definite."""
    rows = [[*row, value] for row, value in zip(matrix, right, strict=True)]
    for n, row in enumerate(rows):
        for lower in rows[n + 1 :]:
            factor = lower[n] / row[n]
            for m in range(n, len(row)):
                lower[m] -= factor * row[m]
    found: list[float] = []
    for n in reversed(range(len(rows))):
        known = sum(a * x for a, x in zip(rows[n][n + 1 : -1], found, strict=True))
        found.insert(0, (rows[n][-1] - known) / rows[n][n])
    return found
