"""Puzzles, last turns of games for two with a best play: those that ship, the game of one, the puzzle of a day, words.

The save folder records which were solved, and the days whose puzzle was.
"""

from contextlib import suppress
from datetime import date
from functools import cache
from pathlib import Path
from typing import TypeVar

import msgspec

from rokoko_core.box import box_of
from rokoko_core.files import make_folder, read_regular, write_whole
from rokoko_core.play.puzzle import Puzzle
from rokoko_core.play.puzzle_game import PuzzleGame
from rokoko_core.scoring import lasting_score
from rokoko_tui.settings import daily_deal
from rokoko_tui.text import Words
from rokoko_tui.text.advice import describe_gains
from rokoko_tui.text.message_catalog import Vocabulary
from rokoko_tui.text.piece_refs import PieceRef

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


# ---- what a puzzle says

HINTS = 3
"""The steps of the hints: where most prestige comes from, the main action, the next choice."""


def puzzle_title(puzzle: Puzzle, words: Vocabulary) -> str:
    """Return the title, such as "The duchess's ball"."""
    return words.say(f"puzzle.occasion.{puzzle.occasion}", text=words.say(f"puzzle.host.{puzzle.host}"))


def describe_day(folder: Path, words: Vocabulary) -> str:
    """Return whether the puzzle of the day is solved and how many days in a row were; its title if there is none."""
    streak, day = measure_progress(folder).streak, daily_deal.today()
    if day in load_days(folder):
        return words.say("puzzle.day-done", n=streak)
    if streak:
        return words.say("puzzle.day-open", n=streak)
    return words.say("puzzle.day-title", text=puzzle_title(load_puzzles()[number_of_day(day) - 1], words))


def list_facts(puzzle: Puzzle, words: Vocabulary) -> list[str]:
    """Return what the puzzle is about, that it has two turns, and how hard it is."""
    turns = [words.say("puzzle.deep")] if puzzle.turns > 1 else []
    return [words.say(f"puzzle.theme.{puzzle.theme}"), *turns, words.say(f"puzzle.level.{puzzle.difficulty}")]


def describe_goal(game: PuzzleGame, words: Words) -> str:
    """Return who has turns left, and what solves the puzzle."""
    puzzle, state = game.puzzle, game.recording.at(game.start)
    goal = words.say(f"puzzle.goal.{'win' if puzzle.only_wins else 'most'}", n=puzzle.lead)
    if puzzle.turns == 1:
        return words.say("puzzle.task", text=goal)
    rival = 1 - game.seat
    [card] = state.players[rival].hand
    values: dict[str, object] = {
        "who": words.seat(game.setup, rival),
        "card": words.card(card, box_of(state)),
        "text": goal,
    }
    return words.say_of("puzzle.task-answered", values)


def describe_position(game: PuzzleGame, words: Words) -> list[str]:
    """Return the card to play, the score if the game ended now, and what both players own."""
    state, rival = game.recording.at(game.start), 1 - game.seat
    [card] = state.players[game.seat].hand
    own, other = (lasting_score(state, seat) for seat in (game.seat, rival))
    return [
        words.say("puzzle.card", card=words.card(card, box_of(state))),
        words.say_of("puzzle.standing", {"prestige": own, "who": words.seat(game.setup, rival), "n": other}),
        *(words.piece(PieceRef("player", seat), state) for seat in (game.seat, rival)),
    ]


def describe_task(game: PuzzleGame, words: Words) -> tuple[str, str]:
    """Return the number and title, and the task."""
    title = words.say_of("puzzle.title", {"n": game.number, "text": puzzle_title(game.puzzle, words)})
    return title, describe_goal(game, words)


def describe_hint(game: PuzzleGame, words: Words, number: int) -> str:
    """Return hint ``number``, counted from 1; the last is about the next choice."""
    start = game.recording.at(game.start)
    if number == 1:
        text = words.score_row(game.best_gain, box_of(start))
    elif number == 2:
        text = words.group(*game.main_action)
    elif game.next_step is None:
        return words.say("puzzle.hint.left")
    else:
        text = words.action(game.next_step, game.recording.state)
    return words.say_of(
        "puzzle.hint.step", {"n": number, "most": HINTS, "text": words.say(f"puzzle.hint.{number}", text=text)}
    )


def describe_result(game: PuzzleGame, words: Words) -> str:
    """Return whether the best lead was reached, in one sentence."""
    if game.is_solved:
        return words.say("puzzle.solved", n=game.lead)
    place = "ahead" if game.lead > 0 else "behind" if game.lead else "level"
    own = words.say_of(f"puzzle.result.{place}", {"n": abs(game.lead)})
    return words.say("puzzle.missed", text=own, n=game.puzzle.lead)


def explain_turn(game: PuzzleGame, words: Words) -> list[str]:
    """Return what was played, what was better and what it gains, in the words of the review."""
    review, state = game.review(), game.recording.at(game.start)
    lines = words.review_details(review, state, is_exact=True)
    return lines[1:] if review.cost else [lines[0], *describe_gains(words, review.played, state)]
