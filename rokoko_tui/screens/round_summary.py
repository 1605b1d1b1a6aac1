"""The summary between two rounds: income, pieces that left and came, starting player and scores."""

from collections.abc import Callable
from typing import ClassVar

from textual import events
from textual.geometry import Region

from rokoko_tui.play.key_guard import KeyGuard
from rokoko_tui.screens.base_screen import current_time, too_small
from rokoko_tui.screens.text_modal import TextModal
from rokoko_tui.widgets.text_page import TextPage


class RoundSummaryScreen(TextModal[events.Key]):
    """Covers the table beside the list of choices. Result: the key that closed it, which may answer the list.

    No key closes the page right after it appeared.
    """

    BOX = "round-page"
    FITS_TEXT = False
    SCROLL_STEPS: ClassVar = {"pageup": -5, "pagedown": 5}
    DEFAULT_CSS = """
    RoundSummaryScreen { background: transparent; }
    #round-page { border: heavy $accent; background: $surface; padding: 0 1; }
    """

    def __init__(self, write: Callable[[], TextPage], find_place: Callable[[], Region]) -> None:
        super().__init__(write)
        self._find_place = find_place
        """Returns the region that the page covers."""
        self.guard = KeyGuard()
        self.guard.begin(current_time())

    def show_text(self) -> None:
        self.on_resize()
        super().show_text()

    def on_resize(self) -> None:
        """Cover whole panes, and leave the list in sight."""
        if too_small(*self.app.size):
            return
        place, box = self._find_place(), self.query_one(f"#{self.BOX}")
        box.styles.offset = place.offset
        box.styles.width, box.styles.height = place.size

    def process_key(self, event: events.Key) -> None:
        if not self.guard.blocks(event.time):
            self.dismiss(event)

    def process_click(self, event: events.Click) -> None:
        if not self.guard.blocks(event.time):
            self.dismiss(None)
