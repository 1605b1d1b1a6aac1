"""A widget that shows lines drawn in roles and paints, in whatever size it has."""

from collections.abc import Callable, Iterator
from typing import cast

from rich.segment import Segment
from rich.style import Style
from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.geometry import Size
from textual.strip import Strip

from rokoko_tui.drawing.themes import styles_of
from rokoko_tui.panes.lines import Lines

Draw = Callable[[int, int], list[Text]]
"""What there is to see in so many columns and lines."""


class Picture(Horizontal):
    """Shows what ``draw`` draws; whoever changed what that is calls ``renew``.

    A picture that moves has ``parts`` side by side: of each only what changed is painted, from its left edge on.
    """

    DEFAULT_CSS = """
    Picture { width: 1fr; height: 1fr; }
    Part { width: 1fr; height: 100%; }
    """

    def __init__(self, draw: Draw, parts: int = 1, id: str | None = None) -> None:
        super().__init__(id=id)
        self._draw, self._parts = draw, parts
        self._drawn: tuple[Size, list[Text]] | None = None
        self._rows: dict[int, Strip] = {}

    def compose(self) -> ComposeResult:
        """The parts."""
        yield from (Part() for _ in range(self._parts))

    def renew(self) -> None:
        """Draw again, and have painted what is other than it was."""
        self.forget()
        for part in self.parts:
            part.repaint()

    def forget(self) -> None:
        """What was drawn holds no longer."""
        self._drawn = None
        self._rows.clear()

    @property
    def parts(self) -> "Iterator[Part]":
        """From left to right."""
        return (child for child in self.children if isinstance(child, Part))

    def row(self, y: int, base: Style) -> Strip:
        """One line of the drawing as wide as the picture, on the look ``base``."""
        size = self.content_size
        if self._drawn is None or self._drawn[0] != size:
            self.forget()
            self._drawn = (size, self._draw(size.width, size.height) if size else [])
        if y not in self._rows:
            lines, of = self._drawn[1], styles_of(self.app.theme, self.app.current_theme.dark).of
            line = lines[y] if y < len(lines) else Text()
            segments = [Segment(line.plain[s.start : s.end], base + of(str(s.style))) for s in line.spans]
            self._rows[y] = Strip(segments).adjust_cell_length(size.width, base)
        return self._rows[y]


class Part(Lines):
    """Some columns of a picture."""

    def notify_style_update(self) -> None:
        """The theme may be another."""
        if isinstance(self.parent, Picture):
            self.parent.forget()
        super().notify_style_update()

    def line(self, y: int, size: Size, base: Style) -> Strip:
        """Those columns of a line."""
        picture = cast(Picture, self.parent)
        left = self.region.x - picture.content_region.x
        return picture.row(y, base).crop(left, left + size.width)
