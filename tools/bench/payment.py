"""Milliseconds of work to offer the main action, to make the dress and to list the ways to pay, for the slowest of all
dresses, with 40 tiles kept: ``python -m tools.bench.payment``.
"""

import time
from random import Random

from msgspec.structs import replace

from rokoko_core import State, apply, legal_actions
from rokoko_core.actions import MakeDress
from tests.tabletop import EVERYTHING, give, new, turn, windows

KEPT = 40
"""Tiles kept."""
DRAWS = 3
"""Sets of tiles tried with each dress."""


def slowest() -> float:
    """Seconds for the slowest dress, the best of two runs each."""
    state = turn(new(2, 1, EVERYTHING), 0, "base-master")
    tiles = [*state.tile_stack, *state.tile_discard, *(tile for tile in state.warehouse if tile)]
    most = 0.0
    for seed in range(DRAWS):
        kept = Random(seed).sample(tiles, KEPT)
        for dress in sorted(dress for dress in (*state.dress_bag, *state.windows) if dress):
            laid = windows(give(state, 0, silk=kept, livre=40, yarn=4, lace=4), dress)
            most = max(most, min(_paid(laid, dress) for _ in range(2)))
    return most


def _paid(state: State, dress: str) -> float:
    state = replace(state)  # nobody has asked about this one yet
    begun = time.process_time()
    if MakeDress(dress) in legal_actions(state):
        legal_actions(apply(state, MakeDress(dress)))
    return time.process_time() - begun


if __name__ == "__main__":
    print(f"{slowest() * 1000:.3f}")
