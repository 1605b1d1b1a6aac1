"""A table in one widget that makes a line only when it is painted.

Ours because Textual's ``DataTable`` builds all rows first: a list of 10,000 saves has to open within 300 ms.
"""

from collections.abc import Callable, Sequence
from typing import ClassVar, NamedTuple

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.geometry import Region, Size
from textual.message import Message
from textual.reactive import reactive
from textual.scroll_view import ScrollView
from textual.strip import Strip

from rokoko_tui.text.wording import pad


class Cell(NamedTuple):
    """One column of a line."""

    text: str
    style: str = "plain"
    """The component class of the cell, without ``virtual-table--``."""


class Column(NamedTuple):
    """A column; one of width 0 gets the cells that the others leave."""

    title: str
    width: int


class VirtualTable(ScrollView, can_focus=True, inherit_bindings=False):
    """The table. ``line`` returns the cells of a line by its number; the column titles stay in sight.

    The screen around it binds the keys that move the cursor.
    """

    COMPONENT_CLASSES: ClassVar[set[str]] = {
        "virtual-table--plain",
        "virtual-table--head",
        "virtual-table--dim",
        "virtual-table--good",
        "virtual-table--bad",
        "virtual-table--cursor",
    }
    DEFAULT_CSS = """
    VirtualTable > .virtual-table--head { color: $title; text-style: bold; }
    VirtualTable > .virtual-table--dim { color: $foreground-muted; }
    VirtualTable > .virtual-table--good { color: $text-success; }
    VirtualTable > .virtual-table--bad { color: $text-error; }
    VirtualTable > .virtual-table--cursor { background: $panel-lighten-2; text-style: bold; }
    VirtualTable:focus > .virtual-table--cursor { background: $primary; color: $background; text-style: bold; }
    """

    cursor: reactive[int] = reactive(-1, init=False, repaint=False)
    """The line under the cursor; -1 in an empty table."""

    class Moved(Message):
        """The cursor moved to another line, or the table has other lines."""

    class Taken(Message):
        """A line was selected by a second click on it."""

    class Scrolled(Message):
        """Other lines are visible."""

    def __init__(self, columns: Sequence[Column], line: Callable[[int], Sequence[Cell]], id: str | None = None) -> None:
        super().__init__(id=id)
        self._columns, self._line = tuple(columns), line
        self.count = 0
        self._clicked = -1
        """The line that was clicked last: the next click on it selects it."""

    # ---- content

    def head(self, columns: Sequence[Column]) -> None:
        self._columns = tuple(columns)
        self.refresh()

    def show(self, count: int, cursor: int = 0) -> None:
        """Show ``count`` lines, with the cursor as near to line ``cursor`` as possible."""
        self.count, self._clicked = count, -1
        self.set_reactive(VirtualTable.cursor, min(max(cursor, 0), count - 1))
        self.on_resize()
        self.post_message(self.Moved())

    def on_resize(self) -> None:
        self.virtual_size = Size(self.size.width, self.count + 1)
        self._scroll_into_sight()
        self.refresh()

    def notify_style_update(self) -> None:
        super().notify_style_update()
        self.refresh()

    @property
    def in_sight(self) -> range:
        top = self.scroll_offset.y
        return range(top, min(self.count, top + self._page))

    @property
    def rows_in_sight(self) -> Region:
        """The titles and the visible lines, on the screen."""
        x, y, width, height = self.region
        return Region(x, y, width, min(height, len(self.in_sight) + 1))

    @property
    def _page(self) -> int:
        return max(1, self.size.height - 1)

    # ---- the cursor

    def move(self, step: int) -> None:
        """Move the cursor by at most ``step`` lines."""
        if self.count:
            self.cursor = min(max(self.cursor + step, 0), self.count - 1)

    def move_page(self, step: int) -> None:
        self.move(step * max(1, self._page - 1))

    def move_end(self, step: int) -> None:
        """Move the cursor to the last line (``step`` 1) or the first (-1)."""
        self.move(step * self.count)

    def watch_cursor(self, old: int, new: int) -> None:
        self._clicked = -1
        self._scroll_into_sight()
        for line in (old, new):
            self.refresh_line(line + 1)
        self.post_message(self.Moved())

    def _scroll_into_sight(self) -> None:
        top = self.scroll_offset.y
        target = max(min(top, self.cursor), self.cursor - self._page + 1, 0)
        if target != top:
            self.scroll_to(y=target, animate=False, force=True, immediate=True)

    def watch_scroll_y(self, old_value: float, new_value: float) -> None:
        super().watch_scroll_y(old_value, new_value)
        if round(old_value) != round(new_value):
            self.refresh()
            self.post_message(self.Scrolled())

    def on_click(self, event: events.Click) -> None:
        """Move the cursor on the first click on a line, select it on the next."""
        offset = event.get_content_offset(self)
        if offset is None or offset.y < 1 or offset.y > len(self.in_sight):
            return
        event.stop()
        line = self.in_sight[offset.y - 1]
        if line == self.cursor == self._clicked:
            self.post_message(self.Taken())
            return
        self.cursor = line
        self._clicked = line

    # ---- painting

    def render_line(self, y: int) -> Strip:
        width, base = self.size.width, self.rich_style
        if y == 0:
            head = base + self._style("head")
            return self._strip([Cell(column.title) for column in self._columns], head, width, styled=False)
        line = self.scroll_offset.y + y - 1
        if line >= self.count:
            return Strip.blank(width, base)
        if line == self.cursor:
            return self._strip(self._line(line), base + self._style("cursor"), width, styled=False)
        return self._strip(self._line(line), base, width)

    def _strip(self, cells: Sequence[Cell], style: Style, width: int, styled: bool = True) -> Strip:
        spare = width - sum(column.width + 2 for column in self._columns)
        segments = []
        for column, cell in zip(self._columns, cells, strict=True):
            text = f" {pad(cell.text, max(0, column.width or spare))} "
            segments.append(Segment(text, style + self._style(cell.style) if styled else style))
        return Strip(segments).adjust_cell_length(width, style)

    def _style(self, name: str) -> Style:
        return self.get_component_rich_style(f"virtual-table--{name}", partial=True)
