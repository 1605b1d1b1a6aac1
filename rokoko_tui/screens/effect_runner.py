"""Carries out what a table session wants done, on its screen and on screens over it."""

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from textual import events
from textual.timer import Timer

from rokoko_core.play.puzzle_game import PuzzleGame
from rokoko_tui.panes.layout import HALLS
from rokoko_tui.panes.turn_pages import TurnPages
from rokoko_tui.screens.chat import ChatScreen
from rokoko_tui.screens.game_questions import make_seat_name_question
from rokoko_tui.screens.new_game import NewGameScreen
from rokoko_tui.screens.question import Question, make_answer
from rokoko_tui.screens.text_modals import HandoverScreen, RoundSummaryScreen
from rokoko_tui.table.commands import Answered
from rokoko_tui.table.effects import (
    Animate,
    Ask,
    Change,
    CloseQuestion,
    Copy,
    Effect,
    Effects,
    Final,
    HandOver,
    Lasts,
    Request,
    RoundPage,
    Say,
    SayTooEarly,
    ShowPuzzle,
    StopWaiting,
    Think,
    Title,
    Wait,
)
from rokoko_tui.widgets.notices import BRIEFLY
from rokoko_tui.widgets.terminal_sizes import fits

if TYPE_CHECKING:
    from rokoko_tui.screens.play import PlayScreen

SECONDS = {Lasts.BRIEF: BRIEFLY, Lasts.TWICE: 2 * BRIEFLY, Lasts.USUAL: None, Lasts.LONG: 10}
"""How long notices stay; None for as long as Textual's."""


