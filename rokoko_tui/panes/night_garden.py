"""The picture of the garden: bursts over the terrace, statues on the lawn, the fountain; who has what below."""

from collections.abc import Sequence
from functools import cache

from rich.cells import cell_len

from rokoko_core.box import Box
from rokoko_core.state import NOBODY
from rokoko_tui.drawing import symbols
from rokoko_tui.drawing.canvas import Canvas, inks_of
from rokoko_tui.drawing.cells import fit
from rokoko_tui.drawing.figures.shape import Rows, rows
from rokoko_tui.panes import scenery
from rokoko_tui.panes.labels import label, length, silk, soft, tone
from rokoko_tui.panes.plots import ALL_HALLS, KINDS, LAWN, SKY, Plot, draw_cell, of_kind, paint_of

LEAST_HEIGHT = 6
_CAPTIONS_FROM = 9
_HIGH = (2, 0, 3, 1, 4, 1)
"""How low in the sky one burst after the other is, in quarters."""
_COLUMNS = {KINDS[0]: 5, KINDS[1]: 4, KINDS[2]: 5}
"""Columns a space has at least; the fountain's rows stand one below the other, behind their names."""
_NAMES = 9
_STATUES: tuple[Rows, ...] = (
    rows("""
.uU.
.uU.
.uU.
.uU.
BBdd
DDDD
"""),
    rows("""
.uu.
.uU.
uuU.
uuUU
u.UU
.uU.
.uUU
uuUU
uuUU
BBdd
BBdd
DDDD
"""),
    rows("""
...uu...
..uuUU..
..uuUU..
...uU...
.uuuUUU.
uu.uU.UU
.u.uU.U.
...uUU..
..uuUU..
..uuUUU.
.BBBddd.
BBBBdddd
"""),
)
_FOUNTAINS: tuple[Rows, ...] = (
    rows("""
......m......
..m..mmm..m..
.m.m..m..m.m.
.m..uuuuu..m.
.uMmMmmmMmMu.
..UUUUUUUUU..
"""),
    rows("""
...........m...........
.......m..mmm..m.......
......m.m..m..m.m......
.....m...mmmmm...m.....
.....m..uuuuuuu..m.....
...m.....UUUUU.....m...
..m.m.....uUU.....m.m..
.m...m...muUUm...m...m.
.m..uuuuuuuuuuuuuuu..m.
.uMmMmmMmmmMmMmmMmmMmu.
.uumMmmmMmmmMmmmMmmmuU.
...UUUUUUUUUUUUUUUUU...
"""),
)
"""A statue on a plinth in its owner's colour, and the fountain, small and large."""


