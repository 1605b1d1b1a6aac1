"""Games on the command line: saves, positions and seats that it names, and new games that it describes."""

from argparse import Namespace
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import msgspec

from rokoko_core.bots import DEFAULT_LEVEL
from rokoko_core.game import Game
from rokoko_core.journal import BadSave, Reading, read
from rokoko_core.safe_text import find_named, fold_case
from rokoko_core.setup import FAIR_START, InvalidSetup, check_new_setup, deal_secretly
from rokoko_core.state import Seat, Setup
from rokoko_core.terms import Expansion
from rokoko_tui.cli.streams import say_error
from rokoko_tui.errors import CommandError, UsageError
from rokoko_tui.saves.folder import new_path, saves_folder
from rokoko_tui.saves.lock import SaveInUse
from rokoko_tui.settings.settings import Settings, components_of
from rokoko_tui.settings.setups import offered_levels, own_name
from rokoko_tui.text import Words, bot_levels
from rokoko_tui.text.messages import uncapital
from rokoko_tui.text.safe_display import shown


def open_save(path: Path, words: Words) -> Reading:
    """Read the sound part of the save at ``path``. Raises ``CommandError``."""
    with refusing_save(path, words):
        return read(path)


@contextmanager
def refusing_save(path: Path, words: Words) -> Iterator[None]:
    """Raise ``CommandError`` if the save at ``path`` cannot be read, or another program plays it."""
    try:
        yield
    except SaveInUse as held:
        raise CommandError("refused.held", reason=held.describe(words)) from held
    except BadSave as bad:
        raise CommandError("refused.file", path=str(path), reason=uncapital(words.save_error(bad))) from bad


def open_sound_save(path: Path, words: Words) -> Reading:
    """Read the save at ``path``. Raises ``CommandError`` if it is damaged or cannot be read."""
    reading = open_save(path, words)
    if reading.damage is not None:
        raise CommandError("refused.damaged", path=str(path), reason=uncapital(words.save_error(reading.damage)))
    return reading


def parse_position(options: Namespace, game: Game) -> int:
    """Return the position named by ``--at``, else the current one. Raises ``UsageError``."""
    at: int | None = options.at
    if at is None:
        return game.cursor
    if at > game.length:
        raise UsageError("refused.position", n=at, most=game.length)
    return at


def parse_seat(options: Namespace, setup: Setup) -> int | None:
    """Return the seat named by ``--seat``; None for a spectator. Raises ``UsageError``."""
    return None if options.seat is None else find_seat(options.seat, setup.players, "--seat")


def find_seat(name: str, seats: tuple[Seat, ...], option: str) -> int:
    """Return the seat of the player called ``name``. Raises ``UsageError``, which names ``option``."""
    names = [seat.name for seat in seats]
    matching = find_named(name, names) or find_named(name, map(shown, names))
    if len(matching) > 1:
        raise UsageError("refused.several-called", option=option, name=name)
    if not matching:
        raise UsageError("refused.nobody", option=option, name=name, names=names)
    return matching[0]


def report_damage(path: Path, reading: Reading, words: Words) -> int:
    """Print repairs and damage of a save on stderr; return the exit code."""
    if reading.notice is not None:
        say_error(f"{path}: {words.notice(reading.notice)}")
    if reading.damage is None:
        return 0
    say_error(words.say("refused.damaged", path=str(path), reason=uncapital(words.save_error(reading.damage))))
    return 1


# ---- new games


def parse_setup(options: Namespace, settings: Settings) -> Setup:
    """Return the setup that the options describe. Raises ``UsageError`` if it is invalid."""
    seats = _seats(options, settings)
    setup = Setup(
        players=seats,
        seed=options.seed or 0,
        expansions=parse_expansions(options.expansions),
        first_player=None if options.first is None else find_seat(options.first, seats, "--first"),
        open_scores=options.scores,
        components=components_of(settings).name,
        fair_start=options.fair_start and len(seats) > 1 and FAIR_START,
    )
    try:
        check_new_setup(setup)
    except InvalidSetup as invalid:
        raise UsageError("refused.setup", reason=settings.words.invalid_setup(invalid)) from invalid
    return deal_secretly(setup) if options.seed is None else setup


def _seats(options: Namespace, settings: Settings) -> tuple[Seat, ...]:
    words, names = settings.words, split_names(options.players)
    bots = _bots(options.bots, names, words)
    known = set(map(fold_case, names))
    names += [bot.name for name, bot in bots.items() if name not in known]
    if options.solo:
        if bots or len(names) > 1:
            raise UsageError("refused.solo")
        names = names or [own_name(settings, words)]
    if not names:
        raise UsageError("refused.who-plays")
    return tuple(msgspec.structs.replace(bots.get(fold_case(name), Seat(name)), name=name) for name in names)


def split_names(text: str | None) -> list[str]:
    """Split a comma-separated list; empty for None."""
    return [] if text is None else [part.strip() for part in text.split(",")]


def _bots(text: str | None, players: list[str], words: Words) -> dict[str, Seat]:
    """Parse bots as ``NAME:LEVEL``, ``LEVEL`` for a bot with a default name, or the name of one of ``players``.

    The seats are by folded name. Raises ``UsageError`` for a word that is neither a level nor a player.
    """
    bots: dict[str, Seat] = {}
    known = set(map(fold_case, players))
    for part in split_names(text):
        name, separator, level = (piece.strip() for piece in part.partition(":"))
        if not separator and fold_case(name) not in known:
            if bot_levels.find(words, name) is not None:
                level = name
                name = words.opponent([*players, *(bot.name for bot in bots.values())])
            else:
                usual = bot_levels.name(words, DEFAULT_LEVEL)
                raise UsageError("refused.level-or-name", level=name, names=_level_names(words), name=usual)
        if fold_case(name) in bots:
            raise UsageError("refused.twice", option="--bots", name=name)
        bots[fold_case(name)] = Seat(name, kind="bot", level=parse_level(level or DEFAULT_LEVEL, words))
    return bots


def parse_level(text: str, words: Words) -> str:
    """Return the level that ``text`` names. Raises ``UsageError``."""
    level = bot_levels.find(words, text)
    if level is None:
        raise UsageError("refused.no-level", level=text, names=_level_names(words))
    return level


def _level_names(words: Words) -> list[str]:
    return [bot_levels.with_id(words, level) for level in offered_levels()]


def parse_expansions(text: str | None) -> frozenset[Expansion]:
    """Parse a list of expansions, or ``all``. Raises ``UsageError``."""
    names = split_names(text)
    if names == ["all"]:
        return frozenset(Expansion)
    unknown = [name for name in names if name not in list(Expansion)]
    if unknown:
        raise UsageError("refused.no-expansion", name=unknown[0], names=list(map(str, Expansion)))
    return frozenset(Expansion(name) for name in names)


def choose_game(options: Namespace, settings: Settings, both: str) -> tuple[Path, Setup | None]:
    """Return the save to play, and its setup if the game is new.

    Raises ``CommandError``, and ``UsageError``: with the message ``both`` for a file and options of a new game.
    """
    wants_new = options.players is not None or options.solo or options.bots is not None
    if options.file is not None:
        if wants_new:
            raise UsageError(both)
        return options.file, None
    setup = parse_setup(options, settings)
    return choose_path(setup, settings), setup


def choose_path(setup: Setup, settings: Settings) -> Path:
    """Return the path of a new game. Raises ``CommandError``."""
    folder = saves_folder(settings.saves)
    try:
        return new_path(folder, setup)
    except OSError as error:
        raise CommandError("refused.no-new-file", path=str(folder), reason=error) from error
