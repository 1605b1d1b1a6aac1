"""Make a bot from a function on observation vectors, such as a trained network.

It requires no extra. docs/writing-a-bot.md explains how to register a bot.
"""

from array import array
from collections.abc import Callable
from random import Random

from rokoko_core.actions import Action
from rokoko_core.adapters.action_numbers import Word
from rokoko_core.adapters.environment import next_choices, to_integer
from rokoko_core.adapters.observation_vector import observation_to_vector
from rokoko_core.bots.external_bots import Bot
from rokoko_core.bots.time_limit import Clock
from rokoko_core.observe import Observation

Answer = Callable[["array[float]", list[int]], int]
"""Maps the observation vector and the legal numbers, in ascending order, to one of them."""


def by_numbers(answer: Answer) -> Bot:
    """Return a bot that calls ``answer`` for each number of an action.

    The bot raises KeyError if ``answer`` returns a number that is not legal, TypeError if it returns no integer, and
    ValueError for the view of a spectator.
    """

    def bot(view: Observation, rng: Random, clock: Clock) -> Action:
        if view.seat is None:
            raise ValueError("a spectator has no choice")
        prefix: Word = ()
        while True:
            choices = next_choices(view.actions, prefix, view.seat, len(view.table.players))
            number = to_integer(answer(observation_to_vector(view, prefix), sorted(choices)), "an answer")
            action = choices[number]
            if action is not None:
                return action
            prefix = (*prefix, number)

    return bot
