"""A game whose every entry is on disk before it takes effect, in a file only this program writes.

The file is looked at before each entry: if it is no longer as it was left, play goes on in a copy beside it; if it was
moved, it is followed.
"""

import os
import time
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from enum import StrEnum
from errno import EFBIG
from io import FileIO
from itertools import count
from pathlib import Path
from sys import intern

import msgspec
from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from rokoko_core.components import UnknownComponents, components_named
from rokoko_core.components.set_copies import keep
from rokoko_core.components.tables import ComponentSet
from rokoko_core.files import (
    InUse,
    content_of,
    is_at,
    lock,
    make_folder,
    open_regular,
    put,
    unlock,
    whereabouts,
    write_new,
)
from rokoko_core.game import Entry, Game
from rokoko_core.journal.entries import (
    FORMAT,
    FORMAT_VERSION,
    PROGRAM_VERSION,
    RULES_VERSION,
    UNSIGNED,
    Chain,
    ComponentsMark,
    Header,
    Line,
    Origin,
    Seal,
    encode,
)
from rokoko_core.journal.errors import BadSave
from rokoko_core.journal.reader import LARGEST, Reading, reading_of, unreadable
from rokoko_core.setup import InvalidSetup, SetupFault
from rokoko_core.state import Setup


class Whither(StrEnum):
    """Why play goes on in another place."""

    COPIED = "copied"
    """The file was altered, replaced or removed by somebody else; all that was played is in a copy."""
    FOLLOWED = "followed"
    """The file was moved, and play goes on in it where it is now."""


@dataclass(frozen=True)
class Relocation:
    """Play goes on at ``path``, no longer at ``before``."""

    why: Whither
    before: Path
    path: Path


class Journal:
    """A game with its file. Close it, or use it as a context."""

    def __init__(self, path: Path, file: FileIO, reading: Reading):
        self.path = path
        self.header = reading.header
        self.game = reading.game
        self.notice = reading.notice
        self.relocations: list[Relocation] = []
        """Where play went on, for whoever is to be told."""
        self._file = file
        self._content = bytearray(reading.content[: reading.size])
        """All that is acknowledged: the file, up to its last whole line."""
        self._rest = reading.content[reading.size :]
        """What may follow in the file, all of it or its beginning: a torn line, or what a write that failed left."""
        self._sealed = reading.sealed
        self.game.recorded_by(self._append)

    def _append(self, entry: Entry) -> None:
        """Write ``entry`` behind the last one that is whole. Raises OSError; nothing has happened then."""
        self._stay_with_the_file()
        lines = self._lines(entry)
        if len(self._content) + len(lines) > LARGEST:
            raise OSError(EFBIG, os.strerror(EFBIG), str(self.path))
        self._cut()
        try:
            self._rest = lines
            self._file.seek(len(self._content))
            put(self._file, lines)
        except OSError:
            with suppress(OSError):
                self._cut()
            raise
        self._content += lines
        self._rest, self._sealed = b"", True

    def _lines(self, entry: Entry) -> bytes:
        """What is to be written for ``entry``: its line, the end of the last one if that lacks it, and the seal."""
        now = int(time.time())
        gap = b"" if self._content.endswith(b"\n") else b"\n"
        chain = Chain(bytes(self._content) + gap)
        seal = b"" if self._sealed else chain.signed(Seal(FORMAT, FORMAT_VERSION, PROGRAM_VERSION, now))
        return gap + seal + chain.signed(Line(len(self.game.entries) + 1, now, entry))

    def _cut(self) -> None:
        self._file.truncate(len(self._content))
        self._rest = b""

    # ---- what others may do to the file meanwhile

    def _stay_with_the_file(self) -> None:
        if not self._as_left():
            self._go_on_in_a_copy()
        elif not is_at(self.path, os.fstat(self._file.fileno())):
            moved = whereabouts(self._file, self.path.parent)
            if moved is None:
                self._go_on_in_a_copy()
            else:
                self._go_on_at(moved, Whither.FOLLOWED)

    def _as_left(self) -> bool:
        found = content_of(self._file, len(self._content) + len(self._rest))
        return found.startswith(self._content) and self._rest.startswith(found[len(self._content) :])

    def _go_on_in_a_copy(self) -> None:
        """Put all that is acknowledged into a new file beside the old one. Raises OSError; all stays as it was then."""
        make_folder(self.path.parent)
        keep(_known(self.game.setup), self.path.parent)
        for number in count(2):
            path = self.path.with_name(f"{self.path.stem}-{number}{self.path.suffix}")
            with suppress(FileExistsError):
                file = _begun(path, bytes(self._content))
                break
        self._let_go()
        self._file, self._rest = file, b""
        self._go_on_at(path, Whither.COPIED)

    def _go_on_at(self, path: Path, why: Whither) -> None:
        self.relocations.append(Relocation(why, self.path, path))
        self.path = path

    # ---- the end

    def _let_go(self) -> None:
        unlock(self._file)
        with suppress(OSError):
            self._file.close()

    def close(self) -> None:
        """Close the file and let others write it; the game can no longer be played on. All is on disk already."""
        if not self._file.closed:
            self._let_go()

    def __enter__(self) -> "Journal":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def create(path: Path, setup: Setup, first: Iterable[Entry] = (), origin: Origin | UnsetType = UNSET) -> Journal:
    """Begin the save of a new game at ``path``, with ``first`` entries and its ``origin`` if it is a fork or a copy.

    A component set that did not ship is copied beside it, so that the save can be opened wherever the two are.
    Raises ``FileExistsError``, ``InvalidSetup`` and OSError; no file is left then.
    """
    components = _known(setup)
    game = Game.new(_as_read(replace(setup, components=intern(components.key))))
    keep(components, path.parent)
    now = int(time.time())
    header = Header(
        FORMAT,
        FORMAT_VERSION,
        RULES_VERSION,
        PROGRAM_VERSION,
        _as_read(replace(setup, components=intern(components.name))),
        ComponentsMark(components.name, components.digest),
        now,
        origin,
        UNSIGNED,
    )
    chain = Chain()
    lines = [chain.signed(header)]
    for entry in first:
        game.repeat(entry)
        lines.append(chain.signed(Line(len(game.entries), now, game.entries[-1])))
    content = b"".join(lines)
    reading = Reading(header, game, None, None, len(content), len(game.entries), content, True)
    return Journal(path, _begun(path, content), reading)


