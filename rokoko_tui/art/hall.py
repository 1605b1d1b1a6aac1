"""A hall of the palace: its dancers, the gifts of its vacant spaces, its musician, and its majority."""

from collections.abc import Hashable, Iterator, Sequence
from functools import partial
from typing import NamedTuple

from textual.geometry import Region

from rokoko_core.box import Box
from rokoko_core.components.tables import DecorationSpace, GuestSpace
from rokoko_core.majorities import Majority, hall_majority
from rokoko_core.state import NOBODY
from rokoko_core.terms import Rank
from rokoko_tui.art import scenery, symbols
from rokoko_tui.art.canvas import Canvas
from rokoko_tui.art.figures import GIFTS, Size, garment
from rokoko_tui.art.room_labels import (
    Gifts,
    cut_wordings,
    draw_label,
    first_text,
    gift_of,
    gift_texts,
    label_state,
    mark,
    silk,
    whole_wordings,
    worth_of,
    worth_part,
)
from rokoko_tui.text.piece_refs import PieceRef
from rokoko_tui.text.wording import Part, Parts, measure

LEAST_SPACE = 4
"""Columns of the narrowest guest space."""
_LEAST_HEIGHT = 5
_DANCERS = ((10, 10, Size.LARGE), (8, 8, Size.MIDDLE), (0, 0, Size.SMALL))
"""Minimum columns per space and rows per hall for each size of dancers."""
_LARGE_GIFTS = (8, 8)
"""Minimum columns per space and rows per hall for large gifts."""
_EDGES = 4
"""Columns of the frame, and between it and the plates."""
_GHOST = 66
"""Opacity of a previewed dress in per cent."""


class _Space(NamedTuple):
    """A guest space and what is drawn there."""

    guest: GuestSpace
    n: int
    """Its index on its line."""
    last: bool
    """Whether it is the last one on its line."""
    is_open: bool
    """Whether it is the last one on a line without a right frame."""
    dress: str
    """The dress that is there, or would be after the action under the cursor; empty for none."""
    owner: int
    ghost: bool
    """Whether the dress is a preview."""
    gifts: Gifts
    """How the gifts of the palace are named."""
    look: tuple[str, int | None]


_Line = list[tuple[int, int, _Space]]
"""Column and columns of the spaces."""


class _Label(NamedTuple):
    """The text of a space or a plate."""

    parts: Parts
    columns: int
    at: int | None = None
    """Its first column in the space; None for the middle."""

    @classmethod
    def of(cls, parts: Parts) -> "_Label":
        return cls(tuple(parts), measure(parts))


