"""The process of an external bot: ``python -m rokoko_core.bots.external_bot_server NAME`` answers questions on stdin.

It ends when stdin closes, and so with the process that started it, even while the bot thinks. On POSIX a second process
watches it and ends its children too, and memory is limited. Output of the bot is discarded.
"""

import os
import select
import signal
import sys
from contextlib import suppress
from queue import SimpleQueue
from random import Random
from threading import Thread
from time import monotonic
from typing import BinaryIO

import msgspec

from rokoko_core.actions import Action
from rokoko_core.bots.external_bot_process import (
    MAX_DETAIL,
    MAX_MESSAGE,
    Answer,
    Failure,
    Question,
    Ready,
    Stop,
    encode,
)
from rokoko_core.bots.external_bots import BadBot, Bot, BotFault, describe_error, load
from rokoko_core.bots.time_limit import Clock
from rokoko_core.components import register
from rokoko_core.components.assembly import Content
from rokoko_core.components.catalogue import from_tables

MEMORY = 2**30
"""Bytes of memory that each process of the bot may use, where the system has such a limit."""

_decoder = msgspec.json.Decoder(Question | Stop)


class Requests:
    """Questions in their order, read by a thread that ends the process at the end of the stream."""

    def __init__(self, stream: BinaryIO) -> None:
        self._stream = stream
        self.questions: SimpleQueue[Question] = SimpleQueue()
        self.stopped = 0
        """Number of the last question whose answer is wanted immediately."""
        Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        for line in self._stream:
            message = _decoder.decode(line)
            if isinstance(message, Stop):
                self.stopped = message.number
            else:
                self.questions.put(message)
        os._exit(0)


def answer(bot: Bot, question: Question, requests: Requests) -> bytes:
    """Return the bot's ``Answer`` or ``Failure`` as JSON."""
    if question.components is not None:
        name, tables = question.components
        register(from_tables(name, msgspec.json.decode(tables, type=dict[str, Content])))
    clock = Clock(monotonic() + question.seconds, lambda: requests.stopped >= question.number)
    try:
        action = bot(question.view, Random(question.seed), clock)
    except (Exception, SystemExit) as error:
        return encode(Failure(BotFault.RAISED, describe_error(error)[:MAX_DETAIL]))
    try:
        if not isinstance(action, Action):
            return encode(Failure(BotFault.NONSENSE, repr(action)[:MAX_DETAIL]))
        content = encode(action)
        if len(content) < MAX_MESSAGE:
            return encode(Answer(question.number, msgspec.Raw(content)))
        return encode(Failure(BotFault.NONSENSE, type(action).__name__))
    except Exception:  # an action with fields of wrong types, or an object whose repr() raises
        return encode(Failure(BotFault.NONSENSE, type(action).__name__[:MAX_DETAIL]))


def guard_session() -> None:
    """Return in a child process; this one ends the whole session when the child or the starting process ends."""
    if sys.platform == "win32":
        return
    child = os.fork()
    if not child:
        return
    os.close(1)  # only the child may keep the pipe open
    signal.signal(signal.SIGTERM, signal.SIG_IGN)  # the child may still clean up
    Thread(target=_kill_session_at_eof, daemon=True).start()
    os.waitpid(child, 0)
    os.killpg(0, signal.SIGKILL)


def limit_memory(most: int = MEMORY) -> None:
    """Let this process and its later children allocate at most ``most`` bytes each, and write no core dumps.

    On Linux only memory that is written counts, elsewhere the address space. Windows has no such limit.
    """
    if sys.platform == "win32":
        return
    import resource

    kind = resource.RLIMIT_DATA if sys.platform == "linux" else resource.RLIMIT_AS
    for limit, value in ((kind, most), (resource.RLIMIT_CORE, 0)):
        _, hard = resource.getrlimit(limit)
        least = value if hard == resource.RLIM_INFINITY else min(value, hard)
        with suppress(OSError, ValueError):  # macOS refuses limits below what is in use
            resource.setrlimit(limit, (least, least))


def _kill_session_at_eof() -> None:
    """Kill the session once stdin has no writer."""
    if sys.platform == "win32":
        return
    poll = select.poll()
    poll.register(0, 0)  # only the end of the pipe
    poll.poll()
    os.killpg(0, signal.SIGKILL)


def main(name: str) -> None:
    """Answer questions until stdin closes."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # on Windows, Ctrl+C reaches every process of the terminal
    guard_session()
    limit_memory()
    stdin, stdout = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    null = os.open(os.devnull, os.O_RDWR)
    os.dup2(null, 0)
    os.dup2(null, 1)

    def send(message: bytes) -> None:
        stdout.write(message + b"\n")
        stdout.flush()

    try:
        bot = load(name)
    except BadBot as bad:
        send(encode(Failure(bad.code, bad.detail[:MAX_DETAIL])))
        return
    send(encode(Ready()))
    requests = Requests(stdin)
    while True:
        send(answer(bot, requests.questions.get(), requests))


if __name__ == "__main__":
    main(sys.argv[1])
