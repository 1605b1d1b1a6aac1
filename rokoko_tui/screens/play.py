"""The table of a game played here: people take choices and hand over the seat, bots move, others' moves are shown."""

from collections.abc import Awaitable, Callable, Sequence
from functools import cached_property
from typing import ClassVar

from textual import events

from rokoko_core.play.driver import GameDriver, Next
from rokoko_core.play.view import GameControl, NotWritten
from rokoko_tui.controllers.autoplay import Autoplay
from rokoko_tui.controllers.choice_picker import ChoicePicker
from rokoko_tui.controllers.choice_taker import ChoiceTaker
from rokoko_tui.controllers.hint_panel import HintPanel
from rokoko_tui.controllers.host import BRIEFLY, Choice
from rokoko_tui.controllers.lesson_guide import LessonGuide
from rokoko_tui.controllers.mover_notice import MoverNotice
from rokoko_tui.controllers.play_policy import PlayPolicy
from rokoko_tui.controllers.playback_player import PlaybackPlayer
from rokoko_tui.controllers.presenter import TablePresenter
from rokoko_tui.controllers.turn_pages import TurnPages
from rokoko_tui.controllers.undo_dialog import UndoDialog
from rokoko_tui.keys import bindings_of
from rokoko_tui.lesson.script import LessonGame
from rokoko_tui.panes.choices import Choices
from rokoko_tui.panes.inspectable_table import PieceStop
from rokoko_tui.panes.layout import HALLS, PLAY
from rokoko_tui.panes.log import Log
from rokoko_tui.panes.other_turns import OtherTurns
from rokoko_tui.panes.spec import At
from rokoko_tui.play.choice_list import EntryKind, MenuEntry, find_useful_entry
from rokoko_tui.play.menu_entries import find_entry, list_menu_entries
from rokoko_tui.screens.handover import HandoverScreen
from rokoko_tui.screens.question import Answer, Question
from rokoko_tui.screens.round_summary import RoundSummaryScreen
from rokoko_tui.screens.table import TableScreen
from rokoko_tui.settings.launch import FIRST_GAMES, Pace
from rokoko_tui.text.disk_errors import disk_reason
from rokoko_tui.text.piece_refs import PieceRef
from rokoko_tui.widgets.drawing_view import Pane
from rokoko_tui.widgets.list_view import LineList

FEW = 7
"""Lines of a short list, which leaves room for a longer explanation."""


