"""A grid of cells that a pane is drawn on, piece by piece.

Positions are terminal cells. Whoever draws says which cells show which piece; lit and open pieces get their signs and
styles when the drawing is finished, so no pane does that by itself.
"""

from rich.cells import cell_len, get_character_cell_size
from rich.text import Text

from rokoko_core.terms import COLOURS, Bales
from rokoko_tui.drawing import symbols
from rokoko_tui.drawing.cells import fit
from rokoko_tui.drawing.scene import Drawing, Scene, Spot

LIT = "►"
"""Before a piece concerned by the choice under the cursor."""
OPEN = "▹"
"""Before a piece some legal action concerns."""


def grid(count: int, width: int, least: int, widest: int) -> tuple[int, int]:
    """(columns of a cell, cells on a line) for ``count`` cells of at least ``least`` and at most ``widest`` columns."""
    on_a_line = max(1, min(count, width // least))
    return max(1, min(width // on_a_line, widest)), on_a_line


class Canvas:
    """Cells of ``width`` columns; rows are added as they are drawn on. What lies beside them is not drawn."""

    def __init__(self, scene: Scene, width: int) -> None:
        self.scene, self.width = scene, max(0, width)
        self.words, self.box, self.state = scene.words, scene.box, scene.view.table
        self._rows: list[list[tuple[str, str]]] = []
        self._spots: list[tuple[Spot, bool]] = []

    @property
    def height(self) -> int:
        """Rows drawn on so far."""
        return len(self._rows)

    def _row(self, y: int) -> list[tuple[str, str]]:
        while len(self._rows) <= y:
            self._rows.append([(" ", "")] * self.width)
        return self._rows[y]

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

    def spot(self, piece: str, x: int, y: int, width: int, height: int = 1, sign: bool = True) -> None:
        """These cells show ``piece``; ``sign`` keeps the cell before them for the signs of lit and open pieces."""
        x = max(0, min(x, self.width - 1))
        width = max(1, min(width, self.width - x))
        for n in range(height):
            self._row(y + n)
            if self.width:
                self._spots.append((Spot(x, y + n, width, piece), sign and n == 0))

    def _light(self, spot: Spot) -> None:
        """Lit cells stand out; silk keeps its colour."""
        row = self._row(spot.y)
        for n in range(spot.x, spot.x + spot.width):
            character, roles = row[n]
            row[n] = (character, f"{roles} {'lit-silk' if 'silk.' in roles else 'lit'}".strip())

    def finish(self) -> Drawing:
        """The drawing, lit and open pieces marked."""
        for spot, sign in self._spots:
            lit, offered = spot.piece in self.scene.lit, spot.piece in self.scene.open
            if lit:
                self._light(spot)
            if sign and spot.x > 0 and (lit or offered):
                self._row(spot.y)[spot.x - 1] = (LIT if lit else OPEN, "open")
        return Drawing([_line(row) for row in self._rows], [spot for spot, _ in self._spots])


def _line(row: list[tuple[str, str]]) -> Text:
    line = Text(no_wrap=True, end="")
    start = 0
    for n in range(1, len(row) + 1):
        if n == len(row) or row[n][1] != row[start][1]:
            line.append("".join(character for character, _ in row[start:n]), row[start][1] or "plain")
            start = n
    return line
