"""The widget of the table: all panes at every size, for play, watch and replay."""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace
from functools import partial
from time import monotonic

from textual import events, getters
from textual.app import ComposeResult
from textual.containers import Container
from textual.content import Content
from textual.geometry import NULL_OFFSET, NULL_SPACING, Region, Size
from textual.layout import Layout, WidgetPlacement
from textual.message import Message
from textual.reactive import reactive
from textual.strip import Strip
from textual.timer import Timer
from textual.widget import Widget

from rokoko_core.goods import goods_of
from rokoko_core.state import NOBODY
from rokoko_tui.art.scene import Scene
from rokoko_tui.doors.base_app import BaseApp
from rokoko_tui.panes import At, PaneSpec, registry
from rokoko_tui.panes.layout import LIST, PLAY, Facts, Places, tabs_at
from rokoko_tui.panes.status import NAMED
from rokoko_tui.settings.daily_deal import name_day
from rokoko_tui.table.choice_list import EntryKind
from rokoko_tui.table.frames import Flight
from rokoko_tui.table.menu_entries import list_card_keys, list_copies
from rokoko_tui.table.page import ListSize, TablePage
from rokoko_tui.text import Words
from rokoko_tui.text.piece_refs import PieceRef, ghosts_of
from rokoko_tui.widgets.animation_layer import MovingPiece, draw_moving_piece
from rokoko_tui.widgets.drawing_view import Pane
from rokoko_tui.widgets.line_widget import LineWidget
from rokoko_tui.widgets.notices import FOOTER, find_calm_place, list_sizes, style_notices
from rokoko_tui.widgets.tab_bar import TabBar
from rokoko_tui.widgets.terminal_sizes import finger_lines, is_upright, lines_per_item

TEXT_WIDTH = 78
"""Columns that a text over the table uses at most."""
FRAMES_A_SECOND = 15
"""How often a moving piece is drawn."""
SWIPE_SECONDS = 0.25
"""Least seconds between two movements to the same side."""
NO_LIST = ListSize()
"""The lines of a list with nothing to choose."""


class TableLayout(Layout):
    """Places the panes as ``rokoko_tui.panes.layout`` computes; CSS grids cannot express it."""

    name = "placed"

    def arrange(self, parent: Widget, children: list[Widget], size: Size, greedy: bool = True) -> list[WidgetPlacement]:
        assert isinstance(parent, TableView)
        place = parent.moving_piece.place  # an empty region while it rests: another child would repaint everything
        regions = parent.places_in(size) | {
            "moving-piece": place.translate(-parent.region.offset) if place else Region()
        }
        return [
            WidgetPlacement(regions[child.id], NULL_OFFSET, NULL_SPACING, child)
            for child in children
            if child.id is not None and child.id in regions
        ]


