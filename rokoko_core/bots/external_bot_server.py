"""The process of a guest: ``python -m rokoko_core.bots.external_bot_server NAME`` answers the questions on its stdin.

It ends with its stdin, and so with the process that asks, even in the middle of a thought. Where processes can fork, a
second one watches over it, so that its children end with it too. What the guest prints is dropped.
"""

import os
import select
import signal
import sys
from queue import SimpleQueue
from random import Random
from threading import Thread
from time import monotonic
from typing import BinaryIO

import msgspec

from rokoko_core.actions import Action
from rokoko_core.bots.external_bot_process import MOST_TOLD, Answer, Failure, Question, Ready, Stop, encode
from rokoko_core.bots.external_bots import BadBot, Bot, BotFault, load, told
from rokoko_core.bots.time_limit import Clock
from rokoko_core.components import register
from rokoko_core.components.assembly import Content
from rokoko_core.components.catalogue import from_tables

_asked = msgspec.json.Decoder(Question | Stop)


class Ear:
    """What is asked: questions in their order, and the number up to which answers are wanted now."""

    def __init__(self, heard: BinaryIO) -> None:
        self._heard = heard
        self.questions: SimpleQueue[Question] = SimpleQueue()
        self.wanted = 0
        Thread(target=self._listen, daemon=True).start()

    def _listen(self) -> None:
        for line in self._heard:
            message = _asked.decode(line)
            if isinstance(message, Stop):
                self.wanted = message.number
            else:
                self.questions.put(message)
        os._exit(0)


def answer(bot: Bot, question: Question, ear: Ear) -> bytes:
    """The line in which ``bot`` answers ``question``, or says why it does not."""
    if question.components is not None:
        name, tables = question.components
        register(from_tables(name, msgspec.json.decode(tables, type=dict[str, Content])))
    clock = Clock(monotonic() + question.seconds, lambda: ear.wanted >= question.number)
    try:
        action = bot(question.view, Random(question.seed), clock)
    except (Exception, SystemExit) as error:
        return encode(Failure(BotFault.RAISED, told(error)[:MOST_TOLD]))
    try:
        if isinstance(action, Action):
            return encode(Answer(question.number, msgspec.Raw(encode(action))))
        return encode(Failure(BotFault.NONSENSE, repr(action)[:MOST_TOLD]))
    except Exception:  # an action with fields of wrong types, or an object that raises when it is shown
        return encode(Failure(BotFault.NONSENSE, type(action).__name__[:MOST_TOLD]))


def guard_session() -> None:
    """Return in a child process; this one ends the whole session as soon as the child or the asking process ends."""
    if sys.platform == "win32":
        return
    child = os.fork()
    if not child:
        return
    os.close(1)  # only the child's own end of the pipe may keep it open
    signal.signal(signal.SIGTERM, signal.SIG_IGN)  # the child may still tidy up
    Thread(target=_end_on_hang_up, daemon=True).start()
    os.waitpid(child, 0)
    os.killpg(0, signal.SIGKILL)


def _end_on_hang_up() -> None:
    """End the session once stdin has no writer any more."""
    if sys.platform == "win32":
        return
    poll = select.poll()
    poll.register(0, 0)  # no event but the end of the pipe
    poll.poll()
    os.killpg(0, signal.SIGKILL)


def main(name: str) -> None:
    """Answer until stdin ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # on Windows, Ctrl+C reaches every process of the terminal
    guard_session()
    heard, said = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    nowhere = os.open(os.devnull, os.O_RDWR)
    os.dup2(nowhere, 0)
    os.dup2(nowhere, 1)

    def say(message: bytes) -> None:
        said.write(message + b"\n")
        said.flush()

    try:
        bot = load(name)
    except BadBot as bad:
        say(encode(Failure(bad.code, bad.detail[:MOST_TOLD])))
        return
    say(encode(Ready()))
    ear = Ear(heard)
    while True:
        say(answer(bot, ear.questions.get(), ear))


if __name__ == "__main__":
    main(sys.argv[1])
