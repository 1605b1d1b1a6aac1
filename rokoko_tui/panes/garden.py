"""The garden by night: fireworks, statues, fountain and all-halls spaces, as a picture, a grid or a list by size."""

from collections.abc import Hashable, Sequence
from functools import partial

from rokoko_core.box import Box
from rokoko_tui.art import garden_picture, scenery, symbols
from rokoko_tui.art.canvas import Canvas
from rokoko_tui.art.garden_spaces import (
    ALL_HALLS,
    KINDS,
    LAWN_PAINT,
    SKY_PAINT,
    GardenSpace,
    draw_garden_space,
    filter_by_kind,
    list_garden_spaces,
)
from rokoko_tui.art.majorities import fireworks_majority, wordings
from rokoko_tui.art.room_labels import Part, first_that_fits, total_width, write_parts
from rokoko_tui.text.cells import truncate

LEAST_HEIGHT = 5
NARROW, NAMES = 21, 9
"""Columns of the narrowest grid, and of the names of its rows."""
SHORT, TIGHT = 4, 3
"""Columns of short row names; they are used where a space would else have fewer than TIGHT columns."""
_FOUNTAIN = 2
"""The row of a grid that shows both rows of the fountain."""


def garden_height(box: Box, width: int, height: int) -> int:
    """Return the rows the garden takes of ``height``; a narrow one lists its kinds below each other."""
    if width >= NARROW:
        return max(LEAST_HEIGHT, height)
    on_a_line = max(1, width // 3)
    counts = [sum(d.kind is kind for d in box.decorations) for kind in KINDS] + [len(box.all_halls)]
    return 1 + sum(1 + -(-n // on_a_line) for n in counts)


def draw_garden(canvas: Canvas, x: int, y: int, width: int, height: int) -> None:
    """Draw the garden in a block of the canvas."""
    plots = tuple(list_garden_spaces(canvas))
    majority = fireworks_majority(canvas.state, canvas.box, canvas.scene.view.seat)
    key: Hashable = ("garden", canvas.state.setup, canvas.scene.view.seat, majority, plots)
    canvas.draw_block(x, y, width, height, key, partial(_garden, plots=plots))


def _garden(canvas: Canvas, plots: Sequence[GardenSpace]) -> None:
    width, height = canvas.width, canvas.height
    if width < NARROW:
        _list(canvas, plots)
    elif (
        canvas.scene.pictures
        and width >= garden_picture.least_width(canvas.box)
        and height >= garden_picture.LEAST_HEIGHT
    ):
        garden_picture.draw_garden_picture(canvas, plots, height, _head(canvas, width * 2 // 3))
    else:
        _grid(canvas, plots, height)


def _head(canvas: Canvas, width: int) -> int:
    """Write the name of the garden and the leader of the fireworks; return the next column."""
    majority = fireworks_majority(canvas.state, canvas.box, canvas.scene.view.seat)
    say, title = canvas.words.say, canvas.ink("title")
    names: list[Part] = [(say("panes.decorations.lead"), title), (say("panes.decorations.garden"), title)]
    parts = first_that_fits(width - 2, list(wordings(canvas, names, majority)))
    canvas.fill(0, 0, min(width, total_width(parts) + 2), 1, SKY_PAINT)
    after = write_parts(canvas, 1 if canvas.scene.pictures else 0, 0, parts, width - 1) + 1
    if not canvas.scene.pictures:
        canvas.put(after, 0, "─" * (canvas.width - after), "dim")
    return after


# ---- as a grid


def _rows(plots: Sequence[GardenSpace]) -> list[tuple[str, str, list[GardenSpace]]]:
    """Return (name, paint, spaces) of each row of the grid."""
    return [
        ("fireworks", "flame+20", filter_by_kind(plots, KINDS[0])),
        ("statues", "stone", filter_by_kind(plots, KINDS[1])),
        ("fountain", "water+20", filter_by_kind(plots, *KINDS[2:])),
        ("halls", "title", filter_by_kind(plots, ALL_HALLS)),
    ]


def _grid(canvas: Canvas, plots: Sequence[GardenSpace], height: int) -> None:
    """Draw a row for each kind below a sky with the fireworks."""
    width, lines = canvas.width, _rows(plots)
    columns = max(len(line) for _, _, line in lines)
    tight = (width - NAMES) // columns < TIGHT
    column = (width - (SHORT if tight else NAMES)) // columns
    names = width - column * columns
    sky = height - len(lines)
    scenery.paint_sky_and_lawn(canvas, 2 * sky + 2, height)
    scenery.paint_stars(canvas, 2 * sky)
    edges = [names + column * n for n in range(columns + 1)]
    for n, plot in enumerate(lines[0][2]):
        garden_picture.draw_burst(canvas, edges[n], column, sky, plot, n)
    _head(canvas, min(width, edges[-1]))
    for n, (name, paint, line) in enumerate(lines):
        y, ground = sky + n, SKY_PAINT if n == 0 else LAWN_PAINT
        canvas.fill(0, y, names, 1, ground)
        role = f"^{paint} strong" if canvas.scene.pictures else "label"
        label = canvas.words.say(f"panes.decorations.{name}{'-least' if tight else ''}")
        canvas.put(0, y, truncate(label, names), role)
        canvas.fill(names, y, width - names, 1, ground)
        for at, plot in enumerate(line):
            x, width_of_cell = edges[at], edges[at + 1] - edges[at]
            gap = int(width_of_cell > 2)
            if n == _FOUNTAIN and width_of_cell > 4 and at in (0, len(line) // 2):
                half = symbols.fountain_halves(canvas.words)[bool(at)]
                x, width_of_cell = canvas.put(x, y, half, canvas.ink("name")), width_of_cell - 1
            draw_garden_space(canvas, x, y, width_of_cell - gap, plot, f"{ground}~cream@{5 + 6 * (at % 2)}")


def _list(canvas: Canvas, plots: Sequence[GardenSpace]) -> None:
    """Draw the kinds below each other."""
    canvas.fill(0, 0, canvas.width, canvas.height, LAWN_PAINT)
    _head(canvas, canvas.width)
    y, on_a_line = 1, max(1, canvas.width // 3)
    names: dict[str, str] = {kind: symbols.decoration_label(canvas.words, kind) for kind in KINDS}
    for kind, name in (names | {ALL_HALLS: canvas.words.term(ALL_HALLS)}).items():
        canvas.put(0, y, name[:1].upper() + name[1:], canvas.ink("title"), canvas.width)
        y += 1
        line = filter_by_kind(plots, kind)
        for n, plot in enumerate(line):
            at = (n % on_a_line) * 3
            ground = f"{LAWN_PAINT}~cream@{5 + 6 * (n % 2)}"
            draw_garden_space(canvas, at, y + n // on_a_line, min(3, canvas.width), plot, ground)
        y += -(-len(line) // on_a_line)
