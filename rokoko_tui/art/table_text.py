"""The whole table as lines of text, drawn by the drawing functions of the panes."""

from collections.abc import Sequence
from itertools import zip_longest
from typing import NamedTuple

from rich.cells import cell_len, set_cell_size

from rokoko_tui.art.scene import Face, Scene
from rokoko_tui.text.cells import pad

_MIN_WIDTH = 40
_SIDE_BY_SIDE_FROM = 110
"""Minimum width for panes side by side."""
_GAP = 2
"""Columns between them."""


class PrintedRow(NamedTuple):
    """Faces side by side, or below each other if the width does not suffice."""

    faces: tuple[Face, ...]
    shares: tuple[int, ...]
    """Weights of their widths."""
    titled: bool = True
    """False for one line without a title."""


def draw_table(scene: Scene, width: int, rows: Sequence[PrintedRow]) -> list[str]:
    """Draw ``rows`` in ``width`` columns, at least 40; hidden information stays hidden."""
    width = max(width, _MIN_WIDTH)
    lines: list[str] = []
    for row in rows:
        if not row.titled:
            lines += [line.plain for face in row.faces for line in face.draw(scene, width, 1).lines]
        elif width >= _SIDE_BY_SIDE_FROM and len(row.faces) > 1:
            lines += _draw_side_by_side(scene, row, width)
        else:
            lines += [line for face in row.faces for line in _draw_titled(face, scene, width, width)]
    return [line.rstrip() for line in lines]


def _draw_titled(face: Face, scene: Scene, rule: int, width: int) -> list[str]:
    """Draw a face ``width`` columns wide below a title rule of ``rule`` columns."""
    title = face.title(scene)
    title_rule = set_cell_size(f"── {title} {'─' * max(0, rule - cell_len(title) - 4)}", rule)
    return [title_rule, *(line.plain for line in face.draw(scene, width, None).lines)]


def _draw_side_by_side(scene: Scene, row: PrintedRow, width: int) -> list[str]:
    """Draw faces side by side by their shares of the width; the last takes the rest."""
    widths = [width * share // sum(row.shares) for share in row.shares]
    widths[-1] = width - sum(widths[:-1])
    inner = [*(column - _GAP for column in widths[:-1]), widths[-1]]
    blocks = [
        _draw_titled(face, scene, column - _GAP, part)
        for face, column, part in zip(row.faces, widths, inner, strict=True)
    ]
    lines = zip_longest(*blocks, fillvalue="")
    return ["".join(pad(part, column) for part, column in zip(line, widths, strict=True)) for line in lines]
