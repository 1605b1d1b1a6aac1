"""A sheet to be read that lies over the table: lines under headings, as high as there is room."""

from collections.abc import Sequence

from textual import events
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets import Static

from rokoko_tui.drawing.cells import wrapped
from rokoko_tui.panes.listing import Item
from rokoko_tui.screens.handover import STAYING, News
from rokoko_tui.screens.room import Room
from rokoko_tui.words import Line

AROUND = 4
"""Lines of the sheet beside its text."""
ROOM = 70
"""Cells a line of it has beside the bar."""
STEPS = {"left": -1, "right": 1, "h": -1, "l": 1, "tab": 1, "shift+tab": -1}
"""Keys that turn to the sheet before or the next."""


class SheetScreen(ModalScreen[int], Room[int]):
    """Result: 1 or -1 when another sheet is asked for, else 0."""

    DEFAULT_CSS = """
    SheetScreen { align: center middle; background: transparent; }
    #sheet {
        width: 78; max-width: 100%; max-height: 100%;
        border: heavy $accent; background: $surface; padding: 0 1;
    }
    #sheet-title { text-style: bold; color: $accent; height: 1; }
    #sheet-lines { height: 1fr; }
    #sheet-keys { color: $text-muted; height: 1; }
    """

    def __init__(self, title: str, lines: Sequence[Line], keys: str) -> None:
        super().__init__()
        self._title, self._keys = title, keys
        self._items = [
            Item(line.text, "heading", indent=0) if line.kind == "round" else Item(line.text, mark=" ", indent=0)
            for line in lines
        ]

    def compose(self) -> ComposeResult:
        """A box in the middle, as high as its text."""
        with Vertical(id="sheet") as box:
            box.styles.height = sum(len(wrapped(item.text, ROOM)) for item in self._items) + AROUND
            yield Static(self._title, id="sheet-title", markup=False)
            yield News(id="sheet-lines")
            yield Static(self._keys, id="sheet-keys", markup=False)

    def on_mount(self) -> None:
        """The first lines are in sight."""
        self.query_one(News).show(self._items, 0)

    def on_key(self, event: events.Key) -> None:
        """Arrows read on and turn to another sheet; most other keys close it."""
        key = event.key
        if key.startswith(("ctrl+", "f")) and key != "f":
            return
        event.stop()
        event.prevent_default()
        if key in STAYING:
            self.query_one(News).scroll_lines(STAYING[key])
        else:
            self.dismiss(STEPS.get(key, 0))

    def on_click(self, event: events.Click) -> None:
        """So does a click."""
        self.dismiss(0)
