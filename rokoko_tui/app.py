"""The Textual app: opens and closes games and screens, and reports unexpected errors without a traceback."""

import os
import sys
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from rich.text import Text
from textual import events
from textual.await_complete import AwaitComplete
from textual.dom import DOMNode
from textual.driver import Driver
from textual.notifications import Notify, SeverityLevel
from textual.reactive import reactive
from textual.screen import Screen

from rokoko_tui import keys
from rokoko_tui.doors import signals
from rokoko_tui.doors.screen_update import MinimalUpdateApp
from rokoko_tui.doors.window_title import WindowTitle
from rokoko_tui.input_filter import InputFilter
from rokoko_tui.preferences import Preferences
from rokoko_tui.screens.base_screen import BaseScreen
from rokoko_tui.settings.launch import PICTURES, SIGNS, THEMES, Start
from rokoko_tui.settings.settings import Settings
from rokoko_tui.text.disk_errors import disk_reason
from rokoko_tui.text.languages import Edition
from rokoko_tui.text.message_catalog import Vocabulary
from rokoko_tui.text.safe_display import shown

# Game modules are imported when a game is opened, so that the start screen appears at once.
if TYPE_CHECKING:
    from rich.console import RenderableType
    from textual.actions import ActionParseResult

    from rokoko_core.game import Game
    from rokoko_core.journal import Reading
    from rokoko_core.play.bot_process import BotWorker
    from rokoko_core.play.local_game import LocalGame
    from rokoko_core.play.replay_game import Viewer
    from rokoko_core.play.spectated_game import SpectatedGame
    from rokoko_core.state import Setup
    from rokoko_tui.analysis.game_review import GameReviews
    from rokoko_tui.saves.lock import SaveInUse
    from rokoko_tui.saves.open_game import OpenGame
    from rokoko_tui.saves.scan import SaveScanner
    from rokoko_tui.screens.question import Answer
    from rokoko_tui.text import Words


