"""Make puzzles: ``python -m tools.puzzles find FILE`` adds candidates, ``python -m tools.puzzles choose FILE`` ships.
``python -m tools.puzzles solve`` solves the puzzles that ship again.

``find`` lets bots play games for two from ``--seed`` on, up to the last turn. It keeps a position that the exact solver
can solve, where the search finds the best lead too, and where a level misses it. ``choose`` writes the ``--most`` best
candidates to rokoko_tui/puzzles/puzzles.jsonl, the easiest first.
"""

import sys
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from random import Random

import msgspec
from msgspec.structs import replace

from rokoko_core.actions import Decline, EndTurn, PlayCard
from rokoko_core.bots import plan
from rokoko_core.bots.exact_turn import ExactTurn, NotSolvable, lead_of
from rokoko_core.bots.search import Search
from rokoko_core.bots.time_limit import counting_clock
from rokoko_core.components import newest
from rokoko_core.engine import apply_unchecked, legal_actions, to_move
from rokoko_core.observe import observe
from rokoko_core.state import State
from rokoko_tui.puzzles.collection import LEVELS, PUZZLES, Puzzle, identify, load_puzzles
from tools.last_turns import make_setup, play_to_last_turn

SHARES = {"hard": 0.4, "medium": 0.4, "easy": 0.2}
"""Shares of the difficulties among the puzzles that ship."""
MOST_LEAD = 25
"""Largest lead, or distance behind, of a puzzle that ships: a close game is worth more thought."""
LEAST_STEPS = 2
"""Fewest actions of a solution worth looking for."""
TRIES = 10
"""Attempts of each level at a puzzle."""
LOOKS = 2000
"""Effort of the search, in readings of the clock."""
LEAST_POSITIONS = 12
"""Fewest positions of a turn worth thinking about."""


def _lead_by(level: str, state: State, rng: Random) -> int:
    """Return the lead that a bot of ``level`` reaches in the last turn."""
    seat = to_move(state)
    assert seat is not None
    while state.pending:
        action = plan(state, level, rng)[0]
        state = apply_unchecked(state, action)
    return lead_of(state, seat)


def _lead_by_search(state: State) -> int:
    """Return the lead of the line that the search of the masters prefers."""
    seat = to_move(state)
    assert seat is not None
    while state.pending:
        search = Search(observe(state, seat), Random(1))
        search.run(counting_clock(LOOKS))
        state = apply_unchecked(state, search.candidates()[0].line[0])
    return lead_of(state, seat)


def make_puzzle(seed: int, components: str) -> Puzzle | str:
    """Return the puzzle at the end of the game with ``seed`` and the set ``components``, or why there is none."""
    setup = make_setup(seed, components)
    reached = play_to_last_turn(setup)
    if reached is None:
        return "no last turn"
    state, numbers = reached
    try:
        turn = ExactTurn(state)
    except NotSolvable:
        return "not solvable"
    if turn.positions < LEAST_POSITIONS:
        return "too short"
    leads = {level: [_lead_by(level, state, Random(f"{seed}/{n}")) for n in range(TRIES)] for level in LEVELS}
    misses = tuple(sum(lead < turn.lead for lead in leads[level]) / TRIES for level in LEVELS)
    if not any(misses[1:]) and misses[0] < 1:
        return "too easy"
    if _lead_by_search(state) != turn.lead:
        return "search disagrees"
    return Puzzle(setup.seed, setup.expansions, setup.components, tuple(numbers), identify(state), turn.lead, misses)


def _find(path: Path, first: int, games: int) -> None:
    reasons: dict[str, int] = {}
    with path.open("ab") as file:
        for seed in range(first, first + games):
            puzzle = make_puzzle(seed, newest())
            if isinstance(puzzle, Puzzle):
                file.write(msgspec.json.encode(puzzle) + b"\n")
                file.flush()
            reason = puzzle if isinstance(puzzle, str) else "kept"
            reasons[reason] = reasons.get(reason, 0) + 1
            print(seed, reason, flush=True)
    print(reasons)


def _candidates(path: Path) -> Iterator[Puzzle]:
    """Yield each candidate once."""
    seen = set()
    for line in path.read_bytes().splitlines():
        puzzle = msgspec.json.decode(line, type=Puzzle)
        if puzzle.digest not in seen:
            seen.add(puzzle.digest)
            yield puzzle


def _choose(path: Path, most: int) -> None:
    """Ship ``most`` candidates, the most often missed ones, with ``SHARES`` of each difficulty if there are enough."""
    close = [_with_solution(puzzle) for puzzle in _candidates(path) if abs(puzzle.lead) <= MOST_LEAD]
    ranked = sorted(filter(_takes_steps, close), key=lambda puzzle: (puzzle.misses[::-1], puzzle.seed), reverse=True)
    chosen: list[Puzzle] = []
    for difficulty, share in SHARES.items():
        chosen += [puzzle for puzzle in ranked if puzzle.difficulty == difficulty][: round(share * most)]
    chosen += [puzzle for puzzle in ranked if puzzle not in chosen][: most - len(chosen)]
    chosen.sort(key=ranked.index, reverse=True)
    _ship(chosen)
    print(len(chosen), Counter(puzzle.difficulty for puzzle in chosen))


def _ship(puzzles: Iterable[Puzzle]) -> None:
    PUZZLES.write_bytes(b"".join([msgspec.json.encode(puzzle, order="deterministic") + b"\n" for puzzle in puzzles]))


def _takes_steps(puzzle: Puzzle) -> bool:
    """Whether the best way takes at least ``LEAST_STEPS`` actions besides playing the card, passing and ending."""
    solution = puzzle.solution(puzzle.start().state)
    return sum(not isinstance(action, PlayCard | Decline | EndTurn) for action in solution) >= LEAST_STEPS


def _with_solution(puzzle: Puzzle) -> Puzzle:
    turn, numbers = ExactTurn(puzzle.start().state), []
    state = turn.start
    for action in turn.best:
        numbers.append(legal_actions(state).index(action))
        state = apply_unchecked(state, action)
    return replace(puzzle, best=tuple(numbers))


def main() -> int:
    """Run the command."""
    parser = ArgumentParser(prog="python -m tools.puzzles", description=__doc__)
    parser.add_argument("command", choices=("find", "choose", "solve"))
    parser.add_argument("file", type=Path, nargs="?", help="the candidates; not for solve")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--most", type=int, default=200)
    options = parser.parse_args()
    if (options.file is None) != (options.command == "solve"):
        parser.error("find and choose need a file, solve takes none")
    if options.command == "find":
        _find(options.file, options.seed, options.games)
    elif options.command == "solve":
        _ship(map(_with_solution, load_puzzles()))
    else:
        _choose(options.file, options.most)
    return 0


if __name__ == "__main__":
    sys.exit(main())
