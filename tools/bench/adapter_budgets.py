"""Budgets of the adapters: steps per second compared with the core, for the same number of seats."""

import statistics
from collections.abc import Callable, Iterator
from itertools import count
from random import Random

from tools.bench.core_budgets import ROUNDS, decisions_per_second, random_game
from tools.bench.results import Result

SEATS = 4


def pettingzoo_game(seed: int) -> int:
    """Play random agents in PettingZoo's loop with observations; return the number of steps."""
    from rokoko_core.adapters.pettingzoo import env

    game, steps = env(players=SEATS), 0
    game.reset(seed=seed)
    for agent in game.agents:
        game.action_space(agent).seed(seed)
    for agent in game.agent_iter():
        observation, _, terminated, _, _ = game.last()
        game.step(None if terminated else game.action_space(agent).sample(observation["action_mask"]))
        steps += not terminated
    return steps


def openspiel_game(seed: int) -> int:
    """Play a random game in OpenSpiel with observation tensors; return the number of steps."""
    import pyspiel

    import rokoko_core.adapters.openspiel  # noqa: F401 - registers the game

    rng = Random(seed)
    state = pyspiel.load_game(f"rokoko(players={SEATS})").new_initial_state()
    for steps in count():
        if state.is_terminal():
            return steps
        if not state.is_chance_node():
            state.observation_tensor(state.current_player())
        state.apply_action(rng.choice(state.legal_actions()))
    raise AssertionError


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
        f"1/{decisions / steps:.0f} (at least 1/{limit:g})",
        decisions / steps <= limit,
    )


def adapters() -> Iterator[Result]:
    """Measure steps per second in PettingZoo and OpenSpiel."""
    yield _compare_with_core("PettingZoo", pettingzoo_game, 50)
    yield _compare_with_core("OpenSpiel", openspiel_game, 50)


MEASUREMENTS: tuple[Callable[[], Iterator[Result]], ...] = (adapters,)
