"""What the page about the automatic players measures: all pairs of levels, and what tells of seats and sources."""

from itertools import combinations

from rokoko_core.bots import LEVELS, USUAL
from rokoko_core.setup import MOST_PLAYERS
from rokoko_core.terms import Expansion
from rokoko_tui.arena.command import LineUp

BASE: frozenset[Expansion] = frozenset()
EVERY = frozenset(Expansion)
SEED = 1
LEAST = 10
"""Games played of a table before others have their turn."""
HARDLY = 0.01
"""Seconds for the turn of a level that does not search."""
GOALS: dict[tuple[str, ...], tuple[float, float]] = {
    ("journeyman", "random"): (0.97, 1.0),
    ("journeyman", "apprentice"): (0.85, 1.0),
    ("apprentice", "novice"): (0.80, 0.90),
    ("master", "journeyman"): (0.80, 1.0),
    ("grandmaster", "master"): (0.55, 1.0),
    ("master", "journeyman", "journeyman", "journeyman"): (0.55, 1.0),
}
"""By line-up in the base game, the share of wins the level named first is to have: at least, at most."""


def by_strength(levels: tuple[str, ...]) -> tuple[str, ...]:
    """``levels`` with the strongest first; guests, of whom nothing is known, in the order of their names at the end."""
    strength = {name: n for n, name in enumerate(LEVELS)}
    return tuple(sorted(levels, key=lambda name: (-strength.get(name, -1), name)))


def wanted(components: str) -> list[LineUp]:
    """Every table the page has a place for, the quickest first."""
    alike = [(USUAL,) * seats for seats in range(1, MOST_PLAYERS + 1)]
    tables = [(by_strength(pair), BASE) for pair in combinations(LEVELS, 2)]
    tables += [(levels, expansions) for expansions in (BASE, EVERY) for levels in alike]
    tables += [(levels, BASE) for levels in (("master",), *GOALS)]
    known = [table for table in dict.fromkeys(tables) if all(level in LEVELS for level in table[0])]
    quickest = sorted(known, key=lambda table: _time(table[0]))
    return [LineUp(levels, SEED, expansions, components) for levels, expansions in quickest]


def stages(line_ups: list[LineUp], games: int) -> list[tuple[LineUp, int]]:
    """(table, games it is to have by then), so that all are known roughly before any is known well: the number of games
    is doubled again and again, and what takes the least time comes first.
    """
    numbers = [games]
    while numbers[-1] > LEAST:
        numbers.append(max(LEAST, numbers[-1] // 2))
    found = [(line_up, number) for line_up in line_ups for number in numbers]
    return sorted(found, key=lambda stage: _time(stage[0].levels) * stage[1])


def _time(levels: tuple[str, ...]) -> float:
    """Seconds a turn of each takes on the whole: those that search take what they are given, others hardly any."""
    return sum(LEVELS[level].seconds if LEVELS[level].searches else HARDLY for level in levels)
