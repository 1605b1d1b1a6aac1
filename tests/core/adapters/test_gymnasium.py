"""The environment of one seat: Gymnasium's own check, rewards, masks, opponents and seats."""

import doctest
import warnings
from collections.abc import Callable
from importlib import import_module
from random import Random
from typing import Any

import pytest

from rokoko_core.adapters.observation_vector import to_vector
from rokoko_core.bots.external_bots import BadBot

numpy = pytest.importorskip("numpy", reason="it comes with the extra 'gymnasium'")
gymnasium = pytest.importorskip("gymnasium", reason="it comes with the extra 'gymnasium'")
adapter = import_module("rokoko_core.adapters.gymnasium")

NO_LIMIT = "A Box observation space maximum value is infinity"
"""A warning of Gymnasium: counts of pieces and money have no limit."""


def make(**options: Any) -> Any:
    return gymnasium.make("Rokoko-v0", **options).unwrapped


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"opponents": []},
        {"opponents": ["novice", "apprentice"], "seat": None, "expansions": ["jewelry-box"], "compact": True},
    ],
)
def test_it_passes_the_check_of_gymnasium(options: dict[str, Any]) -> None:
    from gymnasium.utils.env_checker import check_env

    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        check_env(make(**options))
    assert not [warning for warning in caught if NO_LIMIT not in str(warning.message)]


@pytest.mark.parametrize(("seat", "reward"), [(0, "win"), (2, "margin")])
def test_a_game_is_seen_and_played_by_the_own_seat(seat: int, reward: str) -> None:
    game, rng = make(opponents=["random", "novice"], seat=seat, reward=reward), Random(1)
    observation, info = game.reset(seed=4)
    terminated, gained, steps = False, 0.0, 0
    while not terminated:
        assert game.position.mover == info["seat"] == seat
        assert observation.tobytes() == to_vector(game.position, seat).tobytes()
        legal = [int(number) for number in info["action_mask"].nonzero()[0]]
        assert legal == game.position.legal == list(game.action_masks().nonzero()[0])
        observation, gained, terminated, truncated, info = game.step(rng.choice(legal))
        assert not truncated and (terminated or gained == 0)
        steps += 1
    assert steps > 30
    assert gained == game.position.rewards(reward)[seat] == pytest.approx(float(info["rewards"][seat]))
    assert not game.action_masks().any()
    with pytest.raises(ValueError, match="call reset"):
        game.step(0)


def test_a_seed_determines_the_game() -> None:
    def play(game: Any, seed: int) -> list[Any]:
        _, info = game.reset(seed=seed)
        for _ in range(12):
            info = game.step(int(info["action_mask"].argmax()))[-1]
        return [game.seat, game.position.state]

    options = {"opponents": ["apprentice"], "seat": None}
    assert play(make(**options), 7) == play(make(**options), 7) != play(make(**options), 8)
    game = make(**options)
    assert len({play(game, seed)[0] for seed in range(8)}) == 2, "the own seat is drawn"


def test_an_illegal_number_costs_1_and_changes_nothing() -> None:
    game = make(opponents=[])
    game.reset(seed=1)
    before, illegal = game.position, int((~game.action_masks()).argmax())
    observation, reward, terminated, _, _ = game.step(illegal)
    assert (game.position, reward, terminated) == (before, -1.0, False)
    assert observation.tobytes() == to_vector(before, 0).tobytes()


def test_invalid_options_are_refused() -> None:
    for wrong in ({"seat": 2}, {"seat": -1}, {"opponents": ["novice"] * 5}, {"reward": "money"}):
        with pytest.raises(ValueError):
            make(**wrong)
    with pytest.raises(BadBot):
        make(opponents=["champion"])


@pytest.mark.parametrize("opponents", ["apprentice", None, 5, [5], ["novice", None]])
def test_the_opponents_are_a_list_of_names(opponents: Any) -> None:
    with pytest.raises(TypeError, match="the opponents must be"):
        make(opponents=opponents)


@pytest.mark.parametrize(
    "ask", [lambda game: game.step(0), lambda game: game.action_masks(), lambda game: game.position]
)
def test_there_is_no_game_before_the_first_reset(ask: Callable[[Any], Any]) -> None:
    with pytest.raises(ValueError, match="call reset"):
        ask(make())


def test_a_seed_is_an_integer_of_any_kind_of_at_least_0() -> None:
    game = make(opponents=["novice"])
    game.reset(seed=numpy.int64(5))
    before = game.position
    for seed, error in ((-1, ValueError), (5.0, TypeError), ("5", TypeError), (True, TypeError)):
        with pytest.raises(error, match="the seed must be"):
            game.reset(seed=seed)
    assert game.position is before
    game.reset(seed=5)
    assert game.position.state == before.state


def test_the_statistics_of_gymnasium_count_the_steps_and_the_reward() -> None:
    game = gymnasium.wrappers.RecordEpisodeStatistics(gymnasium.make("Rokoko-v0", opponents=["random"]))
    (_, info), terminated, steps, gained = game.reset(seed=2), False, 0, 0.0
    while not terminated:
        _, gained, terminated, _, info = game.step(info["action_mask"].argmax())
        steps += 1
    assert (info["episode"]["r"], info["episode"]["l"]) == (gained, steps)


def test_several_games_deal_the_next_one_after_an_end() -> None:
    games = gymnasium.make_vec("Rokoko-v0", num_envs=2, vectorization_mode="sync", opponents=["random"], compact=True)
    _, info = games.reset(seed=2)
    ended: Any = numpy.zeros(2, bool)
    while not ended.any():
        _, _, ended, _, info = games.step(info["action_mask"].argmax(axis=1))
        assert (info["action_mask"].any(axis=1) == ~ended).all()
    rewards: Any = games.step(info["action_mask"].argmax(axis=1))[1]
    assert not rewards[ended].any(), "the action after an end is not played"


@pytest.mark.slow
def test_it_trains_a_policy_of_sb3_contrib() -> None:
    """Ten steps of ``MaskablePPO``, which finds the masks by their name."""
    sb3 = pytest.importorskip("sb3_contrib", reason="it requires PyTorch")
    game = gymnasium.make("Rokoko-v0", opponents=["novice"], compact=True)
    model = sb3.MaskablePPO("MlpPolicy", game, n_steps=10, batch_size=10, n_epochs=1, seed=1, device="cpu")
    assert model.learn(10).num_timesteps == 10
    observation, info = game.reset(seed=1)
    for _ in range(10):
        action, _ = model.predict(observation, action_masks=info["action_mask"])
        assert info["action_mask"][action]
        observation, _, _, _, info = game.step(action)


def test_the_masks_have_the_name_of_sb3_contrib() -> None:
    """It asks each environment for ``action_masks``, also through wrappers."""
    game = gymnasium.make("Rokoko-v0")
    game.reset(seed=1)
    masks = game.get_wrapper_attr("action_masks")()
    assert masks.dtype == bool and masks.shape == (game.action_space.n,)
    assert game.action_space.contains(game.action_space.sample(masks.astype("int8")))


def test_the_example_in_the_module_runs() -> None:
    assert doctest.testmod(adapter).failed == 0
