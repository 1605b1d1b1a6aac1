"""A table on which tests play without running an app: what it shows, asks and waits for is kept in lists."""

from collections.abc import Awaitable, Callable, Coroutine, Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import Any
from unittest.mock import Mock, patch

from textual import events
from textual._context import active_app
from textual.binding import ActiveBinding
from textual.geometry import Region, Size
from textual.screen import Screen
from textual.timer import Timer

from rokoko_core.actions import Action
from rokoko_core.game import Game
from rokoko_core.journal import create
from rokoko_core.play.local_game import LocalGame
from rokoko_core.play.view import GameControl
from rokoko_core.state import Setup
from rokoko_tui.app import RokokoApp
from rokoko_tui.games import Start
from rokoko_tui.panes.inspectable_table import InspectableTable
from rokoko_tui.panes.preview import PreviewPane
from rokoko_tui.panes.table_view import TableView
from rokoko_tui.screens.play import PlayScreen
from rokoko_tui.settings.settings import Settings
from rokoko_tui.table.choice_list import MenuEntry
from rokoko_tui.widgets.drawing_view import Pane
from tests.tui.at_table import QUIET, InProcessWorker

SIZE = Size(120, 40)


class LaidOutTable(InspectableTable):
    """All panes of a table that is as large as the app but for the footer."""

    @property
    def size(self) -> Size:
        return self.app.size - Size(0, 1)

    @property
    def region(self) -> Region:
        return Region(0, 0, *self.size)


class HeadlessTable(PlayScreen):
    """The screen of the table, without its app running. Only what Textual does for it is replaced."""

    def __init__(self, game: GameControl) -> None:
        self.time = 100.0
        """What ``now`` returns."""
        self.notices: list[str] = []
        self.durations: list[float | None] = []
        """The seconds of each notice; None for the usual ones."""
        self.steps: list[str] = []
        """Pages and screens shown, and what else left the table, in order."""
        self.opened: list[tuple[Screen[Any], Callable[[Any], Awaitable[None] | None]]] = []
        """Other screens over the table, with what their results do."""
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

    def ask(self, question: Screen[Any], on_answer: Callable[[Any], Awaitable[None] | None]) -> None:
        self.opened.append((question, on_answer))

    def ask_to_leave(self) -> None:
        self.steps.append("leave")

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

    async def press(self, key: str) -> None:
        """Press the key of a choice."""
        event = events.Key(key, key if len(key) == 1 else None)
        event.time = self.time
        if not self.intercepts(event):
            await self.on_key(event)
        await self.settle()

    async def finish(self, command: Coroutine[None, None, None]) -> None:
        """Await a command and what it causes."""
        await command
        await self.settle()

    # ---- what a person sees

    @property
    def labels(self) -> list[str]:
        return [entry.text for entry in self.choices.entries]

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
