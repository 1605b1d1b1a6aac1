"""Things: what guests give, jewels, and what stands in the garden."""

from rokoko_tui.drawing.figures.shape import Figure, Size, rows


def _thing(pixels: str, lines: str) -> Figure:
    return Figure(dict.fromkeys(Size, rows(pixels)), dict.fromkeys(Size, rows(lines)))


GIFTS: dict[str, Figure] = {
    "livre": _thing(
        """
.gg.
ggog
gogg
.gg.
""",
        """

(L)
""",
    ),
    "yarn": _thing(
        """
.aa.
abab
baba
.bb.
""",
        """

(≈)
""",
    ),
    "lace": _thing(
        """
e.e.
.e.e
e.e.
.e.e
""",
        """

###
""",
    ),
    "tile": _thing(
        """
ffff
ggyy
ggyy
FFFF
""",
        """

[▒]
""",
    ),
}
"""What a guest space gives: livre, yarn, lace, tile. 4x2 cells."""

RING = _thing(
    """
..lB..
..Bd..
.gogo.
.g..o.
..go..
......
""",
    """
 @
(_)
""",
)
NECKLACE = _thing(
    """
g....o
.g..o.
..go..
..lB..
..Bd..
......
""",
    """
\\ /
 @
""",
)
"""Jewels, 6x3 cells."""


def jewel(necklace: bool) -> Figure:
    """The picture of a jewel."""
    return NECKLACE if necklace else RING
