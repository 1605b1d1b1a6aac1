"""Where a guest sits: ``python -m rokoko_core.bots.guest_seat NAME`` answers what it is asked on stdin.

It ends with its stdin, and so with whoever asks it, even in the midst of a thought. What the guest prints is dropped.
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
from rokoko_core.bots.clock import Clock
from rokoko_core.bots.guest_line import Answer, Failure, Question, Ready, Stop, encode
from rokoko_core.bots.guests import BadBot, Bot, BotFault, load, told
from rokoko_core.components import register
from rokoko_core.components.assembly import Content
from rokoko_core.components.catalogue import from_tables

MOST_TOLD = 300
"""Signs of what went wrong that are passed on."""

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


def answer(bot: Bot, question: Question, ear: Ear) -> Answer | Failure:
    """What ``bot`` says to ``question``, or why it says nothing."""
    if question.components is not None:
        name, tables = question.components
        register(from_tables(name, msgspec.json.decode(tables, type=dict[str, Content])))
    clock = Clock(monotonic() + question.seconds, lambda: ear.wanted >= question.number)
    try:
        action = bot(question.view, Random(question.seed), clock)
    except (Exception, SystemExit) as error:
        return Failure(BotFault.RAISED, told(error)[:MOST_TOLD])
    if not isinstance(action, Action):
        return Failure(BotFault.NONSENSE, repr(action)[:MOST_TOLD])
    return Answer(question.number, msgspec.Raw(encode(action)))


def main(name: str) -> None:
    """Answer until stdin ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C reaches every process of the terminal; it is for others
    heard, said = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    nowhere = os.open(os.devnull, os.O_RDWR)
    os.dup2(nowhere, 0)
    os.dup2(nowhere, 1)

    def say(message: Ready | Answer | Failure) -> None:
        said.write(encode(message) + b"\n")
        said.flush()

    try:
        bot = load(name)
    except BadBot as bad:
        say(Failure(bad.code, bad.detail[:MOST_TOLD]))
        return
    say(Ready())
    ear = Ear(heard)
    while True:
        say(answer(bot, ear.questions.get(), ear))


if __name__ == "__main__":
    main(sys.argv[1])
