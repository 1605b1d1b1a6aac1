"""Between two rounds: what everybody gained, what left, what came, who starts, and how everybody stands."""

from collections.abc import Sequence

from textual import events
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets import Static

from rokoko_tui.drawing.cells import wrapped
from rokoko_tui.panes.listing import Item
from rokoko_tui.screens.handover import STAYING, News
from rokoko_tui.screens.page import moment
from rokoko_tui.screens.room import Room
from rokoko_tui.session.guard import Guard
from rokoko_tui.words import Words

AROUND = 4
"""Lines of the page beside its text."""
ROOM = 71
"""Cells a line of it has beside its mark and the bar."""


class RoundScreen(ModalScreen[None], Room[None]):
    """A page over the table. A key or a click goes on, unless it was pressed for what was there before."""

    DEFAULT_CSS = """
    RoundScreen { align: center middle; background: transparent; }
    #round-page {
        width: 78; max-width: 100%; max-height: 100%;
        border: heavy $accent; background: $surface; padding: 0 1;
    }
    #round-title { text-style: bold; color: $accent; height: 1; }
    #round-news { height: 1fr; }
    #round-keys { color: $text-muted; height: 1; }
    """

    def __init__(self, words: Words, title: str, lines: Sequence[Item]) -> None:
        super().__init__()
        self._words, self._title, self._lines = words, title, lines
        self.guard = Guard()
        self.guard.begin(moment())

    def compose(self) -> ComposeResult:
        """A box in the middle, as high as its text."""
        with Vertical(id="round-page") as box:
            box.styles.height = sum(len(wrapped(item.text, ROOM)) for item in self._lines) + AROUND
            yield Static(self._title, id="round-title", markup=False)
            yield News(id="round-news")
            yield Static(self._words.say("between.keys"), id="round-keys", markup=False)

    def on_mount(self) -> None:
        """The first lines are in sight."""
        self.query_one(News).show(self._lines, 0)

    def on_key(self, event: events.Key) -> None:
        """Most keys go on."""
        key = event.key
        if key.startswith(("ctrl+", "f")) and key != "f":
            return
        event.stop()
        event.prevent_default()
        if key in STAYING:
            self.query_one(News).scroll_lines(STAYING[key])
        elif not self.guard.holds(event.time):
            self.dismiss(None)

    def on_click(self, event: events.Click) -> None:
        """So does a click."""
        if not self.guard.holds(event.time):
            self.dismiss(None)
