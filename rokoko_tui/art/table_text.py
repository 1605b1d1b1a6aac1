"""The whole table as lines of text, drawn by the same faces as the panes of the screen."""

from collections.abc import Sequence
from typing import NamedTuple

from rich.cells import cell_len
from rich.text import Text

from rokoko_tui.art.scene import Drawing, Face, Scene
from rokoko_tui.theme.themes import DEFAULT, styles_of

LEAST = 40
"""Columns below which the table is not drawn narrower."""
ABREAST = 110
"""Columns from which panes stand side by side."""
GAP = 2
"""Columns between two that stand side by side."""


class PrintedColumn(NamedTuple):
    """Faces one under the other."""

    share: int
    """Its part of the row's width."""
    faces: tuple[Face, ...]


class PrintedRow(NamedTuple):
    """Columns side by side, where there is room; else one under the other."""

    height: int | None
    """Lines the faces are asked for side by side; None for as many as each would like."""
    columns: tuple[PrintedColumn, ...]
    titled: bool = True


def draw_table(scene: Scene, width: int, rows: Sequence[PrintedRow], theme: str = DEFAULT) -> list[Text]:
    """``rows`` of the table in ``width`` columns (at least ``LEAST``), in the colours of ``theme``.

    Nothing hidden from the onlooker is shown.
    """
    width = max(width, LEAST)
    lines: list[Text] = []
    for row in rows:
        if not row.titled:
            lines += [
                line for column in row.columns for face in column.faces for line in face.draw(scene, width, 1).lines
            ]
        elif width >= ABREAST and len(row.columns) > 1:
            lines += _beside(scene, row, width)
        else:
            faces = [face for column in row.columns for face in column.faces]
            lines += [line for face in faces for line in _titled(face, scene, width, width, None)]
    styles = styles_of(theme)
    return [styles.dressed(line) for line in lines]


def _rule(title: str, width: int) -> Text:
    line = Text("── ", style="", no_wrap=True, end="")
    line.append(title, "head")
    line.append(" " + "─" * max(0, width - cell_len(title) - 4), "dim")
    line.truncate(width)
    return line


def _titled(face: Face, scene: Scene, rule: int, width: int, height: int | None) -> list[Text]:
    """A face ``width`` columns wide under its title, which takes ``rule``."""
    drawing: Drawing = face.draw(scene, width, height)
    return [_rule(face.title(scene), rule), *drawing.lines]


def _beside(scene: Scene, row: PrintedRow, width: int) -> list[Text]:
    """The columns of a row side by side, each in its share of the width; the last takes what is left."""
    whole = sum(column.share for column in row.columns)
    widths = [width * column.share // whole for column in row.columns]
    widths[-1] = width - sum(widths[:-1])
    blocks = []
    for n, (column, room) in enumerate(zip(row.columns, widths, strict=True)):
        inner = room if n == len(widths) - 1 else room - GAP
        rules = [room - GAP, *[inner] * (len(column.faces) - 1)]
        parts = zip(column.faces, rules, strict=True)
        blocks.append([line for face, rule in parts for line in _titled(face, scene, rule, inner, row.height)])
    lines = []
    for n in range(max(len(block) for block in blocks)):
        line = Text(no_wrap=True, end="")
        for block, room in zip(blocks, widths, strict=True):
            part = block[n] if n < len(block) else Text()
            line.append_text(part)
            line.append(" " * (room - part.cell_len))
        line.rstrip()
        lines.append(line)
    return lines
