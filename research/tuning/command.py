"""Tune the weights of the evaluation: ``python -m research tuning --games 600 --seed 1 --keep FILE``.

Journeymen play games, each with random errors in its weights and with preferences that change every round, so that
choices that seldom look best are tried too. The actions are appended to FILE. Then the weights are fitted to all games
in FILE (``research.tuning.fitting``, which needs ``numpy``) and written to ``evaluation.toml``. Repeat with the new
weights, because the fit is valid only for play similar to its games.
"""

import argparse
from pathlib import Path

from msgspec.json import Decoder

from research.game_files import append_games, read_records
from research.tuning.fitting import FOLDS, FitResult, Samples, fit
from research.tuning.games import Record, play_game
from rokoko_core.bots import evaluation
from rokoko_core.bots.evaluation import EVALUATION, PARTS, Weights

SHIPPED = Path(evaluation.__file__).with_name("evaluation.toml")


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
        f"Made by `python -m research tuning --games {games} --seed {seeds.start}` with the weights of the run before,",
        f"from {result.games} games of all runs, {result.positions} positions, with ridge {result.ridge:g}.",
        f"Cross-validation ({FOLDS} folds):",
        "",
        "rounds left             " + " ".join(f"{left:6}" for left in range(len(result.scores))),
        "R squared               " + " ".join(f"{score.explained:6.2f}" for score in result.scores),
        "error in prestige (RMS) " + " ".join(f"{score.error:6.1f}" for score in result.scores),
    ]
    return "\n".join(lines)


def main(argv: list[str] | None = None) -> int:
    """Run the command in ``argv``; return the exit code."""
    parser = argparse.ArgumentParser(prog="python -m research tuning", description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=600)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--keep", type=Path, required=True)
    parser.add_argument("--out", type=Path, default=SHIPPED)
    options = parser.parse_args(argv)
    seeds = range(options.seed, options.seed + options.games)
    append_games(play_game, seeds, options.keep, options.jobs)
    samples = Samples()
    for record in read_records(options.keep, Decoder(Record)):
        samples.add(record.setup, record.actions)
    result = fit(samples, EVALUATION.weights)
    options.out.write_text(to_toml(result.weights, heading(seeds, options.games, result)), encoding="utf-8")
    print(f"{result.positions} positions of {result.games} games; {options.out} written")
    return 0
