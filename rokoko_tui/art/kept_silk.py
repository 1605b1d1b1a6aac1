"""The tiles that a player keeps: as bolts of cloth, as letters, and those laid aside for prestige."""

from rich.cells import cell_len

from rokoko_core.pending import SilkForPrestige
from rokoko_core.state import Player
from rokoko_core.terms import FACE_DOWN
from rokoko_tui.art import silk_text as silk
from rokoko_tui.art import symbols
from rokoko_tui.art.canvas import LIT, OPEN, Canvas
from rokoko_tui.art.cloth_bolts import bolt
from rokoko_tui.text.piece_refs import PieceRef

LABEL = 8
"""Columns of a label and the blank after it."""
BOLT = 2
"""Least rows of a kept bolt; it may have one more."""
THINNEST, THICKEST = 4, 8
"""Columns of a kept bolt."""


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
    for n, tile in enumerate(player.silk):
        x, top = left + n % abreast * (bolt_width + 1), y + n // abreast * rows
        piece = PieceRef("silk", tile)
        key = ("kept", tile, canvas.state_key(piece))
        canvas.draw_block(x, top, bolt_width, rows, key, lambda part, t=tile: _bolt(part, t, rows))  # type: ignore[misc]


def _bolt(canvas: Canvas, tile: str, rows: int) -> None:
    """Draw one bolt; its lower half shows its state."""
    face, piece, width = canvas.box.tile.get(tile), PieceRef("silk", tile), canvas.width
    canvas.add_spot(piece, 0, 0, width, rows, drawn=True)
    if face is None:
        canvas.fill(0, 0, width, rows, "card")
        canvas.centre(0, 0, width, FACE_DOWN, canvas.ink("soft"))
    else:
        bolt(canvas, 0, 0, width, rows, face.silk)
    state, *mark = canvas.state_key(piece)
    if state or mark:
        pays = canvas.words.say("panes.hand.pays") if state == "chosen" else ""
        canvas.draw_band(0, rows - 1, width, pays if cell_len(pays) < width else "", piece)


def draw_letters(canvas: Canvas, player: Player) -> None:
    """Write the kept tiles as letters, after a sign of their state."""
    y, x = canvas.height, LABEL - 1
    _silk_label(canvas, player, y)
    for tile in player.silk:
        face, piece = canvas.box.tile.get(tile), PieceRef("silk", tile)
        colours = silk.bale_colours(face.silk) if face else []
        if x + 1 + max(1, len(colours)) > canvas.width and x >= LABEL:
            x, y = LABEL - 1, y + 1
        x = max(0, min(x, canvas.width - 2))
        if x >= LABEL and x + 2 + len(colours) < canvas.width:
            x += 1
        state = canvas.state_of_piece(piece)
        sign = {"lit": LIT, "chosen": symbols.DONE, "open": OPEN}.get(state, " ")
        canvas.put(x, y, sign, "done" if state == "chosen" else "open" if state in ("lit", "open") else "")
        canvas.add_spot(piece, x + 1, y, max(1, len(colours)), drawn=state != "lit")
        x += 1
        for colour in colours:
            x = silk.put_letter(canvas, x, y, colour)
        if face is None:
            x = canvas.put(x, y, FACE_DOWN, "card")


def draw_aside(canvas: Canvas, seat: int) -> None:
    """Write the tiles laid aside for prestige."""
    decision = canvas.state.pending[-1] if canvas.state.pending else None
    if not isinstance(decision, SilkForPrestige) or decision.seat != seat or not decision.aside:
        return
    x, y = LABEL, canvas.height
    canvas.put(0, y, canvas.words.say("panes.hand.label.aside"), "head", LABEL)
    for tile in decision.aside:
        for colour in silk.bale_colours(canvas.box.tile[tile].silk):
            x = silk.put_letter(canvas, x, y, colour)
        x += 1
