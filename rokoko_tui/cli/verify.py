"""``rokoko-tui verify``: saved games replayed, and every digest compared."""

from argparse import Namespace
from pathlib import Path

from rokoko_core.game import Play
from rokoko_tui.cli.arguments import Parser, value_name
from rokoko_tui.cli.output import say, say_fault
from rokoko_tui.cli.save_arguments import opened
from rokoko_tui.settings.launch import Refused
from rokoko_tui.settings.settings import Settings
from rokoko_tui.text import Words


def add_options(command: Parser) -> None:
    """What the command may be given."""
    command.add_argument("files", metavar=value_name("FILE"), nargs="+", type=Path)


def run(options: Namespace, settings: Settings) -> int:
    """One line for each save: sound ones on stdout, the others on stderr."""
    return max(_verified(path, settings.words) for path in options.files)


def _verified(path: Path, words: Words) -> int:
    try:
        reading = opened(path, words)
    except Refused as refused:
        say_fault(refused.told(words))
        return refused.code
    if reading.damage is not None:
        say_fault(f"{path}: {words.damage(reading.damage)}")
        return 1
    game = reading.game
    digests = sum(isinstance(entry, Play) and bool(entry.digest) for entry in game.entries)
    stands = words.say("printed.finished") if game.over else words.say("printed.round", n=game.state.round)
    mended = f" {words.notice(reading.notice)}" if reading.notice is not None else ""
    told = words.say("printed.sound", path=str(path), n=game.cursor, number=digests, what=stands)
    say(f"{told}{mended}")
    return 0
