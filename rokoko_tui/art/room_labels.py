"""Labels of the palace: lines of text on a plate whose colour shows the state of a piece, majorities and
gifts as text.
"""

from collections.abc import Iterable, Iterator, Sequence
from enum import IntEnum
from itertools import product

from textual.geometry import Region

from rokoko_core.components.tables import GuestSpace
from rokoko_core.majorities import Majority, Need
from rokoko_tui.art import symbols
from rokoko_tui.art.canvas import Canvas
from rokoko_tui.art.silk import letter_role
from rokoko_tui.art.symbols import mark_of, owner_role
from rokoko_tui.text import Words
from rokoko_tui.text.piece_refs import PieceRef
from rokoko_tui.text.wording import Part, Parts, fit, measure

_PLATES = {"lit": "cursor", "wanted": "cursor", "chosen": "chosen"}


def mark(canvas: Canvas, seat: int) -> Part:
    """Return the mark of an owner in the owner's colour, or that of a new piece."""
    shape, role = mark_of(canvas.state.setup, seat), owner_role(canvas.state.setup, seat)
    if not role:
        return shape, canvas.ink("name")
    return shape, f"^{role} strong" if canvas.scene.pictures else role


def silk(canvas: Canvas, colour: str) -> Part:
    """Return the letter of a colour on its silk."""
    return canvas.words.letter(colour), letter_role(canvas, colour)


def label_state(canvas: Canvas, piece: PieceRef) -> tuple[str, int | None]:
    """Return the state of ``piece`` and the seat that touched it: what its label depends on, for block keys."""
    return canvas.state_of_piece(piece), canvas.scene.touched.get(piece)


def draw_label(
    canvas: Canvas,
    x: int,
    y: int,
    width: int,
    piece: PieceRef | None,
    forms: Sequence[Parts],
    ground: str,
    at: int | None = None,
    rule: str = " ",
) -> bool:
    """Draw a plate of ``width`` cells with the first of ``forms`` that fits, centred or from its column ``at``.

    Return whether the mark of who touched ``piece`` is on it.

    Rose, with an arrow if there is space: ``piece`` is under the cursor. Green with a tick: chosen. Gold text:
    selectable. A tint of the background, and a mark at the end if there is space, show who touched it last; the owner's
    mark is enough where that is the owner. Line drawings have ``rule`` on both sides of the text.
    """
    parts, pictures = fit(forms, width), canvas.scene.pictures
    (state, seat) = label_state(canvas, piece) if piece is not None else ("", None)
    _draw_plate(canvas, Region(x, y, width, 1), state, seat, ground)
    sign = canvas.sign_of(state)
    start, edge, spare = x, x + width, width - measure(parts)
    if sign and spare > 0:
        start, spare = canvas.put(x, y, sign, _text_role(canvas, state, canvas.ink("soft")), 1), spare - 1
    shape, role = mark(canvas, seat) if seat is not None else ("", "")
    is_named = piece is not None and piece.kind != "hall" and any(text.strip() == shape for text, _ in parts)
    is_marked = bool(shape) and spare > 1 and not is_named
    if is_marked:
        edge -= 1
        canvas.put(edge, y, shape, _text_role(canvas, state, role))
    spare = max(0, edge - start - measure(parts))
    first = start + spare // 2 if at is None else max(start, min(x + at, start + spare))
    end = canvas.put_parts(first, y, [[(text, _text_role(canvas, state, role)) for text, role in parts]], edge - first)
    if rule != " " and not pictures and state not in _PLATES:
        canvas.put(start, y, rule * (first - start), "dim")
        canvas.put(end, y, rule * (edge - end), "dim")
    return is_marked


def _draw_plate(canvas: Canvas, region: Region, state: str, seat: int | None, ground: str) -> None:
    if not canvas.scene.pictures:
        if state in _PLATES:
            canvas.put(region.x, region.y, " " * region.width, f"band.{state}", region.width)
        return
    paint = _PLATES.get(state, ground)
    owner = owner_role(canvas.state.setup, seat) if seat is not None else ""
    if owner and paint == ground:
        paint = f"{ground}~{owner}@6"
    canvas.fill(region, paint)


