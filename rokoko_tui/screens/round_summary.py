"""The summary between two rounds: income, pieces that left and came, starting player and scores."""

from collections.abc import Callable

from textual import events

from rokoko_tui.play.key_guard import KeyGuard
from rokoko_tui.screens.base_screen import current_time
from rokoko_tui.screens.text_modal import TextModal
from rokoko_tui.widgets.text_page import TextPage


class RoundSummaryScreen(TextModal[None]):
    """Any key or click closes the summary, except right after it appeared."""

    BOX = "round-page"
    LINE_WIDTH = 71
    DEFAULT_CSS = """
    RoundSummaryScreen { align: center middle; background: transparent; }
    #round-page {
        width: 78; max-width: 100%; max-height: 100%;
        border: heavy $accent; background: $surface; padding: 0 1;
    }
    """

    def __init__(self, write: Callable[[], TextPage]) -> None:
        super().__init__(write)
        self.guard = KeyGuard()
        self.guard.begin(current_time())

    def process_key(self, event: events.Key) -> None:
        if not self.guard.blocks(event.time):
            self.dismiss(None)

    def process_click(self, event: events.Click) -> None:
        if not self.guard.blocks(event.time):
            self.dismiss(None)
