"""The command ``arena``: plays tournaments between bots and prints statistics.

Each result is written at once. Games in the file are not played again, so an interrupted tournament continues.
"""

import os
from argparse import Namespace
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor
from contextlib import closing, suppress
from pathlib import Path
from typing import NamedTuple

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, ProgressColumn, Task, TimeRemainingColumn
from rich.table import Table
from rich.text import Text

from rokoko_core.bots import LEVELS
from rokoko_core.bots.arena import InvalidMatches, Match, Result, check, matches, run
from rokoko_core.bots.arena_statistics import Place, Share, by_seat, by_turn_order, standings
from rokoko_core.bots.external_bot_process import try_out
from rokoko_core.bots.external_bots import BadBot
from rokoko_core.terms import Expansion, FairStart, ScoreRow
from rokoko_tui.arena.executors import executor, interruption
from rokoko_tui.arena.results import ResultFile
from rokoko_tui.cli.arguments import Parser, add_expansions, bot_level, file_path, list_levels, value_name, whole_number
from rokoko_tui.cli.game_arguments import parse_expansions
from rokoko_tui.errors import INTERRUPTED, CommandError, UsageError
from rokoko_tui.settings.settings import Settings, components_of
from rokoko_tui.text import Vocabulary, Words

PACE = 3600
"""Seconds of recent games from which the remaining time is estimated; a game of masters takes half a minute."""
MOST_JOBS = 1024
"""Processes that may play at the same time."""


class LineUp(NamedTuple):
    levels: tuple[str, ...]
    seed: int
    expansions: frozenset[Expansion]
    components: str
    fair_start: FairStart = False

    def matches(self, games: int) -> list[Match]:
        return matches(self.levels, games, self.seed, self.expansions, self.components, self.fair_start)


# ---- the command


def add_arena_options(command: Parser) -> None:
    command.option("levels", metavar=value_name("LEVEL"), nargs="*", type=bot_level)
    command.option("--games", metavar="N", type=whole_number, default=100)
    command.option("--jobs", metavar="N", type=whole_number, default=os.cpu_count() or 1)
    command.option("--seed", key="seed-first", metavar="N", type=whole_number, default=1)
    add_expansions(command)
    command.option("--results", metavar=value_name("FILE"), type=file_path)
    command.option("--scheduler", metavar=value_name("ADDRESS"))
    command.help_ending = lambda: list_levels(command.words)


def run_arena(options: Namespace, settings: Settings) -> int:
    if not options.levels:
        raise UsageError("refused.levels")
    if not 1 <= options.jobs <= MOST_JOBS:
        raise UsageError("refused.jobs", most=MOST_JOBS)
    components = components_of(settings).name
    expansions = parse_expansions(options.expansions)
    line_up = LineUp(tuple(options.levels), options.seed, expansions, components)
    try:
        check(line_up.levels, options.games, line_up.seed)
    except InvalidMatches as error:
        raise UsageError("refused.no-tournament", reason=settings.words.invalid_matches(error)) from error
    tournament_options = TournamentOptions(options.games, options.jobs, options.results, options.scheduler)
    return arena([(line_up, options.games)], tournament_options, settings.words)


class TournamentOptions(NamedTuple):
    games: int
    jobs: int
    """Games at the same time on this machine."""
    out: Path | None = None
    """File of the results."""
    scheduler: str | None = None
    """Address of a Dask cluster."""


def arena(stages: Sequence[tuple[LineUp, int]], options: TournamentOptions, words: Words) -> int:
    """Play ``stages`` of (table, number of games), print the statistics and return the exit code.

    Raises ``CommandError`` before the first game if an external bot cannot be imported.
    """
    _check_external_bots({level for line_up, _ in stages for level in line_up.levels}, words)
    file = ResultFile(options.out)
    jobs = min(options.jobs, options.games)
    # The statistics are printed even after the second Ctrl+C.
    with (
        closing(file),
        suppress(KeyboardInterrupt),
        interruption() as interrupted,
        executor(options.scheduler, jobs) as (pool, at_once),
    ):
        for line_up, games in stages:
            _play(file, line_up.matches(games), pool, at_once, interrupted, words)
    complete = True
    for line_up in dict.fromkeys(line_up for line_up, _ in stages):
        results = file.of(line_up.matches(options.games))
        complete = complete and len(results) == options.games
        if results:
            _print(results, line_up.levels, words)
    return 0 if complete else INTERRUPTED


def _print(results: list[Result], levels: Sequence[str], words: Words) -> None:
    console = Console(highlight=False, markup=False)
    for table in tables(results, levels, words):
        console.print(table)
    for line in list_replaced_bots(results, words):
        console.print(line, soft_wrap=True)


