"""Between two people: the hand is covered, the table is not, and the next one reads what happened meanwhile."""

from collections.abc import Callable, Sequence

from textual import events
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets import Static

from rokoko_tui.panes.listing import Item, Listing
from rokoko_tui.panes.table_view import BY_HEIGHT, BY_WIDTH
from rokoko_tui.screens.page import moment
from rokoko_tui.screens.room import Room
from rokoko_tui.session.guard import Guard
from rokoko_tui.words import Words

STAYING = {"up": -1, "down": 1, "pageup": -5, "pagedown": 5}
"""Keys that scroll what happened instead of going on."""


class News(Listing, can_focus=False):
    """What happened; only to be read."""

    CLICKS = False

    def scroll_lines(self, step: int) -> None:
        """Scroll by ``step`` lines, as far as there are any."""
        self.top = max(0, min(self.top + step, self._lowest_top))


class HandoverScreen(ModalScreen[str], Room[str]):
    """Result: ``go`` when the person asked is there, or ``show`` to see the last turns as well.

    ``undo`` and ``undo-turn`` when a step is to be taken back.
    """

    HORIZONTAL_BREAKPOINTS = BY_WIDTH
    VERTICAL_BREAKPOINTS = BY_HEIGHT

    def __init__(self, words: Words, title: str, lines: Sequence[Item], turn_tab: Callable[[int], None]) -> None:
        super().__init__()
        self._turn_tab = turn_tab
        """Turns the tabs of the table underneath."""
        self._put_at = moment()
        """Keys pressed before were not meant as an answer."""
        self.guard = Guard()
        self.guard.begin(self._put_at)
        self._words, self._title = words, title
        self._lines = lines or [Item(words.say("table.hand-over.nothing"), "dim", indent=0)]

    def compose(self) -> ComposeResult:
        """A box over the lower part of the table."""
        with Vertical(id="handover"):
            yield Static(self._title, id="handover-title", markup=False)
            yield News(id="handover-news")
            yield Static(self._words.say("table.hand-over.keys"), id="handover-keys", markup=False)

    def on_mount(self) -> None:
        """The last lines are in sight."""
        self.query_one(News).show(self._lines, len(self._lines) - 1)

    def on_key(self, event: events.Key) -> None:
        """Most keys go on. Those typed ahead of the next person's eyes are not for the table and count for nothing."""
        key = event.key
        if key.startswith(("ctrl+", "f")) and key != "f":
            return
        event.stop()
        event.prevent_default()
        if event.time < self._put_at:
            return
        if key in STAYING:
            self.query_one(News).scroll_lines(STAYING[key])
        elif key in ("tab", "shift+tab"):
            self._turn_tab(1 if key == "tab" else -1)
        elif key in ("u", "U", "shift+u"):
            self.dismiss("undo" if key == "u" else "undo-turn")
        elif not self.guard.holds(event.time):
            self.dismiss("show" if key == "v" else "go")

    def on_click(self, event: events.Click) -> None:
        """So does a click."""
        if not self.guard.holds(event.time):
            self.dismiss("go")
