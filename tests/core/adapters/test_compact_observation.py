"""The compact observation: what it leaves out is the same at every position of a kind of game."""

from hashlib import blake2b

import pytest

from rokoko_core.adapters.environment import new_setup
from rokoko_core.adapters.observation_vector import FIELDS, LENGTH, STARTS, to_vector
from rokoko_core.terms import Expansion
from tests.core.adapters.games import TABLES, play_randomly

numpy = pytest.importorskip("numpy", reason="it comes with the extra 'gymnasium'")

from rokoko_core.adapters.compact_observation import VERSION, VectorReader, compact_indices  # noqa: E402


@pytest.mark.parametrize(("players", "expansions"), [*TABLES, (2, ("jewelry-box",)), (3, ("fancy", "festivity"))])
def test_nothing_that_changes_is_left_out(players: int, expansions: tuple[str, ...]) -> None:
    setup = new_setup(players, expansions)
    left_out = sorted({*range(LENGTH)} - {*compact_indices(setup)})
    seen = set()
    for number, position in enumerate(play_randomly(players, expansions)):
        if number % 3 == 0 or position.mover is None:
            for seat in range(players):
                seen.add(numpy.frombuffer(to_vector(position, seat), numpy.float32)[left_out].tobytes())
    assert len(seen) == 1
    names = {field.name: start for field, start in zip(FIELDS, STARTS, strict=True)}
    constant = {names["people"] + players - 1, *(names["expansions"] + [*Expansion].index(one) for one in expansions)}
    values = numpy.frombuffer(seen.pop(), numpy.float32)
    assert {index for index, value in zip(left_out, values, strict=True) if value} == constant


def test_a_reader_follows_a_game() -> None:
    setup = new_setup(2)
    full, compact = VectorReader(setup, 1), VectorReader(setup, 1, compact=True)
    assert (full.length, compact.length) == (LENGTH, len(compact_indices(setup)))
    for position in play_randomly(2):
        vector = numpy.frombuffer(to_vector(position, 1), numpy.float32)
        assert full.read(position).tobytes() == vector.tobytes()
        assert compact.read(position).tobytes() == vector[compact_indices(setup)].tobytes()


def test_the_compact_observation_does_not_change_without_a_new_version() -> None:
    lists = [compact_indices(new_setup(players, expansions)) for players, expansions in TABLES]
    assert [len(each) for each in lists] == [1505, 2063, 1480, 2038, 1711, 2391, 2038, 2840, 2283, 3207]
    assert (VERSION, blake2b(repr(lists).encode(), digest_size=4).hexdigest()) == (1, "6fce513e")
