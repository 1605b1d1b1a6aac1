"""Codes for the terminal: words in their columns, and the title of the window."""

import re
from collections.abc import Callable, Mapping

from rich.cells import cell_len, get_character_cell_size
from rich.console import Console
from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip

from rokoko_tui.text.safe_display import shown

KEEP, RESTORE_TITLE = "\x1b[22;2t", "\x1b[23;2t"
"""Control sequences that push and pop the title of the terminal."""
_WORD = re.compile(r"\s+|\S+")
UNTITLED = ("", "dumb", "linux")
"""Values of ``TERM`` for terminals without a window title."""


def render_in_columns(strip: Strip, x: int, console: Console) -> str:
    """Return the codes of ``strip``, whose left edge is column ``x``, with all words in their columns.

    Terminals give vowel signs, marks and emoji different widths. A word that has any is drawn over blanks, and then the
    cursor moves to where the word ends by the widths of rich, so that the rest of the line is not shifted.
    """
    if strip.cell_length == len(strip.text):
        return strip.render(console)
    output: list[str] = []
    for segment in strip:
        for word in _WORD.findall(segment.text):
            cells, drawn = cell_len(word), _render(word, segment.style, console)
            if all(map(_is_measured_alike, word)):
                output.append(drawn)
            else:
                blank = _render(" " * cells, segment.style, console)
                output += [blank, f"\x1b[{x + 1}G", drawn, f"\x1b[{x + cells + 1}G"]
            x += cells
    return "".join(output)


def _is_measured_alike(character: str) -> bool:
    """Whether all terminals agree about the width of ``character``: it has one cell, or is a wide letter."""
    width = get_character_cell_size(character)
    return width == 1 or (width == 2 and character.isalpha())


def _render(text: str, style: Style | None, console: Console) -> str:
    return Strip([Segment(text, style)]).render(console)


class WindowTitle:
    """The title of the window, which shows whose turn it is; ``write`` sends text to the terminal.

    The original title is restored at the end.
    """

    def __init__(self, write: Callable[[str], None], environment: Mapping[str, str]) -> None:
        self.text = ""
        """The title; empty before the first one is set."""
        self._write = write if environment.get("TERM", "") not in UNTITLED else None

    def say(self, text: str) -> None:
        """Set the title to ``text``, with control characters replaced; send nothing if it is unchanged."""
        plain = shown(text)
        if plain == self.text:
            return
        if self._write is not None:
            self._write(f"{'' if self.text else KEEP}\x1b]2;{plain}\x07")
        self.text = plain

    def repeat(self) -> None:
        """Send the title again, to a terminal that was reset."""
        text, self.text = self.text, ""
        if text:
            self.say(text)

    def restore(self) -> None:
        if self.text and self._write is not None:
            self._write(RESTORE_TITLE)
        self.text = ""
