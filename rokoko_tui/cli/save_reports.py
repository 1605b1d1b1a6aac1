"""Commands that read saved games: their log, the check of their digests, and the comparison of games of one deal."""

from argparse import Namespace
from collections.abc import Iterator
from pathlib import Path

from rokoko_core.bots.external_bots import BadBot, BotFault
from rokoko_core.box import box_of
from rokoko_core.game import Concede, Entry, Game, Hint, Play, Replace, StandIn, Undo
from rokoko_core.journal import Notice
from rokoko_core.play.event_lines import event_lines
from rokoko_core.play.replay_game import OPEN, ReplayGame, Viewer
from rokoko_core.play.same_deal import BOT_LEVELS, is_same_deal, play_deal
from rokoko_core.remote.claims import was_hosted
from rokoko_core.setup import has_secret_seed
from rokoko_core.state import NOBODY
from rokoko_tui.analysis.deal_results import ComparedGame, compare
from rokoko_tui.cli.arguments import Parser, add_eyes, add_file, bot_level, file_path, value_name
from rokoko_tui.cli.game_arguments import open_save, open_sound_save, parse_seat, report_damage
from rokoko_tui.cli.streams import say, say_error, say_json
from rokoko_tui.errors import CommandError, UsageError
from rokoko_tui.settings.settings import Settings
from rokoko_tui.table.log_lines import describe_setup
from rokoko_tui.text import Words
from rokoko_tui.text.messages import uncapital

# ---- the log


def add_log_options(command: Parser) -> None:
    add_file(command)
    add_eyes(command)
    command.option("--json", key="json-entries", action="store_true")
    command.option("--events", action="store_true")


def run_log(options: Namespace, settings: Settings) -> int:
    """Print the log, undone actions included, or the stored entries, or the events as docs/events.md says.

    Of a damaged save, print the sound part.
    """
    if options.events and not options.json:
        raise UsageError("refused.events")
    words = settings.words
    reading = open_save(options.file, words)
    game, seat = reading.game, parse_seat(options, reading.game.setup)
    viewer = OPEN if options.all else Viewer(seat)
    if options.events:
        for line in event_lines(game, viewer):
            say_json(line + "\n")
    elif options.json:
        entries = reading.content[: reading.size].partition(b"\n")[2]
        say_json(entries.decode())
    else:
        for line in log_lines(game, words, viewer):
            say(line)
    return report_damage(options.file, reading, words)


def log_lines(game: Game, words: Words, viewer: Viewer) -> Iterator[str]:
    """Yield the log lines, undone actions included, each after its position."""
    replay = Game.new(game.setup)
    view, box = ReplayGame(replay, viewer), box_of(replay.state)
    for line in describe_setup(view, words):
        yield f"{0:>4}  {line.text}"
    for entry in game.entries:
        lines = [_describe_entry(replay, entry, words)] if not isinstance(entry, Play) else []
        replay.repeat(entry)
        if isinstance(entry, Play):
            lines = [line.text for line in words.narration(view.redact(replay.cursor - 1), game.setup, box)]
        yield from (f"{replay.cursor:>4}  {line}" for line in lines)


def _describe_entry(game: Game, entry: Entry, words: Words) -> str:
    """Describe an entry that is no action, before ``game`` repeats it."""
    match entry:
        case Hint(seat=seat):
            return f"? {words.say('printed.hint', who=words.seat(game.setup, seat))}"
        case Concede(seat=seat):
            return f"■ {words.say('printed.conceded', who=words.seat(game.setup, seat))}"
        case Replace(seat=seat, level=level, why=why):
            known = why in list(BotFault)
            reason = words.bot_error(BadBot(BotFault(why), game.level_of(seat) or "")) if known else ""
            who = words.seat(game.setup, seat)
            return f"■ {words.say('printed.replaced', who=who, reason=reason, level=words.level(level))}"
        case StandIn(seat=seat, level=""):
            return f"■ {words.say('printed.plays-again', who=words.seat(game.setup, seat))}"
        case StandIn(seat=seat, level=level):
            return f"■ {words.say('printed.stand-in', who=words.seat(game.setup, seat), level=words.level(level))}"
        case Undo(to=to):
            fence = game.can_undo(to)
            warning = f" {words.fence(fence, game.setup)}" if fence is not None else ""
            return f"« {words.say('printed.undone', n=to)}{warning}"
        case _:
            return f"» {words.say('printed.redone', n=game.cursor)}"


# ---- the check of digests


def add_verify_options(command: Parser) -> None:
    command.option("files", metavar=value_name("FILE"), nargs="+", type=file_path)


def run_verify(options: Namespace, settings: Settings) -> int:
    """Replay saves and compare every digest. Print a line for each, sound ones on stdout and the others on stderr."""
    return max(_verify(path, settings.words) for path in options.files)


def _verify(path: Path, words: Words) -> int:
    try:
        reading = open_save(path, words)
    except CommandError as refused:
        say_error(refused.describe(words))
        return refused.code
    if reading.damage is not None:
        say_error(words.say("refused.file", path=str(path), reason=uncapital(words.save_error(reading.damage))))
        return 1
    game = reading.game
    digests = sum(isinstance(entry, Play) and bool(entry.digest) for entry in game.entries)
    progress = words.say("printed.finished") if game.over else words.say("printed.round", n=game.state.round)
    verdict = words.say("printed.valid-to-last" if reading.notice is Notice.TORN_LINE else "printed.valid")
    repair = f" {words.notice(reading.notice)}" if reading.notice is not None else ""
    is_known = _was_hosted(path, game) and not has_secret_seed(game.setup)
    warning = f" {words.say('printed.seed-guessed')}" if is_known else ""
    sound = words.say("printed.sound", path=str(path), text=verdict, n=game.cursor, number=digests, what=progress)
    say(sound + repair + warning)
    return 0


def _was_hosted(path: Path, game: Game) -> bool:
    """Return whether several people played ``game`` on screens of their own, as far as that can be told: their claims
    are beside the save, or a bot stood in for one of them.
    """
    people = sum(seat.kind == "human" for seat in game.setup.players)
    return people > 1 and (was_hosted(path) or any(isinstance(entry, StandIn) for entry in game.entries))


# ---- games of the same deal


def add_compare_options(command: Parser) -> None:
    command.option("files", metavar=value_name("FILE"), nargs="+", type=file_path)
    command.option("--seat", key="seat-compare", metavar=value_name("NAME"))
    command.option("--bot", key="bot-compare", type=bot_level, choices=BOT_LEVELS)


def run_compare(options: Namespace, settings: Settings) -> int:
    """Compare games of the same deal, and a bot's game with ``--bot``, round by round."""
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
