"""What a terminal too small for the table shows instead."""

from textual.app import ComposeResult
from textual.screen import ModalScreen
from textual.widgets import Static

from rokoko_tui.session.launch import SMALLEST
from rokoko_tui.words.vocabulary import Vocabulary


class TooSmallScreen(ModalScreen[None]):
    """Names the size needed and the size there is; goes away by itself."""

    def __init__(self, words: Vocabulary) -> None:
        super().__init__()
        self._words = words

    def compose(self) -> ComposeResult:
        """One text."""
        yield Static(id="too-small")

    def on_resize(self) -> None:
        """Name the present size."""
        width, height = self.app.size
        self.query_one("#too-small", Static).update(
            self._words.say("start.small.text", size=f"{SMALLEST[0]}×{SMALLEST[1]}", value=f"{width}×{height}")
        )
