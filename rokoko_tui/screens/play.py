"""The table of a game played here: people take choices and hand over the seat, bots move, others' moves are shown."""

from collections.abc import Awaitable, Callable, Sequence

from textual import events
from textual.binding import ActiveBinding

from rokoko_core.play.driver import GameDriver, Next
from rokoko_core.play.view import GameControl, NotWritten
from rokoko_core.remote.client import RemoteGame, Waiting
from rokoko_tui.controllers.autoplay import Autoplay
from rokoko_tui.controllers.choice_picker import ChoicePicker, InspectionFollower
from rokoko_tui.controllers.choice_taker import ChoiceTaker, ListFiller
from rokoko_tui.controllers.hint_panel import HintPanel
from rokoko_tui.controllers.lesson_guide import LessonGuide
from rokoko_tui.controllers.play_policy import PlayPolicy
from rokoko_tui.controllers.playback_player import PlaybackPlayer
from rokoko_tui.controllers.presenter import TablePresenter
from rokoko_tui.controllers.puzzle_table import PuzzleTable
from rokoko_tui.controllers.remote_table import RemoteTable
from rokoko_tui.controllers.turn_flow import TurnFlow
from rokoko_tui.controllers.turn_pages import MoverNotice, TurnPages
from rokoko_tui.controllers.undo_dialog import UndoDialog
from rokoko_tui.keys import bindings_of, keys_of_id
from rokoko_tui.lesson.lesson_game import LessonGame
from rokoko_tui.panes.choices import Choices
from rokoko_tui.panes.inspectable_table import PieceStop
from rokoko_tui.panes.layout import HALLS
from rokoko_tui.panes.log import Log
from rokoko_tui.panes.other_turns import OtherTurns
from rokoko_tui.puzzles.puzzle_game import PuzzleGame
from rokoko_tui.remote.hosted_games import describe_failure
from rokoko_tui.screens.handover import HandoverScreen
from rokoko_tui.screens.new_game import NewGameScreen
from rokoko_tui.screens.question import Question
from rokoko_tui.screens.round_summary import RoundSummaryScreen
from rokoko_tui.screens.table import TableScreen
from rokoko_tui.settings.settings import FIRST_GAMES
from rokoko_tui.text.piece_refs import PieceRef
from rokoko_tui.widgets.drawing_view import Pane
from rokoko_tui.widgets.list_view import LineList
from rokoko_tui.widgets.modal_content import Answer, TextPage
from rokoko_tui.widgets.notices import BRIEFLY


