"""Truncate, pad, wrap and centre text by terminal cells instead of characters."""

import re
from functools import lru_cache
from itertools import chain

from rich.cells import cell_len, set_cell_size

from rokoko_tui.text.safe_display import NO_BREAK_SPACE

_BREAK = re.compile(r"(?<!\d)(?<!→) (?!\d+(?:[,.;:)]| ·|$))| (?![\w→])| (?=(?![lsлс]\b)[a-zа-яґєії]{1,3}\b)")
"""A blank that may end a line: not one between a number and what it counts ("5 Livre"), nor in "12 > 7 Livre", nor one
before a number that counts nothing ("hall 3, Jeweler 2").

A word of up to three letters is not counted ("segment 1 for"), but the letter of a unit is ("10 s").
"""


def truncate(text: str, width: int) -> str:
    """Truncate ``text`` to ``width`` cells, with an ellipsis if it was longer."""
    if cell_len(text) <= width:
        return text
    return set_cell_size(text, width - 1).rstrip() + "…" if width > 0 else ""


def pad(text: str, width: int) -> str:
    """Truncate or pad ``text`` to exactly ``width`` cells."""
    text = truncate(text, width)
    return text + " " * (width - cell_len(text))


def pad_left(text: str, width: int) -> str:
    """Truncate ``text`` or right-align it in exactly ``width`` cells."""
    text = truncate(text, width)
    return " " * (width - cell_len(text)) + text


def justify(left: str, right: str, width: int) -> str:
    """Return both texts at the ends of a line of ``width`` cells, with at least a blank between them."""
    return f"{pad(left, max(0, width - 1 - cell_len(right)))} {right}"


def fold(text: str, width: int, lines: int) -> list[str]:
    """Break ``text`` at blanks into at most ``lines`` lines, with an ellipsis if it was longer."""
    rows: list[str] = []
    line = ""
    for word in filter(None, text.split(" ")):
        longer = f"{line} {word}" if line else word
        if line and cell_len(longer) > width:
            rows.append(line)
            longer = word
        line = longer
    rows.append(line)
    if len(rows) > lines:
        rows = [*rows[: lines - 1], " ".join(rows[lines - 1 :])]
    return [truncate(row, width) for row in rows]


@lru_cache(4096)
def wrap(text: str, width: int) -> tuple[str, ...]:
    """Break ``text`` into lines of at most ``width`` cells, at blanks if possible; each has at least one character.

    A number stays with the word after it where both fit on a line.
    """
    lines: list[str] = []
    line = ""
    words = (part.split(" ") if cell_len(part) > width else [part] for part in _BREAK.split(text))
    for word in chain.from_iterable(words):
        while word and cell_len(word) > width:
            cut = next((n for n in range(len(word), 0, -1) if cell_len(word[:n]) <= width), 1)
            if line:
                lines.append(line)
                line = ""
            lines.append(word[:cut])
            word = word[cut:]
        longer = f"{line} {word}" if line else word
        if cell_len(longer) <= width:
            line = longer
        else:
            lines.append(line)
            line = word
    return (*lines, line)


def keep_amounts(text: str) -> str:
    """Replace the blanks that ``wrap`` avoids to break at, for text that Textual wraps."""
    return " ".join(part.replace(" ", NO_BREAK_SPACE) for part in _BREAK.split(text))


def centre(text: str, width: int, fill: str = " ") -> str:
    """Truncate ``text`` or centre it in ``width`` cells, with ``fill`` on both sides."""
    text = truncate(text, width)
    left = (width - cell_len(text)) // 2
    return fill * left + text + fill * (width - cell_len(text) - left)
