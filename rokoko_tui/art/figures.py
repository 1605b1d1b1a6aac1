"""The figures of people, pieces and furnishings; ``figures.toml`` has their pictures and sizes."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from rokoko_core.terms import Rank
from rokoko_tui.art.pixels import Rows, gallery
from rokoko_tui.data_files import load_table


class Size(StrEnum):
    """Sizes of a figure; the number of cells differs from figure to figure."""

    SMALL = "small"
    MIDDLE = "middle"
    LARGE = "large"


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


def largest_size(figure: Figure, width: int, height: int) -> Size | None:
    """Return the largest size of ``figure`` that fits, if any."""
    sizes = (size for size in reversed(Size) if figure.size(size)[0] <= width and figure.size(size)[1] <= height)
    return next(sizes, None)


POSES = 2
_PICTURES = load_table(__file__, "figures")


def _figures(kind: str) -> tuple[Figure, ...]:
    rows = {part: {size: gallery(_PICTURES[kind][part][size]) for size in Size} for part in ("pixels", "lines")}
    return tuple(
        Figure(*({size: rows[part][size][n] for size in Size} for part in ("pixels", "lines")))
        for n in range(len(rows["pixels"][Size.SMALL]))
    )


_GOWNS, _COATS, _JEWELS, _FOUNTAINS, _FIREWORKS = map(_figures, ("gowns", "coats", "jewels", "fountains", "fireworks"))
(CROWN,), (STATUE,) = map(_figures, ("crown", "statue"))
PORTRAITS: dict[Rank, Figure] = dict(
    zip((Rank.MASTER, Rank.JOURNEYMAN, Rank.APPRENTICE), _figures("portraits"), strict=True)
)
GIFTS: dict[str, Figure] = dict(zip(("livre", "yarn", "lace", "tile"), _figures("gifts"), strict=True))
"""Gifts of guest spaces."""
STAGES = len(_FIREWORKS)


def garment(ladies: bool, grand: bool = False, pose: int = 0) -> Figure:
    """Return a dancer in a ladies' dress or a coat; ``grand`` for dresses of the expansions. Poses repeat."""
    return (_GOWNS if ladies else _COATS)[POSES * grand + pose % POSES]


def jewel(necklace: bool) -> Figure:
    """Return a ring or a necklace with a stone in its dye."""
    return _JEWELS[necklace]


def fountain(lower: bool = False) -> Figure:
    """Return the fountain of the upper or the lower row."""
    return _FOUNTAINS[lower]


def firework(stage: int = STAGES - 1) -> Figure:
    """Return a rocket (stage 0) or its growing burst (1 to 3) in the owner's paint."""
    return _FIREWORKS[stage]
