"""Train a linear policy for games of two with numpy, and play it against the levels.

docs/training.md explains the method and has its results.
"""

import argparse
from collections.abc import Callable
from pathlib import Path
from time import process_time
from typing import Any

import gymnasium
import numpy as np

import rokoko_core.adapters.gymnasium  # noqa: F401
from rokoko_core.adapters.action_numbers import COUNT
from rokoko_core.adapters.observation_vector import FIELDS, STARTS
from rokoko_core.adapters.vector_bot import by_numbers
from rokoko_core.adapters.vector_env import RokokoVectorEnv
from rokoko_core.bots.arena_statistics import interval
from rokoko_core.bots.external_bots import Bot

Answer = Callable[[Any, Any], int]
"""Maps an observation and the legal numbers, in ascending order, to one of them."""

AT_A_TIME = 32
"""Games played at a time."""
WIDTH = STARTS[[field.name for field in FIELDS].index("player-2-sits")] + 1
"""The number of inputs: what a game of two uses of the observation, and one that is always 1."""
MARGIN = 20.0
"""A typical margin of prestige."""
LEVELS = ("random", "novice", "apprentice")
"""The levels that a policy is measured against."""
SEED = 1_000_000
"""Seed of the first deal of the measurement: other deals than those of the training."""


def new_policy() -> Any:
    """Return the weights of a policy that plays at random: for each action its weight of each input."""
    return np.zeros((COUNT, WIDTH), np.float32)


def to_inputs(observations: Any) -> Any:
    """Return the inputs of each row; large numbers count less."""
    inputs = np.log1p(observations[:, :WIDTH])
    inputs[:, -1] = 1
    return inputs


def choose(policy: Any, inputs: Any, masks: Any, rng: Any) -> tuple[Any, Any, Any, Any]:
    """Draw a legal action for each row; return (actions chosen, rows, legal actions, their probabilities).

    The last three have an entry for each legal action of each row.
    """
    rows, legal = masks.nonzero()
    starts = np.flatnonzero(np.diff(rows, prepend=-1))
    scores = np.einsum("ij,ij->i", policy[legal], inputs[rows])
    powers = np.exp(scores - np.maximum.reduceat(scores, starts)[rows])
    chances = powers / np.add.reduceat(powers, starts)[rows]
    order = np.lexsort((np.log(chances + 1e-9) + rng.gumbel(size=len(chances)), rows))
    return legal[order[[*(starts[1:] - 1), -1]]], rows, legal, chances


def improve(policy: Any, steps: list[tuple[Any, Any, Any]], gains: list[float], rate: float) -> None:
    """Make each action of a game more probable, the more the larger its gain; less if it is negative (REINFORCE).

    A step is (inputs, legal actions, error), with the error 1 for the action chosen, minus the probability of each.
    """
    rows: Any = np.repeat(np.arange(len(steps)), [len(legal) for _, legal, _ in steps])
    used, index = np.unique(np.concatenate([legal for _, legal, _ in steps]), return_inverse=True)
    errors: Any = np.zeros((len(used), len(steps)), np.float32)
    errors[index, rows] = np.concatenate([error * gain for (_, _, error), gain in zip(steps, gains, strict=True)])
    policy[used] += rate * errors @ np.stack([inputs for inputs, _, _ in steps])


def train(games: int, seed: int, rate: float = 1e-3) -> Any:
    """Return a policy that has played so many games against itself."""
    policy, rng = new_policy(), np.random.default_rng(seed)
    env = RokokoVectorEnv(AT_A_TIME, players=2, reward="margin")
    observations, infos = env.reset(seed=seed)
    steps: list[list[Any]] = [[] for _ in range(AT_A_TIME)]
    while games > 0:
        inputs, seats = to_inputs(observations), infos["seat"]
        actions, rows, legal, chances = choose(policy, inputs, infos["action_mask"], rng)
        errors = (legal == actions[rows]) - chances
        parts: Any = np.flatnonzero(np.diff(rows)) + 1
        for game, each in enumerate(zip(np.split(legal, parts), np.split(errors, parts), strict=True)):
            steps[game].append((inputs[game], *each, seats[game]))
        observations, _, terminations, _, infos = env.step(actions)
        for game in terminations.nonzero()[0]:
            gains = [float(infos["rewards"][game, seat]) / MARGIN for *_, seat in steps[game]]
            improve(policy, [step[:3] for step in steps[game]], gains, rate)
            steps[game] = []
            games -= 1
    return policy


def play(answer: Answer, level: str, games: int, seed: int, compact: bool = False) -> float:
    """Return the share of ``games`` that ``answer`` wins against the bot ``level``; a tie is half a win.

    ``games`` is even: each deal is played from both seats. ``compact`` selects the observation that ``answer`` expects.
    """
    points = 0.0
    for seat in (0, 1):
        env = gymnasium.make("Rokoko-v0", opponents=[level], seat=seat, compact=compact).unwrapped
        for deal in range(games // 2):
            observation, info = env.reset(seed=seed + deal)
            over, reward = False, 0.0
            while not over:
                number = answer(observation, info["action_mask"].nonzero()[0])
                observation, reward, over, _, info = env.step(number)
            points += (reward + 1) / 2
    return points / games


def describe(answer: Answer, level: str, games: int, seed: int, compact: bool = False) -> str:
    """Return the result of ``play`` in words, with a 95% interval."""
    share = play(answer, level, games, seed, compact)
    low, high = interval(share, games)
    return f"{level} {share:.1%} ({low:.1%} to {high:.1%})"


def to_answer(policy: Any) -> Answer:
    """Return the function that maps an observation to the legal number that ``policy`` finds most probable."""
    return lambda observation, legal: legal[(policy[legal] @ to_inputs(observation[None])[0]).argmax()]


def to_bot(policy: Any) -> Bot:
    """Return a bot that plays the action that ``policy`` finds most probable, in games of two."""
    answer = to_answer(policy)
    return by_numbers(lambda vector, legal: answer(np.frombuffer(vector, np.float32), np.array(legal)))


def main() -> None:
    """Train a policy, play it, and write its weights."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=2000, help="games of the training")
    parser.add_argument("--matches", type=int, default=200, help="games against each level after it, an even number")
    parser.add_argument("--seed", type=int, default=1, help="it determines the deals and the moves")
    parser.add_argument("--save", type=Path, help="file for the weights, such as policy.npy")
    options = parser.parse_args()
    policy = train(options.games, options.seed)
    if options.save:
        np.save(options.save, policy)
    print(f"{options.games} games, {process_time():.0f} s of processor time. Wins against:")
    for level in LEVELS:
        print(describe(to_answer(policy), level, options.matches, SEED), flush=True)


if __name__ == "__main__":
    main()
