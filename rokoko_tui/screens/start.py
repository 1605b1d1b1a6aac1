"""The start screen: the palace by night and the main menu."""

from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, ClassVar

from rich.text import Text
from textual import getters, work
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.message import Message
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option
from textual.worker import get_current_worker

from rokoko_tui.art.palace import TITLE_WIDTH, draw_start_picture
from rokoko_tui.keys import bindings_of
from rokoko_tui.screens.base_screen import BaseScreen
from rokoko_tui.screens.question import Answer, Question, make_answer, make_answers
from rokoko_tui.text.save_text import format_time, list_players
from rokoko_tui.text.wording import fit_inside, pad, truncate
from rokoko_tui.widgets.footer import KeyFooter
from rokoko_tui.widgets.line_widget import Picture
from rokoko_tui.widgets.list_view import POINTER
from rokoko_tui.widgets.terminal_sizes import UPRIGHT, lines_per_item

if TYPE_CHECKING:
    from collections.abc import Callable
    from datetime import date

    from rokoko_core.state import Setup
    from rokoko_tui.hosting.hosted_games import HostedGame
    from rokoko_tui.saves.folder import SaveInfo
    from rokoko_tui.saves.scan import SaveScanner

MENU = {
    "play": "p",
    "continue": "c",
    "new": "n",
    "learn": "t",
    "daily": "d",
    "puzzle": "z",
    "load": "l",
    "replay": "r",
    "record": "y",
    "settings": "s",
    "about": "a",
    "leave": "q",
}
"""The actions in the order of the menu, with their keys."""
INDENT = 28
"""Cells of a menu line before its note."""
NAME = 16
"""Cells of the name of a menu line."""
BROAD, MORE = 112, 20
"""Cells of a terminal where notes are longer, and by how much."""
SOON = 0.05
"""Seconds to paint the menu before the search for games, which loads the rules."""
MAX_HOSTED = 9
DESCRIBED = ("daily", "puzzle", "load", "replay", "record")
"""Actions with a note that says what they are, where there is nothing to say about a game."""
PLAY, CONTINUE, LEARN = 0, 1, 3
"""Lines highlighted without and with a game to continue, and before the first game and the lesson."""


