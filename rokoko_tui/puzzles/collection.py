"""The puzzles that ship with the program, the game of one of them, and the puzzle of a day.

The save folder records which were solved, and the days whose puzzle was.
"""

from contextlib import suppress
from datetime import date
from functools import cache
from pathlib import Path
from typing import TypeVar

import msgspec

from rokoko_core.files import make_folder, read_regular, write_whole
from rokoko_core.play.puzzle import Puzzle
from rokoko_core.play.puzzle_game import PuzzleGame
from rokoko_tui.settings import daily_deal
from rokoko_tui.text import Words

PUZZLES = Path(__file__).with_name("puzzles.jsonl")
"""One puzzle a line, in the order of the list; made by ``python -m tools.puzzles``."""


@cache
def load_puzzles() -> tuple[Puzzle, ...]:
    """Return all puzzles: those of the base game first, of each kind of game the easiest first."""
    return tuple(msgspec.json.decode(line, type=Puzzle) for line in PUZZLES.read_bytes().splitlines())


def open_puzzle(number: int, words: Words) -> PuzzleGame:
    """Return the game of puzzle ``number``, counted from 1."""
    you = str(words.term("you"))
    return PuzzleGame(load_puzzles()[number - 1], number, (you, words.opponent([you])), PUZZLES)


def number_of_day(day: date) -> int:
    """Return the number of the puzzle of ``day``, one of the base game; no two days in a row have the same."""
    puzzles = load_puzzles()
    base = sorted((puzzle.digest, n) for n, puzzle in enumerate(puzzles, start=1) if not puzzle.expansions)
    return base[day.toordinal() % len(base)][1]


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
