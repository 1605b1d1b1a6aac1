"""The table of a game played here: turns keys, clicks and taps into commands, and carries out what they cause."""

from functools import partial

from textual import events
from textual.binding import ActiveBinding, Binding
from textual.timer import Timer

from rokoko_core.play.driver import Next
from rokoko_core.play.view import GameControl, NothingToRedo, NotWritten
from rokoko_tui.keys import bindings_of, keys_of_id
from rokoko_tui.panes.inspectable_table import PieceStop
from rokoko_tui.panes.layout import HALLS, LOG
from rokoko_tui.panes.log import Log
from rokoko_tui.panes.other_turns import OtherTurns
from rokoko_tui.panes.turn_pages import TurnPages
from rokoko_tui.screens.handover import HandoverScreen
from rokoko_tui.screens.new_game import NewGameScreen
from rokoko_tui.screens.question import Question
from rokoko_tui.screens.round_summary import RoundSummaryScreen
from rokoko_tui.screens.table import TableScreen
from rokoko_tui.table import commands as say
from rokoko_tui.table import effects as todo
from rokoko_tui.table.commands import Command, Order
from rokoko_tui.table.effects import Do, Effect, Effects, Lasts
from rokoko_tui.table.entry_search import find_about
from rokoko_tui.table.frames import Frame
from rokoko_tui.table.page import TablePage
from rokoko_tui.table.session import Surroundings, TableSession
from rokoko_tui.text.piece_refs import PieceRef
from rokoko_tui.widgets.drawing_view import Pane
from rokoko_tui.widgets.list_view import LineList
from rokoko_tui.widgets.modal_content import make_answer
from rokoko_tui.widgets.notices import BRIEFLY

SECONDS = {Lasts.BRIEF: BRIEFLY, Lasts.TWICE: 2 * BRIEFLY, Lasts.USUAL: None, Lasts.LONG: 10}
"""How long notices stay; None for as long as Textual's."""
FRAMES_A_SECOND = 15
"""How often a moving piece is drawn."""


