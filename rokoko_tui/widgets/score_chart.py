"""A line chart of the projected scores of a game, drawn in braille dots."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby, pairwise

from rich.style import Style
from textual import events
from textual.content import Content
from textual.geometry import Size
from textual.message import Message
from textual.reactive import reactive
from textual.strip import Strip
from textual.visual import Visual

from rokoko_core.play.score_curve import Curve
from rokoko_tui.text.wording import measure, truncate
from rokoko_tui.widgets.line_widget import LineWidget

DOTS = ((0x01, 0x08), (0x02, 0x10), (0x04, 0x20), (0x40, 0x80))
"""Bit of each dot of a braille character, by row and column."""
BLANK = 0x2800
SCALE = 4
"""Columns left of the lines, for the figures of the scale."""
ENDS = 2
"""Columns right of the lines, for the owners' marks, in a chart without names."""
NAME = 12
"""Most cells of a name right of the lines."""
BROAD = 70
"""Width of a chart from which names are shown at the right."""
FLAGGED, HIGH = 5, 8
"""Rows from which flags have a row apart from the rounds, and from which lines carry their owners' marks."""
FLAG = "×"
"""Below a turn that a list beside the chart is about; no mark of a player."""
STEPS = (1, 2, 5, 10, 20, 25, 40, 50, 100, 200, 500)
"""Prestige from one figure of the scale to the next."""
LOWEST = 10
"""Least top figure of a scale that has only one."""
APART = 2
"""Least rows from one figure of the scale to the next."""
GROUND = "$foreground 35%"
"""The style of the grid behind the lines."""

Cell = tuple[str, str]
"""A character and its style."""


