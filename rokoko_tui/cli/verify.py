"""``rokoko-tui verify``: replay saved games and compare every digest."""

from argparse import Namespace
from pathlib import Path

from rokoko_core.game import Play
from rokoko_tui.cli.arguments import Parser, file_path, value_name
from rokoko_tui.cli.game_arguments import open_save
from rokoko_tui.cli.output import say, say_error
from rokoko_tui.settings.settings import Settings
from rokoko_tui.settings.start_options import CommandError
from rokoko_tui.text import Words


def add_options(command: Parser) -> None:
    command.option("files", metavar=value_name("FILE"), nargs="+", type=file_path)


def run(options: Namespace, settings: Settings) -> int:
    """Print a line for each save, sound ones on stdout and the others on stderr."""
    return max(_verify(path, settings.words) for path in options.files)


def _verify(path: Path, words: Words) -> int:
    try:
        reading = open_save(path, words)
    except CommandError as refused:
        say_error(refused.describe(words))
        return refused.code
    if reading.damage is not None:
        say_error(f"{path}: {words.save_error(reading.damage)}")
        return 1
    game = reading.game
    digests = sum(isinstance(entry, Play) and bool(entry.digest) for entry in game.entries)
    progress = words.say("printed.finished") if game.over else words.say("printed.round", n=game.state.round)
    repair = f" {words.notice(reading.notice)}" if reading.notice is not None else ""
    say(words.say("printed.sound", path=str(path), n=game.cursor, number=digests, what=progress) + repair)
    return 0
