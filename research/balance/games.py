"""The tables that are played, all of the base game, and their games."""

from collections.abc import Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import closing
from multiprocessing import get_context
from pathlib import Path

from research.balance.candidates import read_candidates, register_candidate
from research.balance.tastes import PREFIX, add_taste_levels, read_tastes
from rokoko_core.bots import DEFAULT_LEVEL
from rokoko_core.bots.arena import run
from rokoko_core.bots.worker_process import follow_parent
from rokoko_core.setup import FAIR_START, START_PRESTIGE
from rokoko_tui.arena.command import LineUp
from rokoko_tui.arena.results import ResultFile

SEED = 1
FAIR_SEED = 800_001
"""The first deal with a fair start: other deals than those without, to which its figures were fitted."""
SIZES = 2, 4
"""Players of the tables of journeymen, one size for each side of the board."""


def line_up(levels: Sequence[str], components: str) -> LineUp:
    return LineUp(tuple(levels), SEED, frozenset(), components)


def compared_tables() -> list[LineUp]:
    """Return the tables of the set before and of the new set: journeymen only, then each taste and a journeyman."""
    sets = read_candidates().shipped, read_candidates().base
    same = [line_up((DEFAULT_LEVEL,) * seats, name) for seats in SIZES for name in sets]
    return same + [line_up((PREFIX + taste, DEFAULT_LEVEL), name) for name in sets for taste in read_tastes()]


def fair_tables() -> list[LineUp]:
    """Return the tables of journeymen of all sizes with the new set, without and with a fair start."""
    table, seeds = line_up((), read_candidates().shipped), {False: SEED, FAIR_START: FAIR_SEED}
    return [
        table._replace(levels=(DEFAULT_LEVEL,) * seats, seed=seed, fair_start=fair)
        for seats in START_PRESTIGE[FAIR_START]
        for fair, seed in seeds.items()
    ]


def search_tables(names: Sequence[str] = ()) -> list[LineUp]:
    """Return the tables of two and of four journeymen with each candidate, or with those called ``names``."""
    candidates = [candidate for candidate in read_candidates().candidate if not names or candidate.name in names]
    keys = [register_candidate(candidate) for candidate in candidates]
    return [line_up((DEFAULT_LEVEL,) * seats, key) for seats in SIZES for key in keys]


def _start_worker() -> None:
    follow_parent()
    add_taste_levels()


def play(line_ups: Iterable[LineUp], games: int, jobs: int, results: Path) -> None:
    """Play ``games`` games of each table, ``jobs`` at a time; append them to the file ``results``.

    Games in the file are not played again. Raises ``CommandError`` for a file that cannot be used.
    """
    add_taste_levels()
    search_tables()  # registers every candidate, because the file may have games of any
    pool = ProcessPoolExecutor(jobs, mp_context=get_context("spawn"), initializer=_start_worker)
    with pool, closing(ResultFile(results)) as file:
        for table in line_ups:
            matches = table.matches(games)
            done = {result.match for result in file.of(matches)}
            for result in run([match for match in matches if match not in done], pool, jobs):
                file.add(result)
            print(f"{' '.join(table.levels)} {table.components}: {len(matches)} games", flush=True)
