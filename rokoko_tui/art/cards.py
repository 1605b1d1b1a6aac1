"""Employees as cards: upright with a portrait above the bonus, lying with it beside, or as a line."""

from typing import NamedTuple

from rich.cells import cell_len

from rokoko_core.components.tables import Card
from rokoko_core.terms import FACE_DOWN, Rank
from rokoko_tui.art import silk_text as silk
from rokoko_tui.art.canvas import LIT, Canvas
from rokoko_tui.art.figures.portraits import PORTRAITS
from rokoko_tui.art.figures.shape import Size

PORTRAIT = 3
"""Rows of a portrait."""
LEAST, WIDEST = 9, 22
"""Columns of an upright card."""
LINES = 8
"""Lines of a bonus at most."""
NAMED = 12
"""Columns of the band of a card on a line that has the rank's name, and no more than its letter below that."""
LETTERED = 4
BESIDE = 13
"""Columns of a lying card from which its portrait leaves room for words."""
BROAD = 26
"""Columns of a lying card from which its portrait is the larger one, and with rows enough the largest."""


def plate(canvas: Canvas, card: Card | None) -> str:
    """The role of the band of a card: the colour of its rank."""
    if not canvas.scene.pictures:
        return "band"
    return f"^text _rank.{card.rank} strong" if card is not None else "^soft _card+8 strong"


def short(canvas: Canvas, card: Card | None) -> str:
    """The bonus in at most 22 cells, marked."""
    if card is None:
        return canvas.words.say("panes.hand.face-down")
    return canvas.words.marked(f"pieces.bonus.{card.bonus}.short")


def _texts(canvas: Canvas, card: Card | None) -> list[str]:
    """The bonus in full, and short."""
    return [*([] if card is None else [canvas.words.bonus(card.bonus)]), short(canvas, card)]


def letter(canvas: Canvas, card: Card | None) -> str:
    """The rank as a letter."""
    return FACE_DOWN if card is None else canvas.words.rank_short(card.rank)


def name(canvas: Canvas, card: Card | None, width: int, piece: str) -> str:
    """The rank; its letter where the word does not fit on the band."""
    room = width - sum(cell_len(sign) for sign in signs(canvas, piece))
    if card is None:
        return FACE_DOWN
    rank = canvas.words.rank(card.rank)
    return rank if cell_len(rank) <= room else letter(canvas, card)


def signs(canvas: Canvas, piece: str) -> list[str]:
    """What the band of ``piece`` puts beside its words."""
    state, *mark = canvas.told_of(piece)
    return [LIT] * (state in ("lit", "chosen") or (state == "open" and not canvas.scene.pictures)) + mark[:1]


