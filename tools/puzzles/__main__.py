"""Make puzzles: ``python -m tools.puzzles find FILE`` adds candidates, ``python -m tools.puzzles choose FILE`` ships.

``find`` lets bots play games for two from ``--seed`` on, and continues an interrupted run: a line of FILE has the
candidates of a game. ``choose`` adds the best candidates to the puzzles that ship, up to ``--most``, and sorts them.
"""

import sys
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from random import Random

import msgspec

from rokoko_core.bots.exact_turn import ExactTurn, NotSolvable
from rokoko_core.components import newest
from rokoko_core.play.puzzle import HOSTS, OCCASIONS, Puzzle
from rokoko_tui.puzzles import PUZZLES, load_puzzles
from tools.puzzles.candidates import Played, play_game, rank

ORDER = ("easy", "medium", "hard")
MOST_SOLVED = 15_000
"""Most positions to solve a puzzle or an answer, with a margin to the limit of the game and the tests."""


def find(path: Path, seed: int, games: int, components: str) -> None:
    """Play the games that ``path`` does not have, and add a line for each."""
    known = {played.seed for played in _read(path)} if path.exists() else set[int]()
    with path.open("ab") as file:
        for number in range(seed, seed + games):
            if number not in known:
                played = play_game(number, components)
                file.write(msgspec.json.encode(played, order="deterministic") + b"\n")
                file.flush()
                puzzles = [each.puzzle for each in played.candidates]
                print(number, [(each.turns, each.lead, each.only_wins) for each in puzzles], flush=True)


def _read(path: Path) -> Iterator[Played]:
    yield from (msgspec.json.decode(line, type=Played) for line in path.read_bytes().splitlines())


def choose(path: Path, most: int) -> list[Puzzle]:
    """Return the shipped puzzles and the best candidates, ``most`` at most, in the order of the list."""
    shipped = list(load_puzzles())
    known = {puzzle.digest for puzzle in shipped}
    candidates = [each for played in _read(path) for each in played.candidates if each.puzzle.digest not in known]
    titles = [n for n in range(len(OCCASIONS) * len(HOSTS)) if n not in {puzzle.title for puzzle in shipped}]
    Random(0).shuffle(titles)
    for candidate in sorted(candidates, key=rank, reverse=True):
        if len(shipped) < most and is_soon_solved(candidate.puzzle):
            shipped.append(msgspec.structs.replace(candidate.puzzle, title=titles.pop(0)))
    return sorted(shipped, key=_place)


def _place(puzzle: Puzzle) -> tuple[object, ...]:
    return len(puzzle.expansions), ORDER.index(puzzle.difficulty), puzzle.turns, puzzle.misses[::-1], puzzle.digest


def is_soon_solved(puzzle: Puzzle) -> bool:
    """Return whether the puzzle, and the answer to every play, can be solved soon and without luck."""
    try:
        turn = ExactTurn(puzzle.start().state, MOST_SOLVED)
        turns = [turn, *(ExactTurn(end, MOST_SOLVED) for end in (turn.ends() if puzzle.turns > 1 else ()))]
        return all(turn.best for turn in turns)
    except NotSolvable:
        return False


def ship(puzzles: Iterable[Puzzle]) -> None:
    """Write the puzzles of the program."""
    PUZZLES.write_bytes(b"".join([msgspec.json.encode(puzzle, order="deterministic") + b"\n" for puzzle in puzzles]))


def main() -> int:
    """Run the command."""
    parser = ArgumentParser(prog="python -m tools.puzzles", description=__doc__)
    parser.add_argument("command", choices=("find", "choose"))
    parser.add_argument("file", type=Path, help="the candidates")
    parser.add_argument("--seed", type=int, default=300_001)
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--most", type=int, default=240)
    options = parser.parse_args()
    if options.command == "find":
        find(options.file, options.seed, options.games, newest())
    else:
        puzzles = choose(options.file, options.most)
        ship(puzzles)
        print(len(puzzles), Counter((puzzle.turns, puzzle.difficulty) for puzzle in puzzles))
        print(Counter(puzzle.theme for puzzle in puzzles))
    return 0


if __name__ == "__main__":
    sys.exit(main())