class TableView(Container):
    """All panes of a table. ``show`` draws a scene on them; a small table shows one tab at a time."""

    BLANK = True
    DEFAULT_CSS = """
    TableView { height: 1fr; overflow: hidden; background: $surface; layers: default travel; }
    TableView .framed {
        border-top: solid $foreground 25%;
        border-title-color: $title;
        border-title-background: $surface;
        border-title-style: bold;
        background: $surface;
        padding: 0 0 0 1;
    }
    TableView #status { background: $panel; }
    TableView #halls { padding: 0 0 0 1; }
    TableView .framed:focus { border-title-color: $accent; border-title-style: bold underline; }
    """

    app = getters.app(BaseApp)
    tab: reactive[str] = reactive("", repaint=False)
    """The tab chosen last."""
    facts: reactive[Facts | None] = reactive(None, repaint=False)
    """What the layout depends on; None until a scene is shown."""

    @dataclass
    class Turned(Message):
        """A tab was chosen by a click."""

        tab: str

    def __init__(self, at: At) -> None:
        super().__init__(id="table")
        self.at = at
        self.specs = registry.panes_at(at)
        self.tabs = TabBar(id="tabs")
        self.panes: dict[str, Widget] = {spec.id: self._make_pane(spec) for spec in self.specs}
        """By id."""
        self.moving_piece = MovingPiece(self._cells)
        self._layout = TableLayout()
        self._places: dict[tuple[Size, str, Facts], Places] = {}
        """The regions computed so far, by size, tab and what else they depend on."""
        self.scene: Scene | None = None
        self._animation: Timer | None = None
        self._tab_before: str | None = None
        """The tab to return to after a playback; None while that has not shown another."""
        self._swiped = (0.0, 0)
        """When the wheel was turned sideways last, and to which side."""

    @property
    def layout(self) -> Layout:
        return self._layout

    def _make_pane(self, spec: PaneSpec) -> Widget:
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
        yield self.tabs
        yield from self.panes.values()
        yield self.moving_piece

    # ---- layout

    def places_in(self, size: Size, tab: str | None = None) -> Places:
        """Return the region of every pane visible at ``size`` in ``tab``, by default the current one."""
        if self.facts is None:
            return {}
        key = (size, self.tab if tab is None else tab, self.facts)
        if key not in self._places:
            tabs = tabs_at(size, self.facts)
            self._places[key] = registry.seen(size, key[1] if key[1] in tabs else tabs[0], self.facts)
        return self._places[key]

    @property
    def _next_size(self) -> Size:
        """The size after the screen's next layout; a page above the table hears of a new size before the table."""
        return self.app.size - Size(0, FOOTER)

    def region_of_choice(self) -> Region:
        """Return the smallest region with all visible panes about the next choice."""
        places = self.places_in(self._next_size)
        covered = [places[id] for id in ("hand", "choices", "preview") if id in places]
        turns, choices = places.get("other-turns", Region()), places["choices"]
        if (turns.x, turns.right, turns.bottom) == (choices.x, choices.right, choices.y):
            covered.append(turns)  # the page between two people has those turns
        return Region.from_union(covered)

    def region_beside(self, id: str) -> Region:
        """Return the rectangle of the table beside the pane ``id`` that has most space for a text."""
        (width, height), pane = self._next_size, self.places_in(self._next_size)[id]
        sides = (
            Region(0, 0, width, pane.y),
            Region(0, pane.bottom, width, height - pane.bottom),
            Region(0, 0, pane.x, height),
            Region(pane.right, 0, width - pane.right, height),
        )
        return max(sides, key=lambda side: min(side.width, TEXT_WIDTH) * side.height)

    @property
    def available_tabs(self) -> tuple[str, ...]:
        return tabs_at(self.size, self.facts) if self.facts is not None else ()

    def keeps_list(self, tab: str) -> bool:
        """Whether ``tab`` leaves the list of choices at least three quarters of its lines; without it, it does not."""
        place, usual = (self.places_in(self.size, name).get("choices") for name in (tab, PLAY))
        return place is not None and usual is not None and 4 * place.height >= 3 * usual.height

    def tab_of_pane(self, id: str) -> str:
        """Return the tab that shows the pane ``id``, preferably the current one."""
        tabs = self.available_tabs
        current = self.tab if self.tab in tabs else next(iter(tabs), "")
        order = sorted(tabs, key=lambda tab: tab != current)
        return next((tab for tab in order if id in self.places_in(self.size, tab)), current)

    def tab_for_piece(self, piece: PieceRef) -> str:
        """Return the tab that shows ``piece``, preferably the current one; empty where no pane does."""
        if self.scene is None:
            return ""
        is_musician = piece.kind == "decoration" and self.scene.box.decoration[piece.name].hall
        kind = "musician" if is_musician else piece.kind
        owners = [spec.id for spec in self.specs if kind in spec.pieces]
        places = self.places_in(self.size)
        return next((self.tab_of_pane(id) for id in sorted(owners, key=lambda id: id not in places)), "")

    def find_tab(self, page: TablePage, may_take_lines: bool) -> str:
        """Return the tab with the pieces of the task, else of all choices if it takes no lines of the list.

        ``may_take_lines``: it may take some.
        """
        if page.task_pieces is not None:
            tabs = {self.tab_for_piece(piece) for piece in page.task_pieces} - {""}
            return PLAY if PLAY in tabs or not tabs else min(tabs)
        pieces = {piece for row in page.rows if row.kind is EntryKind.ACTION for piece in row.pieces}
        tabs = {self.tab_for_piece(piece) for piece in pieces}
        tab = tabs.pop() if len(tabs) == 1 else PLAY
        return tab if may_take_lines or self.keeps_list(tab) else PLAY

    def show_tab_of(self, pieces: Collection[PieceRef]) -> None:
        """Show the tab with ``pieces``, where not all tabs are in sight; player boards are left where they are."""
        tabs = {self.tab_for_piece(piece) for piece in pieces if piece.kind != "player"}
        if tabs and self.tabs.current not in tabs:
            self._tab_before = self.tab if self._tab_before is None else self._tab_before
            self.tab = min(tabs)

    def return_to_tab(self) -> None:
        """Show the tab that was shown before ``show_tab_of``."""
        if self._tab_before is not None:
            self.tab, self._tab_before = self._tab_before, None

    # ---- content

    def show(self, scene: Scene, list_size: ListSize = NO_LIST, is_long: bool = False) -> None:
        """Draw ``scene`` on every pane, and mark the tabs that show lit pieces.

        ``list_size`` has the lines of the list; ``is_long``: the explanation needs more lines than usual.
        """
        is_step = self.scene is not None and scene.view is self.scene.view and scene.words is self.scene.words
        if self.tabs.words is not scene.words:
            self._set_titles(scene.words)
        self.scene = scene
        has_fingers = lines_per_item(self.app.size, finger_lines(self.app)) > 1 and not is_upright(self.app.size.width)
        if has_fingers:  # a short list of high rows is a long one
            list_size = replace(list_size, is_few=False, short=0)
        self.facts = Facts(
            self.at,
            scene.box.seats,
            jewels=bool(scene.box.jewel_prices),
            hand=scene.view.seat is not None,
            reading=is_long,
            few=list_size.is_few,
            choices=min(list_size.beside_task, LIST),
            turns=self.panes["other-turns"].has_focus,
            lines_with_reasons=list_size.with_reasons,
            short_lines=list_size.short,
            hints=list_size.is_hints,
        )
        for spec in self.specs:
            pane = self.panes[spec.id]
            if isinstance(pane, Pane):
                pane.scene = scene
            elif isinstance(pane, LineWidget) and spec.title is not None and not is_step:
                pane.set_border_titles(spec.title(scene))
        self._update_tabs()

    def _update_tabs(self) -> None:
        """Show the tabs of this size, and mark those that show lit pieces."""
        self.tabs.tabs = self.available_tabs
        self.tabs.current = self.tab if self.tab in self.available_tabs else next(iter(self.available_tabs), "")
        scene = self.scene
        self.tabs.notes = scene.day if scene is not None and self.size.width < NAMED else ()
        lit = scene.lit | scene.wanted if scene is not None else ()
        self.tabs.marked = frozenset(map(self.tab_for_piece, lit))

    def _set_titles(self, words: Words) -> None:
        """Set the language of the tabs, and of the titles of panes with their own widget."""
        self.tabs.words = words
        for spec in self.specs:
            if spec.face is None:
                key = f"panes.{spec.id}.border"
                title = words.say(key if words.knows(key) else f"panes.{spec.id}.title")
                pane = self.panes[spec.id]
                if isinstance(pane, LineWidget):
                    pane.set_border_titles(title)
                else:
                    pane.border_title = Content(title)

    # ---- tabs

    def watch_tab(self) -> None:
        self._update_tabs()
        self._arrange()

    def watch_facts(self) -> None:
        self._arrange()

    def _arrange(self) -> None:
        """Arrange the panes again; a child has to ask, as Textual caches the arrangement otherwise."""
        self.tabs.refresh(layout=True)
        self.call_after_refresh(self.app.place_notices)

    def call_once_arranged(self, callback: Callable[..., object], *arguments: object) -> None:
        """Call ``callback`` after the tabs could ask for a layout, which an idle screen does not wait for."""
        self.tabs.call_after_refresh(callback, *arguments)

    def place_notices(self, *texts: str) -> None:
        """Put notices of these texts where they cover neither a figure nor the choices and their explanation."""
        if not texts:
            return
        places, width = self.places_in(self.size), self.size.width
        unread = [id for id, pane in self.panes.items() if not isinstance(pane, LineWidget)]
        avoided = [places[id] for id in ("status", "choices", *unread) if id in places]
        if explanation := places.get("preview"):
            avoided.append(explanation.shrink((1, 0, 0, 0)))
        sizes = list(list_sizes(texts, width))
        place = find_calm_place(self._read_rows(), sizes, avoided)
        place = place or self._end_of_explanation(sizes) or Region(0, 0, width, 1)
        self.screen.query("ToastRack").set_styles(style_notices(place.translate(self.region.offset), self.app.size))

    def _end_of_explanation(self, sizes: Sequence[Size]) -> Region | None:
        """Return the end of the explanation where a notice of one of ``sizes`` fits, None where none does."""
        pane = self.places_in(self.size).get("preview", Region())
        fitting = (size for size in sizes if size.width <= pane.width and size.height < pane.height)
        return next((Region(pane.x, pane.bottom - size.height, *size) for size in fitting), None)

    def _read_rows(self) -> list[str]:
        """Return the characters of all rows: content of panes and their titles; letters for the names of the tabs."""
        rows = [[" "] * self.size.width for _ in range(self.size.height)]
        places, corner = self.places_in(self.size), self.region.offset
        for id in places:
            if isinstance(pane := self.panes.get(id), LineWidget):
                x, y, width, height = pane.content_region.translate(-corner)
                for row, line in zip(rows[y : y + height], range(height), strict=False):
                    row[x : x + width] = pane.line(line, pane.content_size, pane.base).text.ljust(width)[:width]
        for id, (x, y, width, _) in places.items():
            if id == "tabs":
                rows[y : y + 1] = [["x"] * width]
            elif y < len(rows) and (title := self.panes.get(id, self).border_title):
                rows[y][x + 1 : x + 1 + len(title)] = title
        return ["".join(row)[: self.size.width].ljust(self.size.width) for row in rows]

    def after(self, step: int) -> str:
        """Return the tab ``step`` places after the current one, cyclically."""
        tabs = self.available_tabs
        current = tabs.index(self.tab) if self.tab in tabs else 0
        return tabs[(current + step) % len(tabs)] if tabs else ""

    def on_resize(self) -> None:
        self._update_tabs()
        self.call_after_refresh(self.app.place_notices)

    def on_tab_bar_picked(self, event: TabBar.Picked) -> None:
        event.stop()
        self.tab = event.tab
        self.post_message(self.Turned(event.tab))

    def on_mouse_scroll_right(self, event: events.MouseScrollRight) -> None:
        self._swipe(event, 1)

    def on_mouse_scroll_left(self, event: events.MouseScrollLeft) -> None:
        self._swipe(event, -1)

    def _swipe(self, event: events.MouseEvent, step: int) -> None:
        """Turn to another tab, once for all the reports of one movement on a touchpad."""
        event.stop()
        (time, before), self._swiped = self._swiped, (event.time, step)
        if step != before or event.time - time >= SWIPE_SECONDS:
            self.post_message(self.Turned(self.after(step)))

    # ---- moving pieces

    def in_sight(self) -> dict[PieceRef, Region]:
        """Return the visible screen region of each piece."""
        regions: dict[PieceRef, Region] = {}
        for pane in map(self.panes.get, self.places_in(self.size)):
            if isinstance(pane, Pane):
                for piece, region in pane.where().items():
                    if seen := region.intersection(pane.content_region):
                        regions.setdefault(piece, seen)
        return regions

    def set_out(self, flights: Sequence[Flight]) -> bool:
        """Start the first of ``flights`` with both ends visible; False when there is none."""
        places, scene = self.in_sight() if flights else {}, self.scene
        return scene is not None and any(
            self.moving_piece.set_out(draw_moving_piece(scene, flight.move), places[flight.start], places[flight.end])
            for flight in flights
            if flight.start in places and flight.end in places
        )

    def fly(self, flights: Sequence[Flight], seconds: float) -> None:
        """Move the first of ``flights`` with both ends visible within some seconds."""
        if self.set_out(flights):
            self.travel(0.0)
            self._animation = self.set_interval(1 / FRAMES_A_SECOND, partial(self._advance, monotonic(), seconds))

    def _advance(self, start: float, seconds: float) -> None:
        if self.screen.is_current:
            self.travel(min(1.0, (monotonic() - start) / seconds))

    def travel(self, progress: float) -> None:
        """Move the piece to ``progress`` (0 to 1) of its way."""
        if self.moving_piece.go(progress, self.region):
            self._arrange()

    def arrive(self) -> None:
        if self._animation is not None:
            self._animation.stop()
            self._animation = None
        if self.moving_piece.rest():
            self._arrange()

    def _cells(self, x: int, y: int, width: int) -> Strip:
        """Return the cells of the panes at that place of the screen."""
        strip = Strip.blank(width, self.rich_style)
        for pane in map(self.panes.get, self.places_in(self.size)):
            if not isinstance(pane, LineWidget):
                continue
            cells = pane.content_region.intersection(Region(x, y, width, 1))
            if cells:
                corner = cells.offset - pane.content_region.offset
                line = pane.line(corner.y, pane.content_size, pane.base).crop(corner.x, corner.x + cells.width)
                strip = Strip.join([strip.crop(0, cells.x - x), line, strip.crop(cells.right - x)])
        return strip

    def go_to(self, id: str) -> Widget:
        """Show the pane ``id`` in its tab, and return it."""
        self.tab = self.tab_of_pane(id)
        return self.panes[id]


