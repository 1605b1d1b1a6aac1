"""A widget that shows one drawing of the table: it paints lines, scrolls them and reports which piece was clicked.

The lines are rendered by us: Textual's renderables repaint the whole widget, this one only the cells that changed.
"""

from dataclasses import dataclass
from typing import NamedTuple

from rich.segment import Segment
from rich.style import Style
from rich.text import Text
from textual import events
from textual.content import Content
from textual.geometry import Region, Size
from textual.message import Message
from textual.reactive import reactive
from textual.strip import Strip

from rokoko_tui.art.scene import Drawing, Face, Scene
from rokoko_tui.keys import bindings_of
from rokoko_tui.text.piece_refs import PieceRef
from rokoko_tui.text.wording import measure
from rokoko_tui.theme.styles import Styles
from rokoko_tui.widgets.line_widget import BAR, LineWidget, scroll_bar_cell
from rokoko_tui.widgets.list_view import CursorActions, is_repeated

CACHED_DRAWINGS = 4
"""Most drawings a pane keeps, one per size."""


def _header(scene: Scene) -> tuple[object, ...]:
    """Return what a face with goods shows besides pieces."""
    return scene.goods, scene.goods_after, scene.looked


class _PaintedText(NamedTuple):
    """A line of a drawing and all that its strip depends on."""

    text: Text
    width: int
    base: Style
    roles: Styles
    strip: Strip


