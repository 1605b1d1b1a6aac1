"""A text over the table: lines under headings, with others before and after it."""

from collections.abc import Sequence

from textual import events
from textual.app import ComposeResult

from rokoko_tui.screens.base_screen import too_small
from rokoko_tui.screens.text_modal import FRAME_COLUMNS, TextModal
from rokoko_tui.text import LogLine
from rokoko_tui.widgets.folded_items import Item
from rokoko_tui.widgets.modal_content import TextPage
from rokoko_tui.widgets.picture import Draw, Picture

STEPS = {"left": -1, "right": 1, "h": -1, "l": 1, "tab": 1, "shift+tab": -1}
"""Keys that turn to the previous or the next text."""


WIDEST = 110
"""Columns of a box with a picture in a wide terminal."""


class TextSheetScreen(TextModal[int]):
    """Result: 1 or -1 to turn to another text, 0 to close."""

    CLOSES_ON_LANGUAGE_CHANGE = True
    BOX = "sheet"
    DEFAULT_CSS = """
    TextSheetScreen { align: center middle; background: $background 60%; }
    #sheet {
        width: 78; max-width: 100%; max-height: 100%;
        border: heavy $accent; background: $surface; padding: 0 1;
    }
    """

    def __init__(self, name: str, lines: Sequence[LogLine], draw: Draw | None = None, **values: object) -> None:
        """``name`` is that of its messages; ``draw`` draws a picture above the lines; ``values`` are for its title."""
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

        self._draw = draw

    def compose_above(self) -> ComposeResult:
        if self._draw is not None:
            yield Picture(self._draw)

    def on_mount(self) -> None:
        super().on_mount()
        self.watch(self.app, "pictures", self.fit_picture, init=False)

    def on_resize(self) -> None:
        super().on_resize()
        self.fit_picture()

    def fit_picture(self) -> None:
        """Widen the box for its picture, which takes at most a third of the screen."""
        if self._draw is None or too_small(*self.app.size):
            return
        box, picture = self.query_one(f"#{self.BOX}"), self.query_one(Picture)
        columns = min(WIDEST, self.size.width)
        lines = len(self._draw(columns - FRAME_COLUMNS + 1, self.size.height // 3))
        picture.styles.height = lines
        box.styles.width, box.styles.height = columns, lines + self.height_in(columns)
        picture.redraw()

    def process_key(self, event: events.Key) -> None:
        self.dismiss(STEPS.get(event.key, 0))

    def process_click(self, event: events.Click) -> None:
        self.dismiss(0)
