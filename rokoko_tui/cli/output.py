"""Lines for stdout and stderr. What comes from files and players is made harmless to a terminal first."""

import os
import sys

from rokoko_tui.text.safe_display import legible

PROGRAM = "rokoko-tui"
_settled = "auto"
"""The setting ``signs``."""


def write_with(signs: str) -> None:
    """From now on, print with the set of signs that the setting ``signs`` chooses."""
    global _settled
    _settled = signs


def _written(line: str) -> str:
    """``line`` harmless, with the signs chosen."""
    line = legible(line)
    if line.isascii():
        return line
    from rokoko_tui.theme.glyphs import SignSet, written
    from rokoko_tui.theme.terminal_capabilities import signs_chosen

    return written(line, SignSet(signs_chosen(_settled, os.environ).value))


def say(line: str = "") -> None:
    """Print a line."""
    print(_written(line))


def say_fault(line: str) -> None:
    """Print a line about something bad on stderr."""
    print(_written(line), file=sys.stderr)


def say_json(written: str) -> None:
    """Print JSON, with its line ends, in which what could disturb a terminal is escaped."""
    from rokoko_core.safe_text import escaped

    sys.stdout.write(escaped(written))


def complain(sentence: str) -> None:
    """Say on stderr why the program does not do what it was asked."""
    say_fault(f"{PROGRAM}: {sentence}")
