"""Random input to the program in this process, without a terminal. It is fast, so most events are sent here."""

import asyncio
import gc
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryDirectory

from textual import events
from textual.geometry import Size

from rokoko_tui.app import RokokoApp
from rokoko_tui.doors.input_parser import InputParser
from rokoko_tui.games import Start
from rokoko_tui.settings.settings import Settings
from tools.conditions import environment_of, lay_out
from tools.torture.hands import Event
from tools.torture.scenes import Stub, condition_of

STUCK = 20.0
"""Seconds without an idle message queue after which the program counts as hanging."""


class Hangs(Exception):
    """The program does not handle its messages."""


def crash_of(seed: int, sequence: Sequence[Event]) -> BaseException | None:
    """Run the events of ``sequence`` in the session of ``seed``; return its exception, or None."""
    condition = condition_of(seed)
    with (
        TemporaryDirectory(prefix="rokoko-torture-") as home,
        environment_of(condition, Path(home)),
        reduced_garbage_collection(),
    ):
        settings, start = lay_out(condition, Path(home) / "saves")
        return asyncio.run(_sessions(settings, start, seed, sequence))


@contextmanager
def reduced_garbage_collection() -> Iterator[None]:
    """Collect garbage less often, and only objects of the session, unless the process does so already.

    Rendering allocates many small objects; collecting them took two fifths of the time.
    """
    if gc.get_freeze_count():
        yield
        return
    before = gc.get_threshold()
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 100)
    try:
        yield
    finally:
        gc.set_threshold(*before)
        gc.unfreeze()


async def _sessions(settings: Settings, start: Start, seed: int, sequence: Sequence[Event]) -> BaseException | None:
    """Run the events; after the program exits, start it again with the start screen."""
    done = 0
    while done < len(sequence):
        session = _Session(settings, start, seed)
        try:
            done += await session.run(sequence[done:])
        except Exception as crash:
            return crash
        start = Start()
    return None


class _Session:
    """One run of the program."""

    def __init__(self, settings: Settings, start: Start, seed: int) -> None:
        self.app = RokokoApp(settings, start)
        self.parser = InputParser()
        self.stub = Stub(seed)
        self.app._bot_worker = self.stub

    async def run(self, sequence: Sequence[Event]) -> int:
        """Send the events; return how many were sent before the program exited. Raises its exception."""
        size = sequence[0].split()[1:] if sequence[0].startswith("size") else ("80", "24")
        done = 0
        async with self.app.run_test(size=(int(size[0]), int(size[1]))):
            for done, event in enumerate(sequence, start=1):  # noqa: B007
                self.do(event)
                self.stub.tell()
                await self._rest(30 if event == "rest" else 1)
                if self.app._exception is not None or self.app._exit:
                    break
            if self.app._exception is None and not self.app._exit:
                await self._wait_until_idle()
        return done

    def do(self, event: Event) -> None:
        """Send ``event`` as a terminal driver does."""
        kind, _, what = event.partition(" ")
        if kind == "key":
            self.app.simulate_key(what)
        elif kind == "type":
            self.app.post_message(events.Paste(what))
        elif kind == "raw":
            for message in self.parser.feed(bytes.fromhex(what).decode(errors="replace")):
                self.app.post_message(message)
        elif kind == "size":
            columns, lines = map(int, what.split())
            size = Size(columns, lines)
            assert self.app._driver is not None
            self.app._driver._size = size
            self.app.post_message(events.Resize(size, size))
        elif kind == "click":
            for event_type in (events.MouseMove, events.MouseDown, events.MouseUp):
                self._mouse(event_type, what)
        elif kind == "move":
            self._mouse(events.MouseMove, what)
        elif kind == "wheel":
            way, _, where = what.partition(" ")
            self._mouse(events.MouseScrollUp if way == "up" else events.MouseScrollDown, where)

    def _mouse(self, kind: type[events.MouseEvent], where: str) -> None:
        x, y = map(int, where.split())
        button = 1 if kind in (events.MouseDown, events.MouseUp) else 0
        self.app.post_message(kind(None, x, y, 0, 0, button, False, False, False, x, y, None))

    async def _rest(self, turns: int) -> None:
        """Run ``turns`` iterations of the event loop; with more than one, wait until the program is idle."""
        for _ in range(turns):
            await asyncio.sleep(0)
            if self.app._exception is not None or self.app._exit:
                return
        if turns > 1:
            await asyncio.sleep(0.002)
            await self._wait_until_idle()

    async def _wait_until_idle(self) -> None:
        """Wait until the message queues of app and screen are empty. Raises ``Hangs``."""
        waited = 0.0
        while not all(pump._message_queue.empty() for pump in (self.app, *self.app.screen_stack[-1:])):
            if self.app._exception is not None or self.app._exit:
                return
            await asyncio.sleep(0.001)
            waited += 0.001
            if waited > STUCK:
                raise Hangs(str(self.app.screen))


def format_events(sequence: Sequence[Event]) -> str:
    """Return the events one per line, with consecutive keys on one line."""
    lines = list(sequence[:1])
    for before, event in pairwise(sequence):
        if before.startswith("key") and event.startswith("key"):
            lines[-1] += event.removeprefix("key")
        else:
            lines.append(event)
    return "\n".join(f"    {line}" for line in lines)
