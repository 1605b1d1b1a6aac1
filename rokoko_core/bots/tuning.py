"""How the weights of the evaluation were found: ``python -m rokoko_core.bots.tuning --games 600 --jobs 2``.

Journeymen play each other, each with weights a little off, so that many ways to play are seen. After each of their
turns it is noted what every part of the evaluation counts; when the game is over, the weights are fitted by least
squares to what that seat scored in the end. The fit holds on to the present weights where the games say little (ridge
regression). The tables ``[now]`` and ``[later]`` of ``evaluation.toml`` are written anew; a further run goes on from
them. The weights shipped are the mean of the second and the third run.
"""

import argparse
import re
from collections.abc import Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from itertools import product
from pathlib import Path
from random import Random

from msgspec.structs import replace

from rokoko_core.bots.evaluation import EVALUATION, PARTS, Evaluation, Features, Weights, by_name, named
from rokoko_core.bots.turn_search import committed, lines
from rokoko_core.engine import apply_unchecked, legal_actions, new_state, to_move
from rokoko_core.observe import determinize, observe
from rokoko_core.pending import TurnEnd
from rokoko_core.scoring import final_scores
from rokoko_core.setup import LAST_ROUND
from rokoko_core.state import Seat, Setup
from rokoko_core.terms import Expansion

SPREAD = 0.35
"""By how much each weight of a seat is off, as the standard deviation of a factor."""
HOLD = 60.0
"""How many observations the present weights count as."""
TABLES: Sequence[tuple[int, frozenset[Expansion]]] = [
    (seats, expansions) for expansions, seats in product((frozenset[Expansion](), frozenset(Expansion)), (2, 3, 4, 5))
]
"""(seats, expansions) of the games, in turn."""

Sample = tuple[int, Features, float]
"""(rounds to come, what each part counts, the final score)."""


def _off(weights: Weights, rng: Random) -> Weights:
    def table(figures: Features) -> Features:
        return named(by_name(figures)[part] * max(0.0, rng.gauss(1, SPREAD)) for part in PARTS)

    return replace(weights, now=table(weights.now), later=table(weights.later))


def observed(seed: int) -> list[Sample]:
    """What one game among journeymen with weights a little off shows."""
    rng = Random(seed)
    seats, expansions = TABLES[seed % len(TABLES)]
    state = new_state(Setup(tuple(Seat(f"Seat {n}") for n in range(seats)), seed, expansions))
    evaluations = [Evaluation(_off(EVALUATION.weights, rng)) for _ in range(seats)]
    noted: list[tuple[int, int, Features]] = []
    while (seat := to_move(state)) is not None:
        if type(state.pending[-1]) is TurnEnd:
            noted.append((seat, LAST_ROUND - state.round, EVALUATION.features(state, seat)))
            state = apply_unchecked(state, legal_actions(state)[0])
            continue
        line = lines(determinize(observe(state, seat), rng), seat, evaluation=evaluations[seat])[0]
        for action in committed(line)[: line.known]:
            if type(state.pending[-1]) is not TurnEnd:
                state = apply_unchecked(state, action)
    finals = [float(sheet.total) for sheet in final_scores(state)]
    return [(left, counts, finals[seat]) for seat, left, counts in noted]


def fitted(samples: Iterable[Sample], weights: Weights) -> Weights:
    """The weights that come nearest to the scores in ``samples``, held near ``weights``."""
    size = 2 * len(PARTS)
    start = [by_name(table)[part] for table in (weights.now, weights.later) for part in PARTS]
    square = [[0.0] * size for _ in range(size)]
    right = [0.0] * size
    for left, features, final in samples:
        counts = tuple(by_name(features).values())
        t = left / (LAST_ROUND - 1)
        row = [*counts, *(t * n for n in counts)]
        held = [n for n, value in enumerate(row) if value]
        rest = final - sum(row[n] * start[n] for n in held)
        for i in held:
            right[i] += row[i] * rest
            line, value = square[i], row[i]
            for j in held:
                line[j] += value * row[j]
    found = [w + change for w, change in zip(start, _solved(square, right), strict=True)]
    half = len(PARTS)
    return replace(weights, now=named(found[:half]), later=named(found[half:]))


def _solved(square: list[list[float]], right: list[float]) -> list[float]:
    """The change of weights, each held back in its own scale (Gaussian elimination)."""
    size = len(right)
    for n in range(size):
        square[n][n] += HOLD * max(1.0, square[n][n] / 1e4) if square[n][n] else 1.0
    for n in range(size):
        pivot = max(range(n, size), key=lambda k: abs(square[k][n]))
        square[n], square[pivot] = square[pivot], square[n]
        right[n], right[pivot] = right[pivot], right[n]
        for k in range(n + 1, size):
            factor = square[k][n] / square[n][n]
            if factor:
                square[k] = [a - factor * b for a, b in zip(square[k], square[n], strict=True)]
                right[k] -= factor * right[n]
    found = [0.0] * size
    for n in reversed(range(size)):
        found[n] = (right[n] - sum(square[n][k] * found[k] for k in range(n + 1, size))) / square[n][n]
    return found


def write(weights: Weights, path: Path) -> None:
    """Put the tables [now] and [later] of ``weights`` into the file at ``path``; the rest stays as it is."""
    text = path.read_text(encoding="utf-8")
    for name, table in (("now", weights.now), ("later", weights.later)):
        body = "".join(f"{part} = {round(w, 3) + 0.0}\n" for part, w in by_name(table).items())
        text = re.sub(rf"(?ms)^\[{name}\]\n.*?\n(?=\n|\Z)", f"[{name}]\n{body}", text)
    path.write_text(text, encoding="utf-8")


def main() -> None:
    """Play, fit, write."""
    parser = argparse.ArgumentParser(prog="python -m rokoko_core.bots.tuning", description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=600)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--out", type=Path, default=Path(__file__).with_name("evaluation.toml"))
    options = parser.parse_args()
    with ProcessPoolExecutor(options.jobs) as pool:
        seeds = range(options.seed, options.seed + options.games)
        samples = [sample for game in pool.map(observed, seeds, chunksize=4) for sample in game]
    write(fitted(samples, EVALUATION.weights), options.out)
    print(f"{len(samples)} positions of {options.games} games; {options.out} written")


if __name__ == "__main__":
    main()
