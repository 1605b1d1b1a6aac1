"""What a figure is: pixels and, for terminals that show no pictures, lines, in up to three sizes."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum


class Size(StrEnum):
    """How large a figure is drawn. What each stands for is the figure's own: a coin is smaller than a gown."""

    SMALL = "small"
    MIDDLE = "middle"
    LARGE = "large"


Rows = tuple[str, ...]
"""Rows of a picture from top to bottom, all of one width."""


def rows(picture: str) -> Rows:
    """The rows of a picture written as a block of text."""
    lines = picture.strip("\n").split("\n")
    width = max(map(len, lines))
    return tuple(line.ljust(width) for line in lines)


@dataclass(frozen=True)
class Figure:
    """One thing to be drawn."""

    pixels: Mapping[Size, Rows]
    """A letter per pixel, two rows of pixels to a row of cells; ``INKS`` says what each letter is. ``.`` is nothing."""
    lines: Mapping[Size, Rows]
    """A sign per cell; a blank is nothing, ``@`` the letter of the colour it is drawn in."""

    def size(self, size: Size) -> tuple[int, int]:
        """(columns, rows) in cells."""
        picture = self.pixels[size]
        return len(picture[0]), -(-len(picture) // 2)


def gallery(pictures: str) -> tuple[Rows, ...]:
    """Pictures of one height written side by side, parted by ``¦``; one at the end keeps blanks from being lost."""
    lines = [line.removesuffix("¦").split("¦") for line in pictures.strip("\n").split("\n")]
    return tuple(zip(*lines, strict=True))


def figures(pixels: Mapping[Size, str], lines: Mapping[Size, str]) -> tuple[Figure, ...]:
    """The figures whose pictures stand side by side in the galleries of every size."""
    painted = {size: gallery(pictures) for size, pictures in pixels.items()}
    drawn = {size: gallery(pictures) for size, pictures in lines.items()}
    count = len(painted[Size.SMALL])
    return tuple(
        Figure({size: painted[size][at] for size in Size}, {size: drawn[size][at] for size in Size})
        for at in range(count)
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
"""The paint of every letter; ``{dye}`` is the silk, the owner's colour, or whatever a figure is drawn in."""
