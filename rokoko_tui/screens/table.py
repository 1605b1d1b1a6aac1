"""Base class of the screens that show a table: panes, tabs, jumping to a pane, inspecting pieces, the list."""

from dataclasses import replace
from typing import ClassVar

from rich.text import Text
from textual import events, getters, on
from textual.app import ComposeResult

from rokoko_core.box import box_of
from rokoko_core.observe import Observation
from rokoko_tui.art.help_pages import HelpContext, HelpSubject
from rokoko_tui.art.inspection_pictures import draw_board, draw_remaining
from rokoko_tui.art.scene import Scene
from rokoko_tui.art.table_text import draw_table
from rokoko_tui.keys import bindings_of
from rokoko_tui.panes import At, registry
from rokoko_tui.panes.choices import Choices
from rokoko_tui.panes.inspectable_table import InspectableTable
from rokoko_tui.panes.layout import LOG, PLAY
from rokoko_tui.panes.log import Log
from rokoko_tui.panes.other_turns import OtherTurns
from rokoko_tui.panes.preview import PreviewPane
from rokoko_tui.panes.table_view import TableView, make_scene
from rokoko_tui.screens.base_screen import BaseScreen
from rokoko_tui.screens.pane_jump import PaneJumpScreen, Target
from rokoko_tui.screens.score_sheet import ScoreSheetScreen
from rokoko_tui.screens.text_modals import TextSheetScreen
from rokoko_tui.table.explanation import ScorePage, describe_piece, list_changes, make_score_page
from rokoko_tui.table.menu_entries import find_about
from rokoko_tui.table.page import TablePage
from rokoko_tui.table.watch_session import WatchSession
from rokoko_tui.text.action_words import rule_of_action, rule_of_piece, rule_of_refusal
from rokoko_tui.text.piece_refs import PieceRef, viewer_refs
from rokoko_tui.widgets.drawing_view import Pane
from rokoko_tui.widgets.footer import KeyFooter
from rokoko_tui.widgets.list_view import CursorActions, CursorList, LineList
from rokoko_tui.widgets.terminal_sizes import UPRIGHT

REFRESHES = 4
"""Refreshes after which a tab has been laid out."""
COPIED = 100
"""Cells of the lines of a table that is copied."""


