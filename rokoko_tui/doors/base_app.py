"""The base class of the app: what it changes in Textual's ``App`` that Textual keeps private.

Textual has no public way to change an update before it is sent, to collect and place notices, to report an unexpected
error, or to leave the standard streams alone.

Textual sends a line of a widget from its left edge to the last changed cell. In a picture every cell has its own two
colours, so most of the output would be unchanged cells. Characters whose width terminals do not agree about would shift
the rest of a line.
"""

import re
import sys
from collections.abc import Callable, Mapping
from enum import StrEnum
from typing import Generic, TypeVar

from rich.cells import cell_len, get_character_cell_size
from rich.console import Console, RenderableType
from rich.control import Control
from rich.segment import Segment
from rich.style import Style
from rich.text import Text
from textual._compositor import ChopsUpdate, LayoutUpdate
from textual._styles_cache import StylesCache
from textual.app import App
from textual.notifications import Notification, Notifications
from textual.screen import Screen
from textual.strip import Strip

from rokoko_tui.doors.connection import Connection
from rokoko_tui.doors.notifications import BROWSER
from rokoko_tui.text.safe_display import shown

KEEP, RESTORE_TITLE = "\x1b[22;2t", "\x1b[23;2t"
"""Control sequences that push and pop the title of the terminal."""
_WORD = re.compile(r"\s+|\S+")
UNTITLED = ("", "dumb", "linux")
"""Values of ``TERM`` for terminals without a window title."""


def render_in_columns(strip: Strip, x: int, console: Console) -> str:
    """Return the codes of ``strip``, whose left edge is column ``x``, with all words in their columns.

    Terminals give vowel signs, marks and emoji different widths. A word that has any is drawn over blanks, and then the
    cursor moves to where the word ends by the widths of rich, so that the rest of the line is not shifted.
    """
    if strip.cell_length == len(strip.text):
        return strip.render(console)
    output: list[str] = []
    for segment in strip:
        for word in _WORD.findall(segment.text):
            cells, drawn = cell_len(word), _render(word, segment.style, console)
            if all(map(_is_measured_alike, word)):
                output.append(drawn)
            else:
                blank = _render(" " * cells, segment.style, console)
                output += [blank, f"\x1b[{x + 1}G", drawn, f"\x1b[{x + cells + 1}G"]
            x += cells
    return "".join(output)


def _is_measured_alike(character: str) -> bool:
    """Whether all terminals agree about the width of ``character``: it has one cell, or is a wide letter."""
    width = get_character_cell_size(character)
    return width == 1 or (width == 2 and character.isalpha())


def _render(text: str, style: Style | None, console: Console) -> str:
    return Strip([Segment(text, style)]).render(console)


class WindowTitle:
    """The title of the window, which shows whose turn it is; ``write`` sends text to the terminal.

    The original title is restored at the end.
    """

    def __init__(self, write: Callable[[str], None], environment: Mapping[str, str]) -> None:
        self.text = ""
        """The title; empty before the first one is set."""
        self._write = write if environment.get("TERM", "") not in UNTITLED else None

    def say(self, text: str) -> None:
        """Set the title to ``text``, with control characters replaced; send nothing if it is unchanged."""
        plain = shown(text)
        if plain == self.text:
            return
        if self._write is not None:
            self._write(f"{'' if self.text else KEEP}\x1b]2;{plain}\x07")
        self.text = plain

    def repeat(self) -> None:
        """Send the title again, to a terminal that was reset."""
        text, self.text = self.text, ""
        if text:
            self.say(text)

    def restore(self) -> None:
        if self.text and self._write is not None:
            self._write(RESTORE_TITLE)
        self.text = ""


class Keyboard(StrEnum):
    """What a page on a phone does with its keyboard."""

    NONE = "none"
    """Close it."""
    TAP = "tap"
    """Open it at a tap on the field that has the focus."""
    OPEN = "open"
    """Open it at once, and at such a tap."""


class SoftKeyboard:
    """Tells the page in a browser when to open the keyboard of a phone; ``write`` sends text to the terminal."""

    def __init__(self, write: Callable[[str], None], environment: Mapping[str, str]) -> None:
        self._write = write if environment.get("TERM_PROGRAM") == BROWSER else None
        self._sent = Keyboard.NONE, 0

    def say(self, state: Keyboard, line: int) -> None:
        """Send ``state``, with the ``line`` of the field from 1, unless both are unchanged."""
        if self._write is not None and (state, line) != self._sent:
            self._sent = state, line
            self._write(f"\x1b]777;keyboard;{state};{line}\x07")

    def repeat(self) -> None:
        """Send the state again, to a page that was loaded again."""
        sent, self._sent = self._sent, (Keyboard.NONE, 0)
        self.say(*sent)


