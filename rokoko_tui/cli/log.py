"""``rokoko-tui log``: what happened in a saved game, a line each."""

from argparse import Namespace
from collections.abc import Iterator

from rokoko_core.bots.external_bots import BadBot, BotFault
from rokoko_core.box import box_of
from rokoko_core.game import Concede, Entry, Game, Hint, Play, Replace, Undo
from rokoko_core.play.replay_game import OPEN, SPECTATOR, ReplayGame
from rokoko_tui.cli.arguments import Parser, add_eyes, add_file
from rokoko_tui.cli.event_json import event_lines
from rokoko_tui.cli.output import say, say_json
from rokoko_tui.cli.save_arguments import opened, seat_given, told_damage
from rokoko_tui.play.log_lines import opening_lines
from rokoko_tui.settings.launch import WrongUse
from rokoko_tui.settings.settings import Settings
from rokoko_tui.text import Words


def add_options(command: Parser) -> None:
    """What the command may be given."""
    add_file(command)
    add_eyes(command)
    command.option("--json", key="json-entries", action="store_true")
    command.option("--events", action="store_true")


def run(options: Namespace, settings: Settings) -> int:
    """Print what happened, undone actions included, or the entries as stored; of a damaged save what is sound."""
    if options.events and not options.json:
        raise WrongUse("refused.events")
    words = settings.words
    reading = opened(options.file, words)
    game, seat = reading.game, seat_given(options, reading.game.setup)
    eyes = OPEN if options.all else SPECTATOR if seat is None else str(seat)
    if options.events:
        for line in event_lines(game, eyes):
            say_json(line + "\n")
    elif options.json:
        stored = reading.content[: reading.size].partition(b"\n")[2]
        say_json(stored.decode())
    else:
        for line in log_lines(game, words, eyes):
            say(line)
    return told_damage(options.file, reading, words)


def log_lines(game: Game, words: Words, eyes: str) -> Iterator[str]:
    """Yield everything that happened, a line each, headed by the position it led to."""
    again = Game.new(game.setup)
    view, box = ReplayGame(again, eyes), box_of(again.state)
    for line in opening_lines(view, words):
        yield f"{0:>4}  {line.text}"
    for entry in game.entries:
        if isinstance(entry, Hint):
            yield f"{again.cursor:>4}  ? {words.say('printed.hint', who=words.seat(game.setup, entry.seat))}"
            continue
        if isinstance(entry, Concede):
            yield f"{again.cursor:>4}  ■ {words.say('printed.conceded', who=words.seat(game.setup, entry.seat))}"
            continue
        if isinstance(entry, Replace):
            yield f"{again.cursor:>4}  ■ {_replaced(again, entry, words)}"
            again.repeat(entry)
            continue
        if not isinstance(entry, Play):
            yield f"{entry.to:>4}  {_back_or_forth(again, entry, words)}"
            again.repeat(entry)
            continue
        again.repeat(entry)
        number = again.cursor - 1
        for line in words.narration(view.redact(number), game.setup, box):
            yield f"{again.cursor:>4}  {line.text}"


def _replaced(game: Game, entry: Replace, words: Words) -> str:
    """Whose automatic player cannot play on, and why."""
    who, why = words.seat(game.setup, entry.seat), list(BotFault)
    reason = words.bad_bot(BadBot(BotFault(entry.why), game.level_of(entry.seat) or "")) if entry.why in why else ""
    return words.say("printed.replaced", who=who, reason=reason, level=words.level(entry.level))


def _back_or_forth(game: Game, entry: Entry, words: Words) -> str:
    """What an undo or redo does, and what was knowingly taken back that had been seen."""
    if isinstance(entry, Undo):
        fence = game.can_undo(entry.to)
        warned = f" {words.fence(fence, game.setup)}" if fence is not None else ""
        return f"« {words.say('printed.undone', n=entry.to)}{warned}"
    return f"» {words.say('printed.redone', n=game.cursor)}"
