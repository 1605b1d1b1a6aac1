"""The table on the screen: all panes, the list, its preview and the log, at every size. It shows and plays nothing."""

from typing import TYPE_CHECKING, ClassVar, cast

from textual.app import ComposeResult
from textual.containers import Container, Vertical
from textual.screen import Screen
from textual.widgets import Footer

from rokoko_core.preview import Preview, preview
from rokoko_tui.drawing.scene import Scene
from rokoko_tui.keys import bindings_of
from rokoko_tui.panes.board import board_panes, player_panes
from rokoko_tui.panes.choices import Choices
from rokoko_tui.panes.listing import Listing
from rokoko_tui.panes.log import Log, LogBook
from rokoko_tui.panes.pane import Pane
from rokoko_tui.panes.preview import PreviewPane
from rokoko_tui.panes.status import StatusPane
from rokoko_tui.panes.tabs import TABS, TabBar, tab_of_piece
from rokoko_tui.session.choice_list import Entry, Kind
from rokoko_tui.session.launch import WHOLE_TABLE
from rokoko_tui.session.table import Table, since
from rokoko_tui.words import Line, Words

if TYPE_CHECKING:
    from rokoko_tui.app import RokokoApp

BY_WIDTH = [(0, "-narrow"), (WHOLE_TABLE[0], "-wide")]
BY_HEIGHT = [(0, "-low"), (WHOLE_TABLE[1], "-tall"), (50, "-lofty")]


