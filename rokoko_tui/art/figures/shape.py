"""Figures as data: pixels, and characters for terminals without pictures, in three sizes."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum


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


def figures(pixels: Mapping[Size, str], lines: Mapping[Size, str]) -> tuple[Figure, ...]:
    """Return the figures whose pictures are written side by side, by size."""
    pixel_rows = {size: gallery(pictures) for size, pictures in pixels.items()}
    line_rows = {size: gallery(pictures) for size, pictures in lines.items()}
    return tuple(
        Figure({size: pixel_rows[size][n] for size in Size}, {size: line_rows[size][n] for size in Size})
        for n in range(len(pixel_rows[Size.SMALL]))
    )


INKS: Mapping[str, str] = {
    "B": "{dye}",
    "l": "{dye}+38",
    "L": "{dye}+62",
    "d": "{dye}-30",
    "D": "{dye}-52",
    "p": "{dye}~cream@58",
    "q": "{dye}~cream@30",
    "v": "{dye}~cream@72",
    "w": "cream",
    "s": "skin",
    "t": "skin-16",
    "h": "wig",
    "i": "wig-14",
    "k": "hat",
    "n": "hat+36",
    "j": "steel",
    "J": "steel-34",
    "c": "brown",
    "C": "brown-32",
    "g": "gold",
    "o": "gold-32",
    "r": "rose",
    "x": "dusk",
    "a": "yarn",
    "b": "yarn-30",
    "e": "lace",
    "u": "stone",
    "U": "stone-30",
    "m": "water",
    "M": "water-34",
    "y": "leaf",
    "Y": "leaf-34",
    "f": "wood",
    "F": "wood-40",
    "z": "flame",
    "E": "brown-45",
    "R": "skin~rose@55",
    "T": "velvet",
    "Q": "russet-28",
    "O": "russet",
    "A": "cream-18",
    "I": "galloon",
    "G": "gold+55",
    "H": "lace-24",
    "W": "water+50",
    "Z": "flame+45",
    "K": "stone~night@70",
    "S": "stone~night@50",
    "P": "steel~night@42",
    "V": "flame",
    "N": "night+16",
}
"""The paint of every letter; ``{dye}`` is the paint that the figure is drawn in."""
