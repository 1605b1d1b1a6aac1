"""Figures as data: pixels, and characters for terminals without pictures, in three sizes."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from rokoko_tui.data_files import load_table


class Size(StrEnum):
    """Sizes of a figure; the number of cells differs from figure to figure."""

    SMALL = "small"
    MIDDLE = "middle"
    LARGE = "large"


Rows = tuple[str, ...]
"""Rows of a picture from top to bottom, all of the same width."""


def rows(picture: str) -> Rows:
    """Return the rows of a picture written as a block of text, padded to the same width."""
    lines = picture.strip("\n").split("\n")
    width = max(map(len, lines))
    return tuple(line.ljust(width) for line in lines)


@dataclass(frozen=True)
class Figure:
    """A picture in pixels and in characters, by size."""

    pixels: Mapping[Size, Rows]
    """One letter of ``INKS`` per pixel, two pixel rows per row of cells; ``.`` is transparent."""
    lines: Mapping[Size, Rows]
    """One character per cell; a blank is transparent, ``@`` the letter of the figure's colour."""

    def size(self, size: Size) -> tuple[int, int]:
        """Return (columns, rows) in cells."""
        picture = self.pixels[size]
        return len(picture[0]), -(-len(picture) // 2)


def gallery(pictures: str) -> tuple[Rows, ...]:
    """Split pictures written side by side, separated by ``¦``; a final ``¦`` protects trailing blanks."""
    lines = [line.removesuffix("¦").split("¦") for line in pictures.strip("\n").split("\n")]
    return tuple(zip(*lines, strict=True))


INKS: Mapping[str, str] = load_table(__file__, "inks")
"""The paint of every letter; ``{dye}`` is the paint that the figure is drawn in."""
