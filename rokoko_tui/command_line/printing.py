"""Lines for stdout and stderr. What comes from files and players is made harmless to a terminal first."""

import sys

from rokoko_tui.words.showing import legible

PROGRAM = "rokoko-tui"


def say(line: str = "") -> None:
    """Print a line."""
    print(legible(line))


def say_fault(line: str) -> None:
    """Print a line about something bad on stderr."""
    print(legible(line), file=sys.stderr)


def say_json(written: str) -> None:
    """Print JSON, with its line ends, in which what could disturb a terminal is escaped."""
    from rokoko_core.text import escaped

    sys.stdout.write(escaped(written))


def complain(sentence: str) -> None:
    """Say on stderr why the program does not do what it was asked."""
    say_fault(f"{PROGRAM}: {sentence}")
