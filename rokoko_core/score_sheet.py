"""Score sheets as data: a row for each source of prestige. ``scoring`` computes them."""

from collections.abc import Sequence
from typing import NamedTuple

import msgspec

from rokoko_core.terms import ScoreRow, TieBreak


class Row(msgspec.Struct, frozen=True):
    """Prestige from one source. ``detail`` is the card id or the hall number if a source has several rows."""

    source: ScoreRow
    points: int
    detail: str = ""


class RowChange(msgspec.Struct, frozen=True):
    """A row of a score sheet before and after an action."""

    source: ScoreRow
    detail: str
    before: int
    after: int


class ScoreSheet(msgspec.Struct, frozen=True):
    """The score of one seat."""

    seat: int
    rows: tuple[Row, ...]
    total: int
    livre_left: int
    """Livre after END-1, the first tie-break."""
    rank: int
    """1 for the winner; equal for ties."""
    tie_break: TieBreak
    """What decided the place (END-9, SOLO-11): ``PRESTIGE`` unless another seat had the same total."""


class Source(NamedTuple):
    """A line of the score sheets of all players: a row and its points by seat."""

    row: Row
    points: tuple[int, ...]


def sources(sheets: Sequence[ScoreSheet]) -> tuple[Source, ...]:
    """Return the lines of the score sheets in scoring order."""
    order = list(ScoreRow)
    rows: dict[tuple[int, str], Row] = {}
    points: dict[tuple[int, str], list[int]] = {}
    for sheet in sheets:
        for row in sheet.rows:
            key = order.index(row.source), row.detail
            rows.setdefault(key, row)
            points.setdefault(key, [0] * len(sheets))[sheet.seat] += row.points
    return tuple(Source(rows[key], tuple(points[key])) for key in sorted(rows))
