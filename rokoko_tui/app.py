"""The app: it opens and closes games, shows the screens, and never lets a traceback reach a player."""

import os
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from rich.text import Text
from textual.screen import Screen

from rokoko_tui import keys
from rokoko_tui.doors import signals as suspending
from rokoko_tui.doors.window_title import WindowTitle
from rokoko_tui.preferences import Settled
from rokoko_tui.screens.base_screen import Room
from rokoko_tui.screens.page_screen import Page
from rokoko_tui.settings.launch import Start
from rokoko_tui.settings.settings import Settings
from rokoko_tui.text.disk_errors import disk_reason
from rokoko_tui.text.safe_display import shown

# The rules and the table are loaded when a game is opened, so that the start screen shows at once.
if TYPE_CHECKING:
    from rich.console import RenderableType

    from rokoko_core.game import Game
    from rokoko_core.journal import Reading
    from rokoko_core.play.bot_process import Thinkers
    from rokoko_core.play.local_game import LocalGame
    from rokoko_core.play.spectated_game import SpectatedGame
    from rokoko_core.state import Setup
    from rokoko_tui.analysis.game_review import Reviews
    from rokoko_tui.saves.lock import Held
    from rokoko_tui.saves.open_game import OpenGame
    from rokoko_tui.saves.scan import Survey


