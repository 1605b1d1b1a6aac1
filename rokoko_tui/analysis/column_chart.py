"""A chart of columns as lines of text, for lists and for printing."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from rokoko_tui.text.cells import pad
from rokoko_tui.text.safe_display import NO_BREAK_SPACE

EIGHTHS = " ▁▂▃▄▅▆▇█"
WIDEST = 4
"""Most cells of a column and the gap after it."""
GUIDE = "┄"
"""Continues a labelled row behind the columns."""


class Scale(NamedTuple):
    """The scale of a chart: its ends, and the values with a label."""

    low: float
    high: float
    labels: Mapping[float, str]


def draw_columns(values: Sequence[float], scale: Scale, width: int, height: int, marks: str = "") -> list[str]:
    """Return the chart of the latest ``values`` that fit, in ``height`` rows of at most ``width`` cells.

    ``marks``, one cell for each value, are a further row below. Blanks do not break.
    """
    margin = max(map(len, scale.labels.values()), default=0)
    cells = max(1, width - margin - 2)
    step = max(1, min(WIDEST, cells // max(1, len(values))))
    shown = values[-(cells // step) :]
    eighths = [round((value - scale.low) / (scale.high - scale.low) * height * 8) for value in shown]
    labels = {_row(value, scale, height): label for value, label in scale.labels.items()}
    lines = []
    for row in reversed(range(height)):
        filler = GUIDE if row in labels else " "
        columns = [EIGHTHS[max(0, min(8, level - row * 8))].replace(" ", filler) for level in eighths]
        axis = "┤" if row in labels else "│"
        lines.append(pad(labels.get(row, ""), margin) + axis + "".join(_widen(sign, filler, step) for sign in columns))
    if marks:
        lines.append(" " * margin + "└" + "".join(_widen(sign, " ", step, 1) for sign in marks[-len(shown) :]))
    return [line.rstrip().replace(" ", NO_BREAK_SPACE) for line in lines]


def _row(value: float, scale: Scale, height: int) -> int:
    return min(height - 1, int((value - scale.low) / (scale.high - scale.low) * height))


def _widen(sign: str, filler: str, step: int, most: int = WIDEST) -> str:
    """Return a column of ``step`` cells that ends with a gap if there is space for one."""
    return (sign * min(most, max(1, step - 1))).ljust(step, filler)