def least_width(box: Box) -> int:
    """Columns from which the garden can be a picture."""
    return sum(_COLUMNS.get(d.kind, 0) for d in box.decorations) + _NAMES + 4


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
    return [(edges[n], edges[n + 1] - edges[n] - int(width // count > 4)) for n in range(count)]


def _bonus(canvas: Canvas, plots: Sequence[Plot], x: int) -> None:
    """The all-halls bonus at the end of the first row."""
    room = 4 * len(plots) + (len(plots) - 1)
    start = canvas.width - room - 1
    name = canvas.words.say("panes.decorations.halls")
    if start - x > length([(name, "")]) + 1:
        canvas.right(start - 1, 0, name, soft(canvas))
    for n, plot in enumerate(plots):
        draw_cell(canvas, start + 5 * n, 0, 4, plot, f"{SKY}~cream@{6 + 6 * (n % 2)}")


def burst(canvas: Canvas, x: int, rows_of_sky: int, radius: int, plot: Plot, n: int) -> None:
    """Fireworks in the colour of whoever funded them around column ``x``, within so many rows of sky."""
    if plot.owner == NOBODY or not canvas.scene.pictures:
        return
    paint = paint_of(canvas, plot.owner)
    middle = min(2 * rows_of_sky - 1, radius + _HIGH[n % len(_HIGH)] * max(0, 2 * rows_of_sky - 4 * radius) // 4 + 1)
    for dx, dy, strength in _rays(radius):
        if 0 <= middle + dy < 2 * rows_of_sky:
            canvas.stamp(x + dx, middle + dy, ("B",), {"B": paint}, strength)
    canvas.dot(x, middle, f"{paint}+60")


@cache
def _rays(radius: int) -> tuple[tuple[int, int, int], ...]:
    """Column, row and strength of the sparks of a burst: eight rays that fade, and sparks between their ends."""
    found = []
    for dx in range(-radius, radius + 1):
        for dy in range(-radius, radius + 1):
            far = (dx * dx + dy * dy) ** 0.5
            straight = dx == 0 or dy == 0 or abs(dx) == abs(dy)
            between = far > radius - 0.8 and (dx + dy) % 2
            if 0 < far <= radius + 0.3 and (straight or between) and (far < 2 or (dx + dy) % 2 == 0 or between):
                found.append((dx, dy, int(95 - 55 * far / (radius + 1)) - (15 if between else 0)))
    return tuple(found)


def _fireworks(canvas: Canvas, x: int, width: int, foot: int, plots: Sequence[Plot]) -> None:
    """Bursts above, the prices below, and the dresses that would stand on this terrace now (END-6)."""
    for n, (plot, (left, room)) in enumerate(zip(plots, _columns(x, width, len(plots)), strict=True)):
        burst(canvas, left + room // 2, foot, max(1, min(room // 2, foot - 1)), plot, n)
        if canvas.scene.pictures:
            canvas.wash(left + room // 2, 2 * foot - 2, 1, 2, "wood")
        shown = plot._replace(moved=None)
        draw_cell(canvas, left, foot, room, shown, f"{LAWN}~cream@{4 + 5 * (n % 2)}", rows=foot)
        if plot.moved is not None:
            parts = [silk(canvas, plot.moved[0]), (symbols.prestige(plot.moved[1]), tone(canvas, "star"))]
            label(canvas, left, foot + 1, room, "", parts, LAWN)
        canvas.spot(plot.piece, left, foot + 1, room, sign=False, drawn=True)
    if not any(plot.moved for plot in plots):
        canvas.put(x, foot + 1, fit(canvas.words.say("panes.decorations.fireworks"), width), soft(canvas))


def _statues(canvas: Canvas, x: int, width: int, foot: int, plots: Sequence[Plot]) -> None:
    cells = _columns(x, width, len(plots))
    for n, (plot, (left, room)) in enumerate(zip(plots, cells, strict=True)):
        picture = _STATUES[(room >= 8 and foot >= 8) + (foot >= 8)]
        dye = "dusk" if plot.owner == NOBODY else paint_of(canvas, plot.owner)
        top = 2 * foot - len(picture)
        canvas.stamp(
            left + (room - len(picture[0])) // 2, top, picture, inks_of(dye), 100 if plot.owner != NOBODY else 62
        )
        draw_cell(canvas, left, foot, room, plot, f"{LAWN}~cream@{4 + 5 * (n % 2)}", rows=foot)
    canvas.put(x, foot + 1, fit(canvas.words.say("panes.decorations.statues"), width), soft(canvas))


def _fountain(canvas: Canvas, x: int, width: int, foot: int, lines: Sequence[Sequence[Plot]]) -> None:
    """The fountain with water for every marker in it, above its two rows of spaces."""
    picture = _FOUNTAINS[int(width >= 24 and foot >= 8)]
    canvas.stamp(x + (width - len(picture[0])) // 2, 2 * foot - len(picture), picture, inks_of(""))
    say = canvas.words.say
    for y, line, name in zip((foot, foot + 1), lines, ("fountain", "below"), strict=True):
        canvas.put(x, y, fit(say(f"panes.decorations.{name}"), _NAMES - 1), soft(canvas))
        for n, (plot, (left, room)) in enumerate(
            zip(line, _columns(x + _NAMES, width - _NAMES, len(line)), strict=True)
        ):
            draw_cell(canvas, left, y, room, plot, f"{LAWN}~cream@{4 + 5 * (n % 2)}")


def _captions(canvas: Canvas, y: int, edges: Sequence[int]) -> None:
    """What each of them brings, where there is room to say so."""
    say = canvas.words.say
    for n, key in enumerate(("terrace", "statue-worth", "income")):
        room = edges[n + 1] - edges[n] - 1
        texts = (say(f"panes.decorations.{key}"), say(f"panes.decorations.{key}-short"))
        canvas.put(edges[n], y, next((text for text in texts if cell_len(text) <= room), ""), soft(canvas))
