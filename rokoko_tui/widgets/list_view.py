"""A list of lines in one widget, with a cursor, headings that it skips, folders and folded lines.

Ours because Textual's ``ListView`` holds two widgets per line: with a log of 141 lines it takes twenty times as long to
open, and an arrow key ten times as long. This one paints lines and repaints only changed cells.
"""

from bisect import bisect_left
from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar, Protocol, cast

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.geometry import Region, Size
from textual.message import Message
from textual.reactive import reactive
from textual.strip import Strip

from rokoko_tui.keys import bindings_of
from rokoko_tui.widgets.folded_items import DEFAULT_FOLDING, FoldedItems, Folding, Item, folding_at
from rokoko_tui.widgets.line_widget import BAR, LineWidget, scroll_bar_cell
from rokoko_tui.widgets.terminal_sizes import finger_lines

POINTER = "▸"
"""The sign before the line under the cursor."""


class CursorList(Protocol):
    """What these keys can move."""

    def move(self, step: int) -> None:
        """Move by ``step`` lines."""

    def move_page(self, step: int) -> None:
        """Move by ``step`` pages."""

    def move_end(self, step: int) -> None:
        """Move to the last line (``step`` 1) or the first (-1)."""


def is_repeated(event: events.Click) -> bool:
    """Return whether the click is the second of a double click; the third of three is a first one again."""
    return event.chain % 2 == 0


class CursorActions:
    """A part of lists, which move themselves, and of screens, which move their list."""

    @property
    def cursor_list(self) -> CursorList:
        """The list to move."""
        return cast("CursorList", self)

    def action_move(self, step: int) -> None:
        self.cursor_list.move(step)

    def action_move_page(self, step: int) -> None:
        self.cursor_list.move_page(step)

    def action_move_end(self, step: int) -> None:
        self.cursor_list.move_end(step)


