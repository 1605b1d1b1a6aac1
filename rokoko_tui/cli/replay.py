"""``rokoko-tui replay``: a saved game, step by step."""

from argparse import Namespace

from rokoko_tui.cli import full_screen
from rokoko_tui.cli.arguments import Parser, add_file, add_position
from rokoko_tui.cli.save_arguments import opened, position_given
from rokoko_tui.settings.launch import Start
from rokoko_tui.settings.settings import Settings


def add_options(command: Parser) -> None:
    """What the command may be given."""
    add_file(command)
    add_position(command)


def run(options: Namespace, settings: Settings) -> int:
    """Step through the game, as far as it is sound."""
    reading = opened(options.file, settings.words)
    at = None if options.at is None else position_given(options, reading.game)
    return full_screen.launch(settings, Start("replay", path=options.file, at=at, reading=reading))
