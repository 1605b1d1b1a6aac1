"""The Textual app: opens and closes screens, and reports unexpected errors without a traceback."""

from collections.abc import Mapping, Sequence
from math import inf
from pathlib import Path
from typing import TYPE_CHECKING, Any

from textual import events
from textual.await_complete import AwaitComplete
from textual.dom import DOMNode
from textual.driver import Driver
from textual.filter import LineFilter
from textual.notifications import SeverityLevel
from textual.reactive import reactive
from textual.screen import ModalScreen, Screen
from textual.timer import Timer, TimerCallback

from rokoko_tui import keys
from rokoko_tui.doors import signals
from rokoko_tui.doors.base_app import BaseApp, Keyboard, SoftKeyboard, WindowTitle
from rokoko_tui.doors.connection import Connection
from rokoko_tui.doors.notifications import BELL, OFF, choose_alert, notification_codes
from rokoko_tui.games import Start
from rokoko_tui.games.game_opener import GameOpener
from rokoko_tui.input_filter import InputFilter
from rokoko_tui.preferences import Preferences
from rokoko_tui.screens.base_screen import BaseScreen, as_typed, start_unskippable
from rokoko_tui.settings.settings import Settings
from rokoko_tui.text.languages import Edition
from rokoko_tui.text.message_catalog import Vocabulary
from rokoko_tui.text.safe_display import shown
from rokoko_tui.widgets.fields import TextField
from rokoko_tui.widgets.notices import BRIEFLY, Notices
from rokoko_tui.widgets.terminal_sizes import FINGERS

# Game modules are imported when a game is opened, so that the start screen appears at once.
if TYPE_CHECKING:
    from rich.console import RenderableType
    from textual.actions import ActionParseResult

    from rokoko_core.game import Game
    from rokoko_core.play.bot_tasks import BotRunner
    from rokoko_core.play.game_reviews import GameReviews
    from rokoko_core.play.replay_game import Viewer
    from rokoko_core.remote.client import RemoteGame
    from rokoko_tui.saves.scan import SaveScanner
    from rokoko_tui.text import Words


