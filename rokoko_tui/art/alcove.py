"""The alcove behind a dress: wall and floor, and with enough height a curtain and a pedestal."""

from rokoko_tui.art.canvas import Canvas

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
        canvas.wash(0, top + p, columns, 1, f"niche~card@{8 + 72 * p // pixels}")
    if rows < FLOOR:
        return
    for x in (0, columns - 1):
        canvas.dot(x, top, "card")
    canvas.wash(0, top + pixels - 2, columns, 1, "floor+10")
    canvas.wash(0, top + pixels - 1, columns, 1, "floor-18")


def draw_stage(canvas: Canvas, y: int, columns: int, rows: int, wide: int, high: int) -> int:
    """Draw curtain and pedestal for a figure of ``wide`` columns and ``high`` rows; return the row below its feet."""
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
