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

FRAMES_A_SECOND = 15
OPENING, ROWS, CROWN, FIREWORKS = 5, 70, 9, 36
"""Frames before anything is counted, of all sources together, of the crown coming down, and of the fireworks."""
LAST = OPENING + ROWS + CROWN + FIREWORKS
"""The number of the last frame; some eight seconds after the first."""
STILL = LAST - 17
"""The number of the frame in which most is seen in the sky."""
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

    @cached_property
    def steps(self) -> tuple[tuple[int, int], ...]:
        """(number of the source, seat) of all that is added, one after the other."""
        return tuple(
            (n, seat) for n, source in enumerate(self.counted) for seat, more in enumerate(source.points) if more
        )

    @cached_property
    def winners(self) -> frozenset[int]:
        """The seats that have won."""
        return frozenset(sheet.seat for sheet in self.sheets if sheet.rank == 1)

    def moment(self, frame: int) -> "Moment":
        """What frame ``frame`` shows, from 0 to ``LAST``."""
        beyond = min(max(0, frame - OPENING), ROWS)
        done, rest = divmod(beyond * len(self.steps), ROWS)
        under_way = 0 < beyond < ROWS and bool(self.steps)
        counted = self.steps[done][0] if done < len(self.steps) else len(self.counted)
        shown = [float(total) for total in self.totals[counted]]
        for number, seat in self.steps[: done + 1]:
            if number == counted:
                whole = (number, seat) != self.steps[done]
                shown[seat] += self.counted[number].points[seat] * (1.0 if whole else rest / ROWS)
        begun = self.steps[: done + 1] if beyond else ()
        leading = frozenset(seat for seat, total in enumerate(shown) if total and total == max(shown))
        after = frame - OPENING - ROWS
        return Moment(
            counted=counted,
            adding=counted if under_way else None,
            shown=tuple(shown),
            taken=tuple(sum(own == seat for _, own in begun) for seat in range(len(shown))),
            leaders=leading if beyond < ROWS else self.winners,
            progress=beyond / ROWS,
            crown=max(0.0, min(1.0, after / CROWN)),
            fireworks=max(0, after - CROWN),
            ending=max(0.0, min(1.0, after / (CROWN + FIREWORKS - 5))),
        )


class Moment(NamedTuple):
    """What one frame of the count shows."""

    counted: int
    """Sources that are in the totals."""
    adding: int | None
    """The source that is being added, if one is."""
    shown: tuple[float, ...]
    """How high every seat's bar stands, in prestige."""
    taken: tuple[int, ...]
    """How many sources have brought every seat something, the one being added included."""
    leaders: frozenset[int]
    """The seats that lead."""
    progress: float
    """How much of the count is done, 0 to 1."""
    crown: float
    """How far the crown has come down to the winner, 0 to 1; above 0 all is counted."""
    fireworks: int
    """Frames since the first rocket rose; 0 before."""
    ending: float
    """How much of what follows the count is done, 0 to 1, but for a moment in which all stands still."""
