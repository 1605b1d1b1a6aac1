"""Tune the weights of the evaluation: ``python -m tools.tuning --games 600 --seed 1 --keep FILE``.

Journeymen play games, each with random errors in its weights and with preferences that change every round, so that
choices that seldom look best are tried too. The actions are appended to FILE. Then the weights are fitted to all games
in FILE (``tools.tuning.fitting``, which needs ``numpy``) and written to ``evaluation.toml``. Repeat with the new
weights, because the fit is valid only for play similar to its games.
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
    SitExam,
    TakeTile,
)
from rokoko_core.bots import evaluation
from rokoko_core.bots.evaluation import EVALUATION, PARTS, Evaluation, Weights
from rokoko_core.bots.turn_search import Breadth, Line, committed, kind_of, lines
from rokoko_core.engine import apply_unchecked, legal_actions, new_state, to_move
from rokoko_core.observe import determinize, observe
from rokoko_core.state import Seat, Setup
from rokoko_core.terms import Expansion
from tools.tuning.fitting import FOLDS, FitResult, Samples, fit

SPREAD = 0.25
"""Standard deviation of the factor on each weight of a seat."""
PREFERENCE = 2.0
"""Standard deviation of a seat's bonus on each kind of action in a round, in prestige."""
RANDOM_HANDS = 0.12
"""Share of hands chosen at random."""
QUICK = Breadth(bonus=3, gifts=1, tiles=6)
BASE: frozenset[Expansion] = frozenset()
EVERY = frozenset(Expansion)
TABLES = (
    *12 * [(2, BASE)],
    (3, BASE),
    (4, BASE),
    *[(seats, EVERY) for seats in (2, 3, 4, 5)],
)
"""(seats, expansions) of the games, repeated in this order."""
KINDS = [kind.__name__ for kind in (TakeTile, MakeDress, Hire, HireSpecialist, Depute, Fund, ClaimFavor, SitExam)]
"""Kinds of action with preferences."""
SHIPPED = Path(evaluation.__file__).with_name("evaluation.toml")


class Record(msgspec.Struct, frozen=True):
    """A game in the file."""

    seed: int
    actions: tuple[Action, ...]

    @property
    def setup(self) -> Setup:
        seats, expansions = TABLES[self.seed % len(TABLES)]
        return Setup(tuple(Seat(f"Seat {n}") for n in range(seats)), self.seed, expansions)


def play_game(seed: int) -> Record:
    """Play a game of journeymen with errors and preferences; it depends only on ``seed`` and the current weights."""
    rng, record = Random(seed), Record(seed, ())
    state = new_state(record.setup)
    evaluations = [Evaluation(_with_errors(EVALUATION.weights, rng)) for _ in state.players]
    actions: list[Action] = []
    while (seat := to_move(state)) is not None:
        plan = legal_actions(state)
        if len(plan) > 1:
            preferences = Random(f"{seed}/{seat}/{state.round}")
            candidates = lines(determinize(observe(state, seat), rng), seat, QUICK, evaluations[seat])
            plan = committed(choose_line(candidates, preferences, rng))
        for action in plan:
            actions.append(action)
            state = apply_unchecked(state, action)
    return replace(record, actions=tuple(actions))


def _with_errors(weights: Weights, rng: Random) -> Weights:
    def factor() -> float:
        return max(0.0, rng.gauss(1, SPREAD))

    def scale(values: list[float]) -> list[float]:
        by = factor()
        return [by * value for value in values]

    part = {name: scale(values) for name, values in weights.part.items()}
    return replace(weights, part=part, bonus={bonus: factor() * w for bonus, w in weights.bonus.items()})


def choose_line(candidates: list[Line], preferences: Random, rng: Random) -> Line:
    """Return the line with the best sum of worth and preference; of hands, the best or a random one."""
    preference = {kind: preferences.gauss(0, PREFERENCE) for kind in KINDS}
    if kind_of(candidates[0].actions) is ChooseHand:
        return rng.choice(candidates) if rng.random() < RANDOM_HANDS else candidates[0]
    return max(candidates, key=lambda line: line.worth + preference.get(kind_of(line.actions).__name__, 0.0))


def read_records(path: Path) -> Iterator[Record]:
    """Yield the games in the file at ``path``, which need not exist."""
    if path.exists():
        with path.open("rb") as file:
            yield from (msgspec.json.decode(line, type=Record) for line in file)


def play(seeds: Iterable[int], path: Path, jobs: int) -> None:
    """Play a game for each of ``seeds``, ``jobs`` at a time, and append them to the file at ``path``."""
    with ProcessPoolExecutor(jobs) as pool, path.open("ab") as file:
        for record in pool.map(play_game, seeds):
            file.write(msgspec.json.encode(record) + b"\n")
            file.flush()


def to_toml(weights: Weights, heading: str) -> str:
    """Return ``weights`` as TOML with ``heading`` as a comment."""
    comments = "".join(f"# {line}".rstrip() + "\n" for line in heading.splitlines())
    part = "".join(f"{name} = {[round(w, 3) + 0.0 for w in weights.part[name]]}\n" for name in PARTS)
    bonus = "".join(f"{name} = {round(w, 3) + 0.0}\n" for name, w in weights.bonus.items())
    return f"{comments}\n[part]\n{part}\n[bonus]\n{bonus}"


def heading(seeds: range, games: int, result: FitResult) -> str:
    """Return the comment of the file: its content, its origin and the quality of the fit."""
    lines = [
        "The weights of the evaluation, in prestige at the end of the game. [part]: by feature, with 0, 1, ... 6",
        "rounds left after this one. [bonus]: for each use of an employee's bonus.",
        "",
        f"Made by `python -m tools.tuning --games {games} --seed {seeds.start}` with the weights of the previous run,",
        f"from {result.games} games of all runs, {result.positions} positions, with ridge {result.ridge:g}.",
        f"Cross-validation ({FOLDS} folds):",
        "",
        "rounds left             " + " ".join(f"{left:6}" for left in range(len(result.scores))),
        "R squared               " + " ".join(f"{score.explained:6.2f}" for score in result.scores),
        "error in prestige (RMS) " + " ".join(f"{score.error:6.1f}" for score in result.scores),
    ]
    return "\n".join(lines)


def main() -> None:
    """Run the command line."""
    parser = argparse.ArgumentParser(prog="python -m tools.tuning", description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=600)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--keep", type=Path, required=True)
    parser.add_argument("--out", type=Path, default=SHIPPED)
    options = parser.parse_args()
    seeds = range(options.seed, options.seed + options.games)
    play(seeds, options.keep, options.jobs)
    samples = Samples()
    for record in read_records(options.keep):
        samples.add(record.setup, record.actions)
    result = fit(samples, EVALUATION.weights)
    options.out.write_text(to_toml(result.weights, heading(seeds, options.games, result)), encoding="utf-8")
    print(f"{result.positions} positions of {result.games} games; {options.out} written")


if __name__ == "__main__":
    main()
