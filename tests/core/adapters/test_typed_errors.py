"""Bad arguments of the adapters are refused with ValueError or TypeError and a sentence, and change no game."""

from collections.abc import Callable
from importlib import import_module
from math import inf, nan
from random import Random
from typing import Any

import pytest

from rokoko_core import observe
from rokoko_core.adapters.action_numbers import COUNT
from rokoko_core.adapters.environment import deal, new_position, new_setup
from rokoko_core.adapters.observation_vector import VectorWriter, observation_to_vector, to_vector
from rokoko_core.adapters.vector_bot import by_numbers
from rokoko_core.setup import InvalidSetup

numpy = pytest.importorskip("numpy", reason="it comes with the extra 'gymnasium'")
pytest.importorskip("gymnasium", reason="it comes with the extra 'gymnasium'")

NO_INTEGERS: list[Any] = [5.0, 0.5, nan, inf, "5", b"5", True, None, [5], (5,), {}, numpy.float32(5), numpy.bool_(True)]
GAMES = ["vector_env", "pettingzoo"]


def new_game(kind: str, **options: Any) -> Any:
    pytest.importorskip(
        "pettingzoo" if kind == "pettingzoo" else "gymnasium", reason=f"it comes with the extra {kind!r}"
    )
    adapter = import_module(f"rokoko_core.adapters.{kind}")
    return adapter.RokokoVectorEnv(2, **options) if kind == "vector_env" else adapter.RokokoEnv(**options)


def positions(game: Any) -> list[Any]:
    return game.positions if hasattr(game, "positions") else [game.position]


def refuses(*kinds: type[Exception]) -> Any:
    """Expect an error of one of these kinds, raised with a sentence by the program itself."""
    return pytest.raises(kinds, match=r"must be|there is no|shape|seeds for|none of the legal|has no|must return")


# ---- seeds


@pytest.mark.parametrize("kind", GAMES)
@pytest.mark.parametrize("seed", [numpy.int64(5), numpy.uint8(5), numpy.array(5)])
def test_a_seed_of_numpy_is_the_seed(kind: str, seed: Any) -> None:
    game, other = new_game(kind), new_game(kind)
    game.reset(seed=seed)
    other.reset(seed=5)
    assert [each.state for each in positions(game)] == [each.state for each in positions(other)]


@pytest.mark.parametrize("kind", GAMES)
@pytest.mark.parametrize("seed", [-1, numpy.int64(-1), *[value for value in NO_INTEGERS if value is not None]])
def test_a_seed_is_an_integer_of_at_least_0(kind: str, seed: Any) -> None:
    game = new_game(kind)
    game.reset(seed=1)
    before = [each.state for each in positions(game)]
    with refuses(TypeError, ValueError):
        game.reset(seed=seed)
    assert [each.state for each in positions(game)] == before


@pytest.mark.parametrize("seeds", [[1, 9], (1, 9), range(1, 10, 8), numpy.array([1, 9])])
def test_each_game_has_a_seed_of_its_own(seeds: Any) -> None:
    games = new_game("vector_env")
    games.reset(seed=seeds)
    setup = new_setup(2)
    assert [each.state for each in games.positions] == [deal(setup, Random(seed)).state for seed in (1, 9)]


def test_a_game_without_a_seed_continues_its_deals() -> None:
    games, deals = new_game("vector_env"), Random(2)
    games.reset(seed=1)
    games.reset(seed=[7, None])
    first, second = (deal(new_setup(2), deals) for _ in range(2))
    assert games.positions[0].state == deal(new_setup(2), Random(7)).state
    assert games.positions[1].state == second.state != first.state


@pytest.mark.parametrize("seeds", [[], [1], [1, 2, 3], [1, -2], [1, 2.0], [1, "2"], [[1, 2], [3, 4]], numpy.ones(2)])
def test_other_lists_of_seeds_are_refused(seeds: Any) -> None:
    games = new_game("vector_env")
    games.reset(seed=1)
    before = [each.state for each in games.positions]
    with refuses(TypeError, ValueError):
        games.reset(seed=seeds)
    assert [each.state for each in games.positions] == before


# ---- actions


