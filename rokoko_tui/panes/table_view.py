"""The table on the screen: all panes at every size, for play, watch and replay alike. Controls are placed around it."""

from textual.app import ComposeResult
from textual.containers import Container, Vertical
from textual.content import Content
from textual.message import Message
from textual.widget import Widget

from rokoko_tui.drawing.scene import Scene
from rokoko_tui.panes import registry
from rokoko_tui.panes.lines import Lines
from rokoko_tui.panes.pane import Pane
from rokoko_tui.panes.spec import At, PaneSpec
from rokoko_tui.panes.style_sheet import columns_of, style_sheet
from rokoko_tui.panes.tabs import TabBar
from rokoko_tui.session.launch import WHOLE_TABLE
from rokoko_tui.words import Words

BY_WIDTH = [(0, "-narrow"), (WHOLE_TABLE[0], "-wide")]
BY_HEIGHT = [(0, "-low"), (WHOLE_TABLE[1], "-tall"), (50, "-lofty")]
"""Breakpoints of every screen that holds a table."""


def sheet_of(at: At) -> str:
    """The style sheet of the table of that kind."""
    return style_sheet(at, registry.panes_at(at), registry.ROWS, registry.tabs_at(at))


class Row(Container):
    """Panes side by side; they cover it, so that it need not be painted with care."""

    BLANK = True


class Column(Vertical):
    """Panes one under the other, likewise."""

    BLANK = True


class TableView(Container):
    """All panes of a table. ``show`` draws a scene on them; one tab at a time is seen where not all of them fit."""

    BLANK = True
    DEFAULT_CSS = """
    TableView { height: 1fr; }
    TableView .row, TableView .column { background: $surface; }
    TableView .framed {
        border-top: solid $panel-lighten-2;
        border-title-color: $accent;
        border-title-style: bold;
        background: $surface;
        padding: 0 0 0 1;
    }
    TableView #choices, TableView #log:focus { border-top: heavy $accent; }
    """

    class Turned(Message):
        """Another tab was turned to by a click."""

        def __init__(self, tab: str) -> None:
            super().__init__()
            self.tab = tab

    def __init__(self, at: At) -> None:
        super().__init__(id="table", classes=f"-{at.value}")
        self.at = at
        self.specs = registry.panes_at(at)
        self.tabs = TabBar(registry.tabs_at(at), id="tabs")
        self.panes: dict[str, Widget] = {spec.id: self._pane(spec) for spec in self.specs}
        """The widget of every pane by its id."""

    def _pane(self, spec: PaneSpec) -> Widget:
        seen = spec.seen(self.at)
        if seen is not None and seen.widget is not None:
            pane = seen.widget(spec.id)
            pane.add_class("framed")
            return pane
        assert spec.face is not None, f"{spec.id} has neither a face nor a widget"
        return Pane(spec.face, spec.id)

    def compose(self) -> ComposeResult:
        """The panes of no row, the tabs, then the rows with their columns."""
        yield from (self.panes[spec.id] for spec in self.specs if not spec.row)
        yield self.tabs
        for row in registry.ROWS:
            with Row(id=f"row-{row.id}", classes="row"):
                for id, column in columns_of(row, self.specs):
                    if len(column) == 1:
                        yield self.panes[id]
                        continue
                    with Column(id=id, classes="column"):
                        yield from (self.panes[spec.id] for spec in column)

    def on_mount(self) -> None:
        """The first tab."""
        self.turn_to(self.tabs.current)

    # ---- what is shown

    def show(self, scene: Scene) -> None:
        """Draw ``scene`` on every pane, and mark the tabs that show lit pieces."""
        if self.tabs.words is not scene.words:
            self._call(scene.words)
        for spec in self.specs:
            seen, pane = spec.seen(self.at), self.panes[spec.id]
            pane.set_class(seen is not None and not seen.present(scene), "-absent")
            if isinstance(pane, Pane):
                pane.scene = scene
        self.tabs.marked = frozenset(registry.tab_of_piece(piece, scene.box, self.at) for piece in scene.lit)

    def _call(self, words: Words) -> None:
        """Tabs, and panes that draw nothing, are called by other words."""
        self.tabs.words = words
        for spec in self.specs:
            if spec.face is None:
                key = f"panes.{spec.id}.border"
                title = words.say(key if words.knows(key) else f"panes.{spec.id}.title")
                pane = self.panes[spec.id]
                if isinstance(pane, Lines):
                    pane.name_border(title)
                else:
                    pane.border_title = Content(title)

    # ---- tabs

    @property
    def tab(self) -> str:
        """The tab turned to last."""
        return self.tabs.current

    @property
    def whole(self) -> bool:
        """True where all panes are seen at once."""
        width, height = self.screen.size
        return width >= WHOLE_TABLE[0] and height >= WHOLE_TABLE[1]

    def turn_to(self, tab: str) -> None:
        """Show the panes of ``tab`` where the screen is too small for all."""
        self.tabs.current = tab
        if not self.whole:
            self._dress_for(tab)

    def turn(self, step: int) -> None:
        """Show the tab ``step`` further."""
        self.turn_to(self.tabs.after(step))

    def _dress_for(self, tab: str) -> None:
        self.update_classes({f"tab-{other.id}": other.id == tab for other in self.tabs.tabs}, animate=False)

    def on_resize(self) -> None:
        """From the whole table to tabs, or back."""
        if not self.whole:
            self._dress_for(self.tab)

    def on_tab_bar_picked(self, event: TabBar.Picked) -> None:
        """A tab was clicked."""
        event.stop()
        self.turn_to(event.tab)
        self.post_message(self.Turned(event.tab))

    # ---- going to a pane

    def go_to(self, id: str) -> Widget:
        """Turn to the tab that shows the pane ``id``, and return it."""
        spec = next(spec for spec in self.specs if spec.id == id)
        tab = registry.tab_of(spec, self.at)
        if tab:
            self.turn_to(tab)
        return self.panes[id]
