"""Play the tables of docs/opponents.md, or write the page and its details from the results.

    python -m research opponents games RESULTS --games 400 --jobs 2
    python -m research opponents page RESULTS docs/opponents.md

Results are appended to the file RESULTS; games in it are not played again.
"""

import argparse
from pathlib import Path

from research.opponents import tables
from research.opponents.page import write_pages
from rokoko_core.components import newest
from rokoko_tui.arena.command import TournamentOptions, arena
from rokoko_tui.text import get_words


def main(argv: list[str] | None = None) -> int:
    """Run the command in ``argv``; return the exit code."""
    parser = argparse.ArgumentParser(prog="python -m research opponents")
    commands = parser.add_subparsers(dest="command", required=True)
    games = commands.add_parser("games", help="play the tables, the quickest first")
    page = commands.add_parser("page", help="write the page, and the details beside it")
    for command in (games, page):
        command.add_argument("results", type=Path)
    games.add_argument("--games", type=int, default=400, help="games of each table")
    games.add_argument("--jobs", type=int, default=1, help="games at the same time")
    page.add_argument("page", type=Path)
    options = parser.parse_args(argv)
    if options.command == "games":
        stages = tables.plan_stages(tables.all_tables(newest()), options.games)
        return arena(stages, TournamentOptions(options.games, options.jobs, options.results), get_words("classic"))
    print(write_pages(options.page, options.results))
    return 0
