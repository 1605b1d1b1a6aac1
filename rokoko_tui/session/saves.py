"""The folder of the saves: what lies in it, and names for new ones."""

import os
import re
import time
import unicodedata
from contextlib import suppress
from dataclasses import dataclass
from errno import EACCES
from functools import cached_property
from pathlib import Path

from rokoko_core.files import make_folder, open_regular
from rokoko_core.journal import LARGEST, BadSave, SaveFault, read, read_header
from rokoko_core.state import Setup
from rokoko_tui.session.launch import SAVES_VARIABLE, spelt_out

SUFFIX = ".rokoko"
_LONGEST_NAME = 40
_LONGEST_HEADER = 65536
"""Bytes looked at in listing; the header of a game is under 1,000."""


def saves_folder(override: str | Path | None = None) -> Path:
    """``override``, else the folder ``ROKOKO_SAVES`` names, else the platform's folder for user data."""
    named = override or os.environ.get(SAVES_VARIABLE)
    if named:
        return spelt_out(named)
    from platformdirs import user_data_path

    return user_data_path("rokoko", appauthor=False)


# ---- what lies in the folder


@dataclass(frozen=True)
class Standing:
    """Where the game of a save stands."""

    round: int
    cursor: int
    finished: bool
    error: BadSave | None
    """What is wrong inside; the rest then says how far the save is sound."""


@dataclass
class SaveInfo:
    """A save of the folder. Only its header is read at first; the game is replayed when something asks how it stands.

    ``setup`` is None where ``error`` says that the file cannot be opened at all.
    """

    path: Path
    modified: float
    """Seconds since 1970."""
    setup: Setup | None
    bad: BadSave | None

    @cached_property
    def standing(self) -> Standing:
        """The game replayed; some 20 ms for a finished one."""
        if self.bad is not None:
            return Standing(0, 0, False, self.bad)
        try:
            reading = read(self.path)
        except BadSave as bad:
            return Standing(0, 0, False, bad)
        game, damage = reading.game, reading.damage
        error = BadSave(damage.code, damage.line, damage.detail) if damage else None
        return Standing(game.state.round, game.cursor, game.over, error)

    @property
    def round(self) -> int:
        """1 to 7; 0 for a file that cannot be opened."""
        return self.standing.round

    @property
    def cursor(self) -> int:
        """Number of actions in effect."""
        return self.standing.cursor

    @property
    def finished(self) -> bool:
        """True when the game is over."""
        return self.standing.finished

    @property
    def error(self) -> BadSave | None:
        """What is wrong with the file; None for a sound one."""
        return self.standing.error


def list_saves(folder: Path) -> list[SaveInfo]:
    """The saves in ``folder``, the one played last first; none if the folder is not there or cannot be read."""
    found = []
    with suppress(OSError, ValueError):
        for path in folder.iterdir():
            if path.suffix == SUFFIX and not path.name.startswith("."):
                found.append(_info(path))
    return sorted(found, key=lambda info: (-info.modified, info.path.name))


def _info(path: Path) -> SaveInfo:
    modified = 0.0
    try:
        modified = path.stat().st_mtime
        with open_regular(path, LARGEST) as file:
            setup = read_header(file.readline(_LONGEST_HEADER).removesuffix(b"\n")).setup
    except (OSError, BadSave):
        return SaveInfo(path, modified, None, _fault(path))
    return SaveInfo(path, modified, setup, None)


def _fault(path: Path) -> BadSave:
    """Why the header at ``path`` does not serve, as whoever opens the file would be told."""
    try:
        read(path)
    except BadSave as bad:
        return bad
    return BadSave(SaveFault.UNREADABLE)


def latest_unfinished(folder: Path) -> SaveInfo | None:
    """The sound game in ``folder`` that was played last and is not over."""
    return next((info for info in list_saves(folder) if info.error is None and not info.finished), None)


def new_path(folder: Path, setup: Setup) -> Path:
    """A name no file in ``folder`` has yet, such as ``2026-11-21-ada-bo-cy.rokoko``; the folder is made if need be.

    Raises OSError when nothing can be written there.
    """
    make_folder(folder)
    if not os.access(folder, os.W_OK):
        raise PermissionError(EACCES, os.strerror(EACCES), str(folder))
    names = "-".join(filter(None, (_plain(seat.name) for seat in setup.players)))[:_LONGEST_NAME].strip("-")
    stem = f"{time.strftime('%Y-%m-%d')}-{names or 'game'}"
    path, number = folder / f"{stem}{SUFFIX}", 1
    while path.exists() or path.is_symlink():
        number += 1
        path = folder / f"{stem}-{number}{SUFFIX}"
    return path


def _plain(name: str) -> str:
    """A player's name as part of a file name that every system takes."""
    letters = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    return re.sub(r"[^a-z0-9]+", "-", letters).strip("-")
