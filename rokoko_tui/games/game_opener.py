"""Opens, forks, watches, replays, concedes and leaves games."""

from collections import defaultdict
from collections.abc import Awaitable, Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from rokoko_tui.games import Start
from rokoko_tui.games.seat_opener import SeatOpener
from rokoko_tui.keys import key_of
from rokoko_tui.screens.question import Question, make_answers
from rokoko_tui.text.languages import Edition
from rokoko_tui.text.messages import uncapital

# Game modules are imported when a game is opened, so that the start screen appears at once.
if TYPE_CHECKING:
    from datetime import date

    from rokoko_core.game import Game
    from rokoko_core.journal import Reading, Relocation
    from rokoko_core.play.local_game import LocalGame
    from rokoko_core.play.set_selection import SetSelection
    from rokoko_core.play.spectated_game import SpectatedGame
    from rokoko_core.play.view import GameControl
    from rokoko_core.remote.host_options import WebHosting
    from rokoko_core.state import Setup
    from rokoko_tui.app import RokokoApp
    from rokoko_tui.games.open_game import OpenGame
    from rokoko_tui.saves.lock import SaveInUse
    from rokoko_tui.screens.replay import ReplayScreen
    from rokoko_tui.text import Words

SEAT, SAVE, REPLAY, LESSON, PUZZLE = "seat:", "save:", "replay:", "lesson:", "puzzle:"
"""What a place begins with: the seat in a hosted game, the path of a save, a replay's position and path, the lesson,
the number of a puzzle.
"""
OpenMode = Literal["resume", "replay", "review", "again", "compare"]
"""How a save is opened."""


