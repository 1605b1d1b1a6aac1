"""The line to a guest: a process of its own for each, asked by lines of JSON, and given up when it does not answer."""

import atexit
import os
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from queue import Empty, Queue
from random import Random
from threading import Lock, Thread
from time import monotonic

import msgspec

from rokoko_core.actions import Action
from rokoko_core.bots.clock import Clock, Plan
from rokoko_core.bots.guests import BadBot, BotFault
from rokoko_core.components import components_named
from rokoko_core.observe import Observation

LOADING = 20.0
"""Seconds a guest may take to be imported."""
GRACE = 3.0
"""Seconds beyond its time, or after it was told to stop, in which an answer still counts."""
GLANCE = 0.05
"""Seconds between two looks at whether the answer is wanted now."""


class Question(msgspec.Struct, frozen=True, tag=True):
    """What to do at ``view``? ``seed`` is for the guest's chance, ``seconds`` the time it has."""

    number: int
    view: Observation
    seed: int
    seconds: float
    components: tuple[str, msgspec.Raw] | None = None
    """Name and tables of a component set that did not ship."""


class Stop(msgspec.Struct, frozen=True, tag=True):
    """The answer to the question of this number is wanted now."""

    number: int


class Ready(msgspec.Struct, frozen=True, tag=True):
    """The guest is imported."""


class Answer(msgspec.Struct, frozen=True, tag=True):
    """What the guest does; anything at all."""

    number: int
    action: msgspec.Raw


class Failure(msgspec.Struct, frozen=True, tag=True):
    """Why it does not play."""

    code: BotFault
    detail: str


encode = msgspec.json.Encoder().encode
_heard = msgspec.json.Decoder(Ready | Answer | Failure)
_action = msgspec.json.Decoder(Action)


class Line:
    """A guest's process, and what comes from it."""

    def __init__(self, name: str) -> None:
        self.name = name
        self._number = 0
        self._process = subprocess.Popen(
            [sys.executable, "-P", "-m", "rokoko_core.bots.guest_seat", name],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
        )
        self._said: Queue[bytes] = Queue()
        Thread(target=self._listen, daemon=True).start()

    def _listen(self) -> None:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            self._said.put(line)
        self._said.put(b"")

    def ready(self) -> None:
        """Wait until the guest is imported. Raises ``BadBot``."""
        self._next(LOADING, lambda: False)

    def ask(self, view: Observation, seed: int, seconds: float, stopped: Callable[[], bool]) -> Action:
        """What the guest does at ``view``. Raises ``BadBot``."""
        self._number += 1
        known = components_named(view.table.setup.components)
        own = (known.name, msgspec.Raw(known.content)) if known.content else None
        self._say(Question(self._number, view, seed, seconds, own))
        told = self._next(seconds + GRACE, stopped)
        try:
            action: Action | None = _action.decode(told.action) if isinstance(told, Answer) else None
        except msgspec.DecodeError:
            action = None
        if action is None or action not in view.actions:
            raise BadBot(BotFault.NONSENSE, self.name)
        return action

    def _say(self, message: Question | Stop) -> None:
        assert self._process.stdin is not None
        with suppress(OSError):  # what has ended is found out by reading
            self._process.stdin.write(encode(message) + b"\n")
            self._process.stdin.flush()

    def _next(self, seconds: float, stopped: Callable[[], bool]) -> Ready | Answer:
        """What the guest says next, in so many ``seconds``, and soon once ``stopped`` says so. Raises ``BadBot``."""
        end, hurried = monotonic() + seconds, False
        while True:
            try:
                line = self._said.get(timeout=GLANCE)
            except Empty:
                if monotonic() > end:
                    raise BadBot(BotFault.STALLED, self.name) from None
                if not hurried and stopped():
                    hurried, end = True, min(end, monotonic() + GRACE)
                    self._say(Stop(self._number))
                continue
            if not line:
                raise BadBot(BotFault.GONE, self.name)
            told: Ready | Answer | Failure = _heard.decode(line)
            if isinstance(told, Failure):
                raise BadBot(told.code, self.name, told.detail)
            return told

    def close(self) -> None:
        """End the process, whatever it is doing."""
        self._process.kill()
        self._process.wait()
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                with suppress(OSError):
                    pipe.close()


_lines: dict[tuple[int, str], Line] = {}
"""The lines of this process, which a copy of it must not use."""
_one_at_a_time = Lock()


def try_out(name: str) -> None:
    """Import the guest called ``name`` in its process. Raises ``BadBot``."""
    with _one_at_a_time:
        _line(name)


def plan_of(name: str, view: Observation, rng: Random, clock: Clock) -> Plan:
    """What the guest called ``name`` does at ``view``. Raises ``BadBot``."""
    time = max(0.0, clock.left)
    with _one_at_a_time:
        line = _line(name)
        try:
            return (line.ask(view, rng.getrandbits(64), time, clock.stopped),)
        except BadBot:
            _lines.pop((os.getpid(), name)).close()
            raise


def _line(name: str) -> Line:
    """The line to the guest called ``name``, which is ready. Raises ``BadBot``."""
    key = os.getpid(), name
    if key not in _lines:
        line = Line(name)
        try:
            line.ready()
        except BadBot:
            line.close()
            raise
        _lines[key] = line
    return _lines[key]


@atexit.register
def hang_up() -> None:
    """End the processes of all guests."""
    for key in [key for key in _lines if key[0] == os.getpid()]:
        _lines.pop(key).close()