def make_scene(
    page: TablePage, words: Words, focused: frozenset[PieceRef] | None, looked: PieceRef | None, pictures: bool
) -> Scene:
    """Return what the panes draw of ``page``.

    ``focused`` are the pieces that are inspected or read about; None for neither. ``looked`` is the inspected piece.
    """
    view, entry = page.observation, page.rows[page.cursor] if 0 <= page.cursor < len(page.rows) else None
    seat = view.seat if view.seat is not None else view.table.pending[-1].seat if view.table.pending else None
    lit = page.lit if page.frame is not None or focused is None else focused
    played_back = None if page.is_connected else NOBODY
    if page.frame is not None:
        played_back = NOBODY if page.frame.seat is None else page.frame.seat
    return Scene(
        view,
        words,
        lit,
        open=frozenset().union(*(row.pieces for row in page.rows if row.is_selectable)),
        chosen=page.chosen,
        copies=list_copies(page.rows, entry, lit),
        card_keys=list_card_keys(page.rows),
        touched=page.touched,
        ghosts=ghosts_of(page.forecast.placements) if page.forecast is not None else {},
        goods=goods_of(view, seat) if seat is not None else None,
        goods_after=page.forecast.goods if page.forecast is not None else None,
        looked=looked,
        played_back=played_back,
        day=name_day(page.setup, words),
        pictures=pictures,
        wanted=page.wanted - lit,
        seat_notes=page.seat_notes,
    )
