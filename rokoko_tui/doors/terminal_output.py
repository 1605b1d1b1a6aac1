"""What the app sends to the terminal: only the changed cells, and the title of the window.

Textual sends a line of a widget from its left edge to the last changed cell. In a picture every cell has its own two
colours, so most of the output would be unchanged cells.
"""

from collections.abc import Callable, Mapping

from rich.console import Console, RenderableType
from rich.control import Control
from textual._compositor import ChopsUpdate
from textual.app import App
from textual.screen import Screen

from rokoko_tui.text.safe_display import shown

KEEP, RESTORE_TITLE = "\x1b[22;2t", "\x1b[23;2t"
"""Control sequences that push and pop the title of the terminal."""
UNTITLED = ("", "dumb", "linux")
"""Values of ``TERM`` for terminals without a window title."""


class CellUpdate(ChopsUpdate):
    """An update that sends only the changed cells; a strip with wide characters or marks is sent whole, and once."""

    def render_segments(self, console: Console) -> str:
        output: list[str] = []
        sent: tuple[int, int] | None = None
        for y, left, right in self.spans:
            for end, (x, strip) in zip(self.chop_ends[y], self.chops[y].items(), strict=False):
                if strip is None or x >= right or end <= left or sent == (y, x):
                    continue
                start = x
                if strip.cell_length == len(strip.text):  # every character is one cell wide
                    start = max(x, left)
                    strip = strip.crop(start - x, min(end, right) - x)
                else:
                    sent = (y, x)
                output += [Control.move_to(start, y).segment.text, strip.render(console)]
        return "".join(output)


class MinimalUpdateApp(App[None]):
    """An app that sends only changed cells."""

    def _display(self, screen: Screen[object], renderable: RenderableType | None) -> None:
        if type(renderable) is ChopsUpdate:
            renderable = CellUpdate(renderable.chops, renderable.spans, renderable.chop_ends)
        super()._display(screen, renderable)

    def write_codes(self, codes: str) -> None:
        """Send control codes to the terminal, if there is one."""
        if self._driver is not None and not self.is_headless:
            self._driver.write(codes)


class WindowTitle:
    """The title of the window, which shows whose turn it is; ``write`` sends text to the terminal.

    The original title is restored at the end.
    """

    def __init__(self, write: Callable[[str], None], environment: Mapping[str, str]) -> None:
        self.text = ""
        """The title; empty before the first one is set."""
        self._write = write if environment.get("TERM", "") not in UNTITLED else None

    def say(self, text: str) -> None:
        """Set the title to ``text``, with control characters replaced; send nothing if it is unchanged."""
        plain = shown(text)
        if plain == self.text:
            return
        if self._write is not None:
            self._write(f"{'' if self.text else KEEP}\x1b]2;{plain}\x07")
        self.text = plain

    def repeat(self) -> None:
        """Send the title again, to a terminal that was reset."""
        text, self.text = self.text, ""
        if text:
            self.say(text)

    def restore(self) -> None:
        if self.text and self._write is not None:
            self._write(RESTORE_TITLE)
        self.text = ""
