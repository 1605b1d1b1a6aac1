"""The canvas of a pane: a grid of cells with text, and under it pixels, two per cell.

Positions and regions are in terminal cells; there are twice as many pixel rows. Panes register which cells show which
piece, and the canvas highlights lit and open pieces when the drawing is finished.
"""

from collections.abc import Callable, Hashable, Iterable, Sequence
from copy import copy
from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple

from rich.cells import get_character_cell_size
from textual.geometry import Region

from rokoko_tui.art import symbols
from rokoko_tui.art.figures import Figure, Size
from rokoko_tui.art.pixels import Cell, Pixels, compose_cell, inks_of, to_line
from rokoko_tui.art.scene import Drawing, Scene, Spot
from rokoko_tui.art.symbols import mark_of, owner_role
from rokoko_tui.text.piece_refs import PieceRef
from rokoko_tui.text.wording import Align, Parts, Wording, fit, indent, measure, truncate

_INK_ROLES = {
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
"""By name of a text colour: its role on pixels and its role in line drawings."""
LIT = "►"
"""Marks a piece that the action under the cursor concerns."""
WANTED = "»"
"""Marks a piece that a lesson asks for while the cursor is on another."""
OPEN = "▹"
"""Marks a piece that some legal action concerns."""


def _list_forms(text: str | Wording, role: str) -> list[Parts]:
    return [[(form, role)] for form in ([text] if isinstance(text, str) else text)]


def grid(count: int, width: int, least: int, widest: int) -> tuple[int, int]:
    """Return (columns per cell, cells per line) for ``count`` cells of ``least`` to ``widest`` columns."""
    on_a_line = max(1, min(count, width // least))
    return max(1, min(width // on_a_line, widest)), on_a_line


class Canvas(Pixels):
    """A grid of cells ``width`` columns wide that grows downwards. Drawing outside of it has no effect."""

    def __init__(self, scene: Scene, width: int) -> None:
        super().__init__(width)
        self.scene = scene
        self.words, self.box, self.state = scene.words, scene.box, scene.view.table
        self._rows: list[list[Cell]] = []
        self._spots: list[_MarkedSpot] = []

    def of_copy(self, pieces: Sequence[PieceRef], n: int) -> "Canvas":
        """Return a canvas that draws piece ``n`` of ``pieces`` on the cells of this one.

        Of equal pieces, each has its own state.
        """
        canvas, scene, piece = copy(self), self.scene, pieces[n]
        if piece in scene.copies:
            state = dict(enumerate(scene.copies[piece])).get(pieces[:n].count(piece), "")
            lit = scene.lit if state == "lit" else scene.lit - {piece}
            chosen = scene.chosen if state == "chosen" else scene.chosen - {piece}
            canvas.scene = replace(scene, lit=lit, chosen=chosen)
        return canvas

    @property
    def height(self) -> int:
        """Number of rows drawn on so far."""
        return len(self._rows)

    def has_text(self, text: str) -> bool:
        """Whether ``text`` is on one of the lines."""
        return any(text in "".join(cell for cell, _ in row) for row in self._rows)

    def _row(self, y: int) -> list[Cell]:
        while len(self._rows) <= y:
            self._rows.append([(" ", "")] * self.width)
            self._pixels += [[""] * self.width, [""] * self.width]
        return self._rows[y]

    # ---- pixels

    def fill(self, region: Region, paint: str) -> None:
        """Paint whole cells; no effect in line drawings."""
        x, y, width, height = region
        if self.scene.pictures and height > 0:
            self.wash(x, 2 * y, width, 2 * height, paint)

    def _paintable(self, p: int) -> bool:
        paintable = self.scene.pictures and p >= 0
        if paintable:
            self._row(p // 2)
        return paintable

    def draw_figure(
        self,
        x: int,
        y: int,
        figure: Figure,
        size: Size,
        dye: str = "",
        letter: str = "",
        role: str = "",
        strength: int = 100,
        lift: int = 0,
    ) -> None:
        """Draw ``figure`` with its upper left cell at ``x``, ``y``, in pixels or lines.

        ``dye`` is its paint; ``letter`` and ``role``, that of its silk, replace it in lines. ``strength`` is the
        opacity in per cent and ``lift`` the number of pixel rows by which the picture is raised.
        """
        if self.scene.pictures:
            self.stamp(x, 2 * y - lift, figure.pixels[size], inks_of(dye), strength)
            return
        role = role.replace("silk.", "drawn.")  # lines are drawn in the colour of the silk, not on it
        for n, line in enumerate(figure.lines[size]):
            for column, character in enumerate(line, x):
                if character != " ":
                    self.put(column, y + n, letter or "o" if character == "@" else character, role, 1)

    # ---- text

    def ink(self, name: str) -> str:
        """Return the role of a text colour, on pixels or in a line drawing."""
        on_pixels, in_lines = _INK_ROLES[name]
        return on_pixels if self.scene.pictures else in_lines

    def put(self, x: int, y: int, text: str | Wording, role: str = "", max_width: int | None = None) -> int:
        """Write ``text`` in at most ``max_width`` cells (None: up to the right edge) and return the column after it.

        Of a wording it writes the longest form that fits. Here and below, what does not fit ends with an ellipsis.
        """
        edge = self.width if max_width is None else min(self.width, x + max_width)
        row = self._row(y)
        for character in truncate(text, edge - x):
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

    def put_parts(self, x: int, y: int, forms: Iterable[Parts], max_width: int | None = None) -> int:
        """Write the first of ``forms`` that fits, texts with their roles, and return the column after it."""
        edge = self.width if max_width is None else x + max_width
        for text, role in fit(forms, edge - x):
            x = self.put(x, y, text, role, edge - x)
        return x

    def align(self, region: Region, forms: Iterable[Parts], align: Align = "right") -> int:
        """Write the first of ``forms`` that fits into the line ``region``; return its first column."""
        parts = fit(forms, region.width)
        start = region.x + indent(parts, region.width, align)
        self.put_parts(start, region.y, [parts], region.right - start)
        return start

    def right(self, x: int, y: int, text: str | Wording, role: str = "") -> int:
        """Write ``text`` so that it ends before column ``x``; return its first column."""
        return self.align(Region(0, y, max(0, x), 1), _list_forms(text, role))

    def centre(self, x: int, y: int, width: int, text: str | Wording, role: str = "") -> None:
        """Write ``text`` centred in ``width`` cells."""
        self.align(Region(x, y, max(0, width), 1), _list_forms(text, role), "center")

    def state_of_piece(self, piece: PieceRef) -> str:
        """Return the most important state of ``piece``: lit, wanted, chosen, open, touched, or ""."""
        scene = self.scene
        states = ("lit", scene.lit), ("wanted", scene.wanted), ("chosen", scene.chosen), ("open", scene.open)
        return next((name for name, pieces in states if piece in pieces), "touched" if piece in scene.touched else "")

    def sign_of(self, state: str) -> str:
        """Return the sign of a piece in ``state``; selectable ones need none in pictures."""
        open_sign = "" if self.scene.pictures else OPEN
        return {"lit": LIT, "wanted": WANTED, "chosen": symbols.DONE, "open": open_sign}.get(state, "")

    def state_key(self, piece: PieceRef) -> tuple[str, ...]:
        """Return the state of ``piece`` and the mark of who touched it: what a band shows, for the keys of blocks."""
        seat = self.scene.touched.get(piece)
        mark = () if seat is None else (mark_of(self.state.setup, seat), owner_role(self.state.setup, seat))
        return (self.state_of_piece(piece), *mark)

    def draw_band(
        self,
        x: int,
        y: int,
        width: int,
        text: str | Wording,
        piece: PieceRef,
        role: str = "band",
        sign_below: bool = False,
        marked: bool = True,
    ) -> bool:
        """Draw a line of ``width`` cells with ``text`` centred, whose colour and sign show the state of ``piece``.

        Return whether the mark of who touched it is on it.

        Rose with an arrow: under the cursor, with two: wanted by a lesson. Green with a tick: chosen. Gold: selectable.
        A mark at the end shows who touched it last, if ``marked``, unless ``text`` would be cut for it. ``role`` is the
        style of a piece without state. ``sign_below`` puts the sign on the next line.
        """
        state = self.state_of_piece(piece)
        self.put(x, y, " " * width, f"band.{state}" if state not in ("", "touched") else role, width)
        sign = self.sign_of(state)
        if sign_below:
            self.put(x, y + 1, sign, f"band.{state}" if sign else "")
            sign = ""
        seat = self.scene.touched.get(piece)
        mark = mark_of(self.state.setup, seat) if marked and seat is not None else ""
        left, right = measure(sign), measure(mark)
        shortest = measure(text.shortest if isinstance(text, Wording) else text)
        if width - left - right < shortest <= width - left:
            mark, right = "", 0
        inner = width - left - right
        text = truncate(text, inner)
        if measure(text) <= width - 2 * max(left, right):  # centre on the whole band if sign and mark allow it
            left_gap = right_gap = max(left, right)
        else:
            left_gap, right_gap = left, right
        self.put(x, y, sign, "", left)
        self.centre(x + left_gap, y, width - left_gap - right_gap, text)
        if mark and seat is not None:  # owner colours have contrast on the plain band only
            owner = owner_role(self.state.setup, seat)
            mark_role = ("^" if "_" in role else "") + owner if owner and state == "touched" else ""
            self.put(x + width - right, y, mark, mark_role, right)
        return bool(mark)

    def draw_block(self, region: Region, key: Hashable, draw: Callable[["Canvas"], None]) -> None:
        """Let ``draw`` draw on a separate canvas of the size of ``region``, and copy the result there.

        Results are cached by ``key``, which must contain all that the drawing depends on except words, box and
        pictures.
        """
        x, y, width, height = region
        cache_key = (key, width, height, self.scene.pictures, self.words, self.box.key)
        block = _BLOCKS.get(cache_key)
        if block is None:
            inner = Canvas(self.scene, width)
            inner._row(height - 1)
            draw(inner)
            block = _Block([inner._composed(n) for n in range(height)], inner._spots)
            if len(_BLOCKS) >= _MAX_BLOCKS:
                _BLOCKS.clear()
            _BLOCKS[cache_key] = block
        left, right = max(0, x), min(x + width, self.width)
        for n, cells in enumerate(block.cells):
            self._row(y + n)[left:right] = cells[left - x : right - x]
        for spot, sign, light in block.spots:
            if left == x and right == x + width and spot.y < height:
                lit = spot.piece in self.scene.lit
                self._spots.append(_MarkedSpot(Spot(x + spot.x, y + spot.y, spot.width, spot.piece, lit), sign, light))
            elif spot.y < height:
                self.add_spot(spot.piece, Region(x + spot.x, y + spot.y, spot.width, 1), sign, not light)

    def add_spot(self, piece: PieceRef, region: Region, sign: bool = True, drawn: bool = False) -> None:
        """Register cells that show ``piece``. With ``sign``, the cell before them gets the sign of its state.

        ``drawn``: the drawing shows the state, for example by a band; the cells are not highlighted.
        """
        x = max(0, min(region.x, self.width - 1))
        width = max(1, min(region.width, self.width - x))
        for n in range(region.height):
            self._row(region.y + n)
            if self.width:
                spot = Spot(x, region.y + n, width, piece, piece in self.scene.lit)
                self._spots.append(_MarkedSpot(spot, sign and n == 0 and not drawn, not drawn))

    def _light(self, spot: Spot) -> None:
        """Highlight the cells of a lit piece; silk keeps its colour."""
        row = self._row(spot.y)
        for n in range(spot.x, spot.x + spot.width):
            character, roles = row[n]
            row[n] = (character, f"{roles} {'lit-silk' if 'silk.' in roles else 'lit'}".strip())

    def finish(self) -> Drawing:
        """Return the drawing, with lit and open pieces marked."""
        for spot, sign, light in self._spots:
            lit, wanted = spot.piece in self.scene.lit, spot.piece in self.scene.wanted
            if (lit or wanted) and light:
                self._light(spot)
            if sign and spot.x > 0 and (lit or wanted or spot.piece in self.scene.open):
                self._row(spot.y)[spot.x - 1] = (LIT if lit else WANTED if wanted else OPEN, "open")
        lines = [_cached_line(tuple(self._composed(y))) for y in range(self.height)]
        return Drawing(lines, [marked.spot for marked in self._spots])

    def _composed(self, y: int) -> list[Cell]:
        """Return the cells of a row, with text and pixels combined."""
        tops, bottoms = self._pixels[2 * y], self._pixels[2 * y + 1]
        row = self._row(y)
        if not any(tops) and not any(bottoms):
            return row
        return [compose_cell(*cell, top, bottom) for cell, top, bottom in zip(row, tops, bottoms, strict=True)]


class _MarkedSpot(NamedTuple):
    """A spot and the ways in which the canvas marks a lit or open piece."""

    spot: Spot
    sign: bool
    """By a sign in the cell before it."""
    light: bool
    """By highlighting its cells."""


class _Block(NamedTuple):
    """A cached part of a drawing."""

    cells: list[list[Cell]]
    spots: list[_MarkedSpot]


_BLOCKS: dict[Hashable, _Block] = {}
_MAX_BLOCKS = 600
_cached_line = lru_cache(4096)(to_line)
"""Most rows of a table are unchanged from one drawing to the next."""
