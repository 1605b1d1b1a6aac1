"""Between two rounds: what everybody gained, what left, what came, who starts, and how everybody stands."""

from collections.abc import Callable

from textual import events

from rokoko_tui.play.key_guard import Guard
from rokoko_tui.screens.page_screen import moment
from rokoko_tui.screens.text_modal import Bulletin
from rokoko_tui.widgets.text_page import TextPage


class RoundScreen(Bulletin[None]):
    """A page over the table. A key or a click goes on, unless it was pressed for what was there before."""

    BOX = "round-page"
    ROOM = 71
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

    def pressed(self, event: events.Key) -> None:
        """Most keys go on."""
        if not self.guard.holds(event.time):
            self.dismiss(None)

    def clicked(self, event: events.Click) -> None:
        """So does a click."""
        if not self.guard.holds(event.time):
            self.dismiss(None)
