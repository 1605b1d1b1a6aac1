"""A table on which tests play without running an app: what it shows, asks and waits for is kept in lists."""

from collections.abc import Awaitable, Callable, Coroutine, Iterator, Sequence
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import Any, NamedTuple
from unittest.mock import Mock, patch

from msgspec.structs import replace
from textual import events
from textual._context import active_app
from textual.binding import ActiveBinding
from textual.geometry import Region, Size
from textual.screen import Screen
from textual.timer import Timer

from rokoko_core import Game as SavedGame
from rokoko_core.actions import Action, Decline, EndTurn
from rokoko_core.engine import legal_actions
from rokoko_core.game import Game
from rokoko_core.journal import create
from rokoko_core.play.local_game import LocalGame
from rokoko_core.play.view import GameControl
from rokoko_core.state import Seat, Setup
from rokoko_tui.app import RokokoApp
from rokoko_tui.panes.inspectable_table import InspectableTable
from rokoko_tui.panes.preview import PreviewPane
from rokoko_tui.panes.table_view import TableView
from rokoko_tui.play.choice_list import MenuEntry
from rokoko_tui.screens.play import PlayScreen
from rokoko_tui.screens.question import Question
from rokoko_tui.settings.settings import Settings
from rokoko_tui.start_target import Start
from rokoko_tui.widgets.drawing_view import Pane
from rokoko_tui.widgets.modal_content import Answer, TextPage
from tests.saves.sample_games import FOLDER
from tests.tui.at_table import QUIET, InProcessWorker

SIZE = Size(120, 40)


class Asked(NamedTuple):
    """A question at the table."""

    title: str
    lines: list[str]
    answers: tuple[Answer, ...]
    answer: Callable[[str | None], Awaitable[None]]


class LaidOutTable(InspectableTable):
    """All panes of a table that is as large as the app but for the footer."""

    @property
    def size(self) -> Size:
        return self.app.size - Size(0, 1)

    @property
    def region(self) -> Region:
        return Region(0, 0, *self.size)


class HeadlessTable(PlayScreen):
    """The table of the app. Only what Textual does for it is replaced."""

    def __init__(self, game: GameControl) -> None:
        self.time = 100.0
        """What ``now`` returns."""
        self.notices: list[str] = []
        self.durations: list[float | None] = []
        """The seconds of each notice; None for the usual ones."""
        self.steps: list[str] = []
        """Pages and screens shown, and what else left the table, in order."""
        self.asked: list[Asked] = []
        self.opened: list[tuple[Screen[Any], Callable[[Any], Awaitable[None] | None]]] = []
        """Other screens over the table, with what their results do."""
        self.page: TextPage | None = None
        """The page between two people or rounds that was shown last."""
        self.answer_page: Callable[[str | None], Awaitable[None]] | None = None
        self.queue: list[tuple[Callable[..., Any], tuple[Any, ...]]] = []
        """What is called after the next refresh."""
        self.work: dict[str, Callable[[], Coroutine[None, None, None]]] = {}
        """What runs beside the table, by group."""
        self.timers: list[tuple[float, Callable[[], Any]]] = []
        """Seconds, and what happens after them."""
        self.is_covered = False
        super().__init__(game)
        self.view = LaidOutTable(self.AT)
        for pane in self.view.panes.values():
            pane._parent = self.view

    # ---- what Textual does

    def query_one(self, selector: Any, expect_type: Any = None) -> Any:
        return next(pane for pane in self.view.panes.values() if isinstance(pane, expect_type or selector))

    def call_after_refresh(self, callback: Callable[..., Any], *args: Any, **kwargs: Any) -> bool:
        self.queue.append((callback, args))
        return True

    def call_next(self, callback: Callable[..., Any], *args: Any, **kwargs: Any) -> None:
        self.queue.append((callback, args))

    def notify(self, message: str, **options: Any) -> None:
        self.notices.append(message)
        self.durations.append(options.get("timeout"))

    def start(self, work: Callable[[], Coroutine[None, None, None]], group: str) -> None:
        self.work[group] = work

    def set_timer(self, delay: float, callback: Any = None, **options: Any) -> Timer:
        entry = (delay, callback)
        self.timers.append(entry)
        return Mock(spec=Timer, stop=lambda: self.timers.remove(entry) if entry in self.timers else None)

    def set_interval(self, interval: float, callback: Any = None, **options: Any) -> Timer:
        return self.set_timer(interval, callback)

    def refresh_bindings(self) -> None:
        pass

    def clear_small_notices(self) -> None:
        self.notices.clear()
        self.durations.clear()

    @property
    def active_bindings(self) -> dict[str, ActiveBinding]:
        return {}

    @property
    def is_on_top(self) -> bool:
        return not self.is_covered

    @property
    def is_ready(self) -> bool:
        return True

    def now(self) -> float:
        return self.time

    # ---- screens over the table

    def ask_about_game(
        self,
        title: str,
        lines: Sequence[str],
        answers: Sequence[Answer],
        answered: Callable[[str | None], Awaitable[None]],
    ) -> Question:
        self.asked.append(Asked(title, list(lines), tuple(answers), answered))
        return Question(title, lines, answers)

    def ask_hand_over(self, write: Callable[[], TextPage], answered: Callable[[str | None], Awaitable[None]]) -> None:
        self.steps.append("hand-over")
        self.page, self.answer_page = write(), answered

    def show_round_summary(self, write: Callable[[], TextPage], chooses: bool) -> None:
        self.steps.append("round, choosing" if chooses else "round")
        self.page = write()

    def ask(self, question: Screen[Any], on_answer: Callable[[Any], Awaitable[None] | None]) -> None:
        self.opened.append((question, on_answer))

    def show_final(self, count: bool = False) -> None:
        self.driver.note_final_shown()
        if not self.policy.finishes():
            self.steps.append("final, counted" if count else "final")

    def ask_to_leave(self) -> None:
        self.steps.append("leave")

    def leave_lesson(self, begin_game: bool) -> None:
        self.steps.append("leave the lesson for a game" if begin_game else "leave the lesson")

    def save_settings(self) -> None:
        self.steps.append("settings saved")

    def show_board(self, seat: int) -> None:
        self.steps.append(f"board of {seat}")

    # ---- what a person does

    async def settle(self) -> None:
        """Call what waits for a refresh, until nothing does."""
        while self.queue:
            callback, args = self.queue.pop(0)
            result = callback(*args)
            if isinstance(result, Awaitable):
                await result

    async def open(self) -> None:
        """Draw the table as it is drawn first."""
        self.redraw()
        await self.settle()

    async def press(self, key: str, at: float | None = None) -> None:
        """Press the key of a choice at a moment, by default now."""
        event = events.Key(key, key if len(key) == 1 else None)
        event.time = self.time if at is None else at
        if not self.intercepts(event):
            await self.on_key(event)
        await self.settle()

    async def do(self, command: Coroutine[None, None, None] | None) -> None:
        """Await a command and what it causes."""
        if command is not None:
            await command
        await self.settle()

    async def answer(self, value: str | None) -> None:
        """Answer the last question."""
        await self.do(self.asked.pop().answer(value))  # type: ignore[arg-type]

    async def answer_hand_over(self, value: str | None = "go") -> None:
        answer = self.answer_page
        assert answer is not None, "no page between two people"
        self.page = self.answer_page = None
        await answer(value)
        await self.settle()

    async def run(self, group: str) -> None:
        """Run what was started beside the table."""
        await self.work.pop(group)()
        await self.settle()

    async def elapse(self) -> None:
        """Let the first timer expire."""
        seconds, callback = self.timers.pop(0)
        self.time += seconds
        result = callback()
        if isinstance(result, Awaitable):
            await result
        await self.settle()

    # ---- what a person sees

    @property
    def labels(self) -> list[str]:
        return [entry.text for entry in self.choices.entries]

    @property
    def page_lines(self) -> list[str]:
        """The lines of the page shown last."""
        assert self.page is not None, "no page is shown"
        return [item.text for item in self.page.lines]

    @property
    def explanation(self) -> list[str]:
        return [item.text for item in self.query_one(PreviewPane).items]

    def entry_of(self, kind: type[Action]) -> MenuEntry:
        return next(entry for entry in self.choices.entries if isinstance(entry.action, kind))


