"""Pixels without a table: what the pictures of the night are painted on before anything of the game is loaded."""

from collections.abc import Mapping
from typing import Protocol

from rich.cells import get_character_cell_size
from rich.text import Text

from rokoko_tui.drawing.figures.shape import INKS, Rows

SIGNED = {letter: ink for letter, ink in INKS.items() if "{dye}" not in ink}
"""The paints of letters that ask for no dye."""


class Paper(Protocol):
    """Whatever pixels can be painted on, two of them to a cell, one over the other."""

    def wash(self, x: int, p: int, width: int, height: int, paint: str) -> None:
        """Paint ``height`` rows of pixels from row ``p`` on."""

    def dot(self, x: int, p: int, paint: str) -> None:
        """Paint one pixel."""

    def stamp(self, x: int, p: int, picture: Rows, inks: Mapping[str, str]) -> None:
        """Paint ``picture`` from pixel row ``p`` on."""


class Pixels:
    """Paper of ``width`` by ``height`` cells that may be written on, too."""

    def __init__(self, width: int, height: int) -> None:
        self.width, self.height = width, height
        self._pixels = [[""] * width for _ in range(2 * height)]
        self._signs: dict[tuple[int, int], tuple[str, str]] = {}

    def wash(self, x: int, p: int, width: int, height: int, paint: str) -> None:
        """Paint ``height`` rows of pixels from row ``p`` on."""
        left, right = max(0, x), min(x + width, self.width)
        if left < right:
            for row in self._pixels[max(0, p) : max(0, p + height)]:
                row[left:right] = [paint] * (right - left)

    def dot(self, x: int, p: int, paint: str) -> None:
        """Paint one pixel."""
        self.wash(x, p, 1, 1, paint)

    def stamp(self, x: int, p: int, picture: Rows, inks: Mapping[str, str]) -> None:
        """Paint ``picture`` from pixel row ``p`` on."""
        for row, line in enumerate(picture, p):
            for column, letter in enumerate(line, x):
                if letter in inks:
                    self.wash(column, row, 1, 1, inks[letter])

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
        line = Text(no_wrap=True, end="")
        for x in range(self.width):
            top, bottom = self._pixels[2 * y][x], self._pixels[2 * y + 1][x]
            if (written := self._signs.get((x, y))) is not None:
                line.append(written[0], f"_{bottom} {written[1]}" if bottom else written[1])
            elif not (top or bottom):
                line.append(" ", "plain")
            elif top == bottom:
                line.append(" ", f"_{top}")
            else:
                line.append("▀", f"^{top or bottom} _{bottom or top}")
        return line