class StartScreen(BaseScreen[None]):
    """The main menu, and a search for the game to continue."""

    PLACES: ClassVar[tuple[str, ...]] = ("start", "app")
    BINDINGS = bindings_of("start")
    HORIZONTAL_BREAKPOINTS = [(0, "-upright"), (UPRIGHT, "-close"), (BROAD, "-broad")]
    VERTICAL_BREAKPOINTS = [(0, "-low"), (31, "-high")]
    CSS_PATH = "start.tcss"
    menu = getters.query_one(OptionList)

    def __init__(self) -> None:
        super().__init__()
        self.latest: SaveInfo | None = None
        """The game to continue, as far as known."""
        self.is_search_done = False
        """Whether ``latest`` is certain."""
        self.hosted: list[HostedGame] = []
        """The hosted games one has a seat in, with whose turn it is."""
        self._has_codes = False
        """Whether a code may be entered for a seat in another hosted game."""
        self._search: StartScreen.SearchResult | None = None
        """The latest result of the search for games."""
        self._daily: SaveInfo | None = None
        """Today's deal, if it was begun."""
        self._highlighted = PLAY
        """The menu line the cursor was last moved to automatically."""
        self._continues = False
        """Whether the game is opened as soon as it is found."""
        self._was_upright = False
        """Whether the menu has the form for few columns."""
        self._notes: dict[str, str] = {}
        """By action, the note beside its name where it depends on what was found."""
        self._marked = ""
        """The action of the line with the sign of the cursor, which is seen without colors too."""

    def compose(self) -> ComposeResult:
        yield Picture(self._draw_picture, id="start-night")
        with Vertical(id="start-below"):
            yield Static(self.vocabulary.say("start.motto"), id="start-motto", markup=False)
            yield OptionList(
                *(Option(self._line(action), action, disabled=action == "continue") for action in MENU),
                id="start-menu",
                markup=False,
            )
            yield Static(self.vocabulary.say("start.hint"), id="start-foot", markup=False)
        yield KeyFooter()

    def on_mount(self) -> None:
        self._highlight(LEARN if self._is_lesson_due else PLAY)
        self.menu.focus()
        self.watch(self.app, "pictures", self.query_one(Picture).redraw, init=False)

    def _draw_picture(self, width: int, height: int) -> list[Text]:
        """Draw the picture; where the screen is low, the motto has a line of its own below it."""
        motto = "" if self.query_one("#start-motto").display else self.vocabulary.say("start.motto")
        return draw_start_picture(width, height, motto, self.app.pictures)

    def on_screen_resume(self) -> None:
        """Search for a game to continue once the menu is visible; forget the terms of a game that was shown above."""
        self.app.use_terms(None)
        self.call_after_refresh(self.set_timer, SOON, self._start_search)

    def _start_search(self) -> None:
        from rokoko_tui.analysis.deal_results import find_game
        from rokoko_tui.settings import daily_deal

        if self.is_current:
            self.look_for_games(self.app.scanner, daily_deal.has_chosen_opponents, find_game, daily_deal.today())
            self._ask_hosts()

    @work(exclusive=True, group="hosts")
    async def _ask_hosts(self) -> None:
        """Ask the hosts of one's seats whose turn it is."""
        account = self.app.settings.account
        if account.guest is None and not account.tickets.is_dir():
            return
        from asyncio import to_thread

        from rokoko_tui.hosting.hosted_games import has_codes, list_hosted

        self.hosted = await list_hosted(account)
        self._update_continue()
        if account.guest is not None:
            self._has_codes = await to_thread(has_codes, account.guest)

    def on_screen_suspend(self) -> None:
        self._continues = False
        self.workers.cancel_node(self)

    def _line(self, action: str, note: str = "") -> Content:
        if action == "learn":
            settings = self.app.settings
            key = "learn-on" if settings.lesson else "learned" if settings.learned else "learn"
            note = self.vocabulary.say(f"start.{key}")
        elif action == "new" and self.app.games.seats.can_host:
            note = self.vocabulary.say("start.new")
        elif action in DESCRIBED:
            note = note or self.vocabulary.say(f"start.{action}")
        name, note = self.vocabulary.say(f"start.menu.{action}"), truncate(note, self._note_width)
        mark = POINTER if action == self._marked else " "
        if not self._is_upright:
            return Content.assemble(f"     {mark} ", (MENU[action], "bold"), f"   {pad(name, NAME)}", (note, ""))
        if lines_per_item(self.app.size) == 1:
            return Content.assemble(mark, (MENU[action], "bold"), f"  {pad(name, NAME)}", note)
        return Content.assemble(mark, (MENU[action], "bold"), f"  {name}\n    ", (note, "dim"))

    def _set_note(self, action: str, note: str = "") -> None:
        self._notes[action] = note
        self.menu.replace_option_prompt(action, self._line(action, note))

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        """Move the sign of the cursor."""
        before, self._marked = self._marked, event.option_id or ""
        for action in {before, self._marked} & MENU.keys():
            self._set_note(action, self._notes.get(action, ""))

    def refresh_texts(self) -> None:
        self._refresh_menu()
        for key, id in (("hint", "#start-foot"), ("motto", "#start-motto")):
            self.query_one(id, Static).update(self.vocabulary.say(f"start.{key}"))
        self.query_one(Picture).redraw()

    def _refresh_menu(self) -> None:
        for action in MENU:
            self._set_note(action)
        self._update_notes()

    @dataclass
    class SearchResult(Message):
        """A result of the search for the ``game`` to continue."""

        game: "SaveInfo | None"
        certain: bool
        last: "Setup | None"
        """The setup for Play."""
        played: bool
        """Whether there is any game."""

    @dataclass
    class DailySearchResult(Message):
        """The result of the search for today's deal, which may take longer."""

        game: "SaveInfo | None"

    @work(thread=True, exclusive=True)
    def look_for_games(
        self,
        scanner: "SaveScanner",
        wanted: "Callable[[Setup], bool]",
        find_daily: "Callable[[SaveScanner, date, Callable[[], bool]], SaveInfo | None]",
        today: "date",
    ) -> None:
        """Find the games in a thread. Import nothing here: two threads that import modules block each other."""
        worker = get_current_worker()
        for game, certain in scanner.latest(lambda: worker.is_cancelled):
            last = scanner.last_setup(wanted, lambda: worker.is_cancelled) if certain else None
            self.post_message(self.SearchResult(game, certain, last, bool(scanner.saves)))
        daily = find_daily(scanner, today, lambda: worker.is_cancelled)
        if not worker.is_cancelled:
            self.post_message(self.DailySearchResult(daily))

    def on_start_screen_search_result(self, event: SearchResult) -> None:
        """Enable Continue if there is a game, and continue if that was asked for during the search."""
        self.latest, self.is_search_done, self._search = event.game, event.certain, event
        self._update_continue()
        if self._continues and (event.game is not None or event.certain):
            self._continues = False
            self.action_continue()

    def on_start_screen_daily_search_result(self, event: DailySearchResult) -> None:
        self._daily = event.game
        self._update_notes()

    def _update_continue(self) -> None:
        """Enable Continue if there is a game, of this machine or of a host."""
        menu, event = self.menu, self._search
        self._update_notes()
        if event is None:
            return
        if event.game is None and not self.hosted:
            if self.app.settings.account.guest is None:  # who is served may have a code
                menu.disable_option("continue")
            if menu.highlighted in (None, CONTINUE) or (menu.highlighted == self._highlighted and event.played):
                self._highlight(LEARN if self.app.settings.lesson else PLAY)
            return
        menu.enable_option("continue")
        if menu.highlighted == self._highlighted:
            self._highlight(CONTINUE)

    @property
    def _is_lesson_due(self) -> bool:
        """Whether the lesson was not completed, or left in the middle."""
        return not self.app.settings.learned or bool(self.app.settings.lesson)

    def _highlight(self, line: int) -> None:
        """Move the cursor to ``line`` automatically."""
        self.menu.highlighted = self._highlighted = line

    def _update_notes(self) -> None:
        """Update the notes of Play, Continue and the daily deal."""
        if self._search is None:
            return
        game, certain = self._search.game, self._search.certain
        if certain:
            from rokoko_tui.analysis.deal_results import describe_progress
            from rokoko_tui.puzzles import describe_day
            from rokoko_tui.settings.setups import describe_opponents, quick_setup

            setup = quick_setup(self._search.last, self.app.settings, self.words)
            self._set_note("play", describe_opponents(setup, self.words, self._note_width))
            self._set_note("daily", describe_progress(self._daily, self.words))
            self._set_note("puzzle", describe_day(self.app.saves, self.words))
        note = self._describe(game) if game else self.vocabulary.say("start.nothing" if certain else "start.looking")
        if self.hosted:
            from rokoko_tui.hosting.hosted_text import describe_hosted

            note = describe_hosted(self.hosted[0], self.words)
        self._set_note("continue", note)

    def _describe(self, game: "SaveInfo") -> str:
        """Return the note of Continue: names, round and time."""
        assert game.summary is not None
        moment = format_time(game.moment, datetime.now(), self.vocabulary)
        tail = self.vocabulary.say("start.about", round=game.summary.round, text=moment)
        return fit_inside(lambda names: names + tail, list_players(game.summary.setup, self.words), self._note_width)

    @property
    def _note_width(self) -> int:
        """The cells of a note beside an entry of the menu, or below it."""
        if self._is_upright:
            return self.app.size.width - 5 - (NAME if lines_per_item(self.app.size) == 1 else 0)
        return TITLE_WIDTH - INDENT + (MORE if self.app.size.width >= BROAD else 0)

    @property
    def _is_upright(self) -> bool:
        return self.app.size.width < UPRIGHT

    def on_resize(self) -> None:
        if self._is_upright or self._was_upright:
            self._refresh_menu()
        else:
            self._update_notes()
        self._was_upright = self._is_upright

    async def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        await self.run_action(event.option_id or "about")

    def action_up(self) -> None:
        self.menu.action_cursor_up()

    def action_down(self) -> None:
        self.menu.action_cursor_down()

    def action_play(self) -> None:
        """Start a game against the opponents of last time."""
        from rokoko_tui.settings.daily_deal import has_chosen_opponents
        from rokoko_tui.settings.setups import quick_setup

        games, last = self.app.games, self.app.scanner.last_setup(has_chosen_opponents)
        games.begin_with_name(lambda: games.begin(quick_setup(last, self.app.settings, self.words)))

    def action_continue(self) -> None:
        """Continue the latest unfinished game, or as soon as it is found."""
        hosted, here, is_guest = self.hosted, self._here, self.app.settings.account.guest is not None
        if here is None and len(hosted) == 1 and not is_guest:  # a guest may have a code instead
            self._open_hosted(hosted[0])
        elif hosted or self._has_codes or (is_guest and here is None and self.is_search_done):
            self._choose_game()
        elif self.latest is None:
            self._continues = not self.is_search_done
            key = "start.nothing-notice" if self.is_search_done else "start.looking-notice"
            self.say_briefly(self.vocabulary.say(key))
        else:
            self.app.games.resume(self.latest.path)

    @property
    def _here(self) -> "SaveInfo | None":
        """The latest game of this machine, unless it is hosted and among those games."""
        is_hosted = self.latest is not None and any(game.save == self.latest.path for game in self.hosted)
        return None if is_hosted else self.latest

    def _choose_game(self) -> None:
        """Ask which game to continue: the latest of this machine, or one of a host."""
        from rokoko_tui.hosting.hosted_text import describe_all_hosted
        from rokoko_tui.screens.game_questions import make_code_question

        hosted = self.hosted[:MAX_HOSTED]
        lines = describe_all_hosted(hosted, self.words)
        answers = [Answer(str(n), line, str(n)) for n, line in enumerate(lines, start=1)]
        here = self._here
        if here is not None:
            answers.append(make_answer(self.words, "answers.hosted.here", self._describe(here)))
        if self.app.settings.account.guest is not None:
            answers.append(make_answer(self.words, "answers.hosted.code", self.vocabulary.say("start.enter-code")))

        async def answered(answer: str | None) -> None:
            if answer == "here" and here is not None:
                self.app.games.resume(here.path)
            elif answer == "code":
                self.app.push_screen(make_code_question(self.vocabulary), self._use_code)
            elif answer:
                self._open_hosted(hosted[int(answer) - 1])

        self.ask(Question(self.vocabulary.say("start.which"), [], answers), answered)

    def _open_hosted(self, game: "HostedGame") -> None:
        """Join ``game``, or host it again; a free seat is taken after a question."""
        if game.save is not None and not game.round:
            self.app.games.resume(game.save, seat=game.ticket.seat)
            return
        if not game.is_free:
            self.app.games.seats.join(game.ticket)
            return
        say, who = self.vocabulary.say, game.ticket.players[game.ticket.seat]
        answers = make_answers(self.words, "free-seat", {"no": "start.leave-free", "take": "start.take-seat"})

        async def answered(answer: str | None) -> None:
            if answer == "take":
                self.app.games.seats.join(game.ticket)

        self.ask(Question(say("start.take-title", who=who), [say("start.take-line")], answers), answered)

    async def _use_code(self, code: str | None) -> None:
        """Take the seat with ``code``, which the host gave out."""
        from asyncio import sleep, to_thread

        from rokoko_core.remote.session import WRONG_CODE_SECONDS
        from rokoko_tui.hosting.hosted_games import find_by_code

        guest = self.app.settings.account.guest
        if not code or guest is None:
            return
        ticket = await to_thread(find_by_code, guest, code)
        if ticket is None:
            await sleep(WRONG_CODE_SECONDS)  # against guessing
            self.app.tell_error(self.vocabulary.say("table.farewell.wrong-code"))
        else:
            self.app.games.seats.join(ticket)

    def action_new(self) -> None:
        from rokoko_tui.screens.new_game import NewGameScreen

        self.app.push_screen(NewGameScreen())

    def action_learn(self) -> None:
        self.app.games.learn()

    def action_daily(self) -> None:
        self.app.games.play_daily()

    def action_puzzle(self) -> None:
        from rokoko_tui.screens.puzzle_list import PuzzleListScreen

        self.app.push_screen(PuzzleListScreen())

    def action_load(self, replay: bool = False) -> None:
        from rokoko_tui.screens.load import LoadScreen

        self.app.push_screen(LoadScreen(replay))

    def action_replay(self) -> None:
        self.action_load(replay=True)

    def action_record(self) -> None:
        from rokoko_tui.screens.statistics import StatisticsScreen

        self.app.push_screen(StatisticsScreen())

    def action_settings(self) -> None:
        self.app.action_settings()

    def action_about(self) -> None:
        from rokoko_tui.screens.about import AboutScreen

        self.app.push_screen(AboutScreen())

    def action_leave(self) -> None:
        self.app.games.ask_to_quit()
