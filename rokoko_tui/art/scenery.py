"""Backgrounds: frames, walls, floors, night sky and lawn of the palace, and the alcove behind a dress."""

from textual.geometry import Region

from rokoko_tui.art.canvas import Canvas
from rokoko_tui.art.pixels import Rows, gallery, inks_of
from rokoko_tui.data_files import load_table

KINGS_HALL = 1
"""The king's hall, which has gold edges."""
PLATE = 2
"""Pixel rows of the plates on top of a hall, which guest spaces leave out."""
_DOUBLE, _SINGLE = ("╔", "═", "╗", "║", "╚", "╝"), ("┌", "─", "┐", "│", "└", "┘")
_SCONCE = ((0, 1, 60), (0, 2, 100), (0, 3, 45), (1, 2, 28), (-1, 2, 28))
"""Pixels of a light on the wall: column, row, opacity in per cent."""
_ORNAMENTS: dict[int, Rows] = {
    int(hall): gallery(picture)[0] for hall, picture in load_table(__file__, "ornaments").items()
}
"""Wall ornaments by hall: gilded panel, window, painting, mirror, books."""


def _floor_start(height: int) -> int:
    """Return the first pixel row of the floor in a hall of ``height`` rows."""
    return 2 * height - 2 - max(3, (2 * height - 2) * 2 // 5)


def frame_paint(hall: int) -> str:
    return "gold-12" if hall == KINGS_HALL else f"wall.{hall}+35"


def plate_paint(hall: int) -> str:
    """Return the paint behind texts on the wall."""
    return f"wall.{hall}-55"


def base_paint(hall: int) -> str:
    """Return the paint behind texts along the floor."""
    return f"wall.{hall}-66"


def draw_frame(canvas: Canvas, hall: int, top: int, height: int, right: int, first: bool) -> None:
    width, last = canvas.width, top + height - 1
    if not canvas.scene.pictures:
        _draw_frame_in_lines(canvas, hall, top, last, right, first)
        return
    if first:
        for p in range(2):
            canvas.wash(0, p, width, 1, f"wall.{hall}-30")
        canvas.wash(0, 0, width, 1, frame_paint(hall))
    canvas.fill(Region(0, top + 1, 1, height - 1), frame_paint(hall))
    canvas.fill(Region(0, top, 1, 1), frame_paint(hall))
    if right:
        begin = top + (not first)
        canvas.fill(Region(width - 1, begin, 1, last - begin + 1), f"{frame_paint(hall)}~ink@24")


def _draw_frame_in_lines(canvas: Canvas, hall: int, top: int, last: int, right: int, first: bool) -> None:
    top_left, _, top_right, side, bottom_left, bottom_right = frame_signs(hall)
    edges = [(0, top_left, bottom_left), *([(canvas.width - 1, top_right, bottom_right)] if right else [])]
    for x, upper, lower in edges:
        if first:
            canvas.put(x, top, upper, "dim")
        for y in range(top + 1, last):
            canvas.put(x, y, side, "dim")
        canvas.put(x, last, lower, "dim")


def frame_signs(hall: int) -> tuple[str, ...]:
    return _DOUBLE if hall == KINGS_HALL else _SINGLE


def paint_wall_and_floor(canvas: Canvas, hall: int, height: int) -> None:
    """Paint wall and floor of a hall of ``height`` rows without the row of the plates."""
    ground = _floor_start(height)
    floor = "floor.king" if hall == KINGS_HALL else "floor"
    for p in range(PLATE, 2 * height - 2):
        if p < ground - 1:
            paint = f"wall.{hall}-{30 - 30 * p // ground}"
        elif p == ground - 1:
            paint = f"wall.{hall}+20"
        else:
            paint = f"{floor}-{45 * (p - ground) // (2 * height - 2 - ground)}"
        canvas.wash(0, p - PLATE, canvas.width, 1, paint)


def paint_pilaster(canvas: Canvas, hall: int, height: int) -> None:
    """Paint a pilaster in the first column."""
    for p in range(PLATE, _floor_start(height) - 1):
        canvas.dot(0, p - PLATE, f"wall.{hall}-{18 - 18 * p // height // 2}" if hall != KINGS_HALL else "gold-52")


def paint_light(canvas: Canvas, x: int) -> None:
    """Paint a wall light at column ``x``; parts outside of the canvas are cut."""
    for dx, p, strength in _SCONCE:
        canvas.stamp(x + dx, p, ("z",), inks_of(""), strength)


def paint_ornament(canvas: Canvas, hall: int, height: int) -> None:
    """Paint the ornament in the middle of a wall that is large enough."""
    picture = _ORNAMENTS[hall]
    if _floor_start(height) - 3 >= len(picture) and canvas.width >= 7:
        canvas.stamp((canvas.width - 5) // 2, 3 - PLATE, picture, inks_of(""), 34)


def paint_parquet(canvas: Canvas, height: int, offset: int) -> None:
    """Paint dark joints in the floor; ``offset`` varies their columns."""
    for n, p in enumerate(range(_floor_start(height) + 1, 2 * height - 3, 2)):
        canvas.stamp((3 * offset + 5 * n + 1) % max(1, canvas.width), p - PLATE, ("k",), inks_of(""), 22)


def paint_sky_and_lawn(canvas: Canvas, sky: int, height: int) -> None:
    """Paint ``sky`` pixel rows of night sky, and lawn below it down to ``height`` rows of cells."""
    for p in range(sky):
        canvas.wash(0, p, canvas.width, 1, f"night~sky@{100 * p // max(1, sky)}")
    for p in range(sky, 2 * height):
        canvas.wash(0, p, canvas.width, 1, f"lawn-{35 * (p - sky) // max(1, 2 * height - sky)}")


def paint_stars(canvas: Canvas, sky: int) -> None:
    """Paint stars into a sky of ``sky`` pixel rows, below its first row of cells."""
    for n in range(canvas.width * sky // 40):
        x, p = (17 * n + 5) % max(1, canvas.width), 2 + (7 * n + n // 3) % max(1, sky - 3)
        canvas.dot(x, p, "sky+38" if n % 3 else "star-30")


# ---- the alcove: wall and floor, and with enough height a curtain and a pedestal

FLOOR = 3
"""Minimum rows of an alcove with a floor."""
CURTAIN = 2
"""Minimum free rows above a figure for a curtain."""
PEDESTAL = 5
"""Minimum free rows above a figure for a pedestal."""


def draw_alcove(canvas: Canvas, y: int, columns: int, rows: int) -> None:
    """Draw an alcove in the left ``columns`` from row ``y`` on."""
    top, pixels = 2 * y, 2 * rows
    for p in range(pixels):
        canvas.wash(0, top + p, columns, 1, f"niche~alcove@{8 + 72 * p // pixels}")
    if rows < FLOOR:
        return
    for x in (0, columns - 1):
        canvas.dot(x, top, "alcove")
    canvas.wash(0, top + pixels - 2, columns, 1, "floor+10")
    canvas.wash(0, top + pixels - 1, columns, 1, "floor-18")


def draw_stage(canvas: Canvas, y: int, alcove: tuple[int, int], figure: tuple[int, int]) -> int:
    """Draw curtain and pedestal from row ``y`` on; return the row below the feet of the figure.

    ``alcove`` and ``figure`` are their columns and rows.
    """
    (columns, rows), (wide, high) = alcove, figure
    spare = rows - high
    if not canvas.scene.pictures or spare < CURTAIN:
        return y + rows
    _draw_curtain(canvas, 2 * y, columns, 2 * rows - 2)
    if spare < PEDESTAL:
        return y + rows
    left, top = (columns - wide) // 2 - 1, 2 * (y + rows - 2)
    canvas.wash(left, top, wide + 2, 1, "stone-18")
    for p, shade in enumerate((44, 52, 60), top + 1):
        canvas.wash(left + 1, p, wide, 1, f"stone-{shade}")
    return y + rows - 2


def _draw_curtain(canvas: Canvas, top: int, columns: int, high: int) -> None:
    """Draw wine-red cloth in swags along the upper edge and down both sides."""
    for x in range(columns):
        fold = "+12" if x % 4 == 1 else "-24" if x % 4 == 3 else ""
        for p in range(3 + (x % 8 in (3, 4, 5)) + (x % 8 == 4)):
            canvas.dot(x, top + p, f"wall.1{fold}")
    canvas.wash(0, top, columns, 1, "gold-46")
    sides = 2 if columns >= 14 else 1
    for n in range(sides):
        for p in range(1, high):
            shade = 8 + 34 * p // high + (14 if n else 0)
            for x in (n, columns - 1 - n):
                canvas.dot(x, top + p, "gold-34" if p == high * 2 // 3 else f"wall.1-{shade}")
