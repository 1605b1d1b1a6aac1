"""The pictures of what is inspected beside the table: a player's board, and the pieces that can still appear.

A board has the dresses in their halls with what each scores, decorations and jewels.
"""

from collections.abc import Iterator, Sequence
from functools import partial
from typing import NamedTuple

from textual.geometry import Region

from rokoko_core.box import HALLS
from rokoko_core.majorities import hall_majority
from rokoko_core.remaining_pieces import RemainingPieces, remaining_pieces
from rokoko_core.score_outlook import dress_values
from rokoko_core.terms import COLOURS, LADIES, Colour, DecorationKind
from rokoko_tui.art import scenery, symbols
from rokoko_tui.art.canvas import Canvas
from rokoko_tui.art.figures import STATUE, Figure, Size, firework, fountain, garment, jewel
from rokoko_tui.art.garden import LAWN_PAINT, SKY_PAINT, owner_paint
from rokoko_tui.art.room_labels import draw_label, mark, silk
from rokoko_tui.art.scene import Drawing, Scene
from rokoko_tui.art.silk import bale_colours
from rokoko_tui.text.messages import capital
from rokoko_tui.text.wording import Part, Parts, measure, wrap

GAP = 2
"""Columns between two rooms, and around the label of a figure."""
FIGURES = {
    DecorationKind.FIREWORKS: firework(),
    DecorationKind.STATUE: STATUE,
    DecorationKind.FOUNTAIN_UPPER: fountain(),
    DecorationKind.FOUNTAIN_LOWER: fountain(lower=True),
}
"""The decorations that have a figure."""


class _Item(NamedTuple):
    """A figure with its paint, or its letter and role where there are no pixels, and the label below it."""

    figure: Figure
    dye: str
    letter: str
    role: str
    label: Parts


