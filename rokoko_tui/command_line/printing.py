"""Lines for stdout and stderr. What comes from files and players is made harmless to a terminal first."""

import sys
from unicodedata import category

PROGRAM = "rokoko-tui"


def legible(text: str) -> str:
    """``text`` as one line without signs that steer a terminal."""
    if text.isprintable():
        return text
    return "".join(sign if sign.isprintable() or category(sign) == "Zs" else "?" for sign in text)


def say(line: str = "") -> None:
    """Print a line."""
    print(legible(line))


def say_fault(line: str) -> None:
    """Print a line about something bad on stderr."""
    print(legible(line), file=sys.stderr)


def complain(sentence: str) -> None:
    """Say on stderr why the program does not do what it was asked."""
    say_fault(f"{PROGRAM}: {sentence}")