@contextmanager
def headless_app(
    folder: Path, worker: InProcessWorker | None = None, size: Size = SIZE, laid_out: bool = False, **settings: Any
) -> Iterator[RokokoApp]:
    """Make an app that does not run, in which screens can be made; panes draw only where they are ``laid_out``."""
    for name, value in QUIET.items():
        settings.setdefault(name, value)
    app = RokokoApp(Settings(saves=str(folder), **settings), Start())
    app._bot_worker = worker or InProcessWorker()
    app._size = size
    token = active_app.set(app)
    try:
        with patch.object(Pane, "region", property(place_of)) if laid_out else nullcontext():
            yield app
    finally:
        active_app.reset(token)


def place_of(pane: Pane) -> Region:
    """Return where the layout puts ``pane``, as Textual does not lay out a table without an app."""
    view = pane._parent
    return view.places_in(view.size).get(pane.id or "", Region()) if isinstance(view, TableView) else Region()


@contextmanager
def headless_table(
    folder: Path, setup: Setup, game: Game | None = None, worker: InProcessWorker | None = None, **settings: Any
) -> Iterator[HeadlessTable]:
    """Open a table with a new game of ``setup``, or one that continues ``game``."""
    path = folder / f"table-{len(list(folder.glob('*.rokoko')))}.rokoko"
    with (
        headless_app(folder, worker, **settings),
        create(path, setup, game.entries if game is not None else ()) as journal,
    ):
        yield HeadlessTable(LocalGame(journal))


def play_until(setup: Setup, until: Callable[[Game], bool]) -> Game:
    """Return a game in which everybody declines and ends turns where possible, until ``until``."""
    game = Game(setup)
    while not until(game):
        offers = legal_actions(game.state)
        game.play(next((a for a in offers if isinstance(a, Decline | EndTurn)), offers[0]))
    return game


def sample_until(name: str, until: Callable[[Game], bool]) -> Game:
    """Return a sample game, played by people, up to a position."""
    sample = SavedGame.load(FOLDER / f"{name}.rokoko")
    game = Game(replace(sample.setup, players=tuple(Seat(seat.name) for seat in sample.setup.players)))
    for action in sample.line:
        if until(game):
            return game
        game.play(action)
    raise LookupError("there is no such position")