class TableScreen(Screen[None]):
    """The panes around a ``Table``. ``draw`` paints all of it; moving in the list paints what that changes."""

    PLACES: ClassVar[tuple[str, ...]] = ("table", "log", "app")
    """Places of the key registry whose commands work here, for the help page."""
    CSS_PATH = "table.tcss"
    BINDINGS = bindings_of("table")
    HORIZONTAL_BREAKPOINTS = BY_WIDTH
    VERTICAL_BREAKPOINTS = BY_HEIGHT
    AUTO_FOCUS = ""

    def __init__(self, table: Table) -> None:
        super().__init__()
        self.table = table
        self.news: range = range(0)
        """Actions to be told instead of a preview, until the cursor moves."""
        self._book = LogBook()
        self._panes: list[Pane] = []

    @property
    def rokoko(self) -> "RokokoApp":
        """The app, by its own type."""
        return cast("RokokoApp", self.app)

    @property
    def words(self) -> Words:
        """The words of the edition chosen."""
        return self.rokoko.words

    def compose(self) -> ComposeResult:
        """All panes, for every size; the style sheet says which are seen where."""
        yield StatusPane(id="status")
        yield TabBar(id="tabs")
        yield from board_panes()
        with Container(id="bottom"):
            yield from player_panes()
            yield Choices(id="choices")
            with Vertical(id="tale"):
                yield PreviewPane(id="preview")
                yield Log(id="log")
        yield Footer(compact=True, show_command_palette=False)

    def on_mount(self) -> None:
        """Draw the table, and again whenever the edition's words change."""
        self._panes = list(self.query(Pane))
        self.set_class(bool(self.table.state.jewels), "-jeweler")
        self.query_one(PreviewPane).border_title = "What it means"
        self.query_one(Log).border_title = "Log"
        self.show_tab("play")
        self.draw()
        self.watch(self.app, "edition", self.draw, init=False)

    # ---- drawing

    def draw(self) -> None:
        """Paint everything from the game as it stands."""
        self._tell_log()
        self.offer()

    def question(self) -> str:
        """What is asked, and of whom."""
        shown = self.table.view.table
        return self.words.question(shown.pending[-1], shown) if shown.pending else "The game is over"

    def entries_now(self) -> tuple[Entry, ...]:
        """The entries of the list."""
        return (Entry(Kind.HEADING, "You are watching; Esc leaves"),)

    def offer(self, cursor: int = -1) -> None:
        """Fill the list, with the cursor on entry ``cursor`` or on the first that can be taken."""
        choices = self.query_one(Choices)
        choices.offer(self.entries_now(), cursor)
        choices.border_title = self.question()
        self.light()

    def chosen_pieces(self) -> frozenset[str]:
        """Pieces already chosen, lit besides those of the entry under the cursor."""
        return frozenset()

    def light(self) -> None:
        """Light the pieces of the entry under the cursor on every pane and say what it means."""
        choices = self.query_one(Choices)
        entry = choices.entry
        lit = (entry.pieces if entry else frozenset()) | self.chosen_pieces()
        offered: frozenset[str] = frozenset().union(*(e.pieces for e in choices.entries if e.takeable))
        scene = Scene(self.table.view, self.words, lit, offered)
        for pane in self._panes:
            pane.scene = scene
        self.query_one(TabBar).marked = frozenset(tab_of_piece(piece, scene.box) for piece in lit)
        self._tell_preview(entry)

    def _tell_preview(self, entry: Entry | None) -> None:
        pane, state = self.query_one(PreviewPane), self.table.state
        news = [line.text for _, line in self.lines(self.news)]
        if news:
            pane.tell("Just now", news)
        elif entry is None or entry.kind is Kind.HEADING:
            pane.tell("", [])
        elif entry.refusal is not None:
            pane.tell("Not now", [entry.text])
        elif entry.action is not None:
            meant = preview(state, entry.action)
            says = self._about(entry) if meant == Preview() else self.words.preview(meant, state)
            pane.tell(entry.text, says)
        else:
            pane.tell(entry.text, self._about(entry))

    def _about(self, entry: Entry) -> list[str]:
        """What the pieces of ``entry`` are; else what is asked."""
        state = self.table.view.table
        said = [self.words.piece(piece, state) for piece in sorted(entry.pieces)] if len(entry.pieces) == 1 else []
        return said or (self.words.help_for(state.pending[-1]) if state.pending else [])

    def lines(self, numbers: range) -> list[tuple[int, Line]]:
        """The log lines of the actions ``numbers`` for whoever is looking."""
        return self._book.lines(self.table.game, self.words, self.table.eyes, numbers)

    def lines_for(self, seat: int, numbers: range) -> list[tuple[int, Line]]:
        """The same for ``seat``."""
        return self._book.lines(self.table.game, self.words, seat, numbers)

    def _tell_log(self) -> None:
        game, eyes = self.table.game, self.table.eyes
        fresh = since(game, eyes).start if eyes is not None else game.cursor
        opening = [(0, line) for line in self.words.opening(game.at(0), eyes)]
        self.query_one(Log).tell(game, [*opening, *self.lines(range(game.cursor))], fresh)

    def help_here(self) -> list[str]:
        """What is asked now, explained; then a blank line."""
        pending = self.table.state.pending
        return [*self.words.help_for(pending[-1] if pending else "over"), ""]

    def on_listing_moved(self, event: Listing.Moved) -> None:
        """The cursor of the list lights other pieces."""
        if isinstance(event.listing, Choices):
            self.news = range(0)
            self.light()

    # ---- the list by keys

    def action_up(self) -> None:
        """Up in the list."""
        self.query_one(Choices).move(-1)

    def action_down(self) -> None:
        """Down in the list."""
        self.query_one(Choices).move(1)

    def action_group_up(self) -> None:
        """To the group before."""
        self.query_one(Choices).move_group(-1)

    def action_group_down(self) -> None:
        """To the next group."""
        self.query_one(Choices).move_group(1)

    def action_page_up(self) -> None:
        """A page up in the list."""
        self.query_one(Choices).move_page(-1)

    def action_page_down(self) -> None:
        """A page down in the list."""
        self.query_one(Choices).move_page(1)

    def action_first(self) -> None:
        """To the first choice."""
        self.query_one(Choices).move_end(-1)

    def action_last(self) -> None:
        """To the last choice."""
        self.query_one(Choices).move_end(1)

    def action_back(self) -> None:
        """From the log to the choices, from another tab to Play, from there out of the game."""
        if self.focused is not None or self.query_one(TabBar).current != "play":
            self.set_focus(None)
            self.show_tab("play")
        else:
            self.rokoko.ask_to_leave_game()

    # ---- tabs

    @property
    def whole_table(self) -> bool:
        """True where all panes are seen at once."""
        return self.size.width >= WHOLE_TABLE[0] and self.size.height >= WHOLE_TABLE[1]

    def show_tab(self, tab: str) -> None:
        """Show the panes of ``tab`` where the screen is too small for all."""
        self.query_one(TabBar).current = tab
        if not self.whole_table:
            self._dress_for(tab)
            self.set_focus(self.query_one(Log) if tab == "log" else None)

    def _dress_for(self, tab: str) -> None:
        self.update_classes({f"tab-{other}": other == tab for other in TABS}, animate=False)

    def on_resize(self) -> None:
        """From the whole table to tabs, or back."""
        if not self.whole_table:
            self._dress_for(self.query_one(TabBar).current)

    def turn_tab(self, step: int) -> None:
        """Show the tab ``step`` further."""
        names = list(TABS)
        self.show_tab(names[(names.index(self.query_one(TabBar).current) + step) % len(names)])

    def on_tab_bar_picked(self, event: TabBar.Picked) -> None:
        """A tab was clicked."""
        self.show_tab(event.tab)

    def action_next_tab(self) -> None:
        """The next tab; with all panes in sight, in and out of the log."""
        self._turn(1)

    def action_previous_tab(self) -> None:
        """The tab before."""
        self._turn(-1)

    def _turn(self, step: int) -> None:
        if self.whole_table:
            self.set_focus(None if self.focused else self.query_one(Log))
        else:
            self.turn_tab(step)

    def action_log(self) -> None:
        """Into the log."""
        self.show_tab("log")
        self.set_focus(self.query_one(Log))

    def action_jump(self) -> None:
        """To the tab that shows the pieces of the choice under the cursor."""
        bar = self.query_one(TabBar)
        there = sorted(bar.marked - {bar.current}) or sorted(bar.marked)
        if there and not self.whole_table:
            self.show_tab(there[0])
