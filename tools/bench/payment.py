"""Measure the slowest dress to make, and to list the payments of, with 40 kept tiles.

``python -m tools.bench.payment`` prints the number of payments, the processor time in ms, and the time in which
python-chess lists as many moves.
"""

import time
from collections.abc import Callable
from random import Random

from msgspec.structs import replace

from rokoko_core import State, apply, legal_actions
from rokoko_core.actions import MakeDress
from tests.tabletop import EVERYTHING, give, new, turn, windows
from tools.bench.peers import chess_positions

KEPT = 40
"""Tiles of the player."""
DRAWS = 3
"""Random sets of tiles for each dress."""
ROUNDS = 7
"""Repetitions for the slowest dress. Both programs are measured alternately, and their best times compared."""


def slowest() -> tuple[State, MakeDress]:
    """Return the position and dress that take longest, best of four runs."""
    state = turn(new(2, 1, EVERYTHING), 0, "base-master")
    tiles = [*state.tile_stack, *state.tile_discard, *(tile for tile in state.warehouse if tile)]
    longest, slowest_dress = -1.0, (state, MakeDress(""))
    for seed in range(DRAWS):
        kept = Random(seed).sample(tiles, KEPT)
        for dress in sorted(dress for dress in (*state.dress_bag, *state.windows) if dress):
            position = windows(give(state, 0, silk=kept, livre=40, yarn=4, lace=4), dress), MakeDress(dress)
            time_needed = min(_seconds(lambda p=position: payments(*p)) for _ in range(4))  # type: ignore[misc]
            if time_needed > longest:
                longest, slowest_dress = time_needed, position
    return slowest_dress


def payments(state: State, dress: MakeDress) -> int:
    """Make a dress and list its payments; return their number."""
    state = replace(state)  # a copy without cached actions
    return len(legal_actions(apply(state, dress))) if dress in legal_actions(state) else 0


def _seconds(work: Callable[[], object]) -> float:
    start = time.process_time()
    work()
    return time.process_time() - start


def main() -> None:
    dress = slowest()
    count = payments(*dress)
    positions = chess_positions(count)
    ours, theirs = [], []
    for _ in range(ROUNDS):
        ours.append(_seconds(lambda: payments(*dress)))
        theirs.append(_seconds(lambda: [list(position.legal_moves) for position in positions]))
    print(count, min(ours) * 1000, min(theirs) * 1000)


if __name__ == "__main__":
    main()
