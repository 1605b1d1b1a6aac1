"""The sizes of a terminal that the screens can use, usual ones and those of a phone held upright."""

from textual.dom import DOMNode
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


FINGERS = {"-finger-2": 2, "-finger-3": 3}
"""Classes of an app whose pointer is a finger, with the lines of an item that it hits on a phone held sideways."""


def finger_lines(app: DOMNode) -> int:
    """Return the lines of an item that a finger hits in a terminal that is not upright; 0 without fingers."""
    return next((lines for name, lines in FINGERS.items() if app.has_class(name)), 0)


def lines_per_item(terminal: Size, fingers: int = 0) -> int:
    """Return the least lines of an item that can be chosen: more than one where a finger has to hit it.

    ``fingers`` is what ``finger_lines`` returns. A low narrow terminal is a phone with its keyboard open, which leaves
    no lines for that.
    """
    if is_upright(terminal.width):
        return 2 if terminal.height >= HIGH else 1
    return max(1, fingers)
