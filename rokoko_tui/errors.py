"""Errors that end a command with one sentence, and the exit codes of the program."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rokoko_tui.text import Vocabulary

INTERRUPTED = 130
"""Exit code after Ctrl+C."""


class CommandError(Exception):
    """A command cannot be run: ``key`` and ``figures`` give the message. OSErrors in ``figures`` are explained."""

    code = 1
    """The exit code: 1 for a bad file or game, 2 for wrong use."""

    def __init__(self, key: str, **figures: object) -> None:
        super().__init__(key, figures)
        self.key, self.figures = key, figures

    def describe(self, words: "Vocabulary") -> str:
        """Return the message for the player, one sentence."""
        return words.say_with_reasons(self.key, self.figures)


class UsageError(CommandError):
    """A command line that is not valid."""

    code = 2
