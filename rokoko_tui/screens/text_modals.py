"""Modals with text: a title, scrollable lines, and their keys in place of the footer.

They show a text over the table, the summary between two rounds, and the handover between two people at one terminal.
"""

from collections.abc import Callable, Sequence
from typing import ClassVar

from rich.segment import Segment
from rich.style import Style
from textual import events, on
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.geometry import Region, Size
from textual.message import Message
from textual.screen import ModalScreen, ScreenResultType
from textual.strip import Strip
from textual.widgets import Static

from rokoko_tui.panes.layout import PALACE
from rokoko_tui.panes.turn_pages import TextPage
from rokoko_tui.screens.base_screen import BaseScreen, current_time, typed_key
from rokoko_tui.table.key_guard import TIMES_ON_PAGE, KeyGuard
from rokoko_tui.text import LogLine
from rokoko_tui.text.wording import wrap
from rokoko_tui.widgets.folded_items import FoldedItems, Item
from rokoko_tui.widgets.line_widget import Draw, Picture
from rokoko_tui.widgets.list_view import LineList
from rokoko_tui.widgets.notices import BRIEFLY
from rokoko_tui.widgets.terminal_sizes import fits, is_upright

FRAME_COLUMNS = 3
"""Columns of the box besides its lines: frame and left margin; the lines have a blank before their bar."""
KEY_COLUMNS = 2
"""Columns of the keys besides their text."""
FRAME_LINES = 3
"""Lines of the box besides its text."""


class ModalLines(LineList, can_focus=False):
    """The text, which cannot be clicked."""

    CLICKS = False

    def __init__(self, lines: Sequence[Item]) -> None:
        super().__init__()
        self.lines = lines

    class Folded(Message):
        """The text was broken into lines."""

    def _fold(self) -> None:
        super()._fold()
        self.post_message(self.Folded())

    def line(self, y: int, size: Size, base: Style) -> Strip:
        """Return the line; a heading whose text is out of sight is left blank."""
        is_last = y + 1 == size.height and self.top < self._lowest_top
        if not is_last or self.items[self.folded.lines[y + self.top][0]].style != "heading":
            return super().line(y, size, base)
        return Strip([Segment(" " * (size.width - 1), base), self._bar(y, size.height, base)])

    @property
    def fits(self) -> bool:
        """Whether there is nothing to scroll."""
        return not self._lowest_top

    def scroll_lines(self, step: int) -> None:
        """Scroll by ``step`` lines, up to the ends."""
        self.top = max(0, min(self.top + step, self._lowest_top))


