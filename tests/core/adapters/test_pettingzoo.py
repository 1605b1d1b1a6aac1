"""The environment passes PettingZoo's own tests and plays the game by its rules."""

import doctest
import warnings
from functools import partial
from importlib import import_module
from typing import Any

import pytest

from rokoko_core.adapters.action_numbers import NUMBERS
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
"""What PettingZoo says of every environment but its own whose observations hold a mask."""


@pytest.mark.parametrize("options", TABLES)
def test_it_passes_the_test_of_the_interface(options: dict[str, Any]) -> None:
    game = env(**options)
    game.reset(seed=1)
    for agent in game.agents:
        game.action_space(agent).seed(1)
    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always")
        their.api_test(game, num_cycles=1000)
    assert not [each for each in said if not str(each.message).startswith(A_DICT)]


@pytest.mark.parametrize("options", TABLES)
def test_it_passes_the_test_of_seeds(options: dict[str, Any]) -> None:
    their.seed_test(partial(env, **options), num_cycles=300)


def test_each_game_after_a_seed_is_another_and_the_same_seed_brings_the_same_games() -> None:
    def deals(seed: int) -> list[int]:
        game = raw_env()
        game.reset(seed=seed)
        first = game.position.state.setup.seed
        game.reset()
        return [first, game.position.state.setup.seed]

    assert deals(4) == deals(4)
    assert len({*deals(4), *deals(5)}) == 4


def test_rewards_come_once_at_the_end() -> None:
    game = raw_env(players=3, reward="margin")
    game.reset(seed=2)
    brought: dict[str, list[float]] = {agent: [] for agent in game.possible_agents}
    for agent in game.agent_iter():
        seen, reward, over, _, _ = game.last()
        brought[agent].append(reward)
        game.step(None if over else int(seen["action_mask"].argmax()))
    totals = [sheet.total for sheet in final_scores(game.position.state)]
    for seat, agent in enumerate(game.possible_agents):
        others = [total for other, total in enumerate(totals) if other != seat]
        *before, last = brought[agent]
        assert last == pytest.approx(totals[seat] - sum(others) / 2) and not any(before)


@pytest.mark.parametrize("options", TABLES)
def test_every_game_begins_with_nothing_brought_and_nobody_out(options: dict[str, Any]) -> None:
    """The first game, one begun in the middle of another, and one after a game that was played to its end."""
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


def test_the_mask_is_what_the_rules_allow_and_empty_for_who_is_not_asked() -> None:
    game = raw_env()
    game.reset(seed=1)
    asked, other = game.agent_selection, next(a for a in game.agents if a != game.agent_selection)
    assert list(game.observe(asked)["action_mask"].nonzero()[0]) == game.position.legal
    assert not game.observe(other)["action_mask"].any()
    with pytest.raises(ValueError, match="none of the legal"):
        game.step(NUMBERS["end-turn"])


def test_the_example_in_the_module_runs() -> None:
    assert doctest.testmod(adapter).failed == 0