class Pane(CursorActions, LineWidget, can_focus=False):
    """One pane of the table; assigning ``scene`` paints it."""

    BINDINGS = bindings_of("list")
    DEFAULT_CSS = """
    Pane {
        background: $surface;
    }
    """

    scene: reactive[Scene | None] = reactive(None, repaint=False)
    top: reactive[int] = reactive(0, repaint=False)
    """First visible line of the drawing."""

    @dataclass
    class Picked(Message):
        """A piece was clicked."""

        piece: PieceRef
        pane: "Pane"
        is_repeated: bool = False
        """Whether it follows another click at the same cell at once."""

        @property
        def control(self) -> "Pane":
            return self.pane

    @dataclass
    class Hovered(Message):
        """The mouse is over another piece, or over none."""

        piece: PieceRef | None
        pane: "Pane"

        @property
        def control(self) -> "Pane":
            return self.pane

    def __init__(self, face: Face, id: str | None = None) -> None:
        super().__init__(id=id)
        self.face = face
        self._drawings: dict[tuple[int, int | None], Drawing] = {}
        self._strips: dict[int, _PaintedText] = {}
        self._hovered: PieceRef | None = None
        """The piece under the mouse."""

    # ---- the drawing

    def drawn(self, width: int, height: int | None) -> Drawing:
        """Return the drawing of the scene in this size, from the cache if possible."""
        if self.scene is None or width <= 0:
            return Drawing()
        key = (width, height)
        if key not in self._drawings:
            if len(self._drawings) >= CACHED_DRAWINGS:
                self._drawings.clear()
            self._drawings[key] = self.face.draw(self.scene, width, height)
        return self._drawings[key]

    @property
    def drawing(self) -> Drawing:
        """The drawing in the present size, with a right margin as wide as the left one.

        Where it has to scroll, it leaves columns for the bar, which may be in the margin.
        """
        return self._drawing_in(self.content_size)

    def _drawing_in(self, size: Size) -> Drawing:
        width, height = size
        drawing = self.drawn(width - self.styles.padding.left, height)
        return drawing if len(drawing.lines) <= height else self.drawn(width - BAR, height)

    def watch_scene(self, before: Scene | None, scene: Scene | None) -> None:
        if scene is None or (before is not None and self._looks_the_same(before, scene)):
            return
        self._drawings.clear()
        self._write_titles(scene)
        self._scroll_into_sight()
        self.repaint()

    def _write_titles(self, scene: Scene) -> None:
        titles, notes = self.face.list_titles(scene), self.drawing.notes
        name = titles[0].partition(" · ")[0]
        forms = sorted({titles[0], titles[-1], name}, key=measure, reverse=True)
        explained = [[form, *notes[:count]] for count in range(len(notes), 0, -1) for form in forms]
        self.set_border_titles(*map(" · ".join, explained), *titles)

    def _looks_the_same(self, before: Scene, scene: Scene) -> bool:
        """Whether the scenes differ only in pieces that this pane does not show."""
        if scene.view is not before.view or scene.words is not before.words or scene.pictures != before.pictures:
            return False
        if scene.mover != before.mover:
            return False
        if not self.content_size:
            return True  # in a tab that is not shown
        if not self._drawings or (self.face.goods and _header(before) != _header(scene)):
            return False
        changed_pieces = scene.changed_pieces(before)
        return all(drawing.pieces.isdisjoint(changed_pieces) for drawing in self._drawings.values())

    def watch_top(self) -> None:
        self.repaint()

    def on_resize(self) -> None:
        self._drawings.clear()
        if self.scene is not None:
            self._write_titles(self.scene)
            self._scroll_into_sight()

    # ---- scrolling

    @property
    def _lowest_top(self) -> int:
        return max(0, len(self.drawing.lines) - self.content_size.height)

    def _scroll_into_sight(self) -> None:
        rows = [spot.y for spot in self.drawing.spots if spot.lit]
        height = self.content_size.height
        top = min(self.top, self._lowest_top)
        if rows and not any(top <= row < top + height for row in rows):
            top = min(rows[0], self._lowest_top)
        self.top = top

    def move(self, step: int) -> None:
        """Scroll by at most ``step`` lines."""
        self.top = max(0, min(self.top + step, self._lowest_top))

    def move_page(self, step: int) -> None:
        """Scroll by at most ``step`` pages."""
        self.move(step * max(1, self.content_size.height - 1))

    def move_end(self, step: int) -> None:
        """Scroll to the last line (``step`` 1) or the first (-1)."""
        self.move(step * self._lowest_top)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Leave home and end to the screen, and all keys where the drawing fits."""
        return action != "move_end" and self._lowest_top > 0

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        self._scroll_by_wheel(event, 2)

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        self._scroll_by_wheel(event, -2)

    def _scroll_by_wheel(self, event: events.MouseEvent, step: int) -> None:
        if self._lowest_top:
            event.stop()
            self.move(step)

    def take_focus(self) -> None:
        """Take the focus, so that the arrow keys scroll this pane until it is blurred."""
        self.can_focus = True
        self.focus()

    def on_blur(self) -> None:
        self.can_focus = False

    # ---- the mouse

    def piece_at(self, x: int, y: int) -> PieceRef | None:
        """Return the piece at column ``x``, row ``y`` of the content."""
        return self.drawing.at(x, y + self.top)

    def _piece_under(self, event: events.MouseEvent) -> PieceRef | None:
        offset = event.get_content_offset(self)
        return self.piece_at(offset.x, offset.y) if offset is not None else None

    def on_click(self, event: events.Click) -> None:
        piece = self._piece_under(event)
        if piece is not None:
            event.stop()
            self.post_message(self.Picked(piece, self, is_repeated(event)))

    def on_mouse_move(self, event: events.MouseMove) -> None:
        self._hover(self._piece_under(event))

    def on_leave(self) -> None:
        self._hover(None)

    def _hover(self, piece: PieceRef | None) -> None:
        if piece != self._hovered:
            self._hovered = piece
            self.post_message(self.Hovered(piece, self))

    def show_tooltip(self, piece: PieceRef | None) -> None:
        """Explain ``piece`` beside the mouse; None: nothing."""
        text = self.scene.words.piece(piece, self.scene.view.table) if piece and self.scene is not None else ""
        self.tooltip = Content(text) if text else None

    def where(self) -> dict[PieceRef, Region]:
        """Return the screen region of each piece, as if the pane were as high as its drawing."""
        corner = self.content_region.offset - (0, self.top)
        regions: dict[PieceRef, Region] = {}
        for spot in self.drawing.spots:
            cells = Region(spot.x, spot.y, spot.width, 1).translate(corner)
            regions[spot.piece] = regions[spot.piece].union(cells) if spot.piece in regions else cells
        return regions

    # ---- painting

    def line(self, y: int, size: Size, base: Style) -> Strip:
        width, height = size
        lines = self._drawing_in(size).lines
        row = y + self.top
        if not 0 <= row < len(lines):
            return Strip.blank(width, base)
        if len(lines) <= height:
            return self._strip_of(y, lines[row], width, base)
        strip = self.text_strip(lines[row], base).adjust_cell_length(width - 1, base)
        return Strip([*strip, Segment(self._bar(y, height, len(lines)), base + self.roles.of("open"))], width)

    def _strip_of(self, y: int, text: Text, width: int, base: Style) -> Strip:
        """Return the strip of a line that was painted before if nothing changed: most lines of a new drawing do not."""
        cached = self._strips.get(y)
        if cached and cached.text is text and (cached.width, cached.base, cached.roles) == (width, base, self.roles):
            return cached.strip
        strip = self.text_strip(text, base).adjust_cell_length(width, base)
        self._strips[y] = _PaintedText(text, width, base, self.roles, strip)
        return strip

    def _bar(self, y: int, height: int, count: int) -> str:
        """Return the cell of the scroll bar in row ``y``; an arrow at either end points to hidden lines."""
        if y == 0 and self.top > 0:
            return "▴"
        if y == height - 1 and self.top < count - height:
            return "▾"
        return scroll_bar_cell(y, height, count, self.top)
