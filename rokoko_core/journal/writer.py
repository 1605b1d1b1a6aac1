"""Journal: a game whose every entry is on disk before it takes effect, in a file that only this program writes.

The file is checked before each entry. If another program changed it, play continues in a copy beside it. If it was
moved, the journal follows it.
"""

import os
import stat
import time
from codecs import BOM_UTF8
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from enum import StrEnum
from errno import EFBIG
from io import FileIO
from itertools import count
from pathlib import Path

import msgspec
from msgspec import UNSET, UnsetType

from rokoko_core.components import UnknownComponents, components_named
from rokoko_core.components.set_copies import save_copy
from rokoko_core.components.tables import ComponentSet
from rokoko_core.files import (
    InUse,
    find_path,
    is_at,
    lock,
    lock_opened,
    make_folder,
    open_regular,
    read_all,
    unlock,
    write_new,
    write_synced,
)
from rokoko_core.game import Entry, Game
from rokoko_core.journal.entries import (
    FORMAT,
    FORMAT_VERSION,
    PROGRAM_VERSION,
    UNSIGNED,
    Chain,
    ComponentsMark,
    Header,
    Line,
    Origin,
    Seal,
    rules_of,
)
from rokoko_core.journal.errors import BadSave, Notice
from rokoko_core.journal.reader import LARGEST, Reading, read_content, unreadable_save
from rokoko_core.setup import InvalidSetup, SetupFault, played_with
from rokoko_core.state import Setup, normalize_setup


class RelocationReason(StrEnum):
    """Why play continues at another path."""

    COPIED = "copied"
    """The file was changed, replaced or removed by another program; play continues in a copy."""
    FOLLOWED = "followed"
    """The file was moved, and play continues in it."""


@dataclass(frozen=True)
class Relocation:
    """Play continues at ``path`` instead of ``before``."""

    why: RelocationReason
    before: Path
    path: Path


class _TimedLine(msgspec.Struct):
    """What times need of a line; only entries have numbers."""

    n: int = 0
    t: int = 0


_decode_time = msgspec.json.Decoder(_TimedLine).decode