def _begun(path: Path, content: bytes) -> FileIO:
    """A new file with ``content``, open and locked. Raises ``FileExistsError`` and OSError; no file is left then."""
    write_new(path, content)
    try:
        return _open(path)
    except OSError:
        with suppress(OSError):
            path.unlink()
        raise


def _open(path: Path) -> FileIO:
    """The file at ``path``, locked. Raises ``InUse`` and OSError."""
    file = open_regular(path, LARGEST, change=True)
    try:
        lock(file)
    except OSError:
        file.close()
        raise
    return file


def _as_read(setup: Setup) -> Setup:
    """``setup`` as whoever reads it from a header has it. A default is left out of header and digests only if it is the
    very object that stands in ``Setup``; what came from elsewhere, equal as it is, would be hashed here and not there.
    """
    return msgspec.json.decode(encode(setup), type=Setup)


def _known(setup: Setup) -> ComponentSet:
    try:
        return components_named(setup.components)
    except UnknownComponents as error:
        raise InvalidSetup(SetupFault.COMPONENTS, name=setup.components) from error


def open_journal(path: Path, reading: Reading | None = None) -> Journal:
    """Open the save at ``path`` to play on; nothing is written before the first entry.

    ``reading`` is what was read of it a moment ago: it is taken over, not replayed again, unless the file has changed.
    Raises ``BadSave``, also for a file with damage inside, and ``InUse`` while another program plays it.
    """
    try:
        file = _open(path)
    except InUse:
        raise
    except OSError as error:
        raise unreadable(error) from error
    try:
        return Journal(path, file, _sound(file, path.parent, reading))
    except ValueError:
        file.close()
        raise


def _sound(file: FileIO, folder: Path, reading: Reading | None) -> Reading:
    """What is in ``file``, sound to its end, or to a torn line. Raises ``BadSave``."""
    try:
        content = content_of(file, LARGEST)
    except OSError as error:
        raise unreadable(error) from error
    if reading is None or reading.content != content:
        reading = reading_of(content, folder)
    if reading.damage is not None:
        raise BadSave(reading.damage.code, reading.damage.line, reading.damage.detail)
    return reading
