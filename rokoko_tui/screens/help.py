"""Pages to read: the help for a place, in a box over it."""

from collections.abc import Sequence

from textual.app import ComposeResult
from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Static

from rokoko_tui.keys import bindings_of
from rokoko_tui.screens.room import Room
from rokoko_tui.words.vocabulary import Vocabulary


class Leaflet(VerticalScroll, can_focus=True, inherit_bindings=False):
    """Text that is scrolled line by line, page by page, or with the wheel."""

    BINDINGS = bindings_of("page")
    DEFAULT_CSS = """
    Leaflet { scrollbar-size-vertical: 1; }
    """

    def action_up(self) -> None:
        """A line up."""
        self.scroll_up(animate=False)

    def action_down(self) -> None:
        """A line down."""
        self.scroll_down(animate=False)

    def action_page_up(self) -> None:
        """A page up."""
        self.scroll_page_up(animate=False)

    def action_page_down(self) -> None:
        """A page down."""
        self.scroll_page_down(animate=False)

    def action_first(self) -> None:
        """To the top."""
        self.scroll_home(animate=False)

    def action_last(self) -> None:
        """To the bottom."""
        self.scroll_end(animate=False)

    async def action_back(self) -> None:
        """Leave the page."""
        await self.screen.run_action("back")


class HelpScreen(ModalScreen[None], Room[None]):
    """Lines of help in the middle of the screen; Esc closes them."""

    DEFAULT_CSS = """
    HelpScreen { align: center middle; background: $background 60%; }
    #help {
        width: 78; max-width: 98%; height: auto; max-height: 92%;
        border: round $accent; border-title-color: $title; border-title-style: bold;
        border-subtitle-color: $text-muted; background: $surface; padding: 0 2;
    }
    #help-text { height: auto; max-height: 100%; }
    """

    def __init__(self, lines: Sequence[str | Content], words: Vocabulary) -> None:
        super().__init__()
        self._words = words
        self._lines = [Content(line) if isinstance(line, str) else line for line in lines]

    def compose(self) -> ComposeResult:
        """A box with a page in it."""
        with Vertical(id="help"), Leaflet(id="help-text"):
            yield Static(Content("\n").join(self._lines), markup=False)

    def on_mount(self) -> None:
        """Keys go to the page."""
        box = self.query_one("#help")
        box.border_title = Content(self._words.say("table.help.title"))
        box.border_subtitle = Content(self._words.say("table.help.closes"))
        self.query_one(Leaflet).focus()

    def action_back(self) -> None:
        """Close the help."""
        self.dismiss(None)
