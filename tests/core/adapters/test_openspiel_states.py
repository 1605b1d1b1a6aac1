"""Test the logic of the OpenSpiel games themselves: positions, rewards, memories and observers, without OpenSpiel."""

import pickle
import sys
from collections.abc import Iterator
from importlib import import_module, reload
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from rokoko_core.adapters.action_numbers import COUNT, NAMES
from rokoko_core.adapters.environment import compute_rewards
from rokoko_core.adapters.observation_vector import FIELDS, LENGTH, to_vector
from rokoko_core.adapters.player_memories import extend_memory
from rokoko_core.events.turns import TurnEnded
from rokoko_core.scoring import final_scores
from rokoko_core.setup import InvalidSetup
from tests.core.adapters import pyspiel_stub as pyspiel

numpy = pytest.importorskip("numpy", reason="it comes with the extras 'openspiel' and 'pettingzoo'")

EVERYTHING = "jewelry-box+fancy+festivity+expert"


@pytest.fixture(scope="module", autouse=True)
def adapter() -> Iterator[Any]:
    name = "rokoko_core.adapters.openspiel"
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(sys.modules, "pyspiel", pyspiel)
        patch.delitem(sys.modules, name, raising=False)
        adapter = import_module(name)
        yield reload(adapter)  # the games are registered only once
        del sys.modules[name]


def dealt(name: str = "rokoko", seed: int = 7, **params: Any) -> Any:
    state = pyspiel.new_game(name, **params).new_initial_state()
    for byte in seed.to_bytes(4):
        assert state.current_player() == pyspiel.PlayerId.CHANCE and not state.is_terminal()
        state._apply_action(byte)
    return state


def step(state: Any, action: int) -> Any:
    after = state.clone()
    after._apply_action(action)
    return after


def legal(state: Any) -> list[int]:
    actions: list[int] = state._legal_actions(state.current_player())
    return actions


def random_states(state: Any, rng: Random) -> Iterator[Any]:
    """Yield ``state`` and every later state of a random game."""
    yield state
    while not state.is_terminal():
        state = step(state, rng.choice(legal(state)))
        yield state


def information(adapter: Any, state: Any, player: int) -> str:
    text: str = adapter.RokokoObserver(True).string_from(state, player)
    return text


@pytest.mark.parametrize(
    ("name", "params"),
    [
        ("rokoko", {"players": 3, "reward": "margin"}),
        ("rokoko", {}),
        ("rokoko_solo", {"expansions": "jewelry-box", "reward": "margin"}),
    ],
)
def test_rewards_are_zero_until_the_game_is_over(name: str, params: dict[str, Any]) -> None:
    start, reward = dealt(name, **params), params.get("reward", "win")
    *before, end = random_states(start, Random(2))
    players = len(end.position.state.setup.players)
    assert start.current_player() in range(players)
    for state in before[::30]:
        assert (state.is_terminal(), state.returns()) == (False, [0.0] * players)
    rewards = compute_rewards(final_scores(end.position.state), reward)
    assert end.returns() == list(rewards[:players]) and any(end.returns())
    assert (end.is_terminal(), end.current_player()) == (True, pyspiel.PlayerId.TERMINAL)


@pytest.mark.rule("SETUP-1", "SOLO-1")
def test_the_properties_of_the_games(adapter: Any) -> None:
    assert pyspiel.registered_names() == ["rokoko", "rokoko_solo"]
    for name, kind, fewest, most in (("rokoko", adapter.GAME_TYPE, 2, 5), ("rokoko_solo", adapter.SOLO_TYPE, 1, 1)):
        assert (kind.min_num_players, kind.max_num_players) == (fewest, most)
        assert kind.parameter_specification == {
            "players": fewest, "expansions": "", "components": "", "open_scores": "all", "reward": "win",
        }  # fmt: skip
        assert (kind.provides_observation_string, kind.provides_information_state_string) == (True, True)
        assert (kind.provides_observation_tensor, kind.provides_information_state_tensor) == (True, False)
        for params in ({}, {"players": most}):
            game = pyspiel.new_game(name, **params)
            players = params.get("players", fewest)
            assert (game.params, game.new_initial_state().game) == (params, game)
            assert game.info.num_players == players == len(game.new_initial_state().returns())
            assert game.info.utility_sum == (0.0 if players > 1 else None)
            assert (game.info.min_utility, game.info.max_utility) == (-1.0, 1.0)
            assert (game.info.num_distinct_actions, game.info.max_chance_outcomes) == (COUNT, 256)
            assert game.max_chance_nodes_in_history() == 4
        for players in (fewest - 1, most + 1):
            with pytest.raises(InvalidSetup) as refused:
                pyspiel.new_game(name, players=players)
            assert (refused.value.found, refused.value.limit) == (players, most)
    margin = pyspiel.new_game("rokoko", reward="margin")
    assert (margin.info.min_utility, margin.info.max_utility) == (-1000.0, 1000.0)
    for wrong in ({"expansions": "jewels"}, {"reward": "money"}, {"components": "mine"}, {"open_scores": "some"}):
        with pytest.raises(ValueError):
            pyspiel.new_game("rokoko", **wrong)