def _guests_per_line(guests: int, width: int) -> list[int]:
    """Distribute guest spaces over the lines of a hall of ``width`` columns."""
    most = max(1, min(guests, (width - 1) // LEAST_SPACE))
    lines = -(-guests // most)
    return [guests // lines + (n < guests % lines) for n in range(lines)]


def hall_height(box: Box, hall: int, width: int, height: int) -> int:
    """Return the rows of a hall that would have ``height`` rows with all guests on one line."""
    return height + (len(_guests_per_line(len(box.hall_guests[hall]), width)) - 1) * (height - 1)


def parts_beside_standing(canvas: Canvas, hall: int, width: int) -> tuple[Parts, int]:
    """Return name and prestige of ``hall`` with the plate of its musician, and the columns of all on that line."""
    worth = worth_part(canvas, canvas.box.majorities[hall - 1])
    return (_names(canvas, hall)[0], worth, *_musician_parts(canvas, hall, NOBODY)), width - _EDGES - 1


def name_gifts(canvas: Canvas, hall: int, width: int) -> Gifts:
    """Return the first form in which the label of every vacant space of ``hall`` fits."""

    def fits(form: Gifts) -> bool:
        spaces = [_space(canvas, guest, form) for guest in canvas.box.hall_guests[hall]]
        return all(_lay_out_labels(canvas, line) for _, line in _lines_of_spaces(spaces, width))

    return next((form for form in Gifts if fits(form)), Gifts.SIGNS)


def draw_hall(canvas: Canvas, region: Region, hall: int, in_signs: bool, gifts: Gifts) -> None:
    """Draw ``hall``; the plates are in the first row. ``region`` has the rows of one line of guests.

    ``in_signs``: the need is in signs, as in another hall that has no space for the words.
    """
    scene, state, (x, y, width, height) = canvas.scene, canvas.state, region
    majority = hall_majority(state, canvas.box, hall, scene.view.seat)
    musician = _musician(canvas, hall)
    player = state.decorations[musician.index]
    spaces = tuple(_space(canvas, guest, gifts) for guest in canvas.box.hall_guests[hall])
    looks = label_state(canvas, PieceRef("hall", hall)), label_state(canvas, PieceRef("decoration", musician.id))
    ghost = scene.ghost_owner(PieceRef("decoration", musician.id))
    key: Hashable = ("hall", hall, state.setup, scene.view.seat, majority, player, spaces, looks, ghost, in_signs)
    rows = hall_height(canvas.box, hall, width, height)
    draw = partial(_draw_hall, hall=hall, height=height, spaces=spaces, majority=majority, in_signs=in_signs)
    canvas.draw_block(Region(x, y, width, rows), key, draw)


def _space(canvas: Canvas, guest: GuestSpace, gifts: Gifts = Gifts.WORDS) -> _Space:
    state, piece = canvas.state, PieceRef("guest", guest.id)
    dresses = canvas.scene.ghosts.get(piece), state.guests[guest.index]
    dress = next((d for d in dresses if isinstance(d, str) and d in canvas.box.dress), "")
    owner = state.guest_owners[guest.index]
    ghost = owner == NOBODY and bool(dress)
    return _Space(guest, 0, False, False, dress, owner, ghost, gifts, label_state(canvas, piece))


def _lines_of_spaces(spaces: Sequence[_Space], width: int) -> Iterator[tuple[int, _Line]]:
    """Yield by line of guests the columns of its right frame, and (column, columns, space) of its spaces.

    There is no right frame where the labels need its column.
    """
    start = 0
    for count in _guests_per_line(len(spaces), width):
        right = int(width - 1 - count * LEAST_SPACE not in (0, count, count + 1))
        inner, x, line = width - 1 - right, 1, _Line()
        for index, space in enumerate(spaces[start : start + count]):
            columns = inner // count + (index < inner % count)
            last = index == count - 1
            line.append((x, columns, space._replace(n=index, last=last, is_open=last and not right)))
            x += columns
        yield right, line
        start += count


def _draw_hall(
    canvas: Canvas, hall: int, height: int, spaces: Sequence[_Space], majority: Majority, in_signs: bool
) -> None:
    """Draw frame, plates and guests; every line of guests has its own floor."""
    plates = _place_plates(canvas, hall, _plates(canvas, hall, canvas.width, majority, in_signs))
    for plate in plates:  # before the guests that those in the second row cover in part
        canvas.add_spot(plate.piece, Region(plate.x, plate.y, plate.width, 1), sign=False, drawn=True)
    for n, (right, line) in enumerate(_lines_of_spaces(spaces, canvas.width)):
        top = n * (height - 1)
        scenery.draw_frame(canvas, hall, top, height, right, n == 0)
        labels = _lay_out_labels(canvas, line) or [forms[0] for forms in _list_choices(canvas, line)]
        for (x, columns, space), label in zip(line, labels, strict=True):
            draw = partial(_draw_guest, hall=hall, space=space, label=label)
            key = ("guest", canvas.state.setup, space, height, label)
            canvas.draw_block(Region(x, top + 1, columns, height - 1), key, draw)
    for plate in plates:
        draw_plate = partial(_draw_plate, plate=plate, ground=scenery.plate_paint(hall))
        plate_key = ("plate", canvas.state.setup, hall, plate, label_state(canvas, plate.piece))
        canvas.draw_block(Region(plate.x, plate.y, plate.width, 1), plate_key, draw_plate)
    if not canvas.scene.pictures:
        start, end = plates[0].width + 1, canvas.width - 1 if plates[1].y else plates[1].x
        canvas.put(start, 0, scenery.frame_signs(hall)[1] * (end - start), "dim")


# ---- plates


class _Plates(NamedTuple):
    """The texts of majority and musician."""

    hall: _Label
    musician: _Label
    below: bool = False
    """Whether the musician is in the second row."""
    worth: _Label | None = None
    """The prestige of the hall before that, where the first row has no space for it."""


def _plates(canvas: Canvas, hall: int, width: int, majority: Majority, in_signs: bool) -> _Plates:
    """Return the best texts that fit, if need be in two rows."""
    names, owner = _names(canvas, hall), canvas.state.decorations[_musician(canvas, hall).index]
    beside, worth, available = (
        _Label.of(_musician_parts(canvas, hall, owner)),
        worth_of(canvas, majority),
        width - _EDGES,
    )
    whole = [*map(_Label.of, whole_wordings(canvas, names, majority, in_signs))]
    without = [label.parts[:-1] for label in whole]
    without += [[p for p in parts if p != worth] for parts in cut_wordings(canvas, names, majority)]
    plates = [_Plates(label, beside) for label in whole if label.columns + beside.columns < available]
    plates += [_Plates(label, beside, below=True) for label in whole]
    plates += [_Plates(_Label.of(parts), beside, below=True, worth=_Label.of([worth])) for parts in without]
    return next((each for each in plates if each.hall.columns <= available), plates[-1])


def _names(canvas: Canvas, hall: int) -> list[Part]:
    name, title = canvas.words.hall(hall), canvas.ink("gold" if hall == scenery.KINGS_HALL else "title")
    return [(name[:1].upper() + name[1:], title), (symbols.hall_label(canvas.words, hall), title)]


class _Plate(NamedTuple):
    piece: PieceRef
    parts: Parts
    x: int
    y: int
    width: int
    at: int | None = None
    """The column of the text, where it is not centred for want of space."""


def _draw_plate(canvas: Canvas, plate: _Plate, ground: str) -> None:
    draw_label(canvas, 0, 0, plate.width, plate.piece, [plate.parts], ground, plate.at)


def _place_plates(canvas: Canvas, hall: int, plates: _Plates) -> list[_Plate]:
    """Return the plates of the majority (left), the musician (right), and the prestige that is before that."""
    piece, musician = PieceRef("hall", hall), PieceRef("decoration", _musician(canvas, hall).id)
    own, inner, beside = plates.hall.columns, max(1, canvas.width - 2), plates.musician.columns
    width = max(1, min(own + 2, inner if plates.below else inner - beside))
    available = inner if plates.below else inner - width
    beside = min(beside, max(1, inner - 2))
    beside += max(0, min(2, available - beside))
    x, y, worth = 1 + inner - beside, int(plates.below), plates.worth
    result = [
        _Plate(piece, plates.hall.parts, 1, 0, width, 0 if width < own + 2 else None),
        _Plate(musician, plates.musician.parts, x, y, beside),
    ]
    return [*result, _Plate(piece, worth.parts, x - worth.columns, y, worth.columns)] if worth else result


def _musician(canvas: Canvas, hall: int) -> DecorationSpace:
    return next(d for d in canvas.box.decorations if d.hall == hall)


def _musician_parts(canvas: Canvas, hall: int, owner: int) -> Parts:
    """Return price or ``owner`` of the musician's space, and its prestige."""
    space = _musician(canvas, hall)
    seat = canvas.scene.ghost_owner(PieceRef("decoration", space.id)) if owner == NOBODY else owner
    price = symbols.money(canvas.words, space.cost)
    owner_part: Part = (price, canvas.ink("name"))
    if seat != NOBODY:
        shape, role = mark(canvas, seat)
        # a preview keeps the width of the price, so that nothing moves
        owner_part = (shape.ljust(len(price)) if owner == NOBODY else shape, role)
    blank: Part = (" ", canvas.ink("soft"))
    note, star = (symbols.MUSICIAN, canvas.ink("coin")), (symbols.prestige(space.prestige), canvas.ink("star"))
    return note, blank, owner_part, blank, star


# ---- guests


def _draw_guest(canvas: Canvas, hall: int, space: _Space, label: _Label) -> None:
    """Draw a guest space with wall and floor: all rows of the hall except the first."""
    width, height = canvas.width, canvas.height + 1
    feet = height - 2
    piece = PieceRef("guest", space.guest.id)
    _draw_background(canvas, hall, height, space)
    if space.ghost or space.look[0] == "lit":
        canvas.stamp(0, 0, ("r" * width,) * (2 * feet), {"r": "cursor"}, 30 if space.ghost else 22)
    if space.guest.master and not canvas.scene.pictures:
        canvas.put(0, 0, canvas.words.rank_short(Rank.MASTER), "rank")
    _draw_figure(canvas, height, space)
    if space.guest.master and canvas.scene.pictures:
        canvas.fill(Region(0, 0, 1, 1), scenery.plate_paint(hall))
        canvas.put(0, 0, canvas.words.rank_short(Rank.MASTER), canvas.ink("name"))
    is_tight = width - 2 < label.columns < width - (label.at or 0)
    is_rented, is_lit = bool(space.dress) and not space.ghost, space.look[0] == "lit" and canvas.scene.pictures
    columns = width - (is_tight and not space.last and (is_rented or is_lit))  # a gap to the next label
    if space.is_open and space.look == ("", None) and not canvas.scene.pictures:
        columns -= label.columns < width  # no line up to the next room
    rule = scenery.frame_signs(hall)[1]
    draw_label(canvas, 0, feet, columns, piece, [label.parts], scenery.base_paint(hall), label.at, rule)
    canvas.add_spot(piece, Region(0, 0, width, height - 1), sign=False, drawn=True)


def _draw_background(canvas: Canvas, hall: int, height: int, space: _Space) -> None:
    scenery.paint_wall_and_floor(canvas, hall, height)
    scenery.paint_parquet(canvas, height, space.guest.index)
    scenery.paint_ornament(canvas, hall, height)
    if space.n % 2 == 0 and space.n:
        scenery.paint_pilaster(canvas, hall, height)
        scenery.paint_light(canvas, 0)
    elif space.n % 2 and not space.last:
        scenery.paint_light(canvas, canvas.width)
    canvas.fill(Region(0, height - 2, canvas.width, 1), scenery.base_paint(hall))


def _draw_figure(canvas: Canvas, height: int, space: _Space) -> None:
    """Draw the dancer, or the gift of a vacant space."""
    feet, width = height - 2, canvas.width
    if not space.dress:
        if gift := gift_of(space.guest):
            figure = GIFTS[gift]
            size = Size.MIDDLE if width >= _LARGE_GIFTS[0] and height >= _LARGE_GIFTS[1] else Size.SMALL
            columns, rows = figure.size(size)
            canvas.draw_figure((width - columns) // 2, feet - rows, figure, size, lift=int(height > _LEAST_HEIGHT))
        return
    dress = canvas.box.dress[space.dress]
    size = next(s for columns, rows, s in _DANCERS if width >= columns and height >= rows)
    figure = garment(dress.ladies, dress.expansion is not None, pose=space.n)
    columns, rows = figure.size(size)
    x = (width - columns) // 2
    strength = _GHOST if space.ghost else 100
    if strength == 100:
        canvas.stamp(max(0, x), 2 * feet - 1, ("k" * min(columns, width),), {"k": "ink"}, 35)
    dye = symbols.dye(canvas.words, dress.colour)
    letter = canvas.words.letter(dress.colour)
    canvas.draw_figure(
        x, feet - rows, figure, size, dye, letter, symbols.silk_role(canvas.words, dress.colour), strength
    )


def _list_labels(canvas: Canvas, columns: int, space: _Space) -> list[_Label]:
    """Return texts for a space that fit: owner, silk and prestige of the dress, or the gift; the longest first."""
    words, guest = canvas.words, space.guest
    available = columns - (not space.last)  # a gap to the next label
    role = canvas.ink("name") if space.look[0] == "open" else canvas.ink("soft")
    wordings: list[Parts]
    if space.dress and not space.ghost:
        dress = canvas.box.dress[space.dress]
        worth, ink = symbols.prestige(dress.prestige), canvas.ink("star")
        owner, letter = mark(canvas, space.owner), silk(canvas, dress.colour)
        wordings = [(owner, letter, (star, ink)) for star in (f" {worth}", worth, f"{dress.prestige}")]
    elif gift_of(guest) == "livre":
        wordings = [((f"+{guest.livre}{gap}{words.letter('livre')}", role),) for gap in (" ", "")]
    else:
        texts = gift_texts(words, guest)[first_text(guest, space.gifts) :]
        wordings = [((text, role),) for text in (texts if space.gifts is Gifts.SIGNS else texts[:1])]
    labels = [_Label.of(parts) for parts in wordings]
    return [label for label in labels if label.columns <= available] or labels[-1:]


def _list_choices(canvas: Canvas, line: _Line) -> list[list[_Label]]:
    """Return the texts for each space of a line; all dresses have the same forms."""
    choices = [_list_labels(canvas, columns, space) for _, columns, space in line]
    _align_dresses(choices)
    return choices


def _align_dresses(choices: Sequence[list[_Label]]) -> None:
    """Leave all dresses of a line the same forms: none has a star beside one without."""
    dresses = [labels for labels in choices if len(labels[0].parts) > 1]
    least = min(map(len, dresses), default=0)
    for labels in dresses:
        del labels[: len(labels) - least]


def _lay_out_labels(canvas: Canvas, line: _Line) -> list[_Label]:
    """Return the labels of a line with their columns, with blanks beside the frame and between them; none if too long.

    If need be the longest are shorter. In the narrowest spaces there are blanks only between them.
    """
    choices = _list_choices(canvas, line)
    if any(
        labels[-1].columns > columns - (not space.last)
        for (_, columns, space), labels in zip(line, choices, strict=True)
    ):
        return []
    if line[0][1] <= LEAST_SPACE:
        return [labels[0] for labels in choices]
    while True:
        result, edge = list[_Label](), line[0][0] + 1
        for (x, columns, space), (label, *_) in zip(line, choices, strict=True):
            start = max(edge, x + (columns - label.columns) // 2)
            edge = start + label.columns + 1
            if edge > x + columns + (not space.last):
                break
            result.append(label._replace(at=start - x))
        else:
            return result
        shorter = [n for n in range(len(result) + 1) if len(choices[n]) > 1]
        if not shorter:
            return []
        # of equally long texts first one of a single part, which is no dress
        del choices[max(shorter, key=lambda n: (choices[n][0].columns, len(choices[n][0].parts) == 1))][0]
        _align_dresses(choices)
