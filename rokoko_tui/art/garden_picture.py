"""The picture of the garden: bursts over the terrace, statues on the lawn, the fountain; who has what below."""

from collections.abc import Sequence

from rich.cells import cell_len

from rokoko_core.box import Box
from rokoko_core.state import NOBODY
from rokoko_tui.art import scenery, symbols
from rokoko_tui.art.canvas import Canvas
from rokoko_tui.art.figures.garden import STAGES, STATUE, firework, fountain
from rokoko_tui.art.figures.shape import Figure, Size
from rokoko_tui.art.garden_spaces import ALL_HALLS, KINDS, LAWN, SKY, Plot, draw_cell, of_kind, paint_of
from rokoko_tui.art.room_labels import label, length, silk
from rokoko_tui.art.room_labels import mark as owner_mark
from rokoko_tui.text.cells import fit

REACH = 2
"""Columns by which fireworks may burst beyond their own."""
LEAST_HEIGHT = 6
_CAPTIONS_FROM = 9
_HIGH = (2, 0, 3, 1, 4, 1)
"""How low in the sky one burst after the other is, in quarters."""
_COLUMNS = {KINDS[0]: 5, KINDS[1]: 4, KINDS[2]: 5}
"""Columns a space has at least; the fountain's rows stand one below the other, behind their names."""
_NAMES = 9


def least_width(box: Box) -> int:
    """Columns from which the garden can be a picture."""
    return sum(_COLUMNS.get(d.kind, 0) for d in box.decorations) + _NAMES + 4


def fits(canvas: Canvas, height: int) -> bool:
    """Whether there is room for the picture; there is none where things are drawn in lines."""
    return canvas.scene.pictures and canvas.width >= least_width(canvas.box) and height >= LEAST_HEIGHT


