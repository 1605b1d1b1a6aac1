"""A hall as a room: who dances there in which silk, what its other spaces give, its musician, and who leads in it."""

from collections.abc import Hashable, Sequence
from functools import partial
from typing import NamedTuple

from rich.cells import cell_len

from rokoko_core.box import Box
from rokoko_core.components.tables import DecorationSpace, GuestSpace
from rokoko_core.state import NOBODY
from rokoko_core.terms import Rank
from rokoko_tui.art import scenery, symbols
from rokoko_tui.art.canvas import Canvas
from rokoko_tui.art.figures.garments import garment
from rokoko_tui.art.figures.shape import Size
from rokoko_tui.art.figures.things import GIFTS
from rokoko_tui.art.majorities import Majority, hall_majority, wordings
from rokoko_tui.art.room_labels import Part, Parts, first_that_fits, label, length, look, mark, silk
from rokoko_tui.text import Words
from rokoko_tui.text.cells import filled

LEAST_SPACE = 4
"""Columns of the narrowest guest space."""
LEAST_HEIGHT = 5
_DANCERS = ((10, 10, Size.LARGE), (8, 8, Size.MIDDLE), (0, 0, Size.SMALL))
"""From so many columns a space and rows a room on, dancers are of that size."""
_LARGE_GIFTS = (8, 8)
"""Columns a space and rows a room from which gifts are larger."""
_NARROW = 5
"""Columns of a space up to which no blank stands between a number and its unit."""
_GHOST = 66
"""Per cent of a dress that is not there yet."""
_DOUBLE, _SINGLE = ("╔", "═", "╗", "║", "╚", "╝"), ("┌", "─", "┐", "│", "└", "┘")


class Space(NamedTuple):
    """A guest space as it is to be drawn."""

    guest: GuestSpace
    n: int
    """Its place in its line, from 0."""
    last: bool
    dress: str
    """The dress that lies there, or would by the choice under the cursor; empty for none."""
    owner: int
    ghost: bool
    look: tuple[str, int | None]


