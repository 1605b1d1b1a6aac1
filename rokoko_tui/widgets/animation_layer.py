"""The layer above the table on which one piece moves from its old place to its new one."""

from collections.abc import Callable
from itertools import zip_longest

from rich.cells import cell_len
from rich.segment import Segment
from rich.style import Style
from rich.text import Text
from textual.geometry import Offset, Region, Size
from textual.strip import Strip

from rokoko_tui.art.scene import Drawing
from rokoko_tui.widgets.line_widget import LineWidget, blank_style, cells_of

TableCells = Callable[[int, int, int], Strip]
"""Returns the cells of the table from column x of the screen in row y, so many cells wide."""


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
