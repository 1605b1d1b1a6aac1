"""Between two people: the hand is covered, the table is not, and the next one reads what happened meanwhile."""

from collections.abc import Callable

from textual import events

from rokoko_tui.panes.table_view import BY_HEIGHT, BY_WIDTH
from rokoko_tui.play.key_guard import Guard
from rokoko_tui.screens.page_screen import moment
from rokoko_tui.screens.text_modal import Bulletin
from rokoko_tui.widgets.text_page import TextPage


class HandoverScreen(Bulletin[str]):
    """Result: ``go`` when the person asked is there, or ``show`` to see the last turns as well.

    ``undo`` and ``undo-turn`` when a step is to be taken back.
    """

    HORIZONTAL_BREAKPOINTS = BY_WIDTH
    VERTICAL_BREAKPOINTS = BY_HEIGHT
    BOX = "handover"
    AS_HIGH_AS_ITS_TEXT = False
    NEWEST = True

    def __init__(self, write: Callable[[], TextPage], turn_tab: Callable[[int], None]) -> None:
        super().__init__(write)
        self._turn_tab = turn_tab
        """Turns the tabs of the table underneath."""
        self._put_at = moment()
        """Keys pressed before were not meant as an answer."""
        self.guard = Guard()
        self.guard.begin(self._put_at)

    def hears(self, event: events.Key) -> bool:
        """Keys typed ahead of the next person's eyes are not for the table and count for nothing."""
        return event.time >= self._put_at

    def pressed(self, event: events.Key) -> None:
        """Most keys go on."""
        key = event.key
        if key in ("tab", "shift+tab"):
            self._turn_tab(1 if key == "tab" else -1)
        elif key in ("u", "U", "shift+u"):
            self.dismiss("undo" if key == "u" else "undo-turn")
        elif not self.guard.holds(event.time):
            self.dismiss("show" if key == "v" else "go")

    def clicked(self, event: events.Click) -> None:
        """So does a click."""
        if not self.guard.holds(event.time):
            self.dismiss("go")
