"""The score sheet as lines of text: one row per source, one column per player (END)."""

from rich.cells import cell_len

from rokoko_core.box import box_of
from rokoko_core.observe import Observation, as_known
from rokoko_core.scoring import projected_scores
from rokoko_core.terms import ScoreRow
from rokoko_tui.text import Words
from rokoko_tui.text.cells import pad, truncate

COLUMN = 10
"""Cells of a player's column; two players have wider columns for long names."""
UNKNOWN = "?"


def score_table_lines(view: Observation, words: Words, hints: tuple[int, ...] = ()) -> list[str]:
    """Return the score sheet, for a running game as if it ended now; a finished game adds ranks and tie-breaks.

    Hidden prestige from play is ``?`` and not part of the total (HIDDEN-2). ``hints`` is the number taken by each seat,
    reported for a finished game.
    """
    sheets = projected_scores(as_known(view))
    box = box_of(view.table)
    names = [words.seat(view.table.setup, sheet.seat) for sheet in sheets]
    rows: dict[str, dict[int, int]] = {}
    play_row = ""
    for sheet in sheets:
        for row in sheet.rows:
            points = rows.setdefault(words.score_row(row, box), dict.fromkeys(range(len(sheets)), 0))
            points[sheet.seat] += row.points
            if row.source is ScoreRow.PLAY:
                play_row = words.score_row(row, box)
    total = words.say("final.total")
    first = max(cell_len(name) for name in (*rows, total))
    column = COLUMN if len(names) > 2 else max(COLUMN, *map(cell_len, names))
    lines = [_line("", names, first, column)]
    for name, points in rows.items():
        known = view.prestige_known if name == play_row else (True,) * len(sheets)
        if any(points.values()) or not all(known):
            cells = [str(points[seat]) if known[seat] else UNKNOWN for seat in range(len(sheets))]
            lines.append(_line(name, cells, first, column))
    totals = zip(sheets, view.prestige_known, strict=True)
    lines.append(
        _line(total, [f"{sheet.total}{'' if known else f'+{UNKNOWN}'}" for sheet, known in totals], first, column)
    )
    if view.table.pending:
        return lines
    ranking = sorted(sheets, key=lambda sheet: (sheet.rank, sheet.seat))
    ranks = [f"{s.rank}. {names[s.seat]}: {s.total} ({words.tie_break(s)})" for s in ranking]
    hint_line = words.hints(hints, view.table.setup)
    return [*lines, "", *ranks, *(["", hint_line] if hint_line else [])]


def _line(name: str, cells: list[str], first: int, column: int) -> str:
    short = [truncate(cell, column) for cell in cells]
    return pad(name, first) + "".join(" " * (column + 2 - cell_len(cell)) + cell for cell in short)
