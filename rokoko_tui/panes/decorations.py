"""The garden by night: fireworks, statues, fountain and all-halls spaces, as a picture, a grid or a list by size."""

from collections.abc import Hashable, Sequence
from functools import partial

from textual.geometry import Region

from rokoko_core.box import Box
from rokoko_core.majorities import fireworks_majority
from rokoko_tui.art import room_labels, symbols
from rokoko_tui.art.canvas import Canvas
from rokoko_tui.art.garden import (
    ALL_HALLS,
    ASIDE,
    KINDS,
    LAWN_PAINT,
    LEAST_HEIGHT,
    SKY_PAINT,
    GardenSpace,
    caption_width,
    choose_lines,
    draw_burst,
    draw_garden_space,
    draw_line,
    draw_scenery,
    filter_by_kind,
    lay_out,
    least_width,
    line_edge,
    list_garden_spaces,
    name_width,
    needs_short_names,
)
from rokoko_tui.art.room_labels import cut_wordings, whole_wordings, worth_part
from rokoko_tui.art.scene import Drawing, Face, Scene
from rokoko_tui.panes import DRAWN, PaneSpec
from rokoko_tui.text.wording import Part

PRINTED = 11
"""Rows of a garden of unlimited height."""
LEAST_ROWS = 5
_EDGES = 2
"""Columns before and after the heading."""
NARROW = 21
"""Columns of the narrowest table."""


def garden_height(box: Box, width: int, height: int) -> int:
    """Return the rows the garden takes of ``height``; a narrow one lists its kinds below each other."""
    if width >= NARROW:
        return max(LEAST_ROWS, height)
    on_a_line = max(1, width // 3)
    counts = [sum(d.kind is kind for d in box.decorations) for kind in KINDS] + [len(box.all_halls)]
    return 1 + sum(1 + -(-n // on_a_line) for n in counts)


def draw_garden(canvas: Canvas, region: Region, in_signs: bool, titled: bool = False) -> None:
    """Draw the garden in a block of the canvas; below a title with its name it does not repeat that.

    ``in_signs``: what it takes to lead is in signs, as in the halls beside it.
    """
    spaces = tuple(list_garden_spaces(canvas))
    majority = fireworks_majority(canvas.state, canvas.box, canvas.scene.view.seat)
    key: Hashable = ("garden", canvas.state.setup, canvas.scene.view.seat, majority, spaces, titled, in_signs)
    names = _names(canvas)[1:] if titled else _names(canvas)
    draw = _list if region.width < NARROW else _table
    canvas.draw_block(region, key, partial(draw, spaces=spaces, names=names, in_signs=in_signs))


def needs_signs(canvas: Canvas, width: int) -> bool:
    """Return whether the need of the fireworks may not fit in words into the heading at some time of the game."""
    labels = (_names(canvas)[1], worth_part(canvas, canvas.box.fireworks_majority))
    return room_labels.needs_signs(canvas, [(labels, width - _EDGES)], in_hall=False)


def _names(canvas: Canvas) -> list[Part]:
    """Return the names of the garden among the halls."""
    names = canvas.words.say("panes.decorations.lead"), *canvas.words.wording("panes.decorations.fireworks")
    return [(name, canvas.ink("title")) for name in names]


def _head(canvas: Canvas, width: int, names: Sequence[Part], in_signs: bool) -> int:
    """Write a name, the longest that fits, and the leader of the fireworks; return the next column."""
    majority = fireworks_majority(canvas.state, canvas.box, canvas.scene.view.seat)
    texts = [*whole_wordings(canvas, names, majority, in_signs), *cut_wordings(canvas, names, majority)]
    after = canvas.put_parts(1 if canvas.scene.pictures else 0, 0, texts, width - _EDGES) + 1
    canvas.fill(Region(0, 0, min(width, after), 1), SKY_PAINT)
    if not canvas.scene.pictures:
        canvas.put(after, 0, "─" * (canvas.width - after), "dim")
    return after


# ---- as a table


def _table(canvas: Canvas, spaces: Sequence[GardenSpace], names: Sequence[Part], in_signs: bool) -> None:
    """Draw a row for each kind below a picture."""
    width, lines = canvas.width, choose_lines(canvas, spaces, canvas.height)
    sky, alone = canvas.height - len(lines), any(row.terrace for line in lines for row in line)
    picture = canvas.scene.pictures and sky >= LEAST_HEIGHT and width >= least_width(canvas.box)
    upper = [line for line in lines if line[0].name in ("fireworks", "terrace")]
    aligned, is_short = not needs_short_names(canvas, lines, alone), needs_short_names(canvas, upper, alone)
    x = name_width(canvas, lines if aligned else upper, is_short)
    beside = max(ASIDE * picture, 0 if is_short else caption_width(canvas, lines[0][0], x, alone))
    fireworks = lay_out(canvas, lines[0][0], x, width - beside, alone)
    after = fireworks[-1].x + fireworks[-1].width + 1
    draw_scenery(canvas, sky, after if picture else width, spaces)
    for n, cell in enumerate(fireworks):
        if cell.space is not None:
            draw_burst(canvas, Region(cell.x, 0, cell.width, sky), cell.space, n)
    _head(canvas, width, names, in_signs)
    for y, line in enumerate(lines, sky):
        if line in upper:
            draw_line(canvas, y, line, is_short, fireworks, alone)
        else:
            shortened = needs_short_names(canvas, [line], alone)
            start = max(x if aligned else 0, name_width(canvas, [line], shortened))
            draw_line(canvas, y, line, shortened, lay_out(canvas, line[0], start, line_edge(canvas, line)), alone)


def _list(canvas: Canvas, spaces: Sequence[GardenSpace], names: Sequence[Part], in_signs: bool) -> None:
    """Draw the kinds below each other."""
    canvas.fill(Region(0, 0, canvas.width, canvas.height), LAWN_PAINT)
    _head(canvas, canvas.width, names, in_signs)
    y, on_a_line = 1, max(1, canvas.width // 3)
    kinds: dict[str, str] = {kind: symbols.decoration_label(canvas.words, kind) for kind in KINDS}
    for kind, name in (kinds | {ALL_HALLS: canvas.words.term(ALL_HALLS)}).items():
        canvas.put(0, y, name[:1].upper() + name[1:], canvas.ink("title"), canvas.width)
        y += 1
        line = filter_by_kind(spaces, kind)
        for n, space in enumerate(line):
            at = (n % on_a_line) * 3
            ground = f"{LAWN_PAINT}~cream@{5 + 6 * (n % 2)}"
            draw_garden_space(canvas, Region(at, y + n // on_a_line, min(3, canvas.width), 1), space, ground)
        y += -(-len(line) // on_a_line)


# ---- the pane of the garden alone


def title(scene: Scene) -> str:
    return scene.words.say("panes.decorations.title")


def draw_decorations(scene: Scene, width: int, height: int | None) -> Drawing:
    canvas = Canvas(scene, width)
    rows, in_signs = garden_height(scene.box, width, height or PRINTED), needs_signs(canvas, width)
    draw_garden(canvas, Region(0, 0, width, rows), in_signs, titled=True)
    return canvas.finish()


SPEC = PaneSpec(
    "decorations",
    letter="d",
    at=DRAWN,
    face=Face(draw_decorations, title),
    pieces=frozenset({"decoration", "all-halls"}),
)
