"""Breadth-first search through the states of the program, which presses every key in each of them.

A state is the two screens on top and the widget that has the focus. Keys from a fresh start lead to it. There every key
of every active command is pressed, one after the other, as long as the state stays the same or Escape returns to it.
Then the program is started again.
"""

import asyncio
import os
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, redirect_stderr
from dataclasses import dataclass, field
from io import StringIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple
from unittest.mock import patch

from textual import screen as textual_screen
from textual.dom import DOMNode
from textual.screen import ModalScreen, Screen

import rokoko_tui
from rokoko_core import setup as core_setup
from rokoko_tui.app import RokokoApp
from rokoko_tui.keys import COMMANDS, TYPED
from rokoko_tui.screens import start
from rokoko_tui.screens.pane_jump import PaneJumpScreen
from rokoko_tui.screens.question import Question
from rokoko_tui.table import key_guard as guard
from tools.conditions import FIRST_PAGE, Condition, environment_of, lay_out
from tools.torture.by_pilot import reduced_garbage_collection
from tools.torture.scenes import Stub

Pair = tuple[str, str]
"""The class of the screen on top, and the id of a command."""
State = tuple[str, ...]
"""The classes of the screen below, the screen on top and the focused widget; empty after the program exited."""

OWN_KEYS = ("enter", "space", "tab", "up", "down", "left", "right", "g", "1", "2", "v", "u", "U", "escape")
"""Keys pressed besides those of the commands, as dialogs and lists of choices have keys of their own."""
DEPTH = 4
"""Maximum number of state changes from the first page."""
DEPTH_INSIDE = 2
"""Maximum number of state changes from any other start condition."""
PATIENCE = 60.0
"""Seconds within which the program has to handle a key."""
IDS = {command.id for command in COMMANDS}
SEED = 7


def name_of(screen: Screen[Any]) -> str:
    """Return the class of ``screen``, and its name if it has one: the lesson is a ``PlayScreen`` too."""
    return f"{type(screen).__name__} {screen.name or ''}".strip()


class Stuck(Exception):
    """The program does not finish handling a key."""


@dataclass
class Crash:
    """An error, and the keys that led to it from a fresh start."""

    condition: str
    keys: list[str]
    error: BaseException


@dataclass
class Report:
    """The coverage of one or more crawls."""

    offered: set[Pair] = field(default_factory=set)
    """Pairs whose command was active on the screen at some time."""
    visited: set[Pair] = field(default_factory=set)
    """Pairs whose command ran."""
    states: set[State] = field(default_factory=set)
    lost: set[State] = field(default_factory=set)
    """States that the same keys did not lead to again."""
    crashes: list[Crash] = field(default_factory=list)
    presses: int = 0
    starts: int = 0

    def add(self, other: "Report") -> None:
        """Add the coverage of another crawl."""
        self.offered |= other.offered
        self.visited |= other.visited
        self.states |= other.states
        self.lost |= other.lost
        self.crashes += other.crashes
        self.presses += other.presses
        self.starts += other.starts


class App(RokokoApp):
    """The program, recording the actions that it runs."""

    CSS_PATH = str(Path(rokoko_tui.__file__).with_name("app.tcss"))
    ran: list[object]

    async def run_action(
        self, action: object, default_namespace: DOMNode | None = None, namespaces: Mapping[str, DOMNode] | None = None
    ) -> bool:
        """Run ``action`` and note it if it was handled."""
        handled = await super().run_action(action, default_namespace, namespaces)  # type: ignore[arg-type]
        if handled:
            self.ran.append(action)
        return handled


