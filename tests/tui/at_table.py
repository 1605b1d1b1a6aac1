"""Runs the app at a table for tests: presses keys, clicks and reads the screen."""

from asyncio import Event, wait_for
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from random import Random
from time import monotonic
from typing import Any

import pytest
from textual import events
from textual._context import visible_screen_stack
from textual.app import App
from textual.keys import _character_to_key
from textual.pilot import Pilot
from textual.screen import Screen
from textual.strip import Strip
from textual.widget import Widget

from rokoko_core.actions import Decline, EndTurn
from rokoko_core.bots import level_of, plan
from rokoko_core.bots.advice import Advice, advice
from rokoko_core.bots.time_limit import Plan, counting_clock
from rokoko_core.engine import legal_actions
from rokoko_core.game import Game
from rokoko_core.journal import create
from rokoko_core.observe import Observation
from rokoko_core.play.bot_process import BotWorker
from rokoko_core.play.local_game import LocalGame
from rokoko_core.play.replay_game import ReplayGame
from rokoko_core.play.spectated_game import SpectatedGame
from rokoko_core.state import Seat, Setup
from rokoko_tui.app import RokokoApp
from rokoko_tui.games import Start
from rokoko_tui.lesson import LessonGame
from rokoko_tui.panes.choices import Choices
from rokoko_tui.screens.play import PlayScreen
from rokoko_tui.screens.question import Question
from rokoko_tui.screens.replay import ReplayScreen
from rokoko_tui.screens.watch import WatchScreen
from rokoko_tui.settings.settings import Settings
from tests.json_game import FollowedJsonView, JsonGame, game_through_json
from tests.tui.conftest import wait_for_tasks

TWO = Setup((Seat("Ada"), Seat("Bo")), seed=7, first_player=0)
ALONE = Setup((Seat("Ada"),), seed=7)
QUIET = {
    "turn_summary": False,
    "round_page": False,
    "forced_steps": False,
    "end_turns": "never",
    "confirm_hand": True,
    "pace": "at-once",
    "motion": "off",
}
"""Settings with nothing automatic and no delays."""
PATIENCE = 150.0
"""Seconds after which a test gives up; on a busy machine a search takes many."""


class Player:
    """A person at the terminal."""

    def __init__(self, app: RokokoApp, pilot: Pilot[None]):
        self.app, self.pilot = app, pilot
        self.drawn: Screen[object] | None = None
        """The screen that was read last."""

    async def settle(self) -> None:
        """Wait until all messages and callbacks are processed and the top screen is laid out, at most ``PATIENCE``.

        An app that has ended has none.
        """
        until = monotonic() + PATIENCE
        while self.app.is_running and monotonic() < until:
            await wait_for_tasks()
            screen = self.app.screen
            for pump in (self.app, screen):
                handled = Event()
                if pump.call_later(handled.set):  # a callback under way is in no queue
                    with suppress(TimeoutError):
                        await wait_for(handled.wait(), 5.0)
            screen._on_timer_update()  # lays out now what it would with the next frame
            await wait_for_tasks()
            waiting = screen._callbacks or screen._layout_required or not screen._message_queue.empty()
            if not waiting and self.app._message_queue.empty() and screen._compositor.widgets:
                return

    async def press(self, *keys: str) -> None:
        for key in keys:
            await self.press_at_once(key)

    async def press_at_once(self, *keys: str) -> None:
        """Press ``keys`` faster than the app handles them, as in a paste or after a pause of the line."""
        for key in keys:
            typed = events.Key(_character_to_key(key), key) if len(key) == 1 else events.Key(key, None)
            self.app.post_message(typed)
        await self.settle()

    async def click(self, widget: Widget, x: int, y: int) -> None:
        """Click column ``x`` and row ``y`` of the content of ``widget``."""
        screen_x, screen_y = widget.content_region.x + x, widget.content_region.y + y
        target, _ = self.app.screen.get_widget_at(screen_x, screen_y)
        for kind in (events.MouseDown, events.MouseUp, events.Click):
            self.app.screen._forward_event(
                kind(target, screen_x, screen_y, 0, 0, 1, False, False, False, screen_x, screen_y, None)
            )
        await self.settle()

    async def scroll(self, widget: Widget) -> None:
        """Scroll ``widget`` down by one step of the wheel."""
        x, y = widget.content_region.offset
        wheel = events.MouseScrollDown(widget, x, y, 0, 0, 0, False, False, False, x, y, None)
        self.app.screen._forward_event(wheel)
        await self.settle()

    async def wait_until(self, done: Callable[[], bool]) -> None:
        """Wait for ``done()``; after ``PATIENCE``, raise AssertionError with the text of the screen."""
        until = monotonic() + PATIENCE
        while not done():
            assert monotonic() < until, f"timeout after {PATIENCE} s with this screen:\n{self.seen()}"
            await self.pilot.pause(0.02)

    @property
    def table(self) -> PlayScreen:
        return next(s for s in self.app.screen_stack if isinstance(s, PlayScreen))

    @property
    def game(self) -> Game:
        return self.session.recording

    @property
    def session(self) -> LocalGame:
        """The game in its file, however the screen sees it."""
        game = self.table.game
        session = game.host if isinstance(game, JsonGame) else game
        assert isinstance(session, LocalGame)
        return session

    @property
    def choices(self) -> Choices:
        return self.table.query_one(Choices)

    def sees(self, number: int) -> bool:
        """Return whether choice ``number`` is visible."""
        return any(self.choices.item_at(y) == number for y in range(self.choices.content_size.height))

    @property
    def labels(self) -> list[str]:
        return [entry.text for entry in self.choices.entries]

    @property
    def asking(self) -> bool:
        return isinstance(self.app.screen, Question)

    def seen(self) -> str:
        """Return the text of the screen."""
        width, height = self.app.size
        self.drawn = self.app.screen
        lines = render_screen(self.app)
        return "\n".join("".join(segment.text for segment in line) for line in lines[:height])[: (width + 1) * height]

    async def choose_hand(self) -> None:
        """Select the first three cards and take them."""
        await self.press("1", "2", "3", "enter")

    async def play_first(self, kind: type) -> None:
        """Take the first action of type ``kind``."""
        self.choices.cursor = next(n for n, e in enumerate(self.choices.entries) if isinstance(e.action, kind))
        await self.press("enter")