def _text_role(canvas: Canvas, state: str, role: str) -> str:
    """Return the role of a part on the plate of a piece in ``state``; letters on silk keep theirs."""
    if "_dye." in role or "silk." in role:
        return role
    if state in _PLATES:
        return canvas.ink("ink") if canvas.scene.pictures else f"band.{state}"
    return canvas.ink("open") if state == "open" and role in (canvas.ink("name"), canvas.ink("soft")) else role


# ---- majorities of halls and fireworks: standing, and what it takes to gain or keep the lead


def whole_wordings(canvas: Canvas, names: Sequence[Part], majority: Majority, in_signs: bool) -> Iterator[Parts]:
    """Yield wordings of name, standing, need and prestige, the longest name first."""
    need = () if in_signs else _need_in_words(canvas, majority)
    standing = (*_standing(canvas, majority, len(majority.standing), needed=in_signs), *need)
    yield from ((name, *standing, worth_of(canvas, majority)) for name in names)


def cut_wordings(canvas: Canvas, names: Sequence[Part], majority: Majority) -> Iterator[Parts]:
    """Yield shorter wordings, whose ellipsis shows that something is left out: the need before the prestige."""
    worth, cut = worth_of(canvas, majority), (" …", canvas.ink("soft"))
    standings = [_standing(canvas, majority, most, needed) for needed in (True, False) for most in (2, 1)]
    yield from ((name, *standing, cut, worth) for standing in standings for name in names)
    yield from ((names[-1], *standings[-1], cut), (names[-1], cut), (names[-1],))


def needs_signs(canvas: Canvas, rooms: Iterable[tuple[Parts, int]], in_hall: bool) -> bool:
    """Return whether the need may not fit in words at some time of the game.

    ``rooms`` are what else is on a line, and the columns of that line. Where one needs signs, all have them.
    """
    seats, viewer = range(canvas.box.seats), canvas.scene.view.seat or 0
    standing = tuple(((9, -seat, 0) if in_hall else (9, -seat), seat) for seat in seats)
    other = next(seat for seat in reversed(seats) if seat != viewer)
    needs = [Need(*of, musician=in_hall) for of in product((viewer, other), (9, None), (False, True))]
    needs += [
        Need(0, 9, keeps=True, musician=in_hall, alone=True),
        Need(other, 9, keeps=True, musician=in_hall, several=len(seats) > 2),
    ]
    majorities = [Majority(standing, need, ()) for need in needs]
    words = max(measure(_need_in_words(canvas, majority)) for majority in majorities)
    widest = measure(_standing(canvas, majorities[0], len(seats))) + words
    return any(measure(labels) + widest > columns for labels, columns in rooms)


def _standing(canvas: Canvas, majority: Majority, most: int, needed: bool = False) -> tuple[Part, ...]:
    """Return marks with counts of the ``most`` best seats, and of all that share the first place; the viewer's first.

    A seat above another with the same number has the sign of what decides between them. ``needed``: also with what it
    takes to lead, or that nothing changes the lead, after the count of each seat that this is about.
    """
    parts: list[Part] = []
    signs = {"master": canvas.words.say("pieces.rank-short.master"), "musician": symbols.MUSICIAN}
    need = majority.need if needed else None
    seats = _seats_of(need, majority) if need is not None else []
    ranks = [rank for rank, _ in majority.standing]
    standing = list(zip(majority.standing, majority.tie_breakers, strict=True))
    standing.sort(key=lambda each: (ranks.index(each[0][0]), each[0][1] != canvas.scene.view.seat))
    shown = [
        (seat, f"{rank[0]}{signs.get(tie_breaker, '')}")
        for n, ((rank, seat), tie_breaker) in enumerate(standing)
        if n < most or rank == ranks[0] or seat in seats
    ]
    shown += [(seat, "0") for seat in seats if seat not in dict(shown)]
    for seat, count in shown:
        sign, role = mark(canvas, seat)
        parts.append((f" {sign}{count}", role))
        if need is not None and seat in seats:
            settled, text = need.more is None, _need_in_signs(canvas, need)
            parts.append((f" {text}" if settled else text, canvas.ink("soft" if settled else "name")))
    if need is not None and need.several:
        others = canvas.words.say_of("panes.halls.others", {"text": _need_in_signs(canvas, need)})
        parts.append((f" {others}", canvas.ink("name")))
    return tuple(parts)


