"""Saves, positions and seats named on the command line."""

from argparse import Namespace
from pathlib import Path

from rokoko_core.game import Game
from rokoko_core.journal import BadSave, Reading, read
from rokoko_core.state import Seat, Setup
from rokoko_tui.cli.output import say_error
from rokoko_tui.settings.start_options import CommandError, UsageError
from rokoko_tui.text import Words
from rokoko_tui.text.safe_display import shown


def open_save(path: Path, words: Words) -> Reading:
    """Read the sound part of the save at ``path``. Raises ``CommandError``."""
    try:
        return read(path)
    except BadSave as bad:
        raise CommandError("refused.file", path=str(path), reason=words.save_error(bad)) from bad


def open_sound_save(path: Path, words: Words) -> Reading:
    """Read the save at ``path``. Raises ``CommandError`` if it is damaged or cannot be read."""
    reading = open_save(path, words)
    if reading.damage is not None:
        raise CommandError("refused.damaged", path=str(path), reason=words.save_error(reading.damage))
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
    for number, seat in enumerate(seats):
        if name.strip().casefold() in (seat.name.casefold(), shown(seat.name).casefold()):
            return number
    raise UsageError("refused.nobody", option=option, name=name, names=[seat.name for seat in seats])


def report_damage(path: Path, reading: Reading, words: Words) -> int:
    """Print repairs and damage of a save on stderr; return the exit code."""
    if reading.notice is not None:
        say_error(f"{path}: {words.notice(reading.notice)}")
    if reading.damage is None:
        return 0
    say_error(f"{path}: {words.save_error(reading.damage)}")
    return 1
