"""The pane of the palace: five halls, the garden and the jeweler as rooms that flow in rows and fill the pane."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import combinations, groupby
from typing import NamedTuple

from textual.geometry import Region

from rokoko_core.box import HALLS, Box
from rokoko_core.majorities import fireworks_majority, hall_majority
from rokoko_core.state import NOBODY
from rokoko_core.terms import Rank
from rokoko_tui.art import symbols
from rokoko_tui.art.canvas import Canvas
from rokoko_tui.art.garden import least_width
from rokoko_tui.art.hall import LEAST_SPACE, draw_hall, hall_height, name_gifts, parts_beside_standing
from rokoko_tui.art.room_labels import Gifts, needs_signs
from rokoko_tui.art.scene import Drawing, Face, Scene
from rokoko_tui.panes import DRAWN, PaneSpec, decorations, jeweler
from rokoko_tui.text.wording import Wording, measure

GARDEN, JEWELER = 6, 7
"""Room numbers after those of the halls, 1 to 5."""
SIZES = ((14, 12), (12, 10), (10, 10), (9, 9), (8, 8), (7, 7), (7, 6), (6, 6), (6, 5), (5, 5))
"""Columns of a guest space and rows of a room, from large to small."""
PRINTED = (7, 7)
_GARDEN_WIDTHS = (decorations.NARROW, 41)
"""Least columns of the garden, and columns from which it shows all its figures."""
NAMED = 34
"""Columns of a garden from which its rows have their names in full."""
_NARROW = range(56, 72)
"""Columns of a palace in which halls, garden and Jeweler share the lines, and the Jeweler has the fewest it can use."""

_LEGEND = (
    "ranks",
    "musician",
    "need",
    "need-musician",
    "places",
    "new",
    "tie",
    "terrace",
    "jewel",
    "safe",
    "lost",
    "gifts",
    "tile",
    "silk",
)
"""The order of the signs in the legend."""


class Place(NamedTuple):
    """A room in a row."""

    room: int
    x: int
    width: int


class Plan(NamedTuple):
    """The rows the rooms flow in."""

    height: int
    """Rows of a room whose guests are all on one line."""
    rows: tuple[tuple[Place, ...], ...]
    strip: bool
    """Whether the jeweler is a strip below all rooms."""

    @property
    def total(self) -> int:
        """The rows of all rooms."""
        return len(self.rows) * self.height + jeweler.STRIP * self.strip


class Rooms(NamedTuple):
    """The rooms to place: all of the box that the flow depends on."""

    guests: tuple[int, ...]
    """Guest spaces of halls 1 to 5."""
    picture: int
    """Columns from which the garden is a picture."""
    jeweler: bool
    narrow: bool = False
    """Whether the Jeweler leaves columns to the halls, for whole labels, and to the garden."""

    def least(self, room: int, space: int) -> int:
        """Return the least columns of ``room`` with guest spaces of ``space``; all but the smallest add a frame."""
        if room == GARDEN:
            return _GARDEN_WIDTHS[0] if space < 7 else 30
        if room == JEWELER:
            return jeweler.NARROW if self.narrow else jeweler.LEAST_WIDTH
        frame = int(space > SIZES[-1][0])
        return self.guests[room - 1] * space + (2 if self.narrow else frame)

    def all(self) -> tuple[int, ...]:
        """Return every room, halls first."""
        return (*HALLS, GARDEN, *((JEWELER,) if self.jeweler else ()))


def title(scene: Scene) -> str:
    return scene.words.say("panes.halls.title")


def draw_palace(scene: Scene, width: int, height: int | None) -> Drawing:
    """Draw all rooms as large as they fit above a legend, or in more rows than ``height`` where they do not."""
    canvas, rooms = Canvas(scene, width), rooms_of(scene.box)
    available = height and max(0, height - 1)
    plan = plan_of(rooms, canvas.width, available)
    if height is not None and plan.total >= height:
        available, plan = height, plan_of(rooms, canvas.width, height)
    y, rest = 0, max(0, (available or 0) - plan.total)
    places = [place for row in plan.rows for place in row]
    in_signs = _needs_signs(canvas, places)
    gifts = max(name_gifts(canvas, place.room, place.width) for place in places if place.room in HALLS)
    for n, row in enumerate(plan.rows):
        rows = plan.height + rest // len(plan.rows) + (n < rest % len(plan.rows))
        tallest = max(_height(scene, place, rows) for place in row)
        for place in row:
            _draw(canvas, place, y, rows, tallest, in_signs, gifts)
        y += tallest
    if plan.strip:
        jeweler.draw_strip(canvas, y, width)
    if available != height or height is None:
        canvas.centre(0, canvas.height, canvas.width, _legend(canvas, in_signs, gifts is Gifts.SIGNS), "dim")
    return canvas.finish()


def _needs_signs(canvas: Canvas, places: Sequence[Place]) -> bool:
    """Return whether what it takes to lead may not fit in words into a room at some time of the game."""
    halls = (parts_beside_standing(canvas, place.room, place.width) for place in places if place.room in HALLS)
    gardens = (place.width - 1 for place in places if place.room == GARDEN)
    return needs_signs(canvas, halls, in_hall=True) or any(decorations.needs_signs(canvas, n) for n in gardens)


def _legend(canvas: Canvas, in_signs: bool, has_gifts: bool) -> str:
    """Return the meanings of the letters and signs of the table, also of those in other panes.

    It has as many as fit, those that players need first, and of these as many as fit in full.
    """
    words, state, box, seat = canvas.words, canvas.state, canvas.box, canvas.scene.view.seat
    majorities = [*(hall_majority(state, box, hall, seat) for hall in HALLS), fireworks_majority(state, box, seat)]
    needs = [each.need for each in majorities if each.need is not None and in_signs]
    master = f"{words.rank_short(Rank.MASTER)} {words.rank(Rank.MASTER)}"
    silk = symbols.unusual_letters(words)
    first = {
        "ranks": True,
        "need": any(need.more is not None for need in needs),
        "silk": bool(silk),
        **({} if canvas.has_text(words.term("terrace")) else {"terrace": True}),
    }
    signs = {
        **first,
        "tie": any(any(each.tie_breakers) for each in majorities[: len(HALLS)]),
        "need-musician": any(need.musician for need in needs),
        "musician": True,
        "places": box.second_places,
        "new": NOBODY in canvas.scene.touched.values(),
        "jewel": any(player.jewels for player in state.players),
        "safe": any(need.more is None and need.keeps for need in needs),
        "lost": any(need.more is None and not need.keeps for need in needs),
        "gifts": has_gifts,
        "terrace": True,
        "tile": not has_gifts,
    }
    own = {"ranks": words.rank_legend(), "silk": silk}
    texts = {"ranks": master}
    short, long = [(key, -1) for key in signs], [(key, 0) for key in signs]
    clearer = [("need", 1), ("musician", -1), ("need", 0)]
    for key, form in [*short[: len(first)], *clearer, *short[len(first) :], *long]:
        if signs[key] and (form == -1 or key in texts):
            forms = Wording(own[key]) if key in own else words.wording(f"panes.halls.legend.{key}")
            if measure(_join_legend(texts | {key: forms[form]})) <= canvas.width:
                texts[key] = forms[form]
    legend = _join_legend(texts)
    return legend if measure(legend) <= canvas.width else ""


def _join_legend(texts: Mapping[str, str]) -> str:
    return " · ".join(texts[key] for key in _LEGEND if key in texts)


def _height(scene: Scene, place: Place, rows: int) -> int:
    if place.room == GARDEN:
        return decorations.garden_height(scene.box, place.width, rows)
    if place.room == JEWELER:
        return jeweler.jeweler_height(scene, place.width, rows)
    return hall_height(scene.box, place.room, place.width, rows)


def _draw(canvas: Canvas, place: Place, y: int, rows: int, tallest: int, in_signs: bool, gifts: Gifts) -> None:
    if place.room == GARDEN:
        height = decorations.garden_height(canvas.box, place.width, tallest)
        edge = int(place.width >= _GARDEN_WIDTHS[1] and place.x + place.width < canvas.width)
        decorations.draw_garden(canvas, Region(place.x, y, place.width - edge, height), in_signs=in_signs)
        for n in range(height * edge):  # what the Jeweler sells is no part of the last row
            canvas.put(place.x + place.width - 1, y + n, "│", "dim")
    elif place.room == JEWELER:
        height = jeweler.jeweler_height(canvas.scene, place.width, tallest)
        jeweler.draw_board(canvas, Region(place.x, y, place.width, height))
    else:
        draw_hall(canvas, Region(place.x, y, place.width, rows), place.room, in_signs, gifts)


# ---- the flow


def rooms_of(box: Box) -> Rooms:
    """Return what the flow depends on of ``box``."""
    return Rooms(tuple(len(box.hall_guests[hall]) for hall in HALLS), least_width(box), bool(box.jewel_prices))


Row = tuple[int, ...]


@cache
def plan_of(rooms: Rooms, width: int, height: int | None) -> Plan:
    """Return the largest plan that fits, if need be with the jeweler as a strip; else one with more rows.

    The halls are in order where that costs at most a row of a room, and not the names of the garden.
    """
    smallest = SIZES[-1]
    sizes = (PRINTED, smallest) if height is None else SIZES
    candidates: list[tuple[Rooms, tuple[tuple[int, int], ...], int | None, bool]] = [(rooms, sizes, height, False)]
    if rooms.jeweler and width in _NARROW:
        candidates.insert(0, (rooms._replace(narrow=True), sizes, height, False))
    if rooms.jeweler and width >= jeweler.STRIP_WIDTH:
        others = rooms._replace(jeweler=False)
        candidates += [
            (others, sizes, height and max(0, height - jeweler.STRIP), True),
            (others, (smallest,), None, True),
        ]
    for candidate, choice, lines, strip in [*candidates, (rooms, (smallest,), None, False)]:
        largest = next(_plans(candidate, width, choice, lines, strip, in_order=False), None)
        if largest is not None:
            ordered = _plans(candidate, width, choice, lines, strip, in_order=True)
            close = [p for p in ordered if p.height >= largest.height - 1 and p.total <= largest.total]
            close.append(largest)
            return max(close, key=_names_garden)
    space = smallest[0] if width > rooms.least(1, smallest[0]) else LEAST_SPACE
    rows_of_rooms = _fill_rows(rooms, width, space)
    return Plan(smallest[1], tuple(_widen(rooms, row, width, space) for row in rows_of_rooms), strip=False)


def _plans(
    rooms: Rooms, width: int, choice: Sequence[tuple[int, int]], lines: int | None, strip: bool, in_order: bool
) -> Iterator[Plan]:
    """Yield the best plan for each height, the highest first: with names in the garden, then with large guests."""
    for rows, sizes in groupby(choice, lambda size: size[1]):
        limit = len(rooms.all()) if lines is None else lines // rows
        packings = [(space, packing) for space, _ in sizes if (packing := _best(rooms, width, space, limit, in_order))]
        plans = [
            Plan(rows, tuple(_widen(rooms, row, width, space) for row in packing), strip) for space, packing in packings
        ]
        if plans:
            yield max(plans, key=_names_garden)


def _names_garden(plan: Plan) -> bool:
    return any(place.room == GARDEN and place.width >= NAMED for row in plan.rows for place in row)


def _best(rooms: Rooms, width: int, space: int, limit: int, in_order: bool) -> tuple[Row, ...] | None:
    packings = _packings(rooms, rooms.all(), width, space, limit)
    suitable = (
        packing
        for packing in packings
        if not in_order or [room for row in packing for room in row if room in HALLS] == list(HALLS)
    )
    return max(suitable, key=lambda packing: _worth(rooms, packing, width, space), default=None)


def _packings(rooms: Rooms, left: Row, width: int, space: int, limit: int) -> Iterator[tuple[Row, ...]]:
    """Yield every way to put the rooms ``left`` into at most ``limit`` rows."""
    if not left:
        yield ()
        return
    if limit <= 0 or sum(rooms.least(room, space) for room in left) > width * limit:
        return
    first, others = left[0], left[1:]
    spare = width - rooms.least(first, space)
    if spare < 0:
        return
    for count in range(len(others), -1, -1):
        for beside in combinations(others, count):
            if sum(rooms.least(room, space) for room in beside) <= spare:
                rest = tuple(room for room in others if room not in beside)
                for rows in _packings(rooms, rest, width, space, limit - 1):
                    yield ((first, *beside), *rows)


def _worth(rooms: Rooms, packing: tuple[Row, ...], width: int, space: int) -> tuple[int, ...]:
    """Return the sort key of a packing: few rows, then a large garden, rooms of similar sizes, halls in order."""
    spares = [width - sum(rooms.least(room, space) for room in row) for row in packing]
    garden_row = next(n for n, row in enumerate(packing) if GARDEN in row)
    garden_width = min(rooms.least(GARDEN, space) + spares[garden_row], max(rooms.picture, _GARDEN_WIDTHS[1]))
    spares[garden_row] -= garden_width - rooms.least(GARDEN, space)
    order = [room for row in packing for room in row]
    inversions = sum(a > b for n, a in enumerate(order) for b in order[n + 1 :])
    return -len(packing), min(garden_width, _GARDEN_WIDTHS[1]), -(max(spares) // 24), -inversions


def _fill_rows(rooms: Rooms, width: int, space: int) -> list[Row]:
    """Return the rooms in order, in rows of at least one."""
    rows: list[list[int]] = []
    spare = -1
    for room in rooms.all():
        need = rooms.least(room, space)
        if need > spare:
            rows.append([])
            spare = width
        rows[-1].append(room)
        spare -= need
    return [tuple(row) for row in rows]


def _widen(rooms: Rooms, row: Row, width: int, space: int) -> tuple[Place, ...]:
    """Place the rooms of a row; spare columns go first to frames, then to garden and jeweler, then to all rooms."""
    widths = [min(width, rooms.least(room, space)) for room in row]
    spare = width - sum(widths)
    if space == SIZES[-1][0]:  # a frame, so that the labels of the guests keep their columns
        for n in [n for n, room in enumerate(row) if room in HALLS][: max(0, spare)]:
            widths[n] += 1
            spare -= 1
    if GARDEN in row and spare > 0:
        wish = rooms.picture if widths[row.index(GARDEN)] + spare >= rooms.picture else _GARDEN_WIDTHS[1]
        more = max(0, min(spare, wish - widths[row.index(GARDEN)]))
        widths[row.index(GARDEN)] += more
        spare -= more
    if JEWELER in row and spare > 0 and not rooms.narrow:
        more = min(spare, max(0, jeweler.WISH - widths[row.index(JEWELER)]))
        widths[row.index(JEWELER)] += more
        spare -= more
    shares = [width * spare // sum(widths) if spare > 0 else 0 for width in widths]
    for n in range(spare - sum(shares) if spare > 0 else 0):
        shares[n % len(shares)] += 1
    widths = [columns + share for columns, share in zip(widths, shares, strict=True)]
    starts = [sum(widths[:n]) for n in range(len(widths))]
    return tuple(Place(room, x, columns) for room, x, columns in zip(row, starts, widths, strict=True))


SPEC = PaneSpec(
    "halls",
    letter="b",
    at=DRAWN,
    named=False,
    face=Face(draw_palace, title),
    pieces=frozenset({"guest", "hall", "musician", "decoration", "all-halls", "jewel"}),
)
