"""The last door before the screen: a line that holds what could steer the terminal loses it here.

Names and paths come here as they are to be shown; this is for whatever was overlooked, and keeps the width of the line.
"""

from rich.cells import cell_len
from rich.segment import Segment
from textual.color import Color
from textual.filter import LineFilter


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


def _harmless(sign: str) -> str:
    return sign if sign.isprintable() or (sign.isspace() and sign > "\xa0") else "?" * cell_len(sign)
