"""How the weights of the evaluation were found: ``python -m tools.tuning --games 600 --seed 1 --keep FILE``.

Journeymen play each other, each with weights a little off and with tastes that change from round to round, so that what
seldom looks best is seen as well. The games are kept as their actions in FILE; the weights are fitted to all games
there (``tools.tuning.fitting``, which needs ``numpy``, the extra ``tuning``), and ``evaluation.toml`` is written
anew. As the fit only knows play like that it has seen, a further run plays with the weights of the one before.
"""

import argparse
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from random import Random

import msgspec
from msgspec.structs import replace

from rokoko_core.actions import (
    Action,
    ChooseHand,
    ClaimFavor,
    Depute,
    Fund,
    Hire,
    HireSpecialist,
    MakeDress,
    PlayCard,
    SitExam,
    TakeTile,
)
from rokoko_core.bots import evaluation
from rokoko_core.bots.evaluation import EVALUATION, PARTS, Evaluation, Weights
from rokoko_core.bots.turn_search import Breadth, Line, committed, lines
from rokoko_core.engine import apply_unchecked, legal_actions, new_state, to_move
from rokoko_core.observe import determinize, observe
from rokoko_core.state import Seat, Setup
from rokoko_core.terms import Expansion
from tools.tuning.fitting import FOLDS, Fitted, Rows, fitted

SPREAD = 0.25
"""By how much each weight of a seat is off, as the standard deviation of a factor."""
TASTE = 2.0
"""How much a seat likes or dislikes each kind of action beyond its worth, in prestige, as a standard deviation; it is
another in every round. So there are rounds in which everything is hired, and rounds in which nothing is.
"""
STRAYS = 0.12
"""How often a seat takes any hand there is."""
QUICK = Breadth(bonus=3, gifts=1, tiles=6)
"""How turns are planned."""
BASE: frozenset[Expansion] = frozenset()
EVERY = frozenset(Expansion)
TABLES = (
    *12 * [(2, BASE)],
    (3, BASE),
    (4, BASE),
    *[(seats, EVERY) for seats in (2, 3, 4, 5)],
)
"""(seats, expansions) of the games, in turn."""
KINDS = [of.__name__ for of in (TakeTile, MakeDress, Hire, HireSpecialist, Depute, Fund, ClaimFavor, SitExam)]
"""What there are tastes for."""
SHIPPED = Path(evaluation.__file__).with_name("evaluation.toml")


class Record(msgspec.Struct, frozen=True):
    """A game as it is kept."""

    seed: int
    actions: tuple[Action, ...]

    @property
    def setup(self) -> Setup:
        """What the game was played with; it follows from its seed."""
        seats, expansions = TABLES[self.seed % len(TABLES)]
        return Setup(tuple(Seat(f"Seat {n}") for n in range(seats)), self.seed, expansions)


def played(seed: int) -> Record:
    """A game among journeymen who are a little off and have tastes. It depends on ``seed`` and the weights."""
    rng, record = Random(seed), Record(seed, ())
    state = new_state(record.setup)
    evaluations = [Evaluation(_off(EVALUATION.weights, rng)) for _ in state.players]
    actions: list[Action] = []
    while (seat := to_move(state)) is not None:
        plan = legal_actions(state)
        if len(plan) > 1:
            taste = Random(f"{seed}/{seat}/{state.round}")
            found = lines(determinize(observe(state, seat), rng), seat, QUICK, evaluations[seat])
            plan = committed(chosen(found, taste, rng))
        for action in plan:
            actions.append(action)
            state = apply_unchecked(state, action)
    return replace(record, actions=tuple(actions))


def _off(weights: Weights, rng: Random) -> Weights:
    def factor() -> float:
        return max(0.0, rng.gauss(1, SPREAD))

    def all_off(figures: list[float]) -> list[float]:
        by = factor()
        return [by * figure for figure in figures]

    part = {name: all_off(figures) for name, figures in weights.part.items()}
    return replace(weights, part=part, bonus={bonus: factor() * w for bonus, w in weights.bonus.items()})


def chosen(found: list[Line], taste: Random, rng: Random) -> Line:
    """The line that is liked best; now and then any hand."""
    likes = {kind: taste.gauss(0, TASTE) for kind in KINDS}
    if _kind(found[0]) == ChooseHand.__name__:
        return rng.choice(found) if rng.random() < STRAYS else found[0]
    return max(found, key=lambda line: line.worth + likes.get(_kind(line), 0.0))


def _kind(line: Line) -> str:
    """What is done first with the card, or with what is asked."""
    card_played = isinstance(line.actions[0], PlayCard) and len(line.actions) > 1
    return type(line.actions[1 if card_played else 0]).__name__


def read_records(path: Path) -> Iterator[Record]:
    """The games kept in the file at ``path``; none when there is no such file."""
    if path.exists():
        with path.open("rb") as kept:
            yield from (msgspec.json.decode(line, type=Record) for line in kept)


def play(seeds: Iterable[int], path: Path, jobs: int) -> None:
    """Play a game for each of ``seeds``, ``jobs`` at a time, and add them to the file at ``path``."""
    with ProcessPoolExecutor(jobs) as pool, path.open("ab") as kept:
        for record in pool.map(played, seeds):
            kept.write(msgspec.json.encode(record) + b"\n")
            kept.flush()


def written(weights: Weights, heading: str) -> str:
    """``weights`` as the table that ships, under ``heading``."""
    comments = "".join(f"# {line}".rstrip() + "\n" for line in heading.splitlines())
    part = "".join(f"{name} = {[round(w, 3) + 0.0 for w in weights.part[name]]}\n" for name in PARTS)
    bonus = "".join(f"{name} = {round(w, 3) + 0.0}\n" for name, w in weights.bonus.items())
    return f"{comments}\n[part]\n{part}\n[bonus]\n{bonus}"


def heading(seeds: range, games: int, fit: Fitted) -> str:
    """What stands at the head of the table: what it is, how it was made and how well it fits."""
    lines = [
        "What the automatic players think things are worth, in prestige at the end of the game: each of [part] with",
        "0, 1, ... 6 rounds to come after this one; of [bonus], what one brings each time an employee's is used.",
        "",
        f"Made by `python -m tools.tuning --games {games} --seed {seeds.start}` with the weights of the run",
        f"before: {fit.games} games kept of all runs, {fit.positions} positions, held by {fit.hold:g}. On games they",
        f"were not fitted to ({FOLDS} folds):",
        "",
        "rounds to come          " + " ".join(f"{left:6}" for left in range(len(fit.fits))),
        "share explained (R2)    " + " ".join(f"{of.explained:6.2f}" for of in fit.fits),
        "prestige off (RMSE)     " + " ".join(f"{of.error:6.1f}" for of in fit.fits),
    ]
    return "\n".join(lines)


def main() -> None:
    """Play, fit, write."""
    parser = argparse.ArgumentParser(prog="python -m tools.tuning", description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=600)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--keep", type=Path, required=True)
    parser.add_argument("--out", type=Path, default=SHIPPED)
    options = parser.parse_args()
    seeds = range(options.seed, options.seed + options.games)
    play(seeds, options.keep, options.jobs)
    rows = Rows()
    for record in read_records(options.keep):
        rows.add(record.setup, record.actions)
    found = fitted(rows, EVALUATION.weights)
    options.out.write_text(written(found.weights, heading(seeds, options.games, found)), encoding="utf-8")
    print(f"{found.positions} positions of {found.games} games; {options.out} written")


if __name__ == "__main__":
    main()
