"""The start target of the program, its limits and the values of its options. Imports nothing heavy."""

import os
from pathlib import Path
from typing import TYPE_CHECKING, Literal, NamedTuple, get_args

if TYPE_CHECKING:
    from collections.abc import Callable

    from rokoko_core.journal import Reading
    from rokoko_core.remote.tickets import Ticket
    from rokoko_core.state import Setup
    from rokoko_tui.text import Vocabulary, Words

ThemeName = Literal["rokoko-dark", "rokoko-light", "rokoko-mono", "rokoko-safe"]
"""The program's own colour themes."""
SignsName = Literal["auto", "full", "wgl4", "ascii"]
"""The glyph set: one of ``rokoko_tui.theme.glyphs``, or by the terminal's abilities."""
PicturesName = Literal["auto", "on", "off"]
"""Whether to draw in pixels; ``auto``: if there are enough colours."""
Pace = Literal["auto", "at-once", "quick", "calm", "slow", "step"]
"""How fast the moves of others are shown: ``slow`` leaves time to read each event, ``step`` waits for a key after each.

``auto`` is ``slow`` until ``FIRST_GAMES`` games were finished, then ``quick``.
"""
FIRST_GAMES = 3
"""Number of finished games after which the automatic pace is ``quick``."""
Motion = Literal["auto", "on", "off"]
"""Whether pictures are animated; ``auto`` depends on the connection."""
Mode = Literal["menu", "learn", "daily", "puzzle", "new", "load", "watch", "replay", "join"]

THEMES: tuple[ThemeName, ...] = get_args(ThemeName)
SIGNS: tuple[SignsName, ...] = get_args(SignsName)
PICTURES: tuple[PicturesName, ...] = get_args(PicturesName)
PACES: tuple[Pace, ...] = get_args(Pace)
MOTIONS: tuple[Motion, ...] = get_args(Motion)
SMALLEST = (80, 24)
"""Columns and lines of the smallest usable terminal."""
WHOLE_TABLE = (120, 40)
"""Columns and lines from which all panes fit."""
INTERRUPTED = 130
"""Exit code after Ctrl+C."""
LEAST_THINKING, MOST_THINKING = 0.05, 600.0
"""Limits of a bot's time for a turn, in seconds."""
MOST_PROCESSES = 4
"""Most processes in which bots search."""
SAVES_VARIABLE = "ROKOKO_SAVES"
"""The environment variable for the save folder."""


def count_processors() -> int:
    """Return the number of processors that the program may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def is_folder_name(path: str) -> bool:
    """Whether ``path`` can name a folder: it has no null character, and a user as in ``~ada`` exists."""
    return "\0" not in path and not (path.startswith("~") and expand_user(path) == Path(path))


def expand_user(path: str | Path) -> Path:
    """Return ``path`` with ``~`` and ``~user`` expanded; unchanged if there is no such user."""
    try:
        return Path(path).expanduser()
    except RuntimeError:
        return Path(path)


class Start(NamedTuple):
    """What to show first: the start screen, unless ``setup`` or ``path`` is given."""

    mode: Mode = "menu"
    setup: "Setup | None" = None
    """The game to start, for ``new``."""
    path: Path | None = None
    """The save, for ``load``, ``watch`` and ``replay``."""
    at: int | None = None
    """The first position of a replay; None for the start of the game. Also the number of a puzzle."""
    reading: "Reading | None" = None
    """The content of the save, if it was read already."""
    ticket: "Ticket | None" = None
    """The seat in a hosted game, for ``join``."""
    invitation: "Callable[[Words], list[str]] | None" = None
    """Returns how others join the game that this program hosts."""
    warning: str = ""
    """A sentence to show once."""


class CommandError(Exception):
    """A command cannot be run: ``key`` and ``figures`` give the message. OSErrors in ``figures`` are explained."""

    code = 1
    """The exit code: 1 for a bad file or game, 2 for wrong use."""

    def __init__(self, key: str, **figures: object) -> None:
        super().__init__(key, figures)
        self.key, self.figures = key, figures

    def describe(self, words: "Vocabulary") -> str:
        """Return the message for the player, one sentence."""
        from rokoko_tui.text.disk_errors import disk_reason

        disk_reasons = {
            name: disk_reason(words, error) for name, error in self.figures.items() if isinstance(error, OSError)
        }
        return words.say(self.key, **{**self.figures, **disk_reasons})


class UsageError(CommandError):
    """A command line that is not valid."""

    code = 2