class TableScreen(CursorActions, BaseScreen[None]):
    """A screen around a ``TableView``. It shows the page of a session; a replay, which has no list, draws itself."""

    HORIZONTAL_BREAKPOINTS = [(0, "-upright"), (UPRIGHT, "-narrow"), (120, "-wide"), (190, "-widest")]

    AT: ClassVar[At] = At.PLAY
    """Which table it is."""
    PLACES: ClassVar[tuple[str, ...]] = ("table", "inspection", "look", "list", "log", "other-turns", "app")
    JUMP_AGAIN: ClassVar[str] = "table.jump.again"
    """The message that tells what the key does when it is pressed once more."""
    BINDINGS = bindings_of("inspection")
    AUTO_FOCUS = ""
    SCOPED_CSS = False
    """The sheet names the screen itself, by the size it has."""

    session: WatchSession
    choices = getters.query_one(Choices)

    def __init__(self, name: str | None = None) -> None:
        super().__init__(name)
        self.view = InspectableTable(self.AT)
        self._own_tab = ""
        """The tab that was shown last for a choice."""
        self._turn: tuple[int | None, int] | None = None
        """The viewer then, and where the turn began."""
        self._drawn_from: object = None
        """What the last page was drawn from."""
        self._score_sheet: ScoreSheetScreen | None = None
        """The score sheet that was opened last."""
        self._resumes_inspection = False
        """Whether the inspection cursor returns once the list has asked its question."""
        self._hovered_piece: PieceRef | None = None
        """The piece under the mouse, where a pane explains it."""
        self.page: TablePage | None = None
        """What is shown; None before that, and in a replay."""

    def place_notices(self, *texts: str) -> None:
        self.view.place_notices(*texts)

    def compose(self) -> ComposeResult:
        yield self.view
        yield from self.controls()
        yield KeyFooter()

    def controls(self) -> ComposeResult:
        """Yield what is placed under the table."""
        yield from ()

    # ---- drawing

    @property
    def shown(self) -> Observation:
        """What the screen shows of the game."""
        return self.session.observation

    def draw_and_follow(self) -> None:
        """Draw the table, unless another screen covers it; from now on, light what is under the cursor."""
        if self.is_on_top:
            self.draw()
        self.watch(self.app, "pictures", self.light, init=False)
        self.watch(self.choices, "cursor", self.cursor_moved, init=False)
        self.watch(self.choices, "hovered", self.light, init=False)

    def refresh_texts(self) -> None:
        self.draw()

    def draw(self) -> None:
        """Fill the list and draw everything."""
        self.session.fill()
        self.show_all()

    def show_all(self) -> None:
        """Show the log, the turns of the others and the page of the session."""
        session, game = self.session, self.session.game
        here, words = session.position, self.words
        fresh = game.history.since_action(game.viewer, here).start if game.viewer is not None else here
        opening = [(0, line) for line in session.log.list_setup_lines(words)]
        self.query_one(Log).tell(game.setup, [*opening, *session.lines(range(here))], fresh)
        self._show_turns(here)
        self._drawn_from = self._hovered_piece = None
        self.light()

    def _show_turns(self, position: int) -> None:
        game = self.session.game
        box = box_of(game.observation(0).table)
        self.query_one(OtherTurns).tell(game.history, position, game.setup, box, self.words)

    def light(self) -> None:
        """Show the page of the session: list, explanation, and what is lit on every pane."""
        focused, before = self.focused_pieces(), self.page
        looked = self._tell_what_is_pointed_at()
        self.page = page = self.session.page()
        source = page, self.focused, focused, looked, self.app.pictures, self.words
        if source == self._drawn_from:
            return
        self._drawn_from = source
        if before is not None and before.position != page.position and page.frame is not None:
            self._show_turns(page.position)
        choices = self.choices
        if page.rows and page.rows is not choices.entries:
            choices.offer(page.rows, page.cursor)
        elif page.rows:  # without rows the position has changed, and is drawn soon
            choices.cursor = page.cursor
        scene = make_scene(page, self.words, focused, looked, self.app.pictures)
        self.view.show(scene, page.list_size, page.has_long_details)
        choices.set_border_titles(*page.titles)
        pane, details = self.query_one(PreviewPane), page.details
        if details.task is None:
            pane.tell(details.heading, details.lines)
        else:
            pane.teach(details)
        self.update_score_sheet()

    def _tell_what_is_pointed_at(self) -> PieceRef | None:
        """Tell the session which row or piece to explain; return the inspected piece, or that under the mouse."""
        looked, hovered, session = self.view.inspected_piece, self._hovered_piece, self.session
        about = find_about(session.moment.rows, hovered) if hovered is not None and looked is None else []
        session.hovered = about[0] if about else self.choices.hovered
        session.inspected = None if about else looked or hovered
        session.is_reading = self.focused is not None
        return looked or hovered

    def focused_pieces(self) -> frozenset[PieceRef] | None:
        """Return the piece inspected or under the mouse, or those of the line that is read; None for neither."""
        if (piece := self.view.inspected_piece or self._hovered_piece) is not None:
            return frozenset((piece,))
        reading = self.focused
        return viewer_refs(reading.moved, self.session.game.viewer) if isinstance(reading, Log | OtherTurns) else None

    def cursor_moved(self) -> None:
        """Light what is under the cursor of the list."""
        self.light()

    def focus_moved(self) -> None:
        """Light what is read or inspected, else the choice under the cursor."""
        self.choices.set_class(self.focused is not None, "-left")
        self.light()

    @on(events.DescendantFocus)
    @on(events.DescendantBlur)
    def follow_focus(self) -> None:
        if self.is_ready:
            self.focus_moved()

    def on_line_list_moved(self, event: LineList.Moved) -> None:
        """Light the pieces of another line that is read."""
        if isinstance(event.line_list, Log | OtherTurns):
            self.light()

    # ---- the list

    @property
    def cursor_list(self) -> CursorList:
        """The choices; while pieces are inspected, the text about them."""
        return self.choices if self.view.stop is None else self.query_one(PreviewPane)

    def action_move_group(self, step: int) -> None:
        self.choices.move_group(step)

    def action_log(self) -> None:
        self.go_to("log")

    def action_back(self) -> None:
        """Go from a pane to the choices, from another tab to Play, from there out of the game.

        Before it leaves, it ends the explanation of a piece under the mouse.
        """
        if self.focused is not None or self.view.tab not in ("", PLAY):
            self.show_list()
        elif not self.forget_hovered():
            self.ask_to_leave()

    def ask_to_leave(self) -> None:
        self.app.games.ask_to_leave()

    def show_list(self) -> None:
        self.set_focus(None)
        self.show_tab(PLAY)

    # ---- the table as text

    def action_copy(self) -> None:
        """Copy the table as text; in the log, the line that is read."""
        log = self.focused
        if isinstance(log, LineList) and 0 <= log.cursor < len(log.items):
            text = log.items[log.cursor].text
            self.app.copy(text, self.words.say("table.copied.line", text=text))
        elif (scene := self.view.scene) is not None:
            text = "\n".join(draw_table(replace(scene, pictures=False), COPIED, registry.printed_rows()))
            self.app.copy(text, self.words.say("table.copied.table"))

    # ---- tabs

    def show_tab(self, tab: str) -> None:
        """Show the panes of ``tab`` where the screen is too small for all; the log takes the keys then."""
        self.view.tab = tab
        if tab == LOG or self.view.stop is None:
            self.set_focus(self.query_one(Log) if tab == LOG else None)
        self.follow_inspection()

    def show_tab_of_choice(self, page: TablePage) -> None:
        """Show the tab for the next choice on small screens; one that the player chose stays until the turn ends."""
        game, tab = self.session.game, self.view.tab
        turn, before = (game.viewer, game.turn_start(game.position)), self._turn
        is_chosen, self._turn = turn == before and tab not in (self._own_tab, LOG), turn
        if not is_chosen or self.inspects or page.task_pieces is not None:
            tab = self._own_tab = self.view.find_tab(page, self.inspects)
        self.show_tab(tab)

    def action_turn_tab(self, step: int) -> None:
        self.show_tab(self.view.after(step))

    def on_table_view_turned(self, event: TableView.Turned) -> None:
        self.show_tab(event.tab)

    # ---- going to a pane

    def action_jump(self) -> None:
        """Show the letters of the panes that this game has; the next key goes to one of them."""
        specs = [spec for spec in self.view.specs if spec.id != "jeweler" or box_of(self.shown.table).jewel_prices]
        targets = [
            Target(spec.id, spec.letter, self.words.say(f"panes.{spec.id}.title"), self.view.panes[spec.id].region)
            for spec in specs
        ]
        self.ask(PaneJumpScreen(targets, self.words.say(self.JUMP_AGAIN)), self._jumped)

    def _jumped(self, answer: str | None) -> None:
        if answer == "g":
            self.jump_again()
        elif answer and answer.isdigit():
            self.jump_to_number(answer)
        elif answer and self.view.stop is not None:
            self.view.go_to(answer)
            self._inspect_pane(answer)
        elif answer:
            self.go_to(answer)

    def jump_again(self) -> None:
        """Show the tab with the pieces of the choice under the cursor: the key was pressed once more."""
        tabs = self.view.tabs
        tabs_of_pieces = sorted(tabs.marked - {tabs.current}) or sorted(tabs.marked)
        if tabs_of_pieces:
            self.show_tab(tabs_of_pieces[0])

    def jump_to_number(self, number: str) -> None:
        """A number was typed instead of a letter."""

    def go_to(self, id: str) -> None:
        """Show the pane ``id`` and give it the keys that scroll, until Esc."""
        pane = self.view.go_to(id)
        if isinstance(pane, Pane):
            self.call_after_refresh(pane.take_focus)
        else:
            self.set_focus(pane if pane.can_focus else None)

    def help_here(self) -> HelpContext:
        """Add the panes with their letters, and what the cursor is on."""
        panes = tuple(registry.help_lines(self.AT, self.words))
        context = super().help_here()._replace(panes=panes, about=self.help_about(), setup=self.shown.table.setup)
        if self.AT is At.REPLAY:
            return context
        return context._replace(lines=tuple(self.words.help_at(self.session.game.observation().table)))

    def help_about(self) -> HelpSubject | None:
        """Return the inspected piece with its rule, else what is read or under the cursor."""
        piece = self.view.inspected_piece
        if piece is not None:
            name, lines = describe_piece(piece, self.shown, self.words)
            return HelpSubject(name, tuple(lines), rule_of_piece(piece), at_once=True)
        log, entry, table = self.query_one(Log), self.choices.entry, self.session.game.observation().table
        if self.focused is log and log.reading is not None:
            return HelpSubject(log.reading.text, (), log.reading.rule, at_once=True)
        if entry is not None and entry.refusal is not None:
            return HelpSubject(entry.text, (), rule_of_refusal(entry.refusal, table), at_once=True)
        if entry is None or entry.action is None:
            return None
        forecast = self.session.forecast
        lines = list_changes(self.session, forecast) if forecast is not None else []
        return HelpSubject(entry.text, tuple(lines), rule_of_action(entry.action, table))

    # ---- inspecting pieces

    def action_look(self) -> None:
        """Inspect the pieces of the focused pane, else of the choice, in their tab if no other is open on purpose."""
        focused = self.focused.id if isinstance(self.focused, Pane) else None
        pieces = frozenset(stop.piece for stop in self.view.stops() if stop.pane == focused) or self.inspection_start()
        tabs = {self.view.tab_for_piece(piece) for piece in pieces} - {""}
        if tabs and self.view.tabs.current not in tabs and self.view.tab in ("", PLAY):
            self.view.tab = min(tabs)
            self.look_once_visible(pieces)
        elif not self.view.inspect(pieces):
            self.say_briefly(self.words.say("inspection.look.no-piece"))

    def look_once_visible(self, pieces: frozenset[PieceRef], refreshes: int = REFRESHES) -> None:
        """Inspect one of ``pieces`` once their tab has been laid out."""
        if refreshes and pieces.isdisjoint(stop.piece for stop in self.view.stops()):
            self.view.call_once_arranged(self.look_once_visible, pieces, refreshes - 1)
        else:
            self.view.inspect(pieces)

    def _inspect_pane(self, id: str, refreshes: int = REFRESHES) -> None:
        """Move the inspection cursor into the pane ``id`` once it is laid out; one without pieces takes the keys."""
        stop = next((stop for stop in self.view.stops() if stop.pane == id), None)
        if stop is not None:
            self.view.look_at(stop)
        elif refreshes and isinstance(self.view.panes[id], Pane):
            self.view.call_once_arranged(self._inspect_pane, id, refreshes - 1)
        else:
            self.go_to(id)

    def inspection_start(self) -> frozenset[PieceRef]:
        """Return the pieces where the cursor begins, if it can: those of the choice under the cursor."""
        entry = self.choices.entry
        return entry.pieces if entry is not None and entry.is_selectable else frozenset()

    def on_inspectable_table_moved(self) -> None:
        self.inspection_moved()
        self.refresh_bindings()

    @property
    def keys_not_in_footer(self) -> frozenset[str]:
        """Enter where it would only say why it chooses nothing."""
        piece = self.view.inspected_piece
        return frozenset() if piece is None or self.can_take(piece) else frozenset({"enter"})

    def can_take(self, piece: PieceRef) -> bool:
        """Whether Enter opens a board or the score sheet here."""
        return piece.kind in ("player", "score")

    def inspection_moved(self) -> None:
        """Move the list to the choice about the inspected piece."""
        choices, piece = self.choices, self.view.inspected_piece
        entries = choices.list_about(piece) if piece is not None else []
        if piece is not None:
            choices.keep_cursor()
        if entries and choices.cursor not in entries and choices.entries[entries[0]].is_selectable:
            choices.cursor = entries[0]
        self.light()

    def on_inspectable_table_closed(self) -> None:
        """Put the cursor of the list back where it was before pieces were inspected."""
        self._hovered_piece = None
        for choices in self.query(Choices):
            choices.restore_cursor()

    def stop_inspecting(self) -> None:
        """Give the keys back to the list, whose cursor stays."""
        self.choices.forget_cursor()
        self.set_focus(None)

    def follow_inspection(self, pieces: frozenset[PieceRef] = frozenset()) -> None:
        """Put the inspection cursor on one of ``pieces`` once the table is laid out."""
        if self.view.stop is not None:
            self.view.call_once_arranged(self.view.follow_inspection, pieces)

    @property
    def inspects(self) -> bool:
        """Whether choices are made by inspection."""
        return self._resumes_inspection or self.view.stop is not None

    def follow_choices(self, page: TablePage) -> None:
        """Move the inspection cursor to the next piece that may be chosen; where none is on the table, to the list."""
        selectable = [row for row in page.rows if row.is_selectable]
        wanted = frozenset[PieceRef]().union(*(row.pieces for row in selectable))
        if self.view.stop is not None and not wanted and selectable:
            self._resumes_inspection = True
            self.set_focus(None)
        elif self._resumes_inspection and wanted:
            self._resumes_inspection = False
            self.call_after_refresh(self.look_once_visible, wanted)
        else:
            self.follow_inspection(wanted)

    @on(Pane.Picked)
    async def open_clicked(self, event: Pane.Picked) -> None:
        """Show the score sheet for a click on a score, and a player's board for one on the player."""
        if self.is_opened_by_click(event.piece):
            await self.take_piece(event.piece)

    def is_opened_by_click(self, piece: PieceRef) -> bool:
        """Whether a click on ``piece`` shows more about it, because no choice is about it."""
        rows = self.page.rows if self.page is not None else ()
        return piece.kind in ("player", "score") and not find_about(rows, piece)

    @on(Pane.Hovered)
    def explain_hovered(self, event: Pane.Hovered) -> None:
        """Explain the piece under the mouse in the pane for that, else beside the mouse."""
        is_explained = any(pane.region.area for pane in self.query(PreviewPane))
        event.pane.show_tooltip(None if is_explained else event.piece)
        if is_explained and self._hovered_piece != event.piece:
            self._hovered_piece = event.piece
            self.light()

    def forget_hovered(self) -> bool:
        """Explain again what is under the cursor; return whether a piece under the mouse was explained."""
        self.choices.hovered = -1
        is_explained = self._hovered_piece is not None
        if is_explained:
            self._hovered_piece = None
            self.light()
        return is_explained

    async def on_inspectable_table_taken(self, event: InspectableTable.Taken) -> None:
        await self.take_piece(event.piece)

    async def take_piece(self, piece: PieceRef) -> None:
        """Open a player's board or the score sheet; nothing else can be taken by somebody who only looks."""
        if piece.kind == "player":
            self.show_board(piece.number)
        elif piece.kind == "score":
            self.action_score()
        else:
            self.say_briefly(self.words.say("inspection.look.watching"))

    def action_boards(self) -> None:
        """Show the board of the inspected player, else of the player to move."""
        shown, piece = self.shown, self.view.inspected_piece
        to_move = shown.table.pending[-1].seat if shown.table.pending else 0
        self.show_board(piece.number if piece is not None and piece.kind == "player" else to_move)

    def show_board(self, seat: int) -> None:
        """Show the whole board of ``seat`` over the table; the arrow keys switch to the next player."""
        shown, seats = self.shown, box_of(self.shown.table).seats
        who = self.words.seat(shown.table.setup, seat)

        def draw(width: int, height: int) -> list[Text]:
            scene = Scene(shown, self.words, pictures=self.app.pictures)
            return draw_board(scene, seat, width, height).lines

        sheet = TextSheetScreen("board", self.words.board(shown, seat), draw, who=who)
        self.ask(sheet, lambda step: self.show_board((seat + step) % seats) if step else None)

    def action_to_come(self) -> None:
        """Show the pieces that can still appear."""
        shown = self.shown

        def draw(width: int, height: int) -> list[Text]:
            return draw_remaining(Scene(shown, self.words, pictures=self.app.pictures), width).lines

        self.app.push_screen(TextSheetScreen("to-come", self.words.to_come(shown, are_drawn=True), draw))

    # ---- the score sheet

    def action_score(self) -> None:
        """Show the score sheet over the table."""
        self._score_sheet = ScoreSheetScreen(self.make_score_page, self.step_in_score_sheet)
        self.app.push_screen(self._score_sheet)

    def make_score_page(self) -> ScorePage:
        """Return what the score sheet shows."""
        return make_score_page(self.session)

    def step_in_score_sheet(self, step: int) -> None:
        """Move the cursor of the list to the next choice (``step`` 1), or to the one before (-1)."""
        choices = self.choices
        numbers = [n for n, entry in enumerate(choices.entries) if entry.action is not None and entry.is_selectable]
        further = [n for n in numbers if (n - choices.cursor) * step > 0]
        if further:
            choices.cursor = further[0] if step > 0 else further[-1]

    def update_score_sheet(self) -> None:
        """Write an open score sheet again."""
        if self._score_sheet is not None:
            self._score_sheet.update()
