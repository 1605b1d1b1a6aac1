"""``rokoko-tui new``: start a new game."""

from argparse import Namespace

from rokoko_tui.cli import full_screen
from rokoko_tui.cli.arguments import Parser, add_game_options
from rokoko_tui.cli.game_arguments import parse_setup
from rokoko_tui.settings.settings import Settings
from rokoko_tui.start_target import Start


def add_options(command: Parser) -> None:
    add_game_options(command)


def run(options: Namespace, settings: Settings) -> int:
    """Start the game that the options describe."""
    return full_screen.run_full_screen(settings, Start("new", setup=parse_setup(options, settings)))
