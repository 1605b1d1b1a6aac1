"""The table of a game played here: turns keys, clicks and taps into commands, and carries out what they cause."""

from collections.abc import Callable

from textual import events
from textual.binding import ActiveBinding, Binding

from rokoko_core.play.driver import Next
from rokoko_core.play.view import GameControl
from rokoko_tui.keys import bindings_of, keys_of_id
from rokoko_tui.panes.choices import Choices
from rokoko_tui.panes.inspectable_table import PieceStop
from rokoko_tui.panes.log import Log
from rokoko_tui.panes.other_turns import OtherTurns
from rokoko_tui.screens.base_screen import current_time, typed_key
from rokoko_tui.screens.effect_runner import EffectRunner
from rokoko_tui.screens.table import TableScreen
from rokoko_tui.table.commands import Click, Command, CommandId, GoBackTo, Mouse, MoveTo, Press, ShowTurns, TakePiece
from rokoko_tui.table.effects import Request
from rokoko_tui.table.session import Services, TableSession
from rokoko_tui.text import Words
from rokoko_tui.text.piece_refs import PieceRef
from rokoko_tui.widgets.drawing_view import Pane
from rokoko_tui.widgets.list_view import LineList


class PlayScreen(TableScreen):
    """The table of a ``TableSession``."""

    BINDINGS = bindings_of("table")

    def __init__(
        self,
        game: GameControl,
        name: str | None = None,
        describe_opening: Callable[[Words], list[str]] = lambda words: [],
    ) -> None:
        super().__init__(name)
        self.game = game
        app = self.app

        def has_finished(games: int) -> bool:
            return app.scanner.has_finished(games)  # the scanner changes with the save folder

        self.effects = EffectRunner(self)
        services = Services(
            bots=app.bot_worker,
            advise=app.bot_worker.advice,
            now=current_time,
            push=self.effects.receive,
            has_finished=has_finished,
            invitation=app.games.seats.invitation,
            describe_opening=describe_opening,
            selections=app.games.selections,
            puzzle_hints=app.games.puzzle_hints,
            saves=app.saves,
        )
        self.session: TableSession = TableSession(game, app.settings, services)
        self._is_stale = False
        """Whether the game changed and was not drawn: under another screen, or during a change made here."""

    # ---- drawing

    def on_mount(self) -> None:
        """Draw the first decision, or show the final sheet at once; update the thinking time each second."""
        self.set_interval(1, self.update_thinking_time)
        if not self.session.game_mode.is_guided and self.session.driver.next() is Next.FINAL:
            self.effects.receive(self.session.handle(CommandId.FINAL))
        else:
            self.call_after_refresh(self.redraw)
        self.draw_and_follow()
        self.watch(self.choices, "top", self.forget_hidden_click, init=False)

    def on_screen_resume(self) -> None:
        """Continue after a question or the final sheet, under which nothing may have been drawn yet."""
        if not self.is_on_top:
            return  # the final sheet of a finished game is above already
        is_fresh = self.choices.entries and not self._is_stale
        self.call_after_refresh(self.proceed if is_fresh else self.redraw)

    def redraw_soon(self) -> None:
        """Draw a change that came from elsewhere; under another screen, once that is closed.

        The page of a round leaves the table in sight, so that must not become old. A host tells of a change made here
        before it answers. What follows the answer draws both at once.
        """
        is_seen = self.is_on_top or self.effects.is_round_page_open
        if is_seen and self.is_ready and not self.effects.is_changing:
            self.call_after_refresh(self.redraw)
        else:
            self._is_stale = True
            self.update_score_sheet()

    def redraw_if_stale(self) -> None:
        """Draw what came from elsewhere during a change, unless that was drawn with it."""
        if self._is_stale:
            self.redraw_soon()

    def on_resize(self) -> None:
        """Continue a playback that waited for room."""
        self.call_after_refresh(self.proceed)

    def redraw(self) -> None:
        """Draw everything from the game as it is, then carry out what is next."""
        self._is_stale = False
        self.effects.receive(self.session.handle(CommandId.REFRESH))
        is_playback = self.session.playback.frame is not None
        if not is_playback:
            self.view.return_to_tab()
        self.show_all()
        page = self.page
        assert page is not None, "it has just been drawn"
        if not is_playback:
            self.show_tab_of_choice(page)
            self.follow_choices(page)
        self.call_after_refresh(self.proceed)

    async def proceed(self) -> None:
        """Carry out what is next."""
        await self.do(CommandId.PROCEED)

    def light(self) -> None:
        before = self.page
        super().light()
        if self.page is not None and (before is None or before.footer_facts != self.page.footer_facts):
            self.refresh_bindings()
        self.effects.receive(self.session.fetch_forecast())
        if self.page is not None and self.page.frame is not None:
            self.view.show_tab_of(self.page.frame.pieces)

    def cursor_moved(self) -> None:
        if self.choices.cursor != self.session.moment.cursor:
            self.effects.receive(self.session.handle(MoveTo(self.choices.cursor)))
            self.light()

    def forget_hidden_click(self) -> None:
        """Let the next click be a first one where the row that waits for its second was scrolled out of sight."""
        if self.session.moment.clicked is not None and not self.choices.is_cursor_in_sight:
            self.effects.receive(self.session.handle(MoveTo(self.choices.cursor)))
            self.light()

    def focus_moved(self) -> None:
        """Begin the countdown of a turn's end that waited while something was read."""
        super().focus_moved()
        if self.focused is None and self.session.driver.next() is Next.END_TURN:
            self.call_after_refresh(self.proceed)

    def update_thinking_time(self) -> None:
        """Show how long the bot has been thinking; nothing else in the list moves."""
        if self.session.driver.thought is not None and self.game.bot_to_move is not None:
            self.session.update(rows=self.session.mode.rows())
            self.choices.reword(self.session.moment.rows)

    async def do(self, command: Command) -> None:
        """Carry out ``command``, unless another screen covers the table."""
        if self.is_on_top:
            await self.effects.run(self.session.handle(command))

    # ---- keys and clicks

    def intercepts(self, event: events.InputEvent) -> bool:
        """Let a playback have the key or click first."""
        if isinstance(event, events.Key):
            if event.key not in keys_of_id("table.back", self.app.settings.keys):
                self.forget_hovered()
            command: Press | Mouse = _to_press(event)
        elif isinstance(event, events.MouseDown | events.MouseUp):
            command = Mouse(isinstance(event, events.MouseDown), event.time)
        else:
            return False
        is_captured = self.session.captures_input
        if (is_captured or isinstance(command, Mouse)) and (effects := self.session.handle(command)):
            self.call_next(self.effects.run, effects)
        return is_captured

    async def on_key(self, event: events.Key) -> None:  # type: ignore[override]  # Textual awaits it
        opened = self.session.moment.opened
        is_unbound = self.is_unbound(event)
        effects = self.session.handle(_to_press(event, is_unbound))
        if is_unbound:
            event.prevent_default()  # the session says so
        if Request.STOP_KEY in effects:
            event.stop()
            event.prevent_default()
        if effects or opened != self.session.moment.opened:
            await self.effects.run(effects)

    async def on_line_list_taken(self, event: LineList.Taken) -> None:
        """Go back to a line of the log, or show a turn of another again."""
        taken = event.line_list
        if isinstance(taken, Log):
            await self.do(GoBackTo(taken.number))
        elif isinstance(taken, OtherTurns) and taken.turn is not None:
            await self.do(ShowTurns(taken.turn.numbers))

    async def on_choices_clicked(self, event: Choices.Clicked) -> None:
        self.forget_hovered()  # a piece tapped before
        await self.do(Click(event.time, event.entry, event.is_repeated))

    async def on_pane_picked(self, event: Pane.Picked) -> None:
        event.stop()
        if self.is_opened_by_click(event.piece):
            return  # by the base class
        if event.pane.id is not None:
            self.view.look_at(PieceStop(event.pane.id, event.piece))
        if self.choices.list_about(event.piece):
            self.forget_hovered()  # the cursor explains it, not a piece tapped before
        elif not event.is_repeated:
            self.explain_hovered(Pane.Hovered(event.piece, event.pane))  # a tap moves no mouse
        await self.do(Click(event.time, event.piece, event.is_repeated))
        if self.session.moment.clicked is not None:
            self.choices.scroll_into_sight()

    def can_take(self, piece: PieceRef) -> bool:
        entries, about = self.choices.entries, self.choices.list_about(piece)
        return super().can_take(piece) or any(entries[n].is_selectable for n in about)

    async def take_piece(self, piece: PieceRef) -> None:
        """Take the one choice about the inspected piece, or open a player's board or the score sheet."""
        if self.is_opened_by_click(piece):
            await super().take_piece(piece)
        else:
            await self.do(TakePiece(piece))

    @property
    def choice_letters(self) -> frozenset[str]:
        rows = self.session.moment.rows
        return frozenset(key[0] for row in rows for key in (row.key, row.opened_by, *row.other_keys) if key)

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
        """Also those of commands with nothing to do; Enter stays where it belongs to a pane."""
        hidden = self.page.hidden_commands if self.page is not None else frozenset[str]()
        hidden -= {"take"} if self.focused is not None else set[str]()
        remapped = self.app.settings.keys
        return super().keys_not_in_footer.union(*(keys_of_id(f"table.{name}", remapped) for name in hidden))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Offer nothing that has nothing to do, such as the seats where nobody has another screen."""
        name = parameters[0] if action == "command" else action
        return name not in self.session.game_mode.idle_commands and super().check_action(action, parameters)

    @property
    def absent_commands(self) -> frozenset[str]:
        return frozenset(f"table.{name}" for name in self.session.game_mode.absent_commands)

    # ---- commands

    def action_copy(self) -> None:
        """Copy what the mode offers, such as how others join; else the table, or a line of the log."""
        if self.focused is None and (text := self.session.game_mode.copied):
            self.app.copy(text, self.words.say("table.copied.line", text=text))
        else:
            super().action_copy()

    async def action_command(self, name: str) -> None:
        """Carry out the command ``name`` of the registry of keys."""
        await self.do(CommandId(name))

    async def action_back(self) -> None:  # type: ignore[override]  # Textual awaits it
        """Go from a pane to the list; close hints, a folder, a group or the text about a clicked piece; else leave."""
        session, has_hints = self.session, self.session.moment.hints is not None
        if self.focused is not None and not has_hints:
            self.show_list()
        elif not has_hints and self.choices.close_folder():
            await self.do(CommandId.CLOSE_GROUP)
        elif session.mode is not session.game_mode or not self.forget_hovered():
            await self.do(CommandId.BACK)

    def go_back(self) -> None:
        """Go from another tab to the list, else ask to leave."""
        super().action_back()

    def action_concede(self) -> None:
        self.app.games.ask_to_concede(self.game)

    def ask_to_leave(self) -> None:
        """Ask, unless the game is over: there is nothing to resume or concede."""
        if self.game.to_move is not None:
            self.app.games.ask_to_leave(self.game)
        else:
            self.app.show_start()


def _to_press(event: events.Key, is_unbound: bool = False) -> Press:
    return Press(event.key, event.character or event.key, event.time, is_unbound, typed_key(event))