def _check_external_bots(levels: set[str], words: Words) -> None:
    for name in sorted(levels - set(LEVELS)):
        try:
            try_out(name)
        except BadBot as bad:
            raise CommandError("refused.guest", reason=words.bot_error(bad)) from bad


def _play(
    file: ResultFile,
    matches: Sequence[Match],
    pool: Executor,
    at_once: int,
    interrupted: Callable[[], bool],
    words: Words,
) -> None:
    done = {result.match for result in file.of(matches)}
    unplayed = [match for match in matches if match not in done]
    if interrupted() or not unplayed:
        return
    console = Console(stderr=True, markup=False)
    columns = (_StatusColumn(interrupted, words), BarColumn(20), MofNCompleteColumn(), TimeRemainingColumn())
    quiet = not console.is_terminal
    with Progress(*columns, console=console, disable=quiet, speed_estimate_period=PACE) as progress:
        bar = progress.add_task(words.say("arena.games"), total=len(matches), completed=len(done))
        for result in run(unplayed, pool, at_once, interrupted):
            file.add(result)
            progress.advance(bar)


class _StatusColumn(ProgressColumn):
    """The status, which shows an interruption before the next result."""

    def __init__(self, interrupted: Callable[[], bool], words: Words):
        super().__init__()
        self._interrupted = interrupted
        self._words = words

    def render(self, task: Task) -> Text:
        return Text(self._words.say("arena.finishing" if self._interrupted() else "arena.games"))


# ---- the result tables


def tables(results: list[Result], levels: Sequence[str], words: Words) -> Iterator[Table]:
    """Yield tables of wins and times by bot_level, prestige by source, and results by turn order and by seat."""
    by_level = standings(results, levels)
    wins = _table("", describe_games(results, words), *(s.level for s in by_level))
    wins.add_row(words.say("arena.row.seats"), *(str(s.seats) for s in by_level))
    wins.add_row(words.say("arena.row.wins"), *(percent(s.wins.share, words) for s in by_level))
    wins.add_row(words.say("arena.row.interval"), *(format_interval(s.wins, words) for s in by_level))
    wins.add_row(words.say("arena.row.score"), *(words.number(s.score) for s in by_level))
    wins.add_row(words.say("arena.row.time"), *(f"{s.time[0]:.0f}" for s in by_level))
    wins.add_row(words.say("arena.row.most"), *(str(s.time[1]) for s in by_level))
    wins.add_row(words.say("arena.row.longest"), *(str(s.time[2]) for s in by_level))
    yield wins
    rows = _table(words.say("arena.row.source"), words.say("arena.sources"), *(s.level for s in by_level))
    for source in ScoreRow:
        if any(s.rows[source] for s in by_level):
            rows.add_row(words.score_source(source), *(words.number(s.rows[source]) for s in by_level))
    yield rows
    if len(results[0].seats) > 1:
        yield _places("order", by_turn_order(results), words)
        yield _places("seat", by_seat(results), words)


def list_replaced_bots(results: Sequence[Result], words: Words) -> Iterator[str]:
    """Yield a line for each external bot that failed: the first reason and the number of games."""
    every = [replacement for result in results for replacement in result.replaced]
    for name in dict.fromkeys(replacement.level for replacement in every):
        first, *others = (replacement for replacement in every if replacement.level == name)
        reason = words.bot_error(BadBot(first.code, name, first.detail))
        yield words.say("arena.replaced", reason=reason, n=len(others) + 1)


def _places(key: str, places: Sequence[Place], words: Words) -> Table:
    columns = (words.say(f"arena.row.{column}") for column in ("wins", "interval", "score"))
    table = _table(words.say(f"arena.row.{key}"), words.say(f"arena.places.{key}"), *columns)
    for n, place in enumerate(places, 1):
        table.add_row(
            f"{n}.", percent(place.wins.share, words), format_interval(place.wins, words), words.number(place.score)
        )
    return table


def _table(first: str, title: str, *columns: str) -> Table:
    table = Table(title=title, title_justify="left", box=SIMPLE_HEAD)
    table.add_column(first)
    for column in columns:
        table.add_column(column, justify="right")
    return table


def describe_games(results: list[Result], words: Words) -> str:
    """Return the title: number of games, seats, expansions and seed."""
    match = results[0].match
    return words.say(
        "arena.title",
        n=len(results),
        seats=len(match.levels),
        options=sorted(map(str, match.expansions)) or words.say("arena.base-game"),
        seed=min(result.match.seed for result in results),
    )


def percent(share: float, words: Vocabulary) -> str:
    """``65.0%``."""
    return words.say("arena.percent", share=100 * share)


def format_interval(share: Share, words: Vocabulary) -> str:
    """``60.2 to 69.5%``."""
    return words.say("arena.interval", least=100 * share.low, most=100 * share.high)
