"""Budgets of the rules, the log and the save file, measured in this process."""

import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import nullcontext
from pathlib import Path
from random import Random

from rokoko_core import Game, Seat, Setup, apply, legal_actions, new_state, observe, to_move
from rokoko_core.bots.rollout import play_rounds
from rokoko_core.bots.rollout_pool import ALONE, Processes
from rokoko_core.bots.search import Search
from rokoko_core.bots.time_limit import Clock, timed_clock
from rokoko_core.game import Game as AnyGame
from rokoko_core.journal import read
from rokoko_tui.settings.settings import count_processors
from tools import ROOT
from tools.bench.payment import KEPT
from tools.bench.peers import catanatron_game, chess_file, read_chess_game
from tools.bench.results import Result, given_up, limited, ratio
from tools.bench.screen import PATIENCE

ROUNDS = 7
"""Repetitions. Two programs are measured alternately, and their medians compared."""


def seconds(work: Callable[[], object]) -> float:
    """Return the processor time of one call in seconds."""
    start = time.process_time()
    work()
    return time.process_time() - start


def random_game(seed: int) -> int:
    """Play 4 random players with checked actions; return the number of decisions."""
    state = new_state(Setup(tuple(Seat(name) for name in ("Ada", "Bo", "Cy", "Dee")), seed))
    rng, decisions = Random(seed), 0
    while actions := legal_actions(state):
        state = apply(state, actions[int(rng.random() * len(actions))])
        decisions += 1
    return decisions


def decisions_per_second(play: Callable[[int], int], seeds: range) -> float:
    """Return the decisions per second of processor time of ``play`` over ``seeds``."""
    start = time.process_time()
    decisions = sum(play(seed) for seed in seeds)
    return decisions / (time.process_time() - start)


def random_play() -> Iterator[Result]:
    """Compare the decisions per second of random play with catanatron."""
    ours, theirs = [], []
    for n in range(ROUNDS):
        ours.append(decisions_per_second(random_game, range(n * 20, n * 20 + 20)))
        theirs.append(decisions_per_second(catanatron_game, range(n * 4, n * 4 + 4)))
    times = statistics.median(ours) / statistics.median(theirs)
    yield Result(
        "random play, 4 players, base game",
        f"{statistics.median(ours):,.0f} decisions/s",
        f"catanatron, 4 random players: {statistics.median(theirs):,.0f} decisions/s",
        f"{times:.1f}x (at least 5x)",
        times >= 5,
    )


def reading() -> Iterator[Result]:
    """Compare reading and replaying the 5-player sample game with a game of chess of as many moves."""
    path = ROOT / "saves" / "base-5.rokoko"
    file = chess_file(read(path).game.length)
    ours, theirs = [], []
    for _ in range(ROUNDS * 3):
        ours.append(seconds(lambda: read(path)) * 1000)
        theirs.append(seconds(lambda: read_chess_game(file)) * 1000)
    yield ratio(
        f"read a 5-player game and replay it (best of {ROUNDS * 3})",
        f"{min(ours):.1f} ms",
        f"python-chess, as many moves: {min(theirs):.1f} ms",
        min(ours) / min(theirs),
        1.3,
    )


def jumping() -> Iterator[Result]:
    """Jump to positions of a loaded game, undo and redo, without the disk."""
    game: AnyGame = read(ROOT / "saves" / "base-5.rokoko").game
    positions = [Random(1).randrange(game.length) for _ in range(200)]
    slowest = max(seconds(lambda p=p: game.at(p)) for p in positions) * 1000  # type: ignore[misc]
    yield limited("jump to any position (slowest of 200)", slowest, 5, "ms", 4)
    game = game.fork(300)
    times = []
    for _ in range(100):
        times += [seconds(lambda: game.undo(cross=True)), seconds(game.redo)]
    yield limited("undo; redo, in memory (median of 200)", statistics.median(times) * 1000, 1, "ms", 4)


def payment() -> Iterator[Result]:
    """List the payments with 40 kept tiles, in another process with a timeout."""
    what = f"any legal payment with {KEPT} kept tiles (slowest dress)"
    try:
        process = subprocess.run(
            [sys.executable, "-m", "tools.bench.payment"], cwd=ROOT, capture_output=True, check=True, timeout=PATIENCE
        )
    except subprocess.TimeoutExpired:
        yield given_up(what, "python-chess", PATIENCE)
    else:
        count, ours, theirs = map(float, process.stdout.split())
        moves = f"python-chess, {count:,.0f} legal moves: {theirs:.1f} ms"
        yield ratio(what, f"{ours:.1f} ms", moves, ours / theirs, 1.9)


def save_size() -> Iterator[Result]:
    """Measure the size of a finished 4-player save."""
    with tempfile.TemporaryDirectory() as folder:
        game = Game.load(ROOT / "saves" / "base-4.rokoko")
        path = Path(folder) / "game.rokoko"
        game.save(path)
        yield limited("size of a finished 4-player save", path.stat().st_size / 1000, 60, "kB")


def deals_in_a_search(processes: int, seconds: float = 2.0) -> int:
    """Search a turn in round 4 of a two-player game; return the deals played for all candidates together."""
    state = play_rounds(new_state(Setup((Seat("Ada"), Seat("Bo")), seed=3)), 3, Clock())
    assert state is not None
    view = observe(state, to_move(state))
    with Processes(processes) if processes > 1 else nullcontext(ALONE) as pool:
        Search(view, Random(0)).run(timed_clock(0.1), pool)  # the processes start
        search = Search(view, Random(1))
        search.run(timed_clock(seconds), pool)
        return sum(candidate.deals for candidate in search.candidates())


def search_processes() -> Iterator[Result]:
    """Compare a search in 2 and 4 processes with one; more than there are processors need not gain."""
    processors = count_processors()
    deals: dict[int, list[int]] = {1: [], 2: [], 4: []}
    for _ in range(ROUNDS):
        for processes, counts in deals.items():
            counts.append(deals_in_a_search(processes))
    alone = statistics.median(deals[1])
    for processes in (2, 4):
        times = statistics.median(deals[processes]) / alone
        least = 1.1 if processes <= processors else 0.5
        yield Result(
            f"deals of a search of 2 s in {processes} processes, {processors} processors",
            f"{statistics.median(deals[processes]):,.0f}",
            f"in one process: {alone:,.0f}",
            f"{times:.2f}x (at least {least:g}x)",
            times >= least,
        )


MEASUREMENTS: tuple[Callable[[], Iterator[Result]], ...] = (
    random_play,
    search_processes,
    reading,
    jumping,
    payment,
    save_size,
)
