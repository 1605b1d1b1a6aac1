"""The line to a guest: a session of processes for each, asked by lines of JSON, and ended when it does not answer."""

import atexit
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from queue import Empty, SimpleQueue
from random import Random
from threading import Lock, Thread
from time import monotonic

import msgspec

from rokoko_core.actions import Action
from rokoko_core.bots.external_bots import BadBot, BotFault, told
from rokoko_core.bots.time_limit import Clock, Plan
from rokoko_core.components import components_named
from rokoko_core.observe import Observation

LOADING = 20.0
"""Seconds a guest may take to be imported."""
GRACE = 3.0
"""Seconds beyond its time, or after it was told to stop, in which an answer still counts."""
TIDYING = 0.5
"""Seconds between SIGTERM and SIGKILL."""
MOST_ANSWERED = 2**20
"""Bytes a message of a guest may have."""
MOST_TOLD = 300
"""Characters of what went wrong that are passed on."""
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
UNREADABLE = (msgspec.MsgspecError, ValueError, RecursionError)
"""What a decoder raises on bytes that are no message."""


class Line:
    """A guest's processes, and the pipes to and from them.

    Only threads use the pipes: neither a guest that reads nothing nor a process that keeps a pipe open stops the game.
    """

    def __init__(self, name: str) -> None:
        self.name = name
        self._number = 0
        self._process = subprocess.Popen(
            [sys.executable, "-P", "-m", "rokoko_core.bots.external_bot_server", name],
            bufsize=0,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
            start_new_session=True,  # on Windows without effect
        )
        self._messages: SimpleQueue[bytes] = SimpleQueue()
        """What to write; nothing to end."""
        self._wanted: SimpleQueue[bool] = SimpleQueue()
        """True for each line to be read; False to end."""
        self._lines: SimpleQueue[bytes | None] = SimpleQueue()
        """What was read: a line without its end, empty if it is too long; None after the last."""
        self._threads = [Thread(target=work, daemon=True) for work in (self._write, self._read)]
        for thread in self._threads:
            thread.start()

    def _write(self) -> None:
        assert self._process.stdin is not None
        with self._process.stdin as pipe, suppress(OSError):  # reading finds out that the process has ended
            while message := self._messages.get():
                rest = memoryview(message)
                while rest:
                    rest = rest[pipe.write(rest) :]

    def _read(self) -> None:
        assert self._process.stdout is not None
        unread = bytearray()
        with self._process.stdout as pipe:
            while self._wanted.get():
                while b"\n" not in unread and len(unread) <= MOST_ANSWERED and (more := pipe.read(2**16)):
                    unread += more
                line, newline, unread = unread.partition(b"\n")
                too_long = len(line) > MOST_ANSWERED
                self._lines.put(b"" if too_long else bytes(line) if newline else None)

    def ready(self) -> None:
        """Wait until the guest is imported. Raises ``BadBot``."""
        if not isinstance(self._next(LOADING, lambda: False), Ready):
            raise BadBot(BotFault.NONSENSE, self.name)

    def ask(self, view: Observation, seed: int, seconds: float, stopped: Callable[[], bool]) -> Action:
        """What the guest does at ``view``, in ``seconds``; below 0 part of the grace is used up. Raises ``BadBot``."""
        self._number += 1
        known = components_named(view.table.setup.components)
        own = (known.name, msgspec.Raw(known.content)) if known.content else None
        self._say(Question(self._number, view, seed, max(0.0, seconds), own))
        answer = self._next(seconds + GRACE, stopped)
        if isinstance(answer, Answer) and answer.number == self._number:
            with suppress(*UNREADABLE):
                action: Action = _action.decode(answer.action)
                if action in view.actions:
                    return action
        raise BadBot(BotFault.NONSENSE, self.name)

    def _say(self, message: Question | Stop) -> None:
        self._messages.put(encode(message) + b"\n")

    def _next(self, seconds: float, stopped: Callable[[], bool]) -> Ready | Answer:
        """The guest's next message, within ``seconds``, and soon once ``stopped`` says so. Raises ``BadBot``."""
        end, hurried = monotonic() + seconds, False
        self._wanted.put(True)
        while True:
            try:
                line = self._lines.get(timeout=GLANCE)
                break
            except Empty:
                if monotonic() > end:
                    raise BadBot(BotFault.STALLED, self.name) from None
                if not hurried and stopped():
                    hurried, end = True, min(end, monotonic() + GRACE)
                    self._say(Stop(self._number))
        if line is None:
            raise BadBot(BotFault.GONE, self.name)
        try:
            message: Ready | Answer | Failure = _heard.decode(line)
        except UNREADABLE:
            raise BadBot(BotFault.NONSENSE, self.name) from None
        if isinstance(message, Failure):
            raise BadBot(message.code, self.name, message.detail[:MOST_TOLD])
        return message

    def close(self) -> None:
        """End all processes of the guest, whatever they are doing."""
        _end_session(self._process)
        self._messages.put(b"")
        self._wanted.put(False)
        for thread in self._threads:
            thread.join(TIDYING)  # a process that has left the session may keep a pipe open: its thread waits in vain


def _end_session(process: "subprocess.Popen[bytes]") -> None:
    """End ``process`` and its descendants: SIGTERM, and SIGKILL for those left after a moment."""
    if sys.platform == "win32":
        tree = ["taskkill", "/F", "/T", "/PID", str(process.pid)]
        subprocess.run(tree, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
        process.kill()
    else:
        with suppress(OSError):  # they have ended already
            os.killpg(process.pid, signal.SIGTERM)
        with suppress(subprocess.TimeoutExpired):
            process.wait(TIDYING)
        with suppress(OSError):
            os.killpg(process.pid, signal.SIGKILL)
    process.wait()


_lines: dict[tuple[int, str], Line] = {}
"""The lines of this process, which a copy of it must not use."""
_one_at_a_time = Lock()


def try_out(name: str) -> None:
    """Import the guest called ``name`` in its process. Raises ``BadBot``."""
    with _one_at_a_time:
        _line(name)


def plan_of(name: str, view: Observation, rng: Random, clock: Clock) -> Plan:
    """What the guest called ``name`` does at ``view``. Raises ``BadBot``."""
    time = clock.left
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
        try:
            line = Line(name)
        except OSError as error:  # the system has no process or no pipe left
            raise BadBot(BotFault.BROKEN, name, told(error)) from error
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
