"""Budgets of the adapters: steps per second compared with the core, for the same number of seats."""

import statistics
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import count
from random import Random

from tools.bench.core_budgets import ROUNDS, decisions_per_second, random_game
from tools.bench.results import Result

SEATS = 4


def pettingzoo_game(seed: int, sampled: bool = False) -> int:
    """Play random agents in PettingZoo's loop with observations; return the number of steps.

    The agents choose from the mask as the core's random players choose from the legal actions, or with ``sampled`` by
    Gymnasium's function.
    """
    from rokoko_core.adapters.pettingzoo import env

    game, rng, steps = env(players=SEATS), Random(seed), 0
    game.reset(seed=seed)
    for agent in game.agents:
        game.action_space(agent).seed(seed)
    for agent in game.agent_iter():
        observation, _, terminated, _, _ = game.last()
        if terminated:
            game.step(None)
            continue
        mask = observation["action_mask"]
        game.step(game.action_space(agent).sample(mask) if sampled else _choose(mask.nonzero()[0], rng))
        steps += 1
    return steps


def _choose(legal: Sequence[int], rng: Random) -> int:
    return legal[int(rng.random() * len(legal))]


def openspiel_game(seed: int) -> int:
    """Play a random game in OpenSpiel with an observer's tensor; return the number of steps."""
    import pyspiel

    import rokoko_core.adapters.openspiel  # noqa: F401 - registers the game

    rng, game = Random(seed), pyspiel.load_game(f"rokoko(players={SEATS})")
    observation, state = game.make_py_observer(), game.new_initial_state()
    for steps in count():
        if state.is_terminal():
            return steps
        if not state.is_chance_node():
            observation.set_from(state, state.current_player())
        state.apply_action(_choose(state.legal_actions(), rng))
    raise AssertionError


def vector_game(seed: int, games: int) -> int:
    """Take random steps in so many games at a time; return the number of steps, about 1,600."""
    from rokoko_core.adapters.vector_env import RokokoVectorEnv

    rng, env = Random(seed), RokokoVectorEnv(games, players=SEATS)
    _, infos = env.reset(seed=seed)
    rounds = 1600 // games
    for _ in range(rounds):
        infos = env.step([_choose(mask.nonzero()[0], rng) for mask in infos["action_mask"]])[-1]
    return rounds * games


def _compare_with_core(name: str, play: Callable[[int], int], limit: float) -> Result:
    """Return the steps per second of ``play``; the core may be ``limit`` times as fast."""
    ours, core = [], []
    play(0)
    for n in range(ROUNDS):
        ours.append(decisions_per_second(play, range(n * 2, n * 2 + 2)))
        core.append(decisions_per_second(random_game, range(n * 10, n * 10 + 10)))
    steps, decisions = statistics.median(ours), statistics.median(core)
    return Result(
        f"{name}, {SEATS} random players, base game, with observations",
        f"{steps:,.0f} steps/s",
        f"the bare core: {decisions:,.0f} decisions/s",
        f"1/{decisions / steps:.1f} (at least 1/{limit:g})",
        decisions / steps <= limit,
    )


def adapters() -> Iterator[Result]:
    """Measure steps per second in PettingZoo and OpenSpiel, and of several games at a time."""
    yield _compare_with_core("PettingZoo", pettingzoo_game, 8)
    yield _compare_with_core("PettingZoo and Gymnasium's sample", partial(pettingzoo_game, sampled=True), 12)
    yield _compare_with_core("OpenSpiel", openspiel_game, 8)
    for games in (1, 16, 64):
        yield _compare_with_core(f"vector environment of {games}", partial(vector_game, games=games), 8)


MEASUREMENTS: tuple[Callable[[], Iterator[Result]], ...] = (adapters,)
