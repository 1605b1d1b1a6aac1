"""A grid of cells that a pane is drawn on, piece by piece: text, and under it pixels, two to a cell.

Positions are terminal cells, and rows of pixels are twice as many. Whoever draws says which cells show which piece; lit
and open pieces get their signs and styles when the drawing is finished, so no pane does that by itself.
"""

from collections.abc import Callable, Hashable
from functools import lru_cache
from itertools import groupby
from operator import itemgetter
from typing import NamedTuple

from rich.cells import cell_len, get_character_cell_size
from rich.text import Span, Text

from rokoko_core.terms import COLOURS, Bales
from rokoko_tui.art import symbols
from rokoko_tui.art.figures.shape import Figure, Size
from rokoko_tui.art.pixels import Cell, Pixels, composed, inks_of
from rokoko_tui.art.scene import Drawing, Scene, Spot
from rokoko_tui.text.cells import fit
from rokoko_tui.theme.owner_marks import mark_of, owner_role

_INKS = {
    "text": ("^text", ""),
    "name": ("^text strong", "strong"),
    "soft": ("^soft", "dim"),
    "coin": ("^coin", "price"),
    "star": ("^star strong", "prestige"),
    "notion": ("^yarn strong", "notion"),
    "rank": ("^title strong", "rank"),
    "title": ("^title strong", "head"),
    "gold": ("^gold strong", "head"),
    "open": ("^open strong", "open"),
    "ink": ("^ink strong", ""),
}
LIT = "►"
"""Before a piece concerned by the choice under the cursor."""
OPEN = "▹"
"""Before a piece some legal action concerns."""


