"""The tables that docs/opponents.md reports, the goals, and the order in which the tables are played."""

from collections.abc import Sequence
from itertools import combinations
from typing import NamedTuple

from rokoko_core.bots import DEFAULT_LEVEL, LEVELS
from rokoko_core.setup import MOST_PLAYERS
from rokoko_core.terms import Expansion
from rokoko_tui.arena.command import LineUp

BASE: frozenset[Expansion] = frozenset()
EVERY = frozenset(Expansion)
SEED = 1
LEAST = 10
"""Games of each table in the first stage."""
QUICK_TURN = 0.01
"""Assumed seconds for a turn of a level that does not search."""


class Goal(NamedTuple):
    """The wins that the first level of a table should reach."""

    levels: tuple[str, ...]
    expansions: frozenset[Expansion]
    least: float
    """Least share of wins, from 0 to 1."""
    most: float = 1.0

    @property
    def range(self) -> str:
        """The goal in words."""
        return f"{self.least:.1%}" if self.most == 1 else f"{100 * self.least:.1f} to {self.most:.1%}"


GOALS = (
    Goal(("master", "journeyman"), BASE, 0.80),
    Goal(("journeyman", "apprentice"), BASE, 0.85),
    Goal(("journeyman", "random"), BASE, 0.97),
    Goal(("apprentice", "novice"), BASE, 0.80, 0.90),
    Goal(("master", "journeyman", "journeyman", "journeyman"), BASE, 0.55),
    Goal(("master", "journeyman", "journeyman", "journeyman", "journeyman"), BASE, 0.32),
    Goal(("journeyman",), BASE, 0.55, 0.70),
    Goal(("journeyman",), EVERY, 0.55, 0.70),
)
"""The goals, in the order of the page; with five players it is 1.6 times the fair share."""


def by_strength(levels: Sequence[str]) -> tuple[str, ...]:
    """Return ``levels``, strongest first; bots of other packages come last, sorted by name."""
    strength = {name: n for n, name in enumerate(LEVELS)}
    return tuple(sorted(levels, key=lambda name: (-strength.get(name, -1), name)))


def all_tables(components: str) -> list[LineUp]:
    """Return every table of the page, the quickest first."""
    single_level = [(DEFAULT_LEVEL,) * seats for seats in range(1, MOST_PLAYERS + 1)]
    tables = [(by_strength(pair), BASE) for pair in combinations(LEVELS, 2)]
    tables += [(levels, expansions) for expansions in (BASE, EVERY) for levels in single_level]
    tables += [(("master",), BASE), *(goal[:2] for goal in GOALS)]
    quickest_first = sorted(dict.fromkeys(tables), key=lambda table: _turn_seconds(table[0]))
    return [LineUp(levels, SEED, expansions, components) for levels, expansions in quickest_first]


def plan_stages(line_ups: Sequence[LineUp], games: int) -> list[tuple[LineUp, int]]:
    """Return (table, games to reach) in playing order, the quickest first.

    Each table appears several times with about twice the games, so that rough figures of all tables come early.
    """
    totals = [games]
    while totals[-1] > LEAST:
        totals.append(max(LEAST, totals[-1] // 2))
    stages = [(line_up, total) for line_up in line_ups for total in totals]
    return sorted(stages, key=lambda stage: _turn_seconds(stage[0].levels) * stage[1])


def _turn_seconds(levels: Sequence[str]) -> float:
    """Return the seconds that one turn of each level takes together."""
    return sum(LEVELS[level].seconds if LEVELS[level].searches else QUICK_TURN for level in levels)