def test_chance_comes_first_and_chooses_the_seed() -> None:
    state = pyspiel.new_game("rokoko").new_initial_state()
    assert state.chance_outcomes() == [(byte, 1 / 256) for byte in range(256)]
    assert state.returns() == [0.0, 0.0]
    assert str(step(step(state, 12), 3)) == "seed 12 3"
    assert state._action_to_string(pyspiel.PlayerId.CHANCE, 12) == "seed 12"
    state = dealt(seed=1_000_000, expansions=EVERYTHING)
    setup = state.position.state.setup
    assert (setup.seed, set(setup.expansions)) == (1_000_000, set(EVERYTHING.split("+")))
    action = legal(state)[0]
    assert state._action_to_string(state.current_player(), action) == NAMES[action]
    assert '["expert","fancy","festivity","jewelry-box"]' in str(state), "in the same order in every process"
    assert str(state) != str(dealt(seed=1_000_001, expansions=EVERYTHING))
    assert str(step(state, action)) == f"{state}{NAMES[action]}", "the first card of the hand"


@pytest.mark.rule("HIDDEN-1")
def test_resampled_states_are_indistinguishable(adapter: Any) -> None:
    rng = Random(1)
    for state in list(random_states(dealt(seed=3, players=3, expansions=EVERYTHING), Random(3)))[1:-1:90]:
        for player in range(3):
            other = state.resample_from_infostate(player, rng.random)
            assert information(adapter, other, player) == information(adapter, state, player)
            if state.current_player() == player:
                assert legal(other) == legal(state)
        assert len({str(state.resample_from_infostate(0, rng.random)) for _ in range(3)}) == 3
    chosen = dealt()
    chooser = chosen.current_player()
    chosen = step(chosen, legal(chosen)[0])
    assert chosen.resample_from_infostate(chooser, rng.random).position.prefix == chosen.position.prefix != ()
    assert chosen.resample_from_infostate(1 - chooser, rng.random).position.prefix == (), "the other player sees none"
    begun = step(pyspiel.new_game("rokoko").new_initial_state(), 12)
    assert str(begun.resample_from_infostate(0, rng.random)) == "seed 12"


@pytest.mark.rule("HIDDEN-1")
def test_only_the_chooser_remembers_the_chosen_hand(adapter: Any) -> None:
    start = dealt()
    mover = start.current_player()
    states: list[Any] = []
    for first in legal(start):
        state = step(start, first)
        while state.current_player() == mover:
            state = step(state, legal(state)[-1])
        states.append(state)
    assert len({information(adapter, state, 1 - mover) for state in states}) == 1
    assert len({information(adapter, state, mover) for state in states}) == len(states) > 1


def test_memories_include_visible_events_and_own_steps() -> None:
    extend = extend_memory
    assert extend(b"", (), None) == b"", "no event and no step"
    ended = (TurnEnded(0),)
    memories = [extend(b"", ended, None), extend(b"", (), 3), extend(b"", (), 4), extend(b"", ended, 3)]
    assert len({b"", *memories}) == 5
    assert len(extend(memories[0], ended, None)) == 16, "as long as before"
    assert extend(memories[0], ended, None) != memories[0] != extend(memories[1], ended, None)
    assert all(dealt().memories.digests), "the deal"
    states = random_states(dealt(), Random(2))
    for state, after in zip(states, states, strict=False):
        mover = state.current_player()
        assert after.memories.digests[mover] != state.memories.digests[mover], "the own step"


def test_memories_are_the_same_whenever_they_are_asked_for() -> None:
    *_, late = random_states(dealt(players=3), Random(4))
    for asked in random_states(dealt(players=3), Random(4)):
        assert all(asked.memories.digests), "asked at every position"
    assert late.memories.digests == asked.memories.digests


def test_memories_of_a_whole_game_can_be_pickled() -> None:
    *_, end = random_states(dealt(players=5, expansions=EVERYTHING), Random(4))
    assert pickle.loads(pickle.dumps(end.memories)).digests == end.memories.digests


def test_observers_have_the_fields_of_the_vector_or_a_memory(adapter: Any) -> None:
    game, state = pyspiel.new_game("rokoko"), dealt()
    observer = game.make_py_observer()
    assert (observer.tensor.shape, observer.tensor.dtype) == ((LENGTH,), numpy.float32)
    assert [(name, part.size) for name, part in observer.dict.items()] == [(each.name, each.size) for each in FIELDS]
    for player in (0, 1):
        observer.set_from(state, player)
        assert list(observer.tensor) == list(numpy.frombuffer(to_vector(state.position, player), dtype=numpy.float32))
    assert list(observer.dict["people"]) == [0, 1, 0, 0, 0]
    start = game.new_initial_state()
    observer.set_from(start, 0)
    assert not observer.tensor.any(), "nothing is dealt yet"
    assert observer.string_from(start, 0) == "not dealt yet"
    recall = game.make_py_observer(SimpleNamespace(perfect_recall=True))
    recall.set_from(state, 0)
    assert (recall.tensor, recall.dict) == (None, {})
    assert recall.string_from(state, 0) == f"{observer.string_from(state, 0)} {state.memories.digests[0].hex()}"
    assert game.make_py_observer(SimpleNamespace(perfect_recall=False)).tensor is not None
    mover, begun = state.current_player(), step(state, legal(state)[0])
    assert observer.string_from(begun, mover) != observer.string_from(state, mover), "the first card of the hand"
    assert observer.string_from(begun, 1 - mover) == observer.string_from(state, 1 - mover)
