"""The garden: its table, a row of labelled spaces for each kind of decoration, and the picture above it."""

from collections.abc import Sequence
from typing import NamedTuple

from textual.geometry import Region

from rokoko_core.box import Box
from rokoko_core.state import NOBODY
from rokoko_tui.art import scenery, symbols
from rokoko_tui.art.canvas import Canvas
from rokoko_tui.art.figures import STAGES, STATUE, Size, firework, fountain, largest_size
from rokoko_tui.art.garden_spaces import (
    ALL_HALLS,
    KINDS,
    LAWN_PAINT,
    SKY_PAINT,
    GardenSpace,
    draw_garden_space,
    draw_terrace_space,
    filter_by_kind,
    owner_paint,
    space_wordings,
    terrace_wordings,
)
from rokoko_tui.art.room_labels import mark as owner_mark
from rokoko_tui.text.wording import Parts, Wording, fit, measure

_PAINTS = {"fireworks": "flame+20", "statues": "stone", "fountain": "water+20", "halls": "title", "terrace": "star"}
_TIGHT = 4
"""The level of labels of fireworks without the letter of the Livre."""
_LEVELS = 8
"""Most wordings of a label."""
_PADDING = 4
"""Most columns that a label is wider than its text."""
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


class LabelCell(NamedTuple):
    """A label, or a word between labels."""

    space: GardenSpace | None
    word: str
    x: int
    width: int


class TableRow(NamedTuple):
    name: str
    """The key of its name."""
    spaces: Sequence[GardenSpace]
    halves: bool = False
    """Whether it has both rows of the fountain."""
    terrace: bool = False
    """Whether its spaces are labelled with the dresses that would move there (END-6)."""


def list_rows(spaces: Sequence[GardenSpace]) -> dict[str, TableRow]:
    fireworks = filter_by_kind(spaces, KINDS[0])
    rows = (
        TableRow("fireworks", fireworks),
        TableRow("terrace", fireworks, terrace=True),
        TableRow("statues", filter_by_kind(spaces, KINDS[1])),
        TableRow("fountain", filter_by_kind(spaces, *KINDS[2:]), halves=True),
        TableRow("halls", filter_by_kind(spaces, ALL_HALLS)),
    )
    return {row.name: row for row in rows}


def choose_lines(canvas: Canvas, spaces: Sequence[GardenSpace], height: int) -> list[list[TableRow]]:
    """Return the rows on each line of a garden of ``height`` lines.

    Statues and all-halls spaces share a line where that leaves more for the picture; the Terrace has its own row where
    the picture keeps four lines, or there is none.
    """
    rows, width = list_rows(spaces), canvas.width
    both = sum(_row_width(canvas, rows[name]) + 2 for name in ("statues", "halls"))
    paired = (
        [[rows["statues"], rows["halls"]]] if both <= width and height < 12 else [[rows["statues"]], [rows["halls"]]]
    )
    lines = [[rows["fireworks"]], *paired[:1], [rows["fountain"]], *paired[1:]]
    if height - len(lines) - 1 >= (4 if canvas.scene.pictures else 1):
        lines.insert(1, [rows["terrace"]])
    return lines


def needs_short_names(canvas: Canvas, lines: Sequence[Sequence[TableRow]], alone: bool) -> bool:
    """Return whether the labels need columns of the names."""
    x = name_width(canvas, lines)

    def fits(row: TableRow) -> bool:
        least = _columns(canvas, row, 1, alone) + 2 * row.halves
        if row.name == "fireworks":  # the letter of the Livre after the name has two columns
            least = min(_columns(canvas, row, _TIGHT - 1, alone), _columns(canvas, row, _TIGHT, alone) + 2)
        return least <= canvas.width - x

    return not all(fits(row) for line in lines for row in line)


def caption_width(canvas: Canvas, row: TableRow, x: int, alone: bool) -> int:
    """Return the columns of the caption of fireworks, which names the Terrace; 0 where labels need them."""
    columns = measure(canvas.words.wording("panes.decorations.fireworks-worth").shortest) + 2
    return 0 if alone or x + _columns(canvas, row, 1, alone) + columns > canvas.width else columns


def name_width(canvas: Canvas, lines: Sequence[Sequence[TableRow]], is_short: bool = False) -> int:
    """Return the columns of the names at the left, with a blank after them."""
    return max(measure(_name(canvas, line[0], is_short)) for line in lines) + 1


def _name(canvas: Canvas, row: TableRow, is_short: bool = False) -> str:
    forms = canvas.words.wording(f"panes.decorations.{row.name}")
    return forms.shortest if is_short else forms.longest


def _wordings(canvas: Canvas, row: TableRow, space: GardenSpace, alone: bool) -> Sequence[Parts]:
    if row.terrace:
        return terrace_wordings(canvas, space)
    return space_wordings(canvas, space, alone)


def _row_width(canvas: Canvas, row: TableRow) -> int:
    """Return the columns of a row with its name, in full."""
    return measure(_name(canvas, row)) + 1 + _columns(canvas, row, 0, False)


