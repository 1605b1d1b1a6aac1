"""``rokoko-tui learn``: learn to play."""

from argparse import Namespace

from rokoko_tui.command_line import full_screen
from rokoko_tui.command_line.arguments import Parser
from rokoko_tui.session.launch import Start
from rokoko_tui.session.settings import Settings


def add_options(command: Parser) -> None:
    """There is nothing to be given."""


def run(options: Namespace, settings: Settings) -> int:
    """Begin the lesson, or go on with it."""
    return full_screen.launch(settings, Start("learn"))