class RokokoApp(MinimalUpdateApp):
    """The full-screen program. ``AppProtocol`` documents what screens use of it."""

    TITLE = "Rokoko"
    CSS_PATH = "app.tcss"
    BINDINGS = keys.bindings_of("app")
    ENABLE_COMMAND_PALETTE = False

    edition: reactive[Edition] = reactive("classic", init=False)
    """The edition whose terms are used, where the language has both; screens watch it."""
    pictures: reactive[bool] = reactive(True, init=False)
    """Whether to draw in pixels; screens watch it."""

    def __init__(self, settings: Settings, start: Start) -> None:
        super().__init__()
        self.settings = settings
        self.preferences = Preferences(self, settings)
        self.input_filter = InputFilter(self, settings)
        self.set_reactive(RokokoApp.edition, settings.edition)
        self.set_reactive(RokokoApp.pictures, self.preferences.apply_glyphs())
        self.start = start
        self._game: OpenGame | None = None
        self._thinkers: BotWorker | None = None
        self._survey: SaveScanner | None = None
        self.window = WindowTitle(self._to_terminal, os.environ)
        self.help_page = "now"
        """The help page that was open last."""
        self.report: Path | None = None
        """The report of the last unexpected error."""

    def _to_terminal(self, codes: str) -> None:
        if self._driver is not None and not self.is_headless:
            self._driver.write(codes)

    @property
    def vocabulary(self) -> Vocabulary:
        return self.settings.vocabulary

    @property
    def words(self) -> "Words":
        return self.settings.words

    @property
    def saves(self) -> Path:
        from rokoko_tui.saves.library import saves_folder

        return saves_folder(self.settings.saves)

    @property
    def survey(self) -> "SaveScanner":
        from rokoko_tui.saves.scan import SaveScanner

        if self._survey is None:
            self._survey = SaveScanner(self.saves)
        return self._survey

    @property
    def thinkers(self) -> "BotWorker":
        from rokoko_core.play.bot_process import BotWorker

        if self._thinkers is None:
            self._thinkers = BotWorker(self.settings.think_processes)
        return self._thinkers

    @property
    def game(self) -> "OpenGame":
        """The open game, if any."""
        from rokoko_tui.saves.open_game import OpenGame

        if self._game is None:
            self._game = OpenGame()
        return self._game

    # ---- start and exit

    def get_default_screen(self) -> Screen[None]:
        """Return the blank screen below all others."""
        return BaseScreen(id="_default")

    def get_driver_class(self) -> type[Driver]:
        """Return our driver for a local terminal where Textual would use its own for Linux and macOS."""
        driver = super().get_driver_class()
        if sys.platform == "win32":
            return driver
        from textual.drivers.linux_driver import LinuxDriver

        from rokoko_tui.doors.terminal_driver import TerminalDriver

        return TerminalDriver if driver is LinuxDriver else driver

    def on_mount(self) -> None:
        signals.follow(self)
        self.set_keymap(keys.keymap_of(self.settings.keys))
        self._show_first()

    def _show_first(self) -> None:
        """Open what the command line names."""
        start = self.start
        if start.setup is not None:
            self.begin(start.setup)
        elif start.mode == "learn":
            self.learn()
        elif start.path is None:
            self.show_start()
        elif start.mode == "watch":
            self.watch_game(start.path)
        elif start.mode == "replay":
            self.replay(start.path, start.at, start.reading)
        else:
            self.resume(start.path, start.reading)

    def on_unmount(self) -> None:
        signals.restore_signals(self)
        self.window.give_back()
        self._close_game()
        if self._thinkers is not None:
            self._thinkers.stop()

    def exit(self, result: None = None, return_code: int = 0, message: "RenderableType | None" = None) -> None:
        """Exit, and cancel the workers that read saves."""
        self.workers.cancel_all()
        super().exit(result, return_code, message)

    @property
    def leaving(self) -> bool:
        return self._exit or not self.is_running

    def end_thinking(self) -> None:
        """Stop the bot processes and wait for them. Call it after the terminal was restored."""
        if self._thinkers is not None:
            self._thinkers.stop()
            self._thinkers.join()

    # ---- input and notices

    async def on_event(self, event: events.Event) -> None:
        """Handle what the input filter lets through."""
        filtered = self.input_filter.filter(event)
        if filtered is not None:
            await super().on_event(filtered)

    async def run_action(
        self,
        action: "str | ActionParseResult",
        default_namespace: DOMNode | None = None,
        namespaces: Mapping[str, DOMNode] | None = None,
    ) -> bool:
        """Run ``action`` unless its screen is not mounted yet or was left."""
        if not self.input_filter.allows_action(default_namespace):
            return False
        return await super().run_action(action, default_namespace, namespaces)

    def notify(
        self,
        message: str,
        *,
        title: str = "",
        severity: SeverityLevel = "information",
        timeout: float | None = None,
        markup: bool = False,
    ) -> None:
        """Show ``message`` for a while. It is never parsed as markup, whatever ``markup`` is."""
        super().notify(message, title=title, severity=severity, timeout=timeout, markup=False)

    def on_notify(self, event: Notify) -> None:
        """Drop a notice that is still on the screen."""
        if any(notice.message == event.notification.message for notice in self._notifications):
            event.prevent_default()

    def tell_error(self, words: str) -> None:
        """Show an error notice, on the start screen if no other is open."""
        if not isinstance(self.screen, Screen) or len(self.screen_stack) < 2:
            self.show_start()
        self.notify(words, severity="error", timeout=10)

    def copy(self, text: str, notice: str) -> None:
        self.copy_to_clipboard("\n".join(map(shown, text.splitlines())))
        self.notify(notice, timeout=3)

    # ---- settings

    def change_setting(self, field: str, value: object) -> None:
        setattr(self.settings, field, value)
        match field:
            case "theme":
                self.theme = self.settings.theme
            case "signs" | "pictures":
                self.pictures = self.preferences.apply_glyphs()
                self.screen.refresh()
            case "edition":
                self.edition = self.settings.edition
            case "language":
                self.pictures = self.preferences.apply_glyphs()
                self.mutate_reactive(RokokoApp.edition)
            case "keys":
                self.set_keymap(keys.keymap_of(self.settings.keys))
            case "saves":
                self._survey = None
        self.remember()

    def remember(self) -> None:
        try:
            self.preferences.save()
        except OSError as error:
            reason = disk_reason(self.words, error)
            self.notify(self.vocabulary.say("start.app.not-saved", why=reason), severity="warning")

    def watch_edition(self, edition: Edition) -> None:
        self.settings.edition = edition
        self.remember()

    def watch_theme(self) -> None:
        """Update ``pictures``: the theme without colours draws in lines."""
        self.pictures = self.preferences.apply_glyphs()

    def action_edition(self) -> None:
        """Switch between the classic and the Deluxe terms, where the language has both."""
        if only := self.vocabulary.single_edition_notice():
            self.notify(only, timeout=3)
            return
        self.edition = "classic" if self.edition == "deluxe" else "deluxe"

    def action_next_theme(self) -> None:
        self._choose_next("theme", THEMES)

    def action_next_signs(self) -> None:
        self._choose_next("signs", SIGNS)

    def action_next_pictures(self) -> None:
        self._choose_next("pictures", PICTURES)

    def _choose_next(self, field: str, values: Sequence[str]) -> None:
        value = self.preferences.next_value(field, values)
        self.change_setting(field, value)
        self.notify(self.vocabulary.say(f"start.app.{field}", name=value), timeout=2)

    # ---- opening and closing games

    def begin(self, setup: "Setup") -> None:
        from rokoko_tui.saves.owner_seat import mark_owner

        marked = mark_owner(setup, self.settings.name)
        self._open_new(lambda: self.game.begin(self.saves, marked))

    def learn(self) -> None:
        from rokoko_tui.lesson.script import LessonGame
        from rokoko_tui.screens.play import PlayScreen

        self._close_game()
        self._show_alone(PlayScreen(LessonGame(self.settings.lesson), name="lesson"))

    def fork(self, game: "Game", position: int) -> None:
        self._open_new(lambda: self.game.fork(self.saves, game, position))

    def _open_new(self, create: "Callable[[], LocalGame]") -> None:
        from rokoko_tui.saves.lock import SaveInUse

        try:
            session = create()
        except (SaveInUse, OSError) as error:
            reason = error.describe(self.words) if isinstance(error, SaveInUse) else disk_reason(self.words, error)
            self.tell_error(self.vocabulary.say("start.app.no-file", path=str(self.saves), why=reason))
        else:
            self._show_table(session)

    def resume(self, path: Path, reading: "Reading | None" = None) -> None:
        from rokoko_core.journal import BadSave
        from rokoko_tui.saves.lock import SaveInUse

        self._cancel_thinking()
        try:
            session = self.game.resume(path, reading)
        except SaveInUse as held:
            self._offer_to_watch(path, held)
        except BadSave as bad:
            self.tell_error(self.words.save_error(bad))
        except OSError as error:
            reason = disk_reason(self.words, error)
            self.tell_error(self.vocabulary.say("start.app.not-held", path=str(path), why=reason))
        else:
            self._show_table(session)
            if session.journal.notice is not None:
                self.notify(self.words.notice(session.journal.notice))

    def watch_game(self, path: Path) -> None:
        """Follow the game at ``path`` that another program plays."""
        from rokoko_core.journal import BadSave

        try:
            table = self.game.watch(path)
        except BadSave as bad:
            self.tell_error(self.words.save_error(bad))
        else:
            self._show_table(table)

    def replay(self, path: Path, at: int | None = None, reading: "Reading | None" = None) -> None:
        from rokoko_core.journal import BadSave, read

        try:
            reading = reading or read(path)
        except BadSave as bad:
            self.tell_error(self.words.save_error(bad))
            return
        self._close_game()
        if reading.damage is not None:
            self.notify(self.words.damage(reading.damage), severity="warning")
        self._show_alone(self._replay_of(reading.game, at))

    def review(self, path: Path, reading: "Reading | None" = None) -> None:
        from rokoko_tui.screens.replay import ReplayScreen

        self.replay(path, reading=reading)
        if isinstance(self.screen, ReplayScreen):
            self.screen.action_review()

    def _ask(
        self,
        title: str,
        lines: Sequence[str],
        answers: "Sequence[Answer]",
        on_answer: Callable[[str | None], Awaitable[None]],
    ) -> None:
        from rokoko_tui.screens.question import Question

        self.push_screen(Question(title, lines, answers), on_answer)

    def _offer_to_watch(self, path: Path, held: "SaveInUse") -> None:
        from rokoko_tui.screens.question import Answer

        say = self.vocabulary.say
        self.show_start()
        answers = (Answer("watch", say("table.watch.watch"), "w"), Answer("no", say("table.watch.no"), "n"))

        async def on_answer(answer: str | None) -> None:
            if answer == "watch":
                self.watch_game(path)

        self._ask(say("table.watch.title"), [held.describe(self.words)], answers, on_answer)

    def _show_table(self, table: "LocalGame | SpectatedGame") -> None:
        from rokoko_core.play.local_game import LocalGame
        from rokoko_tui.screens.play import PlayScreen
        from rokoko_tui.screens.watch import WatchScreen

        if not isinstance(table, LocalGame):
            self._show_alone(WatchScreen(table))
        elif table.unknown_bots:
            self._offer_substitutes(table)
        else:
            setup = table.setup
            if any(seat.kind == "bot" for seat in setup.players):
                self.thinkers.warm(setup.components)
            self._show_alone(PlayScreen(table))

    def _offer_substitutes(self, session: "LocalGame") -> None:
        """Ask whether an apprentice may replace each bot that is not installed; otherwise do not open the game."""
        from rokoko_core.bots import REPLACEMENT_LEVEL
        from rokoko_core.play.local_game import NotWritten
        from rokoko_tui.screens.question import Answer

        say, setup, missing = self.vocabulary.say, session.setup, session.unknown_bots
        lines = [
            say("table.missing.line", who=self.words.seat(setup, seat), reason=self.words.bot_error(bad))
            for seat, bad in missing.items()
        ]
        lines.append(say("table.missing.offer", level=self.words.level(REPLACEMENT_LEVEL)))
        answers = (Answer("replace", say("table.missing.replace"), "r"), Answer("no", say("table.missing.no"), "n"))

        async def on_answer(answer: str | None) -> None:
            if answer != "replace":
                self.show_start()
                return
            try:
                for seat, bad in missing.items():
                    await session.replace(seat, bad.code)
            except NotWritten as error:
                self.show_start()
                self.tell_error(say("table.notice.not-written", system=disk_reason(self.words, error)))
            else:
                self._show_table(session)

        self._ask(say("table.missing.title"), lines, answers, on_answer)

    def ask_to_leave_game(self) -> None:
        from rokoko_tui.screens.question import Answer

        say = self.vocabulary.say
        answers = [
            Answer("stay", say("table.leave.stay"), "s"),
            Answer("leave", say("table.leave.leave"), "y"),
            Answer("quit", say("table.leave.quit"), "q"),
        ]
        if self.game.conceding_seat is not None:
            answers.append(Answer("concede", say("table.leave.concede"), "g"))

        async def on_answer(answer: str | None) -> None:
            if answer == "leave":
                self.show_start()
            elif answer == "quit":
                self.exit()
            elif answer == "concede":
                await self._concede()

        self._ask(say("table.leave.title"), [say("table.leave.safe")], answers, on_answer)

    async def _concede(self) -> None:
        """Concede the open game and show the start screen."""
        from rokoko_core.play.local_game import NotWritten

        try:
            await self.game.concede()
        except NotWritten as error:
            reason = disk_reason(self.words, error)
            self.tell_error(self.vocabulary.say("table.notice.not-written", system=reason))
        else:
            self.show_start()
            self.notify(self.vocabulary.say("table.leave.conceded"), timeout=3)

    def _close_game(self) -> None:
        if self._game is not None:
            self._game.close()
        self._cancel_thinking()

    def _cancel_thinking(self) -> None:
        """Let the bots end their search for the game before."""
        if self._thinkers is not None:
            self._thinkers.hurry()

    # ---- showing screens

    def pop_screen(self) -> AwaitComplete:
        """Pop the top screen; it handles no further messages."""
        popped = self.screen
        done = super().pop_screen()
        if isinstance(popped, BaseScreen):
            popped.is_popped = True
        return done

    def _show_alone(self, screen: Screen[None]) -> None:
        """Replace all screens above the blank one with ``screen``."""
        while len(self.screen_stack) > 1:
            self.pop_screen()
        self.push_screen(screen)

    def show_start(self) -> None:
        from rokoko_tui.screens.start import StartScreen

        if self.window.text:
            self.window.say(self.vocabulary.say("table.window.idle"))
        self._close_game()
        self._show_alone(StartScreen())

    def show_new_game(self) -> None:
        from rokoko_tui.screens.new_game import NewGameScreen

        self.push_screen(NewGameScreen())

    def show_saves(self, replay: bool = False) -> None:
        from rokoko_tui.screens.load import LoadScreen

        self.push_screen(LoadScreen(replay))

    def show_statistics(self) -> None:
        from rokoko_tui.screens.statistics import StatisticsScreen

        self.push_screen(StatisticsScreen())

    def show_about(self) -> None:
        from rokoko_tui.screens.about import AboutScreen

        self.push_screen(AboutScreen())

    def show_replay(self, game: "Game", at: int | None = None, viewer: "Viewer | None" = None) -> None:
        from rokoko_tui.screens.replay import ReplayScreen

        below = self.screen_stack[-2]
        if isinstance(below, ReplayScreen):
            below.go(at or 0)
            self.pop_screen()
        else:
            self.push_screen(self._replay_of(game, at, viewer))

    @staticmethod
    def _replay_of(game: "Game", at: int | None, viewer: "Viewer | None" = None) -> Screen[None]:
        from rokoko_core.play.replay_game import SPECTATOR, ReplayGame
        from rokoko_tui.screens.replay import ReplayScreen

        return ReplayScreen(ReplayGame(game), at, viewer or SPECTATOR)

    def show_review(self, reviews: "GameReviews", at: int | None = None, viewer: "Viewer | None" = None) -> None:
        from rokoko_tui.screens.review import ReviewScreen

        below = self.screen_stack[-2]
        if isinstance(below, ReviewScreen):
            below.look_at(at or 0)
            self.pop_screen()
        else:
            self.push_screen(ReviewScreen(reviews, at or None, viewer))

    def show_final(self, game: "Game", count: bool = False) -> None:
        from rokoko_tui.screens.final import FinalScreen

        self.push_screen(FinalScreen(game, count and self.settings.moving(os.environ)))

    def show_settings(self, field: str = "") -> None:
        from rokoko_tui.screens.key_editor import KeyEditorScreen
        from rokoko_tui.screens.settings import SettingsScreen

        if not any(isinstance(screen, SettingsScreen | KeyEditorScreen) for screen in self.screen_stack):
            self.push_screen(SettingsScreen(field))

    def show_help(self, rule: str = "") -> None:
        from rokoko_tui.art.help_pages import HelpContext
        from rokoko_tui.screens.help import HelpScreen

        screen = cast(BaseScreen[Any], self.screen)
        if isinstance(screen, HelpScreen):
            screen.action_next()
            return
        lines = keys.help_lines(screen.PLACES, self.settings.keys)

        def describe() -> HelpContext:
            return screen.help_here(
                tuple((pressed, self.vocabulary.say(f"keys.{command}")) for pressed, command in lines)
            )

        self.push_screen(HelpScreen(describe, rule))

    def action_settings(self) -> None:
        self.show_settings()

    def action_help(self) -> None:
        self.show_help()

    def action_leave(self) -> None:
        self.exit()

    def action_command_palette(self) -> None:
        """Show the palette of all commands available here."""
        from rokoko_tui.screens.palette import Palette, PaletteEntry, list_entries

        here = self.screen
        if not isinstance(here, BaseScreen) or any(isinstance(screen, Palette) for screen in self.screen_stack):
            return

        def run(offer: PaletteEntry | None) -> None:
            if offer is not None:
                offer.run()

        self.push_screen(Palette(list_entries(here, self.settings.keys), self.vocabulary), run)

    # ---- unexpected errors

    def _handle_exception(self, error: Exception) -> None:
        """Write a report and exit with code 1 and a few sentences instead of a traceback."""
        self._return_code = 1
        if self._exception is not None:
            return
        self._exception = error
        self._exception_event.set()
        self._exit_renderables.append(Text("\n".join(self._crash_lines(error))))
        self._close_messages_no_wait()

    def _crash_lines(self, error: Exception) -> list[str]:
        """Write the report; return what happened, where the game is saved, and what to do next."""
        from rokoko_tui.crash_report import write_report

        say, table = self.vocabulary.say, self._game.table if self._game is not None else None
        lines = [say("start.app.unexpected", name=type(error).__name__)]
        if table is None:
            lines.append(say("start.app.restart"))
        else:
            lines += [say("start.app.safe", path=str(table.path)), say("start.app.resume")]
        send = say("start.app.send")
        with suppress(OSError):
            self.report = write_report(self.saves, error, table.path if table is not None else None, send)
            lines += [say("start.app.report", path=str(self.report)), send]
        return lines