def draw(canvas: Canvas, plots: Sequence[Plot], height: int, after: int) -> None:
    """Draw the picture in the whole canvas; in its first row from column ``after`` on."""
    width, captions = canvas.width, int(height >= _CAPTIONS_FROM)
    foot = height - 2 - captions
    scenery.night(canvas, 2 * max(2, foot * 3 // 5), height)
    scenery.stars(canvas, foot)
    _bonus(canvas, of_kind(plots, ALL_HALLS), after)
    lines = [of_kind(plots, kind) for kind in KINDS]
    widths = _shares(width, [len(lines[0]) * 5, len(lines[1]) * 4, len(lines[2]) * 5])
    edges = [1, 2 + widths[0], 3 + widths[0] + widths[1]]
    canvas.fill(0, foot, width, height - foot, LAWN)
    _fireworks(canvas, edges[0], widths[0], foot, lines[0])
    _statues(canvas, edges[1], widths[1], foot, lines[1])
    _fountain(canvas, edges[2], width - edges[2] - 1, foot, lines[2:])
    if captions:
        _captions(canvas, height - 1, [*edges, width])


def _shares(width: int, least: list[int]) -> list[int]:
    spare = width - sum(least) - _NAMES - 4
    return [share + spare * share // (sum(least) + _NAMES) for share in least]


def _columns(x: int, width: int, count: int) -> list[tuple[int, int]]:
    """First column and width of each of ``count`` cells, a blank between them where they are wide."""
    edges = [x + width * n // count for n in range(count + 1)]
    return [(edges[n], edges[n + 1] - edges[n] - int(width // count > 3)) for n in range(count)]


def _bonus(canvas: Canvas, plots: Sequence[Plot], x: int) -> None:
    """The all-halls bonus at the end of the first row."""
    room = 4 * len(plots) + (len(plots) - 1)
    start = canvas.width - room - 1
    name = canvas.words.say("panes.decorations.halls")
    if start - x > length([(name, "")]) + 1:
        canvas.right(start - 1, 0, name, canvas.ink("soft"))
    for n, plot in enumerate(plots):
        draw_cell(canvas, start + 5 * n, 0, 4, plot, f"{SKY}~cream@{6 + 6 * (n % 2)}")


def largest(figure: Figure, width: int, height: int) -> Size | None:
    """The largest size of ``figure`` in so many cells, if any."""
    sizes = (size for size in reversed(Size) if figure.size(size)[0] <= width and figure.size(size)[1] <= height)
    return next(sizes, None)


def burst(canvas: Canvas, x: int, width: int, sky: int, plot: Plot, n: int) -> None:
    """Fireworks over ``width`` columns from ``x`` on, in the paint of whoever funded them, in so many rows of sky.

    The first row is left to what is written there.
    """
    if plot.owner == NOBODY or sky < 2:
        return
    size, paint = largest(firework(), width + REACH, sky - 1), paint_of(canvas, plot.owner)
    middle = x + (width - 1) // 2
    if size is None:
        _glow(canvas, middle, sky + 1, max(1, min(width // 2, sky)), sky, paint)
        canvas.dot(middle, sky + 1, f"{paint}+60")
        return
    figure = firework(STAGES - 2 if size is Size.SMALL else STAGES - 1 - n % 2)
    columns, rows = figure.size(size)
    top = 1 + _HIGH[n % len(_HIGH)] * (sky - 1 - rows) // 4
    _glow(canvas, middle, 2 * top + rows - 1, min(rows, width // 2 + REACH), sky, paint)
    mark, role = owner_mark(canvas, plot.owner)
    canvas.figure(middle - (columns - 1) // 2, top, figure, size, paint, mark, role)


def _glow(canvas: Canvas, x: int, p: int, radius: int, sky: int, paint: str) -> None:
    """The light around a burst, fading; none in the first row and none on the ground."""
    for dy in range(-radius, radius + 1):
        for dx in range(-radius, radius + 1):
            far = (dx * dx + dy * dy) ** 0.5
            if far < radius + 0.3 and 2 <= p + dy < 2 * sky:
                canvas.stamp(x + dx, p + dy, ("B",), {"B": paint}, int(70 - 56 * far / (radius + 0.3)))


def _fireworks(canvas: Canvas, x: int, width: int, foot: int, plots: Sequence[Plot]) -> None:
    """Bursts above, the prices below, and the dresses that would stand on this terrace now (END-6)."""
    for n, (plot, (left, room)) in enumerate(zip(plots, _columns(x, width, len(plots)), strict=True)):
        burst(canvas, left, room, foot, plot, n)
        shown = plot._replace(moved=None)
        draw_cell(canvas, left, foot, room, shown, f"{LAWN}~cream@{4 + 5 * (n % 2)}", rows=foot)
        if plot.moved is not None:
            parts = [silk(canvas, plot.moved[0]), (symbols.prestige(plot.moved[1]), canvas.ink("star"))]
            label(canvas, left, foot + 1, room, "", parts, LAWN)
        canvas.spot(plot.piece, left, foot + 1, room, sign=False, drawn=True)
    if not any(plot.moved for plot in plots):
        canvas.put(x, foot + 1, fit(canvas.words.say("panes.decorations.fireworks"), width), canvas.ink("soft"))


def _statues(canvas: Canvas, x: int, width: int, foot: int, plots: Sequence[Plot]) -> None:
    """Each on a plinth in the paint of whoever funded it; bare plinths where nobody did."""
    for n, (plot, (left, room)) in enumerate(zip(plots, _columns(x, width, len(plots)), strict=True)):
        size = largest(STATUE, room + 1, foot - 1)
        if size is not None:
            columns, rows = STATUE.size(size)
            at = left + max(0, room - columns) // 2
            if plot.owner == NOBODY:
                canvas.wash(at, 2 * foot - 2, min(columns, room), 2, "stone-62")
            else:
                mark, role = owner_mark(canvas, plot.owner)
                canvas.figure(at, foot - rows, STATUE, size, paint_of(canvas, plot.owner), mark, role)
        draw_cell(canvas, left, foot, room, plot, f"{LAWN}~cream@{4 + 5 * (n % 2)}", rows=foot)
    canvas.put(x, foot + 1, fit(canvas.words.say("panes.decorations.statues"), width), canvas.ink("soft"))


def _fountain(canvas: Canvas, x: int, width: int, foot: int, lines: Sequence[Sequence[Plot]]) -> None:
    """The fountain, its two basins side by side, above the two rows of spaces."""
    basins = [fountain(), fountain(lower=True)]
    size = largest(basins[0], width // 2, foot - 1)
    for n, figure in enumerate(basins):
        if size is not None:
            columns, rows = figure.size(size)
            at = x + n * width // 2 + (width // 2 - columns) // 2
            canvas.figure(at, foot - rows, figure, size, "water", role=canvas.ink("soft"))
    say = canvas.words.say
    for y, line, name in zip((foot, foot + 1), lines, ("fountain", "below"), strict=True):
        canvas.put(x, y, fit(say(f"panes.decorations.{name}"), _NAMES - 1), canvas.ink("soft"))
        cells = _columns(x + _NAMES, width - _NAMES, len(line))
        for n, (plot, (left, room)) in enumerate(zip(line, cells, strict=True)):
            draw_cell(canvas, left, y, room, plot, f"{LAWN}~cream@{4 + 5 * (n % 2)}")


def _captions(canvas: Canvas, y: int, edges: Sequence[int]) -> None:
    """What each of them brings, where there is room to say so."""
    say = canvas.words.say
    for n, key in enumerate(("terrace", "statue-worth", "income")):
        room = edges[n + 1] - edges[n] - 1
        texts = (say(f"panes.decorations.{key}"), say(f"panes.decorations.{key}-short"))
        canvas.put(edges[n], y, next((text for text in texts if cell_len(text) <= room), ""), canvas.ink("soft"))
