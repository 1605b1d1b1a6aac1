"""The final count as at a real table: one source of prestige after the other, and who leads after each.

A count is told by frames, pictures that follow each other at one pace; what each of them shows depends on its number
alone.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from rokoko_core.scoring import Row, ScoreSheet
from rokoko_core.terms import ScoreRow

FRAMES_A_SECOND = 12
OPENING, ROWS, CROWN, FIREWORKS = 5, 58, 9, 20
"""Frames before anything is counted, of all sources together, of the crown coming down, and of the fireworks."""
LAST = OPENING + ROWS + CROWN + FIREWORKS
"""The number of the last frame; some eight seconds after the first."""
GROWING = 0.7
"""The share of the time of a source in which it is added; then the new totals stand still."""
SOURCES = list(ScoreRow)


class Source(NamedTuple):
    """A line of the sheet: a row that somebody has, and what it brings every seat."""

    row: Row
    points: tuple[int, ...]


def sources(sheets: Sequence[ScoreSheet]) -> tuple[Source, ...]:
    """Every line of the sheet, in the order in which they are scored; cards and halls in their own."""
    found: dict[tuple[int, str], Row] = {}
    points: dict[tuple[int, str], list[int]] = {}
    for sheet in sheets:
        for row in sheet.rows:
            key = SOURCES.index(row.source), row.detail
            found.setdefault(key, row)
            points.setdefault(key, [0] * len(sheets))[sheet.seat] += row.points
    return tuple(Source(found[key], tuple(points[key])) for key in sorted(found))


@dataclass(frozen=True)
class Tally:
    """The count of a finished game."""

    sheets: tuple[ScoreSheet, ...]

    @cached_property
    def counted(self) -> tuple[Source, ...]:
        """The sources that bring somebody something."""
        return tuple(source for source in sources(self.sheets) if any(source.points))

    @cached_property
    def totals(self) -> tuple[tuple[int, ...], ...]:
        """Prestige by seat before the first source, and after each."""
        found = [(0,) * len(self.sheets)]
        for source in self.counted:
            found.append(tuple(total + more for total, more in zip(found[-1], source.points, strict=True)))
        return tuple(found)

    @cached_property
    def highest(self) -> int:
        """The winner's total, at least 1."""
        return max(1, *self.totals[-1])

    def leaders(self, count: int) -> frozenset[int]:
        """The seats that lead after ``count`` sources, none while nobody has anything; in the end whoever won."""
        if count >= len(self.counted):
            return frozenset(sheet.seat for sheet in self.sheets if sheet.rank == 1)
        totals = self.totals[count]
        return frozenset(seat for seat, total in enumerate(totals) if total and total == max(totals))

    def moment(self, frame: int) -> "Moment":
        """What frame ``frame`` shows, from 0 to ``LAST``."""
        beyond = min(max(0, frame - OPENING), ROWS)
        count, rest = divmod(beyond * len(self.counted), ROWS)
        added = min(1.0, rest / ROWS / GROWING)
        totals = self.totals[count]
        shown = totals if not added else _between(totals, self.totals[count + 1], added)
        done = frame - OPENING - ROWS
        return Moment(
            counted=count,
            adding=count if rest else None,
            shown=shown,
            leaders=self.leaders(count + (added >= 1.0)),
            progress=beyond / ROWS,
            crown=max(0.0, min(1.0, done / CROWN)),
            fireworks=max(0, done - CROWN),
        )


class Moment(NamedTuple):
    """What one frame of the count shows."""

    counted: int
    """Sources that are in the totals."""
    adding: int | None
    """The source that is being added, if one is."""
    shown: tuple[float, ...]
    """How high every seat's bar stands, in prestige."""
    leaders: frozenset[int]
    """The seats that lead."""
    progress: float
    """How much of the count is done, 0 to 1."""
    crown: float
    """How far the crown has come down to the winner, 0 to 1; above 0 all is counted."""
    fireworks: int
    """Frames since the first rocket rose; 0 before."""


def _between(before: tuple[int, ...], after: tuple[int, ...], share: float) -> tuple[float, ...]:
    return tuple(one + (other - one) * share for one, other in zip(before, after, strict=True))
