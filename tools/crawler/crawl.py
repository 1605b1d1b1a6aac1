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
from random import Random
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple
from unittest.mock import patch

from textual import screen as textual_screen
from textual.dom import DOMNode
from textual.screen import Screen

import rokoko_tui
from rokoko_tui.app import RokokoApp
from rokoko_tui.keys import COMMANDS, TYPED
from rokoko_tui.play import key_guard as guard
from rokoko_tui.screens import start
from rokoko_tui.screens.pane_jump import JumpScreen
from rokoko_tui.screens.question import Question
from rokoko_tui.settings import quick_start
from rokoko_tui.settings import setup_draft as draft
from tools.conditions import FIRST_PAGE, Condition, environment_of, lay_out
from tools.torture.by_pilot import collected_seldom
from tools.torture.scenes import Stub

Pair = tuple[str, str]
"""The class of the screen on top, and the id of a command."""
State = tuple[str, ...]
"""The classes of the screen below, the screen on top and the focused widget; empty after the program was left."""

OWN_KEYS = ("enter", "space", "tab", "up", "down", "left", "right", "g", "1", "2", "v", "u", "U", "escape")
"""Keys pressed besides those of the commands, as dialogs and lists of choices have keys of their own."""
DEPTH = 4
"""Keys that change the state, from the first page to the last screen."""
DEPTH_INSIDE = 2
"""The same from a screen that is some keys away from the first page."""
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
    """What one or more crawls covered."""

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
        """Add what another crawl covered."""
        self.offered |= other.offered
        self.visited |= other.visited
        self.states |= other.states
        self.lost |= other.lost
        self.crashes += other.crashes
        self.presses += other.presses
        self.starts += other.starts


class App(RokokoApp):
    """The program, which lists the actions that it runs."""

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
        """The screen that has the keys."""
        return self.app.screen_stack[-1]

    @property
    def state(self) -> State:
        """The present state; empty after the program was left."""
        if self.app._exit:
            return ()
        stack = [name_of(screen) for screen in self.app.screen_stack[1:]]
        return (*stack[-2:], type(self.top.focused).__name__)

    def active(self) -> dict[str, tuple[str, str]]:
        """The keys that are bound now, with the id and the action of their commands."""
        bindings = Screen.active_bindings.fget(self.top)  # type: ignore[attr-defined]
        every = {key: active.binding for key, active in bindings.items() if active.enabled}
        every |= {key: binding for key, binding in self.app._bindings if binding.priority}  # over dialogs too
        named = {key: ((binding.id or "").removesuffix(TYPED), binding.action) for key, binding in every.items()}
        return {key: (id, action) for key, (id, action) in named.items() if id in IDS}

    async def press(self, key: str) -> None:
        """Press ``key``, wait until it is handled, and note the pair if its command ran. Raises what it raised."""
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
            waiting = self._waits_for()
            idle = 0 if waiting else idle + 1
            if waiting:
                await asyncio.sleep(0.0005)
            if asyncio.get_running_loop().time() > deadline:
                raise Stuck(f"{self.state} waits for {waiting}")

    def _waits_for(self) -> str:
        """What is not finished yet; empty when the program is idle."""
        top = self.top
        if not top._compositor.widgets or top._callbacks or top._update_timer._active.is_set():
            return "the screen to be painted"
        if isinstance(top, start.StartScreen) and not top.looked:
            return "the search for games"
        for worker in self.app.workers:
            if worker.is_running and worker._thread_worker:
                return str(worker)
        return next((str(pump) for pump in (self.app, top, *top.walk_children()) if pump._message_queue.qsize()), "")

    def keys_left(self, pressed: set[str], once: bool) -> list[str]:
        """The keys to press here that are not among ``pressed``; with ``once`` only those of pairs not visited yet."""
        screen = name_of(self.top)
        active = self.active()
        self.report.offered |= {(screen, id) for id, _ in active.values()}
        keys = [key for key, (id, _) in active.items() if not once or (screen, id) not in self.report.visited]
        if not once or not hasattr(self.top, "PLACES"):
            keys += [key for key in OWN_KEYS if key not in active]
        if isinstance(self.top, Question):
            keys += [answer.key for answer in self.top._answers]
        if isinstance(self.top, JumpScreen):
            keys += [target.letter for target in self.top.targets]
        return [key for key in dict.fromkeys(keys) if key and key not in pressed]


