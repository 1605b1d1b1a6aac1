"""A list of lines in one widget, painted line by line: a cursor, headings it passes over, long lines folded."""

from bisect import bisect_left
from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar

from rich.cells import cell_len
from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.geometry import Size
from textual.message import Message
from textual.reactive import reactive
from textual.strip import Strip

from rokoko_tui.text.cells import wrapped
from rokoko_tui.theme.themes import styles_of
from rokoko_tui.widgets.line_widget import Lines
from rokoko_tui.widgets.scroll_bar import bar_at

INDENT = 4
"""Columns before the text of a line that has room for a key."""


@dataclass(frozen=True)
class Item:
    """One line of a list, before it is folded."""

    text: str
    look: str = "plain"
    """Which of the widget's looks it wears."""
    key: str = ""
    mark: str = ""
    """A sign before the text, such as the box of a thing chosen."""
    stop: bool = True
    """False where the cursor passes over."""
    indent: int = INDENT
    right: str = ""
    """A figure at the end of its first line."""
    folder: str = ""
    """Items of one folder, but for its heading, are shown only while the cursor stands on one of them."""
    role: str = ""
    """The role of ``rokoko_tui.theme.themes`` the mark is painted in; empty for the look of the line."""
    short: str = ""
    """The text in fewer words, for where it does not fit on a line; it folds when that does not fit either."""


