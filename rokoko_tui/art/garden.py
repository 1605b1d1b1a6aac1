"""The garden: its table, a row of labelled spaces for each kind of decoration, and the picture above it."""

from collections.abc import Sequence
from typing import NamedTuple

from textual.geometry import Region

from rokoko_core.box import Box
from rokoko_core.components.tables import DecorationSpace
from rokoko_core.scoring import terrace
from rokoko_core.state import NOBODY
from rokoko_core.terms import DecorationKind
from rokoko_tui.art import scenery, symbols
from rokoko_tui.art.canvas import Canvas
from rokoko_tui.art.figures import STAGES, STATUE, Size, firework, fountain, largest_size
from rokoko_tui.art.room_labels import draw_label, label_state, mark, silk
from rokoko_tui.art.symbols import owner_role
from rokoko_tui.text.piece_refs import PieceRef
from rokoko_tui.text.wording import Part, Parts, Wording, fit, measure

SKY_PAINT, LAWN_PAINT = "night", "lawn-45"
"""Paints behind texts in the garden."""
KINDS = (DecorationKind.FIREWORKS, DecorationKind.STATUE, DecorationKind.FOUNTAIN_UPPER, DecorationKind.FOUNTAIN_LOWER)
ALL_HALLS = "all-halls"


class GardenSpace(NamedTuple):
    """A space of the garden and what is drawn on it."""

    piece: PieceRef
    kind: str
    """The kind of decoration, or ``all-halls``."""
    decoration: DecorationSpace | None
    prestige: int
    owner: int
    """The owner, also one that only the action under the cursor would make."""
    ghost: bool
    """Whether the owner is a preview."""
    moved: tuple[str, int] | None
    """Colour and prestige of the dress that would move to this part of the terrace now (END-6)."""
    look: tuple[str, int | None]

    def without_ghost(self) -> "GardenSpace":
        return self._replace(owner=NOBODY) if self.ghost else self


def list_garden_spaces(canvas: Canvas) -> list[GardenSpace]:
    state, box, scene = canvas.state, canvas.box, canvas.scene
    terraces = {t.decoration: t for seat in range(box.seats) for t in terrace(state, box, seat)}

    def make_space(
        piece: PieceRef, kind: str, decoration: DecorationSpace | None, prestige: int, owner: int
    ) -> GardenSpace:
        seat = scene.ghost_owner(piece) if owner == NOBODY else owner
        moved = terraces.get(decoration.index) if decoration else None
        dress = (canvas.box.dress[canvas.state.guests[moved.guest]].colour, moved.points) if moved else None
        return GardenSpace(piece, kind, decoration, prestige, seat, seat != owner, dress, label_state(canvas, piece))

    decorations = [
        make_space(PieceRef("decoration", d.id), d.kind, d, d.prestige, state.decorations[d.index])
        for kind in KINDS
        for d in box.decorations
        if d.kind is kind
    ]
    bonus = zip(box.all_halls, state.all_halls, strict=True)
    return decorations + [
        make_space(PieceRef("all-halls", n), ALL_HALLS, None, points, owner) for n, (points, owner) in enumerate(bonus)
    ]


def filter_by_kind(spaces: Sequence[GardenSpace], *kinds: str) -> list[GardenSpace]:
    return [space for space in spaces if space.kind in kinds]


def space_wordings(canvas: Canvas, space: GardenSpace, alone: bool = False) -> list[Parts]:
    """Return the labels of a space, longest first: its price or owner, and what it is worth.

    The spaces of a row leave out the same parts on the same level.

    ``alone``: without the multiplier and the dress of the Terrace, which are in a row of their own.
    """
    decoration, blank = space.decoration, (" ", canvas.ink("soft"))
    worth = [(symbols.prestige(space.prestige), canvas.ink("star"))] if space.prestige else []
    multiplies = decoration is not None and bool(decoration.multiplier) and not alone
    if decoration is not None and multiplies:
        worth = [_times(canvas, decoration)]
    if space.owner != NOBODY:
        return _owned_wordings(canvas, space, worth, multiplies)
    if decoration is None:
        return [worth]
    livre = (symbols.money(canvas.words, decoration.cost), canvas.ink("name"))
    price = (f"{decoration.cost}", canvas.ink("name"))
    label = [livre, blank, *worth] if worth else [livre]
    if multiplies:
        return [label, label, label, label, [price, blank, *worth], [livre], [livre], [price]]
    return [label, label, [livre], [price]]