class TextModal(ModalScreen[ScreenResultType], BaseScreen[ScreenResultType]):
    """The box. Subclasses define what keys and clicks do."""

    DEFAULT_CSS = """
    TextModal .modal-title { text-style: bold; color: $title; height: 1; }
    TextModal ModalLines { height: 1fr; }
    """
    BOX: ClassVar[str]
    """The id of the box."""
    SCROLL_STEPS: ClassVar[dict[str, int]] = {"up": -1, "down": 1, "pageup": -5, "pagedown": 5}
    """Lines by which keys scroll the text."""

    def __init__(
        self,
        write: Callable[[], TextPage],
        find_place: Callable[[], Region] | None = None,
        draw: Draw | None = None,
    ) -> None:
        super().__init__()
        self._write = write
        """Returns the content; called again after a change of language or edition."""
        self._content = TextPage("", (), "", "")
        self._answer = ""
        """A text in place of the keys for a moment."""
        self._find_place = find_place
        """Returns the region that the box covers; None for a box in the middle, whose ``fit_box`` sets its size."""
        self.draw = draw
        """Draws a picture between the title and the lines."""
        self.guard = KeyGuard()
        """Blocks keys and clicks that were meant for what was shown before, on pages that open automatically."""

    def compose(self) -> ComposeResult:
        content = self._content = self._write()
        with Vertical(id=self.BOX):
            yield Static(content.title, classes="modal-title", markup=False)
            if self.draw is not None:
                yield Picture(self.draw)
            yield ModalLines(content.lines)
        yield Static(content.keys, classes="modal-keys", markup=False)

    def height_in(self, width: int) -> int:
        """Return the rows of a box of ``width`` columns that fits its text."""
        items = self.query_one(ModalLines).lines
        return len(FoldedItems(items, Size(width - FRAME_COLUMNS, 0)).lines) + FRAME_LINES

    def on_mount(self) -> None:
        self.show_text()
        self.watch(self.app, "pictures", self.fit_box, init=False)

    def on_resize(self) -> None:
        self.fit_box()

    def fit_box(self) -> None:
        """Give the box its place and size."""
        if self._find_place is None or not fits(*self.app.size):
            return
        place, box = self._find_place(), self.query_one(f"#{self.BOX}")
        rise = self.extra_rows(place)
        box.styles.offset = (place.x, place.y - rise)
        bottom = min(place.bottom, self.app.size.height - self._key_rows)
        box.styles.width, box.styles.height = place.width, bottom - place.y + rise

    @property
    def _key_rows(self) -> int:
        """The lines of the longest keys, which are below the box."""
        if not is_upright(self.app.size.width):
            return 1
        content = self._content
        keys = self.words.listed([content.keys, content.scroll_key], "facts")
        return len(wrap(keys, self.app.size.width - KEY_COLUMNS))

    def extra_rows(self, place: Region) -> int:
        """Return by how many rows the box is higher than ``place``."""
        return 0

    def refresh_texts(self) -> None:
        self.call_next(self._recompose_and_show)

    async def _recompose_and_show(self) -> None:
        await self.recompose()
        self.show_text()

    def show_text(self) -> None:
        self.fit_box()
        text = self.query_one(ModalLines)
        text.show(text.lines, 0)

    @on(ModalLines.Folded)
    def show_keys(self) -> None:
        self.query_one(".modal-keys", Static).update(self._answer or self.keys())

    def say_briefly(self, text: str) -> None:
        """Show ``text`` in place of the keys: pages are not covered by notices."""
        self._answer = text
        self.show_keys()
        self.set_timer(BRIEFLY, self._drop_answer)

    def _drop_answer(self) -> None:
        self._answer = ""
        self.show_keys()

    def keys(self) -> str:
        """Name the keys, with the one that scrolls only if there is something to scroll."""
        content, fits = self._content, self.query_one(ModalLines).fits
        return content.keys if fits else self.words.listed([content.keys, content.scroll_key], "facts")

    def on_key(self, event: events.Key) -> None:
        """Scroll, or pass the key to ``process_key``; leave keys of the app alone."""
        key = event.key
        if key.startswith(("ctrl+", "f")) and key != "f":
            return
        event.stop()
        event.prevent_default()
        if not self.accepts(event):
            return
        if key in self.SCROLL_STEPS:
            self.query_one(ModalLines).scroll_lines(self.SCROLL_STEPS[key])
        else:
            self.process_key(event)

    def on_click(self, event: events.Click) -> None:
        self.process_click(event)

    def accepts(self, event: events.Key) -> bool:
        """Return False for a key to drop."""
        return True

    def process_key(self, event: events.Key) -> None:
        """Handle a key that does not scroll."""
        raise NotImplementedError

    def process_click(self, event: events.Click) -> None:
        """Handle a click anywhere on the screen."""
        raise NotImplementedError

    def close_unless_early(self, event: events.InputEvent, result: ScreenResultType | None) -> None:
        """Close with ``result``, or say that the key or click is too early."""
        if self.guard.blocks(event.time):
            self.say_too_early(typed_key(event) if isinstance(event, events.Key) else "")
        else:
            self.dismiss(result)


WIDEST = 110
"""Columns of a box with a picture in a wide terminal."""
STEPS = {"left": -1, "right": 1, "h": -1, "l": 1, "tab": 1, "shift+tab": -1}
"""Keys that turn to the previous or the next text."""


