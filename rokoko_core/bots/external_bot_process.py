"""Run external bots: one session of processes per bot, JSON lines over its pipes, SIGKILL if it does not answer."""

import atexit
import os
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
from rokoko_core.bots.external_bots import GRACE, BadBot, BotFault, describe_error
from rokoko_core.bots.time_limit import Clock, Plan
from rokoko_core.components import components_named
from rokoko_core.observe import Observation
from rokoko_core.system import end_session

LOADING = 20.0
"""Seconds a bot may take to be imported."""
TIDYING = 0.5
"""Seconds between SIGTERM and SIGKILL."""
MAX_MESSAGE = 2**20
"""Largest message of a bot in bytes."""
MAX_DETAIL = 300
"""Longest error message of a bot in characters."""
POLL = 0.05
"""Seconds between two checks of ``stopped``."""


class Question(msgspec.Struct, frozen=True, tag=True):
    """Ask for an action at ``view``, within ``seconds``; ``seed`` is for the bot's random generator."""

    number: int
    view: Observation
    seed: int
    seconds: float
    components: tuple[str, msgspec.Raw] | None = None
    """Name and tables of a component set that is not built in."""


class Stop(msgspec.Struct, frozen=True, tag=True):
    """Ask for the answer to the question ``number`` immediately."""

    number: int


class Ready(msgspec.Struct, frozen=True, tag=True):
    """The bot is imported."""


class Answer(msgspec.Struct, frozen=True, tag=True):
    """The bot's action, not validated."""

    number: int
    action: msgspec.Raw


class Failure(msgspec.Struct, frozen=True, tag=True):
    """The bot cannot play."""

    code: BotFault
    detail: str


encode = msgspec.json.Encoder().encode
_message_decoder = msgspec.json.Decoder(Ready | Answer | Failure)
_action_decoder = msgspec.json.Decoder(Action)
DECODE_ERRORS = (msgspec.MsgspecError, ValueError, RecursionError)


class BotProcess:
    """The processes of an external bot and the pipes to them.

    Only threads use the pipes, so a bot that does not read, or a process that keeps a pipe open, cannot block the game.
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
            start_new_session=True,  # no effect on Windows
        )
        self._messages: SimpleQueue[bytes] = SimpleQueue()
        """Messages to write; an empty one ends the thread."""
        self._reads: SimpleQueue[bool] = SimpleQueue()
        """True for each line to read; False ends the thread."""
        self._lines: SimpleQueue[bytes | None] = SimpleQueue()
        """Lines read, without their end; empty if too long, None at the end of the stream."""
        self._threads = [Thread(target=target, daemon=True) for target in (self._write, self._read)]
        for thread in self._threads:
            thread.start()

    def _write(self) -> None:
        assert self._process.stdin is not None
        with self._process.stdin as pipe, suppress(OSError):  # the reading thread reports the end of the process
            while message := self._messages.get():
                rest = memoryview(message)
                while rest:
                    rest = rest[pipe.write(rest) :]

    def _read(self) -> None:
        assert self._process.stdout is not None
        unread = bytearray()
        with self._process.stdout as pipe:
            while self._reads.get():
                while b"\n" not in unread and len(unread) <= MAX_MESSAGE and (chunk := pipe.read(2**16)):
                    unread += chunk
                line, newline, unread = unread.partition(b"\n")
                too_long = len(line) > MAX_MESSAGE
                self._lines.put(b"" if too_long else bytes(line) if newline else None)

    def wait_until_ready(self) -> None:
        """Wait until the bot is imported. Raises ``BadBot``."""
        if not isinstance(self._receive(LOADING, lambda: False), Ready):
            raise BadBot(BotFault.NONSENSE, self.name)

    def ask(self, view: Observation, seed: int, seconds: float, stopped: Callable[[], bool]) -> Action:
        """Return the bot's action at ``view``; negative ``seconds`` shorten ``GRACE``. Raises ``BadBot``."""
        self._number += 1
        component_set = components_named(view.table.setup.components)
        custom = (component_set.name, msgspec.Raw(component_set.content)) if component_set.content else None
        self._send(Question(self._number, view, seed, max(0.0, seconds), custom))
        answer = self._receive(seconds + GRACE, stopped)
        if isinstance(answer, Answer) and answer.number == self._number:
            with suppress(*DECODE_ERRORS):
                action: Action = _action_decoder.decode(answer.action)
                if action in view.actions:
                    return action
        raise BadBot(BotFault.NONSENSE, self.name)

    def _send(self, message: Question | Stop) -> None:
        self._messages.put(encode(message) + b"\n")

    def _receive(self, seconds: float, stopped: Callable[[], bool]) -> Ready | Answer:
        """Return the bot's next message; send ``Stop`` once ``stopped()`` is true. Raises ``BadBot``."""
        end, stop_sent = monotonic() + seconds, False
        self._reads.put(True)
        while True:
            try:
                line = self._lines.get(timeout=POLL)
                break
            except Empty:
                if monotonic() > end:
                    raise BadBot(BotFault.STALLED, self.name) from None
                if not stop_sent and stopped():
                    stop_sent, end = True, min(end, monotonic() + GRACE)
                    self._send(Stop(self._number))
        if line is None:
            raise BadBot(BotFault.GONE, self.name)
        try:
            message: Ready | Answer | Failure = _message_decoder.decode(line)
        except DECODE_ERRORS:
            raise BadBot(BotFault.NONSENSE, self.name) from None
        if isinstance(message, Failure):
            raise BadBot(message.code, self.name, message.detail[:MAX_DETAIL])
        return message

    def close(self) -> None:
        """End all processes of the bot."""
        end_session(self._process, TIDYING)
        self._messages.put(b"")
        self._reads.put(False)
        for thread in self._threads:
            thread.join(TIDYING)  # a process that left the session may keep a pipe open and block its thread


_running: dict[tuple[int, str], BotProcess] = {}
"""Processes by (own process id, name): a fork of this process must not use them."""
_lock = Lock()


def try_out(name: str) -> None:
    """Start and import the bot ``name``. Raises ``BadBot``."""
    with _lock:
        _process_of(name)


def plan_of(name: str, view: Observation, rng: Random, clock: Clock) -> Plan:
    """Return the action of the bot ``name`` at ``view`` as a plan. Raises ``BadBot``."""
    seconds = clock.left
    with _lock:
        process = _process_of(name)
        try:
            return (process.ask(view, rng.getrandbits(64), seconds, clock.stopped),)
        except BadBot:
            _running.pop((os.getpid(), name)).close()
            raise


def _process_of(name: str) -> BotProcess:
    """Return the process of the bot ``name``, started if necessary. Raises ``BadBot``."""
    key = os.getpid(), name
    if key not in _running:
        try:
            process = BotProcess(name)
        except OSError as error:  # no free process or pipe
            raise BadBot(BotFault.BROKEN, name, describe_error(error)) from error
        try:
            process.wait_until_ready()
        except BadBot:
            process.close()
            raise
        _running[key] = process
    return _running[key]


@atexit.register
def stop_external_bots() -> None:
    """End the processes of all external bots."""
    for key in [key for key in _running if key[0] == os.getpid()]:
        _running.pop(key).close()
