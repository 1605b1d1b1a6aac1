"""Labels of the palace: lines of text on a plate whose colour shows the state of a piece, majorities and
gifts as text.
"""

from collections.abc import Iterator, Sequence
from enum import IntEnum

from rich.cells import cell_len

from rokoko_core.components.tables import GuestSpace
from rokoko_core.majorities import Majority, Need
from rokoko_tui.art import symbols
from rokoko_tui.art.canvas import Canvas
from rokoko_tui.art.silk import letter_role
from rokoko_tui.art.symbols import mark_of, owner_role
from rokoko_tui.text import Words
from rokoko_tui.text.cells import truncate
from rokoko_tui.text.piece_refs import PieceRef

Part = tuple[str, str]
"""Text and its role."""
Parts = Sequence[Part]

_PLATES = {"lit": "cursor", "wanted": "cursor", "chosen": "chosen"}


def mark(canvas: Canvas, seat: int) -> Part:
    """Return the mark of an owner in the owner's colour."""
    role = owner_role(canvas.state.setup, seat)
    return mark_of(canvas.state.setup, seat), f"^{role} strong" if canvas.scene.pictures else role


def silk(canvas: Canvas, colour: str) -> Part:
    """Return the letter of a colour on its silk."""
    return canvas.words.letter(colour), letter_role(canvas, colour)


def total_width(parts: Parts) -> int:
    return sum(cell_len(text) for text, _ in parts)


def first_that_fits(width: int, wordings: Sequence[Parts]) -> Parts:
    """Return the first of ``wordings`` that fits into ``width`` cells, else the last."""
    return next((parts for parts in wordings if total_width(parts) <= width), wordings[-1])


def write_parts(canvas: Canvas, x: int, y: int, parts: Parts, width: int) -> int:
    """Write ``parts`` in ``width`` cells and return the column after them."""
    edge = x + width
    for text, role in parts:
        x = canvas.put(x, y, truncate(text, edge - x), role, edge - x)
    return x


def label_state(canvas: Canvas, piece: PieceRef) -> tuple[str, int | None]:
    """Return the state of ``piece`` and the seat that touched it: what its label depends on, for block keys."""
    return canvas.state_of_piece(piece), canvas.scene.touched.get(piece)


def draw_label(
    canvas: Canvas,
    x: int,
    y: int,
    width: int,
    piece: PieceRef | None,
    parts: Parts,
    ground: str,
    left: bool = False,
    rule: str = " ",
) -> None:
    """Draw a plate of ``width`` cells with ``parts`` centred, or from its ``left``.

    Rose, with an arrow if there is space: ``piece`` is under the cursor. Green with a tick: chosen. Gold text:
    selectable. A tint of the background, and a mark at the end if there is space, show who touched it last; the owner's
    mark is enough where that is the owner. Line drawings have ``rule`` on both sides of the text.
    """
    pictures, (state, seat) = canvas.scene.pictures, label_state(canvas, piece) if piece is not None else ("", None)
    _draw_plate(canvas, x, y, width, state, seat, ground)
    sign = canvas.sign_of(state)
    start, edge, spare = x, x + width, width - total_width(parts)
    if sign and spare > 0:
        start, spare = canvas.put(x, y, sign, _text_role(canvas, state, canvas.ink("soft")), 1), spare - 1
    shape, role = mark(canvas, seat) if seat is not None else ("", "")
    is_named = piece is not None and piece.kind != "hall" and any(text.strip() == shape for text, _ in parts)
    if shape and spare > 1 and not is_named:
        edge -= 1
        canvas.put(edge, y, shape, _text_role(canvas, state, role))
    first = start if left else start + max(0, edge - start - total_width(parts)) // 2
    end = write_parts(canvas, first, y, [(text, _text_role(canvas, state, role)) for text, role in parts], edge - first)
    if rule != " " and not pictures and state not in _PLATES:
        canvas.put(start, y, rule * (first - start), "dim")
        canvas.put(end, y, rule * (edge - end), "dim")


def _draw_plate(canvas: Canvas, x: int, y: int, width: int, state: str, seat: int | None, ground: str) -> None:
    if not canvas.scene.pictures:
        if state in _PLATES:
            canvas.put(x, y, " " * width, f"band.{state}", width)
        return
    paint = _PLATES.get(state, ground)
    if seat is not None and paint == ground:
        paint = f"{ground}~{owner_role(canvas.state.setup, seat)}@6"
    canvas.fill(x, y, width, 1, paint)


def _text_role(canvas: Canvas, state: str, role: str) -> str:
    """Return the role of a part on the plate of a piece in ``state``; letters on silk keep theirs."""
    if "_dye." in role or "silk." in role:
        return role
    if state in _PLATES:
        return canvas.ink("ink") if canvas.scene.pictures else f"band.{state}"
    return canvas.ink("open") if state == "open" and role in (canvas.ink("name"), canvas.ink("soft")) else role


