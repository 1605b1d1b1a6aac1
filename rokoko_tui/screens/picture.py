"""A widget that shows lines drawn in roles and paints, in whatever size it has."""

from collections.abc import Callable

from rich.segment import Segment
from rich.style import Style
from rich.text import Text
from textual.geometry import Size
from textual.strip import Strip

from rokoko_tui.drawing.themes import Styles, styles_of
from rokoko_tui.panes.lines import Lines

Draw = Callable[[int, int], list[Text]]
"""What there is to see in so many columns and lines."""


class Picture(Lines):
    """Shows what ``draw`` draws; whoever changed what that is calls ``renew``."""

    def __init__(self, draw: Draw, id: str | None = None) -> None:
        super().__init__(id=id)
        self._draw = draw
        self._drawn: tuple[Size, list[Text]] | None = None
        self._styles: Styles | None = None

    def renew(self) -> None:
        """Draw again, and have painted what is other than it was."""
        self._drawn = None
        self.repaint()

    def notify_style_update(self) -> None:
        """The theme may be another."""
        self._styles = None
        super().notify_style_update()

    def _lines(self, size: Size) -> list[Text]:
        if self._drawn is None or self._drawn[0] != size:
            self._drawn = (size, self._draw(size.width, size.height) if size else [])
        return self._drawn[1]

    def line(self, y: int, size: Size, base: Style) -> Strip:
        """One line of the drawing."""
        lines = self._lines(size)
        if y >= len(lines):
            return Strip.blank(size.width, base)
        if self._styles is None:
            self._styles = styles_of(self.app.theme, self.app.current_theme.dark)
        line, of = lines[y], self._styles.of
        segments = [Segment(line.plain[s.start : s.end], base + of(str(s.style))) for s in line.spans]
        return Strip(segments).adjust_cell_length(size.width, base)