class RokokoApp(Settled):
    """The program on the terminal. It makes the screens; what they may ask of it is ``rokoko_tui.app_protocol``."""

    TITLE = "Rokoko"
    CSS_PATH = "app.tcss"
    BINDINGS = keys.bindings_of("app")
    ENABLE_COMMAND_PALETTE = False

    def __init__(self, settings: Settings, start: Start) -> None:
        super().__init__(settings)
        self.start = start
        self._game: OpenGame | None = None
        self._thinkers: Thinkers | None = None
        self._survey: Survey | None = None
        self.window = WindowTitle(self._to_terminal, os.environ)
        self.help_page = "now"
        """The page of the help that was looked at last."""
        self.report: Path | None = None
        """Where the last unexpected error was written down."""

    def _to_terminal(self, codes: str) -> None:
        if self._driver is not None and not self.is_headless:
            self._driver.write(codes)

    @property
    def saves(self) -> Path:
        """The folder of the saves."""
        from rokoko_tui.saves.library import saves_folder

        return saves_folder(self.settings.saves)

    @property
    def survey(self) -> "Survey":
        """What is known of the saves in that folder."""
        from rokoko_tui.saves.scan import Survey

        if self._survey is None:
            self._survey = Survey(self.saves)
        return self._survey

    @property
    def thinkers(self) -> "Thinkers":
        """The process all bots think in, whichever game is played."""
        from rokoko_core.play.bot_process import Thinkers

        if self._thinkers is None:
            self._thinkers = Thinkers(self.settings.think_processes)
        return self._thinkers

    @property
    def game(self) -> "OpenGame":
        """The game that is open, if one is."""
        from rokoko_tui.saves.open_game import OpenGame

        if self._game is None:
            self._game = OpenGame()
        return self._game

    def get_default_screen(self) -> Screen[None]:
        """The blank screen under all others keeps to what a room keeps to."""
        return Room(id="_default")

    def on_mount(self) -> None:
        """Go where the command line said."""
        suspending.follow(self)
        self.set_keymap(keys.keymap_of(self.settings.keys))
        self._go_to_start()

    def on_unmount(self) -> None:
        """Nothing stays open behind."""
        suspending.follow_no_more(self)
        self.window.give_back()
        self._close_game()
        if self._thinkers is not None:
            self._thinkers.stop()

    def end_thinking(self) -> None:
        """Wait until no process is left, once the terminal has been restored."""
        if self._thinkers is not None:
            self._thinkers.stop()
            self._thinkers.join()

    def _go_to_start(self) -> None:
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

    # ---- opening and closing games

    def begin(self, setup: "Setup") -> None:
        """Begin a new game; its file is made at once."""
        from rokoko_tui.saves.owner_seat import with_own_seat

        marked = with_own_seat(setup, self.settings.name)
        self._open_new(lambda: self.game.begin(self.saves, marked))

    def learn(self) -> None:
        """Learn to play, from the step reached last; nothing of it is a save."""
        from rokoko_tui.lesson.script import LessonGame
        from rokoko_tui.screens.play import PlayScreen

        self._close_game()
        self._show_alone(PlayScreen(LessonGame(self.settings.lesson), name="lesson"))

    def fork(self, game: "Game", position: int) -> None:
        """Play on from ``position`` of ``game`` as a new game in a file of its own."""
        self._open_new(lambda: self.game.fork(self.saves, game, position))

    def _open_new(self, make: "Callable[[], LocalGame]") -> None:
        from rokoko_tui.saves.lock import Held

        try:
            session = make()
        except Held as held:
            self.tell_error(self.vocabulary.say("start.app.no-file", path=str(self.saves), why=held.told(self.words)))
        except OSError as refusal:
            self.tell_error(
                self.vocabulary.say("start.app.no-file", path=str(self.saves), why=disk_reason(self.words, refusal))
            )
        else:
            self._sit_at(session)

    def resume(self, path: Path, reading: "Reading | None" = None) -> None:
        """Play on in the save at ``path``; if somebody else does, offer to watch."""
        from rokoko_core.journal import BadSave
        from rokoko_tui.saves.lock import Held

        self._hush()
        try:
            session = self.game.resume(path, reading)
        except Held as held:
            self._ask_to_watch(path, held)
        except BadSave as bad:
            self.tell_error(self.words.bad_save(bad))
        except OSError as refusal:
            self.tell_error(
                self.vocabulary.say("start.app.not-held", path=str(path), why=disk_reason(self.words, refusal))
            )
        else:
            self._sit_at(session)
            if session.journal.notice is not None:
                self.notify(self.words.notice(session.journal.notice))

    def watch_game(self, path: Path) -> None:
        """Follow the game at ``path`` that somebody else plays."""
        from rokoko_core.journal import BadSave

        try:
            table = self.game.watch(path)
        except BadSave as bad:
            self.tell_error(self.words.bad_save(bad))
        else:
            self._sit_at(table)

    def replay(self, path: Path, at: int | None = None, reading: "Reading | None" = None) -> None:
        """Step through the save at ``path``, from position ``at``; it was read already if ``reading`` is given."""
        from rokoko_core.journal import BadSave, read

        try:
            reading = reading or read(path)
        except BadSave as bad:
            self.tell_error(self.words.bad_save(bad))
            return
        self._close_game()
        if reading.damage is not None:
            self.notify(self.words.damage(reading.damage), severity="warning")
        self._show_alone(self._replay_of(reading.game, at))

    def review(self, path: Path, reading: "Reading | None" = None) -> None:
        """Look back at the save at ``path``: what each turn cost."""
        from rokoko_tui.screens.replay import ReplayScreen

        self.replay(path, reading=reading)
        if isinstance(self.screen, ReplayScreen):
            self.screen.action_review()

    def _ask_to_watch(self, path: Path, held: "Held") -> None:
        from rokoko_tui.screens.question import Answer, Question

        self.show_start()
        answers = (
            Answer("watch", self.vocabulary.say("table.watch.watch"), "w"),
            Answer("no", self.vocabulary.say("table.watch.no"), "n"),
        )

        def answered(answer: str | None) -> None:
            if answer == "watch":
                self.watch_game(path)

        self.push_screen(Question(self.vocabulary.say("table.watch.title"), [held.told(self.words)], answers), answered)

    def _sit_at(self, table: "LocalGame | SpectatedGame") -> None:
        from rokoko_core.play.local_game import LocalGame
        from rokoko_tui.screens.play import PlayScreen
        from rokoko_tui.screens.watch import WatchScreen

        setup = table.setup
        if isinstance(table, LocalGame) and table.unknown_bots:
            self._offer_substitutes(table)
            return
        if isinstance(table, LocalGame) and any(seat.kind == "bot" for seat in setup.players):
            self.thinkers.warm(setup.components)
        self._show_alone(PlayScreen(table) if isinstance(table, LocalGame) else WatchScreen(table))

    def _offer_substitutes(self, session: "LocalGame") -> None:
        """Ask whether an apprentice may play for each bot that is not installed; without, the game is left alone."""
        from rokoko_core.bots import SUBSTITUTE
        from rokoko_core.play.local_game import NotWritten
        from rokoko_tui.screens.question import Answer, Question

        say, setup, missing = self.vocabulary.say, session.setup, session.unknown_bots
        lines = [
            say("table.missing.line", who=self.words.seat(setup, seat), reason=self.words.bad_bot(bad))
            for seat, bad in missing.items()
        ]
        answers = (
            Answer("replace", say("table.missing.replace"), "r"),
            Answer("no", say("table.missing.no"), "n"),
        )

        async def answered(answer: str | None) -> None:
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
                self._sit_at(session)

        title, offer = say("table.missing.title"), say("table.missing.offer", level=self.words.level(SUBSTITUTE))
        self.push_screen(Question(title, [*lines, offer], answers), answered)

    def _close_game(self) -> None:
        if self._game is not None:
            self._game.close()
        self._hush()

    def _hush(self) -> None:
        """Whoever still thinks about a game before need not go on."""
        if self._thinkers is not None:
            self._thinkers.hurry()

    # ---- showing screens

    def _show_alone(self, screen: Screen[None]) -> None:
        """Make ``screen`` the only one but the blank one underneath."""
        while len(self.screen_stack) > 1:
            self.pop_screen()
        self.push_screen(screen)

    def show_start(self) -> None:
        """Close what is open and show the start screen."""
        from rokoko_tui.screens.start import StartScreen

        if self.window.text:
            self.window.say(self.vocabulary.say("table.window.idle"))
        self._close_game()
        self._show_alone(StartScreen())

    def show_new_game(self) -> None:
        """Set up a new game."""
        from rokoko_tui.screens.new_game import NewGameScreen

        self.push_screen(NewGameScreen())

    def show_saves(self, replay: bool = False) -> None:
        """Choose a game to play on in, or to ``replay``."""
        from rokoko_tui.screens.load import LoadScreen

        self.push_screen(LoadScreen(replay))

    def show_record(self) -> None:
        """How often one has won, and by what."""
        from rokoko_tui.screens.statistics import RecordScreen

        self.push_screen(RecordScreen())

    def show_about(self) -> None:
        """What this program is."""
        from rokoko_tui.screens.about import AboutScreen

        self.push_screen(AboutScreen())

    def show_replay(self, game: "Game", at: int | None = None, eyes: str | None = None) -> None:
        """Step through ``game``; a replay that lies just underneath is gone back to."""
        from rokoko_tui.screens.replay import ReplayScreen

        below = self.screen_stack[-2]
        if isinstance(below, ReplayScreen):
            below.go(at or 0)
            self.pop_screen()
        else:
            self.push_screen(self._replay_of(game, at, eyes))

    @staticmethod
    def _replay_of(game: "Game", at: int | None, eyes: str | None = None) -> Screen[None]:
        from rokoko_core.play.replay_game import SPECTATOR, ReplayGame
        from rokoko_tui.screens.replay import ReplayScreen

        return ReplayScreen(ReplayGame(game), at, eyes or SPECTATOR)

    def show_review(self, reviews: "Reviews", at: int | None = None, eyes: str | None = None) -> None:
        """Look back at a game; a review that lies just underneath is gone back to."""
        from rokoko_tui.screens.review import ReviewScreen

        below = self.screen_stack[-2]
        if isinstance(below, ReviewScreen):
            below.look_at(at or 0)
            self.pop_screen()
        else:
            self.push_screen(ReviewScreen(reviews, at or None, eyes))

    def show_final(self, game: "Game", count: bool = False) -> None:
        """The final sheet of a finished game; with ``count`` it is counted first, where things may move."""
        from rokoko_tui.screens.final import FinalScreen

        self.push_screen(FinalScreen(game, count and self.settings.moving(os.environ)))

    def tell_error(self, words: str) -> None:
        """Say in one sentence what is wrong; with nothing else open, on the start screen."""
        if not isinstance(self.screen, Screen) or len(self.screen_stack) < 2:
            self.show_start()
        self.notify(words, severity="error", timeout=10)

    def ask_to_leave_game(self) -> None:
        """Leave the table for the start screen, after a question."""
        from rokoko_tui.screens.question import Answer, Question

        lines = [self.vocabulary.say("table.leave.safe")]
        answers = [
            Answer("stay", self.vocabulary.say("table.leave.stay"), "s"),
            Answer("leave", self.vocabulary.say("table.leave.leave"), "y"),
            Answer("quit", self.vocabulary.say("table.leave.quit"), "q"),
        ]
        if self.game.gives_up is not None:
            answers.append(Answer("concede", self.vocabulary.say("table.leave.concede"), "g"))

        async def answered(answer: str | None) -> None:
            if answer == "leave":
                self.show_start()
            elif answer == "quit":
                self.exit()
            elif answer == "concede":
                await self._concede()

        self.push_screen(Question(self.vocabulary.say("table.leave.title"), lines, answers), answered)

    async def _concede(self) -> None:
        """Give the game up that is open, and go to the start screen."""
        from rokoko_core.play.local_game import NotWritten

        try:
            await self.game.concede()
        except NotWritten as refusal:
            reason = disk_reason(self.words, refusal)
            self.tell_error(self.vocabulary.say("table.notice.not-written", system=reason))
        else:
            self.show_start()
            self.notify(self.vocabulary.say("table.leave.conceded"), timeout=3)

    # ---- keys that work everywhere

    def copy(self, text: str, said: str) -> None:
        """Put ``text`` into the clipboard, every line of it as it may be shown, and say so in one line."""
        self.copy_to_clipboard("\n".join(map(shown, text.splitlines())))
        self.notify(said, timeout=3)

    def settle(self, field: str, value: object) -> None:
        """The same; another folder of saves is looked into anew."""
        super().settle(field, value)
        if field == "saves":
            self._survey = None

    def action_settings(self) -> None:
        """The settings."""
        self.show_settings()

    def show_settings(self, field: str = "") -> None:
        """The settings, with the cursor on ``field`` if given, unless they lie open already."""
        from rokoko_tui.screens.key_editor import RekeyScreen
        from rokoko_tui.screens.settings import SettingsScreen

        if not any(isinstance(room, SettingsScreen | RekeyScreen) for room in self.screen_stack):
            self.push_screen(SettingsScreen(field))

    def action_command_palette(self) -> None:
        """Show every command that works here, to be found by its words."""
        from rokoko_tui.screens.palette import Offer, Palette, offers_of

        here = self.screen
        if not isinstance(here, Room) or any(isinstance(room, Palette) for room in self.screen_stack):
            return

        def taken(offer: Offer | None) -> None:
            if offer is not None:
                offer.run()

        self.push_screen(Palette(offers_of(here, self.settings.keys), self.vocabulary), taken)

    def action_help(self) -> None:
        """Help for the place one stands in."""
        self.show_help()

    def show_help(self, rule: str = "") -> None:
        """The help for the place one stands in; with a ``rule``, its page of rules from there. In it, the next page."""
        from rokoko_tui.art.help_pages import Here
        from rokoko_tui.screens.help import HelpScreen

        here = self.screen
        if isinstance(here, HelpScreen):
            here.action_next()
            return
        places: tuple[str, ...] = getattr(here, "PLACES", ("app",))
        lines = keys.help_lines(places, self.settings.keys)

        def told() -> Here:
            does = tuple((pressed, self.vocabulary.say(f"keys.{command}")) for pressed, command in lines)
            return here.help_here(does) if isinstance(here, Page) else Here((), does)

        self.push_screen(HelpScreen(told, rule))

    def action_leave(self) -> None:
        """Leave the program; a game being played is on disk already."""
        self.exit()

    def exit(self, result: None = None, return_code: int = 0, message: "RenderableType | None" = None) -> None:
        """Leave, and let whoever still looks into saves stop at once."""
        self.workers.cancel_all()
        super().exit(result, return_code, message)

    # ---- what nobody expected

    def _handle_exception(self, error: Exception) -> None:
        """Write a report and leave with a few sentences instead of a traceback; exit code 1."""
        self._return_code = 1
        if self._exception is not None:
            return
        self._exception = error
        self._exception_event.set()
        self._exit_renderables.append(Text("\n".join(self._crash_lines(error))))
        self._close_messages_no_wait()

    def _crash_lines(self, error: Exception) -> list[str]:
        """Write a report of ``error``; what happened, where the game is, and what to do next."""
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
