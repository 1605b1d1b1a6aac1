"""The sizes of a terminal that the screens can use, usual ones and those of a phone held upright."""

from textual.geometry import Size

UPRIGHT = 80
"""Columns below which a terminal is used like a phone held upright."""
HIGH = 37
"""Lines from which such a terminal has two for a choice or a tab, so that a finger hits it."""
SMALLEST, SMALLEST_UPRIGHT = (UPRIGHT, 24), (42, 28)
"""Columns and lines of the smallest usable terminals."""


def is_upright(columns: int) -> bool:
    """Whether a terminal has too few columns for a tab beside the choices."""
    return columns < UPRIGHT


def fits(columns: int, lines: int) -> bool:
    """Whether the screens can use a terminal of that size."""
    least = SMALLEST_UPRIGHT if is_upright(columns) else SMALLEST
    return columns >= least[0] and lines >= least[1]


def lines_per_item(terminal: Size) -> int:
    """Return the least lines of an item that can be chosen: two where a finger has to hit it."""
    return 2 if is_upright(terminal.width) and terminal.height >= HIGH else 1
