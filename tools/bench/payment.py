"""Print the processor time in ms to make the slowest dress and list its payments, with 40 kept tiles.

Run by ``python -m tools.bench.payment``.
"""

import time
from random import Random

from msgspec.structs import replace

from rokoko_core import State, apply, legal_actions
from rokoko_core.actions import MakeDress
from tests.tabletop import EVERYTHING, give, new, turn, windows

KEPT = 40
"""Tiles of the player."""
DRAWS = 3
"""Random sets of tiles for each dress."""


def slowest() -> float:
    """Return the seconds for the slowest dress, best of two runs."""
    state = turn(new(2, 1, EVERYTHING), 0, "base-master")
    tiles = [*state.tile_stack, *state.tile_discard, *(tile for tile in state.warehouse if tile)]
    longest = 0.0
    for seed in range(DRAWS):
        kept = Random(seed).sample(tiles, KEPT)
        for dress in sorted(dress for dress in (*state.dress_bag, *state.windows) if dress):
            position = windows(give(state, 0, silk=kept, livre=40, yarn=4, lace=4), dress)
            longest = max(longest, min(_seconds(position, dress) for _ in range(2)))
    return longest


def _seconds(state: State, dress: str) -> float:
    state = replace(state)  # a copy without cached actions
    start = time.process_time()
    if MakeDress(dress) in legal_actions(state):
        legal_actions(apply(state, MakeDress(dress)))
    return time.process_time() - start


if __name__ == "__main__":
    print(f"{slowest() * 1000:.3f}")
