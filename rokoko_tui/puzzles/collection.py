"""The puzzles that ship with the program: their positions, what each is about, and the puzzle of a day.

The save folder records which were solved, and the days whose puzzle was.
"""

from contextlib import suppress
from datetime import date
from enum import StrEnum
from functools import cache
from pathlib import Path
from typing import TypeVar

import msgspec
from msgspec.structs import replace

from rokoko_core.actions import Action
from rokoko_core.engine import apply_unchecked, legal_actions, to_move
from rokoko_core.files import make_folder, read_regular, write_whole
from rokoko_core.game import Game
from rokoko_core.state import Seat, Setup, State, digest_with
from rokoko_core.terms import Expansion
from rokoko_tui.settings import daily_deal

PUZZLES = Path(__file__).with_name("puzzles.jsonl")
"""One puzzle a line, in the order of the list; made by ``python -m tools.puzzles``."""
LEVELS = ("random", "apprentice", "journeyman")
"""The levels that grade a puzzle, weakest first."""
OFTEN = 0.5
"""The share of attempts from which a level misses a puzzle often."""
NAMES = ("A", "B")
"""The players' names in the digests."""
OCCASIONS = (
    *("ball", "supper", "masquerade", "birthday", "wager", "portrait", "wardrobe", "visit"),
    *("wedding", "concert", "fan", "carriage", "letter", "fitting", "farewell", "mirror"),
)
HOSTS = (
    *("duchess", "marquise", "countess", "baroness", "viscountess", "princess", "dauphin", "cardinal"),
    *("ambassador", "marshal", "chevalier", "abbess", "widow", "banker", "actress", "minister"),
)
"""The words of a title, such as "The duchess's ball", which tell nothing about the solution."""


class Theme(StrEnum):
    """What the best play gains most from."""

    MAJORITY = "majority"
    FIREWORKS = "fireworks"
    DRESS = "dress"
    DECORATION = "decoration"
    STATUES = "statues"
    HIRING = "hiring"
    EXAM = "exam"
    JEWEL = "jewel"
    MONEY = "money"


class Puzzle(msgspec.Struct, frozen=True, array_like=True):
    """The start of the last turn of a game for two, or of the turn before it; nothing hidden matters any more."""

    seed: int
    expansions: frozenset[Expansion]
    components: str
    numbers: tuple[int, ...]
    """The actions before the turn, each by its index among the legal actions."""
    digest: str
    """Identifies the puzzle (``identify``), in every version."""
    turns: int
    """The number of turns left: 1, or 2 if the other player answers."""
    lead: int
    """The lead in prestige at the end of the game that solves the puzzle: the best, whatever the answer is."""
    only_wins: bool
    """Whether no other result wins the game."""
    misses: tuple[float, ...]
    """By level of ``LEVELS``, the share of its attempts that missed the best lead, 0 to 1."""
    best: tuple[int, ...]
    """A shortest best way to play the turn, by indexes like ``numbers``, with the end of the turn."""
    theme: Theme
    title: int
    """Numbers one of the titles."""

    @property
    def difficulty(self) -> str:
        """``hard`` if journeymen often miss it, ``medium`` if apprentices do, else ``easy``."""
        _, apprentice, journeyman = self.misses
        return "hard" if journeyman >= OFTEN else "medium" if apprentice >= OFTEN else "easy"

    @property
    def occasion(self) -> str:
        """The member of ``OCCASIONS`` in the title."""
        return OCCASIONS[self.title % len(OCCASIONS)]

    @property
    def host(self) -> str:
        """The member of ``HOSTS`` in the title."""
        return HOSTS[self.title // len(OCCASIONS) % len(HOSTS)]

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
    """Return all puzzles: those of the base game first, of each kind of game the easiest first."""
    return tuple(msgspec.json.decode(line, type=Puzzle) for line in PUZZLES.read_bytes().splitlines())


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
