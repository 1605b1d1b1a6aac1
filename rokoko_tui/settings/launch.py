"""Where the program goes when it starts, and the names a command line may choose from. Imports nothing heavy."""

from pathlib import Path
from typing import TYPE_CHECKING, Literal, NamedTuple, get_args

if TYPE_CHECKING:
    from rokoko_core.journal import Reading
    from rokoko_core.state import Setup
    from rokoko_tui.text import Vocabulary

ThemeName = Literal["rokoko-dark", "rokoko-light", "rokoko-mono", "rokoko-safe"]
"""The program's own colour themes."""
SignsName = Literal["auto", "full", "wgl4", "ascii"]
"""Which signs are shown: by what the terminal can do, or one of the sets of ``rokoko_tui.theme.glyphs``."""
PicturesName = Literal["auto", "on", "off"]
"""Whether things are drawn in pixels: where there are colours enough, always, or in lines."""
Pace = Literal["at-once", "quick", "calm", "step"]
"""How what others do is shown: not at all, fast, slowly, or an event a key."""
Motion = Literal["auto", "on", "off"]
"""Whether things move on the screen; ``auto`` leaves it to the terminal one sits at."""
Mode = Literal["menu", "learn", "new", "load", "watch", "replay"]

THEMES: tuple[ThemeName, ...] = get_args(ThemeName)
SIGNS: tuple[SignsName, ...] = get_args(SignsName)
PICTURES: tuple[PicturesName, ...] = get_args(PicturesName)
PACES: tuple[Pace, ...] = get_args(Pace)
MOTIONS: tuple[Motion, ...] = get_args(Motion)
SMALLEST = (80, 24)
"""Columns and lines the table needs at least."""
WHOLE_TABLE = (120, 40)
"""Columns and lines from which on all panes are seen at once."""
INTERRUPTED = 130
"""Exit code after Ctrl+C, as shells expect it."""
LEAST_THINKING, MOST_THINKING = 0.05, 600.0
"""Seconds an automatic player may be given for a turn."""
MOST_PROCESSES = 4
"""Processes that automatic players may search in together."""
SAVES_VARIABLE = "ROKOKO_SAVES"
"""The environment variable that names the folder of the saves."""


def names_folder(path: str) -> bool:
    """Whether ``path`` can be a folder's: no zero is in it, and whoever it begins with, as in ``~ada``, is known."""
    return "\0" not in path and not (path.startswith("~") and spelt_out(path) == Path(path))


def spelt_out(path: str | Path) -> Path:
    """``path`` with somebody's own folder, as in ``~/games``, by its name; as it is where nobody is called so."""
    try:
        return Path(path).expanduser()
    except RuntimeError:
        return Path(path)


class Start(NamedTuple):
    """What to show first: the start screen unless ``setup`` or ``path`` says otherwise."""

    mode: Mode = "menu"
    setup: "Setup | None" = None
    """The game to begin, for ``new``."""
    path: Path | None = None
    """The save, for ``load``, ``watch`` and ``replay``."""
    at: int | None = None
    """The position a replay begins at; None for its first."""
    reading: "Reading | None" = None
    """What was read of the save already, so that it need not be replayed twice."""


class Refused(Exception):
    """The program cannot do what it was asked: ``key`` names the message that says why, with ``figures``.

    A figure that is an exception of the disk is told as such.
    """

    code = 1
    """The exit code: 1 when a file or game is bad, 2 for wrong use."""

    def __init__(self, key: str, **figures: object) -> None:
        super().__init__(key, figures)
        self.key, self.figures = key, figures

    def told(self, words: "Vocabulary") -> str:
        """One sentence for the player."""
        from rokoko_tui.text.disk_errors import disk_reason

        disk = {name: disk_reason(words, error) for name, error in self.figures.items() if isinstance(error, OSError)}
        return words.say(self.key, **{**self.figures, **disk})


class WrongUse(Refused):
    """A command line that does not make sense."""

    code = 2
