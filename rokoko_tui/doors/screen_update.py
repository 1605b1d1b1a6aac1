"""What the terminal is sent of a screen that changed: the cells that did, and no more of their lines.

Textual sends the line of a widget from its left edge to the last cell that changed. Where every cell is a piece of a
picture with two colours of its own, that is most of what is sent.
"""

from rich.console import Console, RenderableType
from rich.control import Control
from textual._compositor import ChopsUpdate
from textual.app import App
from textual.screen import Screen
from textual.strip import Strip


class Spared(ChopsUpdate):
    """An update that begins where something changed."""

    def render_segments(self, console: Console) -> str:
        """What is sent."""
        sent: list[str] = []
        for y, left, right in self.spans:
            for end, (x, strip) in zip(self.chop_ends[y], self.chops[y].items(), strict=False):
                if strip is None or x >= right or end <= left:
                    continue
                start = max(x, left) if _even(strip) else x
                sent += [
                    Control.move_to(start, y).segment.text,
                    strip.crop(start - x, min(end, right) - x).render(console),
                ]
        return "".join(sent)


def _even(strip: Strip) -> bool:
    """Whether every character is a cell wide; of one that is wider, half would be no character."""
    return strip.cell_length == len(strip.text)


class Sparing(App[None]):
    """An app whose screens are painted like that."""

    def _display(self, screen: Screen[object], renderable: RenderableType | None) -> None:
        """Textual's own door to the terminal."""
        if type(renderable) is ChopsUpdate:
            renderable = Spared(renderable.chops, renderable.spans, renderable.chop_ends)
        super()._display(screen, renderable)
