"""The table on the screen: all panes at every size, for play, watch and replay alike. Controls are placed around it."""

from collections.abc import Sequence

from textual.app import ComposeResult
from textual.containers import Container
from textual.content import Content
from textual.geometry import NULL_OFFSET, NULL_SPACING, Region, Size
from textual.layout import Layout, WidgetPlacement
from textual.message import Message
from textual.reactive import reactive
from textual.strip import Strip
from textual.widget import Widget

from rokoko_tui.art.moving_pieces import travelling
from rokoko_tui.art.scene import Scene
from rokoko_tui.panes import registry
from rokoko_tui.panes.layout import Facts, Places, tabs_at
from rokoko_tui.panes.spec import At, PaneSpec
from rokoko_tui.play.playback import Flight
from rokoko_tui.settings.launch import WHOLE_TABLE
from rokoko_tui.text import Words
from rokoko_tui.widgets.animation_layer import Traveller
from rokoko_tui.widgets.drawing_view import Pane
from rokoko_tui.widgets.line_widget import Lines
from rokoko_tui.widgets.tab_bar import TabBar

BY_WIDTH = [(0, "-narrow"), (WHOLE_TABLE[0], "-wide")]
BY_HEIGHT = [(0, "-low"), (WHOLE_TABLE[1], "-tall"), (50, "-lofty")]
"""Breakpoints of every screen that holds a table, for what is placed over it."""


class Placed(Layout):
    """Panes stand where the table says for the size it has."""

    name = "placed"

    def arrange(self, parent: Widget, children: list[Widget], size: Size, greedy: bool = True) -> list[WidgetPlacement]:
        """A placement for every pane that is seen."""
        assert isinstance(parent, TableView)
        place = parent.traveller.place  # of no size while it rests: one more or less, and all would be painted anew
        found = parent.places_in(size) | {"traveller": place.translate(-parent.region.offset) if place else Region()}
        return [
            WidgetPlacement(found[child.id], NULL_OFFSET, NULL_SPACING, child)
            for child in children
            if child.id is not None and child.id in found
        ]


