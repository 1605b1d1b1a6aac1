"""Pixels, two to a cell, one over the other: what every picture is painted on. They need nothing of the game."""

from collections.abc import Mapping
from functools import cache
from itertools import groupby, repeat
from operator import itemgetter

from rich.cells import get_character_cell_size
from rich.text import Span, Text

from rokoko_tui.art.figures.shape import INKS, Rows

Cell = tuple[str, str]
"""A character and its roles."""


@cache
def inks_of(dye: str) -> Mapping[str, str]:
    """The paint of every letter of a picture drawn in ``dye``; letters that ask for one are nothing without."""
    return {letter: ink.format(dye=dye) for letter, ink in INKS.items() if dye or "{dye}" not in ink}


def composed(character: str, roles: str, top: str, bottom: str) -> Cell:
    """A cell: text on the lower of its pixels, or both pixels where there is no text."""
    if character != " " or roles:
        ground = bottom or top
        return character, f"_{ground} {roles}".strip() if ground else roles
    if top == bottom:
        return " ", f"_{top}" if top else ""
    if not top:
        return "▄", f"^{bottom}"
    return "▀", f"^{top} _{bottom}" if bottom else f"^{top}"


class Pixels:
    """Rows of pixels, ``width`` of them side by side. What lies beside them is not painted."""

    def __init__(self, width: int, height: int = 0) -> None:
        self.width = max(0, width)
        self._pixels: list[list[str]] = [[""] * self.width for _ in range(2 * height)]

    def _paintable(self, p: int) -> bool:
        """Whether there are rows of pixels up to ``p`` to paint on."""
        return p >= 0

    def wash(self, x: int, p: int, width: int, height: int, paint: str) -> None:
        """Paint ``height`` rows of pixels from row ``p`` on."""
        left, right = max(0, x), min(x + width, self.width)
        if left < right and self._paintable(p + height - 1):
            for row in self._pixels[max(0, p) : p + height]:
                row[left:right] = [paint] * (right - left)

    def dot(self, x: int, p: int, paint: str) -> None:
        """Paint one pixel."""
        self.wash(x, p, 1, 1, paint)

    def stamp(self, x: int, p: int, picture: Rows, inks: Mapping[str, str], strength: int = 100) -> None:
        """Paint ``picture`` from pixel row ``p`` on; below 100, ``strength`` per cent of it on what is there."""
        if not picture or not self._paintable(p + len(picture) - 1):
            return
        for row, line in zip(self._pixels[max(0, p) :], picture[max(0, -p) :], strict=False):
            for at, letter in enumerate(line, x):
                if letter in inks and 0 <= at < self.width:
                    under, paint = row[at], inks[letter]
                    row[at] = paint if strength >= 100 or not under else f"{under}~({paint})@{strength}"


class Sheet(Pixels):
    """Pixels of ``width`` by ``height`` cells that may be written on, too."""

    def __init__(self, width: int, height: int) -> None:
        super().__init__(width, height)
        self.height = height
        self._signs: dict[tuple[int, int], Cell] = {}

    def write(self, x: int, y: int, text: str, roles: str) -> None:
        """Write ``text``; blanks before and after it leave what is painted there."""
        x += len(text) - len(text.lstrip())
        for sign in text.strip():
            cells = get_character_cell_size(sign)
            if cells == 0 and (before := self._signs.get((x - 1, y))):
                self._signs[x - 1, y] = (before[0] + sign, before[1])
            elif 0 <= x <= self.width - cells and 0 <= y < self.height:
                self._signs |= {(x + n, y): ("" if n else sign, roles) for n in range(cells)}
            x += cells

    def lines(self) -> list[Text]:
        """The lines to paint, by roles and paints of themes."""
        return [self._line(y) for y in range(self.height)]

    def _line(self, y: int) -> Text:
        signs, spans, at = list[str](), list[Span](), 0
        for look, run in groupby(map(self._cell, range(self.width), repeat(y)), key=itemgetter(1)):
            text = "".join(character for character, _ in run)
            signs.append(text)
            spans.append(Span(at, at := at + len(text), look or "plain"))
        return Text("".join(signs), no_wrap=True, end="", spans=spans)

    def _cell(self, x: int, y: int) -> Cell:
        sign, roles = self._signs.get((x, y), (" ", ""))
        return composed(sign, roles, self._pixels[2 * y][x], self._pixels[2 * y + 1][x])
