"""Train the learned value of the bots (``rokoko_core.bots.learned_value``) and that of the ends of rounds
(``rokoko_core.bots.round_value``).

    python -m research value_training games FILE --games 200 --seed 1 --jobs 2
    python -m research value_training fit FILE [FILE ...]
    python -m research value_training round-games FILE --games 3000 --seed 1 --jobs 2
    python -m research value_training round-fit FILE [FILE ...]
    python -m research value_training round-luck FILE --games 100 --jobs 2

``games`` plays games in which searches with the present network find and compare the lines of most decisions, and
appends them to FILE. Games in FILE are not played again, so a run can be interrupted and continued. ``fit`` fits the
network to the games of all files, prints its quality, and writes ``learned_value.json``. Repeat both: with a better
network, the games and the lines that are compared are better.
``round-games`` plays games of journeymen; ``round-fit`` fits the value of the ends of rounds to their results, compares
its error with that of the value that ships, by round, and writes ``round_value.json``. ``round-luck`` plays on from the
ends of rounds of games in FILE once more, to tell how much of that error is luck. Fitting needs ``numpy``.
"""

import argparse
from collections.abc import Callable
from functools import partial
from itertools import chain, islice
from pathlib import Path

import msgspec
from msgspec.json import Decoder

from research.game_files import append_games, read_records, start_workers
from research.value_training import games, round_ends, round_fitting, round_luck
from research.value_training.fitting import EPOCHS, UNITS, Quality, decisions_of, fit
from rokoko_core.bots import learned_value, round_value


def describe(quality: Quality) -> str:
    """Return the quality in words."""
    return (
        f"{quality.decisions} other decisions: the first line gains {quality.before:.2f} prestige over the mean by the "
        f"evaluation, {quality.after:.2f} with the network; the best by rollouts {quality.best:.2f}"
    )


def main(argv: list[str] | None = None) -> int:
    """Run the command in ``argv``; return the exit code."""
    parser = argparse.ArgumentParser(prog="python -m research value_training", description=__doc__.splitlines()[0])
    commands = parser.add_subparsers(required=True)
    for name, play_game in (("games", games.play_game), ("round-games", round_ends.play_game)):
        playing = commands.add_parser(name, help="play the games that are not in FILE, and append them")
        playing.set_defaults(run=partial(play, play_game))
        playing.add_argument("file", type=Path)
        playing.add_argument("--games", type=int, default=200)
        playing.add_argument("--seed", type=int, default=1)
        playing.add_argument("--jobs", type=int, default=2)
    for name, fit_to, out in (
        ("fit", fit_network, learned_value.PATH),
        ("round-fit", fit_round_value, round_value.PATH),
    ):
        fitting = commands.add_parser(name, help=f"fit the weights in {out.name} to the games of all files")
        fitting.set_defaults(run=fit_to)
        fitting.add_argument("files", type=Path, nargs="+")
        fitting.add_argument("--about", default="", help="origin of the games")
        fitting.add_argument("--out", type=Path, default=out)
    luck = commands.add_parser("round-luck", help="tell how much of the error of the round value is luck")
    luck.set_defaults(run=measure_luck)
    luck.add_argument("file", type=Path)
    luck.add_argument("--games", type=int, default=100)
    luck.add_argument("--jobs", type=int, default=2)
    network_fitting = commands.choices["fit"]
    network_fitting.add_argument("--units", type=int, default=UNITS)
    network_fitting.add_argument("--epochs", type=int, default=EPOCHS)
    options = parser.parse_args(argv)
    options.run(options)
    return 0


def play(play_game: Callable[[int], msgspec.Struct], options: argparse.Namespace) -> None:
    """Play the games of ``options`` with ``play_game`` and append them to the file."""
    append_games(play_game, range(options.seed, options.seed + options.games), options.file, options.jobs)


def fit_network(options: argparse.Namespace) -> None:
    """Fit the network to the games of the files of ``options``; write and describe it."""
    played = chain.from_iterable(read_records(path, Decoder(games.SearchedGame)) for path in options.files)
    decisions = decisions_of(played)
    about = f"{options.about} {decisions.decisions} decisions of {decisions.game[-1] + 1} games.".strip()
    network, quality = fit(decisions, about, options.units, options.epochs)
    _write(network, options.out, f"{about}\n{describe(quality)}")


def fit_round_value(options: argparse.Namespace) -> None:
    """Fit the value of the ends of rounds to the games of the files of ``options``; write and describe it."""
    played = chain.from_iterable(read_records(path, Decoder(round_ends.PlayedGame)) for path in options.files)
    ends = round_ends.round_ends_of(played)
    about = f"{options.about} {len(ends.lead)} ends of rounds of {ends.game[-1] + 1} games.".strip()
    _write(round_fitting.fit(ends, about), options.out, "\n".join((about, *round_fitting.comparison(ends))))


def measure_luck(options: argparse.Namespace) -> None:
    """Print how much of the error of the round value is luck, in the first games of the file of ``options``."""
    played = filter(round_luck.is_repeatable, read_records(options.file, Decoder(round_ends.PlayedGame)))
    with start_workers(options.jobs) as pool:
        print(*round_luck.luck_table(pool.map(round_luck.repeat, islice(played, options.games))), sep="\n")


def _write(weights: msgspec.Struct, path: Path, description: str) -> None:
    path.write_bytes(msgspec.json.format(msgspec.json.encode(weights), indent=0) + b"\n")
    print(f"{description}\n{path} written")
