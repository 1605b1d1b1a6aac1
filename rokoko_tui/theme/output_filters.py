"""Output filters: neutralise control characters and substitute missing glyphs. Lines keep their width.

Names and paths are cleaned where they are shown; these filters catch the rest.
"""

from rich.cells import cell_len
from rich.segment import Segment
from textual.color import Color
from textual.filter import LineFilter

from rokoko_tui.text.safe_display import NO_BREAK_SPACE
from rokoko_tui.theme.glyphs import GlyphSet, to_glyph_set


class ControlCharacterFilter(LineFilter):
    """Replace unprintable characters with question marks; drop those of no width."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """Return ``segments`` itself if all of it is printable."""
        if all(segment.text.isprintable() for segment in segments):
            return segments
        return [
            segment if segment.text.isprintable() else Segment("".join(map(_printable, segment.text)), segment.style)
            for segment in segments
        ]


class GlyphFilter(LineFilter):
    """Substitute the glyphs of another set; ``own`` has the letters of the language, which stay."""

    def __init__(self, among: GlyphSet, own: str = "") -> None:
        super().__init__(enabled=among is not GlyphSet.FULL)
        self._glyph_set, self._letters = among, own

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        return [
            segment
            if segment.control or segment.text.isascii()
            else Segment(to_glyph_set(segment.text, self._glyph_set, letters=True, own=self._letters), segment.style)
            for segment in segments
        ]


def _printable(character: str) -> str:
    if character == NO_BREAK_SPACE:
        return " "
    if character.isprintable() or (character.isspace() and character > "\xa0"):
        return character
    return "?" * cell_len(character)