class PlayScreen(TableScreen):
    """The table. ``redraw`` draws it after every change, then ``TurnFlow`` carries out what is next."""

    BINDINGS = bindings_of("table")

    def __init__(self, game: GameControl, name: str | None = None) -> None:
        super().__init__(name)
        self.game = game
        self.policy = self._policy_for(game)
        self._footer = False, frozenset[str](), False
        """Whether the footer has the keys of a playback, the commands that it leaves out, and whether it names undo."""
        self._stale = False
        """Whether the game changed while another screen covered this one."""
        self.driver = GameDriver(game, self.settings, self.app.bot_worker, self.policy.automatic)
        self.player = PlaybackPlayer(
            self, game, lambda: self.app.scanner.has_finished(FIRST_GAMES), lambda: self.pages.has_round_page
        )
        self.filler = ListFiller(self)
        self.presenter = TablePresenter(self, game, self.filler.entries, position=self.player.position)
        self.picker = ChoicePicker(self, game, self.presenter)
        self.autoplay = Autoplay(self, self.driver, self.presenter)
        self.hint_panel = HintPanel(self, game, self.presenter, self.app.bot_worker.advice)
        self.undo = UndoDialog(self, self.driver, self.presenter)
        self.pages: TurnPages = TurnPages(self, self.driver, self.presenter, self.policy.has_round_page)
        self.inspection = InspectionFollower(self)
        self.taker = ChoiceTaker(self, self.app.bot_worker.hurry)
        self.flow = TurnFlow(self, game, MoverNotice(self, game, self.app.window, self.app.bell))
        self.presenter.overlays = [self.player, self.policy, self.autoplay, self.hint_panel]
        self.presenter.names_best_way = lambda: self.settings.hints

    def _policy_for(self, game: GameControl) -> PlayPolicy:
        if isinstance(game, LessonGame):
            return LessonGuide(self, game)
        if isinstance(game, PuzzleGame):
            return PuzzleTable(self, game, self.app.saves, self.app.games.play_puzzle, self.app.show_start)
        return RemoteTable(self, game, self.app.games.invitation) if isinstance(game, RemoteGame) else PlayPolicy()

    # ---- drawing

    def on_mount(self) -> None:
        """Draw the first decision, or show the final sheet at once; update the thinking time each second."""
        self.set_interval(1, self.autoplay.update_thinking_time)
        if self.policy.skips_to_final and self.driver.next() is Next.FINAL:
            self.show_final()
        else:
            self.call_after_refresh(self.redraw)
        self.draw_and_follow()

    def on_screen_resume(self) -> None:
        """Continue after a question or the final sheet, under which nothing may have been drawn yet."""
        if not self.is_on_top:
            return  # the final sheet of a finished game is above already
        fresh = self.choices.entries and not self._stale
        self.call_after_refresh(self.flow.proceed if fresh else self.redraw)

    def redraw_soon(self) -> None:
        """Draw a change that came from elsewhere; under another screen, once that is closed."""
        if self.is_on_top and self.is_ready:
            self.call_after_refresh(self.redraw)
        else:
            self._stale = True

    def on_resize(self) -> None:
        """Continue a playback that waited for room."""
        self.call_after_refresh(self.flow.proceed)

    def redraw(self) -> None:
        """Draw everything from the game as it is, then carry out what is next."""
        self._stale = False
        self.policy.before_redraw()
        self.picker.begin()
        self.hint_panel.drop_if_stale()
        self.player.gather()
        self.pages.drop_undone()
        self.policy.after_gather()
        self.presenter.draw()
        undoes = self.driver.last_decision >= 0 or isinstance(self.game, LessonGame)  # a lesson undoes reading too
        footer = self.player.frame is not None, self.policy.idle_commands, undoes
        if self._footer != footer:
            self._footer = footer
            self.refresh_bindings()
        if self.player.frame is None:
            self.filler.show_tab()
            self.inspection.follow()
        self.call_after_refresh(self.flow.proceed)

    @property
    def active_bindings(self) -> dict[str, ActiveBinding]:
        """The active bindings; during a playback, only those that skip."""
        active = super().active_bindings
        if self.player.frame is None or not active:
            return active
        return self.player.bindings(next(iter(active.values())))

    @property
    def keys_not_in_footer(self) -> frozenset[str]:
        """Also undo where there is nothing to undo."""
        keys = super().keys_not_in_footer
        return keys if self._footer[-1] else keys | frozenset(keys_of_id("table.undo", self.settings.keys))

    def show_frame(self) -> None:
        """Draw the present frame of the playback."""
        self.presenter.show_turns()
        self.light()
        self.presenter.name_list()

    def fill_list(self, cursor: int = -1) -> None:
        self.filler.fill(cursor)

    def cursor_moved(self) -> None:
        self.policy.cursor_moved()
        super().cursor_moved()

    # ---- what is next

    @property
    def is_showing(self) -> bool:
        """Whether a playback or the page of a new round is to be shown first."""
        return self.player.frame is not None or self.pages.round_due

    def show_round_summary(self, write: Callable[[], TextPage], chooses: bool) -> None:
        """Show the page of a new round; if the viewer ``chooses``, the key that closes it acts at the table."""

        def closed(event: events.Key | None) -> None:
            if chooses and event is not None and event.key != "escape":
                self.app.post_message(events.Key(event.key, event.character))

        self.ask(RoundSummaryScreen(write, lambda: self.view.region_beside("choices")), closed)

    def ask_hand_over(self, write: Callable[[], TextPage], answered: Callable[[str | None], Awaitable[None]]) -> None:
        """Show the page between two people."""
        self.show_tab(HALLS)
        self.app.clear_small_notices()
        self.ask(HandoverScreen(write, self.action_turn_tab, self.view.region_of_choice), answered)

    def show_final(self, count: bool = False) -> None:
        self.driver.note_final_shown()
        if not self.policy.finishes():
            self.app.show_final(self.game.recording, count, isinstance(self.game, LessonGame))

    # ---- changes

    async def write(self, change: Awaitable[object]) -> bool:
        """Make ``change``; if the disk or the host refuses it, say so and return False."""
        try:
            await change
        except NotWritten as refusal:
            if not isinstance(refusal, Waiting):  # the list says so
                self.notify(describe_failure(refusal, self.words), severity="error", timeout=10)
            self.redraw()
            return False
        return True

    def ask_about_game(
        self,
        title: str,
        lines: Sequence[str],
        answers: Sequence[Answer],
        answered: Callable[[str | None], Awaitable[None]],
    ) -> Question:
        """Ask a question and return it; the answer counts only while the game is unchanged."""
        here = self.game.observation()

        async def answered_in_time(answer: str | None) -> None:
            if self.game.observation() is here:
                await answered(answer)

        question = Question(title, lines, answers)
        self.ask(question, answered_in_time)
        return question

    # ---- keys and clicks

    def intercepts(self, event: events.InputEvent) -> bool:
        """Let a playback, or the automatic end of a turn, have the key first."""
        if self.player.intercepts(event):
            if self.player.frame is None and isinstance(event, events.Key) and self.picker.index_for(event) is not None:
                self.say_too_early(event)  # the key of a choice, which ended the playback instead
            return True
        return self.autoplay.intercepts(event)

    async def on_key(self, event: events.Key) -> None:
        await self.taker.take_key(event)

    async def on_line_list_taken(self, event: LineList.Taken) -> None:
        """Take an entry of the list, go back to a line of the log, or show a turn of another again."""
        if isinstance(event.line_list, Choices):
            if self.player.guard.blocks(event.time):
                self.say_too_early(event)
            else:
                await self.taker.take(event.line_list.entry)
        elif isinstance(event.line_list, Log):
            if self.policy.reads(event.line_list):
                self.notify(self.words.say("table.notice.log-only"), timeout=BRIEFLY)
            else:
                self.undo.ask_to_undo_before(event.line_list.number)
        elif isinstance(event.line_list, OtherTurns) and event.line_list.turn is not None:
            self.player.show_again(event.line_list.turn.numbers)

    async def on_pane_picked(self, event: Pane.Picked) -> None:
        """Go to the choice about a clicked piece; a second click takes it."""
        event.stop()
        if self.player.guard.blocks(event.time):
            self.say_too_early(event)
            return
        if event.pane.id is not None:
            self.view.look_at(PieceStop(event.pane.id, event.piece))
        await self.taker.take(self.picker.click(event.piece))

    def can_take(self, piece: PieceRef) -> bool:
        about = (self.choices.entries[n] for n in self.choices.entries_about(piece))
        return super().can_take(piece) or any(entry.is_selectable for entry in about)

    async def take_piece(self, piece: PieceRef) -> None:
        """Take the one choice about the inspected piece, or open a player's board."""
        if not self.choices.entries_about(piece) and piece.kind == "player":
            await super().take_piece(piece)
        else:
            await self.taker.take(self.picker.entry_about(piece))

    async def action_take(self) -> None:
        await self.taker.take(self.choices.entry)

    async def action_choose(self) -> None:
        """Select a piece, or let others take a step."""
        await self.taker.select(self.choices.entry)

    def clear_small_notices(self) -> None:
        self.app.clear_small_notices()

    async def action_end_turn(self) -> None:
        await self.taker.end_turn()

    def action_reasons(self) -> None:
        self.taker.go_to_reasons()

    async def action_finish(self) -> None:
        await self.taker.finish_du_barry()

    def action_hint(self) -> None:
        self.taker.toggle_hints()

    def action_seats(self) -> None:
        """Show who sits where, at a table with several screens."""
        self.policy.ask_about_seats()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Offer the seats only where others have screens of their own, and nothing that has nothing to do."""
        if (action == "seats" and not self.policy.has_seats) or action in self.policy.idle_commands:
            return False
        return super().check_action(action, parameters)

    def action_hurry(self) -> None:
        self.taker.hurry()

    async def action_undo(self) -> None:
        if not self.policy.undoes(whole_turn=False):
            await self.undo.undo_step()

    async def action_undo_turn(self) -> None:
        if not self.policy.undoes(whole_turn=True):
            await self.undo.undo_turn()

    async def action_redo(self) -> None:
        await self.undo.redo_step()

    async def action_redo_turn(self) -> None:
        await self.undo.redo_turn()

    def action_show_again(self) -> None:
        self.player.show_last_turns()

    def action_pace(self) -> None:
        self.player.change_pace()

    def action_back(self) -> None:
        """Close the hints or a group; go from the reasons to the choices, and from a pane to the list; else leave."""
        if self.hint_panel.is_open:
            self.taker.close_hints()
        elif self.focused is None and self.picker.close_group():
            return
        elif self.focused is None and self.taker.is_at_reasons:
            self.taker.go_to_reasons()
        elif self.focused is not None or not self.policy.leaves():
            super().action_back()

    def ask_to_leave(self) -> None:
        """Ask, unless the game is over: there is nothing to resume or concede."""
        if self.game.observation().table.pending:
            self.app.games.ask_to_leave(self.game)
        else:
            self.app.show_start()

    def leave_lesson(self, begin_game: bool) -> None:
        """Show the start screen, or the form of a new game."""
        self.app.show_start()
        if begin_game:
            self.app.push_screen(NewGameScreen())
