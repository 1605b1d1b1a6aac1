"""The summary between two rounds: income, pieces that left and came, starting player and scores."""

from collections.abc import Callable
from typing import ClassVar

from textual import events
from textual.geometry import Region

from rokoko_tui.screens.base_screen import current_time
from rokoko_tui.screens.text_modal import TextModal
from rokoko_tui.table.key_guard import KeyGuard
from rokoko_tui.widgets.modal_content import TextPage


class RoundSummaryScreen(TextModal[events.Key]):
    """Covers the table beside the list of choices. Result: the key that closed it, which may answer the list.

    No key closes the page right after it appeared.
    """

    BOX = "round-page"
    SCROLL_STEPS: ClassVar = {"pageup": -5, "pagedown": 5}
    DEFAULT_CSS = """
    RoundSummaryScreen { background: transparent; }
    #round-page { border: heavy $accent; background: $surface; padding: 0 1; }
    """

    def __init__(self, write: Callable[[], TextPage], find_place: Callable[[], Region]) -> None:
        super().__init__(write, find_place)
        self.guard = KeyGuard()
        self.guard.begin(current_time())

    def extra_rows(self, place: Region) -> int:
        """Cover panes above too, where the whole text fits then below the header."""
        missing_rows = self.height_in(place.width) - place.height
        return missing_rows if 0 < missing_rows < place.y else 0

    def process_key(self, event: events.Key) -> None:
        if self.guard.blocks(event.time):
            self.say_too_early(event.key)
        else:
            self.dismiss(event)

    def process_click(self, event: events.Click) -> None:
        if self.guard.blocks(event.time):
            self.say_too_early()
        else:
            self.dismiss(None)
