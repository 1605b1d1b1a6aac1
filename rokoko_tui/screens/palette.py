"""The command palette: all that can be done from where one stands, found by what people call it."""

from collections.abc import Sequence

from textual import events
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets import Input

from rokoko_tui.panes.listing import Item, Listing
from rokoko_tui.screens.offers import Offer, found_by
from rokoko_tui.screens.room import Room
from rokoko_tui.words.vocabulary import Vocabulary

STEPS = {"up": -1, "down": 1, "pageup": -8, "pagedown": 8}
"""Keys that move in the list while one writes."""
KEYS = 13
"""Columns for the keys before the words of a command."""
LONGEST = 100
"""Signs one may look for."""


class Found(Listing, can_focus=False):
    """The commands that match."""


class Palette(ModalScreen[Offer], Room[Offer]):
    """A line to write in, and the commands that match, the best first. Result: the offer taken; None for none."""

    LAPSES = True
    DEFAULT_CSS = """
    Palette { align: center top; background: $background 60%; }
    #palette {
        margin-top: 2; width: 78; max-width: 98%; height: 80%;
        border: round $accent; background: $surface; padding: 0 1;
    }
    #palette Input { border: none; height: 1; padding: 0 1; margin-bottom: 1; background: $panel; }
    Found { height: 1fr; }
    Found > .listing--cursor { background: $primary; color: $background; text-style: bold; }
    """

    def __init__(self, offers: Sequence[Offer], words: Vocabulary) -> None:
        super().__init__()
        self._offers, self._words = tuple(offers), words
        self._found: list[Offer] = []

    def compose(self) -> ComposeResult:
        """The line over the list."""
        with Vertical(id="palette"):
            yield Input(placeholder=self._words.say("keys.palette.search"), max_length=LONGEST)
            yield Found()

    def on_mount(self) -> None:
        """All of them, before anything is written."""
        self.query_one(Input).focus()
        self._find("")

    def _find(self, written: str) -> None:
        """Show the commands that match."""
        self._found = found_by(self._offers, written, self._words.language)
        items = [Item(offer.words, key=offer.keys, indent=KEYS) for offer in self._found]
        nothing = [Item(self._words.say("keys.palette.nothing"), "dim", stop=False)]
        self.query_one(Found).show(items or nothing)

    def on_input_changed(self, event: Input.Changed) -> None:
        """Something else is looked for."""
        self._find(event.value.strip())

    def on_input_submitted(self) -> None:
        """Take the command under the cursor."""
        self._take(self.query_one(Found).cursor)

    def on_listing_taken(self, event: Listing.Taken) -> None:
        """The line under the cursor was clicked again."""
        self._take(event.index)

    def _take(self, number: int) -> None:
        if 0 <= number < len(self._found):
            self.dismiss(self._found[number])

    def on_key(self, event: events.Key) -> None:
        """Move in the list, or leave."""
        if event.key in STEPS:
            event.stop()
            self.query_one(Found).move(STEPS[event.key])
        elif event.key == "escape":
            event.stop()
            self.dismiss(None)

    def on_click(self, event: events.Click) -> None:
        """A click beside it leaves."""
        if event.widget is self:
            self.dismiss(None)
