"""The handover between two people at one terminal: covers the hand and shows the latest turns."""

from collections.abc import Callable

from textual import events

from rokoko_tui.panes.table_view import BY_HEIGHT, BY_WIDTH, TEXT_WIDTH
from rokoko_tui.play.key_guard import KeyGuard
from rokoko_tui.screens.base_screen import current_time
from rokoko_tui.screens.text_modal import TextModal
from rokoko_tui.widgets.text_page import TextPage


class HandoverScreen(TextModal[str]):
    """Result: ``go`` to continue, ``show`` to replay the last turns, ``undo`` or ``undo-turn`` to undo."""

    HORIZONTAL_BREAKPOINTS = BY_WIDTH
    VERTICAL_BREAKPOINTS = BY_HEIGHT
    BOX = "handover"
    FITS_TEXT = False

    def __init__(
        self, write: Callable[[], TextPage], turn_tab: Callable[[int], None], find_left: Callable[[], int]
    ) -> None:
        super().__init__(write)
        self._find_left = find_left
        """Returns the first column that the page covers."""
        self._turn_tab = turn_tab
        """Switches the tabs of the table below."""
        self._shown_at = current_time()
        self.guard = KeyGuard()
        self.guard.begin(self._shown_at)

    def show_text(self) -> None:
        self.on_resize()
        super().show_text()

    def on_resize(self) -> None:
        """Place the box where it fits the text and covers whole panes."""
        box, width = self.query_one(f"#{self.BOX}"), max(TEXT_WIDTH, self.size.width - self._find_left())
        box.styles.width, box.styles.height = min(width, self.size.width), self.height_in(width)

    def accepts(self, event: events.Key) -> bool:
        """Drop keys pressed before the screen was shown."""
        return event.time >= self._shown_at

    def process_key(self, event: events.Key) -> None:
        key = event.key
        if key in ("tab", "shift+tab"):
            self._turn_tab(1 if key == "tab" else -1)
        elif key in ("u", "U", "shift+u"):
            self.dismiss("undo" if key == "u" else "undo-turn")
        elif not self.guard.blocks(event.time):
            self.dismiss("show" if key == "v" else "go")

    def process_click(self, event: events.Click) -> None:
        if not self.guard.blocks(event.time):
            self.dismiss("go")
