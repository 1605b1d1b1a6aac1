"""``rokoko-tui verify``: replay saved games and compare every digest."""

from argparse import Namespace
from pathlib import Path

from rokoko_core.game import Game, Play, StandIn
from rokoko_core.remote.claims import was_hosted
from rokoko_core.setup import has_secret_seed
from rokoko_tui.cli.arguments import Parser, file_path, value_name
from rokoko_tui.cli.game_arguments import open_save
from rokoko_tui.cli.output import say, say_error
from rokoko_tui.errors import CommandError
from rokoko_tui.settings.settings import Settings
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
    is_known = _was_hosted(path, game) and not has_secret_seed(game.setup)
    warning = f" {words.say('printed.seed-guessed')}" if is_known else ""
    say(words.say("printed.sound", path=str(path), n=game.cursor, number=digests, what=progress) + repair + warning)
    return 0


def _was_hosted(path: Path, game: Game) -> bool:
    """Return whether several people played ``game`` on screens of their own, as far as that can be told: their claims
    are beside the save, or a bot stood in for one of them.
    """
    people = sum(seat.kind == "human" for seat in game.setup.players)
    return people > 1 and (was_hosted(path) or any(isinstance(entry, StandIn) for entry in game.entries))
