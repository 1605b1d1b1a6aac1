"""The last doors before the screen: what could steer the terminal is lost here, and signs it lacks give way to others.

Names and paths come here as they are to be shown; this is for whatever was overlooked. Lines keep their width.
"""

from rich.cells import cell_len
from rich.segment import Segment
from textual.color import Color
from textual.filter import LineFilter

from rokoko_tui.theme.glyphs import SignSet, written


class Legible(LineFilter):
    """Puts question marks for signs that are not seen, and leaves out those that take no room."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """``segments`` themselves, unless there is such a sign in them."""
        if all(segment.text.isprintable() for segment in segments):
            return segments
        return [
            segment if segment.text.isprintable() else Segment("".join(map(_harmless, segment.text)), segment.style)
            for segment in segments
        ]


class Written(LineFilter):
    """Puts the signs of one set in the place of the full ones; letters that one's ``own`` language has stay."""

    def __init__(self, among: SignSet, own: str = "") -> None:
        super().__init__(enabled=among is not SignSet.FULL)
        self._among, self._own = among, own

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """``segments``, all of them as wide as before."""
        return [
            segment
            if segment.control or segment.text.isascii()
            else Segment(written(segment.text, self._among, letters=True, own=self._own), segment.style)
            for segment in segments
        ]


def _harmless(sign: str) -> str:
    return sign if sign.isprintable() or (sign.isspace() and sign > "\xa0") else "?" * cell_len(sign)
