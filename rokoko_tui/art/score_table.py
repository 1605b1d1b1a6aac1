"""The score sheet as lines of text: a row for each source, a column for each player (END)."""

from rich.cells import cell_len

from rokoko_core.box import box_of
from rokoko_core.observe import Observation, as_known
from rokoko_core.scoring import ScoreSheet, projected_scores
from rokoko_core.terms import ScoreRow
from rokoko_tui.text import Words
from rokoko_tui.text.cells import filled, fit

COLUMN = 10
"""Cells of a player's column, at most."""
UNKNOWN = "?"


def sheet_lines(view: Observation, words: Words, hints: tuple[int, ...] = ()) -> list[str]:
    """The sheet of a finished game, with who won and by what; else as if it ended now, as far as ``view`` knows.

    Prestige gained in play that is hidden shows as ``?`` and is left out of the total (HIDDEN-2). ``hints`` are those
    taken, by seat; a finished game tells them.
    """
    sheets = projected_scores(as_known(view))
    box = box_of(view.table)
    names = [words.seat(view.table.setup, sheet.seat) for sheet in sheets]
    rows: dict[str, dict[int, int]] = {}
    hidden = ""
    for sheet in sheets:
        for row in sheet.rows:
            points = rows.setdefault(words.score_row(row, box), dict.fromkeys(range(len(sheets)), 0))
            points[sheet.seat] += row.points
            if row.source is ScoreRow.PLAY:
                hidden = words.score_row(row, box)
    total = words.say("final.total")
    first = max(cell_len(name) for name in (*rows, total))
    found = [_line("", names, first)]
    for name, points in rows.items():
        known = view.prestige_known if name == hidden else (True,) * len(sheets)
        if any(points.values()) or not all(known):
            cells = [str(points[seat]) if known[seat] else UNKNOWN for seat in range(len(sheets))]
            found.append(_line(name, cells, first))
    totals = zip(sheets, view.prestige_known, strict=True)
    found.append(_line(total, [f"{sheet.total}{'' if known else f'+{UNKNOWN}'}" for sheet, known in totals], first))
    if view.table.pending:
        return found
    ranks = [f"{s.rank}. {names[s.seat]}: {s.total} ({words.tie_break(s)})" for s in _by_rank(sheets)]
    told = words.hints(hints, view.table.setup)
    return [*found, "", *ranks, *(["", told] if told else [])]


def _by_rank(sheets: tuple[ScoreSheet, ...]) -> list[ScoreSheet]:
    return sorted(sheets, key=lambda sheet: (sheet.rank, sheet.seat))


def _line(name: str, cells: list[str], first: int) -> str:
    short = [fit(cell, COLUMN) for cell in cells]
    return filled(name, first) + "".join(" " * (COLUMN + 2 - cell_len(cell)) + cell for cell in short)