class Dots:
    """Cells of 2 by 4 dots, each in the style of the last dot drawn in it."""

    def __init__(self, width: int, height: int) -> None:
        self.width, self.height = width, height
        self.bits = [[0] * width for _ in range(height)]
        self.styles = [[""] * width for _ in range(height)]

    def dot(self, x: int, y: int, style: str) -> None:
        """Set one dot; ``y`` counts from the top."""
        if 0 <= x < self.width * 2 and 0 <= y < self.height * 4:
            self.bits[y // 4][x // 2] |= DOTS[y % 4][x % 2]
            self.styles[y // 4][x // 2] = style

    def line(self, start: tuple[int, int], end: tuple[int, int], style: str) -> None:
        (x0, y0), (x1, y1) = start, end
        steps = max(abs(x1 - x0), abs(y1 - y0), 1)
        for n in range(steps + 1):
            self.dot(round(x0 + (x1 - x0) * n / steps), round(y0 + (y1 - y0) * n / steps), style)


@dataclass(frozen=True)
class Chart:
    """A drawing of the scores of a whole game, one line per seat."""

    curve: Curve
    marks: tuple[Cell, ...]
    """Character and style of each seat."""
    names: tuple[str, ...]
    width: int
    height: int
    """Rows, at least 3, including one or two for rounds and flags."""
    position: int | None = None
    """The position of the cursor; None for none."""
    flags: tuple[int, ...] = ()
    """Positions of turns marked below the lines."""
    round_word: str = ""
    """The word before the number of a round, where it fits."""
    turns: int | None = None
    """How many turns are drawn, counting the end as one; None for all."""

    # ---- geometry

    @cached_property
    def _has_names(self) -> bool:
        return self.width >= BROAD

    @cached_property
    def _right(self) -> int:
        return 7 + min(NAME, max(map(measure, self.names), default=0)) if self._has_names else ENDS

    @property
    def columns(self) -> int:
        return max(4, self.width - SCALE - self._right)

    @property
    def _rows(self) -> int:
        return self.height - (2 if self.height >= FLAGGED else 1)

    @cached_property
    def _top(self) -> int:
        """The upper end of the scale, the same at every height that has more figures than this."""
        highest = max(LOWEST, self.curve.highest)
        return highest if self.height < HIGH else -(-highest // LOWEST) * LOWEST

    @cached_property
    def _step(self) -> int:
        """Distance of two figures of the scale; a low chart shows only the highest total."""
        most = self._rows // APART
        return self._top if self.height < HIGH else next((n for n in STEPS if self._top <= n * most), STEPS[-1])

    def column(self, place: int) -> int:
        return round(place * (self.columns - 1) / max(1, len(self.curve.positions) - 1))

    def place(self, column: int) -> int:
        """Return the number of the turn nearest to a column of the chart."""
        last = len(self.curve.positions) - 1
        return max(0, min(last, round((column - SCALE) * last / max(1, self.columns - 1))))

    def _y(self, total: float) -> int:
        """Return the dot row of a total."""
        return round((1 - max(0.0, total) / self._top) * (self._rows * 4 - 1))

    @cached_property
    def _points(self) -> list[list[tuple[int, int]]]:
        """The dots of each seat's line; none where its score is hidden."""
        totals = list(enumerate(self.curve.totals[: self.turns]))
        return [
            [(self.column(n) * 2, self._y(own)) for n, all_of in totals if (own := all_of[seat]) is not None]
            for seat in range(len(self.marks))
        ]

    @cached_property
    def _rounds(self) -> list[tuple[int, int]]:
        """(round, column where it begins) of every round."""
        return [(number, self.column(self.curve.place(at))) for number, at in self.curve.game.round_starts]

    # ---- drawing

    def lines(self) -> list[Content]:
        """Return the rows: the scale, the lines, their owners; below them rounds and flags."""
        grid = self._ground()
        self._draw_lines(grid)
        if self.height >= HIGH:
            self._draw_marks(grid)
        self._draw_cursor(grid)
        figures = {self._y(n * self._step) // 4: n * self._step for n in range(self._top // self._step + 1)}
        ends = self._ends()
        rows = []
        for y, cells in enumerate(grid):
            scale = (f"{figures.get(y, ''):>3} ", "$text-muted")
            rows.append(Content.assemble(scale, *_runs(cells), *ends.get(y, ())))
        return [*rows, *self._foot()]

    def _ground(self) -> list[list[Cell]]:
        """Return the cells of the grid: dotted lines at each round and figure."""
        grid: list[list[Cell]] = [[(" ", "")] * self.columns for _ in range(self._rows)]
        for figure in range(0, self._top + 1, self._step) if grid else ():
            grid[self._y(figure) // 4] = [("┈", GROUND)] * self.columns
        for _, x in self._rounds[1:]:
            for row in grid:
                row[x] = ("┊", GROUND)
        return grid

    def _draw_lines(self, grid: list[list[Cell]]) -> None:
        dots = Dots(self.columns, self._rows)
        for seat in range(len(self.marks) - 1, -1, -1):
            for start, end in pairwise(self._points[seat]):
                dots.line(start, end, self.marks[seat][1])
        for y, x, bits in ((y, x, bits) for y, row in enumerate(dots.bits) for x, bits in enumerate(row) if bits):
            grid[y][x] = (chr(BLANK + bits), dots.styles[y][x])

    def _draw_marks(self, grid: list[list[Cell]]) -> None:
        """Draw each owner's mark once a round on its line."""
        seats = len(self.marks)
        for begins, ends in pairwise([*(x for _, x in self._rounds), self.columns - 1]):
            for seat in range(seats):
                x = begins + round((seat + 0.5) * (ends - begins) / seats)
                y = _height_at(self._points[seat], x * 2)
                if y is not None and ends - begins >= 2 * seats:
                    grid[y // 4][x] = self.marks[seat]

    def _draw_cursor(self, grid: list[list[Cell]]) -> None:
        if self.position is None:
            return
        x = self.column(self.curve.place(self.position))
        for row in grid:
            character, style = row[x]
            row[x] = ("│", "$accent bold") if character in " ┈┊" else (character, f"{style} bold reverse")

    def _ends(self) -> dict[int, list[Cell]]:
        """Return by row the owners' marks, in a wide chart with names and last totals."""
        ends: dict[int, list[Cell]] = {}
        if self.turns is not None and self.turns < len(self.curve.totals):
            return ends
        last_points = [(points[-1][1] // 4, seat) for seat, points in enumerate(self._points) if points]
        if not self._has_names:
            for y, seat in last_points:
                ends[y] = [*ends.get(y, ()), self.marks[seat]][:ENDS]
            return ends
        for y, seat in _apart(sorted(last_points, key=lambda end: (end[0], -self._last(end[1]), end[1])), self._rows):
            name = truncate(self.names[seat], NAME)
            ends[y] = [(" ", ""), self.marks[seat], (f" {name}", ""), (f" {self._last(seat)}", "bold")]
        return ends

    def _last(self, seat: int) -> int:
        return self.curve.totals[-1][seat] or 0

    def _foot(self) -> list[Content]:
        """Return the rows with flags and cursor and with the rounds; a low chart has only the rounds."""
        rounds: list[Cell] = [(" ", "")] * (SCALE + self.columns)
        flags = list(rounds)
        nearest = min((b - a for (_, a), (_, b) in pairwise(self._rounds)), default=self.columns)
        word = self.round_word if nearest > measure(self.round_word) + 2 else ""
        for number, x in self._rounds:
            for n, sign in enumerate(f"{word}{number}"[: self.columns - x]):
                rounds[SCALE + x + n] = (sign, "$text-muted")
        for flag in self.flags:
            flags[SCALE + self.column(self.curve.place(flag))] = (FLAG, "$accent")
        if self.position is not None:
            flags[SCALE + self.column(self.curve.place(self.position))] = ("┴", "$accent bold")
        return [Content.assemble(*_runs(row)) for row in ([flags, rounds] if self.height >= FLAGGED else [rounds])]


def _runs(cells: list[Cell]) -> Iterator[Cell]:
    """Join cells of the same style."""
    for style, run in groupby(cells, key=lambda cell: cell[1]):
        yield "".join(sign for sign, _ in run), style


def _height_at(points: list[tuple[int, int]], x: int) -> int | None:
    """Return the dot row of a line at ``x``; None outside of it."""
    for (x0, y0), (x1, y1) in pairwise(points):
        if x0 <= x <= x1:
            return round(y0 + (y1 - y0) * (x - x0) / max(1, x1 - x0))
    return None


def _apart(ends: list[tuple[int, int]], rows: int) -> list[tuple[int, int]]:
    """Move (row, seat) pairs apart, so that each has its own row near the one given, in the same order."""
    placed: list[int] = []
    for y, _ in ends:
        placed.append(max(y, placed[-1] + 1) if placed else y)
    for n in range(len(placed) - 1, -1, -1):
        placed[n] = min(placed[n], rows - len(placed) + n)
    return [(y, seat) for y, (_, seat) in zip(placed, ends, strict=True) if y >= 0]


LEAST_GRAPH = 3
"""The minimum height of the widget."""


class ScoreGraph(LineWidget):
    """The chart as a widget; a click on it picks a turn."""

    DEFAULT_CSS = f"""
    ScoreGraph {{ height: 1fr; width: 100%; min-height: {LEAST_GRAPH}; }}
    """

    curve: reactive[Curve | None] = reactive(None)
    position: reactive[int | None] = reactive(0)
    marks: reactive[tuple[Cell, ...]] = reactive(())
    names: reactive[tuple[str, ...]] = reactive(())
    flags: reactive[tuple[int, ...]] = reactive(())
    round_word: reactive[str] = reactive("")
    turns: reactive[int | None] = reactive(None, repaint=False)

    def __init__(self, id: str | None = None) -> None:
        super().__init__(id=id)
        self._cache: tuple[Chart, list[Strip]] | None = None

    @dataclass
    class Picked(Message):
        """A turn, which begins at ``position``, was clicked."""

        position: int

    def _chart(self, curve: Curve) -> Chart:
        width, height = self.size
        return Chart(
            curve, self.marks, self.names, width, height, self.position, self.flags, self.round_word, self.turns
        )

    def render(self) -> Content:
        if self.curve is None or self.size.height < 3 or not self.marks:
            return Content("")
        return Content("\n").join(self._chart(self.curve).lines())

    def line(self, y: int, size: Size, base: Style) -> Strip:
        if self.curve is None or not self.marks:
            return Strip.blank(size.width, base)
        chart = self._chart(self.curve)
        if self._cache is None or self._cache[0] != chart:
            style = self.visual_style
            self._cache = (chart, Visual.to_strips(self, self.render(), size.width, size.height, style))
        strips = self._cache[1]
        return strips[y] if y < len(strips) else Strip.blank(size.width, base)

    def notify_style_update(self) -> None:
        self._cache = None
        super().notify_style_update()

    def watch_turns(self) -> None:
        self.repaint()

    def on_click(self, event: events.Click) -> None:
        if self.curve is not None:
            event.stop()
            self.post_message(self.Picked(self.curve.positions[self._chart(self.curve).place(event.x)]))