class InProcessWorker(BotWorker):
    """Computes plans in the test process and records them; with ``patient`` it answers only after ``hurry``."""

    def __init__(self, patient: bool = False):
        super().__init__()
        self.patient = patient
        self.plans: list[Plan] = []
        self.budgets: list[float] = []
        self.ahead: list[Observation] = []
        self.hurried = Event()
        self.warmed: list[str] = []

    async def plan(self, view: Observation, level: str | None, rng: Random, budget: float) -> Plan:
        self.budgets.append(budget)
        self.hurried.clear()
        if self.patient:
            await self.hurried.wait()
        self.plans.append(plan(view, level, rng, 0.0 if level_of(level).searches else None))
        return self.plans[-1]

    async def ponder(self, view: Observation, rng: Random, budget: float) -> None:
        self.ahead.append(view)

    async def advice(self, view: Observation, rng: Random, budget: float, plan: Plan = ()) -> tuple[Advice, ...]:
        self.hurried.clear()
        if self.patient:
            await self.hurried.wait()
        return advice(view, rng, counting_clock(100), plan=plan)

    def hurry(self) -> None:
        self.hurried.set()

    def warm(self, components: str) -> None:
        """Record the call; there is no process to start."""
        self.warmed.append(components)


@asynccontextmanager
async def at_table(
    folder: Path,
    start: Start | Setup,
    size: tuple[int, int] = (120, 40),
    bot_worker: BotWorker | None = None,
    notices: bool = False,
    **settings: Any,
) -> AsyncIterator[Player]:
    """Run the app at a table, with its own bot worker unless one is given; ``notices`` are on the screen on request."""
    for name, value in QUIET.items():
        settings.setdefault(name, value)
    app = RokokoApp(Settings(saves=str(folder), **settings), start if isinstance(start, Start) else Start("new", start))
    app._bot_worker = bot_worker
    async with app.run_test(size=size, notifications=notices) as pilot:
        player = Player(app, pilot)
        await pilot.pause()
        await player.settle()
        yield player
        if app.is_running and app.screen_stack and app.screen is not player.drawn:
            render_screen(app)  # most tests draw no frames, and would miss an error in a screen they do not read


def render_screen(app: App[None]) -> list[Strip]:
    """Return the lines of the screen on top, and of those that are visible behind it."""
    visible_screen_stack.set(app._background_screens)
    return app.screen._compositor.render_strips()


def make_key(key: str, at: float) -> events.Key:
    """Return a key event with the timestamp ``at``."""
    event = events.Key(key, key if len(key) == 1 else None)
    event.time = at
    return event


def is_adas_turn_over(game: Game) -> bool:
    """Return whether Ada can only end her first turn."""
    return game.cursor > 2 and legal_actions(game.state) == (EndTurn(),)


def save_until(folder: Path, setup: Setup, until: Callable[[Game], bool]) -> Path:
    """Save a game in which everybody declines and ends turns where possible, until ``until``; return its path."""
    path = folder / "before.rokoko"
    with create(path, setup) as journal:
        while not until(journal.game):
            offers = legal_actions(journal.game.state)
            journal.game.play(next((a for a in offers if isinstance(a, Decline | EndTurn)), offers[0]))
    return path


def show_through_json(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let every screen of a game see it through JSON alone, except the lesson."""
    play, watch, replay = PlayScreen.__init__, WatchScreen.__init__, ReplayScreen.__init__

    def play_json(screen: PlayScreen, game: LocalGame, name: str | None = None, **options: Any) -> None:
        play(screen, game if isinstance(game, LessonGame) else JsonGame(game), name, **options)

    def watch_json(screen: WatchScreen, game: SpectatedGame, settings: Settings) -> None:
        watch(screen, FollowedJsonView(game), settings)

    def replay_json(screen: ReplayScreen, game: ReplayGame, *arguments: Any) -> None:
        replay(screen, ReplayGame(game_through_json(game.recording), game._viewer), *arguments)

    monkeypatch.setattr(PlayScreen, "__init__", play_json)
    monkeypatch.setattr(WatchScreen, "__init__", watch_json)
    monkeypatch.setattr(ReplayScreen, "__init__", replay_json)
