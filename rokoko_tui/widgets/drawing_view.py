"""The widget that shows one drawing of the table: it paints lines, scrolls what does not fit, tells what was hit."""

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.content import Content
from textual.geometry import Region, Size
from textual.message import Message
from textual.reactive import reactive
from textual.strip import Strip

from rokoko_tui.art.scene import Drawing, Face, Scene
from rokoko_tui.theme.themes import Styles, styles_of
from rokoko_tui.widgets.line_widget import Lines
from rokoko_tui.widgets.scroll_bar import bar_at

WIDEST_CACHE = 4
"""Drawings a pane remembers: one per size it was asked for lately."""


class Pane(Lines, can_focus=False):
    """One pane. Give it a ``scene`` and it is painted; ``drawing`` is what it shows."""

    DEFAULT_CSS = """
    Pane {
        background: $surface;
    }
    """

    scene: reactive[Scene | None] = reactive(None, repaint=False)
    top: reactive[int] = reactive(0, repaint=False)
    """First line of the drawing that is painted."""

    class Picked(Message):
        """A piece was clicked."""

        def __init__(self, piece: str, pane: "Pane") -> None:
            super().__init__()
            self.piece, self.pane = piece, pane

        @property
        def control(self) -> "Pane":
            """The pane it lies on."""
            return self.pane

    def __init__(self, face: Face, id: str | None = None) -> None:
        super().__init__(id=id)
        self.face = face
        self._drawn: dict[tuple[int, int | None], Drawing] = {}
        self._roles: Styles | None = None

    # ---- the drawing

    def drawn(self, width: int, height: int | None) -> Drawing:
        """The drawing of the scene in this size, made once."""
        if self.scene is None or width <= 0:
            return Drawing()
        key = (width, height)
        if key not in self._drawn:
            if len(self._drawn) >= WIDEST_CACHE:
                self._drawn.clear()
            self._drawn[key] = self.face.draw(self.scene, width, height)
        return self._drawn[key]

    @property
    def drawing(self) -> Drawing:
        """What the pane shows; a column is left free for the bar where it has to scroll."""
        return self._drawing_in(self.content_size)

    def _drawing_in(self, size: Size) -> Drawing:
        width, height = size
        whole = self.drawn(width, height)
        return whole if len(whole.lines) <= height else self.drawn(width - 1, height)

    def watch_scene(self, before: Scene | None, scene: Scene | None) -> None:
        """Draw anew what is not the same; lit pieces come into sight."""
        if scene is None or (before is not None and self._says_the_same(before, scene)):
            return
        self._drawn.clear()
        self.name_border(*(title(scene) for title in self.face.titles))
        self._into_sight(scene.lit)
        self.repaint()

    def _says_the_same(self, before: Scene, scene: Scene) -> bool:
        """True when what differs concerns no piece that is shown here."""
        if scene.view is not before.view or scene.words is not before.words or scene.pictures != before.pictures:
            return False
        if not self._drawn:
            return False
        if self.face.goods and (before.purse, before.then) != (scene.purse, scene.then):
            return False
        other = scene.other_pieces(before)
        return all(drawing.pieces.isdisjoint(other) for drawing in self._drawn.values())

    def watch_top(self) -> None:
        """Other lines are in sight."""
        self.repaint()

    def on_resize(self) -> None:
        """Another size, another drawing."""
        self._drawn.clear()
        if self.scene is not None:
            self._into_sight(self.scene.lit)

    # ---- scrolling

    @property
    def _lowest_top(self) -> int:
        return max(0, len(self.drawing.lines) - self.content_size.height)

    def _into_sight(self, pieces: frozenset[str]) -> None:
        rows = [spot.y for spot in self.drawing.spots if spot.piece in pieces]
        height = self.content_size.height
        top = min(self.top, self._lowest_top)
        if rows and not any(top <= row < top + height for row in rows):
            top = min(rows[0], self._lowest_top)
        self.top = max(0, top)

    def scroll_lines(self, step: int) -> None:
        """Scroll by ``step`` lines, as far as there are any."""
        self.top = max(0, min(self.top + step, self._lowest_top))

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        """The wheel scrolls."""
        if self._lowest_top:
            event.stop()
            self.scroll_lines(2)

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        """The same upwards."""
        if self._lowest_top:
            event.stop()
            self.scroll_lines(-2)

    def on_key(self, event: events.Key) -> None:
        """A focused pane scrolls by keys."""
        page = max(1, self.content_size.height - 1)
        step = {"up": -1, "k": -1, "down": 1, "j": 1, "pageup": -page, "pagedown": page}.get(event.key)
        if step is not None and self.has_focus and self._lowest_top:
            event.stop()
            event.prevent_default()
            self.scroll_lines(step)

    def take_keys(self) -> None:
        """Have the keys until they go elsewhere; those that scroll do so where there is more than fits."""
        self.can_focus = True
        self.focus()

    def on_blur(self) -> None:
        """The keys went elsewhere."""
        self.can_focus = False

    # ---- the mouse

    def piece_at(self, x: int, y: int) -> str | None:
        """The piece shown at column ``x``, row ``y`` of the content."""
        return self.drawing.at(x, y + self.top)

    def on_click(self, event: events.Click) -> None:
        """Tell which piece was clicked."""
        offset = event.get_content_offset(self)
        piece = self.piece_at(offset.x, offset.y) if offset is not None else None
        if piece is not None:
            event.stop()
            self.post_message(self.Picked(piece, self))

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """The tooltip says what lies under the mouse."""
        offset = event.get_content_offset(self)
        piece = self.piece_at(offset.x, offset.y) if offset is not None else None
        words = self.scene.words.piece(piece, self.scene.view.table) if piece and self.scene is not None else ""
        if str(self.tooltip or "") != words:
            self.tooltip = Content(words) if words else None

    def where(self) -> dict[str, Region]:
        """Where on the screen each piece lies, or would if the pane were as high as its drawing."""
        corner = self.content_region.offset - (0, self.top)
        found: dict[str, Region] = {}
        for spot in self.drawing.spots:
            cells = Region(spot.x, spot.y, spot.width, 1).translate(corner)
            found[spot.piece] = found[spot.piece].union(cells) if spot.piece in found else cells
        return found

    # ---- painting

    @property
    def _styles(self) -> Styles:
        if self._roles is None:
            self._roles = styles_of(self.app.theme, self.app.current_theme.dark)
        return self._roles

    def notify_style_update(self) -> None:
        """The theme may be another."""
        self._roles = None
        super().notify_style_update()

    def line(self, y: int, size: Size, base: Style) -> Strip:
        """One line of the drawing, and the bar where there is more than fits."""
        width, height = size
        lines = self._drawing_in(size).lines
        row = y + self.top
        if not 0 <= row < len(lines):
            return Strip.blank(width, base)
        line, styles = lines[row], self._styles
        segments = [Segment(line.plain[s.start : s.end], base + styles.of(str(s.style))) for s in line.spans]
        strip = Strip(segments)
        if len(lines) <= height:
            return strip.adjust_cell_length(width, base)
        strip = strip.adjust_cell_length(width - 1, base)
        return Strip([*strip, Segment(self._bar(y, height, len(lines)), base + styles.of("open"))], width)

    def _bar(self, y: int, height: int, count: int) -> str:
        """The cell of the scroll bar beside row ``y``: arrows where there is more."""
        if y == 0 and self.top > 0:
            return "▴"
        if y == height - 1 and self.top < count - height:
            return "▾"
        return bar_at(y, height, count, self.top)
