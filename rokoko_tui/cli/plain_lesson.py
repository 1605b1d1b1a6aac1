"""The lesson and the puzzles in plain mode: tasks before the questions, and what belongs to each kind.

The lesson accepts only the expected action; a puzzle has hints in steps, and a result.
"""

from asyncio import AbstractEventLoop, Runner
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from rokoko_core.actions import Action
from rokoko_core.play.puzzle_game import PuzzleGame
from rokoko_tui.cli.plain_reports import parse_command
from rokoko_tui.cli.plain_table import PlainTable, StopPlaying
from rokoko_tui.cli.streams import say, say_wrapped
from rokoko_tui.lesson import LessonGame, describe_task, list_names
from rokoko_tui.puzzles import describe_position, open_puzzle
from rokoko_tui.puzzles import describe_task as describe_puzzle
from rokoko_tui.settings.settings import Settings, save_settings
from rokoko_tui.table.commands import CommandId
from rokoko_tui.table.effects import Ask, Effects, Request
from rokoko_tui.text.speech import SpokenWords


class PlainLesson(PlainTable):
    """The plain table of the lesson; ``save_progress`` is called at every new step."""

    def __init__(
        self,
        lesson: LessonGame,
        words: SpokenWords,
        settings: Settings,
        loop: AbstractEventLoop,
        save_progress: Callable[[], None],
    ) -> None:
        super().__init__(lesson, words, settings, loop)
        self.lesson = lesson
        self._save_progress = save_progress
        self._title = ""

    def play(self) -> None:
        """Play from the present step to the end. Raises ``StopPlaying``."""
        self.say(self.words.say("learn.plain"))
        while not self.lesson.is_finished:
            self.proceed()
            if self.lesson.is_reading:
                self._print_reading()
            elif self.game.person_to_move is not None:
                self._ask()
        self.proceed()
        self._print_task()
        self.print_end()

    def carry_out(self, effects: Effects) -> None:
        """Store the progress too."""
        if Request.SAVE_SETTINGS in effects:
            self._save_progress()
        super().carry_out(effects)

    def _print_task(self, wrong: Action | None = None) -> None:
        title, sentence = describe_task(self.lesson, self.words, wrong)
        if wrong is None:
            self.say()
        if title != self._title:
            self._title = title
            self.say(title)
        self.say(sentence)
        expected = self.lesson.expected_action
        if wrong is None and expected is not None:
            action = self.words.action_within(expected, self.game.observation().table)
            self.say(self.words.say("learn.instead", what=action))

    def _print_reading(self) -> None:
        """Print a task that is only read, with the scores at the first one, and wait for Enter."""
        self._print_task()
        if self.lesson.step_number == 1 and self.lesson.is_first:
            self.print_end()
        match parse_command(self.read(self.words.say("learn.read-on") + " ").strip(), self.words):
            case "stop", _:
                raise StopPlaying
            case ("undo" | "undo-turn") as command, _:
                self._go_back(whole_step=command == "undo-turn")
            case "help", argument:
                self.print_help(argument)
            case _:
                self.lesson.continue_reading()

    def _ask(self) -> None:
        if not self.session.moment.is_asked:
            self._print_task()
        super()._ask()

    def _take(self, action: Action) -> None:
        """Take ``action`` if it is allowed; else say why it is not."""
        if self.game.person_to_move is not None and not self.lesson.allows(action):
            self._print_task(action)
            return
        super()._take(action)

    def _undo(self, position: int | None) -> None:
        """Go back to the previous task; in the free round, undo its actions first."""
        if self.lesson.is_free and position is not None and position >= self.lesson.stop.position:
            super()._undo(position)
        else:
            self._go_back(whole_step=False)

    def _go_back(self, whole_step: bool) -> None:
        self.say(self.words.say("plain.back" if self.lesson.go_back(whole_step) else "table.notice.no-undo"))


def play_lesson(settings: Settings) -> int:
    """Start or continue the lesson; return the exit code."""

    def save_progress() -> None:
        try:
            save_settings(settings)
        except OSError as refusal:
            say_wrapped(settings.words.say("start.app.not-saved", why=settings.words.disk_reason(refusal)))

    try:
        spoken = SpokenWords(settings.words.language, settings.words.edition)
        lesson = LessonGame(settings.lesson, list_names(spoken))
        with Runner() as runner:
            PlainLesson(lesson, spoken, settings, runner.get_loop(), save_progress).play()
    except StopPlaying:
        say_wrapped(settings.words.say("learn.stopped"))
    return 0


class PlainPuzzle(PlainTable):
    """The plain table of a puzzle; ``folder`` records that it was solved."""

    def __init__(
        self, game: PuzzleGame, words: SpokenWords, settings: Settings, loop: AbstractEventLoop, folder: Path
    ) -> None:
        super().__init__(game, words, settings, loop)
        self.session.services = replace(self.session.services, saves=folder)
        self._commands["hint"] = lambda argument: self.carry_out(self.session.handle(CommandId.HINT))
        self._puzzle = game
        self._is_explained = False

    def play(self) -> None:
        """Play until the puzzle is solved or explained. Raises ``StopPlaying``."""
        self.say_all((*describe_puzzle(self._puzzle, self.words), *describe_position(self._puzzle, self.words)))
        super().play()

    def carry_out(self, effects: Effects) -> None:
        """Print the result at the end of the game; a missed puzzle may be tried again, else it is explained."""
        for effect in effects:
            if isinstance(effect, Ask) and self._puzzle.recording.over:
                self._print_result(effect)
            else:
                super().carry_out([effect])

    def _print_result(self, result: Ask) -> None:
        self.say_all((result.title, *result.lines))
        if self._puzzle.is_solved or self._is_explained:
            self._is_over = True
            return
        self._is_explained = not self._agrees(self.words.say("puzzle.again-question"))
        self._answer_effect(result, "solution" if self._is_explained else "again")

    def print_end(self) -> None:
        """Print nothing: the result was printed."""


def play_puzzle(number: int, folder: Path, settings: Settings) -> int:
    """Play puzzle ``number``, counted from 1, on stdin and stdout; return the exit code."""
    spoken = SpokenWords(settings.words.language, settings.words.edition)
    try:
        with Runner() as runner:
            PlainPuzzle(open_puzzle(number, spoken), spoken, settings, runner.get_loop(), folder).play()
    except StopPlaying:
        say(settings.words.say("puzzle.stopped"))
    return 0
