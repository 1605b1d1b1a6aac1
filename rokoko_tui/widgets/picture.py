"""A widget that shows a drawing in the size it has."""

from collections.abc import Callable

from rich.style import Style
from rich.text import Text
from textual.geometry import Size
from textual.strip import Strip

from rokoko_tui.widgets.line_widget import LineWidget

Draw = Callable[[int, int], list[Text]]
"""Draws lines of text, styled by role, for a number of columns and lines."""


class Picture(LineWidget):
    """Shows what ``draw`` returns. Call ``redraw`` after that changed."""

    DEFAULT_CSS = """
    Picture { width: 1fr; height: 1fr; }
    """

    def __init__(self, draw: Draw, id: str | None = None) -> None:
        super().__init__(id=id)
        self._draw = draw
        self._drawing: tuple[Size, list[Text]] | None = None
        self._strips: dict[int, Strip] = {}

    def redraw(self) -> None:
        """Draw again, and repaint what changed."""
        self._clear_cache()
        self.repaint()

    def _clear_cache(self) -> None:
        self._drawing = None
        self._strips.clear()

    def notify_style_update(self) -> None:
        self._clear_cache()
        super().notify_style_update()

    def line(self, y: int, size: Size, base: Style) -> Strip:
        if self._drawing is None or self._drawing[0] != size:
            self._clear_cache()
            self._drawing = (size, self._draw(size.width, size.height) if size else [])
        if y not in self._strips:
            lines = self._drawing[1]
            strip = self.text_strip(lines[y] if y < len(lines) else Text(), base)
            self._strips[y] = strip.adjust_cell_length(size.width, base)
        return self._strips[y]