def _columns(canvas: Canvas, row: TableRow, level: int, alone: bool) -> int:
    """Return the columns of all labels."""
    return sum(_widths(canvas, row, level, alone)) + len(row.spaces) - 1


def _widths(canvas: Canvas, row: TableRow, level: int, alone: bool) -> list[int]:
    """Return the columns of the labels; those of a preview are those of the free space, so that nothing moves."""
    widths = []
    for space in row.spaces:
        wordings = _wordings(canvas, row, space.without_ghost(), alone)
        least = measure(terrace_wordings(canvas, space)[0]) if alone and row.name == "fireworks" else 0
        widths.append(max(least, measure(wordings[min(level, len(wordings) - 1)])))
    return widths


def lay_out(canvas: Canvas, row: TableRow, x: int, edge: int, alone: bool = False) -> list[LabelCell]:
    """Return the cells of a row from column ``x``, in the longest wording that fits before ``edge``.

    ``alone``: the Terrace has a row of its own, so that the labels of the fireworks leave it out.
    """
    half, say = len(row.spaces) // 2, canvas.words.say
    names = (f"{say('panes.decorations.upper')} ", f"{say('panes.decorations.lower')} ")
    signs = symbols.fountain_halves(canvas.words)
    halves = [names, tuple(f"{sign} " for sign in signs), signs] if row.halves else [("", "")]
    forms = [(level, words) for level in range(_LEVELS) for words in halves]
    for level, words in [*forms, (_LEVELS, ("", ""))]:
        widths = _widths(canvas, row, level, alone)
        taken = sum(widths) + len(widths) - 1 + sum(map(measure, words))
        if taken <= edge - x:
            break
    spare = max(0, min((edge - x - taken) // max(1, len(widths)), _PADDING))
    cells = list[LabelCell]()
    for n, (space, width) in enumerate(zip(row.spaces, widths, strict=True)):
        word = words[n // half] if row.halves and n in (0, half) else ""
        if word:
            cells.append(LabelCell(None, word, x, measure(word)))
            x += measure(word)
        cells.append(LabelCell(space, "", x, width + spare))
        x += width + spare + 1
    return cells


def line_edge(canvas: Canvas, line: Sequence[TableRow]) -> int:
    """Return the column before which the labels of the first row end."""
    return canvas.width - sum(_row_width(canvas, row) + 2 for row in line[1:])


def _has_bare_prices(canvas: Canvas, cells: Sequence[LabelCell], alone: bool) -> bool:
    """Return whether there are prices without the letter of the Livre, which then follows the name of the row."""
    free = [(cell.space, cell.width) for cell in cells if cell.space is not None and cell.space.owner == NOBODY]
    labels = [
        (space.decoration.cost, fit(space_wordings(canvas, space, alone), width))
        for space, width in free
        if space.decoration is not None
    ]
    return any(symbols.money(canvas.words, cost) not in dict(parts) for cost, parts in labels)


def draw_line(
    canvas: Canvas, y: int, line: Sequence[TableRow], is_short: bool, cells: Sequence[LabelCell], alone: bool
) -> None:
    """Draw a line of the table; ``cells`` are those of its first row."""
    width = canvas.width
    ground = SKY_PAINT if line[0].name == "fireworks" else LAWN_PAINT
    canvas.fill(Region(0, y, width, 1), ground)
    x = 0
    for n, row in enumerate(line):
        role = f"^{_PAINTS[row.name]} strong" if canvas.scene.pictures else "label"
        end = canvas.put(x, y, _name(canvas, row, is_short), role)
        if n:
            cells = lay_out(canvas, row, end + 1, width)
        elif not row.terrace and _has_bare_prices(canvas, cells, alone) and cells[-1].x + cells[-1].width + 2 <= width:
            canvas.put(end + 1, y, canvas.words.letter("livre"), role)
            cells = [cell._replace(x=cell.x + 2) for cell in cells]
        for at, cell in enumerate(cells):
            if cell.space is None:
                canvas.put(cell.x, y, cell.word, canvas.ink("soft"))
                continue
            shade = f"{ground}~cream@{5 + 6 * (at % 2)}"
            if row.terrace:
                draw_terrace_space(canvas, Region(cell.x, y, cell.width, 1), cell.space, shade)
            else:
                draw_garden_space(canvas, Region(cell.x, y, cell.width, 1), cell.space, shade, alone)
        x = cells[-1].x + cells[-1].width + 2 if cells else end + 1
    name = line[-1].name
    if name == "fireworks" and (alone or is_short):
        return
    caption = Wording(*canvas.words.wording(f"panes.decorations.{name}-worth"), "")
    canvas.put(x, y, caption, canvas.ink("soft"), width - x)


# ---- the picture: bursts of fireworks, statues and the fountain


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


def draw_burst(canvas: Canvas, region: Region, space: GardenSpace, n: int) -> None:
    """Draw the burst of funded fireworks into a part of the sky, from its top; the first row stays free for text.

    ``n`` is the index of the space; it varies height and stage.
    """
    x, _, width, sky = region
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