class PlayScreen(TableScreen):
    """The table of a ``TableSession``."""

    BINDINGS = bindings_of("table")

    def __init__(self, game: GameControl, name: str | None = None) -> None:
        super().__init__(name)
        self.game = game
        app = self.app

        def has_finished(games: int) -> bool:
            return app.scanner.has_finished(games)

        around = Surroundings(app.bot_worker, self.now, self.receive, has_finished, app.games.invitation, app.saves)
        self.session: TableSession = TableSession(game, self.settings, around)
        self.pages = TurnPages(self.session)
        self._is_stale = False
        """Whether the game changed while another screen covered this one."""
        self._delays: dict[str, Timer] = {}
        """Delays, by group."""
        self._animation: Timer | None = None
        self._question: tuple[todo.Ask, Question] | None = None
        """The question that was asked last."""
        self._tab_before: str | None = None
        """The tab to return to after a playback; None while that has not shown another."""
        self._own_tab = ""
        """The tab that was shown last for a choice."""
        self._turn: tuple[int | None, int] | None = None
        """The viewer then, and where the turn began."""
        self._resumes_inspection = False
        """Whether the inspection cursor returns once the list has asked its question."""

    # ---- drawing

    def on_mount(self) -> None:
        """Draw the first decision, or show the final sheet at once; update the thinking time each second."""
        self.set_interval(1, self.update_thinking_time)
        if self.session.kind.skips_to_final and self.session.driver.next() is Next.FINAL:
            self.receive(self.session.handle(Order.FINAL))
        else:
            self.call_after_refresh(self.redraw)
        self.draw_and_follow()

    def on_screen_resume(self) -> None:
        """Continue after a question or the final sheet, under which nothing may have been drawn yet."""
        if not self.is_on_top:
            return  # the final sheet of a finished game is above already
        is_fresh = self.choices.entries and not self._is_stale
        self.call_after_refresh(self.proceed if is_fresh else self.redraw)

    def redraw_soon(self) -> None:
        """Draw a change that came from elsewhere; under another screen, once that is closed."""
        if self.is_on_top and self.is_ready:
            self.call_after_refresh(self.redraw)
        else:
            self._is_stale = True

    def on_resize(self) -> None:
        """Continue a playback that waited for room."""
        self.call_after_refresh(self.proceed)

    def redraw(self) -> None:
        """Draw everything from the game as it is, then carry out what is next."""
        self._is_stale, before = False, self.page
        self.receive(self.session.handle(Order.REFRESH))
        page = self.session.page()
        if page.frame is None and self._tab_before is not None:
            self.view.tab, self._tab_before = self._tab_before, None
        self.show_all()
        if before is None or _list_keys(before) != _list_keys(page):
            self.refresh_bindings()
        if page.frame is None:
            self._show_tab_of_choice(page)
            self._follow_choices(page)
        self.call_after_refresh(self.proceed)

    async def proceed(self) -> None:
        """Carry out what is next."""
        await self.do(Order.PROCEED)

    def light(self) -> None:
        super().light()
        if self.page is not None and self.page.frame is not None:
            self._show_tab_of(self.page.frame)

    def cursor_moved(self) -> None:
        if self.choices.cursor != self.session.moment.cursor:
            self.receive(self.session.handle(say.MoveTo(self.choices.cursor)))
            self.light()

    def update_thinking_time(self) -> None:
        """Show how long the bot has been thinking; nothing else in the list moves."""
        if self.session.driver.thought is not None and self.game.bot_to_move is not None:
            self.session.update(rows=self.session.mode.rows())
            self.choices.reword(self.session.moment.rows)

    # ---- effects

    async def do(self, command: Command) -> None:
        """Carry out ``command``, unless another screen covers the table."""
        if self.is_on_top:
            self.session.inspected = self.view.inspected_piece
            await self.run(self.session.handle(command))

    async def run(self, effects: Effects) -> None:
        """Carry out ``effects``, then show the page."""
        for effect in effects:
            if isinstance(effect, todo.Change):
                await self._change(effect)
            else:
                self.perform(effect)
        is_drawn = any(effect is Do.REDRAW or isinstance(effect, todo.Change) for effect in effects)
        if not is_drawn and self.is_ready:
            self.light()

    def receive(self, effects: Effects) -> None:
        """Carry out ``effects`` that change nothing in the game."""
        for effect in effects:
            self.perform(effect)

    async def _change(self, change: todo.Change) -> None:
        try:
            await change.make()
        except (NotWritten, NothingToRedo) as error:
            await self.run(self.session.handle(say.Refused(change, error)))
        else:
            await self.answer(change)

    async def answer(self, effect: Effect, value: object = None) -> None:
        """Give the session the outcome of ``effect``."""
        await self.run(self.session.handle(say.Answered(effect, value)))

    def perform(self, effect: Effect) -> None:
        """Carry out an effect that changes nothing in the game."""
        match effect:
            case Do():
                self._perform_step(effect)
            case todo.Say(text, lasts, severity):
                self.notify(text, timeout=SECONDS[lasts], severity=severity, markup=False)
            case todo.SayTooEarly(key):
                self.say_too_early(key)
            case todo.SayUnbound(key, text):
                if key not in self.active_bindings:
                    self.notify(text, timeout=BRIEFLY, markup=False)
            case todo.Think(group):
                self.start(partial(self._think, effect), group)
            case todo.Wait(group, seconds):
                self._stop_waiting(group)
                self._delays[group] = self.set_timer(seconds, partial(self._elapse, effect))
            case todo.StopWaiting(group):
                self._stop_waiting(group)
            case todo.Animate(flights, seconds):
                self.light()
                if self.view.set_out(flights):
                    self.view.travel(0.0)
                    self._animation = self.set_interval(1 / FRAMES_A_SECOND, partial(self._travel, self.now(), seconds))
            case todo.Title(text):
                self.app.window.say(text)
            case _:
                self._open(effect)

    def _perform_step(self, step: Do) -> None:
        """Carry out an effect without details."""
        match step:
            case Do.REDRAW:
                self.redraw()
            case Do.REDRAW_SOON:
                self.redraw_soon()
            case Do.CLEAR_NOTICES:
                self.app.clear_small_notices()
            case Do.SHOW_LIST:
                self.show_list()
            case Do.RELEASE_FOCUS:
                self.release_focus()
            case Do.STOP_INSPECTING:
                self.stop_inspecting()
            case Do.SAVE_SETTINGS:
                self.save_settings()
            case Do.HURRY:
                self.app.bot_worker.hurry()
            case Do.RING:
                self.app.bell()
            case Do.GO_BACK:
                super().action_back()
            case Do.ASK_TO_LEAVE:
                self.ask_to_leave()
            case Do.SHOW_START:
                self.app.show_start()
            case Do.NEW_GAME:
                self.app.push_screen(NewGameScreen())

    def _open(self, effect: Effect) -> None:
        """Show another screen."""
        match effect:
            case todo.Ask(title, lines, choices):
                answers = [make_answer(self.words, choice.key, choice.label) for choice in choices]
                self._question = effect, Question(title, lines, answers)
                self.ask(self._question[1], partial(self._answered, effect))
            case todo.CloseQuestion(asked):
                if self._question is not None and self._question[0] is asked and self._question[1].is_current:
                    self._question[1].action_back()
            case todo.HandOver(seat):
                self.show_tab(HALLS)
                self.app.clear_small_notices()
                write = self.pages.handover_page(seat)
                page = HandoverScreen(write, self.action_turn_tab, self.view.region_of_choice)
                self.ask(page, partial(self._answered, effect))
            case todo.RoundPage(round, chooses):
                write = self.pages.round_page(round, chooses)
                place = partial(self.view.region_beside, "choices")
                self.ask(RoundSummaryScreen(write, place), partial(self._close_round_page, chooses))
            case todo.Final(count):
                self.app.show_final(self.game.recording, count, not self.session.kind.skips_to_final)
            case todo.ShowPuzzle(number):
                self.app.games.play_puzzle(number)

    async def _answered(self, effect: Effect, value: str | None) -> None:
        await self.answer(effect, value or "")

    def _close_round_page(self, chooses: bool, event: events.Key | None) -> None:
        """Act at the table with the key that closed the page, if the viewer ``chooses``."""
        if chooses and event is not None and event.key != "escape":
            self.app.post_message(events.Key(event.key, event.character))

    async def _think(self, effect: todo.Think) -> None:
        value = await effect.work()
        if self.is_ready:
            await self.answer(effect, value)

    async def _elapse(self, effect: todo.Wait) -> None:
        self._stop_waiting(effect.group)
        await self.answer(effect, self.is_on_top and self.has_room)

    def _stop_waiting(self, group: str) -> None:
        if (timer := self._delays.pop(group, None)) is not None:
            timer.stop()
        if self._animation is not None:
            self._animation.stop()
            self._animation = None
            self.view.arrive()

    def _travel(self, start: float, seconds: float) -> None:
        if self.is_on_top:
            self.view.travel(max(0.0, min(1.0, (self.now() - start) / seconds)))

    # ---- tabs and inspection

    def _show_tab_of(self, frame: Frame) -> None:
        """Show the tab with the lit pieces, where not all tabs are in sight; player boards are left where they are."""
        tabs = {self.view.tab_for_piece(piece) for piece in frame.pieces if piece.kind != "player"}
        if tabs and self.view.tabs.current not in tabs:
            self._tab_before = self.view.tab if self._tab_before is None else self._tab_before
            self.view.tab = min(tabs)

    @property
    def _inspects(self) -> bool:
        """Whether choices are made by inspection."""
        return self._resumes_inspection or self.view.stop is not None

    def _show_tab_of_choice(self, page: TablePage) -> None:
        """Show the tab for the next choice on small screens; one that the player chose stays until the turn ends."""
        game, tab = self.game, self.view.tab
        turn, before = (game.viewer, game.turn_start(game.position)), self._turn
        is_chosen, self._turn = turn == before and tab not in (self._own_tab, LOG), turn
        if not is_chosen or self._inspects or page.task_pieces is not None:
            tab = self._own_tab = self.view.find_tab(page, self._inspects)
        self.show_tab(tab)

    def _follow_choices(self, page: TablePage) -> None:
        """Move the inspection cursor to the next piece that may be chosen; where none is on the table, to the list."""
        selectable = [row for row in page.rows if row.is_selectable]
        wanted = frozenset[PieceRef]().union(*(row.pieces for row in selectable))
        if self.view.stop is not None and not wanted and selectable:
            self._resumes_inspection = True
            self.release_focus()
        elif self._resumes_inspection and wanted:
            self._resumes_inspection = False
            self.call_after_refresh(self.look_once_visible, wanted)
        else:
            self.follow_inspection(wanted)

    # ---- keys and clicks

    def intercepts(self, event: events.InputEvent) -> bool:
        """Let a playback, or the automatic end of a turn, have the key or click first."""
        if isinstance(event, events.Key):
            command: say.Press | say.Mouse = _to_press(event)
        elif isinstance(event, events.MouseDown | events.MouseUp):
            command = say.Mouse(isinstance(event, events.MouseDown), event.time)
        else:
            return False
        is_captured = self.session.captures(command)
        if (is_captured or isinstance(command, say.Mouse)) and (effects := self.session.handle(command)):
            self.call_next(self.run, effects)
        return is_captured

    async def on_key(self, event: events.Key) -> None:
        opened = self.session.moment.opened
        effects = self.session.handle(_to_press(event))
        if Do.STOP_KEY in effects:
            event.stop()
            event.prevent_default()
        if effects or opened != self.session.moment.opened:
            await self.run(effects)

    async def on_line_list_taken(self, event: LineList.Taken) -> None:
        """Take a choice, go back to a line of the log, or show a turn of another again."""
        taken = event.line_list
        if taken is self.choices:
            await self.do(say.Click(event.time))
        elif isinstance(taken, Log):
            await self.do(say.GoBackTo(taken.number))
        elif isinstance(taken, OtherTurns) and taken.turn is not None:
            await self.do(say.ShowTurns(taken.turn.numbers))

    async def on_pane_picked(self, event: Pane.Picked) -> None:
        event.stop()
        if event.pane.id is not None:
            self.view.look_at(PieceStop(event.pane.id, event.piece))
        await self.do(say.Click(event.time, event.piece))

    def can_take(self, piece: PieceRef) -> bool:
        entries = self.choices.entries
        return super().can_take(piece) or any(entries[n].is_selectable for n in find_about(entries, piece))

    async def take_piece(self, piece: PieceRef) -> None:
        """Take the one choice about the inspected piece, or open a player's board."""
        if not find_about(self.choices.entries, piece) and piece.kind == "player":
            await super().take_piece(piece)
        else:
            await self.do(say.TakePiece(piece))

    @property
    def active_bindings(self) -> dict[str, ActiveBinding]:
        """The active bindings; during a playback, only those that skip."""
        active = super().active_bindings
        if self.page is None or self.page.frame is None or not active:
            return active
        translate, template = self.words.say, next(iter(active.values()))
        return {
            key: template._replace(
                binding=Binding(
                    key, name, translate(f"table.playback.{name}"), key_display=translate(f"keys.key.{key}")
                )
            )
            for key, name in self.page.playback_keys.items()
        }

    @property
    def keys_not_in_footer(self) -> frozenset[str]:
        """Also undo where there is nothing to undo."""
        keys = super().keys_not_in_footer
        if self.page is not None and self.page.can_undo:
            return keys
        return keys | frozenset(keys_of_id("table.undo", self.settings.keys))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Offer nothing that has nothing to do, such as the seats where nobody has another screen."""
        return action not in self.session.kind.idle_commands and super().check_action(action, parameters)

    # ---- commands

    async def action_take(self) -> None:
        await self.do(Order.TAKE)

    async def action_choose(self) -> None:
        await self.do(Order.CHOOSE)

    async def action_undo(self) -> None:
        await self.do(Order.UNDO)

    async def action_undo_turn(self) -> None:
        await self.do(Order.UNDO_TURN)

    async def action_redo(self) -> None:
        await self.do(Order.REDO)

    async def action_redo_turn(self) -> None:
        await self.do(Order.REDO_TURN)

    async def action_end_turn(self) -> None:
        await self.do(Order.END_TURN)

    async def action_reasons(self) -> None:
        await self.do(Order.REASONS)

    async def action_hint(self) -> None:
        await self.do(Order.HINT)

    async def action_hurry(self) -> None:
        await self.do(Order.HURRY)

    async def action_finish(self) -> None:
        await self.do(Order.FINISH)

    async def action_pace(self) -> None:
        await self.do(Order.PACE)

    async def action_show_again(self) -> None:
        await self.do(Order.SHOW_AGAIN)

    async def action_seats(self) -> None:
        await self.do(Order.SEATS)

    async def action_back(self) -> None:  # type: ignore[override]  # Textual awaits it
        """Go from a pane to the list; close hints, a folder or a group; else leave."""
        has_hints = self.session.moment.hints is not None
        if self.focused is not None and not has_hints:
            self.show_list()
        elif not has_hints and self.choices.close_folder():
            await self.do(Order.CLOSE_GROUP)
        else:
            await self.do(Order.BACK)

    def ask_to_leave(self) -> None:
        """Ask, unless the game is over: there is nothing to resume or concede."""
        if self.game.observation().table.pending:
            self.app.games.ask_to_leave(self.game)
        else:
            self.app.show_start()


def _to_press(event: events.Key) -> say.Press:
    return say.Press(event.key, event.character or event.key, event.time, event.is_printable)


def _list_keys(page: TablePage) -> tuple[bool, frozenset[str], bool]:
    """Return what the keys in the footer depend on."""
    return page.frame is not None, page.idle, page.can_undo
