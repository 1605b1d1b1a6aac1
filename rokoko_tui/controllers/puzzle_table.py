"""A puzzle at the table: its task, undo up to its start, and what is shown after its turn."""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from rokoko_tui.controllers.play_policy import PlayPolicy
from rokoko_tui.panes.log import Log
from rokoko_tui.panes.preview import PreviewPane
from rokoko_tui.puzzles.collection import add_solved, next_number
from rokoko_tui.puzzles.puzzle_game import PuzzleGame, describe_result, describe_task, explain
from rokoko_tui.table.choice_list import MenuEntry
from rokoko_tui.text.disk_errors import disk_reason
from rokoko_tui.widgets.modal_content import make_answer
from rokoko_tui.widgets.notices import BRIEFLY

if TYPE_CHECKING:
    from rokoko_tui.screens.play import PlayScreen


class PuzzleTable(PlayPolicy):
    """The policy of a puzzle. ``play`` shows the puzzle with a number, ``leave`` the start screen."""

    has_long_texts = True

    def __init__(
        self,
        host: "PlayScreen",
        game: PuzzleGame,
        saves: Path,
        play: Callable[[int], None],
        leave: Callable[[], None],
    ) -> None:
        self._host, self._game, self._saves = host, game, saves
        self._play, self._leave = play, leave

    def show_preview(self, pane: PreviewPane, entry: MenuEntry | None) -> bool:
        """Show the task; below it what ``entry`` means."""
        place, task = describe_task(self._game, self._host.words)
        pane.teach(place, task, self._host.presenter.explanation(entry))
        return True

    @property
    def idle_commands(self) -> frozenset[str]:
        """Hints, and undo at the first decision of the turn: what came before is no part of the puzzle."""
        return frozenset({"hint"} if self._host.driver.last_decision >= self._game.start else {"hint", "undo"})

    def undoes(self, whole_turn: bool) -> bool:
        """Refuse undo at the start of the turn."""
        at_start = "undo" in self.idle_commands
        if at_start:
            self._host.notify(self._host.words.say("table.notice.no-undo"), timeout=BRIEFLY)
        return at_start

    def reads(self, log: Log) -> bool:
        """Return True: the log is about the game before the puzzle."""
        return True

    def leaves(self) -> bool:
        """Leave without a question: there is nothing to save."""
        self._leave()
        return True

    def finishes(self) -> bool:
        """Show the result of the turn, and record a solved puzzle."""
        game, words = self._game, self._host.words
        if game.is_solved:
            try:
                add_solved(self._saves, game.puzzle)
            except OSError as error:
                self._host.notify(words.say("puzzle.not-saved", why=disk_reason(words, error)), severity="error")
        self._ask(explain(game, words) if game.is_solved else [], with_solution=not game.is_solved)
        return True

    def _ask(self, lines: list[str], with_solution: bool) -> None:
        words = self._host.words
        offered = ("again", "solution", "next", "leave") if with_solution else ("next", "again", "leave")
        answers = [make_answer(words, f"answers.puzzle.{answer}", words.say(f"puzzle.{answer}")) for answer in offered]
        self._host.ask_about_game(describe_result(self._game, self._host.words), lines, answers, self._answered)

    async def _answered(self, answer: str | None) -> None:
        game = self._game
        if answer == "solution":
            self._ask(explain(game, self._host.words), with_solution=False)
        elif answer == "next":
            self._play(next_number(self._saves, game.number))
        elif answer != "again":
            self._leave()
        else:
            self._host.driver.forget_final()
            await self._host.write(game.undo_to(game.start))
            self._host.redraw()
