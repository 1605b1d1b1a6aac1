"""``rokoko-tui load``: on with a saved game."""

from argparse import Namespace

from rokoko_tui.command_line import full_screen
from rokoko_tui.command_line.arguments import Parser, add_file, add_thinking
from rokoko_tui.command_line.opening import sound
from rokoko_tui.session.launch import Start
from rokoko_tui.session.settings import Settings


def add_options(command: Parser) -> None:
    """What the command may be given."""
    add_file(command)
    add_thinking(command)


def run(options: Namespace, settings: Settings) -> int:
    """Go on with the game, if it is sound."""
    reading = sound(options.file, settings.words)
    return full_screen.launch(settings, Start("load", path=options.file, reading=reading))
