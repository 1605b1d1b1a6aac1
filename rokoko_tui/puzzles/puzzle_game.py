"""The game of a puzzle: one turn at the table, without a file."""

from rokoko_core.bots.exact_turn import lead_of
from rokoko_core.bots.review import RIVALS, TurnReview
from rokoko_core.engine import apply_unchecked, to_move
from rokoko_core.game import Fence
from rokoko_core.play.local_game import LocalGame
from rokoko_core.play.memory_book import MemoryBook
from rokoko_core.preview import row_changes
from rokoko_core.scoring import score_rows
from rokoko_tui.puzzles.collection import PUZZLES, load_puzzles
from rokoko_tui.text import Words
from rokoko_tui.text.advice import describe_gains


class PuzzleGame(LocalGame):
    """Puzzle ``number``, counted from 1. Undo is free, up to the start of the turn."""

    def __init__(self, number: int, words: Words) -> None:
        self.number, self.puzzle = number, load_puzzles()[number - 1]
        you = str(words.term("you"))
        game = self.puzzle.start((you, words.opponent([you])))
        self.start = game.cursor
        seat = to_move(game.state)
        assert seat is not None
        super().__init__(MemoryBook(game, PUZZLES), (seat,))

    @property
    def seat(self) -> int:
        return self.people[0]

    @property
    def lead(self) -> int:
        return lead_of(self.recording.state, self.seat)

    @property
    def is_solved(self) -> bool:
        """Whether the turn was played to its end with the best lead."""
        return self.recording.over and self.lead >= self.puzzle.lead

    @property
    def conceding_seat(self) -> int | None:
        """None: a puzzle cannot be conceded."""
        return None

    def fence(self, target: int) -> Fence | None:
        """Return None: nothing in a puzzle is hidden."""
        return None

    async def undo_to(self, position: int, cross: bool = False) -> None:
        """Undo to ``position``, at most to the start of the turn. Raises ``NothingToUndo``."""
        await super().undo_to(max(position, self.start), cross=True)

    def review(self) -> TurnReview:
        """Return the review of the turn that was played to its end, compared with the best way."""
        game = self.recording
        played, before = tuple(game.actions[self.start :]), game.at(self.start)
        better, after = self.puzzle.solution(before), before
        for action in better:
            after = apply_unchecked(after, action)
        rows = row_changes(score_rows(game.state, self.seat), score_rows(after, self.seat), game.state)
        cost = float(self.puzzle.lead - self.lead)
        if cost <= 0:
            return TurnReview(self.start, game.cursor, self.seat, played[:-1], played[:-1], False, 0.0, (), ())
        rivals = cost - sum(row.after - row.before for row in rows)
        parts = ((RIVALS, rivals),) if rivals else ()
        return TurnReview(self.start, game.cursor, self.seat, played[:-1], better[:-1], False, cost, rows, parts)


def describe_task(game: PuzzleGame, words: Words) -> tuple[str, str]:
    place = words.say(
        "puzzle.title",
        n=game.number,
        most=len(load_puzzles()),
        level=words.say(f"puzzle.level.{game.puzzle.difficulty}"),
    )
    return place, words.say("puzzle.task", change=words.signed(game.puzzle.lead))


def describe_result(game: PuzzleGame, words: Words) -> str:
    """Return whether the best lead was reached, in one sentence."""
    lead, best = words.signed(game.lead), words.signed(game.puzzle.lead)
    return words.say_of("puzzle.solved" if game.is_solved else "puzzle.missed", {"change": lead, "best": best})


def explain(game: PuzzleGame, words: Words) -> list[str]:
    """Return what was played, what was better and what it gains, in the words of the review."""
    review, state = game.review(), game.recording.at(game.start)
    lines = words.review_details(review, state, is_exact=True)
    return lines[1:] if review.cost else [lines[0], *describe_gains(words, review.played, state)]