def _times(canvas: Canvas, decoration: DecorationSpace) -> Part:
    return f"×{decoration.multiplier}", canvas.ink("star")


def _owned_wordings(canvas: Canvas, space: GardenSpace, worth: list[Part], multiplies: bool) -> list[Parts]:
    """Return the labels of a space with an owner, longest first; those that multiply have their dress."""
    owner, blank = mark(canvas, space.owner), (" ", canvas.ink("soft"))
    shown = [blank, *worth] if worth else []
    if space.decoration is None:
        return [[owner, *shown], [owner, (f"{space.prestige}", canvas.ink("star"))]]
    dress = [blank, *_dress(canvas, space.moved)] if multiplies and space.moved else []
    wordings: list[Parts] = [[owner, *shown, *dress], [owner]]
    if multiplies:
        bare = [owner, *dress] if dress else [owner, *shown]  # the prestige of a dress is already multiplied
        tight = [owner, *dress[1:]] if dress else [owner, *shown]
        tightest = [(text.strip(), role) for text, role in tight] if dress else tight  # beside prices without a letter
        wordings[1:] = [bare, tight, tightest, [owner, *dress[1:2]], [owner, *dress[1:2]], [owner]]
    return wordings[:1] + wordings  # free spaces are whole on these two levels


def _dress(canvas: Canvas, moved: tuple[str, int]) -> list[Part]:
    return [silk(canvas, moved[0]), (f" {symbols.prestige(moved[1])}", canvas.ink("star"))]


def terrace_wordings(canvas: Canvas, space: GardenSpace) -> list[Parts]:
    """Return the labels of a part of the Terrace: its multiplier, and the dress that would move there."""
    assert space.decoration is not None
    times = _times(canvas, space.decoration)
    if space.moved is None:
        return [[times]]
    dress = _dress(canvas, space.moved)
    return [[times, (" ", canvas.ink("soft")), *dress], [times, (" ", canvas.ink("soft")), dress[0]], dress[:1]]


def draw_garden_space(canvas: Canvas, region: Region, space: GardenSpace, ground: str, alone: bool = False) -> None:
    """Draw the longest label of a space that fits into the line ``region``."""
    x, y, width, _ = region
    if space.owner != NOBODY and not space.ghost:
        ground = f"{ground}~{owner_paint(canvas, space.owner)}@6"
    touched_by_other = space.look[1] not in (None, space.owner)
    parts = fit(space_wordings(canvas, space, alone), width - 2 * touched_by_other)
    draw_label(canvas, x, y, width, space.piece, [parts], ground)
    canvas.add_spot(space.piece, region, sign=False, drawn=True)


def draw_terrace_space(canvas: Canvas, region: Region, space: GardenSpace, ground: str) -> None:
    """Draw the longest label of a part of the Terrace that fits into the line ``region``."""
    x, y, width, _ = region
    draw_label(canvas, x, y, width, None, terrace_wordings(canvas, space), ground)
    canvas.add_spot(space.piece, region, sign=False, drawn=True)


def owner_paint(canvas: Canvas, seat: int) -> str:
    """Return the paint of an owner, which has the name of its role."""
    return owner_role(canvas.state.setup, seat)


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
    return name_width(canvas, [[row]]) + _columns(canvas, row, 0, False)


def _columns(canvas: Canvas, row: TableRow, level: int, alone: bool) -> int:
    """Return the columns of all labels."""
    return _count_columns(_cells(canvas, row, level, alone))


def _count_columns(cells: Sequence[LabelCell]) -> int:
    """Return the columns of ``cells`` with the blanks between the labels."""
    return sum(cell.width for cell in cells) + sum(cell.space is not None for cell in cells) - 1


