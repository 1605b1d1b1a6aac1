"""``rokoko-tui daily``: today's deal, and the result of a day as a text to share."""

from argparse import ArgumentTypeError, Namespace
from datetime import date

from rokoko_tui.analysis.daily_results import find_game, share_lines
from rokoko_tui.cli import full_screen
from rokoko_tui.cli.arguments import Parser, value_name
from rokoko_tui.cli.game_arguments import choose_path, open_save
from rokoko_tui.cli.output import say
from rokoko_tui.cli.plain import play_plain
from rokoko_tui.errors import CommandError
from rokoko_tui.saves.folder import saves_folder
from rokoko_tui.saves.scan import SaveScanner
from rokoko_tui.settings import daily_deal
from rokoko_tui.settings.settings import Settings
from rokoko_tui.start_target import Start


def add_options(command: Parser) -> None:
    kinds = command.add_mutually_exclusive_group()
    command.option("--result", group=kinds, nargs="?", const="", type=parse_day, metavar=value_name("DAY"))
    command.option("--plain", group=kinds, action="store_true")


def parse_day(text: str) -> date:
    """Parse a day such as 2026-11-23; the empty text is today. Raises ArgumentTypeError."""
    try:
        return date.fromisoformat(text) if text else daily_deal.today()
    except ValueError:
        raise ArgumentTypeError(Parser.words.say("command_line.value.day", value=text)) from None


def run(options: Namespace, settings: Settings) -> int:
    """Play today's deal, or print the result of a day."""
    if options.result is not None:
        return _print_result(options.result, settings)
    if not options.plain:
        return full_screen.run_full_screen(settings, Start("daily"))
    day = daily_deal.today()
    begun = find_game(SaveScanner(saves_folder(settings.saves)), day)
    if begun is not None:
        return play_plain(begun.path, None, settings)
    for line in (*daily_deal.describe_rules(settings.words), settings.words.say("daily.rules.share-plain")):
        say(line)
    setup = daily_deal.daily_setup(day, settings, settings.words)
    return play_plain(choose_path(setup, settings), setup, settings)


def _print_result(day: date, settings: Settings) -> int:
    words, begun = settings.words, find_game(SaveScanner(saves_folder(settings.saves)), day)
    lines = share_lines(open_save(begun.path, words).game, words) if begun is not None else []
    if not lines:
        raise CommandError("refused.no-daily", text=day.isoformat())
    for line in lines:
        say(line)
    return 0
