"""Measure the levels against those of an earlier version, and write docs/progress.md.

    python -m research progress games build/progress.jsonl --level journeyman --games 400 --jobs 2
    python -m research progress page build/progress.jsonl

``games`` plays two-player games of the base game, every deal in both seatings, and appends them to the file.
"""

from argparse import ArgumentParser
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import closing
from multiprocessing import get_context
from pathlib import Path
from random import Random
from statistics import fmean

from rokoko_core.bots import LEVELS, Level
from rokoko_core.bots.arena import Result, run
from rokoko_core.bots.arena_statistics import standings
from rokoko_core.bots.learned_value import NETWORK
from rokoko_core.bots.round_value import ROUND_VALUE
from rokoko_core.bots.search import Search, SearchOptions
from rokoko_core.bots.time_limit import Clock, Plan
from rokoko_core.bots.turn_search import committed, lines
from rokoko_core.bots.worker_process import follow_parent
from rokoko_core.components import newest
from rokoko_core.observe import Observation, determinize
from rokoko_tui.arena.command import LineUp
from rokoko_tui.arena.results import ResultFile, read_lines
from tools import ROOT

PAGE = ROOT / "docs" / "progress.md"
VERSION = "0.5.0"
SLOWER = 0.5
"""Share of the present turns of a search that version 0.5.0 played in the same time."""
GOAL = 0.6
"""Least share of wins against the level of the same name."""
GAMES_NEEDED = 200
"""Games that decide whether a level reaches its goal, where the interval leaves a doubt."""
SEED = 1

INTRODUCTION = f"""\
# Progress of the levels

Written by `python -m research progress`. Each level plays two-player games of the base game against its form of version
{VERSION}, every deal in both seatings, with the component set {{components}}, whose figures are partly
reconstructed. The earlier levels choose and search by the evaluation alone, without the learned values. The earlier
master also has half of the thinking time, because searches of {VERSION} played about half as many turns.
Intervals are 95% Wilson intervals over games; the goal is {GOAL:.0%}. It is met or missed after {GAMES_NEEDED} games,
or earlier if the interval leaves no doubt.

`python -m research value_training` trains the learned value, in rounds: games in which searches compare the lines of
most decisions, then a fit of the network to what they found. {{about}}

Searches also judge the ends of rounds by a value that was fitted to final leads. {{round_about}}

| level | games | wins | 95% interval | mean lead | time for a turn | earlier | goal |
|---|---|---|---|---|---|---|---|
"""


class EarlierLevel(Level, frozen=True):
    """A level as it was in ``VERSION``."""

    def plan(self, view: Observation, rng: Random, clock: Clock) -> Plan:
        assert view.seat is not None
        if not self.searches:
            return committed(lines(determinize(view, rng), view.seat)[0])
        search = Search(view, rng, SearchOptions(by_evaluation=True))
        search.run(clock._replace(deadline=clock.now() + SLOWER * clock.left))
        return search.candidates()[0].line


def earlier(level: str) -> str:
    """Return the name of the earlier form of ``level``."""
    return f"{level}-{VERSION}"


def add_earlier_levels() -> None:
    """Add the earlier levels to this process."""
    for name in ("journeyman", "master"):
        level = LEVELS[name]
        LEVELS[earlier(name)] = EarlierLevel("", level.seconds, searches=level.searches, for_people=False)


def line_up(level: str) -> LineUp:
    return LineUp((level, earlier(level)), SEED, frozenset(), newest())


def _start_worker() -> None:
    follow_parent()
    add_earlier_levels()


def play(level: str, games: int, jobs: int, path: Path) -> None:
    """Play the games of ``level`` that are not in the file at ``path``, ``jobs`` at a time."""
    pool = ProcessPoolExecutor(jobs, mp_context=get_context("spawn"), initializer=_start_worker)
    with pool, closing(ResultFile(path)) as file:
        matches = line_up(level).matches(games)
        played = {result.match for result in file.of(matches)}
        for result in run([match for match in matches if match not in played], pool, jobs):
            file.add(result)


def format_row(level: str, results: Sequence[Result]) -> str:
    """Return the row of the page for the games of ``level``."""
    now, before = standings(results, (level, earlier(level)))
    leads = [sum(seat.total * (1 if seat.level == level else -1) for seat in result.seats) for result in results]
    times = [
        round(fmean(ms for result in results for seat in result.seats if seat.level == name for ms in seat.times))
        for name in (now.level, before.level)
    ]
    wins = now.wins
    goal = "met" if wins.share >= GOAL else "missed"
    is_certain = not wins.low <= GOAL <= wins.high
    goal = goal if is_certain or wins.games >= GAMES_NEEDED else f"{GAMES_NEEDED} games are needed to tell"
    return (
        f"| {level} | {wins.games} | {wins.share:.1%} | {100 * wins.low:.1f} to {wins.high:.1%} | {fmean(leads):+.1f} "
        f"| {times[0]} ms | {times[1]} ms | {goal} |\n"
    )


def format_page(path: Path) -> str:
    """Return the page about the games in the file at ``path``."""
    results = [line.result for line in read_lines(path)[0]]
    page = INTRODUCTION.format(
        components=results[0].match.components, about=NETWORK.about, round_about=ROUND_VALUE.about
    )
    for level in ("journeyman", "master"):
        of_level = [result for result in results if level in result.match.levels]
        page += format_row(level, of_level) if of_level else f"| {level} | 0 | | | | | | not measured |\n"
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
    options = parser.parse_args(argv)
    add_earlier_levels()
    if options.command == "games":
        play(options.level, options.games, options.jobs, options.results)
    else:
        PAGE.write_text(format_page(options.results), encoding="utf-8")
    return 0
