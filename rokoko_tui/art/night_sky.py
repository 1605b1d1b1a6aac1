"""The palace at night: sky, stars, moon, lit windows and the lawn in front."""

from collections.abc import Collection, Iterator
from random import Random

from rokoko_tui.art.figures import palace
from rokoko_tui.art.figures.shape import Rows
from rokoko_tui.art.pixels import Pixels, inks_of

LIT_WINDOWS: frozenset[int] = frozenset(n for n in range(len(palace.WINDOWS)) if n % 7 not in (2, 5))
"""Numbers of the lit windows on the start screen."""
LAWN_ROWS = 2
"""Pixel rows of lawn below the palace."""
_STARS = 44
"""Cells of sky per star."""
_STAR_PAINTS = ("night~star@34", "night~star@48", "night~star@64", "star-12")
Box = tuple[int, int, int, int]
"""Left column, upper row, columns and rows in cells."""
_BARS = ("night+6", "flame-38")
"""Paint of the bar of an enlarged window: dark, lit."""
_MOON = (
    "..www..",
    ".wwAwA.",
    "wwwwwwA",
    "wAwwwwA",
    "wwwwAwA",
    ".wwwwA.",
    "..AAA..",
)


def paint_sky(paper: Pixels, width: int, height: int, clear: Box = (0, 0, 0, 0)) -> None:
    """Paint ``height`` rows of cells of sky, lighter towards the ground. The box ``clear`` has no stars, but text."""
    rows = 2 * height
    for p in range(rows):
        share = round(100 * p / max(1, rows - 1))
        glow = max(0, share - 62) // 3
        paper.wash(0, p, width, 1, f"night~sky@{share}" if not glow else f"night~sky@{share}~rose@{glow}")
    left, top, columns, lines = clear
    for x, p, paint in _stars(width, rows):
        if not (left <= x < left + columns and top <= p // 2 < top + lines):
            paper.dot(x, p, paint)


def _stars(width: int, rows: int) -> Iterator[tuple[int, int, str]]:
    rng = Random(1756)
    for _ in range(width * rows // 2 // _STARS):
        x, height, paint = rng.randrange(width), rng.random() ** 1.6, rng.choice(_STAR_PAINTS)
        yield x, int(height * rows * 0.8), paint


def paint_moon(paper: Pixels, x: int, p: int) -> None:
    """Paint the moon, 7 by 7 pixels, with its upper left corner at ``x``, ``p``."""
    paper.stamp(x, p, _MOON, inks_of(""))


def paint_lawn(paper: Pixels, width: int, p: int, height: int) -> None:
    for n in range(height):
        paper.wash(0, p + n, width, 1, f"lawn-{min(60, 14 * n)}" if n else "lawn+6")


def paint_palace(paper: Pixels, x: int, p: int, lit: Collection[int] = LIT_WINDOWS, scale: int = 1) -> None:
    """Paint the palace enlarged ``scale`` times, with the windows ``lit``."""
    paper.stamp(x, p, _enlarge(palace.palace(lit), scale), inks_of(""))
    for n, window in enumerate(palace.WINDOWS if scale > 1 else ()):
        columns, rows = {column for column, _ in window}, {row for _, row in window}
        bar = p + scale * min(rows) + scale * len(rows) // 2
        paper.wash(x + scale * min(columns), bar, scale * len(columns), 1, _BARS[n in lit])


def _enlarge(picture: Rows, scale: int) -> Rows:
    wide = ["".join(ink * scale for ink in row) for row in picture]
    return tuple(row for row in wide for _ in range(scale))
