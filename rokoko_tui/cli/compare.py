"""``rokoko-tui compare``: games of the same deal, compared round by round."""

from argparse import Namespace

from rokoko_core.game import Game
from rokoko_core.state import NOBODY
from rokoko_tui.analysis.deal_comparison import BOT_LEVELS, ComparedGame, compare, is_same_deal, play_deal
from rokoko_tui.cli.arguments import Parser, file_path, level, value_name
from rokoko_tui.cli.game_arguments import open_sound_save, parse_seat
from rokoko_tui.cli.output import say
from rokoko_tui.errors import CommandError, UsageError
from rokoko_tui.settings.settings import Settings


def add_options(command: Parser) -> None:
    command.option("files", metavar=value_name("FILE"), nargs="+", type=file_path)
    command.option("--seat", key="seat-compare", metavar=value_name("NAME"))
    command.option("--bot", key="bot-compare", type=level, choices=BOT_LEVELS)


def run(options: Namespace, settings: Settings) -> int:
    """Print the comparison of the files, and of a bot's game with ``--bot``."""
    words = settings.words
    if len(options.files) < 2 and options.bot is None:
        raise UsageError("refused.compare-one")
    games = [ComparedGame(path.stem, open_sound_save(path, words).game) for path in options.files]
    first = games[0].game
    for path, other in zip(options.files[1:], games[1:], strict=True):
        if not is_same_deal(first, other.game):
            raise CommandError("refused.other-deal", path=str(path), file=str(options.files[0]))
    seat = _find_seat(options, first)
    if options.bot is not None:
        game = play_deal(first.setup, seat, options.bot)
        assert game is not None
        games.append(ComparedGame(words.say("compare.bot", level=words.level(options.bot)), game))
    for line in compare(games, seat, words):
        say(line)
    return 0


def _find_seat(options: Namespace, game: Game) -> int:
    """Return the seat to compare: ``--seat``, else the owner's. Raises ``UsageError``."""
    named = parse_seat(options, game.setup)
    seat = game.setup.owner if named is None else named
    if seat == NOBODY:
        raise UsageError("refused.compare-seat", names=[player.name for player in game.setup.players])
    return seat
