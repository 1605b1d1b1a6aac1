"""The dimmed screen behind a modal.

Ours rather than Textual's ``BackgroundScreen``, which tints each segment: that was a quarter of the time of a repaint.
"""

from collections.abc import Callable

from rich.segment import Segment
from rich.style import Style as RichStyle
from textual.color import Color
from textual.css.styles import RulesMap
from textual.geometry import Size
from textual.renderables.background_screen import BackgroundScreen
from textual.screen import Screen
from textual.strip import Strip
from textual.style import Style
from textual.visual import RenderOptions, Visual


class DimmedBackground(Visual):
    """Renders what ``BackgroundScreen`` renders, but tints each style once."""

    def __init__(self, screen: Screen[object], lines_of: Callable[[Size], list[Strip]], tint: Color) -> None:
        """``lines_of`` renders ``screen`` in a size."""
        self._screen, self._lines_of, self._tint = screen, lines_of, tint

    def render_strips(self, width: int, height: int | None, style: Style, options: RenderOptions) -> list[Strip]:
        size = Size(width, self._screen.size.height if height is None else height)
        tinted: dict[RichStyle | None, RichStyle | None] = {}

        def tint(style: RichStyle | None) -> RichStyle | None:
            if style not in tinted:
                [segment] = BackgroundScreen.process_segments([Segment("", style)], self._tint)
                tinted[style] = segment.style
            return tinted[style]

        return [
            Strip([Segment(text, tint(look)) for text, look, _ in strip], strip.cell_length)
            for strip in self._lines_of(size)
        ]

    def get_optimal_width(self, rules: RulesMap, container_width: int) -> int:
        return self._screen.size.width

    def get_height(self, rules: RulesMap, width: int) -> int:
        return self._screen.size.height