def _seats_of(need: Need, majority: Majority) -> list[int]:
    """Return the seats that ``need`` is about: those who share the lead need the same; of several rivals none."""
    sharing = [seat for rank, seat in majority.standing if rank == majority.standing[0][0]]
    return [] if need.several else sharing if need.seat in sharing else [need.seat]


def worth_of(canvas: Canvas, majority: Majority) -> Part:
    """Return the prestige of the majority; wordings that name it end with it."""
    return worth_part(canvas, majority.values)


def worth_part(canvas: Canvas, values: Sequence[int]) -> Part:
    return f" {symbols.PRESTIGE}{'/'.join(map(str, values))}", canvas.ink("star")


def _need_in_words(canvas: Canvas, majority: Majority) -> tuple[Part, ...]:
    """Return what it takes to lead, or that nothing changes the lead any more."""
    need = majority.need
    if need is None:
        return ()
    say, soft, (sign, role) = canvas.words.say, canvas.ink("soft"), mark(canvas, need.seat)
    is_shared, amount = len(_seats_of(need, majority)) > 1, _amount_needed(need)
    if need.more is None:
        settled = say("panes.halls.safe" if need.keeps else "panes.halls.lost")
        return ((" · ", soft), *([(f"{sign} ", role)] if need.keeps and not is_shared else []), (settled, soft))
    if need.several or is_shared:
        key = "panes.halls.others-need" if need.several else "panes.halls.each-needs"
        return ((" · " + canvas.words.say_of(key, {"text": amount}), soft),)
    if need.seat == canvas.scene.view.seat:
        return ((" · " + canvas.words.say_of("panes.halls.you-need", {"text": amount}), canvas.ink("name")),)
    return ((" · ", soft), (f"{sign} ", role), (canvas.words.say_of("panes.halls.needs", {"text": amount}), soft))


def _need_in_signs(canvas: Canvas, need: Need) -> str:
    if need.more is None:
        return canvas.words.wording("panes.halls.safe" if need.keeps else "panes.halls.lost").shortest
    return f"+{_amount_needed(need)}"


def _amount_needed(need: Need) -> str:
    """Return the number of dresses or fireworks, and the sign of a musician who is needed too."""
    return "+".join([*([f"{need.more}"] if need.more else ()), *([symbols.MUSICIAN] if need.musician else ())])


# ---- gifts of guest spaces


class Gifts(IntEnum):
    """How gifts are named, the same in all halls."""

    WORDS = 0
    DOTS = 1
    """In words, and spaces without a gift have a dot."""
    SIGNS = 2


def gift_of(guest: GuestSpace) -> str:
    """Return the key of the gift in ``GIFTS``; empty for none."""
    gifts = {"livre": guest.livre, "yarn": guest.yarn, "lace": guest.lace, "tile": int(guest.tile)}
    return next((name for name, amount in gifts.items() if amount), "")


def gift_texts(words: Words, guest: GuestSpace) -> tuple[str, ...]:
    """Return texts for a gift other than Livre, longest first."""
    return {
        "": (words.say("symbols.vacant"), symbols.EMPTY),
        "tile": (words.say("symbols.tile"), f"+1 {symbols.TILE}", symbols.TILE),
        "yarn": (words.term("yarn"), f"+1 {symbols.YARN}", symbols.YARN),
        "lace": (words.term("lace"), f"+1 {symbols.LACE}", symbols.LACE),
    }[gift_of(guest)]


def first_text(guest: GuestSpace, gifts: Gifts) -> int:
    """Return the index of the longest text for the gift of ``guest`` that ``gifts`` allows."""
    return int(gifts is Gifts.SIGNS or (gifts is Gifts.DOTS and not gift_of(guest)))
