"""The handover between two people at one terminal: covers the hand and shows the latest turns."""

from collections.abc import Callable

from textual import events
from textual.geometry import Region

from rokoko_tui.panes.layout import PALACE
from rokoko_tui.screens.base_screen import current_time
from rokoko_tui.screens.text_modal import TextModal
from rokoko_tui.table.key_guard import TIMES_ON_PAGE, KeyGuard
from rokoko_tui.widgets.modal_content import TextPage

HALL_LINES = PALACE // 3
"""Lines of a row of halls; a low page covers one or two where its text needs them."""
LOW = 9
"""Lines of a page that is not low."""
CLOSING = {"enter": "go", "space": "go", "v": "show", "escape": "leave", "q": "leave"}
"""Result by key. A key meant for a turn that has just ended must not reveal the hand of the next player."""


class HandoverScreen(TextModal[str]):
    """Result: ``go`` to continue, ``show`` to replay the last turns, ``undo`` or ``undo-turn``, ``leave``."""

    BOX = "handover"
    DEFAULT_CSS = """
    HandoverScreen { background: transparent; }
    #handover { border: heavy $accent; background: $surface; padding: 0 1; }
    """

    def __init__(
        self, write: Callable[[], TextPage], turn_tab: Callable[[int], None], find_place: Callable[[], Region]
    ) -> None:
        super().__init__(write, find_place)
        self._turn_tab = turn_tab
        """Switches the tabs of the table below."""
        self._shown_at = current_time()
        self.guard = KeyGuard()
        self.guard.begin(self._shown_at, TIMES_ON_PAGE)

    def on_mount(self) -> None:
        self._show_wait()

    def _show_wait(self) -> None:
        """Name the keys once they count."""
        self.show_keys()
        if left := self.guard.remaining(current_time()):
            self.set_timer(left, self._show_wait)

    def keys(self) -> str:
        return self.words.say("table.hand-over.wait") if self.guard.remaining(current_time()) else super().keys()

    def extra_rows(self, place: Region) -> int:
        """Cover one or two rows of halls too, where a low page needs them."""
        missing = self.height_in(place.width) - place.height
        return HALL_LINES * max(0, min(2, -(-missing // HALL_LINES))) if place.height < LOW else 0

    def accepts(self, event: events.Key) -> bool:
        """Drop keys pressed before the screen was shown."""
        return event.time >= self._shown_at

    def process_key(self, event: events.Key) -> None:
        key = event.key
        if key in ("tab", "shift+tab"):
            self._turn_tab(1 if key == "tab" else -1)
            self.cover_place()
        elif key in ("u", "U", "shift+u"):
            self.dismiss("undo" if key == "u" else "undo-turn")
        elif key in CLOSING:
            self._close(event, CLOSING[key])

    def process_click(self, event: events.Click) -> None:
        self._close(event, "go")

    def _close(self, event: events.InputEvent, answer: str) -> None:
        if self.guard.blocks(event.time):
            self.say_too_early(event.key if isinstance(event, events.Key) else "")
        else:
            self.dismiss(answer)
