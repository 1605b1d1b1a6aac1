"""Pictures as data, and grids with two pixels per terminal cell, one above the other. Independent of the game."""

from collections.abc import Iterable, Mapping
from functools import cache
from itertools import groupby, repeat
from operator import itemgetter

from rich.cells import get_character_cell_size
from rich.text import Span, Text

from rokoko_tui.data_files import load_table

Cell = tuple[str, str]
"""A character and its roles; an empty character continues a wide one."""
Rows = tuple[str, ...]
"""Rows of a picture from top to bottom, all of the same width."""
INKS: Mapping[str, str] = load_table(__file__, "inks")
"""The paint of every letter; ``{dye}`` is the paint that the figure is drawn in."""


def gallery(pictures: str) -> tuple[Rows, ...]:
    """Split pictures written side by side, separated by ``¦``; a final ``¦`` protects trailing blanks."""
    lines = [line.removesuffix("¦").split("¦") for line in pictures.strip("\n").split("\n")]
    return tuple(zip(*lines, strict=True))


@cache
def inks_of(dye: str) -> Mapping[str, str]:
    """Return the paint of every letter of a picture in ``dye``; without one, letters that need a dye are left out."""
    return {letter: ink.format(dye=dye) for letter, ink in INKS.items() if dye or "{dye}" not in ink}


def compose_cell(character: str, roles: str, top: str, bottom: str) -> Cell:
    """Return the cell for text on its lower pixel, or for both pixels if there is no text."""
    if character != " " or roles:
        background = bottom or top
        return character, f"_{background} {roles}".strip() if background else roles
    if top == bottom:
        return " ", f"_{top}" if top else ""
    if not top:
        return "▄", f"^{bottom}"
    return "▀", f"^{top} _{bottom}" if bottom else f"^{top}"


def to_line(cells: Iterable[Cell]) -> Text:
    """Return cells as a line of text with their roles as styles."""
    parts: list[str] = []
    spans: list[Span] = []
    start = 0
    for roles, run in groupby(cells, itemgetter(1)):
        part = "".join([character for character, _ in run])
        parts.append(part)
        spans.append(Span(start, start + len(part), roles or "plain"))
        start += len(part)
    return Text("".join(parts), no_wrap=True, end="", spans=spans)


class Pixels:
    """A grid of pixels ``width`` columns wide. Painting outside of it has no effect."""

    def __init__(self, width: int, height: int = 0) -> None:
        self.width = max(0, width)
        self._pixels: list[list[str]] = [[""] * self.width for _ in range(2 * height)]

    def _paintable(self, p: int) -> bool:
        """Whether pixel row ``p`` can be painted on; subclasses may add rows."""
        return p >= 0

    def wash(self, x: int, p: int, width: int, height: int, paint: str) -> None:
        """Paint a rectangle from column ``x`` and pixel row ``p`` on."""
        left, right = max(0, x), min(x + width, self.width)
        if left < right and self._paintable(p + height - 1):
            for row in self._pixels[max(0, p) : p + height]:
                row[left:right] = [paint] * (right - left)

    def dot(self, x: int, p: int, paint: str) -> None:
        self.wash(x, p, 1, 1, paint)

    def stamp(self, x: int, p: int, picture: Rows, inks: Mapping[str, str], strength: int = 100) -> None:
        """Paint ``picture`` from pixel row ``p`` on; below 100, ``strength`` is its opacity in per cent."""
        if not picture or not self._paintable(p + len(picture) - 1):
            return
        for row, line in zip(self._pixels[max(0, p) :], picture[max(0, -p) :], strict=False):
            for at, letter in enumerate(line, x):
                if letter in inks and 0 <= at < self.width:
                    under, paint = row[at], inks[letter]
                    row[at] = paint if strength >= 100 or not under else f"{under}~({paint})@{strength}"


class Sheet(Pixels):
    """A pixel grid of ``width`` by ``height`` cells with text on it."""

    def __init__(self, width: int, height: int) -> None:
        super().__init__(width, height)
        self.height = height
        self._text: dict[tuple[int, int], Cell] = {}

    def write(self, x: int, y: int, text: str, roles: str) -> None:
        """Write ``text``; leading and trailing blanks leave the background unchanged."""
        x += len(text) - len(text.lstrip())
        for character in text.strip():
            cells = get_character_cell_size(character)
            if cells == 0 and (before := self._text.get((x - 1, y))):
                self._text[x - 1, y] = (before[0] + character, before[1])
            elif 0 <= x <= self.width - cells and 0 <= y < self.height:
                self._text |= {(x + n, y): ("" if n else character, roles) for n in range(cells)}
            x += cells

    def lines(self) -> list[Text]:
        """Return the lines with roles and paints as styles."""
        return [self._line(y) for y in range(self.height)]

    def _line(self, y: int) -> Text:
        return to_line(map(self._cell, range(self.width), repeat(y)))

    def _cell(self, x: int, y: int) -> Cell:
        character, roles = self._text.get((x, y), (" ", ""))
        return compose_cell(character, roles, self._pixels[2 * y][x], self._pixels[2 * y + 1][x])
