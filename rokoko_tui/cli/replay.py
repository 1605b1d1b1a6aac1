"""``rokoko-tui replay``: step through a saved game."""

from argparse import Namespace

from rokoko_tui.cli import full_screen
from rokoko_tui.cli.arguments import Parser, add_file, add_position
from rokoko_tui.cli.game_arguments import open_save, parse_position
from rokoko_tui.settings.settings import Settings
from rokoko_tui.start_target import Start


def add_options(command: Parser) -> None:
    add_file(command)
    add_position(command)


def run(options: Namespace, settings: Settings) -> int:
    """Open the replay of the sound part of a save."""
    reading = open_save(options.file, settings.words)
    at = None if options.at is None else parse_position(options, reading.game)
    return full_screen.run_full_screen(settings, Start("replay", path=options.file, at=at, reading=reading))