class Journal:
    """A game with its save file; a context manager."""

    def __init__(self, path: Path, file: FileIO, reading: Reading):
        self.path = path
        self.header = reading.header
        self.game = reading.game
        self.notice = reading.notice
        if not lock(file):  # it is locked already, if the file system can lock
            self.notice = self.notice or Notice.NO_LOCKS
        self.relocations: list[Relocation] = []
        """Changes of the path, for the screen to report."""
        self._file = file
        self._content = bytearray(reading.content[: reading.size])
        """The acknowledged content: the file up to its last whole line."""
        self._rest = reading.content[reading.size :]
        """Bytes that may follow in the file, at least in part: a torn line, or the rest of a failed write."""
        self._sealed = reading.sealed
        self.game.recorded_by(self._append)

    @property
    def times(self) -> list[int]:
        """When each entry was made, in seconds since 1970 UTC."""
        lines = (_decode_time(line) for line in self._content.splitlines()[1:])
        return [line.t for line in lines if line.n]

    def _append(self, entry: Entry) -> None:
        """Append ``entry`` after the last whole line. Raises OSError; then the game is unchanged."""
        self.ensure_file()
        lines = self._encode(entry)
        if len(self._content) + len(lines) > LARGEST:
            raise OSError(EFBIG, os.strerror(EFBIG), str(self.path))
        self._truncate()
        try:
            self._rest = lines
            self._file.seek(len(self._content))
            write_synced(self._file, lines)
        except OSError:
            with suppress(OSError):
                self._truncate()
            raise
        self._content += lines
        self._rest, self._sealed = b"", True

    def _encode(self, entry: Entry) -> bytes:
        """Return the bytes to write for ``entry``: its line, a missing line end before it, and the seal if it is
        missing.
        """
        now = int(time.time())
        gap = b"" if self._content.endswith(b"\n") else b"\n"
        chain = Chain(bytes(self._content).removeprefix(BOM_UTF8) + gap)
        seal = b"" if self._sealed else chain.sign(Seal(FORMAT, FORMAT_VERSION, PROGRAM_VERSION, now))
        return gap + seal + chain.sign(Line(len(self.game.entries) + 1, now, entry))

    def _truncate(self) -> None:
        self._file.truncate(len(self._content))
        self._rest = b""

    # ---- changes of the file by other programs

    def ensure_file(self) -> None:
        """Make sure that all acknowledged content is at ``path``, else continue in a copy. Raises OSError."""
        if not self._is_unchanged():
            self._continue_in_copy()
        elif not is_at(self.path, os.fstat(self._file.fileno())):
            path = find_path(self._file, self.path.parent)
            if path is None:
                self._continue_in_copy()
            else:
                self._continue_at(path, RelocationReason.FOLLOWED)

    def _is_unchanged(self) -> bool:
        content = read_all(self._file, len(self._content) + len(self._rest))
        return content.startswith(self._content) and self._rest.startswith(content[len(self._content) :])

    def _continue_in_copy(self) -> None:
        """Copy all acknowledged content to a new file beside the old one. Raises OSError; then the journal is
        unchanged.
        """
        make_folder(self.path.parent)
        save_copy(_load_components(self.game.setup), self.path.parent)
        private = not os.fstat(self._file.fileno()).st_mode & (stat.S_IRWXG | stat.S_IRWXO)
        for number in count(2):
            path = self.path.with_name(f"{self.path.stem}-{number}{self.path.suffix}")
            with suppress(FileExistsError):
                file = _create_file(path, bytes(self._content), private)
                break
        self._release()
        self._file, self._rest = file, b""
        self._continue_at(path, RelocationReason.COPIED)

    def _continue_at(self, path: Path, why: RelocationReason) -> None:
        self.relocations.append(Relocation(why, self.path, path))
        self.path = path

    def _release(self) -> None:
        unlock(self._file)
        with suppress(OSError):
            self._file.close()

    def close(self) -> None:
        """Close and unlock the file; no more entries can be written. Everything is already on disk."""
        if not self._file.closed:
            self._release()

    def __enter__(self) -> "Journal":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def create(
    path: Path,
    setup: Setup,
    first: Iterable[Entry] = (),
    origin: Origin | UnsetType = UNSET,
    private: bool = False,
) -> Journal:
    """Create the save of a new game at ``path``, with ``first`` entries and its ``origin`` if it is a fork or a copy.

    Only the owner of the file may read a ``private`` save. A component set that did not ship is copied beside it, so
    that both can be moved together. Raises ``FileExistsError``, ``InvalidSetup`` and OSError; then no file is left.
    """
    components = _load_components(setup)
    game = Game.new(played_with(setup, components.key))
    save_copy(components, path.parent)
    now = int(time.time())
    header = Header(
        FORMAT,
        FORMAT_VERSION,
        rules_of(setup),
        PROGRAM_VERSION,
        normalize_setup(played_with(setup, components.name)),
        ComponentsMark(components.name, components.digest),
        now,
        origin,
        UNSIGNED,
    )
    chain = Chain()
    lines = [chain.sign(header)]
    for entry in first:
        game.repeat(entry)
        lines.append(chain.sign(Line(len(game.entries), now, game.entries[-1])))
    content = b"".join(lines)
    reading = Reading(header, game, None, None, len(content), len(game.entries), content, True)
    return Journal(path, _create_file(path, content, private), reading)


def _create_file(path: Path, content: bytes, private: bool) -> FileIO:
    """Create a file with ``content``, open and locked. Raises ``FileExistsError`` and OSError; then no file is left."""
    write_new(path, content, private)
    try:
        return _open(path)
    except OSError:
        with suppress(OSError):
            path.unlink()
        raise


def _open(path: Path) -> FileIO:
    """Open and lock the file at ``path``. Raises ``InUse`` and OSError."""
    return lock_opened(open_regular(path, LARGEST, change=True))


def _load_components(setup: Setup) -> ComponentSet:
    try:
        return components_named(setup.components)
    except UnknownComponents as error:
        raise InvalidSetup(SetupFault.COMPONENTS, name=setup.components) from error


def open_journal(path: Path, reading: Reading | None = None) -> Journal:
    """Open the save at ``path`` to continue it; nothing is written before the first entry.

    ``reading`` is a recent result of ``read``; it is used without another replay if the file has not changed. Raises
    ``BadSave``, also for a damaged file, and ``InUse`` while another program plays it.
    """
    try:
        file = _open(path)
    except InUse:
        raise
    except OSError as error:
        raise unreadable_save(error) from error
    try:
        return Journal(path, file, _read_sound(file, path.parent, reading))
    except ValueError:
        file.close()
        raise


def _read_sound(file: FileIO, folder: Path, reading: Reading | None) -> Reading:
    """Read ``file``, which may have a torn last line but no other damage. Raises ``BadSave``."""
    try:
        content = read_all(file, LARGEST)
    except OSError as error:
        raise unreadable_save(error) from error
    if reading is None or reading.content != content:
        reading = read_content(content, folder)
    if reading.damage is not None:
        raise BadSave(reading.damage.code, reading.damage.line, reading.damage.detail)
    return reading
