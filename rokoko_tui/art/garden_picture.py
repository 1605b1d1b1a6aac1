"""The picture above the table of the garden: bursts of fireworks, statues and the fountain."""

from collections.abc import Sequence

from rokoko_core.box import Box
from rokoko_core.state import NOBODY
from rokoko_tui.art import scenery
from rokoko_tui.art.canvas import Canvas
from rokoko_tui.art.figures import STAGES, STATUE, Figure, Size, firework, fountain
from rokoko_tui.art.garden_spaces import KINDS, GardenSpace, filter_by_kind, owner_paint
from rokoko_tui.art.room_labels import mark as owner_mark

_OVERLAP = 2
"""Columns by which fireworks may exceed their own."""
LEAST_HEIGHT = 4
"""Rows of a picture with statues and fountain."""
ASIDE = 22
"""Columns of statues and fountain beside the fireworks."""
BASINS = 12
"""Least columns of the fountain."""
_BURST_HEIGHTS = (2, 0, 3, 1, 4, 1)
"""Distance of successive bursts from the top of the sky, in quarters."""
_COLUMNS = {KINDS[0]: 5, KINDS[1]: 4, KINDS[2]: 5}
"""Columns of a space in a garden with a picture; the two rows of the fountain share their columns."""
_NAMES = 15
"""Columns of names and gaps."""


def least_width(box: Box) -> int:
    """Return the minimum columns of a garden with statues and fountain in its picture."""
    return sum(_COLUMNS.get(d.kind, 0) for d in box.decorations) + _NAMES


def draw_scenery(canvas: Canvas, sky: int, x: int, spaces: Sequence[GardenSpace]) -> None:
    """Draw sky, stars and lawn in the rows above the table, and statues and fountain from column ``x`` on."""
    aside = canvas.width - x >= ASIDE and sky >= LEAST_HEIGHT
    scenery.paint_sky_and_lawn(canvas, 2 * max(2, sky * 3 // 5) if aside else 2 * sky + 2, canvas.height)
    scenery.paint_stars(canvas, sky if aside else 2 * sky)
    if aside:
        middle = min(x + (canvas.width - x) * 11 // 20, canvas.width - BASINS)
        _draw_statues(canvas, x, middle - x, sky, filter_by_kind(spaces, KINDS[1]))
        _draw_fountain(canvas, middle, canvas.width - middle, sky)


def largest_size(figure: Figure, width: int, height: int) -> Size | None:
    """Return the largest size of ``figure`` that fits, if any."""
    sizes = (size for size in reversed(Size) if figure.size(size)[0] <= width and figure.size(size)[1] <= height)
    return next(sizes, None)


def draw_burst(canvas: Canvas, x: int, width: int, sky: int, space: GardenSpace, n: int) -> None:
    """Draw the burst of funded fireworks above ``width`` columns, in ``sky`` rows; the first row stays free for text.

    ``n`` is the index of the space; it varies height and stage.
    """
    if space.owner == NOBODY or sky < 2:
        return
    size, paint = largest_size(firework(), width + _OVERLAP, sky - 1), owner_paint(canvas, space.owner)
    middle = x + (width - 1) // 2
    if size is None:
        _draw_glow(canvas, middle, sky + 1, max(1, min(width // 2, sky)), sky, paint)
        canvas.dot(middle, sky + 1, f"{paint}+60")
        return
    figure = firework(STAGES - 2 if size is Size.SMALL else STAGES - 1 - n % 2)
    columns, rows = figure.size(size)
    top = 1 + _BURST_HEIGHTS[n % len(_BURST_HEIGHTS)] * (sky - 1 - rows) // 4
    _draw_glow(canvas, middle, 2 * top + rows - 1, min(rows, width // 2 + _OVERLAP), sky, paint)
    mark, role = owner_mark(canvas, space.owner)
    canvas.draw_figure(middle - (columns - 1) // 2, top, figure, size, paint, mark, role)


def _draw_glow(canvas: Canvas, x: int, p: int, radius: int, sky: int, paint: str) -> None:
    """Draw the fading light around a burst, except in the first row and on the ground."""
    for dy in range(-radius, radius + 1):
        for dx in range(-radius, radius + 1):
            distance = (dx * dx + dy * dy) ** 0.5
            if distance < radius + 0.3 and 2 <= p + dy < 2 * sky:
                canvas.stamp(x + dx, p + dy, ("B",), {"B": paint}, int(70 - 56 * distance / (radius + 0.3)))


def _draw_statues(canvas: Canvas, x: int, width: int, sky: int, spaces: Sequence[GardenSpace]) -> None:
    """Draw funded statues in the owner's paint, and empty plinths for the others."""
    columns = width // max(1, len(spaces))
    size = largest_size(STATUE, columns + 1, sky - 1)
    for n, space in enumerate(spaces):
        if size is None:
            return
        figure_columns, rows = STATUE.size(size)
        start = x + n * columns + max(0, columns - figure_columns) // 2
        if space.owner == NOBODY:
            canvas.wash(start, 2 * sky - 2, min(figure_columns, columns - 1), 2, "stone-62")
        else:
            mark, role = owner_mark(canvas, space.owner)
            canvas.draw_figure(start, sky - rows, STATUE, size, owner_paint(canvas, space.owner), mark, role)


def _draw_fountain(canvas: Canvas, x: int, width: int, sky: int) -> None:
    """Draw the two basins of the fountain side by side."""
    basins = [fountain(), fountain(lower=True)]
    size = largest_size(basins[0], width // 2, sky - 1)
    for n, figure in enumerate(basins):
        if size is not None:
            columns, rows = figure.size(size)
            start = x + n * width // 2 + (width // 2 - columns) // 2
            canvas.draw_figure(start, sky - rows, figure, size, "water", role=canvas.ink("soft"))
