"""Measure the levels by the last two turns of games, which are solved exactly, and write docs/regret.md.

    python -m research regret measure build/regret.jsonl --positions 200
    python -m research regret measure build/regret.jsonl --positions 60 --turns 2
    python -m research regret page build/regret.jsonl

``measure`` plays games for two from seed 1 on and keeps every position with one turn left, or two, that can be solved.
Each level plays the turn to move in each of them; its regret is what the best play gains over it, in prestige of the
lead after the best answer. Results are appended to the file, and what is in it is not measured again. ``page`` writes
docs/regret.md.
"""

from argparse import ArgumentParser
from collections.abc import Iterable, Sequence
from itertools import count
from pathlib import Path
from random import Random
from statistics import fmean, stdev

import msgspec

from research.game_files import append, read_records
from rokoko_core.bots import LEVELS, plan
from rokoko_core.bots.exact_turn import MOST_POSITIONS, MOST_TURNS, ExactTurn, NotSolvable, lead_of, turns_left
from rokoko_core.bots.ratings import Z
from rokoko_core.components import newest
from rokoko_core.engine import apply_unchecked, new_state, to_move
from tools import ROOT
from tools.last_turns import Position, make_setup, play_until

PAGE = ROOT / "docs" / "regret.md"
TRIES = 10
"""Attempts of a level that does not search at a position; one that searches has a single one."""

INTRODUCTION = """\
# How far from the best

The last turn of a game for two can be solved: nothing hidden remains, and every way to play it is tried. So can the
turn before it, with the best answer to each way. The *regret* of a level is how many points of the final lead it gives
away, compared with the best play. Unlike the wins in [Opponents](opponents.md) this measures no luck and no opponent,
but it says nothing about the plans of earlier rounds.

`python -m research regret` writes this page. Bots play games from seed 1 on, with the component set {components}, whose
figures are partly reconstructed. A level that does not search plays each position {tries} times, the others once.
Intervals are 95% intervals of the mean over positions.
"""
TABLE = """
## {title}

Of {games} games, {solved} can be solved here, and all of these count. The others could reveal something hidden, or have
more ways to play than the solver tries.{note}

| level | mean regret | 95% interval | best play found | largest regret |
|---|---|---|---|---|
"""
TITLES = {1: "The last turn", 2: "The last turn but one"}
NOTES = {
    1: " The master solves them in the same way.",
    2: " The best play knows the last card of the other player, which a level may not see.",
}


class Solved(msgspec.Struct, frozen=True, tag=True):
    """A game with the component set ``components``, and the positions of its solution; 0 if it cannot be solved."""

    components: str
    seed: int
    positions: int
    turns: int = 1
    """Turns left where the solution begins."""


class Attempts(msgspec.Struct, frozen=True, tag=True):
    """The regrets of ``level`` with ``turns`` turns left in a game."""

    components: str
    seed: int
    level: str
    regrets: tuple[int, ...]
    turns: int = 1


class Results:
    """The results in a file with one component set and ``turns`` turns left."""

    def __init__(self, path: Path, components: str, turns: int = 1) -> None:
        self._path, self.components, self.turns = path, components, turns
        self.games: dict[int, int] = {}
        """Positions of the solution by seed."""
        self.regrets: dict[str, dict[int, tuple[int, ...]]] = {}
        """Regrets by level and seed."""
        for line in read_records(path, msgspec.json.Decoder(Solved | Attempts)):
            self._note(line)

    def _note(self, line: Solved | Attempts) -> None:
        if (line.components, line.turns) != (self.components, self.turns):
            return
        if isinstance(line, Solved):
            self.games[line.seed] = line.positions
        else:
            self.regrets.setdefault(line.level, {})[line.seed] = line.regrets

    def add(self, line: Solved | Attempts) -> None:
        """Append ``line`` to the file."""
        append(line, self._path)
        self._note(line)