class TextSheetScreen(TextModal[int]):
    """A picture and a text over the table. Result: 1 or -1 to turn to another text, 0 to close."""

    CLOSES_ON_LANGUAGE_CHANGE = True
    BOX = "sheet"
    DEFAULT_CSS = """
    TextSheetScreen { align: center middle; background: $background 60%; }
    #sheet { max-height: 100%; border: heavy $accent; background: $surface; padding: 0 0 0 1; }
    """

    def __init__(self, name: str, lines: Sequence[LogLine], draw: Draw, **values: object) -> None:
        """``name`` is that of its messages; ``draw`` draws the picture; ``values`` are for its title."""
        items = [
            Item(line.text, "heading", indent=0) if line.kind == "round" else Item(line.text, mark=" ", indent=0)
            for line in lines
        ]
        super().__init__(
            lambda: TextPage(
                self.words.say(f"inspection.{name}.title", **values),
                items,
                self.words.say(f"inspection.{name}.keys"),
                self.words.say("inspection.scroll-key"),
            ),
            draw=draw,
        )

    def fit_box(self) -> None:
        """Widen the box for its picture, which takes at most a third of the screen."""
        if self.draw is None or not fits(*self.app.size):
            return
        box, picture = self.query_one(f"#{self.BOX}"), self.query_one(Picture)
        columns = min(WIDEST, self.app.size.width)
        lines = len(self.draw(columns - FRAME_COLUMNS, self.app.size.height // 3))
        picture.styles.height = lines
        box.styles.width, box.styles.height = columns, lines + self.height_in(columns)
        picture.redraw()

    def process_key(self, event: events.Key) -> None:
        self.dismiss(STEPS.get(event.key, 0))

    def process_click(self, event: events.Click) -> None:
        self.dismiss(0)


ROUND_WIDTH = 62
"""Columns of the box of a new round, if there are so many."""


class RoundSummaryScreen(TextModal[events.Key]):
    """A box over the dimmed table between two rounds, beside the list of choices.

    Result: the key that closed it, which may answer the list. No key closes the page right after it appeared.
    """

    BOX = "round-page"
    SCROLL_STEPS: ClassVar = {"pageup": -5, "pagedown": 5}
    DEFAULT_CSS = """
    RoundSummaryScreen { background: $background 60%; }
    #round-page { border: heavy $accent; background: $surface; padding: 0 0 0 1; }
    """

    def __init__(self, write: Callable[[], TextPage], find_place: Callable[[], Region]) -> None:
        super().__init__(write, find_place)
        self.guard.begin(current_time())

    def fit_box(self) -> None:
        """Put a box that fits its text in the middle of the place."""
        if self._find_place is None or not fits(*self.app.size):
            return
        place, box = self._find_place(), self.query_one(f"#{self.BOX}")
        width = min(place.width, ROUND_WIDTH)
        height = min(place.height, self.height_in(width))
        box.styles.offset = (place.x + (place.width - width) // 2, place.y + (place.height - height) // 2)
        box.styles.width, box.styles.height = width, height

    def process_key(self, event: events.Key) -> None:
        self.close_unless_early(event, event)

    def process_click(self, event: events.Click) -> None:
        self.close_unless_early(event, None)


HALL_LINES = PALACE // 3
"""Lines of a row of halls; a low page covers one or two where its text needs them."""
LOW = 9
"""Lines of a page that is not low."""
CLOSING = {"enter": "go", "space": "go", "v": "show", "escape": "leave", "q": "leave"}
"""Result by key. A key meant for a turn that has just ended must not reveal the hand of the next player."""


class HandoverScreen(TextModal[str]):
    """Covers the hand and shows the latest turns until the next player is there.

    Result: ``go`` to continue, ``show`` to replay the last turns, ``undo`` or ``undo-turn``, ``leave``.
    """

    BOX = "handover"
    DEFAULT_CSS = """
    HandoverScreen { background: transparent; }
    #handover { border: heavy $accent; background: $surface; padding: 0 0 0 1; }
    """

    def __init__(
        self, write: Callable[[], TextPage], turn_tab: Callable[[int], None], find_place: Callable[[], Region]
    ) -> None:
        super().__init__(write, find_place)
        self._turn_tab = turn_tab
        """Switches the tabs of the table below."""
        self._shown_at = current_time()
        self.guard.begin(self._shown_at, TIMES_ON_PAGE)

    def on_mount(self) -> None:
        self._show_wait()

    def _show_wait(self) -> None:
        """Name the keys once they count."""
        self.show_keys()
        if left := self.guard.remaining(current_time()):
            self.set_timer(left, self._show_wait)

    def keys(self) -> str:
        return self.words.say("table.hand-over.wait") if self.guard.remaining(current_time()) else super().keys()

    def extra_rows(self, place: Region) -> int:
        """Cover one or two rows of halls too, where a low page needs them."""
        missing = self.height_in(place.width) - place.height
        return HALL_LINES * max(0, min(2, -(-missing // HALL_LINES))) if place.height < LOW else 0

    def accepts(self, event: events.Key) -> bool:
        """Drop keys pressed before the screen was shown."""
        return event.time >= self._shown_at

    def process_key(self, event: events.Key) -> None:
        key = event.key
        if key in ("tab", "shift+tab"):
            self._turn_tab(1 if key == "tab" else -1)
            self.fit_box()
        elif key in ("u", "U", "shift+u"):
            self.dismiss("undo" if key == "u" else "undo-turn")
        elif key in CLOSING:
            self.close_unless_early(event, CLOSING[key])

    def process_click(self, event: events.Click) -> None:
        self.close_unless_early(event, "go")