class GameOpener:
    """Holds the open game with its save and lock, and shows the screen of every game that is opened."""

    def __init__(self, host: "RokokoApp") -> None:
        self._host = host
        self.seats = SeatOpener(host, self)
        self._game: OpenGame | None = None
        self._replay: tuple[ReplayScreen, Path] | None = None
        """The replay of a save that was opened last."""
        self.puzzle_hints: dict[int, int] = {}
        """By number of a puzzle, the hints that were taken in it as long as the program runs."""
        self._selections: defaultdict[Path | None, dict[tuple[int | None, int], SetSelection]] = defaultdict(dict)

    @property
    def game(self) -> "OpenGame":
        from rokoko_tui.games.open_game import OpenGame

        if self._game is None:
            self._game = OpenGame()
        return self._game

    @property
    def path(self) -> Path | None:
        """The save of the open game; None if there is none."""
        return getattr(self._game.table, "path", None) if self._game is not None else None

    @property
    def place(self) -> str:
        """The name of what is shown, for ``Start``; empty where a later program has nothing to open again."""
        from rokoko_core.play.local_game import LocalGame
        from rokoko_core.remote.client import RemoteGame

        if self._replay is not None and self._replay[0] in self._host.screen_stack:
            screen, path = self._replay
            return f"{REPLAY}{screen.position}:{path}"
        match self._game.table if self._game is not None else None:
            case LocalGame(path=path):
                return f"{SAVE}{path}"
            case RemoteGame(welcome=welcome) if welcome.seat is not None:
                save = self.seats.find_own_save(welcome.game)  # to be hosted again
                return f"{SEAT}{welcome.game}" if save is None else f"{SAVE}{save}"
            case None:
                return self._place_of_exercise()
        return ""

    def _place_of_exercise(self) -> str:
        """Return the place of the lesson or puzzle that is shown, if one is."""
        from rokoko_core.play.puzzle_game import PuzzleGame
        from rokoko_tui.lesson import LessonGame
        from rokoko_tui.screens.play import PlayScreen

        tables = (screen.game for screen in self._host.screen_stack if isinstance(screen, PlayScreen))
        match next(tables, None):
            case LessonGame():
                return LESSON  # the settings have the step
            case PuzzleGame(number=number):
                return f"{PUZZLE}{number}"
        return ""

    @property
    def is_hosted_elsewhere(self) -> bool:
        """Whether a host keeps the open game, to whom the player is present as long as it is open."""
        from rokoko_core.remote.client import RemoteGame

        return self._game is not None and isinstance(self._game.table, RemoteGame)

    def return_to_seat(self) -> None:
        """Take the seat of the open game over from another screen of the player, if one has it."""
        from rokoko_core.remote.client import RemoteGame

        if self._game is not None and isinstance(self._game.table, RemoteGame):
            self._game.table.return_to_seat()

    @property
    def selections(self) -> "dict[tuple[int | None, int], SetSelection]":
        """The sets begun in the open game, by viewer and position, as long as the program runs."""
        return self._selections[self.path] if self.path is not None else {}

    def close(self) -> None:
        if self._game is not None:
            self._game.close()
        self._host.hurry_bots()

    # ---- opening

    def open_first(self, start: Start) -> None:
        """Open what the command line names."""
        self.seats.start = start
        self.seats.invites = [start.invitation] if start.invitation is not None else []
        self.seats.shows_invitations = start.invitation is not None and bool(start.invitation().links)
        if start.warning:
            self._host.notify(start.warning, severity="warning", timeout=20)
        if start.ticket is not None:
            self.seats.join(start.ticket)
        elif start.setup is not None:
            self.begin(start.setup)
        elif start.mode == "learn":
            self.learn()
        elif start.mode == "puzzle":
            self.play_puzzle(start.at)
        elif start.mode == "daily":
            self._host.show_start()  # below the question for the name
            self.play_daily()
        elif start.place:
            self._return_to(start.place)
        elif start.path is None:
            self._host.show_start()
            if start.mode in ("load", "replay"):
                from rokoko_tui.screens.load import LoadScreen

                self._host.push_screen(LoadScreen(replay=start.mode == "replay"))
        elif start.mode == "watch":
            self.watch(start.path)
        elif start.mode == "replay":
            self.replay(start.path, start.at, start.reading)
        else:
            self.resume(start.path, start.reading)

    def _return_to(self, place: str) -> None:
        """Open what ``place`` names; show the start screen where that is gone."""
        kind, colon, rest = place.partition(":")
        at, _, replayed = rest.partition(":")
        kind += colon
        if kind == SEAT:
            self.seats.return_to(rest)
        elif kind == SAVE and Path(rest).is_file():
            self.resume(Path(rest))
        elif kind == LESSON:
            self.learn()
        elif kind == PUZZLE:
            self.play_puzzle(int(rest))
        else:
            self._host.show_start()
            if kind == REPLAY and Path(replayed).is_file():
                self.replay(Path(replayed), int(at))

    def begin(self, setup: "Setup", edition: Edition | None = None, name: str = "") -> None:
        """Start a new game; once it has started, ``edition`` and the player's ``name`` become settings, if given."""
        from rokoko_tui.saves.folder import mark_owner

        marked = mark_owner(setup, name or self._host.settings.name)
        self._open_new(lambda: self.game.begin(self._host.saves, marked), edition, name=name)

    def host(
        self,
        setup: "Setup",
        seat: int,
        web: "WebHosting | None",
        edition: Edition | None = None,
        name: str = "",
        address: str | None = None,
    ) -> None:
        """Host a new game for people at screens of their own; the player has ``seat``.

        ``address`` is what browsers open, as it was typed, and becomes a setting like the others of ``begin``.
        """
        from rokoko_tui.saves.folder import mark_owner

        if self.seats.host_new(mark_owner(setup, name or self._host.settings.name), seat, web):
            self._keep_as_settings(edition, name, address)

    def begin_with_name(self, begin: Callable[[], None]) -> None:
        """Call ``begin``; before the first game, ask for the player's name."""
        from rokoko_tui.screens.game_questions import make_name_question

        host = self._host

        async def answered(name: str | None) -> None:
            if name is None:
                return
            if name:
                host.change_setting("name", name)
            begin()

        if host.settings.name or host.scanner.list_saves():
            begin()
        else:
            host.push_screen(make_name_question(host.words), answered)

    def learn(self) -> None:
        from rokoko_tui.lesson import LessonGame, list_names
        from rokoko_tui.screens.play import PlayScreen

        self.close()
        self._host.use_terms(None)
        settings = self._host.settings
        self._host.show_alone(PlayScreen(LessonGame(settings.lesson, list_names(settings.vocabulary)), name="lesson"))

    def play_puzzle(self, number: int | None = None) -> None:
        """Show puzzle ``number``, counted from 1; the first unsolved one by default."""
        from rokoko_tui.puzzles import next_number, open_puzzle
        from rokoko_tui.screens.play import PlayScreen

        self.close()
        host = self._host
        host.use_terms(None)
        host.show_alone(PlayScreen(open_puzzle(number or next_number(host.saves), host.words), name="puzzle"))

    def play_daily(self) -> None:
        """Start today's deal after its rules, or continue the game that counts or was played last."""
        from rokoko_tui.analysis.deal_results import find_game
        from rokoko_tui.settings import daily_deal

        host, day = self._host, daily_deal.today()
        begun = find_game(host.scanner, day)
        if begun is None:
            self._offer_daily(day)
            return
        if begun.error is not None:
            host.show_start()  # below the question how to open a damaged save
        self.open_saved(begun.path, "resume")

    def play_again(self, setup: "Setup") -> None:
        """Play the deal of ``setup`` from its start as a new game, marked as a fork."""
        self._open_new(lambda: self.game.begin(self._host.saves, setup, origin="fork"))

    def fork(self, game: "Game", position: int) -> None:
        """Continue ``game`` from ``position`` as a new game with its own save."""
        entries = game.fork(position).entries
        self._open_new(lambda: self.game.begin(self._host.saves, game.setup, entries, "fork"), is_copy=True)

    def _open_new(
        self,
        create: "Callable[[], LocalGame]",
        edition: Edition | None = None,
        is_copy: bool = False,
        name: str = "",
    ) -> None:
        """Open the game that ``create`` makes; of a copy, say its name and who shares this screen. See ``begin``."""
        from rokoko_tui.saves.lock import SaveInUse

        host = self._host
        try:
            game = create()
        except (SaveInUse, OSError) as error:
            reason = host.words.disk_reason(error)
            host.tell_error(host.vocabulary.say("start.app.no-file", path=str(host.saves), why=reason))
        else:
            self.store_terms(edition or host.settings.shown_edition)
            self._keep_as_settings(edition, name)
            host.use_terms(edition or host.settings.shown_edition)
            self._show_opened(game, is_copy)

    def _keep_as_settings(self, edition: Edition | None, name: str, address: str | None = None) -> None:
        """Keep what was chosen with a game as settings, if given."""
        for field, value in (("name", name or None), ("edition", edition), ("web_address", address)):
            if value is not None and value != getattr(self._host.settings, field):
                self._host.change_setting(field, value)

    # ---- the terms of a game

    def store_terms(self, edition: Edition) -> None:
        """Store the terms of the game that is shown, if one is."""
        from rokoko_core.play.local_game import LocalGame
        from rokoko_tui.saves.folder import write_terms

        game = self._game.table if self._game is not None else None
        settings = self._host.settings
        if isinstance(game, LocalGame):
            write_terms(game.path, edition)
            settings.game_edition = edition
        elif settings.game_edition is not None:
            settings.game_edition = edition

    def _use_terms(self, path: Path) -> None:
        """Use the terms of the game at ``path``, unless the command line has chosen others."""
        from rokoko_tui.saves.folder import read_terms

        if "edition" not in self._host.settings.this_time:
            self._host.use_terms(read_terms(path))

    def resume(self, path: Path, reading: "Reading | None" = None, seat: int | None = None) -> None:
        """Continue a saved game, or show the score sheet of one that was conceded.

        A game that people play from several screens is hosted again, at the own ``seat``.
        """
        from rokoko_core.concession import is_ended
        from rokoko_core.journal import BadSave
        from rokoko_tui.hosting.own_hosts import is_for_screens
        from rokoko_tui.saves.lock import SaveInUse

        host = self._host
        host.hurry_bots()
        if is_for_screens(path):
            self.seats.host_again(path, seat)
            return
        try:
            game = self.game.resume(path, reading)
        except SaveInUse as held:
            self._offer_to_watch(path, held)
        except BadSave as bad:
            host.tell_error(host.words.save_error(bad))
        except OSError as error:
            reason = host.words.disk_reason(error)
            host.tell_error(host.vocabulary.say("start.app.not-held", path=str(path), why=reason))
        else:
            self._use_terms(path)
            recording = game.recording
            if is_ended(recording) and not recording.over:  # who conceded has lost, and plays on only in a copy
                host.show_start()
                host.show_final(recording)
            else:
                self._show_opened(game)

    def _show_opened(self, game: "LocalGame", is_copy: bool = False) -> None:
        from rokoko_tui.settings.daily_deal import describe_fork

        is_fork = self.game.is_fork

        def describe_opening(words: "Words") -> list[str]:
            copy, notice = describe_copy(game, words) if is_copy else "", game.journal.notice
            other_try = describe_fork(game.setup, words) if is_fork else ""
            return [line for line in (copy, other_try, words.notice(notice) if notice is not None else "") if line]

        self._show_table(game, describe_opening)

    def watch(self, path: Path) -> None:
        """Follow the game at ``path`` that another program plays."""
        from rokoko_core.journal import BadSave

        try:
            game = self.game.watch(path)
        except BadSave as bad:
            self._host.tell_error(self._host.words.save_error(bad))
        else:
            self._use_terms(path)
            self._show_table(game)

    def replay(self, path: Path, at: int | None = None, reading: "Reading | None" = None) -> None:
        """Replay a save, above the list that it was chosen from unless a table is open below that."""
        from rokoko_core.journal import BadSave, read
        from rokoko_core.play.replay_game import ReplayGame
        from rokoko_tui.screens.replay import ReplayScreen
        from rokoko_tui.screens.table import TableScreen

        host = self._host
        try:
            reading = reading or read(path)
        except BadSave as bad:
            host.tell_error(host.words.save_error(bad))
            return
        screen = ReplayScreen(ReplayGame(reading.game), at)
        self._replay = screen, path
        is_above = not any(isinstance(below, TableScreen) for below in host.screen_stack)
        if not is_above:
            self.close()
        self._use_terms(path)
        if is_above:
            host.push_screen(screen)
        else:
            host.show_alone(screen)
        if reading.damage is not None:
            host.notify(host.words.save_error(reading.damage), severity="warning")
        elif reading.notice is not None:
            host.notify(host.words.notice(reading.notice))

    def _review(self, path: Path, reading: "Reading | None" = None) -> None:
        from rokoko_tui.screens.replay import ReplayScreen

        self.replay(path, reading=reading)
        if isinstance(self._host.screen, ReplayScreen):
            self._host.screen.action_review()

    def open_saved(self, path: Path, mode: OpenMode) -> None:
        from rokoko_core.journal import BadSave, read

        words = self._host.words
        try:
            reading = read(path)
        except BadSave as bad:
            message = words.say("load.failed", name=path.name, what=uncapital(words.save_error(bad)))
            self._host.notify(message, severity="error")
            return
        if reading.damage is not None:
            self._ask_how_to_open(path, reading, words.save_error(reading.damage))
        elif mode == "replay":
            self.replay(path, reading=reading)
        elif mode == "review":
            self._review(path, reading)
        elif mode == "again":
            self._use_terms(path)
            self.play_again(reading.game.setup)
        elif mode == "compare":
            from rokoko_tui.screens.comparison import ComparisonScreen

            self._host.push_screen(ComparisonScreen(reading.game, path.stem))
        else:
            self.resume(path, reading)

    def _show_table(
        self,
        game: "LocalGame | SpectatedGame",
        describe_opening: "Callable[[Words], list[str]]" = lambda words: [],
    ) -> None:
        from rokoko_core.play.local_game import LocalGame
        from rokoko_tui.screens.play import PlayScreen
        from rokoko_tui.screens.watch import WatchScreen

        if not isinstance(game, LocalGame):
            self._host.show_alone(WatchScreen(game, self._host.settings))
        elif game.unknown_bots:
            self._offer_substitutes(game, describe_opening)
        else:
            if any(seat.kind == "bot" for seat in game.setup.players):
                self._host.bot_worker.warm(game.setup.components)
            game.on_relocation = self._show_relocation
            self._host.show_alone(PlayScreen(game, describe_opening=describe_opening))

    def _show_relocation(self, relocation: "Relocation") -> None:
        words = self._host.words
        self._host.notify(words.relocation(relocation), severity="warning", timeout=15)

    # ---- questions

    def _ask(
        self, dialog: str, title: str, lines: Sequence[str], acts: "Mapping[str, Callable[[], Awaitable[None] | None]]"
    ) -> None:
        """Ask a question; ``acts`` has what each answer does, by the message of its label, the last also for Esc."""
        by_value = {label.rpartition(".")[2]: act for label, act in acts.items()}

        async def on_answer(value: str | None) -> None:
            result = by_value.get(value or "", [*acts.values()][-1])()
            if result is not None:
                await result

        answers = make_answers(self._host.words, dialog, dict(zip(by_value, acts, strict=True)))
        self._host.push_screen(Question(title, lines, answers), on_answer)

    def _offer_daily(self, day: "date") -> None:
        """Say what counts in the deal of ``day`` before it starts."""
        from rokoko_tui.settings.daily_deal import daily_setup, describe_rules

        host, words = self._host, self._host.words

        def begin() -> None:
            self.begin(daily_setup(day, host.settings, host.words))

        how = words.say_of("daily.rules.share", {"key": words.format_keys(key_of("final.share", host.settings.keys))})
        title = words.say_of("daily.title", {"text": day.isoformat()})
        acts = {"daily.play": lambda: self.begin_with_name(begin), "daily.no": lambda: None}
        self._ask("daily", title, [*describe_rules(words), how], acts)

    def _ask_how_to_open(self, path: Path, reading: "Reading", damage: str) -> None:
        say, game = self._host.words.say, reading.game
        lines = [damage, say("load.damaged.sound", n=reading.entries, round=game.state.round)]
        acts = {
            "load.damaged.replay": lambda: self.replay(path, reading=reading),
            "load.damaged.copy": lambda: self.fork(game, game.cursor),
            "load.damaged.no": lambda: None,
        }
        self._ask("damaged", say("load.damaged.title", name=path.name), lines, acts)

    def _offer_to_watch(self, path: Path, error: "SaveInUse") -> None:
        words = self._host.words
        self._host.show_start()
        acts = {"table.watch.watch": lambda: self.watch(path), "table.watch.no": lambda: None}
        self._ask("watch", words.say("table.watch.title"), [error.describe(words)], acts)

    def _offer_substitutes(self, game: "LocalGame", describe_opening: "Callable[[Words], list[str]]") -> None:
        """Ask whether an apprentice may replace each bot that is not installed; otherwise do not open the game."""
        from rokoko_core.bots import REPLACEMENT_LEVEL
        from rokoko_core.play.view import NotWritten

        host, missing = self._host, game.unknown_bots
        say, words = host.vocabulary.say, host.words
        lines = [
            say("table.missing.line", who=words.seat(game.setup, seat), reason=words.bot_error(bad))
            for seat, bad in missing.items()
        ]
        lines.append(say("table.missing.offer", level=words.level(REPLACEMENT_LEVEL)))

        async def replace() -> None:
            try:
                for seat, bad in missing.items():
                    await game.replace(seat, bad.code)
            except NotWritten as error:
                host.show_start()
                host.tell_error(say("table.notice.not-written", system=host.words.disk_reason(error)))
            else:
                self._show_table(game, describe_opening)

        acts = {"table.missing.replace": replace, "table.missing.no": host.show_start}
        self._ask("missing", say("table.missing.title"), lines, acts)

    def ask_to_leave(self, game: "GameControl | None" = None) -> None:
        from rokoko_tui.screens.game_questions import ask_to_leave

        ask_to_leave(self._host, game, is_saved=self.path is not None)

    def ask_to_quit(self) -> None:
        from rokoko_tui.screens.game_questions import ask_to_quit

        ask_to_quit(self._host)

    def ask_to_concede(self, game: "GameControl") -> None:
        from rokoko_tui.screens.game_questions import ask_to_concede

        ask_to_concede(self._host, game, is_saved=self.path is not None)


def describe_copy(game: "LocalGame", words: "Words") -> str:
    """Return that the original of ``game`` stays as it is, and who shares this screen if several people play."""
    people = [words.seat(game.setup, seat) for seat in game.people]
    if len(people) > 1:
        return words.say("load.copied-shared", name=game.path.stem, names=people)
    return words.say("load.copied", name=game.path.stem)
