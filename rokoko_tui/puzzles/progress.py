"""What is recorded of puzzles, in the save folder: those that were solved, and the days whose puzzle was."""

from contextlib import suppress
from datetime import date
from pathlib import Path
from typing import TypeVar

import msgspec

from rokoko_core.files import make_folder, read_regular, write_whole
from rokoko_tui.puzzles.collection import Puzzle, load_puzzles, number_of_day
from rokoko_tui.settings import daily_deal

FILE, DAYS = "puzzles.json", "puzzle-days.json"
"""A JSON list of digests, those of puzzles of other versions included; a JSON list of dates."""
_LARGEST = 1_000_000
T = TypeVar("T")


class PuzzleProgress(msgspec.Struct, frozen=True):
    """The progress with all puzzles."""

    solved: int
    all: int
    earlier: int
    """Solved puzzles that this version does not have."""
    streak: int
    """Days in a row whose puzzle was solved, up to today, or to yesterday while today's is open."""
    longest_streak: int


def load_solved(folder: Path) -> frozenset[str]:
    """Return the digests of the solved puzzles; none if the file is missing or unreadable."""
    return frozenset(_load(folder / FILE, list[str]))


def load_days(folder: Path) -> frozenset[date]:
    """Return the days whose puzzle was solved on that day; none if the file is missing or unreadable."""
    return frozenset(_load(folder / DAYS, list[date]))


def _load(path: Path, kind: type[list[T]]) -> list[T]:
    with suppress(OSError, ValueError, RecursionError):
        return msgspec.json.decode(read_regular(path, _LARGEST), type=kind)
    return []


def add_solved(folder: Path, puzzle: Puzzle) -> None:
    """Record that ``puzzle`` was solved, and that it was that of today if it was. Raises OSError."""
    solved, days, day = load_solved(folder), load_days(folder), daily_deal.today()
    make_folder(folder)
    if puzzle.digest not in solved:
        write_whole(folder / FILE, msgspec.json.encode(sorted({*solved, puzzle.digest})))
    if puzzle == load_puzzles()[number_of_day(day) - 1] and day not in days:
        write_whole(folder / DAYS, msgspec.json.encode(sorted({*days, day})))


def measure_progress(folder: Path) -> PuzzleProgress:
    """Return the progress that ``folder`` records."""
    solved, days = load_solved(folder), {day.toordinal() for day in load_days(folder)}
    day = daily_deal.today().toordinal()
    shipped = {puzzle.digest for puzzle in load_puzzles()}
    streak = daily_deal.streak_before(days, day if day in days else day - 1)
    longest = daily_deal.longest_streak(days)
    return PuzzleProgress(len(solved & shipped), len(shipped), len(solved - shipped), streak, longest)


def next_number(folder: Path, after: int = 0) -> int:
    """Return the number of the first unsolved puzzle after number ``after``; if there is none, of the one after it."""
    solved, puzzles = load_solved(folder), load_puzzles()
    order: list[int] = [*range(after, len(puzzles)), *range(after)]
    unsolved = [number for number in order if puzzles[number].digest not in solved]
    return (unsolved or order)[0] + 1
