"""What learned by numbers plays at this table: it is asked the same and does the same."""

from array import array
from random import Random

import pytest

from rokoko_core.adapters.environment import Position
from rokoko_core.adapters.observation_vector import row
from rokoko_core.adapters.vector_bot import by_numbers
from rokoko_core.bots.time_limit import Clock
from rokoko_core.engine import apply_unchecked
from rokoko_core.observe import observe
from rokoko_core.terms import Expansion
from tests.core.adapters.games import course, first


def test_a_bot_by_numbers_is_asked_what_the_steps_ask_and_takes_the_action_they_make() -> None:
    asked: list[tuple[array[float], list[int]]] = []

    def answer(seen: "array[float]", legal: list[int]) -> int:
        asked.append((seen, legal))
        return legal[len(legal) // 2]

    bot, rng = by_numbers(answer), Random(1)
    for position in [p for p in course(3, tuple(Expansion), seed=4) if p.mover is not None and not p.told][::4]:
        mover, reached = position.mover or 0, position
        asked.clear()
        action = bot(observe(position.state, mover), rng, Clock())
        for seen, legal in asked:
            assert (seen, legal) == (row(reached, mover), reached.legal)
            reached = reached.after(legal[len(legal) // 2])
        assert not reached.told
        assert reached.state == apply_unchecked(position.state, action)


def test_a_number_that_is_not_legal_is_an_error_of_the_bot() -> None:
    position: Position = first(2)
    bot = by_numbers(lambda seen, legal: -1)
    with pytest.raises(KeyError):
        bot(observe(position.state, position.mover), Random(1), Clock())
