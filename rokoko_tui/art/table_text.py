"""The table and the score sheet as lines of text; the table is drawn by the drawing functions of the panes."""

from collections.abc import Sequence
from itertools import zip_longest
from typing import NamedTuple

from rich.cells import set_cell_size

from rokoko_core.box import box_of
from rokoko_core.observe import Observation, known_scores
from rokoko_core.score_sheet import sources
from rokoko_core.terms import ScoreRow
from rokoko_tui.art.scene import Face, Scene
from rokoko_tui.text import Words
from rokoko_tui.text.wording import measure, pad

_MIN_WIDTH = 40
_SIDE_BY_SIDE_FROM = 110
"""Minimum width for panes side by side."""
_GAP = 2
"""Columns between them."""
COLUMN = 10
"""Cells of a player's column; two players have wider columns for long names."""
UNKNOWN = "?"


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
    title = face.list_titles(scene).longest
    title_rule = set_cell_size(f"── {title} {'─' * rule}", rule)
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


# ---- the score sheet


def score_table_lines(view: Observation, words: Words, hints: tuple[int, ...] = ()) -> list[str]:
    """Return the score sheet, for a running game as if it ended now; a finished game adds ranks and tie-breaks.

    Hidden prestige from play is ``?`` and not part of the total (HIDDEN-2). ``hints`` is the number taken by each seat,
    reported for a finished game.
    """
    sheets, box = known_scores(view), box_of(view.table)
    names = [words.seat(view.table.setup, sheet.seat) for sheet in sheets]
    rows = [("", names)]
    for row, points in sources(sheets):
        known = view.prestige_known if row.source is ScoreRow.PLAY else (True,) * len(sheets)
        if any(points) or not all(known):
            cells = [str(n) if is_known else UNKNOWN for n, is_known in zip(points, known, strict=True)]
            rows.append((words.score_row(row, box), cells))
    totals = zip(sheets, view.prestige_known, strict=True)
    cells = [f"{sheet.total}{'' if is_known else f'+{UNKNOWN}'}" for sheet, is_known in totals]
    rows.append((words.say("final.total"), cells))
    first = max(measure(name) for name, _ in rows)
    column = COLUMN if len(names) > 2 else max(COLUMN, *map(measure, names))
    lines = [pad(name, first) + "".join(f"  {pad(cell, column, 'right')}" for cell in cells) for name, cells in rows]
    if view.table.pending:
        return lines
    ranking = sorted(sheets, key=lambda sheet: (sheet.rank, sheet.seat))
    ties = [f" ({tie})" if (tie := words.tie_break(sheet)) else "" for sheet in ranking]
    ranks = [f"{s.rank}. {names[s.seat]}: {s.total}{tie}" for s, tie in zip(ranking, ties, strict=True)]
    hint_line = words.hints(hints, view.table.setup)
    return [*lines, "", *ranks, *(["", hint_line] if hint_line else [])]