def _cells(canvas: Canvas, row: TableRow, level: int, alone: bool, halves: Sequence[str] = ("", "")) -> list[LabelCell]:
    """Return the cells of a row, all at column 0, with the names of its ``halves`` before their labels.

    The width of a preview is that of the free space, so that nothing moves.
    """
    cells, half = list[LabelCell](), len(row.spaces) // 2
    for n, space in enumerate(row.spaces):
        if word := halves[n // half] if n in (0, half) else "":
            cells.append(LabelCell(None, word, 0, measure(word)))
        wordings = _wordings(canvas, row, space.without_ghost(), alone)
        labels = [wordings[min(level, len(wordings) - 1)]]
        if alone and row.name == "fireworks":  # the Terrace below has the same columns
            below = terrace_wordings(canvas, space)
            labels.append(below[max(0, min(level - _TIGHT, len(below) - 1))])
        cells.append(LabelCell(space, "", 0, max(measure(label) for label in labels)))
    return cells


def lay_out(canvas: Canvas, row: TableRow, x: int, edge: int, alone: bool = False) -> list[LabelCell]:
    """Return the cells of a row from column ``x``, in the longest wording that fits before ``edge``.

    ``alone``: the Terrace has a row of its own, so that the labels of the fireworks leave it out.
    """
    say = canvas.words.say
    names = (f"{say('panes.decorations.upper')} ", f"{say('panes.decorations.lower')} ")
    signs = symbols.fountain_halves(canvas.words)
    halves = [names, tuple(f"{sign} " for sign in signs), signs] if row.halves else [("", "")]
    forms = [(level, words) for level in range(_LEVELS) for words in halves]
    for level, words in [*forms, (_LEVELS, ("", ""))]:
        cells = _cells(canvas, row, level, alone, words)
        if (taken := _count_columns(cells)) <= edge - x:
            break
    spare, placed = max(0, min((edge - x - taken) // max(1, len(row.spaces)), _PADDING)), list[LabelCell]()
    for cell in cells:
        width = cell.width + spare * (cell.space is not None)
        placed.append(cell._replace(x=x, width=width))
        x += width + (cell.space is not None)
    return placed


def line_edge(canvas: Canvas, line: Sequence[TableRow]) -> int:
    """Return the column before which the labels of the first row end."""
    return canvas.width - sum(_row_width(canvas, row) + 2 for row in line[1:])


def _are_prices_bare(canvas: Canvas, cells: Sequence[LabelCell], alone: bool) -> bool:
    """Return whether no price has the letter of the Livre, which then follows the name of the row."""
    free = [(cell.space, cell.width) for cell in cells if cell.space is not None and cell.space.owner == NOBODY]
    labels = [
        (space.decoration.cost, fit(space_wordings(canvas, space, alone), width))
        for space, width in free
        if space.decoration is not None
    ]
    return bool(labels) and all(symbols.money(canvas.words, cost) not in dict(parts) for cost, parts in labels)


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
        elif not row.terrace and _are_prices_bare(canvas, cells, alone) and cells[-1].x + cells[-1].width + 2 <= width:
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
    sign, role = mark(canvas, space.owner)
    canvas.draw_figure(middle - (columns - 1) // 2, top, figure, size, paint, sign, role)


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
            sign, role = mark(canvas, space.owner)
            canvas.draw_figure(start, sky - rows, STATUE, size, owner_paint(canvas, space.owner), sign, role)


def _draw_fountain(canvas: Canvas, x: int, width: int, sky: int) -> None:
    """Draw the two basins of the fountain side by side."""
    basins = [fountain(), fountain(lower=True)]
    size = largest_size(basins[0], width // 2, sky - 1)
    for n, figure in enumerate(basins):
        if size is not None:
            columns, rows = figure.size(size)
            start = x + n * width // 2 + (width // 2 - columns) // 2
            canvas.draw_figure(start, sky - rows, figure, size, "water", role=canvas.ink("soft"))