def portrait(canvas: Canvas, x: int, y: int, width: int, rows: int, card: Card | None, size: Size) -> None:
    """The portrait of a rank on a wall, in the middle of ``width`` columns."""
    canvas.wash(x, 2 * y, width, 1, f"rank.{card.rank}" if card is not None else "card+8")
    for p in range(1, 2 * rows):
        canvas.wash(x, 2 * y + p, width, 1, f"niche~card@{6 + 60 * p // (2 * rows)}")
    if card is None:
        for n in range(1, 2 * rows - 1):
            for at in range(x + 1 + n % 2, x + width - 1, 2):
                canvas.dot(at, 2 * y + n, "niche+14")
        return
    figure = PORTRAITS[card.rank]
    wide, _ = figure.size(size)
    canvas.figure(x + (width - wide) // 2, y, figure, size)


# ---- upright


def needs(canvas: Canvas, card: Card | None, width: int, whole: bool = False) -> int:
    """Rows of an upright card of ``width`` columns with its bonus as short as can be, or the ``whole`` of it.

    0 where a word of it would have to be cut.
    """
    text = canvas.words.bonus(card.bonus) if whole and card is not None else short(canvas, card)
    lines = next((n for n in range(1, LINES + 1) if silk.whole(text, width, n)), 0)
    return 1 + PORTRAIT + lines if lines else 0


def upright(canvas: Canvas, x: int, y: int, width: int, rows: int, piece: str, card_id: str, foot: str = "") -> None:
    """A card with its rank on a band, its portrait, and its bonus in the words there is room for; ``foot`` last."""
    key = ("upright", card_id, foot, canvas.told_of(piece), piece)
    card = canvas.box.card.get(card_id)
    canvas.block(x, y, width, rows, key, lambda own: _upright(own, piece, card, rows, foot))


def _upright(canvas: Canvas, piece: str, card: Card | None, rows: int, foot: str) -> None:
    width = canvas.width
    canvas.fill(0, 0, width, rows, "card+7" if foot else "card")
    canvas.band(0, 0, width, name(canvas, card, width, piece), piece, plate(canvas, card))
    canvas.spot(piece, 0, 0, width, rows, drawn=True)
    size = Size.MIDDLE if width >= 10 else Size.SMALL
    portrait(canvas, 0, 1, width, PORTRAIT, card, size)
    first, room = 1 + PORTRAIT, rows - 1 - PORTRAIT - (1 if foot else 0)
    lines = next((found for text in _texts(canvas, card) if (found := silk.whole(text, width, room))), None)
    for n, line in enumerate(lines or silk.cut(short(canvas, card), width, room), first):
        silk.centred(canvas, 0, n, width, line, canvas.ink("text"))
    if foot:
        canvas.centre(0, rows - 1, width, foot, canvas.ink("soft"))


# ---- lying


class _Form(NamedTuple):
    """A way to put a card into its room."""

    portrait: Size | None
    named: bool
    """Whether the band has the rank's name; else its letter and the first words of the bonus."""
    lines: list[str]


def lying(canvas: Canvas, x: int, y: int, width: int, rows: int, piece: str, card_id: str, foot: str = "") -> None:
    """A card with its portrait on the left, the band of its rank beside it, and its bonus below that."""
    key = ("lying", card_id, canvas.told_of(piece), piece, foot)
    card = canvas.box.card.get(card_id)
    canvas.block(x, y, width, rows, key, lambda own: _lying(own, piece, card, rows, foot))


def _lying(canvas: Canvas, piece: str, card: Card | None, rows: int, foot: str) -> None:
    width = canvas.width
    canvas.fill(0, 0, width, rows, "card+7" if foot else "card")
    canvas.spot(piece, 0, 0, width, rows, drawn=True)
    form = _form(canvas, card, width, rows, sum(cell_len(sign) for sign in signs(canvas, piece)))
    x = 0
    if form.portrait is not None:
        x, _ = PORTRAITS[Rank.MASTER].size(form.portrait)
        portrait(canvas, 0, 0, x, max(rows, PORTRAIT), card, form.portrait)
    room = width - x
    label = name(canvas, card, room, piece) if form.named else silk.unmarked(canvas, form.lines[0])
    canvas.band(x, 0, room, label, piece, plate(canvas, card))
    gap = 0 if form.portrait is None else 1
    for n, line in enumerate(form.lines if form.named else form.lines[1:], 1):
        silk.text(canvas, x + gap, n, line, canvas.ink("text"), room - gap)
    if len(form.lines) + form.named < rows:
        canvas.put(x + gap, rows - 1, foot, canvas.ink("soft"), room - gap)


def _portraits(width: int, rows: int) -> list[Size]:
    """The portraits a lying card has room for, the largest first."""
    if width < BESIDE or rows < 2:
        return []
    large = [Size.LARGE] if rows >= PORTRAITS[Rank.MASTER].size(Size.LARGE)[1] else []
    return [*large, Size.MIDDLE] if width >= BROAD else [Size.SMALL]


def _form(canvas: Canvas, card: Card | None, width: int, rows: int, taken: int) -> _Form:
    """The first way in which the bonus need not be cut."""
    bonus = short(canvas, card)
    lettered = f"{letter(canvas, card)} · {bonus}"
    texts = _texts(canvas, card)
    for size in (*_portraits(width, rows), None):
        room = width if size is None else width - PORTRAITS[Rank.MASTER].size(size)[0] - 1
        whole_only = size is Size.LARGE  # rather a smaller portrait than fewer words
        for text in texts[:1] if whole_only else texts:
            if lines := silk.whole(text, room, rows - 1):
                return _Form(size, True, lines)
        if not whole_only and (lines := silk.whole(lettered, room - taken, rows)):
            return _Form(size, False, lines)
    return _Form(None, False, silk.cut(lettered, width, rows))


# ---- a line


def line(
    canvas: Canvas, x: int, y: int, width: int, piece: str, card_id: str, named: bool = True, foot: str = ""
) -> None:
    """A card on one line: the band of its rank, and its bonus in full if that fits; ``foot`` last, if it does too."""
    key = ("line", card_id, canvas.told_of(piece), piece, named, foot)
    card = canvas.box.card.get(card_id)
    canvas.block(x, y, width, 1, key, lambda own: _line(own, piece, card, named, foot))


def line_needs(canvas: Canvas, card_id: str) -> int:
    """The columns of ``line`` with the rank's name and the bonus as short as can be."""
    return NAMED + 1 + cell_len(short(canvas, canvas.box.card.get(card_id)))


def _line(canvas: Canvas, piece: str, card: Card | None, named: bool, foot: str) -> None:
    width = canvas.width
    canvas.fill(0, 0, width, 1, "card+7" if foot else "card")
    canvas.spot(piece, 0, 0, width, 1, drawn=True)
    ranks = min(width, NAMED if named else LETTERED)
    canvas.band(0, 0, ranks, name(canvas, card, ranks, piece), piece, plate(canvas, card))
    room = max(0, width - ranks - 1)
    fitting = next((text for text in _texts(canvas, card) if cell_len(text) <= room), short(canvas, card))
    after = silk.text(canvas, ranks + 1, 0, fitting, canvas.ink("text"), room)
    if width - after > cell_len(foot):
        canvas.right(width, 0, foot, canvas.ink("soft"))


# ---- in a row of others


def chip(canvas: Canvas, x: int, y: int, piece: str, card_id: str) -> int:
    """A card as a word among others: the letter of its rank and its bonus; return the column after it."""
    card = canvas.box.card.get(card_id)
    width = min(chip_width(canvas, card_id), max(1, canvas.width - x))
    key = ("chip", card_id, canvas.told_of(piece), piece)
    canvas.block(x, y, width, 1, key, lambda own: _chip(own, piece, card))
    return x + width


def chip_width(canvas: Canvas, card_id: str) -> int:
    """The columns of ``chip``, with one at both ends for the signs of its state."""
    card = canvas.box.card.get(card_id)
    return cell_len(letter(canvas, card)) + 3 + cell_len(short(canvas, card))


def _chip(canvas: Canvas, piece: str, card: Card | None) -> None:
    bonus = short(canvas, card)
    canvas.spot(piece, 0, 0, canvas.width, 1, drawn=True)
    if any(canvas.told_of(piece)):
        canvas.band(
            0, 0, canvas.width, f"{letter(canvas, card)} {silk.unmarked(canvas, bonus)}", piece, plate(canvas, card)
        )
        return
    canvas.fill(0, 0, canvas.width, 1, "card+4")
    x = canvas.put(1, 0, letter(canvas, card), canvas.ink("rank"))
    silk.text(canvas, x + 1, 0, bonus, canvas.ink("text"))


def parted(canvas: Canvas, x: int, y: int, rows: int) -> None:
    """In lines, a line between two cards; painted cards need none."""
    if x > 0 and not canvas.scene.pictures:
        for n in range(rows):
            canvas.put(x - 1, y + n, "│", "dim")
