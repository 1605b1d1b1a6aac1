"""``rokoko-tui arena``: games among automatic players."""

import os
from argparse import Namespace
from pathlib import Path

from rokoko_core.bots.arena import InvalidMatches, check
from rokoko_tui.arena.command import Wanted, arena, line_up_of
from rokoko_tui.arena.page import write_report
from rokoko_tui.command_line.arguments import Parser, add_expansions, levels, whole_number
from rokoko_tui.command_line.printing import say
from rokoko_tui.command_line.setups import expansions_named, parted
from rokoko_tui.session.launch import WrongUse
from rokoko_tui.session.settings import Settings


def add_options(command: Parser) -> None:
    """What the command may be given."""
    command.option("--seats", metavar="LEVEL,...")
    command.option("--games", metavar="N", type=whole_number, default=100)
    command.option("--jobs", metavar="N", type=whole_number, default=os.cpu_count() or 1)
    command.option("--seed", key="seed-first", metavar="N", type=whole_number, default=1)
    add_expansions(command)
    command.option("--out", metavar="FILE", type=Path)
    command.option("--scheduler", metavar="ADDRESS")
    command.option("--report", metavar="PAGE", type=Path)
    command.option("results", metavar="FILE", nargs="*", type=Path)
    command.more = lambda: levels(command.words)


def run(options: Namespace, settings: Settings) -> int:
    """Play the games, or write the page about those played."""
    if options.report is not None:
        say(write_report(options.report, options.results, settings.words))
        return 0
    if options.results:
        raise WrongUse("refused.report-files")
    if options.seats is None:
        raise WrongUse("refused.seats")
    seats = parted(options.seats)
    try:
        check(seats, options.games, options.seed)
    except InvalidMatches as error:
        raise WrongUse("refused.no-tournament", reason=settings.words.invalid_matches(error)) from error
    line_up = line_up_of(seats, options.seed, expansions_named(options.expansions), settings)
    if options.jobs < 1:
        raise WrongUse("refused.jobs")
    return arena(line_up, Wanted(options.games, options.jobs, options.out, options.scheduler), settings.words)
