"""Employee cards: upright, landscape, as one line, or as a chip in a row of others."""

from typing import NamedTuple

from rich.cells import cell_len

from rokoko_core.components.tables import Card
from rokoko_core.terms import FACE_DOWN, Rank
from rokoko_tui.art import silk_text as silk
from rokoko_tui.art.canvas import LIT, Canvas
from rokoko_tui.art.figures.portraits import PORTRAITS
from rokoko_tui.art.figures.shape import Size
from rokoko_tui.text.piece_refs import PieceRef

PORTRAIT = 3
"""Rows of the portrait on an upright card."""
LEAST, WIDEST = 9, 22
"""Columns of an upright card."""
_MAX_LINES = 8
"""Maximum lines of a bonus."""
_NAME_BAND, _LETTER_BAND = 12, 4
"""Columns of the band of a one-line card with the name of the rank, or only its letter."""
_PORTRAIT_FROM = 13
"""Minimum columns of a landscape card with a portrait."""
_WIDE_FROM = 26
"""Minimum columns of a landscape card with a middle or large portrait."""


def _band_role(canvas: Canvas, card: Card | None) -> str:
    """Return the role of a card's band, which has the colour of its rank."""
    if not canvas.scene.pictures:
        return "band"
    return f"^text _rank.{card.rank} strong" if card is not None else "^soft _card+8 strong"


def _short_bonus(canvas: Canvas, card: Card | None) -> str:
    """Return the bonus in at most 22 cells, marked."""
    if card is None:
        return canvas.words.say("panes.hand.face-down")
    return canvas.words.marked(f"pieces.bonus.{card.bonus}.short")


def _bonus_texts(canvas: Canvas, card: Card | None) -> list[str]:
    """Return the bonus in full and short."""
    return [*([] if card is None else [canvas.words.bonus(card.bonus)]), _short_bonus(canvas, card)]


def _rank_letter(canvas: Canvas, card: Card | None) -> str:
    return FACE_DOWN if card is None else canvas.words.rank_short(card.rank)


def _rank_name(canvas: Canvas, card: Card | None, width: int, piece: PieceRef) -> str:
    """Return the rank, or its letter if the word does not fit on a band of ``width``."""
    available = width - sum(cell_len(sign) for sign in band_signs(canvas, piece))
    if card is None:
        return FACE_DOWN
    rank = canvas.words.rank(card.rank)
    return rank if cell_len(rank) <= available else _rank_letter(canvas, card)


def band_signs(canvas: Canvas, piece: PieceRef) -> list[str]:
    """Return the signs that the band of ``piece`` shows beside its text."""
    state, *mark = canvas.state_key(piece)
    return [LIT] * (state in ("lit", "chosen") or (state == "open" and not canvas.scene.pictures)) + mark[:1]


