"""The whole table as lines of text, drawn by the drawing functions of the panes."""

from collections.abc import Sequence
from typing import NamedTuple

from rich.cells import cell_len
from rich.text import Text

from rokoko_tui.art.scene import Face, Scene

_MIN_WIDTH = 40
_SIDE_BY_SIDE_FROM = 110
"""Minimum width for panes side by side."""
_GAP = 2
"""Columns between them."""


class PrintedColumn(NamedTuple):
    """Faces stacked in a column."""

    share: int
    """Weight of its width within the row."""
    faces: tuple[Face, ...]


class PrintedRow(NamedTuple):
    """Columns side by side, stacked if the width does not suffice."""

    height: int | None
    """Lines of each face if side by side; None for the preferred number."""
    columns: tuple[PrintedColumn, ...]
    titled: bool = True

    @property
    def faces(self) -> list[Face]:
        return [face for column in self.columns for face in column.faces]


def draw_table(scene: Scene, width: int, rows: Sequence[PrintedRow]) -> list[str]:
    """Draw ``rows`` in ``width`` columns, at least 40; hidden information stays hidden."""
    width = max(width, _MIN_WIDTH)
    lines: list[Text] = []
    for row in rows:
        if not row.titled:
            lines += [line for face in row.faces for line in face.draw(scene, width, 1).lines]
        elif width >= _SIDE_BY_SIDE_FROM and len(row.columns) > 1:
            lines += _draw_side_by_side(scene, row, width)
        else:
            lines += [line for face in row.faces for line in _draw_titled(face, scene, width, width, None)]
    return [line.plain.rstrip() for line in lines]


def _rule(title: str, width: int) -> Text:
    line = Text("── ", style="", no_wrap=True, end="")
    line.append(title)
    line.append(" " + "─" * max(0, width - cell_len(title) - 4), "dim")
    line.truncate(width)
    return line


def _draw_titled(face: Face, scene: Scene, rule: int, width: int, height: int | None) -> list[Text]:
    """Draw a face ``width`` columns wide below a title rule of ``rule`` columns."""
    return [_rule(face.title(scene), rule), *face.draw(scene, width, height).lines]


def _draw_side_by_side(scene: Scene, row: PrintedRow, width: int) -> list[Text]:
    """Draw columns side by side by their shares of the width; the last takes the rest."""
    total = sum(column.share for column in row.columns)
    widths = [width * column.share // total for column in row.columns]
    widths[-1] = width - sum(widths[:-1])
    blocks = []
    for n, (column, column_width) in enumerate(zip(row.columns, widths, strict=True)):
        inner = column_width if n == len(widths) - 1 else column_width - _GAP
        rules = [column_width - _GAP, *[inner] * (len(column.faces) - 1)]
        parts = zip(column.faces, rules, strict=True)
        blocks.append([line for face, rule in parts for line in _draw_titled(face, scene, rule, inner, row.height)])
    lines = []
    for n in range(max(len(block) for block in blocks)):
        line = Text(no_wrap=True, end="")
        for block, column_width in zip(blocks, widths, strict=True):
            part = block[n] if n < len(block) else Text()
            line.append_text(part)
            line.append(" " * (column_width - part.cell_len))
        line.rstrip()
        lines.append(line)
    return lines