class LineList(CursorActions, LineWidget, can_focus=True, inherit_bindings=False):
    """The list. It scrolls its own lines, so a change never moves another widget."""

    BINDINGS = bindings_of("list")

    COMPONENT_CLASSES: ClassVar[set[str]] = {
        "line-list--plain",
        "line-list--heading",
        "line-list--dim",
        "line-list--strong",
        "line-list--key",
        "line-list--cursor",
        "line-list--hovered",
        "line-list--folder",
        "line-list--fresh",
        "line-list--right",
        "line-list--bar",
    }

    CLICKS: ClassVar[bool] = True
    """False for a read-only list, whose clicks bubble to its parent."""
    TAKES_FIRST_CLICK: ClassVar[bool] = False
    """Whether one click selects an item; else only a click on the item under the cursor does."""
    FITS_FINGER: ClassVar[bool] = False
    """Whether items have two lines in a terminal like a phone held upright."""
    KEEPS_FIGURES: ClassVar[bool] = False
    """Whether a text is folded rather than shorten the figure at its end."""
    cursor: reactive[int] = reactive(-1, init=False, repaint=False)
    top: reactive[int] = reactive(0, repaint=False)
    """First visible line."""
    hovered: reactive[int] = reactive(-1, init=False, repaint=False)
    """The item under the mouse at which the cursor could stop; -1 for none."""

    @dataclass
    class Moved(Message):
        """The cursor moved to another item."""

        line_list: "LineList"
        index: int

        @property
        def control(self) -> "LineList":
            return self.line_list

    @dataclass
    class Taken(Moved):
        """An item was selected by Enter or by a click."""

    def __init__(self, id: str | None = None) -> None:
        super().__init__(id=id)
        self.items: tuple[Item, ...] = ()
        self.folded = FoldedItems()
        self._open_folder = ""
        self._outside = -1
        """The item in no folder where the cursor was last."""
        self._clicked = -1
        """The item that was clicked last: the next click on it selects it."""

    # ---- content

    def show(self, items: Iterable[Item], cursor: int = -1) -> None:
        """Replace the items; the cursor goes to item ``cursor``, or the first it can stop at."""
        self.items = tuple(items)
        self._clicked = self._outside = -1
        self.set_reactive(LineList.hovered, -1)
        target = cursor if 0 <= cursor < len(self.items) and self.items[cursor].stop else self._next_stop(-1, 1)
        self.set_reactive(LineList.cursor, target)
        self._fold()
        self.repaint()

    @property
    def folding(self) -> Folding:
        folding = DEFAULT_FOLDING
        if self.FITS_FINGER and self.is_attached:
            folding = folding_at(self.app.size, finger_lines(self.app))
        return folding._replace(keeps_figures=True) if self.KEEPS_FIGURES else folding

    def say(self, items: Iterable[Item]) -> None:
        """Reword the items; the cursor and the scroll position stay."""
        self.items = tuple(items)
        self._fold()
        self.repaint()

    def _fold(self) -> None:
        """Break the items into lines; without a width this waits for the resize event."""
        self._open_folder = self._folder
        self.folded = FoldedItems(self.items, self.content_size, self.folding, self._open_folder)
        if self.content_size.width:
            self.scroll_into_sight()

    @property
    def _folder(self) -> str:
        """The folder of the item under the cursor."""
        return self.items[self.cursor].folder if 0 <= self.cursor < len(self.items) else ""

    def on_resize(self) -> None:
        self._fold()
        self.repaint()

    # ---- the cursor

    def _next_stop(self, start: int, step: int) -> int:
        n = start + step
        while 0 <= n < len(self.items):
            if self.items[n].stop:
                return n
            n += step
        return start

    def move(self, step: int) -> None:
        """Move the cursor; scroll where it has no stop for more than a page, so that no line is skipped unseen."""
        direction, target = 1 if step > 0 else -1, self.cursor
        for _ in range(abs(step)):
            target = self._next_stop(target, direction)
        self._clicked = -1
        if target == self.cursor:
            self.top = max(0, min(self.top + step, self._lowest_top))
        elif self._skips(self._next_stop(self.cursor, direction), direction):
            self.top += direction * self.content_size.height
        else:
            self.cursor = target

    def _skips(self, target: int, direction: int) -> bool:
        """Whether a move to ``target``, the next stop, would skip lines that were not visible.

        A list that was scrolled back from its cursor returns at once, except from before its outermost stop, where
        arrow keys scroll.
        """
        height, tops = self.content_size.height, self.folded.tops
        if not tops or self.cursor < 0:
            return False
        is_ahead = tops[self.cursor] >= self.top + height if direction > 0 else tops[self.cursor] < self.top
        if is_ahead and self._next_stop(self.cursor, -direction) != self.cursor:
            return False
        return (self._find_top(target) - self.top) * direction > height

    def move_group(self, step: int) -> None:
        """Move the cursor to the first item under the next heading (``step`` 1) or the one before (-1)."""
        firsts = [n for n, item in enumerate(self.items) if item.stop and (n == 0 or not self.items[n - 1].stop)]
        beyond = [n for n in firsts if (n > self.cursor if step > 0 else n < self.cursor)]
        if beyond:
            self.cursor = beyond[0] if step > 0 else beyond[-1]

    def move_page(self, step: int) -> None:
        self.move(step * max(1, self.content_size.height - 2))

    def move_end(self, step: int) -> None:
        """Move the cursor to the last item (``step`` 1) or the first (-1); scroll a list without stops."""
        if not any(item.stop for item in self.items):
            self.top = self._lowest_top if step > 0 else 0
        else:
            self.cursor = self._next_stop(len(self.items), -1) if step > 0 else self._next_stop(-1, 1)

    def close_folder(self) -> bool:
        """Move the cursor from a folder that closes then to an item with a key; return False where none does."""
        outside = [n for n, item in enumerate(self.items) if item.stop and item.key and not item.folder]
        if not self.folded.closes or not outside:
            return False
        self.cursor = self._outside if self._outside in outside else outside[0]
        return True

    def watch_cursor(self, old: int, new: int) -> None:
        if old != new:
            if 0 <= old < len(self.items) and not self.items[old].folder:
                self._outside = old
            if self._folder != self._open_folder:
                self._fold()
            self.scroll_into_sight()
            self.repaint()
            self.post_message(self.Moved(self, new))

    def watch_top(self) -> None:
        self.repaint()

    def watch_hovered(self) -> None:
        self.repaint()

    @property
    def _lowest_top(self) -> int:
        return max(0, len(self.folded.lines) - self.content_size.height)

    @property
    def is_cursor_in_sight(self) -> bool:
        """Whether the first line of the item under the cursor is visible."""
        tops, height = self.folded.tops, self.content_size.height
        return 0 <= self.cursor < len(tops) and self.top <= tops[self.cursor] < self.top + height

    @property
    def rows_in_sight(self) -> Region:
        """The visible rows of a list with a cursor, on the screen."""
        x, y, width, height = self.content_region
        return Region(x, y, width, min(height, len(self.folded.lines) - self.top) if self.cursor >= 0 else 0)

    def scroll_into_sight(self) -> None:
        """Scroll as little as shows the item under the cursor from its first line, its folder, the headings above it,
        and what follows the last item.
        """
        self.top = self._find_top(self.cursor) if 0 <= self.cursor < len(self.folded.tops) else 0

    def _find_top(self, cursor: int) -> int:
        """Return the first visible line with the cursor at item ``cursor``."""
        first = cursor
        while first > 0 and not self.items[first - 1].stop:
            first -= 1
        above = self.folded.tops[first]
        last, folder = cursor, self.items[cursor].folder
        while folder and last + 1 < len(self.items) and self.items[last + 1].folder == folder:
            last += 1
        ends = [*self.folded.tops, len(self.folded.lines)]
        height = self.content_size.height
        own, below = self.folded.tops[cursor], ends[cursor + 1]
        if self._next_stop(cursor, 1) == cursor:
            below = len(self.folded.lines)
        elif ends[last + 1] - above <= height:
            below = ends[last + 1]
        top = max(0, min(self.top, above, self._lowest_top), min(below - height, own))
        return min(own, self.folded.tops[bisect_left(self.folded.tops, top)])  # the first visible item is never cut

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        event.stop()
        self.top = min(self.top + 2, self._lowest_top)

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        event.stop()
        self.top = max(0, self.top - 2)

    def action_take(self) -> None:
        """Select the item under the cursor."""
        if 0 <= self.cursor < len(self.items):
            self.post_message(self.Taken(self, self.cursor))

    def clicked_item(self, event: events.Click) -> int | None:
        """Return the item clicked, None beside all of them, and stop the event."""
        event.stop()
        event.prevent_default()
        return self._item_under(event)

    def item_at(self, y: int) -> int | None:
        """Return the item painted on row ``y`` of the content."""
        row = y + self.top
        return self.folded.lines[row][0] if 0 <= row < len(self.folded.lines) else None

    def _item_under(self, event: events.MouseEvent) -> int | None:
        offset = event.get_content_offset(self)
        return self.item_at(offset.y) if offset is not None else None

    def on_mouse_move(self, event: events.MouseMove) -> None:
        item = self._item_under(event) if self.CLICKS else None
        self.hovered = item if item is not None and self.items[item].stop else -1

    def on_leave(self) -> None:
        self.hovered = -1

    def on_click(self, event: events.Click) -> None:
        """Move the cursor on the first click on an item, select it on the next, or at once."""
        item = self._item_under(event)
        if item is None or not self.items[item].stop or not self.CLICKS:
            return
        event.stop()
        takes = self.TAKES_FIRST_CLICK or item == self.cursor == self._clicked
        self.cursor = self._clicked = item
        if takes:
            self.post_message(self.Taken(self, item))

    # ---- painting

    def line(self, y: int, size: Size, base: Style) -> Strip:
        width, height = size
        row = y + self.top
        if not 0 <= row < len(self.folded.lines):
            return Strip.blank(width, base)
        n, part, text = self.folded.lines[row]
        item = self.items[n]
        has_cursor = n == self.cursor
        style = base + self._style(item.style)
        if has_cursor:
            style += self._style("cursor")
        elif n == self.hovered:
            style += self._style("hovered")
        head = Strip(self._head(item, has_cursor, style))
        if part:
            head = Strip.blank(head.cell_length, style)
        figure = "" if part else self.folded.figures.get(n, item.figures.longest)
        end = Strip([Segment(figure, style if has_cursor else base + self._style("right"))] if figure else [])
        blank = style if has_cursor else base
        line = Strip([*head, Segment(text, style)]).adjust_cell_length(max(0, width - BAR - end.cell_length), blank)
        gap = Segment(" ", base)
        return Strip([*line, *end, gap, self._bar(y, height, base)]).adjust_cell_length(width, base)

    def _bar(self, y: int, height: int, base: Style) -> Segment:
        count = len(self.folded.lines)
        if count <= height:
            return Segment(" ", base)
        return Segment(scroll_bar_cell(y, height, count, self.top), base + self._style("bar"))

    def _head(self, item: Item, has_cursor: bool, style: Style) -> list[Segment]:
        """Return what is before the text: cursor, key and mark."""
        mark = f"{item.mark} " if item.mark else ""
        is_lit = has_cursor and bool(self._style("cursor"))
        mark_style = style + self.roles.of(item.role) if item.role and not is_lit else style
        if not item.indent:
            return [Segment(mark, mark_style)] if mark else []
        key = style if has_cursor else style + self._style("key")
        if not item.stop:
            return [Segment(f"{item.key} ", key)]
        pointer = POINTER if has_cursor else " "
        return [Segment(pointer, style), Segment(f"{item.key:>{item.indent - 2}} ", key), Segment(mark, mark_style)]

    def _style(self, name: str) -> Style:
        return self.component_style(f"line-list--{name}")
