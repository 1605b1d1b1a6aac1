"""The solved puzzles, kept in the save folder by their digests."""

from contextlib import suppress
from pathlib import Path

import msgspec

from rokoko_core.files import make_folder, read_regular, write_whole
from rokoko_tui.puzzles.collection import Puzzle, load_puzzles

FILE = "puzzles.json"
"""The file in the save folder: a JSON list of digests."""
_LARGEST = 1_000_000


def load_solved(folder: Path) -> frozenset[str]:
    """Return the digests of the solved puzzles; none if the file is missing or unreadable."""
    with suppress(OSError, ValueError, RecursionError):
        return frozenset(msgspec.json.decode(read_regular(folder / FILE, _LARGEST), type=list[str]))
    return frozenset()


def add_solved(folder: Path, puzzle: Puzzle) -> None:
    """Record that ``puzzle`` was solved. Raises OSError."""
    solved = load_solved(folder)
    if puzzle.digest not in solved:
        make_folder(folder)
        write_whole(folder / FILE, msgspec.json.encode(sorted({*solved, puzzle.digest})))


def count_solved(folder: Path) -> tuple[int, int]:
    """Return the numbers of solved puzzles and of all puzzles."""
    solved = load_solved(folder)
    return sum(puzzle.digest in solved for puzzle in load_puzzles()), len(load_puzzles())


def next_number(folder: Path, after: int = 0) -> int:
    """Return the number of the first unsolved puzzle after number ``after``; if there is none, of the one after it."""
    solved, puzzles = load_solved(folder), load_puzzles()
    order: list[int] = [*range(after, len(puzzles)), *range(after)]
    unsolved = [number for number in order if puzzles[number].digest not in solved]
    return (unsolved or order)[0] + 1
