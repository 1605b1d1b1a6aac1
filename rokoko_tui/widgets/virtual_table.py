"""A table of lines in one widget, however many there are: a line is made when it is painted, and only then."""

from collections.abc import Callable, Sequence
from typing import ClassVar, NamedTuple

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.geometry import Size
from textual.message import Message
from textual.reactive import reactive
from textual.scroll_view import ScrollView
from textual.strip import Strip

from rokoko_tui.text.cells import filled


class Cell(NamedTuple):
    """One column of a line."""

    text: str
    look: str = "plain"
    """Which of the widget's looks it wears."""


class Column(NamedTuple):
    """A column: what stands above it, and its cells; the one with 0 gets what the others leave."""

    title: str
    width: int


class Ledger(ScrollView, can_focus=True, inherit_bindings=False):
    """The table. ``line`` makes the cells of the line with a number; the titles of the columns stay in sight."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {
        "ledger--plain",
        "ledger--head",
        "ledger--dim",
        "ledger--good",
        "ledger--bad",
        "ledger--cursor",
    }
    DEFAULT_CSS = """
    Ledger > .ledger--head { color: $title; text-style: bold; }
    Ledger > .ledger--dim { color: $foreground-muted; }
    Ledger > .ledger--good { color: $text-success; }
    Ledger > .ledger--bad { color: $text-error; }
    Ledger > .ledger--cursor { background: $panel-lighten-2; text-style: bold; }
    Ledger:focus > .ledger--cursor { background: $primary; color: $background; text-style: bold; }
    """

    cursor: reactive[int] = reactive(-1, init=False, repaint=False)
    """The line it stands on; -1 in an empty table."""

    class Moved(Message):
        """The cursor stands on another line."""

    class Taken(Message):
        """A line was taken: by a second click on it."""

    class Scrolled(Message):
        """Other lines are in sight."""

    def __init__(self, columns: Sequence[Column], line: Callable[[int], Sequence[Cell]], id: str | None = None) -> None:
        super().__init__(id=id)
        self._columns, self._line = tuple(columns), line
        self.count = 0
        self._armed = -1
        """The line that was clicked last: the next click on it takes it."""

    # ---- what is in it

    def head(self, columns: Sequence[Column]) -> None:
        """Write other titles over the columns."""
        self._columns = tuple(columns)
        self.refresh()

    def show(self, count: int, cursor: int = 0) -> None:
        """There are ``count`` lines now; the cursor goes to ``cursor``, or as near to it as there is a line."""
        self.count, self._armed = count, -1
        self.virtual_size = Size(self.size.width, count + 1)
        self.set_reactive(Ledger.cursor, min(max(cursor, 0), count - 1))
        self._into_sight()
        self.refresh()
        self.post_message(self.Moved())

    def on_resize(self) -> None:
        """The widest column follows."""
        self.virtual_size = Size(self.size.width, self.count + 1)
        self._into_sight()
        self.refresh()

    def notify_style_update(self) -> None:
        """Another theme."""
        super().notify_style_update()
        self.refresh()

    @property
    def in_sight(self) -> range:
        """The lines that are seen."""
        top = self.scroll_offset.y
        return range(top, min(self.count, top + self._page))

    @property
    def _page(self) -> int:
        return max(1, self.size.height - 1)

    # ---- moving about

    def move(self, step: int) -> None:
        """Move the cursor by ``step`` lines, as far as there are some."""
        if self.count:
            self.cursor = min(max(self.cursor + step, 0), self.count - 1)

    def move_page(self, step: int) -> None:
        """Move the cursor by a page."""
        self.move(step * max(1, self._page - 1))

    def move_end(self, step: int) -> None:
        """Move the cursor to the last line (``step`` 1) or the first (-1)."""
        self.move(step * self.count)

    def watch_cursor(self, old: int, new: int) -> None:
        """Keep the cursor in sight and tell."""
        self._armed = -1
        self._into_sight()
        for line in (old, new):
            self.refresh_line(line + 1)
        self.post_message(self.Moved())

    def _into_sight(self) -> None:
        top = self.scroll_offset.y
        wanted = max(min(top, self.cursor), self.cursor - self._page + 1, 0)
        if wanted != top:
            self.scroll_to(y=wanted, animate=False, force=True, immediate=True)

    def watch_scroll_y(self, old_value: float, new_value: float) -> None:
        """By wheel, scroll bar or cursor."""
        super().watch_scroll_y(old_value, new_value)
        if round(old_value) != round(new_value):
            self.refresh()
            self.post_message(self.Scrolled())

    def on_click(self, event: events.Click) -> None:
        """The first click on a line moves the cursor there, the next one takes it."""
        offset = event.get_content_offset(self)
        if offset is None or offset.y < 1 or offset.y > len(self.in_sight):
            return
        event.stop()
        line = self.in_sight[offset.y - 1]
        if line == self.cursor == self._armed:
            self.post_message(self.Taken())
            return
        self.cursor = line
        self._armed = line

    # ---- painting

    def render_line(self, y: int) -> Strip:
        """Paint the titles, or one line."""
        width, base = self.size.width, self.rich_style
        if y == 0:
            head = base + self._look("head")
            return self._strip([Cell(column.title) for column in self._columns], head, width, looks=False)
        line = self.scroll_offset.y + y - 1
        if line >= self.count:
            return Strip.blank(width, base)
        if line == self.cursor:
            return self._strip(self._line(line), base + self._look("cursor"), width, looks=False)
        return self._strip(self._line(line), base, width)

    def _strip(self, cells: Sequence[Cell], style: Style, width: int, looks: bool = True) -> Strip:
        spare = width - sum(column.width + 2 for column in self._columns)
        segments = []
        for column, cell in zip(self._columns, cells, strict=True):
            room = max(0, column.width or spare)
            text = f" {filled(cell.text, room)} "
            segments.append(Segment(text, style + self._look(cell.look) if looks else style))
        return Strip(segments).adjust_cell_length(width, style)

    def _look(self, look: str) -> Style:
        return self.get_component_rich_style(f"ledger--{look}", partial=True)
