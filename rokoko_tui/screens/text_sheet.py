"""A text over the table: lines under headings, with others before and after it."""

from collections.abc import Sequence

from textual import events

from rokoko_tui.screens.text_modal import TextModal
from rokoko_tui.text import LogLine
from rokoko_tui.widgets.folded_items import Item
from rokoko_tui.widgets.modal_content import TextPage

STEPS = {"left": -1, "right": 1, "h": -1, "l": 1, "tab": 1, "shift+tab": -1}
"""Keys that turn to the previous or the next text."""


class TextSheetScreen(TextModal[int]):
    """Result: 1 or -1 to turn to another text, 0 to close."""

    CLOSES_ON_LANGUAGE_CHANGE = True
    BOX = "sheet"
    DEFAULT_CSS = """
    TextSheetScreen { align: center middle; background: transparent; }
    #sheet {
        width: 78; max-width: 100%; max-height: 100%;
        border: heavy $accent; background: $surface; padding: 0 1;
    }
    """

    def __init__(self, name: str, lines: Sequence[LogLine], **values: object) -> None:
        """``name`` is that of its messages; ``values`` are for its title."""
        items = [
            Item(line.text, "heading", indent=0) if line.kind == "round" else Item(line.text, mark=" ", indent=0)
            for line in lines
        ]
        super().__init__(
            lambda: TextPage(
                self.words.say(f"inspection.{name}.title", **values),
                items,
                self.words.say(f"inspection.{name}.keys"),
                self.words.say("inspection.scroll-key"),
            )
        )

    def process_key(self, event: events.Key) -> None:
        self.dismiss(STEPS.get(event.key, 0))

    def process_click(self, event: events.Click) -> None:
        self.dismiss(0)