class Session:
    """The program from a fresh start."""

    def __init__(self, app: App, stub: Stub, report: Report) -> None:
        self.app, self.stub, self.report = app, stub, report
        self.keys: list[str] = []

    @property
    def top(self) -> Screen[object]:
        """The top screen, which receives the keys."""
        return self.app.screen_stack[-1]

    @property
    def state(self) -> State:
        """The current state; empty after the program exited."""
        if self.app._exit:
            return ()
        stack = [name_of(screen) for screen in self.app.screen_stack[1:]]
        return (*stack[-2:], type(self.top.focused).__name__)

    def active(self) -> dict[str, tuple[str, str]]:
        """Return the active keys with the id and action of their commands."""
        bindings = Screen.active_bindings.fget(self.top)  # type: ignore[attr-defined]
        by_key = {key: active.binding for key, active in bindings.items() if active.enabled}
        by_key |= {key: binding for key, binding in self.app._bindings if binding.priority}  # over dialogs too
        commands = {key: ((binding.id or "").removesuffix(TYPED), binding.action) for key, binding in by_key.items()}
        return {key: (id, action) for key, (id, action) in commands.items() if id in IDS}

    async def press(self, key: str) -> None:
        """Press ``key``, wait until it is handled, and record the pair if its command ran. Raises its exception."""
        screen, (id, action) = name_of(self.top), self.active().get(key, ("", ""))
        self.app.ran = []
        self.keys.append(key)
        self.report.presses += 1
        self.app.simulate_key(key)
        self.stub.tell()
        await self.settle()
        if action in self.app.ran:
            self.report.visited.add((screen, id))

    async def return_to(self, states: Sequence[State], path: Sequence[str]) -> bool:
        """Return to the last of ``states``, through which ``path`` led, by Escape and then along the path."""
        if self.state not in states:
            await self.press("escape")
        if self.state not in states:
            return False
        for key in path[states.index(self.state) :]:
            await self.press(key)
        return self.state == states[-1]

    async def settle(self) -> None:
        """Wait until every message is handled and the screen is painted. Raises ``Stuck``."""
        deadline = asyncio.get_running_loop().time() + PATIENCE
        idle = 0
        while idle < 3:
            await asyncio.sleep(0)
            if self.app._exception is not None:
                raise self.app._exception
            if self.app._exit:
                return
            waiting = self._pending_work()
            idle = 0 if waiting else idle + 1
            if waiting:
                await asyncio.sleep(0.0005)
            if asyncio.get_running_loop().time() > deadline:
                raise Stuck(f"{self.state} waits for {waiting}")

    def _pending_work(self) -> str:
        """Name what the program is waiting for; empty if it is idle."""
        top = self.top
        if not top._compositor.widgets or top._callbacks or top._update_timer._active.is_set():
            return "the screen to be painted"
        if isinstance(top, start.StartScreen) and not top.is_search_done:
            return "the search for games"
        for worker in self.app.workers:
            if worker.is_running and worker._thread_worker:
                return str(worker)
        return next((str(pump) for pump in (self.app, top, *top.walk_children()) if pump._message_queue.qsize()), "")

    def keys_left(self, pressed: set[str], once: bool) -> list[str]:
        """Return the keys that are not in ``pressed``; with ``once``, only those of pairs not visited yet."""
        screen = name_of(self.top)
        active = self.active()
        self.report.offered |= {(screen, id) for id, _ in active.values()}
        keys = [key for key, (id, _) in active.items() if not once or (screen, id) not in self.report.visited]
        if not once or isinstance(self.top, ModalScreen):
            keys += [key for key in OWN_KEYS if key not in active]
        if isinstance(self.top, Question):
            keys += [answer.letter for answer in self.top._answers]
        if isinstance(self.top, PaneJumpScreen):
            keys += [target.letter for target in self.top.targets]
        return [key for key in dict.fromkeys(keys) if key and key not in pressed]


