"""``rokoko-tui puzzle``: play a puzzle, or list all."""

from argparse import Namespace

from rokoko_tui.cli import full_screen
from rokoko_tui.cli.arguments import Parser, whole_number
from rokoko_tui.cli.output import say
from rokoko_tui.errors import UsageError
from rokoko_tui.puzzles.collection import load_puzzles, load_solved
from rokoko_tui.saves.folder import saves_folder
from rokoko_tui.settings.settings import Settings
from rokoko_tui.start_target import Start


def add_options(command: Parser) -> None:
    command.option("number", key="puzzle", metavar="N", nargs="?", type=whole_number)
    command.option("--list", key="list-puzzles", action="store_true")


def run(options: Namespace, settings: Settings) -> int:
    """Play puzzle N, by default the first unsolved one; with ``--list``, print all with difficulty and state."""
    count = len(load_puzzles())
    if options.number is not None and not 1 <= options.number <= count:
        raise UsageError("refused.no-puzzle", n=options.number, most=count)
    if not options.list:
        return full_screen.run_full_screen(settings, Start("puzzle", at=options.number))
    words, solved = settings.words, load_solved(saves_folder(settings.saves))
    for number, puzzle in enumerate(load_puzzles(), start=1):
        state = words.say("puzzle.listed") if puzzle.digest in solved else ""
        say(f"{number:>4}  {words.say(f'puzzle.level.{puzzle.difficulty}'):<12}{state}".rstrip())
    return 0
