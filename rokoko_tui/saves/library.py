"""The folder of the saves: what lies in it, what each of them is about, and names for new ones."""

import os
import re
import time
import unicodedata
from collections.abc import Iterator
from contextlib import suppress
from datetime import datetime
from errno import EACCES, EEXIST
from operator import attrgetter
from pathlib import Path
from typing import NamedTuple

import msgspec

from rokoko_core.files import make_folder, sync_folder
from rokoko_core.journal import BadSave, read
from rokoko_core.safe_text import shown
from rokoko_core.state import Setup
from rokoko_tui.saves.index import Summary, summary_of
from rokoko_tui.saves.lock import hold
from rokoko_tui.settings.launch import SAVES_VARIABLE, spelt_out

SUFFIX = ".rokoko"
_LONGEST_NAME = 40


def saves_folder(override: str | Path | None = None) -> Path:
    """``override``, else the folder ``ROKOKO_SAVES`` names, else the platform's folder for user data."""
    named = override or os.environ.get(SAVES_VARIABLE)
    if named:
        return spelt_out(named)
    from platformdirs import user_data_path

    return user_data_path("rokoko", appauthor=False)


# ---- what lies in the folder


class Findings(NamedTuple):
    """What a save is about, once somebody has looked into it."""

    summary: Summary | None
    """As far as the game is sound; None for a file that cannot be opened at all."""
    error: BadSave | None
    """What is wrong with the file; None for a sound one."""


def look_into(path: Path) -> Findings:
    """Read and replay the save at ``path``; some 10 ms for a finished game."""
    try:
        reading = read(path)
    except BadSave as bad:
        return Findings(None, bad)
    damage = reading.damage
    return Findings(summary_of(reading), BadSave(damage.code, damage.line, damage.detail) if damage else None)


class SaveInfo(msgspec.Struct, gc=False):
    """A save of the folder, by what the folder says of it and, once that is known, by what is in it."""

    folder: Path
    name: str
    """The file's, with its suffix."""
    size: int
    stamp: int
    """When it was changed, in nanoseconds since 1970."""
    findings: Findings | None = None
    """None for a save that nobody has looked into yet."""

    @property
    def path(self) -> Path:
        """Where it lies."""
        return self.folder / self.name

    @property
    def moment(self) -> datetime:
        """When it was played last; a time that no calendar has is taken for the first day of 1970."""
        try:
            return datetime.fromtimestamp(self.stamp / 1e9)
        except (OverflowError, ValueError, OSError):
            return datetime(1970, 1, 1)

    @property
    def summary(self) -> Summary | None:
        """What the game is about, as far as it is known and sound."""
        return self.findings.summary if self.findings else None

    @property
    def setup(self) -> Setup | None:
        """Who plays what, as far as it is known."""
        return self.summary.setup if self.summary else None

    @property
    def error(self) -> BadSave | None:
        """What is wrong with the file, as far as it is known."""
        return self.findings.error if self.findings else None

    @property
    def unfinished(self) -> bool:
        """Whether the game is known to be sound, not over and not given up."""
        summary = self.summary
        return summary is not None and self.error is None and not summary.finished and not summary.conceded


def saves_in(folder: Path) -> list[SaveInfo]:
    """The saves in ``folder``, the one played last first; none if it is not there or cannot be read. Opens no file."""
    found = []
    with suppress(OSError, ValueError), os.scandir(folder) as entries:
        for entry in entries:
            if entry.name.endswith(SUFFIX) and not entry.name.startswith("."):
                found.append(_listed(folder, entry))
    found.sort(key=attrgetter("name"))
    found.sort(key=attrgetter("stamp"), reverse=True)
    return found


def _listed(folder: Path, entry: "os.DirEntry[str]") -> SaveInfo:
    try:
        stat = entry.stat()
    except OSError:  # a link that leads nowhere
        return SaveInfo(folder, entry.name, 0, 0)
    return SaveInfo(folder, entry.name, stat.st_size, stat.st_mtime_ns)


# ---- names


def new_path(folder: Path, setup: Setup) -> Path:
    """A name no file in ``folder`` has yet, such as ``2026-11-21-ada-bo-cy.rokoko``; the folder is made if need be.

    Raises OSError when nothing can be written there.
    """
    make_folder(folder)
    if not os.access(folder, os.W_OK):
        raise PermissionError(EACCES, os.strerror(EACCES), str(folder))
    names = "-".join(filter(None, (_plain(seat.name) for seat in setup.players)))[:_LONGEST_NAME].strip("-")
    return free_path(folder / f"{time.strftime('%Y-%m-%d')}-{names or 'game'}{SUFFIX}")


def free_path(path: Path) -> Path:
    """``path``, or where something is there already, the first of ``…-2``, ``…-3`` where nothing is."""
    return next(each for each in _numbered(path) if not os.path.lexists(each))


def _numbered(path: Path) -> Iterator[Path]:
    yield path
    number = 1
    while True:
        number += 1
        yield path.with_name(f"{path.stem}-{number}{path.suffix}")


def _plain(name: str) -> str:
    """A player's name as part of a file name that every system takes."""
    letters = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    return re.sub(r"[^a-z0-9]+", "-", letters).strip("-")


def _bytes_of(name: str) -> int:
    """How many bytes ``name`` takes as a file's; 0 where the system has none for its letters."""
    try:
        return len(os.fsencode(name))
    except UnicodeEncodeError:
        return 0


def fits(name: str) -> bool:
    """Whether a save may be called ``name``, which goes without its suffix: what can be shown, and is in no folder."""
    return (
        name == name.strip()
        and 0 < _bytes_of(name) <= _LONGEST_FILE
        and shown(name) == name
        and not name.startswith(".")
        and not set(name) & set('/\\:*?"<>|')
    )


_LONGEST_FILE = 120
"""Bytes; with suffix, number and lock every file system has room for it."""


def rename(path: Path, name: str) -> Path:
    """Call the save at ``path`` ``name``, which ``fits``; where it is then. Nothing else is ever replaced by it.

    Raises ``Held`` while somebody plays it, ``FileExistsError`` where the name is taken, and other OSErrors.
    """
    wanted = path.with_name(name + SUFFIX)
    if wanted == path:
        return path
    with hold(path), hold(wanted):
        move(path, wanted)
    return wanted


def move(path: Path, to: Path) -> None:
    """Move the file at ``path``, on disk. Raises ``FileExistsError`` if something is at ``to``, and other OSErrors."""
    if os.path.lexists(to):
        raise FileExistsError(EEXIST, os.strerror(EEXIST), str(to))
    path.rename(to)
    for folder in {path.parent, to.parent}:
        sync_folder(folder)
