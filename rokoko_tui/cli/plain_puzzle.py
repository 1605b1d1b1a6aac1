"""A puzzle in plain mode: its task before the questions, hints in steps, and the result."""

from asyncio import AbstractEventLoop, Runner
from dataclasses import replace
from pathlib import Path

from rokoko_tui.cli.plain_table import PlainTable, StopPlaying
from rokoko_tui.cli.streams import say
from rokoko_tui.puzzles.puzzle_game import PuzzleGame
from rokoko_tui.puzzles.puzzle_text import describe_position, describe_task
from rokoko_tui.settings.settings import Settings
from rokoko_tui.table.commands import CommandId
from rokoko_tui.table.effects import Ask, Effects
from rokoko_tui.text.speech import SpokenWords


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
        for line in (*describe_task(self._puzzle, self.words, 0), *describe_position(self._puzzle, self.words)):
            self.say(line)
        super().play()

    def carry_out(self, effects: Effects) -> None:
        """Print the result at the end of the game; a missed puzzle may be tried again, else it is explained."""
        for effect in effects:
            if isinstance(effect, Ask) and self._puzzle.recording.over:
                self._print_result(effect)
            else:
                super().carry_out([effect])

    def _print_result(self, result: Ask) -> None:
        for line in (result.title, *result.lines):
            self.say(line)
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
            PlainPuzzle(PuzzleGame(number, spoken), spoken, settings, runner.get_loop(), folder).play()
    except StopPlaying:
        say(settings.words.say("puzzle.stopped"))
    return 0
