"""Test bots that choose action numbers from observation vectors."""

from array import array
from random import Random

import pytest

from rokoko_core.adapters.environment import Position
from rokoko_core.adapters.observation_vector import to_vector
from rokoko_core.adapters.vector_bot import by_numbers
from rokoko_core.bots.time_limit import Clock
from rokoko_core.engine import apply_unchecked
from rokoko_core.observe import observe
from rokoko_core.terms import Expansion
from tests.core.adapters.games import first_position, play_randomly


def test_the_bot_plays_the_action_of_the_chosen_numbers() -> None:
    calls: list[tuple[array[float], list[int]]] = []

    def answer(seen: "array[float]", legal: list[int]) -> int:
        calls.append((seen, legal))
        return legal[len(legal) // 2]

    bot, rng = by_numbers(answer), Random(1)
    positions = [p for p in play_randomly(3, tuple(Expansion), seed=4) if p.mover is not None and not p.prefix]
    for position in positions[::4]:
        mover, reached = position.mover or 0, position
        calls.clear()
        action = bot(observe(position.state, mover), rng, Clock())
        for seen, legal in calls:
            assert (seen, legal) == (to_vector(reached, mover), reached.legal)
            reached = reached.play(legal[len(legal) // 2])
        assert not reached.prefix
        assert reached.state == apply_unchecked(position.state, action)


def test_the_bot_raises_for_an_illegal_number() -> None:
    position: Position = first_position(2)
    bot = by_numbers(lambda seen, legal: -1)
    with pytest.raises(KeyError):
        bot(observe(position.state, position.mover), Random(1), Clock())
