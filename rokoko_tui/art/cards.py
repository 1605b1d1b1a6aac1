"""Employee cards: upright, in rows, or as a chip in a row of others. They all show rank and short bonus."""

from collections.abc import Iterable
from typing import NamedTuple

from textual.geometry import Region

from rokoko_core.components.tables import Card
from rokoko_core.terms import FACE_DOWN
from rokoko_tui.art.canvas import LIT, Canvas
from rokoko_tui.art.figures import PORTRAITS, Size
from rokoko_tui.text.piece_refs import PieceRef
from rokoko_tui.text.wording import Wording, fit, fold, measure

PORTRAIT, LARGE_PORTRAIT = 3, 5
"""Rows of the portrait on an upright card, and of a large one."""
LEAST, WIDEST = 9, 22
"""Columns of an upright card."""
_MAX_LINES = 8
"""Maximum lines of a bonus."""
_NAME_BAND, _LETTER_BAND = 12, 3
"""Columns of a band with the name of the rank, or only its letter."""
_WIDE_FROM = 26
"""Minimum columns of a card in a row with a middle or large portrait."""


def _band_role(canvas: Canvas, card: Card | None) -> str:
    """Return the role of a card's band, which has the colour of its rank."""
    if not canvas.scene.pictures:
        return "band"
    return f"^text _rank.{card.rank} strong" if card is not None else "_card+8 ^soft strong"


def _bonus(canvas: Canvas, card: Card | None) -> Wording:
    if card is None:
        return Wording(canvas.words.say("panes.hand.face-down"))
    return canvas.words.bonus_short(card.bonus)


def _rank_letter(canvas: Canvas, card: Card | None) -> str:
    return FACE_DOWN if card is None else canvas.words.rank_short(card.rank)


def _name_rank(canvas: Canvas, card: Card | None) -> Wording:
    """Return the rank, and its letter for bands on which the word does not fit."""
    if card is None:
        return Wording(FACE_DOWN)
    return Wording(canvas.words.rank(card.rank), _rank_letter(canvas, card))


def band_signs(canvas: Canvas, piece: PieceRef) -> list[str]:
    """Return the signs that the band of ``piece`` shows beside its text."""
    state, *mark = canvas.state_key(piece)
    return [LIT] * bool(canvas.sign_of(state)) + mark[:1]


