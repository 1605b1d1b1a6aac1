"""Test the PettingZoo environment with PettingZoo's own tests, and its rewards, seeds and masks."""

import doctest
import warnings
from copy import deepcopy
from functools import partial
from importlib import import_module
from typing import Any

import pytest

from rokoko_core.adapters.action_numbers import NUMBERS
from rokoko_core.adapters.observation_vector import to_vector
from rokoko_core.scoring import final_scores
from rokoko_core.terms import Expansion

their = pytest.importorskip("pettingzoo.test", reason="the environment comes with the extra 'pettingzoo'")
adapter = import_module("rokoko_core.adapters.pettingzoo")
env, raw_env = adapter.env, adapter.raw_env

TABLES = [
    {"players": 1},
    {"players": 2},
    {"players": 3, "expansions": ("jewelry-box",), "open_scores": "owner"},
    {"players": 5, "expansions": tuple(Expansion), "reward": "margin"},
]
A_DICT = ("Observation space for each agent probably should be", "Observation is not a NumPy array")
"""Warnings of PettingZoo about observations that contain a mask."""


@pytest.mark.parametrize("options", TABLES)
def test_the_environment_passes_the_api_test(options: dict[str, Any]) -> None:
    game = env(**options)
    game.reset(seed=1)
    for agent in game.agents:
        game.action_space(agent).seed(1)
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        their.api_test(game, num_cycles=1000)
    assert not [warning for warning in caught if not str(warning.message).startswith(A_DICT)]


@pytest.mark.quick(2)
@pytest.mark.parametrize("options", TABLES)
def test_the_environment_passes_the_seed_test(options: dict[str, Any]) -> None:
    their.seed_test(partial(env, **options), num_cycles=300)


def test_a_seed_determines_a_sequence_of_different_deals() -> None:
    def deals(seed: int) -> list[int]:
        game = raw_env()
        game.reset(seed=seed)
        first = game.position.state.setup.seed
        game.reset()
        return [first, game.position.state.setup.seed]

    assert deals(4) == deals(4)
    assert len({*deals(4), *deals(5)}) == 4


def test_calls_out_of_order_are_refused() -> None:
    game = env()
    for call in (game.last, lambda: game.step(0), lambda: list(game.agent_iter()), lambda: game.observe("player_0")):
        with pytest.raises(AttributeError, match="call reset"):
            call()
    game.reset(seed=1)
    for _ in game.agent_iter():
        game.step(None if game.last()[2] else game.position.legal[0])
    with pytest.raises(ValueError, match="call reset"):
        game.step(0)
    with pytest.raises(AttributeError, match="no attribute 'boards'"):
        game.boards  # noqa: B018


def test_observations_are_not_changed_by_later_steps() -> None:
    game = env()
    game.reset(seed=1)
    first = game.last()[0]
    vector, mask = first["observation"].copy(), first["action_mask"].copy()
    for _ in range(3):
        game.step(game.position.legal[0])
        game.last()
    assert (first["observation"] == vector).all() and (first["action_mask"] == mask).all()
    assert (game.observe("player_0")["observation"] != vector).any()


def test_a_copy_is_a_game_of_its_own() -> None:
    game = env(players=3, expansions=tuple(Expansion))
    game.reset(seed=1)
    for _ in range(20):
        game.step(game.position.legal[0])
        game.last()
    other, position = deepcopy(game), game.position
    assert (other.last()[0]["observation"] == game.last()[0]["observation"]).all()
    other.step(other.position.legal[-1])
    assert game.position is position is not other.position
    assert bytes(other.last()[0]["observation"]) == to_vector(other.position, other.position.mover).tobytes()


def test_rewards_are_given_once_at_the_end() -> None:
    game = raw_env(players=3, reward="margin")
    game.reset(seed=2)
    rewards: dict[str, list[float]] = {agent: [] for agent in game.possible_agents}
    for agent in game.agent_iter():
        observation, reward, over, _, _ = game.last()
        rewards[agent].append(reward)
        game.step(None if over else int(observation["action_mask"].argmax()))
    totals = [sheet.total for sheet in final_scores(game.position.state)]
    for seat, agent in enumerate(game.possible_agents):
        others = [total for other, total in enumerate(totals) if other != seat]
        *before, last = rewards[agent]
        assert last == pytest.approx(totals[seat] - sum(others) / 2) and not any(before)


@pytest.mark.parametrize("options", TABLES)
def test_reset_clears_rewards_and_terminations(options: dict[str, Any]) -> None:
    """Test the first game, a reset in mid-game, and a reset after the end."""
    game = raw_env(**options)
    for steps in (0, 5, 10_000):
        game.reset(seed=3)
        agents = [f"player_{seat}" for seat in range(options["players"])]
        assert game.agents == agents and game.agent_selection in agents
        assert game.rewards == game._cumulative_rewards == dict.fromkeys(agents, 0)
        assert game.terminations == game.truncations == dict.fromkeys(agents, False)
        assert game.infos == {agent: {} for agent in agents}
        assert game.last()[1:4] == (0, False, False)
        for _ in range(steps):
            if any(game.terminations.values()):
                break
            game.step(game.position.legal[0])
    assert all(game.terminations.values())
    game.reset()
    assert game.agents == agents and not any(game.terminations.values())
    assert game.rewards == game._cumulative_rewards == dict.fromkeys(agents, 0)


def test_the_mask_contains_the_legal_numbers_of_the_mover_only() -> None:
    game = raw_env()
    game.reset(seed=1)
    mover, other = game.agent_selection, next(a for a in game.agents if a != game.agent_selection)
    assert list(game.observe(mover)["action_mask"].nonzero()[0]) == game.position.legal
    assert not game.observe(other)["action_mask"].any()
    with pytest.raises(ValueError, match="none of the legal"):
        game.step(NUMBERS["end-turn"])


def test_the_example_in_the_module_runs() -> None:
    assert doctest.testmod(adapter).failed == 0
