"""Saves opened for a command: as far as they are sound, from a position and through the eyes that options name."""

from argparse import Namespace
from pathlib import Path

from rokoko_core.game import Game
from rokoko_core.journal import BadSave, Reading, read
from rokoko_core.state import Seat, Setup
from rokoko_tui.cli.output import say_fault
from rokoko_tui.settings.launch import Refused, WrongUse
from rokoko_tui.text import Words
from rokoko_tui.text.safe_display import shown


def opened(path: Path, words: Words) -> Reading:
    """The save at ``path`` as far as it is sound. Raises ``Refused``."""
    try:
        return read(path)
    except BadSave as bad:
        raise Refused("refused.file", path=str(path), reason=words.bad_save(bad)) from bad


def sound(path: Path, words: Words) -> Reading:
    """The save at ``path``, sound to its end. Raises ``Refused``."""
    reading = opened(path, words)
    if reading.damage is not None:
        raise Refused("refused.damaged", path=str(path), reason=words.damage(reading.damage))
    return reading


def position_given(options: Namespace, game: Game) -> int:
    """The position ``--at`` names, else the one the game stands at. Raises ``WrongUse``."""
    at: int | None = options.at
    if at is None:
        return game.cursor
    if at > game.length:
        raise WrongUse("refused.position", n=at, most=game.length)
    return at


def seat_given(options: Namespace, setup: Setup) -> int | None:
    """The seat whose eyes ``--seat`` names; None for an onlooker's."""
    return None if options.seat is None else seat_named(options.seat, setup.players, "--seat")


def seat_named(name: str, seats: tuple[Seat, ...], option: str) -> int:
    """The seat of the player called ``name``, as ``option`` says. Raises ``WrongUse``."""
    for number, seat in enumerate(seats):
        if name.strip().casefold() in (seat.name.casefold(), shown(seat.name).casefold()):
            return number
    raise WrongUse("refused.nobody", option=option, name=name, names=[seat.name for seat in seats])


def told_damage(path: Path, reading: Reading, words: Words) -> int:
    """Say what was mended in the save at ``path``, and where it stops being sound; the exit code."""
    if reading.notice is not None:
        say_fault(f"{path}: {words.notice(reading.notice)}")
    if reading.damage is None:
        return 0
    say_fault(f"{path}: {words.damage(reading.damage)}")
    return 1