class Crawl:
    """A crawl under one condition, in folders below ``home``."""

    def __init__(self, condition: Condition, home: Path, depth: int, once: bool) -> None:
        self.condition, self.home, self.depth = condition, home, depth
        self.report = Report()
        self._once = once
        self._pressed: dict[State, set[str]] = {}
        """The keys already pressed in each state."""
        self._movers: set[tuple[str, str]] = set()
        """(screen, key) that led to another state before. They are pressed last, as they may require a restart."""
        lay_out(condition, home / "saves")
        self._saves = {path: (path.stat().st_mtime_ns, path.read_bytes()) for path in (home / "saves").iterdir()}

    def _restore(self) -> None:
        """Restore the original saves and remove the settings."""
        for path in [*(self.home / "saves").rglob("*")]:
            if path.is_file() and path not in self._saves and path.suffix != ".msgpack":
                path.unlink()
        for path, (stamp, content) in self._saves.items():
            if not path.exists() or path.stat().st_mtime_ns != stamp:
                path.write_bytes(content)
                os.utime(path, ns=(stamp, stamp))
        for path in (self.home / "config").rglob("*.toml"):
            path.unlink()

    async def run(self) -> Report:
        """Expand every state down to the depth; return the report."""
        session, first = self._session(), State()
        try:
            async with session.app.run_test(size=self.condition.size):
                await session.settle()
                first = session.state
        except Exception as error:
            self.report.crashes.append(Crash(self.condition.name, [], error))
        waiting: deque[QueuedState] = deque([QueuedState(first, (), (), 0)] if first else [])
        known: set[State] = set()
        while waiting:
            queued = waiting.popleft()
            if queued.state in known:
                continue
            known.add(queued.state)
            self.report.states.add(queued.state)
            if queued.depth < self.depth:
                waiting += await self._expand(queued)
        return self.report

    async def _expand(self, at: "QueuedState") -> list["QueuedState"]:
        """Press every key in one state; return the states that they lead to."""
        state, path = at.state, at.short
        pressed = self._pressed.setdefault(state, set())
        successors: list[QueuedState] = []
        while True:
            session = self._session()
            before = len(pressed)
            try:
                async with session.app.run_test(size=self.condition.size):
                    await session.settle()
                    states = [session.state]
                    for key in path:
                        await session.press(key)
                        states.append(session.state)
                    if session.state != state and path != at.long:
                        path = at.long
                        continue
                    if session.state != state:
                        self.report.lost.add(state)
                        return successors
                    while remaining := session.keys_left(pressed, self._once):
                        remaining.sort(key=lambda key: (state[-2], key) in self._movers)
                        pressed.add(remaining[0])
                        await session.press(remaining[0])
                        if (reached := session.state) == state:
                            continue
                        self._movers.add((state[-2], remaining[0]))
                        if not reached:
                            break
                        successors.append(
                            QueuedState(reached, (*path, remaining[0]), tuple(session.keys), at.depth + 1)
                        )
                        if not await session.return_to(states, path):
                            break
                    else:
                        return successors
            except Exception as error:
                self.report.crashes.append(await self._shorten(Crash(self.condition.name, session.keys, error), path))
            if len(pressed) == before:
                return successors

    async def _shorten(self, crash: Crash, path: tuple[str, ...]) -> Crash:
        """Reproduce the crash with ``path`` and the last key only, if possible."""
        keys = [*path, *crash.keys[-1:]]
        session = self._session()
        try:
            async with session.app.run_test(size=self.condition.size):
                await session.settle()
                for key in keys:
                    await session.press(key)
        except Exception as error:
            if type(error) is type(crash.error):
                return Crash(crash.condition, session.keys, error)
        return crash

    def _session(self) -> Session:
        self._restore()
        settings, begin = lay_out(self.condition, self.home / "saves")
        settings.motion, settings.end_turns = "off", "never"
        if settings.pace != "step":
            settings.pace = "at-once"
        app, stub = App(settings, begin), Stub(SEED)
        app._bot_worker, app.ran = stub, []
        self.report.starts += 1
        return Session(app, stub, self.report)


class QueuedState(NamedTuple):
    """A state, and the keys that lead there from a fresh start."""

    state: State
    short: tuple[str, ...]
    """The keys that change the state."""
    long: tuple[str, ...]
    """All keys that were pressed before the state was reached, in case the short list does not suffice."""
    depth: int


def crawl(condition: Condition, depth: int | None = None, once: bool = False) -> Report:
    """Crawl under ``condition`` to ``depth``; with ``once``, visit no pair in a second state.

    By default that is ``DEPTH`` from the first page, and ``DEPTH_INSIDE`` from conditions that begin elsewhere.
    """
    if depth is None:
        depth = DEPTH if condition in FIRST_PAGE else DEPTH_INSIDE
    with TemporaryDirectory(prefix="rokoko-crawler-") as home, _environment(condition, Path(home)):
        return asyncio.run(Crawl(condition, Path(home), depth, once).run())


@contextmanager
def _environment(condition: Condition, home: Path) -> Iterator[None]:
    """Set the terminal of ``condition``, fix random seeds, and remove delays."""
    with ExitStack() as stack:
        stack.enter_context(environment_of(condition, home))
        stack.enter_context(reduced_garbage_collection())
        stack.enter_context(redirect_stderr(StringIO()))
        stack.enter_context(patch.object(guard, "GUARD_SECONDS", 0.0))
        stack.enter_context(patch.object(start, "SOON", 0.001))
        stack.enter_context(patch.object(textual_screen, "UPDATE_PERIOD", 0.008))
        stack.enter_context(patch.object(core_setup, "draw_secret_seed", lambda: SEED))
        yield
