"""A list of lines in one widget, with a cursor, headings that it skips, folders and folded lines.

Ours because Textual's ``ListView`` holds two widgets per line: with a log of 141 lines it takes twenty times as long to
open, and an arrow key ten times as long. This one paints lines and repaints only changed cells.
"""

from bisect import bisect_left
from collections.abc import Iterable, Sequence
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

from rokoko_tui.keys import bindings_of
from rokoko_tui.text.cells import wrap
from rokoko_tui.widgets.cursor_actions import CursorActions
from rokoko_tui.widgets.line_widget import LineWidget, scroll_bar_cell

INDENT = 4
"""Columns before the text of a line that may have a key."""


@dataclass(frozen=True)
class Item:
    text: str
    look: str = "plain"
    """The component class of the line, without ``line-list--``."""
    key: str = ""
    mark: str = ""
    """A sign before the text, such as the check box of a chosen piece."""
    stop: bool = True
    """False where the cursor skips the line."""
    indent: int = INDENT
    right: str = ""
    """A figure at the end of the first line.

    It is left out where the text fits on one line only without it.
    """
    short_right: str = ""
    """A shorter figure for where the text fits on one line only with that."""
    folder: str = ""
    """Only the heading of a folder is shown while the cursor is outside it."""
    role: str = ""
    """The role of ``rokoko_tui.theme.themes`` the mark is painted in; empty for the style of the line."""
    short: str = ""
    """A shorter text for where ``text`` does not fit on one line, or that of another item below the same heading; it is
    folded if it does not fit either.
    """
    legend: str = ""
    """What the letters in the short texts below this heading mean; replaces it where it fits and they are used."""
    family: str = ""
    """Items of a family are shortened together below all their headings."""
    least: int = 0
    """Columns that the longest text of its kind requires; in fewer it has its short text at any time."""
    name: str = ""
    """Of the heading of a folder: a text for where the figure at the end fits only beside that."""
    best: int = 0
    """Of the heading of a folder: its value; no folder is open while an equal or better one is closed."""

    @property
    def beside(self) -> int:
        """Columns of the figure at the end and of the blank before it."""
        return cell_len(self.right) + 1 if self.right else 0

    def text_columns(self, width: int) -> int:
        """Return the columns of the text in a list of ``width`` columns, without a figure at the end."""
        return max(8, width - self.indent - (cell_len(self.mark) + 1 if self.mark else 0) - 1)


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
        "line-list--folder",
        "line-list--fresh",
        "line-list--right",
        "line-list--bar",
    }

    CLICKS: ClassVar[bool] = True
    """False for a read-only list, whose clicks bubble to its parent."""
    folds_first: ClassVar[bool] = False
    """Whether items keep their long text, folded, as long as all lines fit."""

    keeps_figures: ClassVar[bool] = False
    """Whether a text is folded rather than lose the figure at its end."""

    cursor: reactive[int] = reactive(-1, init=False, repaint=False)
    top: reactive[int] = reactive(0, repaint=False)
    """First visible line."""

    @dataclass
    class Moved(Message):
        """The cursor moved to another item."""

        line_list: "LineList"
        index: int

        @property
        def control(self) -> "LineList":
            return self.line_list

    class Taken(Moved):
        """An item was selected by Enter, or by a click on the item under the cursor."""

    def __init__(self, id: str | None = None) -> None:
        super().__init__(id=id)
        self.items: tuple[Item, ...] = ()
        self._lines: list[tuple[int, int, str]] = []
        """(item, number of the line within it, text) of every line."""
        self._tops: list[int] = []
        """First line of every item."""
        self._open_folder = ""
        self._closes = False
        """Whether the folder of the cursor closes when the cursor leaves it."""
        self._outside = -1
        """The item in no folder where the cursor was last."""
        self._rights: dict[int, str] = {}
        """The figures at the end of the lines where it is not that of the item."""
        self._clicked = -1
        """The item that was clicked last: the next click on it selects it."""

    # ---- content

    def show(self, items: Iterable[Item], cursor: int = -1) -> None:
        """Replace the items; the cursor goes to item ``cursor``, or the first it can stop at."""
        self.items = tuple(items)
        self._clicked = self._outside = -1
        target = cursor if 0 <= cursor < len(self.items) and self.items[cursor].stop else self._next_stop(-1, 1)
        self.set_reactive(LineList.cursor, target)
        self._fold()
        self.repaint()

    @property
    def has_legends(self) -> bool:
        """Whether headings over shortened items have their legends."""
        return True

    def say(self, items: Iterable[Item]) -> None:
        """Reword the items; the cursor and the scroll position stay."""
        self.items = tuple(items)
        self._fold()
        self.repaint()

    def _fold(self) -> None:
        """Break the items into lines; without a width this waits for the resize event."""
        width = self.content_size.width
        self._lines, self._tops = [], []
        if not width:
            return
        self._open_folder = self._folder
        self._rights.clear()
        shortened = self._shortened_items(width)
        lines: list[Sequence[str]] = [
            self._wrap_item(n, width, n in shortened, bool(item.legend) and n + 1 in shortened)
            for n, item in enumerate(self.items)
        ]
        open_folders = self._open_folders(lines, self._open_folder)
        self._closes = bool(self._open_folder) and self._open_folder not in self._open_folders(lines, "")
        visible = [
            n for n, item in enumerate(self.items) if not item.folder or not item.stop or item.folder in open_folders
        ]
        for n in range(len(self.items)):
            self._tops.append(len(self._lines))
            if n in visible:
                self._lines += [(n, row, line) for row, line in enumerate(lines[n])]
        self._scroll_into_sight()

    def _shortened_items(self, width: int) -> set[int]:
        """Return the items with their short text: where one does not fit, all of its family or below its heading."""
        if self.folds_first:
            lines = sum(len(self._wrap_item(number, width, False)) for number in range(len(self.items)))
            if lines <= self.content_size.height:
                return set()
        groups, heading = dict[tuple[int | str, bool], list[int]](), 0
        for n, item in enumerate(self.items):
            heading = heading if item.stop else n
            group = (-1, False) if item.folder and not item.stop else (item.family or heading, item.stop)
            if item.short:
                groups.setdefault(group, []).append(n)
        return {n for group in groups.values() if any(self._is_too_long(m, width) for m in group) for n in group}

    def _is_too_long(self, number: int, width: int) -> bool:
        item = self.items[number]
        return max(cell_len(item.text) + item.beside, item.least) > item.text_columns(width)

    def _wrap_item(self, number: int, width: int, is_short: bool, legend: bool = False) -> Sequence[str]:
        item = self.items[number]
        text, beside, text_width = item.short if is_short else item.text, item.beside, item.text_columns(width)
        if legend and self.has_legends and cell_len(item.legend) <= text_width:
            text = item.legend
        if item.name and text_width - beside < cell_len(text):
            text = item.name
        if text_width - beside < cell_len(text) <= text_width and not self.keeps_figures:
            fits = bool(item.short_right) and cell_len(text) + 1 + cell_len(item.short_right) <= text_width
            self._rights[number] = item.short_right if fits else ""
            beside = 0
        return wrap(text, max(8, text_width - beside))

    def _open_folders(self, lines: Sequence[Sequence[str]], own: str) -> set[str]:
        """Return the folder ``own``, and of the others the best that fit with all items that have a key.

        Of equal ones all are open or none; those without a value may be open while a better one is closed.
        """
        sizes: dict[str, int] = {"": 0}
        last = max((n for n, item in enumerate(self.items) if item.key), default=len(self.items) - 1)
        for item, rows in zip(self.items[: last + 1], lines, strict=False):
            folder = item.folder if item.stop else ""
            sizes[folder] = sizes.get(folder, 0) + len(rows)
        open_folders, spare = set[str](), self.content_size.height - sizes.pop("")
        best = {item.folder: item.best for item in self.items if item.folder and not item.stop}
        if own:
            open_folders.add(own)
            spare -= sizes.pop(own)
        is_closed = False
        for score in sorted({best.get(folder, 0) for folder in sizes}, reverse=True):
            equal = {folder for folder in sizes if best.get(folder, 0) == score}
            needed = sum(sizes[folder] for folder in equal)
            if needed <= spare and (score <= 0 or not is_closed):
                open_folders |= equal
                spare -= needed
            else:
                is_closed = True
        return open_folders

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
        way, target = 1 if step > 0 else -1, self.cursor
        for _ in range(abs(step)):
            target = self._next_stop(target, way)
        self._clicked = -1
        if target == self.cursor:
            self.top = max(0, min(self.top + step, self._lowest_top))
        elif self._skips(self._next_stop(self.cursor, way), way):
            self.top += way * self.content_size.height
        else:
            self.cursor = target

    def _skips(self, target: int, way: int) -> bool:
        """Whether a move to ``target``, the next stop, would skip lines that were not visible."""
        height = self.content_size.height
        if not self._tops or self.cursor < 0 or abs(self._tops[target] - self._tops[self.cursor]) < height:
            return False
        below = self._tops[target] - self.top
        return below >= 2 * height if way > 0 else below <= -height

    def move_group(self, step: int) -> None:
        """Move the cursor to the first item under the next heading (``step`` 1) or the one before (-1)."""
        firsts = [n for n, item in enumerate(self.items) if item.stop and (n == 0 or not self.items[n - 1].stop)]
        beyond = [n for n in firsts if (n > self.cursor if step > 0 else n < self.cursor)]
        if beyond:
            self.cursor = beyond[0] if step > 0 else beyond[-1]

    def move_page(self, step: int) -> None:
        self.move(step * max(1, self.content_size.height - 2))

    def move_end(self, step: int) -> None:
        """Move the cursor to the last item (``step`` 1) or the first (-1)."""
        self.cursor = self._next_stop(len(self.items), -1) if step > 0 else self._next_stop(-1, 1)

    def close_folder(self) -> bool:
        """Move the cursor from a folder that closes then to an item with a key; return False where none does."""
        outside = [n for n, item in enumerate(self.items) if item.stop and item.key and not item.folder]
        if not self._closes or not outside:
            return False
        self.cursor = self._outside if self._outside in outside else outside[0]
        return True

    def watch_cursor(self, old: int, new: int) -> None:
        if old != new:
            if 0 <= old < len(self.items) and not self.items[old].folder:
                self._outside = old
            if self._folder != self._open_folder:
                self._fold()
            self._scroll_into_sight()
            self.repaint()
            self.post_message(self.Moved(self, new))

    def watch_top(self) -> None:
        self.repaint()

    @property
    def _lowest_top(self) -> int:
        return max(0, len(self._lines) - self.content_size.height)

    def _scroll_into_sight(self) -> None:
        """Scroll as little as shows the item under the cursor from its first line, its folder, the headings above it,
        and what follows the last item.
        """
        if not 0 <= self.cursor < len(self._tops):
            self.top = 0
            return
        first = self.cursor
        while first > 0 and not self.items[first - 1].stop:
            first -= 1
        above = self._tops[first]
        last, folder = self.cursor, self._folder
        while folder and last + 1 < len(self.items) and self.items[last + 1].folder == folder:
            last += 1
        ends = [*self._tops, len(self._lines)]
        height = self.content_size.height
        own, below = self._tops[self.cursor], ends[self.cursor + 1]
        if self._next_stop(self.cursor, 1) == self.cursor:
            below = len(self._lines)
        elif ends[last + 1] - above <= height:
            below = ends[last + 1]
        top = max(0, min(self.top, above, self._lowest_top), min(below - height, own))
        self.top = min(own, self._tops[bisect_left(self._tops, top)])  # the first visible item is never cut

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
        return self._lines[row][0] if 0 <= row < len(self._lines) else None

    def _item_under(self, event: events.Click) -> int | None:
        offset = event.get_content_offset(self)
        return self.item_at(offset.y) if offset is not None else None

    def on_click(self, event: events.Click) -> None:
        """Move the cursor on the first click on an item, select it on the next."""
        item = self._item_under(event)
        if item is not None and self.items[item].folder and not self.items[item].stop:
            item = self._next_stop(item, 1)
        if item is None or not self.items[item].stop or not self.CLICKS:
            return
        event.stop()
        if item == self.cursor == self._clicked:
            self.action_take()
            return
        self.cursor = item
        self._clicked = item

    # ---- painting

    def line(self, y: int, size: Size, base: Style) -> Strip:
        width, height = size
        row = y + self.top
        if not 0 <= row < len(self._lines):
            return Strip.blank(width, base)
        n, part, text = self._lines[row]
        item = self.items[n]
        has_cursor = n == self.cursor
        style = base + self._look(item.look)
        if has_cursor:
            style += self._look("cursor")
        line = Strip([*self._head(item, part, has_cursor, style), Segment(text, style)])
        figure = "" if part else self._rights.get(n, item.right)
        line = line.adjust_cell_length(max(0, width - 1 - cell_len(figure)), style if has_cursor else base)
        ends = [Segment(figure, style if has_cursor else base + self._look("right"))] if figure else []
        return Strip([*line, *ends, self._bar(y, height, base)]).adjust_cell_length(width, base)

    def _bar(self, y: int, height: int, base: Style) -> Segment:
        count = len(self._lines)
        if count <= height:
            return Segment(" ", base)
        return Segment(scroll_bar_cell(y, height, count, self.top), base + self._look("bar"))

    def _head(self, item: Item, part: int, has_cursor: bool, style: Style) -> list[Segment]:
        """Return what is before the text: cursor, key and mark."""
        mark = f"{item.mark} " if item.mark else ""
        is_lit = has_cursor and bool(self._look("cursor"))
        mark_style = style + self.roles.of(item.role) if item.role and not is_lit else style
        if not item.indent:
            return [Segment(" " * cell_len(mark) if part else mark, mark_style)] if mark else []
        if part:
            return [Segment(" " * (item.indent + cell_len(mark)), style)]
        key = style if has_cursor else style + self._look("key")
        if not item.stop:
            return [Segment(f"{item.key} ", key)]
        pointer = "▸" if has_cursor else " "
        return [Segment(pointer, style), Segment(f"{item.key:>{item.indent - 2}} ", key), Segment(mark, mark_style)]

    def _look(self, look: str) -> Style:
        return self.look(f"line-list--{look}")
