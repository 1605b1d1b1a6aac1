"""Lines to be read in a box over the table: a title above them, the keys below; most keys go on."""

from collections.abc import Callable, Sequence
from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.screen import ModalScreen, ScreenResultType
from textual.widgets import Static

from rokoko_tui.screens.base_screen import Room
from rokoko_tui.text.cells import wrapped
from rokoko_tui.widgets.list_view import Item, Listing
from rokoko_tui.widgets.text_page import TextPage

STAYING = {"up": -1, "down": 1, "pageup": -5, "pagedown": 5}
"""Keys that scroll what is read instead of going on."""
AROUND = 4
"""Lines of the box beside its text."""


class News(Listing, can_focus=False):
    """The lines; only to be read."""

    CLICKS = False

    def __init__(self, told: Sequence[Item]) -> None:
        super().__init__()
        self.told = told

    def scroll_lines(self, step: int) -> None:
        """Scroll by ``step`` lines, as far as there are any."""
        self.top = max(0, min(self.top + step, self._lowest_top))


class Bulletin(ModalScreen[ScreenResultType], Room[ScreenResultType]):
    """The box, and what keys and clicks come to it. What they do is the bulletin's own: ``pressed`` and ``clicked``."""

    DEFAULT_CSS = """
    Bulletin .bulletin-title { text-style: bold; color: $title; height: 1; }
    Bulletin News { height: 1fr; }
    Bulletin .bulletin-keys { color: $text-muted; height: 1; }
    """
    BOX: ClassVar[str]
    """The id of the box."""
    AS_HIGH_AS_ITS_TEXT: ClassVar[bool] = True
    """Whether its height is its own; a style sheet gives it otherwise."""
    ROOM: ClassVar[int] = 70
    """Cells a line has beside the bar."""
    NEWEST: ClassVar[bool] = False
    """Whether the last lines are in sight at first, not the first ones."""

    def __init__(self, write: Callable[[], TextPage]) -> None:
        super().__init__()
        self._write = write
        """Asked again when other words are settled."""

    def compose(self) -> ComposeResult:
        """The box."""
        written = self._write()
        with Vertical(id=self.BOX) as box:
            if self.AS_HIGH_AS_ITS_TEXT:
                box.styles.height = sum(len(wrapped(item.text, self.ROOM)) for item in written.lines) + AROUND
            yield Static(written.title, classes="bulletin-title", markup=False)
            yield News(written.lines)
            yield Static(written.keys, classes="bulletin-keys", markup=False)

    def on_mount(self) -> None:
        """The first or the last lines are in sight."""
        self._show()

    def told_anew(self) -> None:
        """The whole box, in other words."""
        super().told_anew()
        self.call_next(self._recomposed)

    async def _recomposed(self) -> None:
        await self.recompose()
        self._show()

    def _show(self) -> None:
        news = self.query_one(News)
        news.show(news.told, len(news.told) - 1 if self.NEWEST else 0)

    def on_key(self, event: events.Key) -> None:
        """Arrows read on; other keys but those that work everywhere are the bulletin's own."""
        key = event.key
        if key.startswith(("ctrl+", "f")) and key != "f":
            return
        event.stop()
        event.prevent_default()
        if not self.hears(event):
            return
        if key in STAYING:
            self.query_one(News).scroll_lines(STAYING[key])
        else:
            self.pressed(event)

    def on_click(self, event: events.Click) -> None:
        """A click is the bulletin's own."""
        self.clicked(event)

    def hears(self, event: events.Key) -> bool:
        """Whether a key was meant for this at all."""
        return True

    def pressed(self, event: events.Key) -> None:
        """A key that reads nothing."""
        raise NotImplementedError

    def clicked(self, event: events.Click) -> None:
        """A click anywhere."""
        raise NotImplementedError
