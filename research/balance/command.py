"""Compare component sets, and write docs/balance.md and docs/first-player.md from the results.

    python -m research balance search RESULTS --games 200   # two and four journeymen with each candidate
    python -m research balance games RESULTS --games 400    # the new set and the one before: journeymen, tastes
    python -m research balance fair RESULTS --games 400     # two to five journeymen with and without a fair start
    python -m research balance page RESULTS docs/balance.md

Results are appended to the file RESULTS; games in it are not played again. The candidates are in ``candidates.toml``.
"""

import argparse
from pathlib import Path

from research.balance.games import compared_tables, fair_tables, play, search_tables
from research.balance.page import write_pages


def main(argv: list[str] | None = None) -> int:
    """Run the command in ``argv``; return the exit code."""
    parser = argparse.ArgumentParser(prog="python -m research balance")
    commands = parser.add_subparsers(dest="command", required=True)
    search = commands.add_parser("search", help="play the candidates")
    games = commands.add_parser("games", help="play the new set and the one before")
    fair = commands.add_parser("fair", help="play with and without a fair start")
    page = commands.add_parser("page", help="write the pages")
    for command in (search, games, fair, page):
        command.add_argument("results", type=Path)
    search.add_argument("names", nargs="*", help="candidates; default: all")
    for command in (search, games, fair):
        command.add_argument("--games", type=int, default=400, help="games of each table")
        command.add_argument("--jobs", type=int, default=1, help="games at the same time")
    page.add_argument("page", type=Path)
    options = parser.parse_args(argv)
    if options.command == "page":
        print(write_pages(options.page, options.results))
    else:
        tables = {"games": compared_tables, "fair": fair_tables}.get(options.command)
        play(tables() if tables else search_tables(options.names), options.games, options.jobs, options.results)
    return 0
