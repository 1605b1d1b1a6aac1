"""How strong the bots are: ``python -m rokoko_core.bots.arena tailor page page --games 50``.

The levels named sit at one table, one seat further with each game, so that no level always starts. Printed is each
level's share of wins with a 95% interval and its mean score.
"""

import argparse
from collections.abc import Sequence
from random import Random
from statistics import mean

from rokoko_core.bots import LEVELS, choose
from rokoko_core.play import apply_unchecked, new_state, to_move
from rokoko_core.scoring import final_scores
from rokoko_core.state import Seat, Setup

Z = 1.96
"""Standard deviations of a 95% interval."""


def play(levels: Sequence[str], seed: int) -> list[tuple[int, float]]:
    """(score, share of the win) of each seat in one game between ``levels``; a shared win is parted."""
    seats = tuple(Seat(f"{n} {level}", "bot", level) for n, level in enumerate(levels))
    state, rng = new_state(Setup(seats, seed)), Random(seed)
    while (seat := to_move(state)) is not None:
        state = apply_unchecked(state, choose(state, levels[seat], rng))
    sheets = final_scores(state)
    winners = sum(sheet.rank == 1 for sheet in sheets)
    return [(sheet.total, 1 / winners if sheet.rank == 1 else 0.0) for sheet in sheets]


def interval(share: float, games: int) -> tuple[float, float]:
    """The 95% interval (Wilson) of a win share over ``games`` games."""
    spread = Z * (share * (1 - share) / games + Z**2 / (4 * games**2)) ** 0.5
    centre = share + Z**2 / (2 * games)
    return (centre - spread) / (1 + Z**2 / games), (centre + spread) / (1 + Z**2 / games)


def tournament(levels: Sequence[str], games: int, seed: int) -> list[tuple[str, float, float]]:
    """(level, share of wins, mean score) of each place in ``levels`` over ``games`` games."""
    results: list[list[tuple[int, float]]] = [[] for _ in levels]
    for game in range(games):
        shift = game % len(levels)
        order = [(n + shift) % len(levels) for n in range(len(levels))]
        for place, result in zip(order, play([levels[n] for n in order], seed + game), strict=True):
            results[place].append(result)
    return [
        (level, mean(won for _, won in own), mean(score for score, _ in own))
        for level, own in zip(levels, results, strict=True)
    ]


def main() -> None:
    """Run a tournament from the command line and print its table."""
    parser = argparse.ArgumentParser(prog="python -m rokoko_core.bots.arena", description="How strong the bots are.")
    parser.add_argument("levels", nargs="+", choices=list(LEVELS), help="one level per seat, 2 to 5 of them")
    parser.add_argument("--games", type=int, default=30)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    if not 2 <= len(options.levels) <= 5 or options.games < 1:
        parser.error("2 to 5 levels and at least one game are needed")
    print(f"{options.games} games, base game, seeds from {options.seed}")
    for level, share, score in tournament(options.levels, options.games, options.seed):
        low, high = interval(share, options.games)
        print(f"{level:10} wins {share:6.1%} ({low:.1%} to {high:.1%})   mean score {score:.1f}")


if __name__ == "__main__":
    main()
