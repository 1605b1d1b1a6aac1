"""Output to stdout and stderr, with control characters from files and names neutralised."""

import os
import sys

from rokoko_tui.text.safe_display import NO_BREAK_SPACE, clean_line

PROGRAM = "rokoko-tui"
_signs = "auto"
"""The setting ``signs``."""


def use_signs(signs: str) -> None:
    """Print with the character set that the setting ``signs`` selects."""
    global _signs
    _signs = signs


def _printable(line: str) -> str:
    line = clean_line(line).replace(NO_BREAK_SPACE, " ")
    if line.isascii():
        return line
    from rokoko_tui.theme.glyphs import GlyphSet, to_glyph_set
    from rokoko_tui.theme.terminal_capabilities import choose_glyph_set

    return to_glyph_set(line, GlyphSet(choose_glyph_set(_signs, os.environ).value))


def say(line: str = "") -> None:
    print(_printable(line))


def say_error(line: str) -> None:
    print(_printable(line), file=sys.stderr)


def say_json(text: str) -> None:
    """Print JSON, including its line ends, with control characters escaped."""
    from rokoko_core.safe_text import escape_json

    sys.stdout.write(escape_json(text))


def say_refusal(sentence: str) -> None:
    """Print on stderr why the program does not do what the user asked."""
    say_error(f"{PROGRAM}: {sentence}")
