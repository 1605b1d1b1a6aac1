"""Silk: as letters in text, as bolts of cloth, and the tiles that a player keeps."""

import re

from textual.geometry import Region

from rokoko_core.play.choices import set_aside
from rokoko_core.state import Player
from rokoko_core.terms import COLOURS, FACE_DOWN, Bales
from rokoko_tui.art import symbols
from rokoko_tui.art.canvas import OPEN, Canvas
from rokoko_tui.text.message_catalog import SILK
from rokoko_tui.text.piece_refs import PieceRef
from rokoko_tui.text.wording import Wording

_COLOUR_OF = {character: colour for colour, character in SILK.items()}
_SILK_LETTER = re.compile(f"([{''.join(_COLOUR_OF)}])")
_ROLLS = {
    1: ("+34", "+8"),
    2: ("+44", "+10", "", "-26"),
    3: ("+30", "+52", "+12", "", "-16", "-40"),
    4: ("+16", "+52", "+30", "+12", "", "-10", "-26", "-46"),
}
"""By number of rows, the shades of a roll from its top pixel row to the bottom."""
_ROD_FROM = 8
"""Minimum columns of a bolt with a visible rod."""
LABEL = 8
"""Columns of a label and the blank after it."""
BOLT = 2
"""Least rows of a kept bolt; it may have one more."""
THINNEST, THICKEST = 4, 8
"""Columns of a kept bolt."""


# ---- letters of colours on coloured cells, alone, in rows, and within sentences


def bale_colours(silk: Bales) -> list[str]:
    """Return the colour of every bale, in the usual order of colours."""
    return [colour for colour, count in zip(COLOURS, silk, strict=True) for _ in range(count)]


def letter_role(canvas: Canvas, colour: str) -> str:
    if canvas.scene.pictures:
        return f"^ink _{symbols.dye(canvas.words, colour)}+10 strong"
    return symbols.silk_role(canvas.words, colour)


