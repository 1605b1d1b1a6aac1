"""Small drawings of pieces for the animation that moves them from place to place."""

from collections.abc import Callable

from textual.geometry import Region

from rokoko_core.events.places import Move, Piece
from rokoko_core.terms import FACE_DOWN, Colour
from rokoko_tui.art import symbols
from rokoko_tui.art.canvas import Canvas
from rokoko_tui.art.cards import PORTRAIT, draw_portrait
from rokoko_tui.art.figures import Figure, Size, garment, jewel
from rokoko_tui.art.scene import Drawing, Scene
from rokoko_tui.art.silk import bolt
from rokoko_tui.art.symbols import mark_of, owner_role
from rokoko_tui.text.messages import capital

CARD, BOLT = 6, (6, 2)
"""Columns of a card; columns and rows of a bolt."""


def draw_moving_piece(scene: Scene, move: Move) -> Drawing:
    """Draw the piece of ``move`` in at most 8x3 cells; empty if it has no drawing. Blank cells are transparent."""
    draw = _DRAWERS.get(move.kind)
    if draw is None or (move.piece == FACE_DOWN and move.kind in (Piece.DRESS, Piece.JEWEL)):
        return Drawing()
    return draw(scene, move)


def _draw_dress(scene: Scene, move: Move) -> Drawing:
    dress = scene.box.dress[move.piece]
    return _draw_dyed(scene, garment(dress.ladies, dress.expansion is not None), dress.colour)


def _draw_jewel(scene: Scene, move: Move) -> Drawing:
    colour = Colour(move.piece)
    return _draw_dyed(scene, jewel(colour.ladies), colour)


def _draw_dyed(scene: Scene, figure: Figure, colour: Colour) -> Drawing:
    words = scene.words
    canvas = Canvas(scene, figure.size(Size.SMALL)[0])
    dye, role = symbols.dye(words, colour), symbols.silk_role(words, colour)
    canvas.draw_figure(0, 0, figure, Size.SMALL, dye, words.letter(colour), role)
    return canvas.finish()


def _draw_tile(scene: Scene, move: Move) -> Drawing:
    columns, rows = BOLT
    canvas = Canvas(scene, columns)
    if move.piece == FACE_DOWN:
        draw_portrait(canvas, Region(0, 0, columns, rows), None, Size.SMALL)
        canvas.centre(0, 0, columns, FACE_DOWN, canvas.ink("name"))
    else:
        bolt(canvas, Region(0, 0, columns, rows), scene.box.tile[move.piece].silk)
    return canvas.finish()


def _draw_card(scene: Scene, move: Move) -> Drawing:
    canvas = Canvas(scene, CARD)
    card = None if move.piece == FACE_DOWN else scene.box.card[move.piece]
    draw_portrait(canvas, Region(0, 0, CARD, PORTRAIT), card, Size.SMALL)
    if card is None and not scene.pictures:
        canvas.centre(0, 1, CARD, FACE_DOWN)
    return canvas.finish()


def _draw_marker(scene: Scene, move: Move) -> Drawing:
    seat = move.end.seat if move.end.seat is not None else move.start.seat
    canvas, setup = Canvas(scene, 3), scene.view.table.setup
    if seat is not None:
        ground = "_ink ^" if scene.pictures else ""
        canvas.centre(0, 0, 3, f" {mark_of(setup, seat)} ", f"{ground}{owner_role(setup, seat)} strong")
    return canvas.finish()


def _draw_favor(scene: Scene, move: Move) -> Drawing:
    canvas = Canvas(scene, 8)
    name = capital(scene.words.term("favor"))
    canvas.centre(0, 0, 8, name.center(8), "^coin _gold-74 strong" if scene.pictures else "band")
    return canvas.finish()


_DRAWERS: dict[Piece, Callable[[Scene, Move], Drawing]] = {
    Piece.DRESS: _draw_dress,
    Piece.JEWEL: _draw_jewel,
    Piece.TILE: _draw_tile,
    Piece.EMPLOYEE: _draw_card,
    Piece.MARKER: _draw_marker,
    Piece.FAVOR: _draw_favor,
}
