"""The projected scores of a game as lines, drawn with the dots of braille signs."""

from itertools import pairwise

from textual import events
from textual.content import Content
from textual.message import Message
from textual.reactive import reactive
from textual.widget import Widget

from rokoko_tui.screens.looking_back import Curve

DOTS = ((0x01, 0x08), (0x02, 0x10), (0x04, 0x20), (0x40, 0x80))
"""Bit of each dot of a braille sign, by row and column."""
BLANK = 0x2800
SCALE = 4
"""Columns left of the lines, for the figures."""
ENDS = 2
"""Columns right of the lines, for the owners' marks."""


class Dots:
    """Cells of 2 by 4 dots, each cell in the style of what was drawn there last."""

    def __init__(self, width: int, height: int) -> None:
        self.width, self.height = width, height
        self.bits = [[0] * width for _ in range(height)]
        self.styles = [[""] * width for _ in range(height)]

    def dot(self, x: int, y: int, style: str) -> None:
        """Set one dot; y counts from the top."""
        if 0 <= x < self.width * 2 and 0 <= y < self.height * 4:
            self.bits[y // 4][x // 2] |= DOTS[y % 4][x % 2]
            self.styles[y // 4][x // 2] = style

    def line(self, start: tuple[int, int], end: tuple[int, int], style: str) -> None:
        """Dots from ``start`` to ``end``."""
        (x0, y0), (x1, y1) = start, end
        steps = max(abs(x1 - x0), abs(y1 - y0), 1)
        for n in range(steps + 1):
            self.dot(round(x0 + (x1 - x0) * n / steps), round(y0 + (y1 - y0) * n / steps), style)


class ScoreGraph(Widget):
    """One line per seat through the whole game; a click goes to the turn under it."""

    DEFAULT_CSS = """
    ScoreGraph { height: 1fr; width: 100%; min-height: 3; }
    """

    curve: reactive[Curve | None] = reactive(None)
    position: reactive[int] = reactive(0)

    class Picked(Message):
        """A place of the graph was clicked."""

        def __init__(self, position: int) -> None:
            super().__init__()
            self.position = position

    marks: reactive[tuple[tuple[str, str], ...]] = reactive(())
    """Sign and style of each seat."""

    @property
    def _columns(self) -> int:
        return max(4, self.size.width - SCALE - ENDS)

    def _column(self, place: int) -> int:
        """Column of a turn by its number."""
        turns = len(self.curve.positions) - 1 if self.curve else 0
        return round(place * (self._columns - 1) / max(1, turns))

    def render(self) -> Content:
        """Lines, the scale at the left, the owners' marks at the right, rounds and big swings underneath."""
        curve, height = self.curve, self.size.height - 1
        if curve is None or height < 2 or not self.marks:
            return Content("")
        canvas = Dots(self._columns, height)
        top = max(10, curve.highest)
        last = len(self.marks) - 1
        ends: dict[int, int] = {}
        for seat in range(last, -1, -1):
            points = [
                (self._column(n) * 2, round((1 - max(0, total) / top) * (height * 4 - 1)))
                for n, totals in enumerate(curve.totals)
                if (total := totals[seat]) is not None
            ]
            for start, end in pairwise(points):
                canvas.line(start, end, self.marks[seat][1])
            if points:
                ends[seat] = points[-1][1] // 4
        return Content("\n").join([*self._rows(canvas, top, ends), self._foot(curve)])

    def _rows(self, canvas: Dots, top: int, ends: dict[int, int]) -> list[Content]:
        here = self._column(self.curve.place(self.position)) if self.curve else 0
        rows = []
        for y in range(canvas.height):
            scale = top if y == 0 else 0 if y == canvas.height - 1 else None
            parts: list[tuple[str, str]] = [(f"{'' if scale is None else scale:>3} ", "$text-muted")]
            for x in range(canvas.width):
                bits, style = canvas.bits[y][x], canvas.styles[y][x]
                if x == here:
                    parts.append((chr(BLANK + bits) if bits else "│", f"{style or '$accent'} bold"))
                else:
                    parts.append((chr(BLANK + bits) if bits else " ", style))
            parts += [self.marks[seat] for seat, row in sorted(ends.items()) if row == y][:ENDS]
            rows.append(Content.assemble(*parts))
        return rows

    def _foot(self, curve: Curve) -> Content:
        """Where the rounds begin, and a triangle at each of the biggest swings."""
        cells = [(" ", "")] * (SCALE + self._columns)
        for number, position in curve.game.round_starts:
            cells[SCALE + self._column(curve.place(position))] = (str(number), "$text-muted")
        for swing in curve.swings[:3]:
            cells[SCALE + self._column(curve.place(swing.begins))] = ("▲", "$accent")
        cells[SCALE + self._column(curve.place(self.position))] = ("┴", "$accent bold")
        return Content.assemble(*cells)

    def on_click(self, event: events.Click) -> None:
        """Go to the turn drawn in that column."""
        if self.curve is None:
            return
        event.stop()
        turns = len(self.curve.positions) - 1
        place = round((event.x - SCALE) * turns / max(1, self._columns - 1))
        self.post_message(self.Picked(self.curve.positions[max(0, min(place, turns))]))