def lines_of(guests: int, width: int) -> list[int]:
    """How many guest spaces stand on each line of a room of ``width`` columns."""
    most = max(1, min(guests, (width - 1) // LEAST_SPACE))
    lines = -(-guests // most)
    return [guests // lines + (n < guests % lines) for n in range(lines)]


def room_height(box: Box, hall: int, width: int, height: int) -> int:
    """Rows of a room that has ``height`` rows where all its guests stand on one line."""
    return height + (len(lines_of(len(box.hall_guests[hall]), width)) - 1) * (height - 1)


def draw_room(canvas: Canvas, x: int, y: int, width: int, height: int, hall: int) -> None:
    """Draw ``hall`` in ``width`` columns and, for each line of its guests, ``height`` rows; the first has the plate."""
    scene, state = canvas.scene, canvas.state
    majority = hall_majority(state, canvas.box, hall, scene.view.seat)
    musician = next(d for d in canvas.box.decorations if d.hall == hall)
    player = state.decorations[musician.index]
    spaces = tuple(_space(canvas, guest) for guest in canvas.box.hall_guests[hall])
    looks = look(canvas, f"hall:{hall}"), look(canvas, f"decoration:{musician.id}")
    ghost = scene.ghosts.get(f"decoration:{musician.id}", "")
    key: Hashable = ("room", hall, state.setup, scene.view.seat, majority, player, spaces, looks, ghost)
    whole = room_height(canvas.box, hall, width, height)
    canvas.block(x, y, width, whole, key, partial(_room, hall=hall, height=height, spaces=spaces, majority=majority))


def _space(canvas: Canvas, guest: GuestSpace) -> Space:
    state, piece = canvas.state, f"guest:{guest.id}"
    ghost = canvas.scene.ghosts.get(piece, "")
    dress = next((d for d in (ghost, state.guests[guest.index]) if d in canvas.box.dress), "")
    owner = state.guest_owners[guest.index]
    return Space(guest, 0, False, dress, owner, owner == NOBODY and bool(dress), look(canvas, piece))


def _room(canvas: Canvas, hall: int, height: int, spaces: Sequence[Space], majority: Majority) -> None:
    """Frame and plates; every line of guests on a floor of its own."""
    width = canvas.width
    setup, start = canvas.state.setup, 0
    for n, count in enumerate(lines_of(len(spaces), width)):
        top = n * (height - 1)
        right = int((width - 1) // count > LEAST_SPACE or (width - 1) % count > 0)
        _frame(canvas, hall, top, height, right, n == 0)
        room, x = width - 1 - right, 1
        for at, space in enumerate(spaces[start : start + count]):
            columns = room // count + (at < room % count)
            space = space._replace(n=at, last=at == count - 1)
            draw = partial(_guest, hall=hall, height=height, space=space)
            canvas.block(x, top + 1, columns, height - 1, ("guest", setup, space, height), draw)
            x += columns
        start += count
    _plates(canvas, hall, majority)


# ---- the frame and what is written on it


def _frame(canvas: Canvas, hall: int, top: int, height: int, right: int, first: bool) -> None:
    width, last = canvas.width, top + height - 1
    if not canvas.scene.pictures:
        _frame_in_lines(canvas, hall, top, last, first)
        return
    if first:
        for p in range(2):
            canvas.wash(0, p, width, 1, f"wall.{hall}-30")
        canvas.wash(0, 0, width, 1, scenery.edge(hall))
    canvas.fill(0, top + 1, 1, height - 1, scenery.edge(hall))
    canvas.fill(0, top, 1, 1, scenery.edge(hall))
    if right:
        begin = top + (not first)
        canvas.fill(width - 1, begin, 1, last - begin + 1, f"{scenery.edge(hall)}~ink@24")


def _frame_in_lines(canvas: Canvas, hall: int, top: int, last: int, first: bool) -> None:
    left, _, right, down, low, end = _DOUBLE if hall == scenery.KING else _SINGLE
    width = canvas.width
    if first:
        canvas.put(0, top, left, "dim")
        canvas.put(width - 1, top, right, "dim")
    for y in range(top + 1, last):
        canvas.put(0, y, down, "dim")
        canvas.put(width - 1, y, down, "dim")
    canvas.put(0, last, low, "dim")
    canvas.put(width - 1, last, end, "dim")


def _plates(canvas: Canvas, hall: int, majority: Majority) -> None:
    """Who leads at the left, the musician at the right."""
    musician = next(d for d in canvas.box.decorations if d.hall == hall)
    room = max(1, canvas.width - 2)
    name = canvas.words.term(f"hall:{hall}")
    names = [
        (name[:1].upper() + name[1:], _title(canvas, hall)),
        (symbols.hall_label(canvas.words, hall), _title(canvas, hall)),
    ]
    pairs = [(left, right) for left in wordings(canvas, names, majority) for right in _musician(canvas, musician)]
    left, right = next((pair for pair in pairs if sum(map(length, pair)) < room), pairs[-1])
    played = min(length(right), max(1, room - 2))
    seen = max(1, min(length(left) + 2, room - played - (room > length(left) + played)))
    label(canvas, 1, 0, seen, f"hall:{hall}", left, scenery.plate(hall), left=seen < length(left) + 2)
    wide = played + 2 if seen + played + 3 <= room else played
    label(canvas, 1 + room - wide, 0, wide, f"decoration:{musician.id}", right, scenery.plate(hall))
    if not canvas.scene.pictures:
        across = (_DOUBLE if hall == scenery.KING else _SINGLE)[1]
        canvas.put(1 + seen, 0, across * (room - wide - seen), "dim")
    canvas.spot(f"hall:{hall}", 1, 0, seen, sign=False, drawn=True)
    canvas.spot(f"decoration:{musician.id}", 1 + room - wide, 0, wide, sign=False, drawn=True)


def _title(canvas: Canvas, hall: int) -> str:
    return canvas.ink("gold" if hall == scenery.KING else "title")


def _musician(canvas: Canvas, space: DecorationSpace) -> list[Parts]:
    """The musician's space with blanks and without: its price or whose it is, and its prestige."""
    owner = canvas.state.decorations[space.index]
    ghost = canvas.scene.ghosts.get(f"decoration:{space.id}", "")
    seat = int(ghost.partition(":")[2]) if owner == NOBODY and ghost.startswith("seat:") else owner
    note = (symbols.MUSICIAN, canvas.ink("coin"))
    price = symbols.money(canvas.words, space.cost)
    who: Part = (price, canvas.ink("name"))
    if seat != NOBODY:
        shape, role = mark(canvas, seat)
        who = (filled(shape, cell_len(price)) if owner == NOBODY else shape, role)  # a ghost moves nothing
    star: Part = (symbols.prestige(space.prestige), canvas.ink("star"))
    blank: Part = (" ", canvas.ink("soft"))
    return [(note, blank, who, blank, star), (note, who, star)]


# ---- a guest


def _guest(canvas: Canvas, hall: int, height: int, space: Space) -> None:
    """A space with wall and floor behind it: all rows of the room but the one with the plate."""
    width, feet = canvas.width, height - 2
    piece = f"guest:{space.guest.id}"
    _behind(canvas, hall, height, space)
    if space.ghost or space.look[0] == "lit":
        canvas.stamp(0, 0, ("r" * width,) * (2 * feet), {"r": "cursor"}, 30 if space.ghost else 22)
    if space.guest.master and not canvas.scene.pictures:
        canvas.put(0, 0, canvas.words.rank_short(Rank.MASTER), "rank")
    _figure(canvas, height, space)
    if space.guest.master and canvas.scene.pictures:
        canvas.fill(0, 0, 1, 1, scenery.plate(hall))
        canvas.put(0, 0, canvas.words.rank_short(Rank.MASTER), canvas.ink("name"))
    rule = (_DOUBLE if hall == scenery.KING else _SINGLE)[1]
    label(canvas, 0, feet, width, piece, _label(canvas, space), scenery.base(hall), rule=rule)
    canvas.spot(piece, 0, 0, width, height - 1, sign=False, drawn=True)


def _behind(canvas: Canvas, hall: int, height: int, space: Space) -> None:
    scenery.wall_and_floor(canvas, hall, height, 2)
    scenery.parquet(canvas, height, 2, space.guest.index)
    scenery.ornament(canvas, hall, height, 2)
    if space.n % 2 == 0 and space.n:
        scenery.pilaster(canvas, hall, height, 2)
        scenery.light(canvas, 0, 2)
    elif space.n % 2 and not space.last:
        scenery.light(canvas, canvas.width, 2)
    canvas.fill(0, height - 2, canvas.width, 1, scenery.base(hall))


def _figure(canvas: Canvas, height: int, space: Space) -> None:
    """Who dances there, or what the space gives."""
    feet, width = height - 2, canvas.width
    if not space.dress:
        gift = _gift(space.guest)
        if gift:
            figure = GIFTS[gift]
            size = Size.MIDDLE if width >= _LARGE_GIFTS[0] and height >= _LARGE_GIFTS[1] else Size.SMALL
            columns, rows = figure.size(size)
            canvas.figure((width - columns) // 2, feet - rows, figure, size, lift=int(height > LEAST_HEIGHT))
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
    canvas.figure(x, feet - rows, figure, size, dye, letter, symbols.silk_role(canvas.words, dress.colour), strength)


def _gift(guest: GuestSpace) -> str:
    """What the space gives, as the things of the garden are called; empty for nothing."""
    given = {"livre": guest.livre, "yarn": guest.yarn, "lace": guest.lace, "tile": int(guest.tile)}
    return next((name for name, amount in given.items() if amount), "")


def _label(canvas: Canvas, space: Space) -> Parts:
    """Owner, silk and prestige of the dress that lies there; else what the space gives."""
    words, width, guest = canvas.words, canvas.width, space.guest
    if space.dress and not space.ghost:
        dress = canvas.box.dress[space.dress]
        star: Part = (f"{dress.prestige}", canvas.ink("star"))
        wide: Part = (f" {symbols.prestige(dress.prestige)}", canvas.ink("star"))
        who, letter = mark(canvas, space.owner), silk(canvas, dress.colour)
        return first_that_fits(width - 2, [(who, letter, wide), (who, letter, star)])
    role = canvas.ink("name") if space.look[0] == "open" else canvas.ink("soft")
    room = width if space.last else width - 1  # so that no label touches the next
    if _gift(guest) == "livre":
        return ((f"+{guest.livre}{' ' if width > _NARROW else ''}{words.letter('livre')}", role),)
    return first_that_fits(room, [((said, role),) for said in _gift_said(words, guest)])


def _gift_said(words: Words, guest: GuestSpace) -> tuple[str, ...]:
    """What the space gives but Livre, as long as it can be said and ever shorter."""
    return {
        "": (words.say("symbols.vacant"), symbols.EMPTY),
        "tile": (words.say("symbols.tile"), "▒"),
        "yarn": (words.term("yarn"), words.say("symbols.yarn"), symbols.YARN),
        "lace": (words.term("lace"), words.say("symbols.lace"), symbols.LACE),
    }[_gift(guest)]
