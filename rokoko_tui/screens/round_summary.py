"""The summary between two rounds: income, pieces that left and came, starting player and scores."""

from collections.abc import Callable

from textual import events

from rokoko_tui.play.key_guard import Guard
from rokoko_tui.screens.page_screen import moment
from rokoko_tui.screens.text_modal import TextModal
from rokoko_tui.widgets.text_page import TextPage


class RoundScreen(TextModal[None]):
    """Any key or click closes the summary, except right after it appeared."""

    BOX = "round-page"
    LINE_WIDTH = 71
    DEFAULT_CSS = """
    RoundScreen { align: center middle; background: transparent; }
    #round-page {
        width: 78; max-width: 100%; max-height: 100%;
        border: heavy $accent; background: $surface; padding: 0 1;
    }
    """

    def __init__(self, write: Callable[[], TextPage]) -> None:
        super().__init__(write)
        self.guard = Guard()
        self.guard.begin(moment())

    def process_key(self, event: events.Key) -> None:
        if not self.guard.holds(event.time):
            self.dismiss(None)

    def process_click(self, event: events.Click) -> None:
        if not self.guard.holds(event.time):
            self.dismiss(None)
