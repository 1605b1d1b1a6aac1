"""A bot of this program made of something that knows numbers alone, such as a network that has learned.

It needs no extra. How a bot is named so that the program finds it, docs/writing-a-bot.md says.
"""

from array import array
from collections.abc import Callable
from random import Random

from rokoko_core.actions import Action
from rokoko_core.adapters.action_numbers import Word
from rokoko_core.adapters.environment import choices
from rokoko_core.adapters.observation_vector import row_of
from rokoko_core.bots.external_bots import Bot
from rokoko_core.bots.time_limit import Clock
from rokoko_core.observe import Observation

Answer = Callable[["array[float]", list[int]], int]
"""From what the seat sees and the numbers that are legal, in rising order, to one of them."""


def by_numbers(answer: Answer) -> Bot:
    """The bot that asks ``answer`` for one number after the other until they make an action.

    It raises KeyError when ``answer`` gives a number that is not legal.
    """

    def bot(view: Observation, rng: Random, clock: Clock) -> Action:
        assert view.seat is not None
        told: Word = ()
        while True:
            found = choices(view.actions, told, view.seat, len(view.table.players))
            number = answer(row_of(view, told), sorted(found))
            action = found[number]
            if action is not None:
                return action
            told = (*told, number)

    return bot
