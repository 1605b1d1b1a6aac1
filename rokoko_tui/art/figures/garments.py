"""Garments and whoever wears them: gowns and coats, plain and grand, in two poses."""

from rokoko_tui.art.figures.coats import COATS
from rokoko_tui.art.figures.gowns import GOWNS
from rokoko_tui.art.figures.shape import Figure

POSES = 2


def garment(ladies: bool, grand: bool = False, pose: int = 0) -> Figure:
    """A ladies' dress or a coat on whoever wears it; ``grand`` for those of the expansions.

    Poses go round: every other number is the other pose.
    """
    return (GOWNS if ladies else COATS)[POSES * grand + pose % POSES]
