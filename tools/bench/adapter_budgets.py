"""How many steps a second the adapters take, each against the bare core in games of the same seats."""

import statistics
from collections.abc import Callable, Iterator
from itertools import count
from random import Random

from tools.bench.core_budgets import ROUNDS, decisions_per_second, random_game
from tools.bench.results import Result

SEATS = 4


def pettingzoo_game(seed: int) -> int:
    """Play random agents in PettingZoo's loop, each looking before each step; gives the number of steps."""
    from rokoko_core.adapters.pettingzoo import env

    game, steps = env(players=SEATS), 0
    game.reset(seed=seed)
    for agent in game.agents:
        game.action_space(agent).seed(seed)
    for agent in game.agent_iter():
        seen, _, over, _, _ = game.last()
        game.step(None if over else game.action_space(agent).sample(seen["action_mask"]))
        steps += not over
    return steps


def openspiel_game(seed: int) -> int:
    """Play a random game of OpenSpiel, its tensor read before each step; gives the number of steps."""
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


def _against_the_core(name: str, play: Callable[[int], int], times: float) -> Result:
    """Steps a second of ``play``; the core may be ``times`` as quick at the most."""
    ours, bare = [], []
    play(0)
    for n in range(ROUNDS):
        ours.append(decisions_per_second(play, range(n * 2, n * 2 + 2)))
        bare.append(decisions_per_second(random_game, range(n * 10, n * 10 + 10)))
    steps, decisions = statistics.median(ours), statistics.median(bare)
    return Result(
        f"{name}, {SEATS} random players, base game, with observations",
        f"{steps:,.0f} steps/s",
        f"the bare core: {decisions:,.0f} decisions/s",
        f"1/{decisions / steps:.0f} (at least 1/{times:g})",
        decisions / steps <= times,
    )


def adapters() -> Iterator[Result]:
    """Steps per second in the environment of PettingZoo and in the game of OpenSpiel."""
    yield _against_the_core("PettingZoo", pettingzoo_game, 50)
    yield _against_the_core("OpenSpiel", openspiel_game, 50)


MEASUREMENTS: tuple[Callable[[], Iterator[Result]], ...] = (adapters,)
