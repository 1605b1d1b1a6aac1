"""The picture of a player's board: the dresses in their halls with what each scores, decorations and jewels."""

from collections.abc import Iterator, Sequence
from functools import partial
from typing import NamedTuple

from textual.geometry import Region

from rokoko_core.box import HALLS
from rokoko_core.majorities import hall_majority
from rokoko_core.score_outlook import dress_values
from rokoko_core.terms import LADIES, DecorationKind
from rokoko_tui.art import scenery, symbols
from rokoko_tui.art.canvas import Canvas
from rokoko_tui.art.figures import STATUE, Figure, Size, firework, fountain, garment, jewel
from rokoko_tui.art.garden import LAWN_PAINT, SKY_PAINT, owner_paint
from rokoko_tui.art.room_labels import draw_label, mark, silk
from rokoko_tui.art.scene import Drawing, Scene
from rokoko_tui.text.messages import capital
from rokoko_tui.text.wording import Parts, measure

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