@pytest.mark.parametrize("action", [-1, COUNT, 10**30, numpy.int64(-1), *NO_INTEGERS])
def test_an_action_is_a_legal_integer(action: Any) -> None:
    position = new_position(new_setup(2))
    with refuses(TypeError, ValueError):
        position.play(action)
    for kind in GAMES:
        game = new_game(kind)
        game.reset(seed=1)
        before = positions(game)
        with refuses(TypeError, ValueError):
            game.step(action if kind == "pettingzoo" else [action, action])
        assert positions(game) == before


@pytest.mark.parametrize("kind", [int, numpy.int8, numpy.int64, numpy.uint64])
def test_an_action_is_an_integer_of_any_kind(kind: Callable[[int], Any]) -> None:
    position = new_position(new_setup(2))
    action = position.legal[0]
    assert position.play(kind(action)).prefix == (action,)
    assert type(position.play(kind(action)).prefix[0]) is int
    games = new_game("vector_env")
    games.reset(seed=1)
    games.step([kind(each.legal[0]) for each in games.positions])
    assert all(each.prefix for each in games.positions)


@pytest.mark.parametrize("actions", [None, 0, [], [0], [0, 0, 0], [[0, 0]], {"a": 1}, "00", numpy.zeros((2, 1), int)])
def test_there_is_one_action_for_each_game(actions: Any) -> None:
    games = new_game("vector_env")
    games.reset(seed=1)
    before = games.positions
    with refuses(ValueError):
        games.step(actions)
    assert games.positions == before


@pytest.mark.parametrize("answer", [5.0, "5", None, numpy.float32(5)])
def test_the_answer_of_a_model_is_an_integer(answer: Any) -> None:
    view = observe(new_position(new_setup(2)).state, 0)
    with refuses(TypeError):
        by_numbers(lambda vector, legal: answer)(view, Random(1), None)  # type: ignore[arg-type]


# ---- options and seats


@pytest.mark.parametrize("kind", GAMES)
@pytest.mark.parametrize("players", [-1, 0, 6, 10**12, numpy.int64(6), *NO_INTEGERS])
def test_players_are_1_to_5(kind: str, players: Any) -> None:
    with pytest.raises((InvalidSetup, TypeError)):
        new_game(kind, players=players)


@pytest.mark.parametrize("kind", GAMES)
@pytest.mark.parametrize(
    "options",
    [{"reward": value} for value in ("", "WIN", 5, None, ["win"])]
    + [{"open_scores": value} for value in ("", "some", 5, None)]
    + [{"components": value} for value in ("nowhere", 5, ["a"])]
    + [{"expansions": value} for value in ("fancy", ["nothing"], [5], 5)],
)
def test_other_options_are_refused(kind: str, options: dict[str, Any]) -> None:
    with pytest.raises((ValueError, TypeError)):
        new_game(kind, **options)


@pytest.mark.parametrize("kind", GAMES)
@pytest.mark.parametrize("components", [5, [1], ["a"], b"reconstructed-3"])
def test_components_are_a_name(kind: str, components: Any) -> None:
    with refuses(TypeError):
        new_game(kind, components=components)


@pytest.mark.parametrize("count", [0, -1, 10**7, 10**30, *NO_INTEGERS])
def test_there_is_at_least_one_game(count: Any) -> None:
    adapter = import_module("rokoko_core.adapters.vector_env")
    with refuses(TypeError, ValueError):
        adapter.RokokoVectorEnv(count)


def test_the_own_seat_is_an_int() -> None:
    adapter = import_module("rokoko_core.adapters.gymnasium")
    game = adapter.RokokoSeatEnv(["novice"], seat=numpy.array(1))
    assert type(game.reset(seed=1)[1]["seat"]) is int


def test_integers_of_numpy_are_options() -> None:
    adapter = import_module("rokoko_core.adapters.vector_env")
    games = adapter.RokokoVectorEnv(numpy.int64(2), players=numpy.int8(3))
    assert games.reset()[0].shape[0] == 2 == len(games.positions)


@pytest.mark.parametrize("mode", ["human", "", 5])
def test_other_ways_to_render_are_refused(mode: Any) -> None:
    with pytest.raises(ValueError, match="must be 'ansi'"):
        new_game("pettingzoo", render_mode=mode)


