"""Train the learned value of the bots (``rokoko_core.bots.learned_value``).

    python -m tools.value_training games FILE --games 200 --seed 1 --jobs 2
    python -m tools.value_training fit FILE [FILE ...]

``games`` plays games in which searches with the present network find and compare the lines of most decisions, and
appends them to FILE. ``fit`` fits the network to the games of all files, prints its quality, and writes
``learned_value.json``. Repeat both: with a better network, the games and the lines that are compared are better. It
needs ``numpy``.
"""

import argparse
from itertools import chain
from pathlib import Path

import msgspec

from rokoko_core.bots import learned_value
from tools.tuning.game_files import append_games, read_games
from tools.value_training.fitting import EPOCHS, UNITS, Quality, decisions_of, fit
from tools.value_training.games import SearchedGame, play_game

SHIPPED = Path(learned_value.__file__).with_name("learned_value.json")


def describe(quality: Quality) -> str:
    """Return the quality in words."""
    return (
        f"{quality.decisions} other decisions: the first line gains {quality.before:.2f} prestige over the mean by the "
        f"evaluation, {quality.after:.2f} with the network; the best by rollouts {quality.best:.2f}"
    )


def main() -> None:
    """Run the command line."""
    parser = argparse.ArgumentParser(prog="python -m tools.value_training", description=__doc__.splitlines()[0])
    commands = parser.add_subparsers(dest="command", required=True)
    games = commands.add_parser("games", help="play games with searched decisions")
    games.add_argument("file", type=Path)
    games.add_argument("--games", type=int, default=200)
    games.add_argument("--seed", type=int, default=1)
    games.add_argument("--jobs", type=int, default=2)
    fitting = commands.add_parser("fit", help="fit the network to the games of all files")
    fitting.add_argument("files", type=Path, nargs="+")
    fitting.add_argument("--about", default="", help="origin of the games")
    fitting.add_argument("--units", type=int, default=UNITS)
    fitting.add_argument("--epochs", type=int, default=EPOCHS)
    fitting.add_argument("--out", type=Path, default=SHIPPED)
    options = parser.parse_args()
    if options.command == "games":
        append_games(play_game, range(options.seed, options.seed + options.games), options.file, options.jobs)
        return
    decisions = decisions_of(chain.from_iterable(read_games(path, SearchedGame) for path in options.files))
    about = f"{options.about} {decisions.decisions} decisions of {decisions.game[-1] + 1} games.".strip()
    network, quality = fit(decisions, about, options.units, options.epochs)
    options.out.write_bytes(msgspec.json.format(msgspec.json.encode(network), indent=0) + b"\n")
    print(f"{about}\n{describe(quality)}\n{options.out} written")


if __name__ == "__main__":
    main()
