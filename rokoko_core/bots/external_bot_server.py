"""The process of an external bot: ``python -m rokoko_core.bots.external_bot_server NAME`` answers questions on stdin.

It ends when stdin closes, and so with the process that started it, even while the bot thinks. On POSIX a second process
watches it and ends its children too, and memory is limited. Output of the bot is discarded.
"""

import os
import signal
import sys
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
from rokoko_core.system import guard_session, limit_memory

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


def main(name: str) -> None:
    """Answer questions until stdin closes."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # on Windows, Ctrl+C reaches every process of the terminal
    guard_session()
    limit_memory(MEMORY)
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