class EffectRunner:
    """Carries out effects, and gives the session of the ``table`` their results."""

    def __init__(self, table: "PlayScreen") -> None:
        self._table = table
        app = table.app
        self._requests: dict[Request, Callable[[], object]] = {
            Request.REDRAW: table.redraw,
            Request.REDRAW_SOON: table.redraw_soon,
            Request.STOP_KEY: lambda: None,  # ``PlayScreen.on_key`` stops it
            Request.CLEAR_NOTICES: app.clear_small_notices,
            Request.SHOW_LIST: table.show_list,
            Request.RELEASE_FOCUS: partial(table.set_focus, None),
            Request.STOP_INSPECTING: table.stop_inspecting,
            Request.SAVE_SETTINGS: app.preferences.save,
            Request.HURRY: app.bot_worker.hurry,
            Request.ALERT: app.alert,
            Request.GO_BACK: table.go_back,
            Request.ASK_TO_LEAVE: table.ask_to_leave,
            Request.SHOW_CHAT: self._open_chat,
            Request.ASK_NAME: self._ask_name,
            Request.SHOW_INVITATIONS: app.games.seats.show_invitations,
            Request.SHOW_START: app.show_start,
            Request.SHOW_PUZZLES: self._show_puzzles,
            Request.NEW_GAME: self._begin_game,
        }
        self._delays: dict[str, tuple[Wait, Timer]] = {}
        """By group."""
        self._question: tuple[Ask, Question] | None = None
        """The question that was asked last."""
        self._changes = 0
        """Changes under way."""

    @property
    def is_round_page_open(self) -> bool:
        return isinstance(self._table.app.screen, RoundSummaryScreen)

    @property
    def is_changing(self) -> bool:
        """Whether a change is under way, after which the table is drawn."""
        return self._changes > 0

    async def run(self, effects: Effects) -> None:
        """Carry out ``effects``, then show the page."""
        for effect in effects:
            if isinstance(effect, Change):
                await self.run(await self._make(effect))
            else:
                self.perform(effect)
        is_drawn = any(effect is Request.REDRAW or isinstance(effect, Change) for effect in effects)
        if not is_drawn and self._table.is_ready:
            self._table.light()

    async def _make(self, change: Change) -> Effects:
        """Make ``change`` and return what follows it; the table is drawn then at the latest."""
        self._changes += 1
        try:
            return await self._table.session.make(change)
        finally:
            self._changes -= 1
            self._table.call_after_refresh(self._table.redraw_if_stale)

    def receive(self, effects: Effects) -> None:
        """Carry out ``effects`` that change nothing in the game."""
        for effect in effects:
            self.perform(effect)

    async def answer(self, effect: Think | Wait | Ask | HandOver, value: object) -> None:
        """Give the session the outcome of ``effect``."""
        await self.run(self._table.session.handle(Answered(effect, value)))

    def perform(self, effect: Effect) -> None:
        """Carry out an effect that changes nothing in the game."""
        match effect:
            case Request():
                self._requests[effect]()
            case Say(text, lasts, severity):
                self._table.notify(text, timeout=SECONDS[lasts], severity=severity, markup=False)
            case Copy(text, notice):
                self._table.app.copy(text, notice)
            case SayTooEarly(key):
                self._table.say_too_early(key)
            case Think(group):
                work = partial(self._think, effect)
                self._table.run_worker(work, group=group, exclusive=True)  # type: ignore[arg-type]  # a union of callables
            case Wait(group, seconds):
                self._stop_waiting(group)
                self._delays[group] = effect, self._table.set_timer(seconds, partial(self._elapse, effect))
            case StopWaiting(group):
                self._stop_waiting(group)
            case Animate(flights, seconds):
                self._table.light()
                self._table.view.fly(flights, seconds)
            case Title(text):
                self._table.app.window.say(text)
            case _:
                self._open(effect)

    async def _think(self, effect: Think) -> None:
        value = await effect.work()
        if self._table.is_ready:
            await self.answer(effect, value)

    async def _elapse(self, effect: Wait) -> None:
        delay = self._delays.get(effect.group)
        if delay is None or delay[0] is not effect:
            return  # it was stopped when its time had come already
        self._stop_waiting(effect.group)
        await self.answer(effect, self._table.is_on_top and fits(*self._table.app.size))

    def _stop_waiting(self, group: str) -> None:
        if (delay := self._delays.pop(group, None)) is not None:
            delay[1].stop()
        self._table.view.arrive()

    # ---- other screens

    def _open(self, effect: Effect) -> None:
        """Show the screen that ``effect`` asks for, or close one."""
        table, pages = self._table, TurnPages(self._table.session)
        match effect:
            case Ask(title, lines, choices, is_wide=is_wide, is_unexpected=is_unexpected):
                answers = [make_answer(table.words, choice.key, choice.label) for choice in choices]
                self._question = effect, Question(title, lines, answers, is_wide, is_unexpected)
                table.ask(self._question[1], partial(self._answer_question, effect))
            case CloseQuestion(asked):
                if self._question is not None and self._question[0] is asked and self._question[1].is_current:
                    self._question[1].action_back()
            case HandOver(seat):
                table.show_tab(HALLS)
                table.app.clear_small_notices()
                write = pages.handover_page(seat)
                page = HandoverScreen(write, table.action_turn_tab, table.view.region_of_choice)
                table.ask(page, partial(self._answer_question, effect))
            case RoundPage(round, chooses):
                write = pages.round_page(round, chooses)
                place = partial(table.view.region_beside, "choices")
                table.ask(RoundSummaryScreen(write, place), partial(self._close_round_page, chooses))
            case Final(count):
                mode = table.session.game_mode
                table.app.show_final(table.game.recording, count, mode.is_guided, mode.hosted)
            case ShowPuzzle(number):
                table.app.games.play_puzzle(number)
            case _:
                raise AssertionError(f"only ``run`` carries out {effect}")

    async def _answer_question(self, effect: Ask | HandOver, value: str | None) -> None:
        await self.answer(effect, value or "")

    def _close_round_page(self, chooses: bool, event: events.Key | None) -> None:
        """Act at the table with the key that closed the page, unless it only closes, if the viewer ``chooses``."""
        if chooses and event is not None and event.key not in ("escape", "enter", "space"):
            self._table.app.post_message(events.Key(event.key, event.character))

    def _open_chat(self) -> None:
        if (hosted := self._table.session.game_mode.hosted) is not None:
            self._table.app.push_screen(ChatScreen(hosted))

    def _ask_name(self) -> None:
        """Ask for the player's name, which the others will read; that of the settings is offered."""
        app, hosted = self._table.app, self._table.session.game_mode.hosted
        if hosted is None or not hosted.is_unnamed:
            return

        async def give_name(name: str | None) -> None:
            if name:
                if not app.settings.name:
                    app.change_setting("name", name)
                await self.run([Change(partial(hosted.give_name, name), failed=lambda: [Request.ASK_NAME])])

        app.push_screen(make_seat_name_question(app.words, hosted, app.settings.name), give_name)

    def _show_puzzles(self) -> None:
        from rokoko_tui.screens.puzzle_list import PuzzleListScreen

        app, game = self._table.app, self._table.game
        app.show_start()
        app.push_screen(PuzzleListScreen(game.number if isinstance(game, PuzzleGame) else 0))

    def _begin_game(self) -> None:
        """Show the form of a new game over the start screen."""
        self._table.app.show_start()
        self._table.app.push_screen(NewGameScreen())
