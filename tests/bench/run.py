"""Measures every budget of the design against its peer in one run and writes ``docs/benchmarks.md``: ``make bench``.

Single figures drift with the machine; each line is a ratio of medians taken alternately, so both sides see the same
weather.
"""

import asyncio
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from random import Random

from rokoko_core import Game, Seat, Setup, apply, legal_actions, new_state
from rokoko_core.journal import read
from tests.bench import peers

ROOT = Path(__file__).parents[2]
ROUNDS = 7
"""Alternating measurements of each pair; the medians are compared."""


def seconds(work: Callable[[], object]) -> float:
    """Wall time of one call."""
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def random_game(seed: int) -> int:
    """Play 4 random players through the checked door; gives the number of decisions."""
    state = new_state(Setup(tuple(Seat(name) for name in ("Ada", "Bo", "Cy", "Dee")), seed))
    rng, decisions = Random(seed), 0
    while offers := legal_actions(state):
        state = apply(state, offers[int(rng.random() * len(offers))])
        decisions += 1
    return decisions


def decisions_per_second(play: Callable[[int], int], seeds: range) -> float:
    """Decisions per second of ``play`` over ``seeds``."""
    start = time.perf_counter()
    decisions = sum(play(seed) for seed in seeds)
    return decisions / (time.perf_counter() - start)


Result = tuple[str, str, str, str, bool]
"""(what, measured, peer or budget, verdict, met)."""


def random_play() -> Result:
    """Decisions per second of random play against catanatron's."""
    ours, theirs = [], []
    for n in range(ROUNDS):
        ours.append(decisions_per_second(random_game, range(n * 20, n * 20 + 20)))
        theirs.append(decisions_per_second(peers.catanatron_game, range(n * 4, n * 4 + 4)))
    ratio = statistics.median(ours) / statistics.median(theirs)
    return (
        "random play, 4 players, base game",
        f"{statistics.median(ours):,.0f} decisions/s",
        f"catanatron, 4 random players: {statistics.median(theirs):,.0f} decisions/s",
        f"{ratio:.1f}x (at least 3x)",
        ratio >= 3,
    )


def reading() -> Result:
    """Reading and replaying the 5-player sample game."""
    path = ROOT / "saves" / "base-5.rokoko"
    taken = statistics.median(seconds(lambda: read(path)) for _ in range(ROUNDS * 3)) * 1000
    return ("read a 5-player game and replay it", f"{taken:.1f} ms", "50 ms", f"{taken / 50:.2f} of it", taken <= 50)


def _game() -> Game:
    return read(ROOT / "saves" / "base-5.rokoko").game


def jumping() -> Result:
    """Jumping to positions of a loaded game."""
    game = _game()
    places = [Random(1).randrange(game.length) for _ in range(200)]
    taken = max(seconds(lambda p=p: game.at(p)) for p in places) * 1000  # type: ignore[misc]
    return ("jump to any position (slowest of 200)", f"{taken:.4f} ms", "5 ms", f"{taken / 5:.4f} of it", taken <= 5)


def undoing() -> Result:
    """Undo and redo of a loaded game, without the disk."""
    game = _game().fork(300)
    taken = []
    for _ in range(100):
        taken += [seconds(lambda: game.undo(cross=True)), seconds(game.redo)]
    slowest = statistics.median(taken) * 1000
    return ("undo; redo, in memory (median of 200)", f"{slowest:.4f} ms", "1 ms", f"{slowest:.4f} of it", slowest <= 1)


def save_size() -> Result:
    """Size of a finished 4-player save."""
    with tempfile.TemporaryDirectory() as folder:
        game = read(ROOT / "saves" / "base-4.rokoko").game
        path = Path(folder) / "game.rokoko"
        game.save(path)
        size = path.stat().st_size / 1000
    return ("size of a finished 4-player save", f"{size:.1f} kB", "60 kB", f"{size / 60:.2f} of it", size <= 60)


def first_paint() -> Result:
    """Process start to first painted screen, against a trivial Textual app."""
    ours, theirs = [], []
    for _ in range(ROUNDS):
        theirs.append(peers.first_paint([sys.executable, "-m", "tests.bench.peers"]))
        ours.append(peers.first_paint([sys.executable, "-m", "rokoko_tui"]))
    ratio = statistics.median(ours) / statistics.median(theirs)
    return (
        "first paint of rokoko-tui",
        f"{statistics.median(ours) * 1000:.0f} ms",
        f"trivial Textual app: {statistics.median(theirs) * 1000:.0f} ms",
        f"{ratio:.2f}x (at most 1.5x)",
        ratio <= 1.5,
    )


def key_press() -> Result:
    """A key press to the settled screen at 120x40, against the same press in a trivial Textual app."""
    ours = statistics.median(asyncio.run(peers.press_in_play(ROUNDS * 6)))
    theirs = statistics.median(asyncio.run(peers.press_in_trivial(ROUNDS * 6)))
    ratio = ours / theirs
    return (
        "key press to settled screen, 120x40",
        f"{ours * 1000:.1f} ms",
        f"trivial Textual app: {theirs * 1000:.1f} ms",
        f"{ratio:.2f}x (at most 1.5x)",
        ratio <= 1.5,
    )


def main() -> None:
    """Measure all budgets, print the table and write it down."""
    results = [m() for m in (random_play, reading, jumping, undoing, first_paint, key_press, save_size)]
    lines = [
        "# Benchmarks",
        "",
        "Written by `make bench`; one run on one machine, each peer measured alternately with ours.",
        "",
        "| what | measured | peer or budget | ratio | met |",
        "|---|---|---|---|---|",
        *(
            f"| {what} | {ours} | {peer} | {ratio} | {'yes' if met else 'NO'} |"
            for what, ours, peer, ratio, met in results
        ),
    ]
    text = "\n".join(lines) + "\n"
    print(text)
    (ROOT / "docs" / "benchmarks.md").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