class PlayScreen(TableScreen):
    """The table. ``redraw`` draws it after every change, then ``proceed`` carries out what is next."""

    AT = At.PLAY
    PLACES: ClassVar[tuple[str, ...]] = ("table", "around", "look", "list", "log", "since", "app")
    CSS_PATH = "table.tcss"
    BINDINGS = bindings_of("table")
    JUMP_AGAIN = "table.jump.again"

    def __init__(self, game: GameControl, name: str | None = None) -> None:
        super().__init__(name)
        self.game = game
        self._was_over = game.to_move is None
        """Whether the game was over when it was opened, and is not counted again."""
        self._resume_inspection = False
        """Whether the inspection cursor returns once the list has asked its question."""
        self.policy = LessonGuide(self, game) if isinstance(game, LessonGame) else PlayPolicy()
        self.driver = GameDriver(game, self.settings, self.rokoko.bot_worker, self.policy.automatic)
        self.player = PlaybackPlayer(self, game)
        self.presenter = TablePresenter(self, game, self._entries, position=self.player.position)
        self.picker = ChoicePicker(self, game, self.presenter)
        self.autoplay = Autoplay(self, self.driver, self.presenter)
        self.hint_panel = HintPanel(self, game, self.presenter, self.rokoko.bot_worker.advice)
        self.undo = UndoDialog(self, self.driver, self.presenter)
        self.pages = TurnPages(self, game, self.presenter)
        self.taker = ChoiceTaker(self, self.rokoko.bot_worker.hurry)
        self.mover_notice = MoverNotice(self, game, self.rokoko.window)
        self.presenter.overlays = [self.player, self.policy, self.autoplay, self.hint_panel]
        self.presenter.names_best_way = lambda: self.settings.hints

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
        self.call_after_refresh(self.proceed if self.choices.entries else self.redraw)

    def on_resize(self) -> None:
        """Continue a playback that waited for room."""
        self.call_after_refresh(self.proceed)

    def redraw(self) -> None:
        """Draw everything from the game as it is, then carry out what is next."""
        self.policy.before_redraw()
        self.picker.begin()
        self.hint_panel.drop_if_stale()
        self.player.gather()
        self.pages.drop_undone()
        self.policy.after_gather()
        self.presenter.draw()
        if self.player.frame is None:
            self.show_tab(self._tab_of_choices())
            self._continue_inspection()
        self.call_after_refresh(self.proceed)

    def show_frame(self) -> None:
        self.presenter.show_turns()
        self.light()
        self.presenter.name_list()

    def _entries(self) -> tuple[MenuEntry, ...]:
        return list_menu_entries(self.driver, self.settings, self.words, self.picker.selection, self.hint_panel.hints)

    def fill_list(self, cursor: int = -1) -> None:
        """Fill the list; after an undo the cursor is on what was undone, else on what costs nothing."""
        hints = self.hint_panel.is_open
        self.view.reading = hints
        if cursor < 0 and self.game.can_redo:
            cursor = find_entry(self.game.own_action(self.game.position), self.presenter.entries())
        if not hints and self.game.viewer == self.game.to_move and self.player.frame is None:
            entries = self.presenter.entries()
            self.view.few = sum(entry.kind is not EntryKind.REFUSAL for entry in entries) <= FEW
            cursor = cursor if cursor >= 0 else self.policy.wanted_entry(entries)
            cursor = cursor if cursor >= 0 else find_useful_entry(entries)
        self.picker.close_group()
        super().fill_list(cursor)
        self.view.reading = hints or isinstance(self.policy, LessonGuide)

    def cursor_moved(self) -> None:
        self.policy.cursor_moved()
        super().cursor_moved()

    def _tab_of_choices(self) -> str:
        """Return the tab that shows the pieces of all choices, if it is one; for small screens."""
        if (tab := self.policy.tab()) is not None:
            return tab
        pieces = {piece for entry in self.choices.entries if entry.kind is EntryKind.ACTION for piece in entry.pieces}
        tabs = {self.view.tab_for_piece(piece) for piece in pieces}
        return tabs.pop() if len(tabs) == 1 else PLAY

    def _continue_inspection(self) -> None:
        """Move the inspection cursor to the next piece that may be chosen; where none is on the table, to the list."""
        wanted = frozenset().union(*(entry.pieces for entry in self.choices.entries if entry.is_selectable))
        if self.view.stop is not None and not wanted and any(entry.is_selectable for entry in self.choices.entries):
            self._resume_inspection = True
            self.set_focus(None)
        elif self._resume_inspection and wanted:
            self._resume_inspection = False
            self.call_after_refresh(self._inspect_once_visible, wanted)
        else:
            self.follow_inspection(wanted)

    def _inspect_once_visible(self, wanted: frozenset[PieceRef], refreshes: int = 4) -> None:
        """Show the inspection cursor on a ``wanted`` piece; its tab may be laid out only some refreshes later."""
        if refreshes and wanted.isdisjoint(stop.piece for stop in self.view.stops()):
            self.call_after_refresh(self._inspect_once_visible, wanted, refreshes - 1)
        else:
            self.view.look(wanted)

    # ---- what is next

    @property
    def is_showing(self) -> bool:
        return self.player.frame is not None or self.pages.round_due

    async def proceed(self) -> None:
        """Carry out what is next: bots think while a playback is shown, everything else waits for it."""
        if not self.is_on_top or not self.policy.may_continue():
            return
        following = self.driver.next()
        showing = self.player.keep_showing()
        if self.pages.round_due:
            if not showing:
                self.ask(RoundSummaryScreen(self.pages.begin_round()), lambda _: None)
            return
        if showing and following is not Next.MOVE_BOT:
            return
        self.mover_notice.update()
        match following:
            case Next.SIT_DOWN:
                self._sit_down()
            case Next.HAND_OVER:
                self._hand_over()
            case Next.FINAL:
                self.show_final(count=not self._was_over)
            case Next.FORCED:
                await self.autoplay.take_forced_actions()
                self.redraw()
            case Next.END_TURN:
                self.autoplay.wait_to_end_turn()
            case Next.MOVE_BOT:
                self.autoplay.move_bot()
            case Next.NOTHING if not self.hint_panel.is_open:
                self.autoplay.think_ahead()

    def show_final(self, count: bool = False) -> None:
        self.driver.note_final_shown()
        self.rokoko.show_final(self.game.recording, count)

    @cached_property
    def automatic_pace(self) -> Pace:
        return "quick" if self.rokoko.survey.has_finished(FIRST_GAMES) else "slow"

    def _sit_down(self) -> None:
        """Seat the person to move; keys pressed before were not theirs."""
        self.game.sit_down()
        self.player.guard.begin(self.now())
        self.redraw()

    def _hand_over(self) -> None:
        write = self.pages.handover_page(self.driver.begin_handover())

        async def answered(answer: str | None) -> None:
            self.driver.end_handover()
            if answer == "undo":
                await self.action_undo()
            elif answer == "undo-turn":
                await self.action_undo_turn()
            else:
                self._sit_down()
                if answer == "show":
                    self.player.show_last_turns()

        self.show_tab(HALLS)
        self.rokoko.clear_small_notices()
        self.ask(HandoverScreen(write, self.turn_tab), answered)

    # ---- changes

    async def write(self, change: Awaitable[None]) -> bool:
        try:
            await change
        except NotWritten as refusal:
            message = self.words.say("table.notice.not-written", system=disk_reason(self.words, refusal))
            self.notify(message, severity="error", timeout=10)
            self.redraw()
            return False
        return True

    def ask_about_game(
        self,
        title: str,
        lines: Sequence[str],
        choices: Sequence[Choice],
        answered: Callable[[str | None], Awaitable[None]],
    ) -> None:
        here = self.game.observation()

        async def answered_in_time(answer: str | None) -> None:
            if self.game.observation() is here:
                await answered(answer)

        self.ask(Question(title, lines, [Answer(*choice) for choice in choices]), answered_in_time)

    # ---- keys and clicks

    def intercepts(self, event: events.InputEvent) -> bool:
        """Let a playback, or the automatic end of a turn, have the key first."""
        return self.player.intercepts(event) or self.autoplay.intercepts(event)

    async def on_key(self, event: events.Key) -> None:
        """Pick choices by their keys, unless the key was meant for what was shown a moment ago."""
        commits = self.picker.index_for(event) is not None or self.player.commits(event)
        if commits and self.player.guard.blocks(event.time):
            event.stop()
            event.prevent_default()
            return
        if self.picker.index_for(event) is not None and self.taker.guard.blocks(event.time):
            event.stop()
            event.prevent_default()
            self._flash("too-early", event.character or event.key)
            return
        code = self.picker.started_code
        entry = self.picker.pick(event)
        if entry is not None:
            await self.taker.take(entry)
        elif not self.picker.started_code and event.is_printable and event.key not in self.active_bindings:
            self._flash("no-key", f"{code}{event.character}")

    def _flash(self, key: str, typed: str) -> None:
        self.notify(self.words.say_of(f"table.notice.{key}", {"key": typed}), timeout=BRIEFLY, markup=False)

    async def on_line_list_taken(self, event: LineList.Taken) -> None:
        """Take an entry of the list, go back to a line of the log, or show a turn of another again."""
        if isinstance(event.listing, Choices):
            if not self.player.guard.blocks(event.time):
                await self.taker.take(event.listing.entry)
        elif isinstance(event.listing, Log):
            if not self.policy.reads(event.listing):
                self.undo.ask_to_undo_before(event.listing.number)
        elif isinstance(event.listing, OtherTurns) and event.listing.turn is not None:
            self.player.show_again(event.listing.turn.numbers)

    async def on_pane_picked(self, event: Pane.Picked) -> None:
        """Go to the choice about a clicked piece; a second click takes it."""
        event.stop()
        if self.player.guard.blocks(event.time):
            return
        if event.pane.id is not None:
            self.view.look_at(PieceStop(event.pane.id, event.piece))
        await self.taker.take(self.picker.click(event.piece))

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

    async def action_end_turn(self) -> None:
        await self.taker.end_turn()

    def action_reasons(self) -> None:
        self.taker.go_to_reasons()

    async def action_finish(self) -> None:
        await self.taker.finish_du_barry()

    def action_hint(self) -> None:
        """Show the best choices in place of all, or go back to them."""
        if self.policy.hints():
            return
        if self.hint_panel.is_open:
            self.taker.close_hints()
        else:
            self.hint_panel.open()

    def action_hurry(self) -> None:
        """Let the bot that is thinking move now."""
        if self.driver.thought is None:
            self.notify(self.words.say("table.notice.nobody-thinks"), timeout=BRIEFLY)
        else:
            self.rokoko.bot_worker.hurry()

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
        """Close the hints; else go to the list or leave."""
        if self.hint_panel.is_open:
            self.taker.close_hints()
        elif self.focused is not None or not self.policy.leaves():
            super().action_back()

    def leave_lesson(self, begin_game: bool) -> None:
        self.rokoko.show_start()
        if begin_game:
            self.rokoko.show_new_game()
