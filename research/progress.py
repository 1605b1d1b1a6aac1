"""Measure the levels against those of an earlier version, and write docs/progress.md.

    git worktree add --detach ../rokoko-0.6 620121df
    python -m research progress games build/progress.jsonl --level journeyman --games 400 --jobs 2
    python -m research progress page build/progress.jsonl

``games`` plays two-player games of the base game, every deal in both seatings, and appends them to the file. The
earlier levels play by their own code, in the folder ``--folder``.
"""

from argparse import ArgumentParser
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import closing
from multiprocessing import get_context
from pathlib import Path
from statistics import fmean

from research.earlier_version import add_earlier_levels, earlier
from rokoko_core.bots.arena import Result, run
from rokoko_core.bots.arena_statistics import standings
from rokoko_core.bots.learned_value import NETWORK
from rokoko_core.bots.round_value import ROUND_VALUE
from rokoko_core.bots.worker_process import follow_parent
from rokoko_core.components import newest
from rokoko_tui.arena.command import LineUp
from rokoko_tui.arena.results import ResultFile, read_lines
from tools import ROOT

PAGE = ROOT / "docs" / "progress.md"
VERSION = "0.6.0"
FOLDER = ROOT.parent / "rokoko-0.6"
"""Default folder of the sources of ``VERSION``: those with the weights af0f26d5e6441325."""
GOAL = 0.6
"""Least share of wins against the level of the same name."""
GAMES_NEEDED = 200
"""Games that decide whether a level reaches its goal, where the interval leaves a doubt."""
SEED = 1

INTRODUCTION = f"""\
# Progress of the levels

Written by `python -m research progress`. Each level plays two-player games of the base game against its form of version
{VERSION}, every deal in both seatings, with the component set {{components}}, whose figures are partly
reconstructed. The earlier level plays by its own code, with the same time. Intervals are 95% Wilson intervals over
games; the goal is {GOAL:.0%}. It is met or missed after {GAMES_NEEDED} games, or earlier if the interval leaves no
doubt.

`python -m research value_training` trains the learned value, in rounds: games in which searches compare the lines of
most decisions, then a fit of the network to what they found. {{about}}

Searches also judge the ends of rounds by a value that was fitted to final leads. {{round_about}}

| level | games | wins | 95% interval | mean lead | time for a turn | goal |
|---|---|---|---|---|---|---|
"""


def line_up(level: str) -> LineUp:
    return LineUp((level, earlier(level, VERSION)), SEED, frozenset(), newest())


def _start_worker(folder: Path) -> None:
    follow_parent()
    add_earlier_levels(VERSION, folder)


def play(level: str, games: int, jobs: int, path: Path, folder: Path) -> None:
    """Play the games of ``level`` that are not in the file at ``path``, ``jobs`` at a time.

    ``folder`` has the sources of the earlier version.
    """
    context = get_context("spawn")
    pool = ProcessPoolExecutor(jobs, mp_context=context, initializer=_start_worker, initargs=(folder,))
    with pool, closing(ResultFile(path)) as file:
        matches = line_up(level).matches(games)
        played = {result.match for result in file.of(matches)}
        for result in run([match for match in matches if match not in played], pool, jobs):
            file.add(result)


def format_row(level: str, results: Sequence[Result]) -> str:
    """Return the row of the page for the games of ``level``."""
    now, _ = standings(results, (level, earlier(level, VERSION)))
    leads = [sum(seat.total * (1 if seat.level == level else -1) for seat in result.seats) for result in results]
    time = round(fmean(ms for result in results for seat in result.seats if seat.level == level for ms in seat.times))
    wins = now.wins
    goal = "met" if wins.share >= GOAL else "missed"
    is_certain = not wins.low <= GOAL <= wins.high
    goal = goal if is_certain or wins.games >= GAMES_NEEDED else f"{GAMES_NEEDED} games are needed to tell"
    return (
        f"| {level} | {wins.games} | {wins.share:.1%} | {100 * wins.low:.1f} to {wins.high:.1%} | {fmean(leads):+.1f} "
        f"| {time} ms | {goal} |\n"
    )


def format_page(path: Path) -> str:
    """Return the page about the games in the file at ``path``."""
    results = [line.result for line in read_lines(path)[0]]
    page = INTRODUCTION.format(
        components=results[0].match.components, about=NETWORK.about, round_about=ROUND_VALUE.about
    )
    for level in ("journeyman", "master"):
        of_level = [result for result in results if level in result.match.levels]
        page += format_row(level, of_level) if of_level else f"| {level} | 0 | | | | | not measured |\n"
    return page


def main(argv: list[str] | None = None) -> int:
    """Run the command in ``argv``; return the exit code."""
    parser = ArgumentParser(prog="python -m research progress")
    commands = parser.add_subparsers(dest="command", required=True)
    games = commands.add_parser("games", help="play games against the earlier level")
    page = commands.add_parser("page", help="write docs/progress.md")
    for command in (games, page):
        command.add_argument("results", type=Path)
    games.add_argument("--level", choices=("journeyman", "master"), default="journeyman")
    games.add_argument("--games", type=int, default=400)
    games.add_argument("--jobs", type=int, default=2)
    games.add_argument("--folder", type=Path, default=FOLDER, help=f"sources of version {VERSION}")
    options = parser.parse_args(argv)
    if options.command == "games":
        add_earlier_levels(VERSION, options.folder)
        play(options.level, options.games, options.jobs, options.results, options.folder)
    else:
        PAGE.write_text(format_page(options.results), encoding="utf-8")
    return 0