def put_letter(canvas: Canvas, x: int, y: int, colour: str, width: int = 1) -> int:
    """Write a letter in the middle of ``width`` cells of its silk; return the column after them."""
    canvas.put(x, y, " " * width, letter_role(canvas, colour), width)
    return canvas.put(x + (width - 1) // 2, y, canvas.words.letter(colour)) + width - 1 - (width - 1) // 2


def put_text(canvas: Canvas, x: int, y: int, marked: str, role: str = "", max_width: int | None = None) -> int:
    """Write a message of ``Words.marked`` with letters on their silk; return the column after it."""
    parts = [
        (canvas.words.letter(_COLOUR_OF[text]), letter_role(canvas, _COLOUR_OF[text]))
        if text in _COLOUR_OF
        else (text, role)
        for text in _SILK_LETTER.split(marked)
    ]
    return canvas.put_parts(x, y, [parts], max_width)


# ---- bolts of cloth: rolls of one to three silks with a letter on every bale


def bolt(canvas: Canvas, region: Region, silk: Bales) -> None:
    """Draw a bolt of up to four rows; in line drawings letters in brackets."""
    x, y, width, rows = region
    colours = bale_colours(silk)
    if not canvas.scene.pictures:
        _draw_in_lines(canvas, region, colours)
        return
    rows = max(1, min(rows, len(_ROLLS)))
    rod = width >= _ROD_FROM and rows > 1
    if rod:
        canvas.wash(x, 2 * y + rows - 1, width, 2, "wood+20")
        canvas.wash(x, 2 * y + rows, width, 1, "wood-24")
        x, width = x + 1, width - 2
    count = len(colours)
    edges = [x + n * width // count for n in range(count + 1)]
    letter_columns = [min(x + (2 * n + 1) * width // (2 * count), edges[n + 1] - 1) for n in range(count)]
    for n, colour in enumerate(colours):
        dye, last = symbols.dye(canvas.words, colour), edges[n + 1] - 1
        for p, shade in enumerate(_ROLLS[rows], 2 * y):
            canvas.wash(edges[n], p, edges[n + 1] - edges[n], 1, f"{dye}{shade}")
        if last > edges[n] and last not in letter_columns:
            depth = 22 if n + 1 == count else 8  # of the fold at the end of the bale, darker towards the bottom
            for p in range(2 * rows):
                canvas.dot(last, 2 * y + p, f"{dye}-{depth + 32 * p // (2 * rows)}")
        canvas.put(letter_columns[n], y + (rows - 1) // 2, canvas.words.letter(colour), "^ink strong", 1)


def _draw_in_lines(canvas: Canvas, region: Region, colours: list[str]) -> None:
    x, y, width, rows = region
    y += (rows - 1) // 2
    columns = max(1, (width - 2) // len(colours))
    total = columns * len(colours) + 2
    if total > width:
        columns, total = 1, len(colours)
    x += max(0, (width - total) // 2)
    if total > len(colours):
        canvas.put(x, y, "(", "dim", 1)
        canvas.put(x + total - 1, y, ")", "dim", 1)
        x += 1
    for colour in colours:
        x = put_letter(canvas, x, y, colour, columns)


# ---- the tiles that a player keeps, and those laid aside for prestige


def _silk_label(canvas: Canvas, player: Player, y: int) -> None:
    canvas.put(0, y, canvas.words.say("panes.hand.label.silk"), "head", LABEL)
    if not player.silk:
        canvas.put(LABEL, y, canvas.words.say("panes.hand.no-tile"), "dim")


def draw_bolts(canvas: Canvas, player: Player, spare: int) -> None:
    """Draw the kept tiles as bolts of cloth."""
    y = canvas.height
    if not player.silk:
        _silk_label(canvas, player, y)
        return
    left = LABEL if canvas.width > 2 * LABEL else 0
    abreast = max(1, (canvas.width - left + 1) // (THINNEST + 1))
    lines = -(-len(player.silk) // abreast)
    abreast = -(-len(player.silk) // lines)
    bolt_width = max(1, min((canvas.width - left + 1) // abreast - 1, THICKEST))
    rows = BOLT + (1 if spare >= lines else 0)
    _silk_label(canvas, player, y + (rows - 1) // 2)
    pieces = [PieceRef("silk", tile) for tile in player.silk]
    for n, (tile, piece) in enumerate(zip(player.silk, pieces, strict=True)):
        x, top = left + n % abreast * (bolt_width + 1), y + n // abreast * rows
        copy = canvas.of_copy(pieces, n)
        key = ("kept", tile, copy.state_key(piece))
        copy.draw_block(Region(x, top, bolt_width, rows), key, lambda part, t=tile: _bolt(part, t, rows))  # type: ignore[misc]


def _bolt(canvas: Canvas, tile: str, rows: int) -> None:
    """Draw one bolt; its lower half shows its state."""
    face, piece, width = canvas.box.tile.get(tile), PieceRef("silk", tile), canvas.width
    canvas.add_spot(piece, Region(0, 0, width, rows), drawn=True)
    if face is None:
        canvas.fill(Region(0, 0, width, rows), "card")
        canvas.centre(0, 0, width, FACE_DOWN, canvas.ink("soft"))
    else:
        bolt(canvas, Region(0, 0, width, rows), face.silk)
    state, *mark = canvas.state_key(piece)
    if state or mark:
        pays = canvas.words.say("panes.hand.pays") if state == "chosen" else ""
        canvas.draw_band(0, rows - 1, width, Wording(pays, ""), piece)


def draw_letters(canvas: Canvas, player: Player) -> None:
    """Write the kept tiles as letters, after a sign of their state."""
    y, x = canvas.height, LABEL - 1
    _silk_label(canvas, player, y)
    pieces = [PieceRef("silk", tile) for tile in player.silk]
    for n, piece in enumerate(pieces):
        face = canvas.box.tile.get(piece.name)
        colours = bale_colours(face.silk) if face else []
        if x + 1 + max(1, len(colours)) > canvas.width and x >= LABEL:
            x, y = LABEL - 1, y + 1
        x = max(0, min(x, canvas.width - 2))
        if x >= LABEL and x + 2 + len(colours) < canvas.width:
            x += 1
        copy = canvas.of_copy(pieces, n)
        state = copy.state_of_piece(piece)
        sign = OPEN if state == "open" else canvas.sign_of(state) or " "
        canvas.put(x, y, sign, "done" if state == "chosen" else "open" if state in ("lit", "wanted", "open") else "")
        copy.add_spot(piece, Region(x + 1, y, max(1, len(colours)), 1), drawn=state not in ("lit", "wanted"))
        x += 1
        for colour in colours:
            x = put_letter(canvas, x, y, colour)
        if face is None:
            x = canvas.put(x, y, FACE_DOWN, "card")


def draw_aside(canvas: Canvas, seat: int) -> None:
    """Write the tiles laid aside for prestige."""
    tiles = set_aside(canvas.state, seat)
    if not tiles:
        return
    x, y = LABEL, canvas.height
    canvas.put(0, y, canvas.words.say("panes.hand.label.aside"), "head", LABEL)
    for tile in tiles:
        for colour in bale_colours(canvas.box.tile[tile].silk):
            x = put_letter(canvas, x, y, colour)
        x += 1