class _Room(NamedTuple):
    """Figures under a heading."""

    hall: int
    """The number of the hall; 0 for the garden."""
    heading: Parts
    items: tuple[_Item, ...]

    def columns(self, size: Size) -> tuple[int, int]:
        """Return the columns of the room and of each item."""
        item_columns = max(max(item.figure.size(size)[0] + 1, measure(item.label) + GAP) for item in self.items)
        return max(measure(self.heading) + GAP, len(self.items) * item_columns), item_columns

    def key(self, size: Size) -> tuple[object, ...]:
        """Return what the drawing depends on; figures are made once and differ by identity."""
        return "board", self.hall, size, tuple((id(item.figure), *item[1:]) for item in self.items)

    def split(self, size: Size, width: int) -> Iterator["_Room"]:
        """Yield the room in parts of at most ``width`` columns."""
        abreast = max(1, width // self.columns(size)[1])
        for start in range(0, len(self.items), abreast):
            yield self._replace(items=self.items[start : start + abreast])


def draw_board(scene: Scene, seat: int, width: int, height: int) -> Drawing:
    """Draw the board of ``seat`` with the largest figures that fit into ``height`` lines, else with small ones."""
    canvas = Canvas(scene, width)
    rooms = [*_halls(canvas, seat), *_garden(canvas, seat), *_jewels(canvas, seat)]
    for size in reversed(Size):
        lines = _arrange([part for room in rooms for part in room.split(size, width)], size, width)
        if len(lines) * _room_height(size) <= height:
            break
    for n, line in enumerate(lines):
        x, y = 0, n * _room_height(size)
        for room in line:
            columns = min(room.columns(size)[0], width - x)
            plate = scenery.plate_paint(room.hall) if room.hall else SKY_PAINT
            draw_label(canvas, x, y, columns, None, [room.heading], plate)
            region = Region(x, y + 1, columns, _room_height(size) - 1)
            canvas.draw_block(region, room.key(size), partial(_draw_room, room=room, size=size))
            x += columns + GAP
    return canvas.finish()


def _room_height(size: Size) -> int:
    """Return the lines of a room: heading, figures, labels, and some wall above large figures."""
    return garment(True).size(size)[1] + 2 + (size is not Size.SMALL)


def _arrange(rooms: Sequence[_Room], size: Size, width: int) -> list[list[_Room]]:
    """Return the rooms of each line."""
    lines, used = list[list[_Room]](), width
    for room in rooms:
        columns, _ = room.columns(size)
        if used + GAP + columns > width:
            lines.append([])
            used = -GAP
        lines[-1].append(room)
        used += GAP + columns
    return lines


# ---- rooms


def _halls(canvas: Canvas, seat: int) -> Iterator[_Room]:
    """Yield each hall in which the player has dresses, with the prestige of its majority."""
    state, box, words = canvas.state, canvas.box, canvas.words
    values = dress_values(state, seat)
    for hall in HALLS:
        own = [value for value in values if box.guests[value.guest].hall == hall]
        if own:
            taken = hall_majority(state, box, hall, seat).points_of(seat)
            heading = [(capital(words.hall(hall)), canvas.ink("gold" if hall == scenery.KINGS_HALL else "title"))]
            heading += [(f" {symbols.prestige(taken)}", canvas.ink("star"))] if taken else []
            items = tuple(_dress(canvas, value.guest, value.points, value.multiplier) for value in own)
            yield _Room(hall, tuple(heading), items)


def _dress(canvas: Canvas, guest: int, points: int, multiplier: int) -> _Item:
    dress, words = canvas.box.dress[canvas.state.guests[guest]], canvas.words
    figure = garment(dress.ladies, dress.expansion is not None, guest)
    dye, role = symbols.dye(words, dress.colour), symbols.silk_role(words, dress.colour)
    label = [silk(canvas, dress.colour), (f" {symbols.prestige(points)}", canvas.ink("star"))]
    label += [(f" ({points // multiplier}×{multiplier})", canvas.ink("soft"))] if multiplier > 1 else []
    return _Item(figure, dye, words.letter(dress.colour), role, tuple(label))


def _garden(canvas: Canvas, seat: int) -> Iterator[_Room]:
    """Yield the decorations that have a figure."""
    paint, (shape, role) = owner_paint(canvas, seat), mark(canvas, seat)
    items = []
    for space in canvas.box.decorations:
        if canvas.state.decorations[space.index] == seat and (figure := FIGURES.get(space.kind)) is not None:
            is_water = space.kind in (DecorationKind.FOUNTAIN_UPPER, DecorationKind.FOUNTAIN_LOWER)
            label = [(symbols.prestige(space.prestige), canvas.ink("star"))] if space.prestige else []
            label += [(f"×{space.multiplier}", canvas.ink("soft"))] if space.multiplier > 1 else []
            items.append(_Item(figure, "water" if is_water else paint, shape, role, tuple(label)))
    if items:
        yield _Room(0, ((canvas.words.say("panes.decorations.garden"), canvas.ink("title")),), tuple(items))


def _jewels(canvas: Canvas, seat: int) -> Iterator[_Room]:
    """Yield the jewels (JB-8)."""
    words = canvas.words
    items = []
    for colour in sorted(canvas.state.players[seat].jewels):
        label = silk(canvas, colour), (f" {symbols.prestige(1)}", canvas.ink("star"))
        dye, role = symbols.dye(words, colour), symbols.silk_role(words, colour)
        items.append(_Item(jewel(colour in LADIES), dye, words.letter(colour), role, label))
    if items:
        yield _Room(0, ((words.say("inspection.heading.jewels"), canvas.ink("title")),), tuple(items))


def _draw_room(canvas: Canvas, room: _Room, size: Size) -> None:
    """Draw background, figures and labels: all lines of a room but the heading."""
    feet = canvas.height - 1
    if room.hall:
        scenery.paint_wall_and_floor(canvas, room.hall, canvas.height + 1)
        scenery.paint_parquet(canvas, canvas.height + 1, room.hall)
    else:
        canvas.fill(Region(0, 0, canvas.width, feet), SKY_PAINT)
    base = scenery.base_paint(room.hall) if room.hall else LAWN_PAINT
    canvas.fill(Region(0, feet, canvas.width, 1), base)
    _, columns = room.columns(size)
    start = (canvas.width - columns * len(room.items)) // 2
    for n, item in enumerate(room.items):
        x, (wide, high) = start + n * columns, item.figure.size(size)
        canvas.draw_figure(x + (columns - wide) // 2, feet - high, item.figure, size, item.dye, item.letter, item.role)
        draw_label(canvas, x, feet, columns, None, [item.label], base)


# ---- the pieces that can still appear

SQUARE = 3
"""Cells of the square of a colour before a row."""
BETWEEN = 3
"""Cells between two tiles or jewels."""


def draw_remaining(scene: Scene, width: int) -> Drawing:
    """Draw a row for each colour of dresses with the sale values, then the kinds of tiles, then those of jewels."""
    canvas, remaining = Canvas(scene, width), remaining_pieces(scene.view)
    y = _draw_dresses(canvas, remaining)
    y = _draw_kinds(canvas, y, "tiles", [_list_tile(canvas, tile, n) for tile, n in remaining.tiles.items()])
    _draw_kinds(canvas, y, "jewels", [_list_jewel(canvas, jewel, n) for jewel, n in remaining.jewels.items()])
    return canvas.finish()


def _square(canvas: Canvas, colour: str, width: int = 1) -> Part:
    return canvas.words.letter(colour).center(width), symbols.silk_role(canvas.words, colour)


def _heading(canvas: Canvas, y: int, key: str) -> int:
    canvas.put(0, y, canvas.words.say(f"inspection.heading.to-come.{key}"), "head")
    return y + 1


def _draw_dresses(canvas: Canvas, remaining: RemainingPieces) -> int:
    """Draw the rows of dresses; return the line after them."""
    words, y = canvas.words, _heading(canvas, 0, "dresses")
    for colour in COLOURS:
        own = [canvas.box.dress[dress] for dress in remaining.dresses if canvas.box.dress[dress].colour is colour]
        sold = sorted(dress.value for dress in own if dress.sellable)
        values = " ".join(words.number(value) for value in sold)
        facts = [words.say("inspection.to-come.sell", parts=values)] if sold else []
        facts += [words.say("inspection.to-come.rent-only", n=len(own) - len(sold))] if len(own) > len(sold) else []
        x = canvas.put(2, y, *_square(canvas, colour, SQUARE))
        x = canvas.put(x + 1, y, f"{len(own):2}", "strong")
        for line in wrap(words.listed(facts, "steps"), canvas.width - x - 2):
            canvas.put(x + 2, y, line, "dim")
            y += 1
    return y


def _list_tile(canvas: Canvas, tile: str, n: int) -> Parts:
    """Return the silk of a tile, the notions that it gives instead, and the number of such tiles."""
    kind = canvas.box.tile[tile]
    squares = [_square(canvas, colour) for colour in bale_colours(kind.silk)]
    return [*squares, (f" {symbols.notions(kind.yarn, kind.lace, kind.either)}", "notion"), (f" ×{n}", "strong")]


def _list_jewel(canvas: Canvas, jewel: str, n: int) -> Parts:
    sign = "◇" if Colour(jewel).ladies else "○"
    return [_square(canvas, jewel), (f" {sign}", "label"), (f" ×{n}", "strong")]


def _draw_kinds(canvas: Canvas, y: int, key: str, kinds: Sequence[Parts]) -> int:
    """Draw kinds of pieces in columns under a heading; return the line after them."""
    if not kinds:
        return y
    y, columns = _heading(canvas, y, key), max(map(measure, kinds)) + BETWEEN
    abreast = max(1, (canvas.width - 2 + BETWEEN) // columns)
    for n, parts in enumerate(kinds):
        canvas.put_parts(2 + n % abreast * columns, y + n // abreast, [parts])
    return y + -(-len(kinds) // abreast)