class Listing(Lines, can_focus=True, inherit_bindings=False):
    """The list. It scrolls by itself, so a change of its lines never moves anything else on the screen."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {
        "listing--plain",
        "listing--heading",
        "listing--dim",
        "listing--strong",
        "listing--key",
        "listing--cursor",
        "listing--folder",
        "listing--fresh",
        "listing--right",
        "listing--bar",
    }

    CLICKS: ClassVar[bool] = True
    """False for a list that is only read: clicks go on to what lies around it."""

    cursor: reactive[int] = reactive(-1, init=False, repaint=False)
    top: reactive[int] = reactive(0, repaint=False)
    """The line painted first."""

    class Moved(Message):
        """The cursor stands on another line."""

        def __init__(self, listing: "Listing", index: int) -> None:
            super().__init__()
            self.listing, self.index = listing, index

        @property
        def control(self) -> "Listing":
            """The list it happened in."""
            return self.listing

    class Taken(Moved):
        """A line was taken: Enter, or a click on the line under the cursor."""

    def __init__(self, id: str | None = None) -> None:
        super().__init__(id=id)
        self.items: tuple[Item, ...] = ()
        self._lines: list[tuple[int, int, str]] = []
        """(item, number of the line within it, text) of every line there is to paint."""
        self._tops: list[int] = []
        self._unfolded = ""
        """The folder of which all items are shown."""
        self._armed = -1
        """The line that was clicked last: the next click on it takes it."""

    # ---- what is in it

    def show(self, items: Iterable[Item], cursor: int = -1) -> None:
        """Replace the lines; the cursor goes to ``cursor`` or the first line it may stand on."""
        self.items = tuple(items)
        self._armed = -1
        wanted = cursor if 0 <= cursor < len(self.items) and self.items[cursor].stop else self._next_stop(-1, 1)
        self.set_reactive(Listing.cursor, wanted)
        self._fold()
        self.repaint()

    def say(self, items: Iterable[Item]) -> None:
        """The same lines in other words. Cursor, place and what was clicked stay as they are."""
        self.items = tuple(items)
        self._fold()
        self.repaint()

    def _fold(self) -> None:
        """Break the items into lines; with no width yet, that waits for the size."""
        width = self.content_size.width
        self._lines, self._tops = [], []
        if not width:
            return
        self._unfolded = self._folder
        for n, item in enumerate(self.items):
            self._tops.append(len(self._lines))
            if item.folder and item.stop and item.folder != self._unfolded:
                continue
            beside = (cell_len(item.mark) + 1 if item.mark else 0) + (cell_len(item.right) + 1 if item.right else 0)
            room = max(8, width - item.indent - beside - 1)
            told = item.short if item.short and cell_len(item.text) > room else item.text
            self._lines += [(n, row, text) for row, text in enumerate(wrapped(told, room))]
        self._into_sight()

    @property
    def _folder(self) -> str:
        """The folder the cursor stands in."""
        return self.items[self.cursor].folder if 0 <= self.cursor < len(self.items) else ""

    def on_resize(self) -> None:
        """Fold anew to the new width."""
        self._fold()
        self.repaint()

    # ---- moving about

    def _next_stop(self, start: int, step: int) -> int:
        n = start + step
        while 0 <= n < len(self.items):
            if self.items[n].stop:
                return n
            n += step
        return start

    def move(self, step: int) -> None:
        """Move the cursor by ``step`` lines it may stand on."""
        wanted = self.cursor
        for _ in range(abs(step)):
            wanted = self._next_stop(wanted, 1 if step > 0 else -1)
        self.cursor = wanted
        self._armed = -1

    def move_group(self, step: int) -> None:
        """Move the cursor to the first line under the next heading, or the one before."""
        firsts = [n for n, item in enumerate(self.items) if item.stop and (n == 0 or not self.items[n - 1].stop)]
        beyond = [n for n in firsts if (n > self.cursor if step > 0 else n < self.cursor)]
        if beyond:
            self.cursor = beyond[0] if step > 0 else beyond[-1]

    def move_page(self, step: int) -> None:
        """Move the cursor by a page."""
        self.move(step * max(1, self.content_size.height - 2))

    def move_end(self, step: int) -> None:
        """Move the cursor to the last line (``step`` 1) or the first (-1)."""
        self.cursor = self._next_stop(len(self.items), -1) if step > 0 else self._next_stop(-1, 1)

    def watch_cursor(self, old: int, new: int) -> None:
        """Keep the cursor in sight and tell."""
        if old != new:
            if self._folder != self._unfolded:
                self._fold()
            self._into_sight()
            self.repaint()
            self.post_message(self.Moved(self, new))

    def watch_top(self) -> None:
        """Other lines are in sight."""
        self.repaint()

    @property
    def _lowest_top(self) -> int:
        return max(0, len(self._lines) - self.content_size.height)

    def _into_sight(self) -> None:
        """Scroll just so far that the cursor's line is seen, from its beginning, and the headings above it."""
        if not 0 <= self.cursor < len(self._tops):
            self.top = 0
            return
        first = self.cursor
        while first > 0 and not self.items[first - 1].stop:
            first -= 1
        above = self._tops[first]
        below = self._tops[self.cursor + 1] if self.cursor + 1 < len(self._tops) else len(self._lines)
        height = self.content_size.height
        own = self._tops[self.cursor]
        top = max(0, min(self.top, above, self._lowest_top), min(below - height, own))
        self.top = min(own, self._tops[bisect_left(self._tops, top)])  # nothing is begun in its middle

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        """The wheel scrolls and leaves the cursor where it is."""
        event.stop()
        self.top = min(self.top + 2, self._lowest_top)

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        """The same upwards."""
        event.stop()
        self.top = max(0, self.top - 2)

    def take(self) -> None:
        """Take the line under the cursor."""
        if 0 <= self.cursor < len(self.items):
            self.post_message(self.Taken(self, self.cursor))

    def taken_by(self, event: events.Click) -> int | None:
        """The line clicked, or None beside all of them. The click goes no further."""
        offset = event.get_content_offset(self)
        event.stop()
        event.prevent_default()
        return self.item_at(offset.y) if offset is not None else None

    def item_at(self, y: int) -> int | None:
        """The item painted on row ``y`` of the content."""
        row = y + self.top
        return self._lines[row][0] if 0 <= row < len(self._lines) else None

    def on_click(self, event: events.Click) -> None:
        """The first click on a line moves the cursor there, the next one takes it."""
        offset = event.get_content_offset(self)
        item = self.item_at(offset.y) if offset is not None else None
        if item is not None and self.items[item].folder and not self.items[item].stop:
            item = self._next_stop(item, 1)
        if item is None or not self.items[item].stop or not self.CLICKS:
            return
        event.stop()
        if item == self.cursor == self._armed:
            self.take()
            return
        self.cursor = item
        self._armed = item

    # ---- painting

    def line(self, y: int, size: Size, base: Style) -> Strip:
        """Line ``y`` as it is to be painted."""
        width, height = size
        row = y + self.top
        if not 0 <= row < len(self._lines):
            return Strip.blank(width, base)
        n, part, text = self._lines[row]
        item = self.items[n]
        under = n == self.cursor
        style = base + self._look(item.look)
        if under:
            style += self._look("cursor")
        line = Strip([*self._head(item, part, under, style), Segment(text, style)])
        figure = "" if part else item.right
        line = line.adjust_cell_length(max(0, width - 1 - cell_len(figure)), style if under else base)
        ends = [Segment(figure, style if under else base + self._look("right"))] if figure else []
        return Strip([*line, *ends, self._bar(y, height, base)]).adjust_cell_length(width, base)

    def _bar(self, y: int, height: int, base: Style) -> Segment:
        """The cell of the scroll bar beside row ``y``."""
        count = len(self._lines)
        if count <= height:
            return Segment(" ", base)
        return Segment(bar_at(y, height, count, self.top), base + self._look("bar"))

    def _head(self, item: Item, part: int, under: bool, style: Style) -> list[Segment]:
        mark = f"{item.mark} " if item.mark else ""
        lit = under and bool(self._look("cursor"))
        signed = style + self._role(item.role) if item.role and not lit else style
        if not item.indent:
            return [Segment(" " * cell_len(mark) if part else mark, signed)] if mark else []
        if part:
            return [Segment(" " * (item.indent + cell_len(mark)), style)]
        pointer = "▸" if under else " "
        key = style if under else style + self._look("key")
        return [Segment(pointer, style), Segment(f"{item.key:>{item.indent - 2}} ", key), Segment(mark, signed)]

    def _role(self, role: str) -> Style:
        return styles_of(self.app.theme, self.app.current_theme.dark).of(role)

    def _look(self, look: str) -> Style:
        return self.look(f"listing--{look}")
