"""Test the vector environment: each of its games is the game that is played alone."""

import doctest
from importlib import import_module
from itertools import count
from random import Random
from typing import Any

import pytest

from rokoko_core.adapters.action_numbers import COUNT, NUMBERS
from rokoko_core.adapters.environment import Position, deal, new_setup
from rokoko_core.adapters.observation_vector import LENGTH, to_vector
from rokoko_core.setup import InvalidSetup
from rokoko_core.terms import Expansion

numpy = pytest.importorskip("numpy", reason="it comes with the extra 'gymnasium'")
pytest.importorskip("gymnasium", reason="it comes with the extra 'gymnasium'")
adapter = import_module("rokoko_core.adapters.vector_env")


def choose(legal: list[int], game: int, step: int) -> int:
    return legal[(game * 7 + step * 3) % len(legal)]


@pytest.mark.parametrize(
    ("players", "expansions", "reward"), [(1, ("jewelry-box",), "win"), (2, (), "margin"), (5, tuple(Expansion), "win")]
)
def test_each_game_is_the_game_played_alone(players: int, expansions: tuple[str, ...], reward: Any) -> None:
    """Three games are played beyond their ends, and compared row by row with positions of their own."""
    games = adapter.RokokoVectorEnv(3, players=players, expansions=expansions, reward=reward)
    setup, deals = new_setup(players, expansions), [Random(5 + game) for game in range(3)]
    alone: list[Position] = [deal(setup, each) for each in deals]
    observations, infos = games.reset(seed=5)
    ends = [0, 0, 0]
    for step in count():
        for game, position in enumerate(alone):
            assert games.positions[game].state == position.state
            assert infos["seat"][game] == position.mover
            assert observations[game].tobytes() == to_vector(position, position.mover or 0).tobytes()
            assert list(infos["action_mask"][game].nonzero()[0]) == position.legal
        if min(ends) > 0:
            break
        actions = [choose(position.legal, game, step) for game, position in enumerate(alone)]
        observations, rewards, terminations, truncations, infos = games.step(actions)
        movers = [position.mover for position in alone]
        alone = [position.play(action) for position, action in zip(alone, actions, strict=True)]
        assert not truncations.any()
        assert [infos["rewards"][game, mover] for game, mover in enumerate(movers)] == list(rewards)
        for game, position in enumerate(alone):
            assert terminations[game] == (position.mover is None)
            if position.mover is None:
                expected = position.rewards(reward)
                assert list(infos["rewards"][game]) == pytest.approx(expected) and infos["rewards"][game].any()
                last = infos["final_obs"][game]
                assert last.tobytes() == to_vector(position, movers[game] or 0).tobytes()
                assert infos["_final_obs"][game] and infos["final_info"]["seat"][game] == movers[game]
                alone[game], ends[game] = deal(setup, deals[game]), ends[game] + 1
            else:
                assert not infos["rewards"][game].any() and not infos.get("_final_obs", [False] * 3)[game]


def test_the_arrays_have_a_row_for_each_game() -> None:
    games = adapter.RokokoVectorEnv(4, players=3)
    observations, infos = games.reset(seed=1)
    before = observations.copy()
    after, rewards, terminations, truncations, _ = games.step(infos["action_mask"].argmax(axis=1))
    assert (observations.shape, observations.dtype) == ((4, LENGTH), numpy.float32)
    assert (infos["action_mask"].shape, infos["action_mask"].dtype) == ((4, COUNT), numpy.int8)
    assert (infos["seat"].shape, infos["seat"].dtype) == ((4,), numpy.int64)
    assert (rewards.shape, rewards.dtype) == ((4,), numpy.float32)
    assert games.observation_space.contains(after) and games.single_action_space.n == COUNT
    assert terminations.shape == truncations.shape == (4,) and terminations.dtype == truncations.dtype == numpy.bool_
    assert (observations == before).all() and (after != before).any(), "a step changes no earlier array"


def test_a_seed_determines_the_deals() -> None:
    def seeds(games: Any, seed: int | None) -> list[int]:
        games.reset(seed=seed)
        return [position.state.setup.seed for position in games.positions]

    one, other = adapter.RokokoVectorEnv(3), adapter.RokokoVectorEnv(3)
    assert seeds(one, 4) == seeds(other, 4) and len(set(seeds(one, 4))) == 3
    assert seeds(one, None) == seeds(other, None) != seeds(one, 4)
    assert seeds(one, 5)[:2] == seeds(other, 4)[1:], "the first game of seed 5 is the second of seed 4"


def test_illegal_steps_change_no_game() -> None:
    games = adapter.RokokoVectorEnv(2)
    with pytest.raises(ValueError, match="call reset"):
        games.step([0, 0])
    _, infos = games.reset(seed=1)
    before = games.positions
    legal = int(infos["action_mask"][0].argmax())
    for wrong, message in (([legal, NUMBERS["end-turn"]], "none of the legal"), ([legal], "shape")):
        with pytest.raises(ValueError, match=message):
            games.step(wrong)
        assert games.positions == before


def test_invalid_options_are_refused() -> None:
    with pytest.raises(InvalidSetup):
        adapter.RokokoVectorEnv(2, players=6)
    for wrong in ({"expansions": ["jewels"]}, {"reward": "money"}, {"open_scores": "some"}):
        with pytest.raises(ValueError):
            adapter.RokokoVectorEnv(2, **wrong)


def test_the_wrappers_of_gymnasium_accept_it() -> None:
    wrappers = import_module("gymnasium.wrappers.vector")
    games = wrappers.DictInfoToList(wrappers.RecordEpisodeStatistics(adapter.RokokoVectorEnv(2, players=2)))
    assert games.metadata["autoreset_mode"].value == "SameStep"
    observations, infos = games.reset(seed=1)
    while not any("episode" in info for info in infos):
        assert games.observation_space.contains(observations)
        observations, rewards, _, _, infos = games.step(numpy.array([info["action_mask"].argmax() for info in infos]))
    ended = next(number for number, info in enumerate(infos) if "final_obs" in info)
    assert infos[ended]["episode"]["r"] == rewards[ended] == infos[ended]["rewards"][infos[ended]["final_info"]["seat"]]


def test_wrappers_of_observations_refuse_it_as_the_page_says() -> None:
    with pytest.raises((AssertionError, ValueError)):  # Gymnasium 1.2 has an assertion
        import_module("gymnasium.wrappers.vector").DtypeObservation(adapter.RokokoVectorEnv(2), numpy.float64)


def test_the_example_in_the_module_runs() -> None:
    assert doctest.testmod(adapter).failed == 0
