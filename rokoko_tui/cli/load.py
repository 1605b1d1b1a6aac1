"""``rokoko-tui load``: continue a saved game."""

from argparse import Namespace

from rokoko_tui.cli import full_screen
from rokoko_tui.cli.arguments import Parser, add_file, add_thinking
from rokoko_tui.cli.game_arguments import open_sound_save
from rokoko_tui.settings.settings import Settings
from rokoko_tui.start_target import Start


def add_options(command: Parser) -> None:
    add_file(command)
    add_thinking(command)


def run(options: Namespace, settings: Settings) -> int:
    """Continue the game if the save is sound."""
    reading = open_sound_save(options.file, settings.words)
    return full_screen.run_full_screen(settings, Start("load", path=options.file, reading=reading))
