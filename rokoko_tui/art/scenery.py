"""Walls, floors, the night sky and lawns that the palace's pictures stand on."""

from rokoko_tui.art.canvas import Canvas
from rokoko_tui.art.figures.shape import Rows, rows
from rokoko_tui.art.pixels import inks_of

KING = 1
"""The hall with gold edges."""
_SCONCE = ((0, 1, 60), (0, 2, 100), (0, 3, 45), (1, 2, 28), (-1, 2, 28))
"""Column and row of pixels of a light on the wall, and how bright."""
_ORNAMENTS: dict[int, Rows] = {
    1: rows("""
ogggo
g...g
g...g
o...o
.ooo.
"""),
    2: rows("""
.UUU.
UxxxU
UxaxU
UxxxU
UUUUU
"""),
    3: rows("""
.....
ooooo
omemo
oyYyo
ooooo
"""),
    4: rows("""
.ooo.
oMmMo
ommMo
oMMMo
.ooo.
"""),
    5: rows("""
fffff
fkcrf
fffff
fcJkf
fffff
"""),
}
"""What hangs on the walls: gilded panels, windows, paintings, mirrors, books."""


def horizon(height: int) -> int:
    """The row of pixels a floor begins at, in a room of ``height`` rows."""
    return 2 * height - 2 - max(3, (2 * height - 2) * 2 // 5)


def edge(hall: int) -> str:
    """The paint of a hall's frame."""
    return "gold-12" if hall == KING else f"wall.{hall}+35"


def plate(hall: int) -> str:
    """The paint under the texts on a hall's wall."""
    return f"wall.{hall}-55"


def base(hall: int) -> str:
    """The paint under the texts along a hall's floor."""
    return f"wall.{hall}-66"


def wall_and_floor(canvas: Canvas, hall: int, height: int, first: int) -> None:
    """Paint the rows of pixels of a hall of ``height`` rows from ``first`` on; each is of one paint."""
    ground = horizon(height)
    floor = "floor.king" if hall == KING else "floor"
    for p in range(first, 2 * height - 2):
        if p < ground - 1:
            paint = f"wall.{hall}-{30 - 30 * p // ground}"
        elif p == ground - 1:
            paint = f"wall.{hall}+20"
        else:
            paint = f"{floor}-{45 * (p - ground) // (2 * height - 2 - ground)}"
        canvas.wash(0, p - first, canvas.width, 1, paint)


def pilaster(canvas: Canvas, hall: int, height: int, first: int) -> None:
    """A pilaster in the first column."""
    for p in range(max(first, 2), horizon(height) - 1):
        canvas.dot(0, p - first, f"wall.{hall}-{18 - 18 * p // height // 2}" if hall != KING else "gold-52")


def light(canvas: Canvas, x: int, first: int) -> None:
    """A light on the wall at column ``x``; what falls beside the canvas is lost."""
    for dx, p, strength in _SCONCE:
        if p + 2 >= first:
            canvas.stamp(x + dx, p + 2 - first, ("z",), inks_of(""), strength)


def ornament(canvas: Canvas, hall: int, height: int, first: int) -> None:
    """What hangs in the middle of a wall that is high enough."""
    picture = _ORNAMENTS[hall]
    if horizon(height) - 4 >= len(picture) + 1 - 2 and canvas.width >= 7:
        canvas.stamp((canvas.width - 5) // 2, 3 - first, picture, inks_of(""), 34)


def parquet(canvas: Canvas, height: int, first: int, at: int) -> None:
    """A dark joint or two in the floor."""
    for n, p in enumerate(range(horizon(height) + 1, 2 * height - 3, 2)):
        canvas.stamp((3 * at + 5 * n + 1) % max(1, canvas.width), p - first, ("k",), inks_of(""), 22)


def night(canvas: Canvas, sky: int, height: int) -> None:
    """A sky of ``sky`` rows of pixels above a lawn, down to ``height`` rows of cells."""
    for p in range(sky):
        canvas.wash(0, p, canvas.width, 1, f"night~sky@{100 * p // max(1, sky)}")
    for p in range(sky, 2 * height):
        canvas.wash(0, p, canvas.width, 1, f"lawn-{35 * (p - sky) // max(1, 2 * height - sky)}")


def stars(canvas: Canvas, sky: int) -> None:
    """Stars in the upper part of a sky, below its first row of cells."""
    for n in range(canvas.width * sky // 40):
        at = (17 * n + 5) % max(1, canvas.width), 2 + (7 * n + n // 3) % max(1, sky - 3)
        canvas.dot(*at, "sky+38" if n % 3 else "star-30")