# ---- majorities of halls and fireworks: standing, and what it takes to gain or keep the lead


def whole_wordings(
    canvas: Canvas, names: Sequence[Part], majority: Majority, in_signs: bool = False
) -> Iterator[Parts]:
    """Yield wordings of name, standing, need and prestige, longest first; ``in_signs``: without words for the need."""
    count, worth = len(majority.standing), worth_of(canvas, majority)
    words = [] if in_signs else [need_in_words(canvas, majority, shorter) for shorter in (False, True)]
    standings = [(*_standing(canvas, majority, count), *need) for need in words]
    standings.append(_standing(canvas, majority, count, needed=True))
    yield from ((name, *standing, worth) for name in names for standing in standings)


def cut_wordings(canvas: Canvas, names: Sequence[Part], majority: Majority) -> Iterator[Parts]:
    """Yield shorter wordings, whose ellipsis shows that something is left out: the need before the prestige."""
    worth, cut = worth_of(canvas, majority), (" …", canvas.ink("soft"))
    standings = [_standing(canvas, majority, most, needed) for needed in (True, False) for most in (2, 1)]
    yield from ((name, *standing, cut, worth) for standing in standings for name in names)
    yield from ((names[-1], *standings[-1], cut), (names[-1], cut), (names[-1],))


def _standing(canvas: Canvas, majority: Majority, most: int, needed: bool = False) -> tuple[Part, ...]:
    """Return marks with counts of the ``most`` best seats, and of all that share the first place; the viewer's first.

    A seat above another with the same number has the sign of what decides between them. ``needed``: also with what it
    takes to lead, or that nothing changes the lead, after the count of the seat that this is about.
    """
    parts: list[Part] = []
    signs = {"master": canvas.words.say("pieces.rank-short.master"), "musician": symbols.MUSICIAN}
    need = majority.need if needed else None
    ranks = [rank for rank, _ in majority.standing]
    standing = list(zip(majority.standing, majority.tie_breakers, strict=True))
    standing.sort(key=lambda each: (ranks.index(each[0][0]), each[0][1] != canvas.scene.view.seat))
    shown = [
        (seat, f"{rank[0]}{signs.get(tie_breaker, '')}")
        for n, ((rank, seat), tie_breaker) in enumerate(standing)
        if n < most or rank == ranks[0] or (need is not None and seat == need.seat)
    ]
    if need is not None and need.seat not in dict(shown):
        shown.append((need.seat, "0"))
    for seat, count in shown:
        sign, role = mark(canvas, seat)
        parts.append((f" {sign}{count}", role))
        if need is not None and seat == need.seat:
            amount = canvas.words.say(_settled(need)) if need.more is None else f"+{_amount_needed(need)}"
            parts.append((f" {amount}", canvas.ink("soft" if need.more is None else "name")))
    return tuple(parts)


def worth_of(canvas: Canvas, majority: Majority) -> Part:
    """Return the prestige of the majority; wordings that name it end with it."""
    return f" {symbols.PRESTIGE}{'/'.join(map(str, majority.values))}", canvas.ink("star")


def need_in_words(canvas: Canvas, majority: Majority, short: bool) -> tuple[Part, ...]:
    """Return what it takes to lead, or that nothing changes the lead any more; ``short`` shortens the latter."""
    need = majority.need
    if need is None:
        return ()
    say, soft, (sign, role) = canvas.words.say, canvas.ink("soft"), mark(canvas, need.seat)
    if need.more is None:
        settled = say(_settled(need, short))
        if not need.keeps and not short:
            return ((" · " + settled, soft),)
        return (" · ", soft), (f"{sign} ", role), (settled, soft)
    amount = _amount_needed(need)
    if need.several:
        return ((" · " + canvas.words.say_of("panes.halls.others-need", {"text": amount}), soft),)
    if need.seat == canvas.scene.view.seat:
        return ((" · " + canvas.words.say_of("panes.halls.you-need", {"text": amount}), canvas.ink("name")),)
    return ((" · ", soft), (f"{sign} ", role), (canvas.words.say_of("panes.halls.needs", {"text": amount}), soft))


def is_need_in_words(canvas: Canvas, majority: Majority, parts: Parts) -> bool:
    """Return whether ``parts``, which end with the prestige, have the need in words; also if there is none."""
    words = [need_in_words(canvas, majority, short) for short in (False, True)]
    return majority.need is None or any(need == tuple(parts[-1 - len(need) : -1]) for need in words)


def _settled(need: Need, short: bool = True) -> str:
    """Return the key of the message that nothing changes the lead any more."""
    key = "panes.halls.safe" if need.keeps else "panes.halls.lost"
    return f"{key}-short" if short else key


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
