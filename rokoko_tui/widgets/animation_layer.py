"""What others move is seen on its way: one small thing at a time, painted over whatever lies under it."""

from collections.abc import Callable
from itertools import zip_longest

from rich.cells import cell_len
from rich.segment import Segment
from rich.style import Style
from rich.text import Text
from textual.geometry import Offset, Region, Size
from textual.strip import Strip

from rokoko_tui.art.scene import Drawing
from rokoko_tui.theme.themes import styles_of
from rokoko_tui.widgets.line_widget import Lines, cells_of, ground

Under = Callable[[int, int, int], Strip]
"""What lies on the table from that column of the screen on, in that row, in so many cells."""


class Traveller(Lines):
    """A thing on its way from one place to another. ``place`` is where it is; None while nothing moves."""

    DEFAULT_CSS = """
    Traveller { layer: travel; background: $surface; }
    """

    def __init__(self, under: Under) -> None:
        super().__init__(id="traveller")
        self.place: Region | None = None
        self._under = under
        self._lines: list[Text] = []
        self._route = (Offset(), Offset())

    def set_out(self, drawing: Drawing, start: Region, end: Region) -> bool:
        """Be ready to go from the middle of ``start`` to that of ``end``; False where there is nothing to be seen."""
        self._lines = drawing.lines
        size = Size(max((line.cell_len for line in self._lines), default=0), len(self._lines))
        self._route = (_amid(start, size), _amid(end, size))
        return bool(size.area) and self._route[0] != self._route[1]

    def go(self, progress: float, within: Region) -> bool:
        """Be so far on the way, 0 to 1, and not beyond ``within``; True when that is another place than before."""
        start, end = self._route
        eased = progress * progress * (3 - 2 * progress)
        size = Size(max(line.cell_len for line in self._lines), len(self._lines))
        at = Offset(round(start.x + (end.x - start.x) * eased), round(start.y + (end.y - start.y) * eased))
        place = Region.from_offset(at, size).translate_inside(within)
        moved, self.place = place != self.place, place
        if moved:
            self.refresh()
        return moved

    def rest(self) -> bool:
        """Be no longer seen; True when it was."""
        was, self.place = self.place is not None, None
        return was

    def line(self, y: int, size: Size, base: Style) -> Strip:
        """A line of the thing, with the table where nothing of it is."""
        if self.place is None or y >= len(self._lines):
            return Strip.blank(size.width, base)
        of = styles_of(self.app.theme, self.app.current_theme.dark).of
        line = self._lines[y]
        own = Strip([Segment(line.plain[s.start : s.end], of(str(s.style))) for s in line.spans])
        under = cells_of(self._under(self.place.x, self.place.y + y, size.width))
        cells = [over(mine, theirs) for mine, theirs in zip_longest(cells_of(own), under, fillvalue=(" ", base))]
        return Strip([Segment(character, style) for character, style in cells]).adjust_cell_length(size.width, base)


def _amid(region: Region, size: Size) -> Offset:
    """The upper left corner of something of ``size`` in the middle of ``region``."""
    return Offset(region.x + (region.width - size.width) // 2, region.y + (region.height - size.height) // 2)


def over(mine: tuple[str, Style | None], theirs: tuple[str, Style | None]) -> tuple[str, Style]:
    """A cell of something painted over another: pixels and blanks that have no colour let the other's be seen."""
    sign, style = mine[0] or " ", mine[1] or Style()
    below, under = theirs[0], theirs[1] or Style()
    if style.bgcolor is not None:
        return sign, style
    if sign == " ":
        return (below, under) if cell_len(below) == 1 else (" ", ground(under))
    upper = under.color if below == "▀" else under.bgcolor
    lower = under.color if below == "▄" else under.bgcolor
    return sign, Style(color=style.color, bold=style.bold, bgcolor=upper if sign == "▄" else lower)
