"""The garden as a picture: fireworks over the terrace, statues and the fountain, with owners and prices below."""

from collections.abc import Sequence

from rich.cells import cell_len

from rokoko_core.box import Box
from rokoko_core.state import NOBODY
from rokoko_tui.art import scenery, symbols
from rokoko_tui.art.canvas import Canvas
from rokoko_tui.art.figures.garden import STAGES, STATUE, firework, fountain
from rokoko_tui.art.figures.shape import Figure, Size
from rokoko_tui.art.garden_spaces import (
    ALL_HALLS,
    KINDS,
    LAWN_PAINT,
    SKY_PAINT,
    GardenSpace,
    draw_garden_space,
    filter_by_kind,
    owner_paint,
)
from rokoko_tui.art.room_labels import draw_label, silk, total_width
from rokoko_tui.art.room_labels import mark as owner_mark
from rokoko_tui.text.cells import truncate

_OVERLAP = 2
"""Columns by which fireworks may exceed their own."""
LEAST_HEIGHT = 6
_CAPTIONS_FROM = 9
"""Minimum rows of a picture with captions."""
_BURST_HEIGHTS = (2, 0, 3, 1, 4, 1)
"""Distance of successive bursts from the top of the sky, in quarters."""
_COLUMNS = {KINDS[0]: 5, KINDS[1]: 4, KINDS[2]: 5}
"""Minimum columns of a space; the two rows of the fountain share their columns."""
_NAMES = 9
"""Columns of the names of the fountain's rows."""


def least_width(box: Box) -> int:
    """Return the minimum columns of the picture."""
    return sum(_COLUMNS.get(d.kind, 0) for d in box.decorations) + _NAMES + 4


