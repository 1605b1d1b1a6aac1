"""The save file: one line of JSON per entry, appended and forced to disk before anything shows (docs/save-format.md).

A file is only ever appended to. A torn last line, from a crash in mid-write, is cut off with a notice; any other damage
is named by line, and what stands before it can still be read. Who may write is not settled here: take a lock first.
"""

import errno
import os
import time
from collections.abc import Iterable
from contextlib import suppress
from enum import StrEnum
from io import FileIO
from pathlib import Path

import msgspec

from rokoko_core.components import UnknownComponents, components_named
from rokoko_core.game import Entry, Game, Hint, NotAsked, NothingToRedo, NothingToUndo, Play, Redo, Undo
from rokoko_core.refusal import IllegalAction
from rokoko_core.setup import InvalidSetup
from rokoko_core.state import Setup

FORMAT = "rokoko-save"
FORMAT_VERSION = 2
"""2 knows hints; files of version 1 are read as they are (docs/save-format.md)."""
RULES_VERSION = 1
PROGRAM_VERSION = "0.2.0"
LARGEST = 16 * 1024 * 1024
"""Bytes beyond which a file is not taken for a save; a game of 5 players has well under 200,000."""


class ComponentsMark(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Which component set a game is played with."""

    name: str
    digest: str


class Header(msgspec.Struct, frozen=True):
    """Line 1 of a save."""

    format: str
    version: int
    rules: int
    program: str
    setup: Setup
    components: ComponentsMark
    created: int
    """Seconds since 1970, UTC."""


class _Line(msgspec.Struct, frozen=True):
    """Any later line: the entry with its number, counted from 1, and its time in seconds since 1970."""

    n: int
    t: int
    e: Entry


class SaveFault(StrEnum):
    """What can be wrong with a file."""

    EMPTY = "empty"
    NOT_A_SAVE = "not-a-save"
    HEADER = "header"
    NEWER_FORMAT = "newer-format"
    NEWER_RULES = "newer-rules"
    TOO_LARGE = "too-large"
    UNREADABLE = "unreadable"
    COMPONENTS = "components"
    SYNTAX = "syntax"
    """A line is not a JSON entry."""
    NUMBER = "number"
    """An entry's number is out of sequence."""
    ILLEGAL = "illegal"
    """An action is not legal where it stands."""
    ENTRY = "entry"
    """An undo or redo leads nowhere, or a hint is for a seat that is not asked."""
    DIGEST = "digest"
    """A stored digest does not agree: the rules or the figures have changed since, or the file was altered."""


class BadSave(ValueError):
    """A file that cannot be opened as a game. ``line`` is 0 when the file as a whole is at fault."""

    def __init__(self, code: SaveFault, line: int = 0, detail: str = ""):
        super().__init__(f"{code}{f', line {line}' if line else ''}{f': {detail}' if detail else ''}")
        self.code = code
        self.line = line
        self.detail = detail


class Damage(msgspec.Struct, frozen=True):
    """Where a save stops being sound."""

    code: SaveFault
    line: int
    detail: str = ""


class Notice(StrEnum):
    """What was mended on opening."""

    TORN_LINE = "torn-line"


class Reading(msgspec.Struct):
    """A save as far as it is sound."""

    header: Header
    game: Game
    """At the last sound entry."""
    damage: Damage | None
    notice: Notice | None
    size: int
    """Bytes up to the end of the last sound line."""
    entries: int


_encode = msgspec.json.Encoder(order="deterministic").encode
_header = msgspec.json.Decoder(Header)
_line = msgspec.json.Decoder(_Line)


def read(path: Path) -> Reading:
    """Read and replay the save at ``path``, leaving the file alone. Raises ``BadSave`` if its header does not serve."""
    data = _content(path)
    first, _, rest = data.partition(b"\n")
    header = _read_header(first)
    game = Game.new(header.setup)
    reading = Reading(header, game, None, None, len(first) + 1, 0)
    lines = rest.split(b"\n")
    last = lines.pop()
    for number, raw in enumerate(lines, start=1):
        if not _take(reading, raw, number):
            return reading
        reading.size += len(raw) + 1
    if last:
        _take_last(reading, last, len(lines) + 1)
    return reading


def _content(path: Path) -> bytes:
    try:
        if path.is_file() and path.stat().st_size > LARGEST:
            raise BadSave(SaveFault.TOO_LARGE)
        data = path.read_bytes()
    except OSError as error:
        raise BadSave(SaveFault.UNREADABLE, detail=error.strerror or str(error)) from error
    if not data:
        raise BadSave(SaveFault.EMPTY)
    return data


def _read_header(raw: bytes) -> Header:
    try:
        head = msgspec.json.decode(raw, type=dict[str, object])
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise BadSave(SaveFault.NOT_A_SAVE, 1) from error
    if head.get("format") != FORMAT:
        raise BadSave(SaveFault.NOT_A_SAVE, 1)
    for field, known, fault in (
        ("version", FORMAT_VERSION, SaveFault.NEWER_FORMAT),
        ("rules", RULES_VERSION, SaveFault.NEWER_RULES),
    ):
        version = head.get(field)
        if isinstance(version, int) and version > known:
            raise BadSave(fault, 1, str(version))
    try:
        header = _header.decode(raw)
        components = components_named(header.setup.components)
        if components.digest != header.components.digest:
            raise BadSave(SaveFault.COMPONENTS, 1, header.components.name)
        Game.new(header.setup)
    except UnknownComponents as error:
        raise BadSave(SaveFault.COMPONENTS, 1, header.components.name) from error
    except (msgspec.DecodeError, InvalidSetup) as error:
        raise BadSave(SaveFault.HEADER, 1, str(error)) from error
    return header


def _take(reading: Reading, raw: bytes, number: int) -> bool:
    """Repeat the entry on line ``number`` + 1; False, with the damage noted, where it is not sound."""
    try:
        line = _line.decode(raw)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        return _damaged(reading, SaveFault.SYNTAX, number, str(error))
    if line.n != number:
        return _damaged(reading, SaveFault.NUMBER, number, str(line.n))
    game, entry = reading.game, line.e
    try:
        game.repeat(entry)
    except IllegalAction as error:
        return _damaged(reading, SaveFault.ILLEGAL, number, str(error.reason.reason))
    except (NothingToUndo, NothingToRedo, NotAsked) as error:
        return _damaged(reading, SaveFault.ENTRY, number, str(error))
    made = game.entries[-1]
    if isinstance(made, Play) and isinstance(entry, Play) and made.digest != entry.digest:
        game.undo(cross=True)
        return _damaged(reading, SaveFault.DIGEST, number, entry.digest)
    reading.entries = number
    return True


def _damaged(reading: Reading, code: SaveFault, number: int, detail: str) -> bool:
    reading.damage = Damage(code, number + 1, detail)
    return False


def _take_last(reading: Reading, raw: bytes, number: int) -> None:
    """A last line without its line end is torn if it is no whole entry; a whole one counts."""
    if _take(reading, raw, number):
        reading.size += len(raw)
    elif reading.damage is not None and reading.damage.code is SaveFault.SYNTAX:
        reading.damage, reading.notice = None, Notice.TORN_LINE


class Journal:
    """A game whose every entry is on disk before it takes effect. Close it, or use it as a context."""

    def __init__(self, path: Path, file: FileIO, header: Header, game: Game, notice: Notice | None = None):
        self.path = path
        self.header = header
        self.game = game
        self.notice = notice
        self._file = file
        self._end = file.seek(0, os.SEEK_END)
        game.recorded_by(self._append)

    def _append(self, entry: Entry) -> None:
        """Write ``entry`` behind the last one that is whole; what a write that failed left there is cut off first."""
        line = _encode(_Line(len(self.game.entries) + 1, int(time.time()), entry)) + b"\n"
        if os.fstat(self._file.fileno()).st_nlink == 0:
            raise FileNotFoundError(errno.ENOENT, "the file was removed")
        try:
            self._cut()
            self._file.seek(self._end)
            _write(self._file, line)
        except OSError:
            with suppress(OSError):
                self._cut()
            raise
        self._end += len(line)

    def _cut(self) -> None:
        self._file.truncate(self._end)

    def close(self) -> None:
        """Close the file; the game can no longer be played on."""
        self._file.close()

    def __enter__(self) -> "Journal":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def create(path: Path, setup: Setup, first: Iterable[Entry] = ()) -> Journal:
    """Begin the save of a new game at ``path``, with ``first`` entries if it is a fork or a copy.

    Raises ``FileExistsError``, ``InvalidSetup`` and ``OSError``.
    """
    game = Game.new(setup)
    components = components_named(setup.components)
    header = Header(
        FORMAT,
        FORMAT_VERSION,
        RULES_VERSION,
        PROGRAM_VERSION,
        setup,
        ComponentsMark(components.name, components.digest),
        int(time.time()),
    )
    file = path.open("xb", buffering=0)
    lines = [_encode(header)]
    for entry in first:
        game.repeat(entry)
        lines.append(_encode(_Line(len(game.entries), int(time.time()), game.entries[-1])))
    _write(file, b"\n".join(lines) + b"\n")
    return Journal(path, file, header, game)


def open_journal(path: Path) -> Journal:
    """Open the save at ``path`` to play on. Raises ``BadSave``, also for a file with damage inside."""
    reading = read(path)
    if reading.damage is not None:
        raise BadSave(reading.damage.code, reading.damage.line, reading.damage.detail)
    try:
        file = path.open("r+b", buffering=0)
        file.seek(reading.size)
        file.truncate()
        if reading.entries or reading.size:
            _end_line(file, reading.size)
    except OSError as error:
        raise BadSave(SaveFault.UNREADABLE, detail=error.strerror or str(error)) from error
    return Journal(path, file, reading.header, reading.game, reading.notice)


def _end_line(file: FileIO, size: int) -> None:
    """Give a last line that lacks it its line end, so that the next entry stands on its own."""
    file.seek(size - 1)
    if file.read(1) != b"\n":
        file.seek(size)
        _write(file, b"\n")
    file.seek(0, os.SEEK_END)


def _write(file: FileIO, data: bytes) -> None:
    """Put all of ``data`` at the position of the unbuffered ``file``, on disk before this returns."""
    left = memoryview(data)
    while left:
        left = left[file.write(left) :]
    os.fsync(file.fileno())


__all__ = [
    "BadSave",
    "Damage",
    "Header",
    "Hint",
    "Journal",
    "Notice",
    "Reading",
    "Redo",
    "SaveFault",
    "Undo",
    "create",
    "open_journal",
    "read",
]
