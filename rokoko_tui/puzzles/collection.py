"""The puzzles that ship with the program, and those that were solved, by their digests in the save folder."""

from contextlib import suppress
from functools import cache
from pathlib import Path

import msgspec
from msgspec.structs import replace

from rokoko_core.actions import Action
from rokoko_core.engine import apply_unchecked, legal_actions, to_move
from rokoko_core.files import make_folder, read_regular, write_whole
from rokoko_core.game import Game
from rokoko_core.state import Seat, Setup, State, digest_with
from rokoko_core.terms import Expansion

PUZZLES = Path(__file__).with_name("puzzles.jsonl")
"""One puzzle a line, the easiest first; made by ``python -m tools.puzzles``."""
LEVELS = ("random", "apprentice", "journeyman")
"""The levels that grade a puzzle, weakest first."""
OFTEN = 0.5
"""The share of attempts from which a level misses a puzzle often."""
NAMES = ("A", "B")
"""The players' names in the digests."""


class Puzzle(msgspec.Struct, frozen=True, array_like=True):
    """The start of the last turn of a game for two, in which nothing hidden remains."""

    seed: int
    expansions: frozenset[Expansion]
    components: str
    numbers: tuple[int, ...]
    """The actions before the turn, each by its index among the legal actions."""
    digest: str
    """Identifies the puzzle (``identify``)."""
    lead: int
    """The best lead that the turn can reach, in prestige."""
    misses: tuple[float, ...]
    """By level of ``LEVELS``, the share of its attempts that missed the best lead, 0 to 1."""
    best: tuple[int, ...] = ()
    """A shortest best way to play the turn, by indexes like ``numbers``, with the end of the turn."""

    @property
    def difficulty(self) -> str:
        """``hard`` if journeymen often miss it, ``medium`` if apprentices do, else ``easy``."""
        _, apprentice, journeyman = self.misses
        return "hard" if journeyman >= OFTEN else "medium" if apprentice >= OFTEN else "easy"

    def start(self, names: tuple[str, str] = NAMES) -> Game:
        """Return the game at the start of the turn with these ``names``; the first is to move, except for ``NAMES``."""
        game = self._play_up_to(names)
        return game if to_move(game.state) == 0 or names == NAMES else self._play_up_to(names[::-1])

    def _play_up_to(self, names: tuple[str, ...]) -> Game:
        seats = tuple(Seat(name) for name in names)
        game = Game(Setup(seats, self.seed, self.expansions, components=self.components))
        for number in self.numbers:
            game.play(legal_actions(game.state)[number])
        return game

    def solution(self, state: State) -> tuple[Action, ...]:
        """Return the actions of ``best`` from its position ``state``."""
        actions: list[Action] = []
        for number in self.best:
            actions.append(legal_actions(state)[number])
            state = apply_unchecked(state, actions[-1])
        return tuple(actions)


def identify(state: State) -> str:
    """Return the digest of a puzzle's position. As in version 0.6, expansions are encoded even if there are none."""
    encoded = replace(state.setup, expansions=frozenset(list(state.setup.expansions)))
    return digest_with(encoded, state)


@cache
def load_puzzles() -> tuple[Puzzle, ...]:
    """Return all puzzles, the easiest first."""
    return tuple(msgspec.json.decode(line, type=Puzzle) for line in PUZZLES.read_bytes().splitlines())


# ---- solved puzzles

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