def draw_garden_picture(canvas: Canvas, spaces: Sequence[GardenSpace], height: int, after: int) -> None:
    """Draw the picture in the whole canvas; the first row is free from column ``after`` on."""
    width, captions = canvas.width, int(height >= _CAPTIONS_FROM)
    foot = height - 2 - captions
    scenery.paint_sky_and_lawn(canvas, 2 * max(2, foot * 3 // 5), height)
    scenery.paint_stars(canvas, foot)
    _draw_bonus(canvas, filter_by_kind(spaces, ALL_HALLS), after)
    lines = [filter_by_kind(spaces, kind) for kind in KINDS]
    widths = _distribute(width, [len(line) * columns for line, columns in zip(lines, _COLUMNS.values(), strict=False)])
    edges = [1, 2 + widths[0], 3 + widths[0] + widths[1]]
    canvas.fill(0, foot, width, height - foot, LAWN_PAINT)
    _draw_fireworks(canvas, edges[0], widths[0], foot, lines[0])
    _draw_statues(canvas, edges[1], widths[1], foot, lines[1])
    _draw_fountain(canvas, edges[2], width - edges[2] - 1, foot, lines[2:])
    if captions:
        _draw_captions(canvas, height - 1, [*edges, width])


def _distribute(width: int, least: list[int]) -> list[int]:
    """Return the columns of fireworks, statues and fountain spaces, each at least ``least``."""
    spare = width - sum(least) - _NAMES - 4
    return [share + spare * share // (sum(least) + _NAMES) for share in least]


def _columns(x: int, width: int, count: int) -> list[tuple[int, int]]:
    """Return first column and width of ``count`` cells, with gaps between wide ones."""
    edges = [x + width * n // count for n in range(count + 1)]
    return [(edges[n], edges[n + 1] - edges[n] - int(width // count > 3)) for n in range(count)]


def _draw_bonus(canvas: Canvas, spaces: Sequence[GardenSpace], x: int) -> None:
    """Draw the all-halls bonus at the end of the first row."""
    width = 4 * len(spaces) + (len(spaces) - 1)
    start = canvas.width - width - 1
    name = canvas.words.say("panes.decorations.halls")
    if start - x > total_width([(name, "")]) + 1:
        canvas.right(start - 1, 0, name, canvas.ink("soft"))
    for n, space in enumerate(spaces):
        draw_garden_space(canvas, start + 5 * n, 0, 4, space, f"{SKY_PAINT}~cream@{6 + 6 * (n % 2)}")


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


def _draw_fireworks(canvas: Canvas, x: int, width: int, foot: int, spaces: Sequence[GardenSpace]) -> None:
    """Draw bursts, prices below, and the dresses that would move to this terrace now (END-6)."""
    for n, (space, (left, cell_width)) in enumerate(zip(spaces, _columns(x, width, len(spaces)), strict=True)):
        draw_burst(canvas, left, cell_width, foot, space, n)
        draw_garden_space(
            canvas,
            left,
            foot,
            cell_width,
            space._replace(moved=None),
            f"{LAWN_PAINT}~cream@{4 + 5 * (n % 2)}",
            rows=foot,
        )
        if space.moved is not None:
            parts = [silk(canvas, space.moved[0]), (symbols.prestige(space.moved[1]), canvas.ink("star"))]
            draw_label(canvas, left, foot + 1, cell_width, None, parts, LAWN_PAINT)
        canvas.add_spot(space.piece, left, foot + 1, cell_width, sign=False, drawn=True)
    if not any(space.moved for space in spaces):
        canvas.put(x, foot + 1, truncate(canvas.words.say("panes.decorations.fireworks"), width), canvas.ink("soft"))


def _draw_statues(canvas: Canvas, x: int, width: int, foot: int, spaces: Sequence[GardenSpace]) -> None:
    """Draw funded statues in the owner's paint, and empty plinths for the others."""
    for n, (space, (left, cell_width)) in enumerate(zip(spaces, _columns(x, width, len(spaces)), strict=True)):
        size = largest_size(STATUE, cell_width + 1, foot - 1)
        if size is not None:
            columns, rows = STATUE.size(size)
            start = left + max(0, cell_width - columns) // 2
            if space.owner == NOBODY:
                canvas.wash(start, 2 * foot - 2, min(columns, cell_width), 2, "stone-62")
            else:
                mark, role = owner_mark(canvas, space.owner)
                canvas.draw_figure(start, foot - rows, STATUE, size, owner_paint(canvas, space.owner), mark, role)
        draw_garden_space(canvas, left, foot, cell_width, space, f"{LAWN_PAINT}~cream@{4 + 5 * (n % 2)}", rows=foot)
    canvas.put(x, foot + 1, truncate(canvas.words.say("panes.decorations.statues"), width), canvas.ink("soft"))


def _draw_fountain(canvas: Canvas, x: int, width: int, foot: int, lines: Sequence[Sequence[GardenSpace]]) -> None:
    """Draw the two basins of the fountain side by side above the two rows of spaces."""
    basins = [fountain(), fountain(lower=True)]
    size = largest_size(basins[0], width // 2, foot - 1)
    for n, figure in enumerate(basins):
        if size is not None:
            columns, rows = figure.size(size)
            start = x + n * width // 2 + (width // 2 - columns) // 2
            canvas.draw_figure(start, foot - rows, figure, size, "water", role=canvas.ink("soft"))
    say = canvas.words.say
    for y, line, name in zip((foot, foot + 1), lines, ("fountain", "below"), strict=True):
        canvas.put(x, y, truncate(say(f"panes.decorations.{name}"), _NAMES - 1), canvas.ink("soft"))
        cells = _columns(x + _NAMES, width - _NAMES, len(line))
        for n, (space, (left, cell_width)) in enumerate(zip(line, cells, strict=True)):
            draw_garden_space(canvas, left, y, cell_width, space, f"{LAWN_PAINT}~cream@{4 + 5 * (n % 2)}")


def _draw_captions(canvas: Canvas, y: int, edges: Sequence[int]) -> None:
    """Write what fireworks, statues and fountain bring, if it fits."""
    say = canvas.words.say
    for n, key in enumerate(("terrace", "statue-worth", "income")):
        available = edges[n + 1] - edges[n] - 1
        texts = (say(f"panes.decorations.{key}"), say(f"panes.decorations.{key}-short"))
        canvas.put(edges[n], y, next((text for text in texts if cell_len(text) <= available), ""), canvas.ink("soft"))