class TableView(Container):
    """All panes of a table. ``show`` draws a scene on them; one tab at a time is seen where not all of them fit."""

    BLANK = True
    DEFAULT_CSS = """
    TableView { height: 1fr; overflow: hidden; background: $surface; layers: default travel; }
    TableView .framed {
        border-top: blank;
        border-title-color: $title;
        border-title-background: $surface;
        border-title-style: bold;
        background: $surface;
        padding: 0 1 0 1;
    }
    TableView #status { background: $panel; }
    TableView #halls { padding: 0 1; }
    TableView .framed:focus { border-title-color: $accent; border-title-style: bold underline; }
    """

    tab: reactive[str] = reactive("", repaint=False)
    """The tab turned to last."""
    facts: reactive[Facts | None] = reactive(None, repaint=False)
    """What the room that panes want depends on; None until something is shown."""

    class Turned(Message):
        """Another tab was turned to by a click."""

        def __init__(self, tab: str) -> None:
            super().__init__()
            self.tab = tab

    def __init__(self, at: At) -> None:
        super().__init__(id="table")
        self.at = at
        self.specs = registry.panes_at(at)
        self.reading = False
        """Whether what is explained needs more lines than usual."""
        self.tabs = TabBar(id="tabs")
        self.panes: dict[str, Widget] = {spec.id: self._pane(spec) for spec in self.specs}
        """The widget of every pane by its id."""
        self.traveller = Traveller(self._under)
        self._placed = Placed()
        self.scene: Scene | None = None

    @property
    def layout(self) -> Layout:
        """Where the panes stand."""
        return self._placed

    def _pane(self, spec: PaneSpec) -> Widget:
        make = spec.at[self.at]
        if make is not None:
            pane = make(spec.id)
            pane.add_class("framed")
        else:
            assert spec.face is not None, f"{spec.id} has neither a face nor a widget"
            pane = Pane(spec.face, spec.id)
            pane.set_class(spec.named, "framed")
        return pane

    def compose(self) -> ComposeResult:
        """The tabs and the panes, and over them what is on its way."""
        yield self.tabs
        yield from self.panes.values()
        yield self.traveller

    # ---- where they stand

    def places_in(self, size: Size, tab: str | None = None) -> Places:
        """The region of every pane that is seen in ``tab`` of a table of ``size``, the tab turned to when None."""
        if self.facts is None:
            return {}
        known = tabs_at(size, self.facts)
        tab = self.tab if tab is None else tab
        return registry.seen(size, tab if tab in known else known[0], self.facts)

    @property
    def known_tabs(self) -> tuple[str, ...]:
        """The tabs of a table of this size."""
        return tabs_at(self.size, self.facts) if self.facts is not None else ()

    def tab_showing(self, id: str) -> str:
        """The tab to turn to for the pane ``id``: the present one, if it shows that."""
        tabs = self.known_tabs
        here = self.tab if self.tab in tabs else next(iter(tabs), "")
        order = sorted(tabs, key=lambda tab: tab != here)
        return next((tab for tab in order if id in self.places_in(self.size, tab)), here)

    def tab_of_piece(self, piece: str) -> str:
        """The tab that shows ``piece``; empty where nothing is shown of it."""
        if self.scene is None:
            return ""
        owners = [spec.id for spec in self.specs if spec.shows(piece, self.scene.box)]
        here = self.places_in(self.size)
        return next((self.tab_showing(id) for id in sorted(owners, key=lambda id: id not in here)), "")

    # ---- what is shown

    def show(self, scene: Scene) -> None:
        """Draw ``scene`` on every pane, and mark the tabs that show lit pieces."""
        if self.tabs.words is not scene.words:
            self._call(scene.words)
        self.scene = scene
        self.facts = registry.facts_of(scene, self.at, self.reading)
        for spec in self.specs:
            pane = self.panes[spec.id]
            if isinstance(pane, Pane):
                pane.scene = scene
            elif isinstance(pane, Lines) and spec.title is not None:
                pane.name_border(spec.title(scene))
        self._mark()

    def _mark(self) -> None:
        """Tabs are those of this size; a dot marks those that show lit pieces."""
        self.tabs.tabs = self.known_tabs
        self.tabs.current = self.tab if self.tab in self.known_tabs else next(iter(self.known_tabs), "")
        scene = self.scene
        self.tabs.marked = frozenset(map(self.tab_of_piece, scene.lit)) if scene is not None else frozenset()

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
    def whole(self) -> bool:
        """True where the tabs are not shown, as most panes are seen at once."""
        return "tabs" not in self.places_in(self.size)

    def watch_tab(self) -> None:
        """Another tab is shown."""
        self._mark()
        self._place_anew()

    def watch_facts(self) -> None:
        """Other panes want room."""
        self._place_anew()

    def _place_anew(self) -> None:
        """Panes stand elsewhere now. A child asks for it, as what was arranged for children is kept otherwise."""
        self.tabs.refresh(layout=True)

    def turn_to(self, tab: str) -> None:
        """Show the panes of ``tab`` where the screen is too small for all."""
        self.tab = tab

    def after(self, step: int) -> str:
        """The tab ``step`` further than the present one."""
        tabs = self.known_tabs
        here = tabs.index(self.tab) if self.tab in tabs else 0
        return tabs[(here + step) % len(tabs)] if tabs else ""

    def on_resize(self) -> None:
        """Another size, other tabs."""
        self._mark()

    def on_tab_bar_picked(self, event: TabBar.Picked) -> None:
        """A tab was clicked."""
        event.stop()
        self.turn_to(event.tab)
        self.post_message(self.Turned(event.tab))

    # ---- what is on its way

    def in_sight(self) -> dict[str, Region]:
        """Where on the screen each piece is seen, as far as it is."""
        found: dict[str, Region] = {}
        for pane in map(self.panes.get, self.places_in(self.size)):
            if isinstance(pane, Pane):
                for piece, region in pane.where().items():
                    if seen := region.intersection(pane.content_region):
                        found.setdefault(piece, seen)
        return found

    def set_out(self, flights: Sequence[Flight]) -> bool:
        """Let the first of ``flights`` begin that can be seen from end to end; False when there is none."""
        places, scene = self.in_sight() if flights else {}, self.scene
        return scene is not None and any(
            self.traveller.set_out(travelling(scene, flight.move), places[flight.start], places[flight.end])
            for flight in flights
            if flight.start in places and flight.end in places
        )

    def travel(self, progress: float) -> None:
        """What has set out is so far on its way, 0 to 1."""
        if self.traveller.go(progress, self.region):
            self._place_anew()

    def arrive(self) -> None:
        """Nothing is on its way any more."""
        if self.traveller.rest():
            self._place_anew()

    def _under(self, x: int, y: int, width: int) -> Strip:
        found = Strip.blank(width, self.rich_style)
        for pane in map(self.panes.get, self.places_in(self.size)):
            if not isinstance(pane, Lines):
                continue
            cells = pane.content_region.intersection(Region(x, y, width, 1))
            if cells:
                corner = cells.offset - pane.content_region.offset
                line = pane.line(corner.y, pane.content_size, pane.base).crop(corner.x, corner.x + cells.width)
                found = Strip.join([found.crop(0, cells.x - x), line, found.crop(cells.right - x)])
        return found

    # ---- going to a pane

    def go_to(self, id: str) -> Widget:
        """Turn to the tab that shows the pane ``id``, and return it."""
        self.turn_to(self.tab_showing(id))
        return self.panes[id]