def draw_portrait(canvas: Canvas, x: int, y: int, width: int, rows: int, card: Card | None, size: Size) -> None:
    """Draw the portrait of a rank in an alcove of ``width`` columns; None draws a card back."""
    canvas.wash(x, 2 * y, width, 1, f"rank.{card.rank}" if card is not None else "card+8")
    for p in range(1, 2 * rows):
        canvas.wash(x, 2 * y + p, width, 1, f"niche~card@{6 + 60 * p // (2 * rows)}")
    if card is None:
        for n in range(1, 2 * rows - 1):
            for column in range(x + 1 + n % 2, x + width - 1, 2):
                canvas.dot(column, 2 * y + n, "niche+14")
        return
    figure = PORTRAITS[card.rank]
    wide, _ = figure.size(size)
    canvas.draw_figure(x + (width - wide) // 2, y, figure, size)


# ---- upright


def upright_height(canvas: Canvas, card: Card | None, width: int, whole: bool = False) -> int:
    """Return the rows of an upright card with the short bonus, or the ``whole`` one; 0 if it does not fit."""
    text = canvas.words.bonus(card.bonus) if whole and card is not None else _short_bonus(canvas, card)
    lines = next((n for n in range(1, _MAX_LINES + 1) if silk.wrap_whole(text, width, n)), 0)
    return 1 + PORTRAIT + lines if lines else 0


def draw_upright(canvas: Canvas, x: int, y: int, width: int, rows: int, piece: PieceRef, foot: str = "") -> None:
    """Draw a card with band, portrait, the longest bonus text that fits, and ``foot`` in the last row."""
    key = ("upright", foot, canvas.state_key(piece), piece)
    card = canvas.box.card.get(piece.name)
    canvas.draw_block(x, y, width, rows, key, lambda inner: _draw_upright(inner, piece, card, rows, foot))


def _draw_upright(canvas: Canvas, piece: PieceRef, card: Card | None, rows: int, foot: str) -> None:
    width = canvas.width
    canvas.fill(0, 0, width, rows, "card+7" if foot else "card")
    canvas.draw_band(0, 0, width, _rank_name(canvas, card, width, piece), piece, _band_role(canvas, card))
    canvas.add_spot(piece, 0, 0, width, rows, drawn=True)
    size = Size.MIDDLE if width >= 10 else Size.SMALL
    draw_portrait(canvas, 0, 1, width, PORTRAIT, card, size)
    first, max_lines = 1 + PORTRAIT, rows - 1 - PORTRAIT - (1 if foot else 0)
    lines = next(
        (lines for text in _bonus_texts(canvas, card) if (lines := silk.wrap_whole(text, width, max_lines))), []
    )
    for n, line in enumerate(lines or silk.wrap_and_cut(_short_bonus(canvas, card), width, max_lines), first):
        silk.put_centred(canvas, 0, n, width, line, canvas.ink("text"))
    if foot:
        canvas.centre(0, rows - 1, width, foot, canvas.ink("soft"))


# ---- landscape


class _Layout(NamedTuple):
    """Layout of a landscape card."""

    portrait: Size | None
    named: bool
    """Whether the band has the rank's name; else its letter and the first line of the bonus."""
    lines: list[str]


def draw_landscape(canvas: Canvas, x: int, y: int, width: int, rows: int, piece: PieceRef, foot: str = "") -> None:
    """Draw a card with its portrait on the left, and band and bonus to the right of it."""
    key = ("lying", canvas.state_key(piece), piece, foot)
    card = canvas.box.card.get(piece.name)
    canvas.draw_block(x, y, width, rows, key, lambda inner: _draw_landscape(inner, piece, card, rows, foot))


def _draw_landscape(canvas: Canvas, piece: PieceRef, card: Card | None, rows: int, foot: str) -> None:
    width = canvas.width
    canvas.fill(0, 0, width, rows, "card+7" if foot else "card")
    canvas.add_spot(piece, 0, 0, width, rows, drawn=True)
    layout = _choose_layout(canvas, card, width, rows, sum(cell_len(sign) for sign in band_signs(canvas, piece)))
    x = 0
    if layout.portrait is not None:
        x, _ = PORTRAITS[Rank.MASTER].size(layout.portrait)
        draw_portrait(canvas, 0, 0, x, max(rows, PORTRAIT), card, layout.portrait)
    available = width - x
    label = _rank_name(canvas, card, available, piece) if layout.named else silk.to_plain(canvas, layout.lines[0])
    canvas.draw_band(x, 0, available, label, piece, _band_role(canvas, card))
    gap = 0 if layout.portrait is None else 1
    for n, line in enumerate(layout.lines if layout.named else layout.lines[1:], 1):
        silk.put_text(canvas, x + gap, n, line, canvas.ink("text"), available - gap)
    if len(layout.lines) + layout.named < rows:
        canvas.put(x + gap, rows - 1, foot, canvas.ink("soft"), available - gap)


def _portraits(width: int, rows: int) -> list[Size]:
    """Return the portrait sizes that fit, largest first."""
    if width < _PORTRAIT_FROM or rows < 2:
        return []
    large = [Size.LARGE] if rows >= PORTRAITS[Rank.MASTER].size(Size.LARGE)[1] else []
    return [*large, Size.MIDDLE] if width >= _WIDE_FROM else [Size.SMALL]


def _choose_layout(canvas: Canvas, card: Card | None, width: int, rows: int, taken: int) -> _Layout:
    """Return the first layout in which the bonus is not cut; ``taken`` is the width of the band's signs."""
    bonus = _short_bonus(canvas, card)
    lettered = f"{_rank_letter(canvas, card)} · {bonus}"
    texts = _bonus_texts(canvas, card)
    for size in (*_portraits(width, rows), None):
        available = width if size is None else width - PORTRAITS[Rank.MASTER].size(size)[0] - 1
        full_only = size is Size.LARGE  # prefer a smaller portrait to a shorter text
        for text in texts[:1] if full_only else texts:
            if lines := silk.wrap_whole(text, available, rows - 1):
                return _Layout(size, True, lines)
        if not full_only and (lines := silk.wrap_whole(lettered, available - taken, rows)):
            return _Layout(size, False, lines)
    return _Layout(None, False, silk.wrap_and_cut(lettered, width, rows))


# ---- one line


def draw_line(canvas: Canvas, x: int, y: int, width: int, piece: PieceRef, named: bool = True, foot: str = "") -> None:
    """Draw a card on one line: band, the longest bonus text that fits, and ``foot`` if it fits too."""
    key = ("line", canvas.state_key(piece), piece, named, foot)
    card = canvas.box.card.get(piece.name)
    canvas.draw_block(x, y, width, 1, key, lambda inner: _draw_line(inner, piece, card, named, foot))


def one_line_width(canvas: Canvas, card_id: str) -> int:
    """Return the columns of ``line`` with the rank's name and the short bonus."""
    return _NAME_BAND + 1 + cell_len(_short_bonus(canvas, canvas.box.card.get(card_id)))


def _draw_line(canvas: Canvas, piece: PieceRef, card: Card | None, named: bool, foot: str) -> None:
    width = canvas.width
    canvas.fill(0, 0, width, 1, "card+7" if foot else "card")
    canvas.add_spot(piece, 0, 0, width, 1, drawn=True)
    band = min(width, _NAME_BAND if named else _LETTER_BAND)
    canvas.draw_band(0, 0, band, _rank_name(canvas, card, band, piece), piece, _band_role(canvas, card))
    available = max(0, width - band - 1)
    bonus = next(
        (text for text in _bonus_texts(canvas, card) if cell_len(text) <= available), _short_bonus(canvas, card)
    )
    after = silk.put_text(canvas, band + 1, 0, bonus, canvas.ink("text"), available)
    if width - after > cell_len(foot):
        canvas.right(width, 0, foot, canvas.ink("soft"))


# ---- chips


def draw_chip(canvas: Canvas, x: int, y: int, piece: PieceRef) -> int:
    """Draw a card as rank letter and short bonus; return the column after it."""
    card = canvas.box.card.get(piece.name)
    width = min(chip_width(canvas, piece.name), max(1, canvas.width - x))
    key = ("chip", canvas.state_key(piece), piece)
    canvas.draw_block(x, y, width, 1, key, lambda inner: _draw_chip(inner, piece, card))
    return x + width


def chip_width(canvas: Canvas, card_id: str) -> int:
    """Return the columns of ``chip``, with one at both ends for signs of its state."""
    card = canvas.box.card.get(card_id)
    return cell_len(_rank_letter(canvas, card)) + 3 + cell_len(_short_bonus(canvas, card))


def _draw_chip(canvas: Canvas, piece: PieceRef, card: Card | None) -> None:
    bonus = _short_bonus(canvas, card)
    canvas.add_spot(piece, 0, 0, canvas.width, 1, drawn=True)
    if any(canvas.state_key(piece)):
        text = f"{_rank_letter(canvas, card)} {silk.to_plain(canvas, bonus)}"
        canvas.draw_band(0, 0, canvas.width, text, piece, _band_role(canvas, card))
        return
    canvas.fill(0, 0, canvas.width, 1, "card+4")
    x = canvas.put(1, 0, _rank_letter(canvas, card), canvas.ink("rank"))
    silk.put_text(canvas, x + 1, 0, bonus, canvas.ink("text"))


def draw_separator(canvas: Canvas, x: int, y: int, rows: int) -> None:
    """Draw a separator before column ``x`` in line drawings; painted cards need none."""
    if x > 0 and not canvas.scene.pictures:
        for n in range(rows):
            canvas.put(x - 1, y + n, "│", "dim")