def test_an_unknown_agent_is_a_key_error() -> None:
    game = new_game("pettingzoo")
    game.reset(seed=1)
    for ask in (game.observe, game.observation_space, game.action_space):
        with pytest.raises(KeyError):
            ask("player_9")


@pytest.mark.parametrize("seat", [-1, 2, 9])
def test_only_seats_have_a_vector(seat: int) -> None:
    position = new_position(new_setup(2))
    with refuses(ValueError):
        to_vector(position, seat)
    with refuses(ValueError):
        VectorWriter(seat).write(position)


@pytest.mark.parametrize("seat", NO_INTEGERS)
def test_the_seat_of_a_vector_is_an_integer(seat: Any) -> None:
    with refuses(TypeError):
        VectorWriter(seat)


def test_a_spectator_has_no_vector_and_no_choice() -> None:
    view = observe(new_position(new_setup(2)).state, None)
    with refuses(ValueError):
        observation_to_vector(view)
    with refuses(ValueError):
        by_numbers(lambda vector, legal: legal[0])(view, Random(1), None)  # type: ignore[arg-type]


# ---- OpenSpiel


@pytest.fixture
def openspiel() -> Any:
    pytest.importorskip("pyspiel", reason="it comes with the extra 'openspiel'")
    return import_module("rokoko_core.adapters.openspiel")


@pytest.mark.parametrize(
    "options",
    [
        *({"players": value} for value in (0, 1, 6, 2.0, "2", True, None)),
        *({"expansions": value} for value in (5, ["fancy"], "fancy,expert", None)),
        *({"reward": value} for value in ("", 5)),
        *({"components": value} for value in ("nowhere", 10**30, [[0]], {0: 1})),
        *({"open_scores": value} for value in ("some", 10**30, [[0]], {0: 1})),
        {"player": 2},
    ],
)
def test_parameters_of_openspiel(openspiel: Any, options: dict[str, Any]) -> None:
    with pytest.raises((ValueError, TypeError)):
        openspiel.RokokoGame(options)


def test_integers_of_numpy_are_parameters_of_openspiel(openspiel: Any) -> None:
    assert openspiel.RokokoGame({"players": numpy.int64(3)}).num_players() == 3


@pytest.mark.parametrize("draw", [-0.5, 2, nan, inf, 10**400, "0", b"", [0], None, True, numpy.int8(-1)])
def test_a_sampler_of_openspiel_draws_from_0_to_1(openspiel: Any, draw: Any) -> None:
    state = openspiel.RokokoGame().new_initial_state()
    for _ in range(openspiel.BYTES):
        state.apply_action(1)
    with refuses(ValueError, TypeError):
        state.resample_from_infostate(0, lambda: draw)


@pytest.mark.parametrize("outcome", [-1, 256, 1.0, "1", None, True])
def test_a_byte_of_the_seed(openspiel: Any, outcome: Any) -> None:
    state = openspiel.RokokoGame().new_initial_state()
    with refuses(ValueError, TypeError):
        state._apply_action(outcome)
    assert state.seed == ()


@pytest.mark.parametrize("action", [-1, COUNT, 5.0, "5", None])
def test_an_action_of_openspiel(openspiel: Any, action: Any) -> None:
    state = openspiel.RokokoGame().new_initial_state()
    for _ in range(openspiel.BYTES):
        state.apply_action(1)
    before = state.position
    with refuses(ValueError, TypeError):
        state._apply_action(action)
    with refuses(ValueError, TypeError):
        state._action_to_string(0, action)
    assert state.position is before


@pytest.mark.parametrize("player", [-1, 2, 1.0, "0", None, True])
def test_an_unknown_player_of_openspiel(openspiel: Any, player: Any) -> None:
    game = openspiel.RokokoGame()
    for state in (dealt := game.new_initial_state(), game.new_initial_state()):
        while state is dealt and state.position is None:
            state.apply_action(1)
        for ask in (game.make_py_observer().set_from, game.make_py_observer().string_from):
            with refuses(ValueError, TypeError):
                ask(state, player)
        with refuses(ValueError, TypeError):
            state.resample_from_infostate(player, lambda: 0.5)