class Crawl:
    """A crawl under one condition, in folders below ``home``."""

    def __init__(self, condition: Condition, home: Path, depth: int, once: bool) -> None:
        self.condition, self.home, self.depth = condition, home, depth
        self.report = Report()
        self._once = once
        self._pressed: dict[State, set[str]] = {}
        """The keys that need not be pressed again in a state."""
        self._movers: set[tuple[str, str]] = set()
        """(screen, key) that led to another state before; they are pressed last, as they may need a new start."""
        lay_out(condition, home / "saves")
        self._saves = {path: (path.stat().st_mtime_ns, path.read_bytes()) for path in (home / "saves").iterdir()}

    def _restore(self) -> None:
        """Write the saves as they were in the beginning, and remove the settings."""
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
        """Expand every state down to the depth; the report."""
        session, first = self._session(), State()
        try:
            async with session.app.run_test(size=self.condition.size):
                await session.settle()
                first = session.state
        except Exception as error:
            self.report.crashes.append(Crash(self.condition.name, [], error))
        waiting: deque[Found] = deque([Found(first, (), (), 0)] if first else [])
        known: set[State] = set()
        while waiting:
            found = waiting.popleft()
            if found.state in known:
                continue
            known.add(found.state)
            self.report.states.add(found.state)
            if found.depth < self.depth:
                waiting += await self._expand(found)
        return self.report

    async def _expand(self, at: "Found") -> list["Found"]:
        """Press every key at one state; the states that they led to."""
        state, path = at.state, at.short
        pressed = self._pressed.setdefault(state, set())
        found: list[Found] = []
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
                        return found
                    while left := session.keys_left(pressed, self._once):
                        left.sort(key=lambda key: (state[-2], key) in self._movers)
                        pressed.add(left[0])
                        await session.press(left[0])
                        if (reached := session.state) == state:
                            continue
                        self._movers.add((state[-2], left[0]))
                        if not reached:
                            break
                        found.append(Found(reached, (*path, left[0]), tuple(session.keys), at.depth + 1))
                        if not await session.return_to(states, path):
                            break
                    else:
                        return found
            except Exception as error:
                self.report.crashes.append(await self._shortened(Crash(self.condition.name, session.keys, error), path))
            if len(pressed) == before:
                return found

    async def _shortened(self, crash: Crash, path: tuple[str, ...]) -> Crash:
        """The same crash by ``path`` and the last key alone, if that is enough."""
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
        settings.motion, settings.end_turns = "off", False
        if settings.pace != "step":
            settings.pace = "at-once"
        app, stub = App(settings, begin), Stub(SEED)
        app._thinkers, app.ran = stub, []
        self.report.starts += 1
        return Session(app, stub, self.report)


class Found(NamedTuple):
    """A state, and the keys that lead there from a fresh start."""

    state: State
    short: tuple[str, ...]
    """The keys that change the state."""
    long: tuple[str, ...]
    """All keys that were pressed before it was found, in case the short list does not suffice."""
    depth: int


def crawl(condition: Condition, depth: int | None = None, once: bool = False) -> Report:
    """Crawl under ``condition`` to ``depth``; with ``once``, visit no pair in a second state.

    By default that is ``DEPTH`` from the first page, and ``DEPTH_INSIDE`` from conditions that begin elsewhere.
    """
    if depth is None:
        depth = DEPTH if condition in FIRST_PAGE else DEPTH_INSIDE
    with TemporaryDirectory(prefix="rokoko-crawler-") as home, _prepared(condition, Path(home)):
        return asyncio.run(Crawl(condition, Path(home), depth, once).run())


@contextmanager
def _prepared(condition: Condition, home: Path) -> Iterator[None]:
    """The terminal of ``condition``, the same chance every time, and no waiting for the clock."""
    with ExitStack() as stack:
        stack.enter_context(environment_of(condition, home))
        stack.enter_context(collected_seldom())
        stack.enter_context(redirect_stderr(StringIO()))
        stack.enter_context(patch.object(guard, "SPAN", 0.0))
        stack.enter_context(patch.object(start, "SOON", 0.001))
        stack.enter_context(patch.object(textual_screen, "UPDATE_PERIOD", 0.008))
        stack.enter_context(patch.object(quick_start, "randbelow", lambda most: SEED))
        stack.enter_context(patch.object(draft, "SystemRandom", lambda: Random(SEED)))
        yield