def grid(count: int, width: int, least: int, widest: int) -> tuple[int, int]:
    """(columns of a cell, cells on a line) for ``count`` cells of at least ``least`` and at most ``widest`` columns."""
    on_a_line = max(1, min(count, width // least))
    return max(1, min(width // on_a_line, widest)), on_a_line


class Canvas(Pixels):
    """Cells of ``width`` columns; rows are added as they are drawn on. What lies beside them is not drawn."""

    def __init__(self, scene: Scene, width: int) -> None:
        super().__init__(width)
        self.scene = scene
        self.words, self.box, self.state = scene.words, scene.box, scene.view.table
        self._rows: list[list[Cell]] = []
        self._spots: list[_Shown] = []

    @property
    def height(self) -> int:
        """Rows drawn on so far."""
        return len(self._rows)

    def _row(self, y: int) -> list[Cell]:
        while len(self._rows) <= y:
            self._rows.append([(" ", "")] * self.width)
            self._pixels += [[""] * self.width, [""] * self.width]
        return self._rows[y]

    # ---- pixels

    def fill(self, x: int, y: int, width: int, height: int, paint: str) -> None:
        """Paint whole cells. Nothing is painted where the scene is drawn in lines."""
        if self.scene.pictures and height > 0:
            self.wash(x, 2 * y, width, 2 * height, paint)

    def _paintable(self, p: int) -> bool:
        """Rows are added as they are painted on."""
        if self.scene.pictures and p >= 0:
            self._row(p // 2)
        return self.scene.pictures and p >= 0

    def figure(
        self,
        x: int,
        y: int,
        figure: Figure,
        size: Size,
        dye: str = "",
        letter: str = "",
        role: str = "",
        strength: int = 100,
        mirrored: bool = False,
        lift: int = 0,
    ) -> None:
        """Draw ``figure`` with its upper left cell at ``x``, ``y``, in pixels or lines.

        ``dye`` is the paint of what it is made of, ``letter`` and ``role`` stand for that in lines; ``lift`` raises the
        pixels by so many rows.
        """
        if self.scene.pictures:
            picture = figure.pixels[size]
            picture = tuple(row[::-1] for row in picture) if mirrored else picture
            self.stamp(x, 2 * y - lift, picture, inks_of(dye), strength)
            return
        for n, line in enumerate(figure.lines[size]):
            for at, sign in enumerate(line, x):
                if sign != " ":
                    self.put(at, y + n, letter or "o" if sign == "@" else sign, role, 1)

    # ---- text

    def ink(self, name: str) -> str:
        """The role of text on a picture, and of the same text where there are only lines."""
        painted, plain = _INKS[name]
        return painted if self.scene.pictures else plain

    def put(self, x: int, y: int, text: str, role: str = "", room: int | None = None) -> int:
        """Write ``text`` in at most ``room`` cells (to the right edge when None) and return the column after it."""
        edge = self.width if room is None else min(self.width, x + room)
        row = self._row(y)
        for character in fit(text, edge - x):
            cells = get_character_cell_size(character)
            if cells == 0:
                if x > 0:
                    row[x - 1] = (row[x - 1][0] + character, row[x - 1][1])
                continue
            if x >= 0:
                row[x] = (character, f"{row[x][1]} {role}".strip())
                for n in range(1, cells):
                    row[x + n] = ("", row[x][1])
            x += cells
        return x

    def right(self, x: int, y: int, text: str, role: str = "") -> int:
        """Write ``text`` so that it ends before column ``x``; return the column it starts at."""
        start = max(0, x - cell_len(text))
        self.put(start, y, text, role, x - start)
        return start

    def centre(self, x: int, y: int, room: int, text: str, role: str = "") -> None:
        """Write ``text`` in the middle of ``room`` cells."""
        text = fit(text, room)
        self.put(x + (room - cell_len(text)) // 2, y, text, role, room)

    def shade(self, x: int, y: int, width: int, role: str, height: int = 1) -> None:
        """Lay ``role`` under whatever is written on these cells from now on."""
        for row in (self._row(y + n) for n in range(height)):
            for n in range(max(0, x), min(x + width, self.width)):
                row[n] = (row[n][0], f"{row[n][1]} {role}".strip())

    def silk(self, x: int, y: int, silk: Bales) -> int:
        """A coloured letter per bale; return the column after them."""
        for colour, count in zip(COLOURS, silk, strict=True):
            x = self.put(x, y, self.words.letter(colour) * count, symbols.silk_role(self.words, colour))
        return x

    def state_of(self, piece: str) -> str:
        """What is the matter with ``piece``: lit, chosen, open, touched, or nothing."""
        scene = self.scene
        for name, pieces in (("lit", scene.lit), ("chosen", scene.chosen), ("open", scene.open)):
            if piece in pieces:
                return name
        return "touched" if piece in scene.touched else ""

    def told_of(self, piece: str) -> tuple[str, ...]:
        """All that a band tells of ``piece``, for the keys of blocks: how it is, and whose mark it bears."""
        by = self.scene.touched.get(piece)
        mark = () if by is None else (mark_of(self.state.setup, by), owner_role(self.state.setup, by))
        return (self.state_of(piece), *mark)

    def band(self, x: int, y: int, width: int, text: str, piece: str = "", role: str = "band") -> None:
        """A line of ``width`` cells with ``text`` in its middle that tells by its colour and a sign how ``piece`` is.

        Rose with an arrow: under the cursor. Green with a tick: chosen. Gold: may be chosen. Whoever touched it last
        has left a mark at the end of the line. ``role`` is how it looks while there is nothing to tell.
        """
        state = self.state_of(piece)
        self.put(x, y, " " * width, f"band.{state}" if state not in ("", "touched") else role, width)
        sign = {"lit": LIT, "chosen": symbols.DONE, "open": "" if self.scene.pictures else OPEN}.get(state, "")
        by = self.scene.touched.get(piece)
        mark = "" if by is None else mark_of(self.state.setup, by)
        left, right = cell_len(sign), cell_len(mark)
        text = fit(text, width - left - right)
        room = width - 2 * max(left, right) if cell_len(text) <= width - 2 * max(left, right) else width - left - right
        self.put(x, y, sign, "", left)
        self.centre(x + (max(left, right) if room == width - 2 * max(left, right) else left), y, room, text)
        if by is not None:  # in the owner's colour on the plain band only, which others might swallow
            painted = "^" if "_" in role else ""
            own = painted + owner_role(self.state.setup, by) if state == "touched" else ""
            self.put(x + width - right, y, mark, own, right)

    def block(self, x: int, y: int, width: int, height: int, key: Hashable, draw: "Callable[[Canvas], None]") -> None:
        """Put what ``draw`` draws on a canvas of its own of ``width`` and ``height`` here.

        It is drawn once for every ``key``, which must hold whatever the drawing depends on but words, box and pictures.
        """
        whole = (key, width, height, self.scene.pictures, self.words, self.box.key)
        block = _BLOCKS.get(whole)
        if block is None:
            own = Canvas(self.scene, width)
            own._row(height - 1)
            draw(own)
            block = _Block([own._composed(n) for n in range(height)], own._spots)
            if len(_BLOCKS) >= _MOST_BLOCKS:
                _BLOCKS.clear()
            _BLOCKS[whole] = block
        left, right = max(0, x), min(x + width, self.width)
        for n, cells in enumerate(block.cells):
            self._row(y + n)[left:right] = cells[left - x : right - x]
        for spot, sign, light in block.spots:
            if left == x and right == x + width and spot.y < height:
                self._spots.append(_Shown(Spot(x + spot.x, y + spot.y, spot.width, spot.piece), sign, light))
            elif spot.y < height:
                self.spot(spot.piece, x + spot.x, y + spot.y, spot.width, 1, sign, not light)

    def spot(
        self, piece: str, x: int, y: int, width: int, height: int = 1, sign: bool = True, drawn: bool = False
    ) -> None:
        """These cells show ``piece``; ``sign`` keeps the cell before them for the signs of lit and open pieces.

        A piece that is ``drawn`` so that its state can be seen, by a band say, is not lit besides.
        """
        x = max(0, min(x, self.width - 1))
        width = max(1, min(width, self.width - x))
        for n in range(height):
            self._row(y + n)
            if self.width:
                self._spots.append(_Shown(Spot(x, y + n, width, piece), sign and n == 0 and not drawn, not drawn))

    def _light(self, spot: Spot) -> None:
        """Lit cells stand out; silk keeps its colour."""
        row = self._row(spot.y)
        for n in range(spot.x, spot.x + spot.width):
            character, roles = row[n]
            row[n] = (character, f"{roles} {'lit-silk' if 'silk.' in roles else 'lit'}".strip())

    def finish(self) -> Drawing:
        """The drawing, lit and open pieces marked."""
        for spot, sign, light in self._spots:
            lit, offered = spot.piece in self.scene.lit, spot.piece in self.scene.open
            if lit and light:
                self._light(spot)
            if sign and spot.x > 0 and (lit or offered):
                self._row(spot.y)[spot.x - 1] = (LIT if lit else OPEN, "open")
        lines = [_line(tuple(self._composed(y))) for y in range(self.height)]
        return Drawing(lines, [shown.spot for shown in self._spots])

    def _composed(self, y: int) -> list[Cell]:
        """The cells of a row: text on the lower of its pixels, and pixels where there is no text."""
        tops, bottoms = self._pixels[2 * y], self._pixels[2 * y + 1]
        row = self._row(y)
        if not any(tops) and not any(bottoms):
            return row
        return [composed(*cell, top, bottom) for cell, top, bottom in zip(row, tops, bottoms, strict=True)]


class _Shown(NamedTuple):
    """A spot, and how it tells of its piece's state."""

    spot: Spot
    sign: bool
    """By a sign in the cell before it."""
    light: bool
    """By being lit."""


class _Block(NamedTuple):
    """A piece of a drawing, kept."""

    cells: list[list[Cell]]
    spots: list[_Shown]


_BLOCKS: dict[Hashable, _Block] = {}
_MOST_BLOCKS = 600


@lru_cache(4096)
def _line(row: tuple[Cell, ...]) -> Text:
    """The cells of a row as text; most rows of a table stay as they were."""
    pieces: list[str] = []
    spans: list[Span] = []
    start = 0
    for roles, cells in groupby(row, itemgetter(1)):
        piece = "".join([character for character, _ in cells])
        pieces.append(piece)
        spans.append(Span(start, start + len(piece), roles or "plain"))
        start += len(piece)
    return Text("".join(pieces), no_wrap=True, end="", spans=spans)
