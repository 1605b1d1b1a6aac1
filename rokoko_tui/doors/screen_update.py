"""Partial screen updates that contain only the changed cells.

Textual sends a line of a widget from its left edge to the last changed cell. In a picture every cell has its own two
colours, so most of the output would be unchanged cells.
"""

from rich.console import Console, RenderableType
from rich.control import Control
from textual._compositor import ChopsUpdate
from textual.app import App
from textual.screen import Screen


class CellUpdate(ChopsUpdate):
    """An update that starts at the first changed cell of a line."""

    def render_segments(self, console: Console) -> str:
        output: list[str] = []
        for y, left, right in self.spans:
            for end, (x, strip) in zip(self.chop_ends[y], self.chops[y].items(), strict=False):
                if strip is None or x >= right or end <= left:
                    continue
                can_be_cut = strip.cell_length == len(strip.text)  # every character is one cell wide
                start = max(x, left) if can_be_cut else x
                output += [
                    Control.move_to(start, y).segment.text,
                    strip.crop(start - x, min(end, right) - x).render(console),
                ]
        return "".join(output)


class MinimalUpdateApp(App[None]):
    """An app that sends only changed cells."""

    def _display(self, screen: Screen[object], renderable: RenderableType | None) -> None:
        if type(renderable) is ChopsUpdate:
            renderable = CellUpdate(renderable.chops, renderable.spans, renderable.chop_ends)
        super()._display(screen, renderable)