class RokokoApp(BaseApp[Notices]):
    """The full-screen program."""

    TITLE = "Rokoko"
    CSS_PATH = "app.tcss"
    BINDINGS = keys.bindings_of("app")
    ENABLE_COMMAND_PALETTE = False

    edition: reactive[Edition] = reactive("classic", init=False)
    """The edition whose terms are used, where the language has both; screens watch it. ``change_setting`` and
    ``use_terms`` change it.
    """
    pictures: reactive[bool] = reactive(True, init=False)
    """Whether to draw in pixels; screens with pictures watch it."""

    def __init__(
        self, settings: Settings, start: Start, connection: Connection | None = None, bots: "BotRunner | None" = None
    ) -> None:
        """By default, the app is shown in the terminal of the process, and its bots have a process of their own."""
        super().__init__(connection, Notices())
        if connection is not None:
            settings.account = settings.account.at(connection.environment, connection.encoding)
        self.settings = settings
        self.preferences = Preferences(self, settings)
        self.input_filter = InputFilter(self, settings)
        self.set_reactive(RokokoApp.edition, settings.shown_edition)
        self.set_reactive(RokokoApp.pictures, self.preferences.filter_output())
        self.add_class(*(name for name, lines in FINGERS.items() if lines == settings.account.finger_lines))
        self.start = start
        self.games = GameOpener(self)
        self._bot_worker = bots
        self._reviews: GameReviews | None = None
        self._scanner: SaveScanner | None = None
        self.window = WindowTitle(self.write_codes, settings.account.environment)
        self.soft_keyboard = SoftKeyboard(self.write_codes, settings.account.environment)
        self.help_page = "now"
        """The help page that was open last."""
        self.report: Path | None = None
        """The report of the last unexpected error."""
        self._is_leaving = False

    def set_timer(
        self, delay: float, callback: TimerCallback | None = None, *, name: str | None = None, pause: bool = False
    ) -> Timer:
        return start_unskippable(super().set_timer(delay, callback, name=name, pause=True), pause)

    @property
    def vocabulary(self) -> Vocabulary:
        return self.settings.vocabulary

    @property
    def words(self) -> "Words":
        return self.settings.words

    @property
    def saves(self) -> Path:
        return self.settings.account.saves(self.settings.saves)

    @property
    def scanner(self) -> "SaveScanner":
        from rokoko_tui.saves.scan import SaveScanner

        if self._scanner is None or self._scanner.folder != self.saves:
            self._scanner = SaveScanner(self.saves)
        self._scanner.name = self.settings.name
        return self._scanner

    @property
    def bot_worker(self) -> "BotRunner":
        """Runs all bots; started on first use."""
        from rokoko_core.play.bot_process import BotWorker

        if self._bot_worker is None:
            self._bot_worker = BotWorker(self.settings.search_processes)
        return self._bot_worker

    # ---- start and exit

    def get_default_screen(self) -> Screen[None]:
        """Return the blank screen below all others."""
        return BaseScreen(id="_default")

    def get_driver_class(self) -> type[Driver]:
        """Return the driver of the connection, or of the terminal of the process.

        Ours replaces Textual's for Linux and macOS, which cannot be imported on Windows.
        """
        if self.connection is not None:
            from rokoko_tui.doors.connection import driver_class

            return driver_class(self.connection)
        driver = super().get_driver_class()
        if driver.__name__ != "LinuxDriver":
            return driver
        from rokoko_tui.doors.terminal_driver import TerminalDriver

        return TerminalDriver

    def on_mount(self) -> None:
        signals.follow(self)
        self.set_keymap(keys.keymap_of(self.settings.keys))
        if self.preferences.theme_fault is not None:
            warning = self.preferences.theme_fault.describe_replacement(self.vocabulary)
            self.notify(warning, severity="warning", timeout=20)
        self.games.open_first(self.start)

    def on_unmount(self) -> None:
        signals.restore_signals(self)
        self.window.restore()
        self.games.close()
        self.games.seats.stop_hosts()
        if self._bot_worker is not None:
            self._bot_worker.stop()

    def exit(self, result: None = None, return_code: int = 0, message: "RenderableType | None" = None) -> None:
        """Exit, and cancel the workers that read saves."""
        self._is_leaving = True
        self.workers.cancel_all()
        super().exit(result, return_code, message)

    @property
    def leaving(self) -> bool:
        """True once the app exits: no screen is composed any more."""
        return self._is_leaving or not self.is_running

    def action_suspend_process(self) -> None:
        """Return to the shell until the program is continued there."""
        signals.suspend()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Offer to suspend only where a shell waits."""
        return signals.can_suspend(self) if action == "suspend_process" else super().check_action(action, parameters)

    def hurry_bots(self) -> None:
        """End the search of the bots, if they were ever started."""
        if self._bot_worker is not None:
            self._bot_worker.hurry()

    def end_thinking(self) -> None:
        """Stop the bot processes and wait for them. Call it after the terminal was restored."""
        if self._bot_worker is not None:
            self._bot_worker.stop()
            self._bot_worker.join()

    def get_line_filters(self) -> Sequence[LineFilter]:
        return self.preferences.line_filters(super().get_line_filters())

    # ---- input and notices

    async def on_event(self, event: events.Event) -> None:
        """Handle what the input filter lets through."""
        filtered = self.input_filter.filter(event)
        if filtered is not None:
            await super().on_event(filtered)

    def on_key(self, event: events.Key) -> None:
        """Pass on a key typed together with one that opened a text field or waits for a letter, before bindings act."""
        is_letter = event.is_printable or event.key == "enter"
        screen = self.screen if self.screen_stack else None
        if is_letter and isinstance(screen, BaseScreen) and screen.AWAITS_LETTER:
            event.prevent_default()
            screen.post_message(events.Key(event.key, event.character))
        elif self.type_late(event) or (isinstance(screen, BaseScreen) and screen.intercepts_late(event)):
            event.prevent_default()

    def type_late(self, event: events.Key) -> bool:
        """Give ``event``, which a screen received in vain, to the text field that has the focus now, if it takes it."""
        field = self.focused if self.screen_stack else None
        if not isinstance(field, TextField) or not field.takes(event):
            return False
        field.post_message(as_typed(event))
        return True

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
        """Show ``message`` for a while. ``markup`` is ignored: no message is parsed as markup."""
        super().notify(message, title=title, severity=severity, timeout=timeout, markup=False)

    def place_notices(self) -> None:
        """Let the screen choose a place for its notices."""
        if self.screen_stack and isinstance(screen := self.screen, BaseScreen) and screen.is_ready:
            screen.place_notices(*(notice.message for notice in self.notices))

    def clear_small_notices(self, longest: float = inf) -> None:
        """Remove the notices that are no warnings or errors and stay for at most ``longest`` seconds."""
        if self.notices:
            self.notices.drop_small(longest)
            self.refresh_notices()

    def tell_error(self, words: str) -> None:
        """Show an error notice, on the start screen if no other is open."""
        if not isinstance(self.screen, Screen) or len(self.screen_stack) < 2:
            self.show_start()
        self.notify(words, severity="error", timeout=10)

    def copy(self, text: str, notice: str) -> None:
        """Copy ``text`` to the clipboard and show ``notice``."""
        self.copy_to_clipboard("\n".join(map(shown, text.splitlines())))
        self.notify(notice, timeout=10 if text in notice else 3)

    # ---- settings

    def change_setting(self, field: str, value: object) -> None:
        """Change a setting, apply it to all screens and save it."""
        self.preferences.change(field, value)

    def use_terms(self, edition: Edition | None) -> None:
        """Use the terms of a game until another is shown; None: those of the settings."""
        self.preferences.use_terms(edition)

    def watch_theme(self) -> None:
        """Filter the output for the theme's colours; a theme without colours draws in lines."""
        self.pictures = self.preferences.filter_output()

    def action_next_value(self, field: str) -> None:
        self.preferences.change_to_next(field)

    # ---- showing screens

    def push_screen(self, screen: Any, *arguments: Any, **options: Any) -> Any:
        """Push ``screen``; small notices stay behind, and at a modal over the present screen the answers to keys."""
        self.clear_small_notices(BRIEFLY if isinstance(screen, ModalScreen) else inf)
        return super().push_screen(screen, *arguments, **options)

    def pop_screen(self) -> AwaitComplete:
        """Pop the top screen; it handles no further messages."""
        popped = self.screen
        done = super().pop_screen()
        if isinstance(popped, BaseScreen):
            popped.is_popped = True
        return done

    def show_alone(self, screen: Screen[None]) -> None:
        """Replace all screens above the blank one with ``screen``."""
        while len(self.screen_stack) > 1:
            self.pop_screen()
        self.push_screen(screen)

    def display_keyboard(self) -> None:
        if self.screen_stack and isinstance(screen := self.screen, BaseScreen):
            state, field = screen.keyboard, screen.focused
            line = field.region.y + 1 if field is not None and state is not Keyboard.NONE else 0
            self.soft_keyboard.say(state, line)

    async def action_quit(self) -> None:
        self.games.ask_to_quit()

    def show_start(self) -> None:
        """Close the game and show the start screen."""
        from rokoko_tui.screens.start import StartScreen

        if self.window.text:
            self.window.say(self.vocabulary.say("table.window.idle"))
        self.games.close()
        self.use_terms(None)
        self.clear_small_notices()
        self.show_alone(StartScreen())

    def alert(self) -> None:
        """Alert the player as the settings say: it is their turn."""
        way, say = choose_alert(self.settings.turn_alert, self.settings.account.environment).way, self.vocabulary.say
        if way == BELL:
            self.bell()
        elif way != OFF:
            self.write_codes(notification_codes(way, say("table.window.idle"), say("table.window.alert")))

    def show_replay(self, game: "Game", at: int | None = None, viewer: "Viewer | None" = None) -> None:
        """Replay ``game``; return to the replay screen if it is directly below."""
        from rokoko_core.play.replay_game import SPECTATOR, ReplayGame
        from rokoko_tui.screens.replay import ReplayScreen

        below = self.screen_stack[-2]
        if isinstance(below, ReplayScreen):
            below.go(at or 0)
            self.pop_screen()
        else:
            self.push_screen(ReplayScreen(ReplayGame(game), at, viewer or SPECTATOR))

    def reviews_of(self, game: "Game") -> "GameReviews":
        """Return the reviews of ``game``, those done before if it is the game that was reviewed last."""
        from rokoko_core.play.game_reviews import GameReviews

        last = self._reviews
        if last is None or (last.game.setup, last.game.actions) != (game.setup, game.actions):
            last = self._reviews = GameReviews(game)
        return last

    def show_review(self, reviews: "GameReviews", at: int | None = None, viewer: "Viewer | None" = None) -> None:
        """Review a game; return to the review screen if it is directly below."""
        from rokoko_tui.screens.review import ReviewScreen

        below = self.screen_stack[-2]
        if isinstance(below, ReviewScreen):
            below.select_turn(at or 0)
            self.pop_screen()
        else:
            self.push_screen(ReviewScreen(reviews, at or None, viewer))

    def show_final(
        self, game: "Game", count: bool = False, of_lesson: bool = False, hosted: "RemoteGame | None" = None
    ) -> None:
        """Show the final scores; with ``count``, the animated count first where motion is on."""
        from rokoko_tui.screens.final import FinalScreen

        self.push_screen(FinalScreen(game, count and self.settings.moving, of_lesson, hosted))

    def action_settings(self, field: str = "") -> None:
        """Show the settings with the cursor on ``field``, unless they are open already."""
        from rokoko_tui.screens.key_editor import KeyEditorScreen
        from rokoko_tui.screens.settings import SettingsScreen

        if not any(isinstance(screen, SettingsScreen | KeyEditorScreen) for screen in self.screen_stack):
            self.push_screen(SettingsScreen(field))

    def action_help(self, rule: str = "") -> None:
        """Show the help for the current screen, at ``rule`` if given."""
        from rokoko_tui.screens.help import HelpScreen

        if isinstance(self.screen, HelpScreen):
            self.screen.action_turn(1)
        elif isinstance(self.screen, BaseScreen):
            self.push_screen(HelpScreen(self.screen.help_here, rule))

    def action_command_palette(self) -> None:
        """Show the palette of all commands available here."""
        from rokoko_tui.screens.palette import Palette, PaletteEntry, list_entries

        def run(entry: PaletteEntry | None) -> None:
            if entry is not None:
                entry.run()

        screen = self.screen
        if isinstance(screen, BaseScreen) and not any(isinstance(other, Palette) for other in self.screen_stack):
            self.push_screen(Palette(list_entries(screen, self.settings.keys), self.vocabulary), run)

    # ---- unexpected errors

    def report_error(self, error: Exception) -> str:
        """Write a report; return a few sentences about it."""
        from rokoko_tui.saves.crash_report import report_crash

        self.report, lines = report_crash(error, self.saves, self.games.path, self.vocabulary)
        return "\n".join(lines)
