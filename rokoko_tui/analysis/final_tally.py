"""The animated final count: prestige added source by source, and who leads after each.

What a frame shows depends on its number only.
"""

from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from rokoko_core.score_sheet import ScoreSheet, Source, sources

FRAMES_A_SECOND = 15
OPENING, ROWS, CROWN, FIREWORKS = 5, 70, 9, 36
"""Frames before the count, of all sources together, of the crown coming down, and of the fireworks."""
LAST = OPENING + ROWS + CROWN + FIREWORKS
"""The number of the last frame, about eight seconds after the first."""
STILL = LAST - 17
"""The frame with the most fireworks."""


@dataclass(frozen=True)
class Tally:
    """The final count of a finished game."""

    sheets: tuple[ScoreSheet, ...]

    @cached_property
    def counted(self) -> tuple[Source, ...]:
        """The sources that score for at least one seat."""
        return tuple(source for source in sources(self.sheets) if any(source.points))

    @cached_property
    def totals(self) -> tuple[tuple[int, ...], ...]:
        """Prestige by seat before the first source, and after each."""
        totals = [(0,) * len(self.sheets)]
        for source in self.counted:
            totals.append(tuple(total + points for total, points in zip(totals[-1], source.points, strict=True)))
        return tuple(totals)

    @cached_property
    def highest(self) -> int:
        """The winner's total, at least 1."""
        return max(1, *self.totals[-1])

    @cached_property
    def steps(self) -> tuple[tuple[int, int], ...]:
        """(index of the source, seat) of every addition, in order."""
        return tuple(
            (n, seat) for n, source in enumerate(self.counted) for seat, points in enumerate(source.points) if points
        )

    @cached_property
    def winners(self) -> frozenset[int]:
        return frozenset(sheet.seat for sheet in self.sheets if sheet.rank == 1)

    def moment(self, frame: int) -> "Moment":
        """Return what frame ``frame`` shows, 0 to ``LAST``."""
        counting = min(max(0, frame - OPENING), ROWS)
        done, rest = divmod(counting * len(self.steps), ROWS)
        is_adding = 0 < counting < ROWS and bool(self.steps)
        counted = self.steps[done][0] if done < len(self.steps) else len(self.counted)
        shown = [float(total) for total in self.totals[counted]]
        for number, seat in self.steps[: done + 1]:
            if number == counted:
                is_done = (number, seat) != self.steps[done]
                shown[seat] += self.counted[number].points[seat] * (1.0 if is_done else rest / ROWS)
        begun = self.steps[: done + 1] if counting else ()
        leading = frozenset(seat for seat, total in enumerate(shown) if total and total == max(shown))
        after = frame - OPENING - ROWS
        return Moment(
            counted=counted,
            adding=counted if is_adding else None,
            shown=tuple(shown),
            taken=tuple(sum(scorer == seat for _, scorer in begun) for seat in range(len(shown))),
            leaders=leading if counting < ROWS else self.winners,
            progress=counting / ROWS,
            crown=max(0.0, min(1.0, after / CROWN)),
            fireworks=max(0, after - CROWN),
            ending=max(0.0, min(1.0, after / (CROWN + FIREWORKS - 5))),
        )


class Moment(NamedTuple):
    """What one frame of the count shows."""

    counted: int
    """Number of sources in the totals."""
    adding: int | None
    """Index of the source being added."""
    shown: tuple[float, ...]
    """Height of the bars by seat, in prestige."""
    taken: tuple[int, ...]
    """Number of sources that scored, by seat, including the one being added."""
    leaders: frozenset[int]
    progress: float
    """Progress of the count, 0 to 1."""
    crown: float
    """Progress of the crown's descent, 0 to 1; above 0 only when all is counted."""
    fireworks: int
    """Frames since the first rocket; 0 before."""
    ending: float
    """Progress of the part after the count, 0 to 1; it reaches 1 five frames before the end."""
