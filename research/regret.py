"""Measure the levels by the last turns of games, which are solved exactly, and write docs/regret.md.

    python -m research regret measure build/regret.jsonl --turns 200
    python -m research regret page build/regret.jsonl

``measure`` plays games for two from seed 1 on and keeps every last turn that can be solved. Each level plays each of
them; its regret is what the best play gains over it, in prestige of the lead. Results are appended to the file, and
what is in it is not measured again. ``page`` writes docs/regret.md.
"""

from argparse import ArgumentParser
from collections.abc import Iterable
from itertools import count
from pathlib import Path
from random import Random
from statistics import fmean, stdev

import msgspec

from research.game_files import append, read_records
from rokoko_core.bots import LEVELS, plan
from rokoko_core.bots.exact_turn import ExactTurn, NotSolvable, lead_of
from rokoko_core.bots.ratings import Z
from rokoko_core.components import newest
from rokoko_core.engine import apply_unchecked, to_move
from tools import ROOT
from tools.last_turns import make_setup, play_to_last_turn

PAGE = ROOT / "docs" / "regret.md"
TRIES = 10
"""Attempts of a level that does not search at a position; one that searches has a single one."""

INTRODUCTION = """\
# How far from the best

The last turn of a game for two can be solved: nothing hidden remains, and every way to play it is tried. The *regret*
of a level is how many points of the final lead it gives away, compared with the best play. Unlike the wins in
[Opponents](opponents.md) this measures no luck and no opponent, but it says nothing about the plans of earlier rounds.

`python -m research regret` writes this page. Bots play {games} games from seed 1 on, with the component set
{components}, whose figures are partly reconstructed. The last turns of {solved} of them can be solved, and all of these
count. The others could reveal something hidden, or have more ways to play than the solver tries. A level that does not
search plays each turn {tries} times, the others once. Intervals are 95% intervals of the mean over turns.

| level | mean regret | 95% interval | best play found | largest regret |
|---|---|---|---|---|
"""


class Solved(msgspec.Struct, frozen=True, tag=True):
    """A game with the component set ``components``, and the positions of its last turn; 0 if it cannot be solved."""

    components: str
    seed: int
    positions: int


class Attempts(msgspec.Struct, frozen=True, tag=True):
    """The regrets of ``level`` in the last turn of a game."""

    components: str
    seed: int
    level: str
    regrets: tuple[int, ...]


class Results:
    """The results with one component set in a file."""

    def __init__(self, path: Path, components: str) -> None:
        self._path, self.components = path, components
        self.games: dict[int, int] = {}
        """Positions of the last turn by seed."""
        self.regrets: dict[str, dict[int, tuple[int, ...]]] = {}
        """Regrets by level and seed."""
        for line in read_records(path, msgspec.json.Decoder(Solved | Attempts)):
            self._note(line)

    def _note(self, line: Solved | Attempts) -> None:
        if line.components != self.components:
            return
        if isinstance(line, Solved):
            self.games[line.seed] = line.positions
        else:
            self.regrets.setdefault(line.level, {})[line.seed] = line.regrets

    def add(self, line: Solved | Attempts) -> None:
        """Append ``line`` to the file."""
        append(line, self._path)
        self._note(line)


def measure(results: Results, turns: int, levels: Iterable[str]) -> None:
    """Add results until each of ``levels`` has played ``turns`` last turns."""
    solved = 0
    for seed in count(1):
        if solved == turns:
            return
        if results.games.get(seed) == 0:
            continue
        missing = [level for level in levels if seed not in results.regrets.get(level, {})]
        turn = solve(seed, results.components) if missing or seed not in results.games else None
        if seed not in results.games:
            results.add(Solved(results.components, seed, turn.positions if turn else 0))
        if turn is not None:
            for level in missing:
                regrets = tuple(regret(turn, level, attempt) for attempt in range(tries(level)))
                results.add(Attempts(results.components, seed, level, regrets))
        solved += results.games[seed] > 0


def tries(level: str) -> int:
    """Return how often ``level`` plays a position."""
    return 1 if LEVELS[level].searches else TRIES


def solve(seed: int, components: str) -> ExactTurn | None:
    """Return the last turn of the game with ``seed``; None if it cannot be solved."""
    reached = play_to_last_turn(make_setup(seed, components))
    try:
        return ExactTurn(reached.state) if reached else None
    except NotSolvable:
        return None


def regret(turn: ExactTurn, level: str, attempt: int) -> int:
    """Return the prestige that ``level`` loses in ``turn``."""
    state, rng = turn.start, Random(f"{turn.start.setup.seed}/{attempt}")
    while to_move(state) is not None:
        for action in plan(state, level, rng):
            state = apply_unchecked(state, action)
    return turn.lead - lead_of(state, turn.seat)


def page_of(results: Results) -> str:
    """Return the page. Only turns that every level has played count."""
    common = sorted(set[int].intersection(*map(set, results.regrets.values())))
    page = INTRODUCTION.format(games=common[-1], solved=len(common), components=results.components, tries=TRIES)
    for level in sorted(results.regrets, key=list(LEVELS).index, reverse=True):
        regrets = [results.regrets[level][seed] for seed in common]
        means = [fmean(attempts) for attempts in regrets]
        mean, error = fmean(means), Z * stdev(means) / len(means) ** 0.5
        found = fmean(fmean(loss == 0 for loss in attempts) for attempts in regrets)
        interval = f"{max(0.0, mean - error):.2f} to {mean + error:.2f}"
        page += f"| {level} | {mean:.2f} | {interval} | {found:.1%} | {max(map(max, regrets))} |\n"
    return page


def main(argv: list[str] | None = None) -> int:
    """Run the command in ``argv``; return the exit code."""
    parser = ArgumentParser(prog="python -m research regret")
    parser.add_argument("command", choices=("measure", "page"))
    parser.add_argument("results", type=Path)
    parser.add_argument("--turns", type=int, default=200, help="last turns that each level plays")
    parser.add_argument("--levels", default=",".join(LEVELS), help="levels, separated by commas")
    parser.add_argument("--components", default=newest(), help="component set")
    options = parser.parse_args(argv)
    results = Results(options.results, options.components)
    if options.command == "measure":
        measure(results, options.turns, options.levels.split(","))
    else:
        PAGE.write_text(page_of(results), encoding="utf-8")
    return 0
