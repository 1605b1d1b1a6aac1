"""``rokoko-tui arena``: games between bots."""

import os
from argparse import Namespace

from rokoko_core.bots.arena import InvalidMatches, check
from rokoko_tui.arena.command import LineUp, TournamentOptions, arena
from rokoko_tui.cli.arguments import Parser, add_expansions, file_path, level, levels, value_name, whole_number
from rokoko_tui.cli.game_arguments import parse_expansions
from rokoko_tui.errors import UsageError
from rokoko_tui.settings.settings import Settings, components_of

MOST_JOBS = 1024
"""Processes that may play at the same time."""


def add_options(command: Parser) -> None:
    command.option("levels", metavar=value_name("LEVEL"), nargs="*", type=level)
    command.option("--games", metavar="N", type=whole_number, default=100)
    command.option("--jobs", metavar="N", type=whole_number, default=os.cpu_count() or 1)
    command.option("--seed", key="seed-first", metavar="N", type=whole_number, default=1)
    add_expansions(command)
    command.option("--results", metavar=value_name("FILE"), type=file_path)
    command.option("--scheduler", metavar=value_name("ADDRESS"))
    command.help_ending = lambda: levels(command.words)


def run(options: Namespace, settings: Settings) -> int:
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