NoticesType = TypeVar("NoticesType", bound=Notifications)


class CellUpdate(ChopsUpdate):
    """An update that sends only the changed cells; a strip with wide characters or marks is sent whole, and once."""

    def render_segments(self, console: Console) -> str:
        output: list[str] = []
        sent: tuple[int, int] | None = None
        for y, left, right in self.spans:
            for end, (x, strip) in zip(self.chop_ends[y], self.chops[y].items(), strict=False):
                if strip is None or x >= right or end <= left or sent == (y, x):
                    continue
                start = x
                if strip.cell_length == len(strip.text):  # every character is one cell wide
                    start = max(x, left)
                    strip = strip.crop(start - x, min(end, right) - x)
                else:
                    sent = (y, x)
                output += [Control.move_to(start, y).segment.text, render_in_columns(strip, start, console)]
        return "".join(output)


class LineUpdate(LayoutUpdate):
    """An update that sends whole lines of a region."""

    def render_segments(self, console: Console) -> str:
        output: list[str] = []
        for y, line in enumerate(self.strips, self.region.y):
            x = self.region.x
            output.append(Control.move_to(x, y).segment.text)
            for strip in line:
                output.append(render_in_columns(strip, x, console))
                x += strip.cell_length
        return "".join(output)


class BaseApp(App[None], Generic[NoticesType]):
    """An app that sends only changed cells, with a collection of notices and a report of unexpected errors."""

    def __init__(self, connection: Connection | None, notices: NoticesType) -> None:
        """With no connection, the app is shown in the terminal of the process."""
        self.connection = connection  # which names the driver
        super().__init__()
        self.notices = self._notifications = notices
        if connection is not None:
            connection.prepare(self)
            # Each app would redirect the standard streams of all.
            self._capture_stdout, self._capture_stderr = sys.stdout, sys.stderr  # type: ignore[assignment]

    def _display(self, screen: Screen[object], renderable: RenderableType | None) -> None:
        if type(renderable) is ChopsUpdate:
            renderable = CellUpdate(renderable.chops, renderable.spans, renderable.chop_ends)
        elif type(renderable) is LayoutUpdate:
            renderable = LineUpdate(renderable.strips, renderable.region)
        super()._display(screen, renderable)
        self.display_keyboard()

    def display_keyboard(self) -> None:
        """Open or close the keyboard of a phone for what is shown."""

    def write_codes(self, codes: str) -> None:
        """Send control codes to the terminal, if there is one."""
        if self._driver is not None and not self.is_headless:
            self._driver.write(codes)

    @property
    def is_batching(self) -> bool:
        """Whether nothing is sent until a batch of updates ends."""
        return bool(self._batch_count)

    # ---- notices

    def place_notices(self) -> None:
        """Choose a place for the notices before they are shown."""

    def refresh_notices(self) -> None:
        """Show the present notices."""
        self._refresh_notifications()

    def _refresh_notifications(self) -> None:
        self.place_notices()
        super()._refresh_notifications()
        self._repaint_notices()

    def _unnotify(self, notification: Notification, refresh: bool = True) -> None:
        super()._unnotify(notification, refresh)
        self._repaint_notices()

    def _repaint_notices(self) -> None:
        """Draw the cells of the notices again once some are gone.

        Textual misses them if a region is computed between the removal and the new layout.
        """
        if self.screen_stack and (regions := [toast.region for toast in self.screen.query("Toast")]):
            self.call_after_refresh(self.screen.refresh, *regions)

    # ---- the end

    def report_error(self, error: Exception) -> str:
        """Return what to print about an unexpected error after the screen is gone."""
        raise NotImplementedError

    def _handle_exception(self, error: Exception) -> None:
        """Exit with code 1 and a report of the first error instead of a traceback."""
        self._return_code = 1
        if self._exception is not None:
            return
        self._exception = error
        self._exception_event.set()
        self._exit_renderables.append(Text(self.report_error(error)))
        self._close_messages_no_wait()

    def print_report(self) -> None:
        """Print the report of an error; ``run`` does it, ``run_async`` does not."""
        self._print_error_renderables()


def clear_caches() -> None:
    """Free what Textual caches for all apps: two colours for each widget, together with all lines that it drew."""
    StylesCache.get_inner_outer.cache_clear()
