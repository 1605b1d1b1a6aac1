"""Garments and whoever wears them: gowns and coats, plain and grand, in two poses."""

from collections.abc import Mapping
from functools import cache

from rokoko_tui.drawing.figures.coats import COAT_LINES, COATS
from rokoko_tui.drawing.figures.gowns import GOWN_LINES, GOWNS
from rokoko_tui.drawing.figures.shape import Figure, Rows, Size

POSES = 2


@cache
def garment(ladies: bool, grand: bool = False, pose: int = 0) -> Figure:
    """A ladies' dress or a coat on whoever wears it; ``grand`` for those of the expansions.

    Poses go round: every other number is the other pose.
    """
    at = POSES * grand + pose % POSES
    pixels, lines = (GOWNS, GOWN_LINES) if ladies else (COATS, COAT_LINES)
    return Figure(_hung(pixels, at), _hung(lines, at))


def _hung(galleries: Mapping[Size, tuple[Rows, ...]], at: int) -> dict[Size, Rows]:
    return {size: pictures[at] for size, pictures in galleries.items()}
