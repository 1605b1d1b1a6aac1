"""The layer above the table on which one piece moves from its old place to its new one, and the drawings of pieces."""

from collections.abc import Callable
from itertools import zip_longest

from rich.cells import cell_len
from rich.segment import Segment
from rich.style import Style
from rich.text import Text
from textual.geometry import Offset, Region, Size
from textual.strip import Strip

from rokoko_core.events.places import Move, Piece
from rokoko_core.terms import FACE_DOWN, Colour
from rokoko_tui.art import figures, symbols
from rokoko_tui.art.canvas import Canvas
from rokoko_tui.art.cards import PORTRAIT, draw_portrait
from rokoko_tui.art.figures import Figure, garment, jewel
from rokoko_tui.art.scene import Drawing, Scene
from rokoko_tui.art.silk import bolt
from rokoko_tui.art.symbols import mark_of, owner_role
from rokoko_tui.text.messages import capital
from rokoko_tui.widgets.line_widget import LineWidget, blank_style, cells_of

TableCells = Callable[[int, int, int], Strip]
"""Returns the cells of the table from column x of the screen in row y, so many cells wide."""
CARD, BOLT = 6, (6, 2)
"""Columns of a card; columns and rows of a bolt."""


class MovingPiece(LineWidget):
    """A piece on its way. ``place`` is its region on the screen; None while nothing moves."""

    DEFAULT_CSS = """
    MovingPiece { layer: travel; background: $surface; }
    """

    def __init__(self, table_cells: TableCells) -> None:
        super().__init__(id="moving-piece")
        self.place: Region | None = None
        self._table_cells = table_cells
        self._lines: list[Text] = []
        self._route = (Offset(), Offset())

    def set_out(self, drawing: Drawing, start: Region, end: Region) -> bool:
        """Prepare the way from the middle of ``start`` to the middle of ``end``; False where nothing would move."""
        self._lines = drawing.lines
        size = Size(max((line.cell_len for line in self._lines), default=0), len(self._lines))
        self._route = (_centred_offset(start, size), _centred_offset(end, size))
        return bool(size.area) and self._route[0] != self._route[1]

    def go(self, progress: float, within: Region) -> bool:
        """Move to ``progress`` (0 to 1) of the way, inside ``within``; True when the place changes."""
        start, end = self._route
        eased = progress * progress * (3 - 2 * progress)
        size = Size(max(line.cell_len for line in self._lines), len(self._lines))
        corner = Offset(round(start.x + (end.x - start.x) * eased), round(start.y + (end.y - start.y) * eased))
        place = Region.from_offset(corner, size).translate_inside(within)
        moved, self.place = place != self.place, place
        if moved:
            self.refresh()
        return moved

    def rest(self) -> bool:
        """Hide the piece; True when it was visible."""
        was_visible, self.place = self.place is not None, None
        return was_visible

    def line(self, y: int, size: Size, base: Style) -> Strip:
        if self.place is None or y >= len(self._lines):
            return Strip.blank(size.width, base)
        piece = self.text_strip(self._lines[y], Style())
        table = cells_of(self._table_cells(self.place.x, self.place.y + y, size.width))
        cells = [over(top, below) for top, below in zip_longest(cells_of(piece), table, fillvalue=(" ", base))]
        return Strip([Segment(character, style) for character, style in cells]).adjust_cell_length(size.width, base)


def _centred_offset(region: Region, size: Size) -> Offset:
    """Return the upper left corner of ``size`` centred in ``region``."""
    return Offset(region.x + (region.width - size.width) // 2, region.y + (region.height - size.height) // 2)


def over(top: tuple[str, Style], below: tuple[str, Style]) -> tuple[str, Style]:
    """Return cell ``top`` painted over ``below``, which shows through pixels and blanks without a colour."""
    sign, style = top[0] or " ", top[1]
    sign_below, style_below = below
    if style.bgcolor is not None:
        return sign, style
    if sign == " ":
        return (sign_below, style_below) if cell_len(sign_below) == 1 else (" ", blank_style(style_below))
    upper = style_below.color if sign_below == "▀" else style_below.bgcolor
    lower = style_below.color if sign_below == "▄" else style_below.bgcolor
    return sign, Style(color=style.color, bold=style.bold, bgcolor=upper if sign == "▄" else lower)


# ---- drawings


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
    canvas = Canvas(scene, figure.size(figures.Size.SMALL)[0])
    dye, role = symbols.dye(words, colour), symbols.silk_role(words, colour)
    canvas.draw_figure(0, 0, figure, figures.Size.SMALL, dye, words.letter(colour), role)
    return canvas.finish()


def _draw_tile(scene: Scene, move: Move) -> Drawing:
    columns, rows = BOLT
    canvas = Canvas(scene, columns)
    if move.piece == FACE_DOWN:
        draw_portrait(canvas, Region(0, 0, columns, rows), None, figures.Size.SMALL)
        canvas.centre(0, 0, columns, FACE_DOWN, canvas.ink("name"))
    else:
        bolt(canvas, Region(0, 0, columns, rows), scene.box.tile[move.piece].silk)
    return canvas.finish()


def _draw_card(scene: Scene, move: Move) -> Drawing:
    canvas = Canvas(scene, CARD)
    card = None if move.piece == FACE_DOWN else scene.box.card[move.piece]
    draw_portrait(canvas, Region(0, 0, CARD, PORTRAIT), card, figures.Size.SMALL)
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
