"""Test the OpenSpiel games: OpenSpiel's own tests, hidden information, and explicit chance."""

import doctest
import random
from importlib import import_module
from random import Random
from typing import Any
from unittest import TestCase

import pytest

from rokoko_core.adapters.observation_vector import FIELDS, LENGTH

pytestmark = pytest.mark.slow

pyspiel = pytest.importorskip("pyspiel", reason="the games come with the extra 'openspiel'")

numpy = import_module("numpy")
api_test: Any = import_module("open_spiel.integration_tests.api_test")
games_sim_test = import_module("open_spiel.python.tests.games_sim_test")
adapter = import_module("rokoko_core.adapters.openspiel")

GAMES = [
    "rokoko",
    "rokoko_solo(expansions=jewelry-box)",
    "rokoko(players=5,expansions=jewelry-box+fancy+festivity+expert,open_scores=nobody,reward=margin)",
]


@pytest.mark.parametrize("name", GAMES)
def test_it_passes_the_random_simulation(name: str) -> None:
    pyspiel.random_sim_test(pyspiel.load_game(name), num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize("name", GAMES)
def test_it_passes_the_simulation_in_python(name: str) -> None:
    numpy.random.seed(1)
    games_sim_test.GamesSimTest().sim_game(pyspiel.load_game(name))


class Seeded(TestCase):
    """Makes the checked states the same in every run."""

    @classmethod
    def setUpClass(cls) -> None:
        random.seed(1)
        super().setUpClass()


class TestRokoko(Seeded, api_test.EnforceAPIOnPartialTreeBase):
    game, game_name = pyspiel.load_game("rokoko"), "rokoko"


class TestRokokoSolo(Seeded, api_test.EnforceAPIOnPartialTreeBase):
    game, game_name = pyspiel.load_game("rokoko_solo"), "rokoko_solo"


def dealt(name: str = "rokoko", seed: int = 7) -> Any:
    state = pyspiel.load_game(name).new_initial_state()
    for byte in seed.to_bytes(adapter.BYTES):
        assert state.is_chance_node()
        state.apply_action(byte)
    assert not state.is_chance_node()
    return state


def random_states(name: str, seed: int) -> list[Any]:
    """Return every state of a random game after the deal."""
    rng, state = Random(seed), dealt(name, seed)
    states = [state.clone()]
    while not state.is_terminal():
        state.apply_action(rng.choice(state.legal_actions()))
        states.append(state.clone())
    return states


def test_chance_outcomes_are_the_bytes_of_the_seed() -> None:
    state = pyspiel.load_game("rokoko").new_initial_state()
    outcomes = state.chance_outcomes()
    assert [outcome for outcome, _ in outcomes] == list(range(256)) and {chance for _, chance in outcomes} == {1 / 256}
    assert dealt(seed=1_000_000).position.state.setup.seed == 1_000_000
    assert not any(pyspiel.load_game("rokoko").new_initial_state().observation_tensor(0))


@pytest.mark.rule("HIDDEN-1")
def test_resampled_states_are_indistinguishable() -> None:
    rng = Random(1)
    for state in random_states(GAMES[2], 3)[:-1:40]:
        for player in range(5):
            other = state.resample_from_infostate(player, rng.random)
            assert other.information_state_string(player) == state.information_state_string(player)
            assert other.observation_string(player) == state.observation_string(player)
            assert other.observation_tensor(player) == state.observation_tensor(player)
            if state.current_player() == player:
                assert other.legal_actions() == state.legal_actions()
        assert len({str(state.resample_from_infostate(0, rng.random)) for _ in range(3)}) == 3


def test_observers_name_the_fields_of_the_vector() -> None:
    game = pyspiel.load_game("rokoko")
    observer = import_module("open_spiel.python.observation").make_observation(game)
    observer.set_from(dealt(), 0)
    assert game.observation_tensor_shape() == [LENGTH]
    assert [(name, part.size) for name, part in observer.dict.items()] == [(each.name, each.size) for each in FIELDS]
    assert list(observer.dict["people"]) == [0, 1, 0, 0, 0]


def test_information_set_search_runs() -> None:
    game, state = pyspiel.load_game("rokoko"), dealt()
    chance = numpy.random.RandomState
    evaluator = import_module("open_spiel.python.algorithms.mcts").RandomRolloutEvaluator(1, chance(1))
    search = import_module("open_spiel.python.algorithms.ismcts").ISMCTSBot
    bot = search(game, evaluator, uct_c=2.0, max_simulations=3, random_state=chance(2))
    assert bot.step(state) in state.legal_actions()


@pytest.mark.rule("SETUP-1", "SOLO-1")
@pytest.mark.parametrize(("name", "fewest", "most"), [("rokoko", 2, 5), ("rokoko_solo", 1, 1)])
def test_player_counts(name: str, fewest: int, most: int) -> None:
    kind = pyspiel.load_game(name).get_type()
    assert (kind.min_num_players, kind.max_num_players) == (fewest, most)
    assert pyspiel.load_game(name).num_players() == fewest, "by default"
    for players in range(fewest, most + 1):
        game = pyspiel.load_game(f"{name}(players={players})")
        assert game.num_players() == players
        assert len(game.new_initial_state().returns()) == players


def test_invalid_parameters_are_refused() -> None:
    beyond = ("rokoko(players=1)", "rokoko(players=6)", "rokoko_solo(players=2)")
    for wrong in ("rokoko(expansions=jewels)", "rokoko(reward=money)", "rokoko(components=mine)", *beyond):
        with pytest.raises(ValueError):
            pyspiel.load_game(wrong)


def test_the_example_in_the_module_runs() -> None:
    assert doctest.testmod(adapter).failed == 0