def measure(results: Results, positions: int, levels: Iterable[str]) -> None:
    """Add results until each of ``levels`` has played ``positions`` solved positions."""
    solved = 0
    for seed in count(1):
        if solved == positions:
            return
        if results.games.get(seed) == 0:
            continue
        missing = [level for level in levels if seed not in results.regrets.get(level, {})]
        is_needed = missing or seed not in results.games
        turn = solve(seed, results.components, results.turns) if is_needed else None
        if seed not in results.games:
            results.add(Solved(results.components, seed, turn.positions if turn else 0, results.turns))
        if turn is not None:
            for level in missing:
                regrets = tuple(regret(turn, level, attempt) for attempt in range(tries(level)))
                results.add(Attempts(results.components, seed, level, regrets, results.turns))
        solved += results.games[seed] > 0


def tries(level: str) -> int:
    """Return how often ``level`` plays a position."""
    return 1 if LEVELS[level].searches else TRIES


def solve(seed: int, components: str, turns: int = 1) -> ExactTurn | None:
    """Return the solution of the game with ``seed`` from where ``turns`` turns are left; None if there is none."""
    setup = make_setup(seed, components)
    start = Position(new_state(setup), ())
    reached = play_until(start, Random(setup.seed), lambda state: turns_left(state) == turns)
    try:
        return ExactTurn(reached.state) if reached else None
    except NotSolvable:
        return None


def regret(turn: ExactTurn, level: str, attempt: int) -> int:
    """Return the prestige that ``level`` loses in ``turn``, if the other player has the best answer."""
    state, rng = turn.start, Random(f"{turn.start.setup.seed}/{attempt}")
    while to_move(state) == turn.seat:
        for action in plan(state, level, rng):
            state = apply_unchecked(state, action)
    lead = -ExactTurn(state, 10 * MOST_POSITIONS).lead if state.pending else lead_of(state, turn.seat)
    return turn.lead - lead


def page_of(every: Iterable[Results]) -> str:
    """Return the page. Only positions that every level has played count."""
    measured = [results for results in every if results.regrets]
    page = INTRODUCTION.format(components=measured[0].components, tries=TRIES)
    for results in measured:
        common = sorted(set[int].intersection(*map(set, results.regrets.values())))
        page += TABLE.format(
            title=TITLES[results.turns], games=common[-1], solved=len(common), note=NOTES[results.turns]
        )
        for level in sorted(results.regrets, key=list(LEVELS).index, reverse=True):
            page += _row(level, [results.regrets[level][seed] for seed in common])
    return page


def _row(level: str, regrets: Sequence[Sequence[int]]) -> str:
    means = [fmean(attempts) for attempts in regrets]
    mean, error = fmean(means), Z * stdev(means) / len(means) ** 0.5
    found = fmean(fmean(loss == 0 for loss in attempts) for attempts in regrets)
    interval = f"{max(0.0, mean - error):.2f} to {mean + error:.2f}"
    return f"| {level} | {mean:.2f} | {interval} | {found:.1%} | {max(map(max, regrets))} |\n"


def main(argv: list[str] | None = None) -> int:
    """Run the command in ``argv``; return the exit code."""
    parser = ArgumentParser(prog="python -m research regret")
    parser.add_argument("command", choices=("measure", "page"))
    parser.add_argument("results", type=Path)
    parser.add_argument("--positions", type=int, default=200, help="solved positions that each level plays")
    parser.add_argument("--turns", type=int, default=1, choices=range(1, MOST_TURNS + 1), help="turns left there")
    parser.add_argument("--levels", default=",".join(LEVELS), help="levels, separated by commas")
    parser.add_argument("--components", default=newest(), help="component set")
    options = parser.parse_args(argv)
    if options.command == "measure":
        results = Results(options.results, options.components, options.turns)
        measure(results, options.positions, options.levels.split(","))
    else:
        every = [Results(options.results, options.components, turns) for turns in TITLES]
        PAGE.write_text(page_of(every), encoding="utf-8")
    return 0
