"""The environment of one seat: Gymnasium's own check, rewards, masks, opponents and seats."""

import doctest
import warnings
from importlib import import_module
from random import Random
from typing import Any

import pytest

from rokoko_core.adapters.observation_vector import to_vector
from rokoko_core.bots.external_bots import BadBot

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


def test_the_masks_have_the_name_of_sb3_contrib() -> None:
    """It asks each environment for ``action_masks``, also through wrappers."""
    game = gymnasium.make("Rokoko-v0")
    game.reset(seed=1)
    masks = game.get_wrapper_attr("action_masks")()
    assert masks.dtype == bool and masks.shape == (game.action_space.n,)
    assert game.action_space.contains(game.action_space.sample(masks.astype("int8")))


def test_the_example_in_the_module_runs() -> None:
    assert doctest.testmod(adapter).failed == 0
