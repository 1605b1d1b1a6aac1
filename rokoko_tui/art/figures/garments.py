"""Dancers in gowns and coats, plain and grand, in two poses."""

from rokoko_tui.art.figures.coats import COATS
from rokoko_tui.art.figures.gowns import GOWNS
from rokoko_tui.art.figures.shape import Figure

POSES = 2


def garment(ladies: bool, grand: bool = False, pose: int = 0) -> Figure:
    """Return a dancer in a ladies' dress or a coat; ``grand`` for dresses of the expansions. Poses repeat."""
    return (GOWNS if ladies else COATS)[POSES * grand + pose % POSES]
