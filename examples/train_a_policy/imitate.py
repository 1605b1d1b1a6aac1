"""Train a network to choose as a stronger player does, with numpy, and play it against the levels.

docs/training.md explains the method and has its results.
"""

import argparse
from pathlib import Path
from random import Random
from time import process_time
from typing import Any

import numpy as np
from train_a_policy import LEVELS, SEED, Answer, describe

from rokoko_core.adapters.action_numbers import COUNT, word
from rokoko_core.adapters.compact_observation import compact_indices
from rokoko_core.adapters.environment import new_setup
from rokoko_core.adapters.vector_bot import by_numbers
from rokoko_core.adapters.vector_env import RokokoVectorEnv
from rokoko_core.bots import plan
from rokoko_core.bots.external_bots import Bot

TEACHER = "journeyman"
"""The level that the network imitates."""
UNITS = 256
"""Units of the hidden layer."""
ROUNDS = 6
"""Times that each example is used."""
BATCH = 128
"""Examples of one step of the training."""
RATE = 1e-3
"""Step size at the start; it falls to 0."""
POINTS = 4
"""Points of the curve."""

Network = dict[str, Any]
"""Weights by name, float32: of the hidden layer (inputs, units) and (units,), of the actions (units, ``COUNT``) and
(``COUNT``,).
"""
Examples = list[tuple[Any, Any, int]]
"""Positions with a choice: the compact observation and the mask of the legal numbers, both uint8, and the number that
the teacher chose. The mask has 8 numbers in a byte.
"""


def gather(games: int, seed: int) -> Examples:
    """Play games of the teacher against itself, and return its choices."""
    examples, rng = [], Random(seed)
    env = RokokoVectorEnv(1, players=2, compact=True)
    observations, infos = env.reset(seed=seed)
    while games > 0:
        position = env.positions[0]
        seat = int(infos["seat"][0])
        for action in plan(position.state, TEACHER, rng):
            for number in word(action, seat, 2):
                mask = infos["action_mask"][0]
                if mask.sum() > 1:
                    examples.append((observations[0].clip(0, 255).astype(np.uint8), np.packbits(mask), number))
                observations, _, over, _, infos = env.step([number])
                games -= int(over[0])
    return examples


def new_network(seed: int) -> Network:
    """Return a network with random weights."""
    rng, width = np.random.default_rng(seed), len(compact_indices(new_setup(2)))
    return {
        "hidden": rng.normal(0, 0.06, (width, UNITS)).astype(np.float32),
        "hidden_bias": np.zeros(UNITS, np.float32),
        "actions": rng.normal(0, 0.02, (UNITS, COUNT)).astype(np.float32),
        "actions_bias": np.zeros(COUNT, np.float32),
    }


def run(network: Network, observations: Any) -> tuple[Any, Any, Any]:
    """Return (inputs, hidden units, score of each action) for each row; large numbers count less."""
    inputs = np.log1p(observations.astype(np.float32))
    units = np.maximum(inputs @ network["hidden"] + network["hidden_bias"], 0)
    return inputs, units, units @ network["actions"] + network["actions_bias"]


def find_gradients(network: Network, observations: Any, masks: Any, chosen: Any) -> Network:
    """Return the gradient of the cross-entropy: the loss is the less, the more probable the teacher's choice is.

    The probability of a legal action grows exponentially with its score; that of other actions is 0.
    """
    inputs, units, scores = run(network, observations)
    scores[masks == 0] = -np.inf
    errors = np.exp(scores - scores.max(axis=1, keepdims=True))
    errors /= errors.sum(axis=1, keepdims=True)
    errors[np.arange(len(chosen)), chosen] -= 1
    errors /= len(chosen)
    back = (errors @ network["actions"].T) * (units > 0)
    return {
        "hidden": inputs.T @ back,
        "hidden_bias": back.sum(axis=0),
        "actions": units.T @ errors,
        "actions_bias": errors.sum(axis=0),
    }


def fit(examples: Examples, seed: int) -> Network:
    """Return a network that is trained on ``examples`` from random weights, by gradient descent (Adam)."""
    network, rng = new_network(seed), np.random.default_rng(seed)
    means = {name: np.zeros_like(weights) for name, weights in network.items()}
    squares = {name: np.zeros_like(weights) for name, weights in network.items()}
    steps = ROUNDS * (len(examples) // BATCH)
    order: Any = np.concatenate([rng.permutation(len(examples)) for _ in range(ROUNDS)])
    for step in range(steps):
        batch = [examples[n] for n in order[step * BATCH : (step + 1) * BATCH]]
        observations, masks, chosen = (np.array(column) for column in zip(*batch, strict=True))
        gradients = find_gradients(network, observations, np.unpackbits(masks, axis=1, count=COUNT), chosen)
        rate = RATE * (1 - step / steps) * (1 - 0.999 ** (step + 1)) ** 0.5 / (1 - 0.9 ** (step + 1))
        for name, gradient in gradients.items():
            means[name] += 0.1 * (gradient - means[name])
            squares[name] += 0.001 * (gradient**2 - squares[name])
            network[name] -= rate * means[name] / (np.sqrt(squares[name]) + 1e-8)
    return network


def to_answer(network: Network) -> Answer:
    """Return the function that maps a compact observation to the legal number with the highest score."""
    return lambda observation, legal: legal[run(network, observation[None])[2][0, legal].argmax()]


def to_bot(network: Network) -> Bot:
    """Return a bot that plays the action with the highest score, in games of two of the base game."""
    answer, indices = to_answer(network), compact_indices(new_setup(2))
    return by_numbers(lambda vector, legal: answer(np.frombuffer(vector, np.float32)[indices], np.array(legal)))


def main() -> None:
    """Train networks on more and more games, play each, and write the weights of the last."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=400, help="games of the teacher")
    parser.add_argument("--matches", type=int, default=200, help="games against each level, an even number")
    parser.add_argument("--seed", type=int, default=1, help="it determines the examples and the weights at the start")
    parser.add_argument("--save", type=Path, help="file for the weights, such as network.npz")
    options = parser.parse_args()
    examples: Examples = []
    seconds, gathered = 0.0, 0
    for games in (options.games >> point for point in reversed(range(POINTS))):
        start = process_time()
        examples += gather(games - gathered, options.seed + gathered)
        network, gathered = fit(examples, options.seed), games
        seconds += process_time() - start
        if options.save:
            np.savez(options.save, **network)
        results = [describe(to_answer(network), level, options.matches, SEED, compact=True) for level in LEVELS]
        print(f"{games} games, {seconds:.0f} s: {', '.join(results)}", flush=True)


if __name__ == "__main__":
    main()