def draw_portrait(canvas: Canvas, alcove: Region, card: Card | None, size: Size) -> None:
    """Draw the portrait of a rank; None draws a card back."""
    x, y, width, rows = alcove
    canvas.wash(x, 2 * y, width, 1, f"rank.{card.rank}" if card is not None else "card+8")
    for p in range(1, 2 * rows):
        canvas.wash(x, 2 * y + p, width, 1, f"niche~alcove@{6 + 60 * p // (2 * rows)}")
    if card is None:
        for n in range(1, 2 * rows - 1):
            for column in range(x + 1 + n % 2, x + width - 1, 2):
                canvas.dot(column, 2 * y + n, "niche+14")
        return
    figure = PORTRAITS[card.rank]
    columns, lines = figure.size(size)
    canvas.draw_figure(x + (width - columns) // 2, y + rows - lines, figure, size)
    if rows == lines:  # a line between portraits that are below each other
        for column in range(x, x + width):
            canvas.dot(column, 2 * y, f"rank.{card.rank}")


# ---- upright


def upright_height(canvas: Canvas, card: Card | None, width: int) -> int:
    """Return the rows of an upright card; 0 if it does not fit."""
    lines = fold(_bonus(canvas, card).longest, width, _MAX_LINES, whole=True)
    return 1 + PORTRAIT + len(lines) if lines else 0


def fit_rank_names(canvas: Canvas, names: Iterable[str], width: int) -> bool:
    """Return whether the ranks of all cards ``names`` fit on bands of ``width``; otherwise all have their letters."""
    faces = (canvas.box.card.get(name) for name in names)
    return all(measure(canvas.words.rank(face.rank)) <= width for face in faces if face is not None)


class UprightForm(NamedTuple):
    """What an upright card shows besides portrait and bonus."""

    foot: str = ""
    """The last line of the portrait."""
    named: bool = True
    """Whether the band has the whole rank."""
    portrait: int = PORTRAIT
    """Rows of the portrait."""
    number: str = ""
    """Written on the corner of the portrait."""


def draw_upright(canvas: Canvas, region: Region, piece: PieceRef, form: UprightForm) -> None:
    """Draw a card with band, portrait and bonus."""
    key = ("upright", canvas.state_key(piece), piece, form)
    card = canvas.box.card.get(piece.name)
    canvas.draw_block(region, key, lambda inner: _draw_upright(inner, piece, card, form))


def _draw_upright(canvas: Canvas, piece: PieceRef, card: Card | None, form: UprightForm) -> None:
    width, rows, (foot, named, portrait, number) = canvas.width, canvas.height, form
    canvas.fill(Region(0, 0, width, rows), "card+7" if foot else "card")
    canvas.add_spot(piece, Region(0, 0, width, rows), drawn=True)
    size = Size.LARGE if portrait >= LARGE_PORTRAIT else Size.MIDDLE
    draw_portrait(canvas, Region(0, 1, width, portrait), card, size if width >= 10 else Size.SMALL)
    name = _name_rank(canvas, card) if named else Wording(_rank_letter(canvas, card))
    sign_below = measure(name.longest) == width and band_signs(canvas, piece) == [LIT]
    canvas.draw_band(0, 0, width, name, piece, _band_role(canvas, card), sign_below)
    canvas.put(int(sign_below), 1, number, canvas.ink("name"))
    lines = fold(_bonus(canvas, card).longest, width, rows - 1 - portrait)
    for n, line in enumerate(lines, 1 + portrait):
        canvas.centre(0, n, width, line, canvas.ink("text"))
    if foot:
        canvas.fill(Region(0, portrait, width, 1), "card+7")
        canvas.centre(0, portrait, width, foot.center(width), canvas.ink("soft"))


# ---- rows


class RowForm(NamedTuple):
    """The form of the cards of a list, the same for all of them."""

    portrait: Size | None
    left: int
    """Columns of the portrait, or of the chip with the rank."""
    gap: int
    """Columns between them and the bonus."""
    banded: bool
    """Whether the rank is on a band above the bonus; else it is on the chip."""

    @property
    def lettered(self) -> bool:
        """Whether the chip has only the letter of the rank."""
        return not self.banded and self.left == _LETTER_BAND

    def text_size(self, width: int, rows: int) -> tuple[int, int]:
        """Return the columns and lines of the bonus on a card of this size."""
        return max(0, width - self.left - self.gap), rows - self.banded


def _list_forms(width: int, rows: int) -> list[RowForm]:
    """Return the forms for cards of this size, the most detailed first."""
    figure = next(iter(PORTRAITS.values()))
    sizes = {size: figure.size(size) for size in reversed(Size)}
    portraits = [
        RowForm(size, columns, 1, True)
        for size, (columns, lines) in sizes.items()
        if lines <= rows and (size is Size.SMALL or width >= _WIDE_FROM)
    ]
    banded = [form for form in (*portraits, RowForm(None, 0, 0, True)) if width - form.left >= _NAME_BAND and rows > 1]
    chips = ((_NAME_BAND, 1), (_LETTER_BAND, 1), (_LETTER_BAND, 0))
    return [*banded, *(RowForm(None, left, gap, False) for left, gap in chips)]


def choose_form(canvas: Canvas, names: Iterable[str], width: int, rows: int) -> RowForm:
    """Return the first form in which no bonus of the cards ``names`` is cut; else the last one.

    With all cards of the box, the form does not depend on those that are there now.
    """
    texts, forms = [_bonus(canvas, canvas.box.card.get(name)).longest for name in names], _list_forms(width, rows)
    sizes = ((form, form.text_size(width, rows)) for form in forms)
    return next((form for form, size in sizes if all(fold(text, *size, whole=True) for text in texts)), forms[-1])


def draw_in_row(canvas: Canvas, region: Region, piece: PieceRef, form: RowForm, foot: str = "") -> None:
    """Draw a card in ``form``, with ``foot`` where the bonus leaves space for it."""
    key = ("row", canvas.state_key(piece), piece, form, foot)
    card = canvas.box.card.get(piece.name)
    canvas.draw_block(region, key, lambda inner: _draw_in_row(inner, piece, card, form, foot))


def _draw_in_row(canvas: Canvas, piece: PieceRef, card: Card | None, form: RowForm, foot: str) -> None:
    width, rows, role = canvas.width, canvas.height, _band_role(canvas, card)
    canvas.fill(Region(0, 0, width, rows), "card+7" if foot else "card")
    canvas.add_spot(piece, Region(0, 0, width, rows), drawn=True)
    if form.portrait is not None:
        draw_portrait(canvas, Region(0, 0, form.left, rows), card, form.portrait)
    start, end = (form.left, width) if form.banded else (0, form.left)
    name = _rank_letter(canvas, card) if form.lettered else _name_rank(canvas, card)
    canvas.draw_band(start, 0, end - start, name, piece, role)
    state = canvas.state_of_piece(piece)
    for n in range(1, rows if canvas.scene.pictures and not form.banded else 1):
        canvas.put(0, n, " " * form.left, role if state in ("", "touched") else f"band.{state}", form.left)
    x, (available, most) = form.left + form.gap, form.text_size(width, rows)
    lines = fold(_bonus(canvas, card), available, most)
    for n, line in enumerate(lines, int(form.banded)):
        after = canvas.put(x, n, line, canvas.ink("text"), available)
    if len(lines) + form.banded < rows:
        canvas.put(x, rows - 1, foot, canvas.ink("soft"), available)
    else:
        spare = Region(after + 1, rows - 1, max(0, width - after - 1), 1)
        canvas.align(spare, [[(foot, canvas.ink("soft"))], []])


# ---- chips


def draw_chip(canvas: Canvas, x: int, y: int, piece: PieceRef) -> int:
    """Draw a card as rank letter and short bonus; return the column after it."""
    card = canvas.box.card.get(piece.name)
    width = min(chip_width(canvas, piece.name), max(1, canvas.width - x))
    key = ("chip", canvas.state_key(piece), piece)
    canvas.draw_block(Region(x, y, width, 1), key, lambda inner: _draw_chip(inner, piece, card))
    return x + width


def chip_width(canvas: Canvas, card_id: str) -> int:
    """Return the columns of ``chip``, with one at both ends for signs of its state."""
    card = canvas.box.card.get(card_id)
    return 2 + measure(_chip_text(canvas, card).longest)


def _chip_text(canvas: Canvas, card: Card | None) -> Wording:
    if card is None:
        return _bonus(canvas, card).map(lambda text: f"{FACE_DOWN} {text}")
    return canvas.words.card_short(card.id, canvas.box)


def _draw_chip(canvas: Canvas, piece: PieceRef, card: Card | None) -> None:
    text, letter = fit(_chip_text(canvas, card), canvas.width - 1), _rank_letter(canvas, card)
    canvas.add_spot(piece, Region(0, 0, canvas.width, 1), drawn=True)
    if any(canvas.state_key(piece)):
        canvas.draw_band(0, 0, canvas.width, text, piece, _band_role(canvas, card))
        return
    canvas.fill(Region(0, 0, canvas.width, 1), "card+4")
    x = canvas.put(1, 0, letter, canvas.ink("rank"))
    canvas.put(x, 0, text.removeprefix(letter), canvas.ink("text"))


def draw_separator(canvas: Canvas, x: int, y: int, rows: int) -> None:
    """Draw a separator before column ``x`` in line drawings; painted cards need none."""
    if x > 0 and not canvas.scene.pictures:
        for n in range(rows):
            canvas.put(x - 1, y + n, "│", "dim")
