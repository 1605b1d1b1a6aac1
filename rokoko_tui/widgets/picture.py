"""A widget that shows lines drawn in roles and paints, in whatever size it has."""

from collections.abc import Callable

from rich.segment import Segment
from rich.style import Style
from rich.text import Text
from textual.geometry import Size
from textual.strip import Strip

from rokoko_tui.theme.themes import styles_of
from rokoko_tui.widgets.line_widget import Lines

Draw = Callable[[int, int], list[Text]]
"""What there is to see in so many columns and lines."""


class Picture(Lines):
    """Shows what ``draw`` draws; whoever changed what that is calls ``renew``."""

    DEFAULT_CSS = """
    Picture { width: 1fr; height: 1fr; }
    """

    def __init__(self, draw: Draw, id: str | None = None) -> None:
        super().__init__(id=id)
        self._draw = draw
        self._drawn: tuple[Size, list[Text]] | None = None
        self._rows: dict[int, Strip] = {}

    def renew(self) -> None:
        """Draw again, and have painted what is other than it was."""
        self._forget()
        self.repaint()

    def _forget(self) -> None:
        """What was drawn holds no longer."""
        self._drawn = None
        self._rows.clear()

    def notify_style_update(self) -> None:
        """The theme may be another."""
        self._forget()
        super().notify_style_update()

    def line(self, y: int, size: Size, base: Style) -> Strip:
        """One line of the drawing, on the look ``base``."""
        if self._drawn is None or self._drawn[0] != size:
            self._forget()
            self._drawn = (size, self._draw(size.width, size.height) if size else [])
        if y not in self._rows:
            lines, of = self._drawn[1], styles_of(self.app.theme, self.app.current_theme.dark).of
            line = lines[y] if y < len(lines) else Text()
            segments = [Segment(line.plain[s.start : s.end], base + of(str(s.style))) for s in line.spans]
            self._rows[y] = Strip(segments).adjust_cell_length(size.width, base)
        return self._rows[y]
