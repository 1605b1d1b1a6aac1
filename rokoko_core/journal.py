"""The save file: one line of JSON per entry, appended and forced to disk before anything shows (docs/save-format.md).

A file is only ever appended to. A torn last line, from a crash in mid-write, is cut off with a notice; any other damage
is named by line, and what stands before it can still be read. Who may write is not settled here: take a lock first.
"""

import errno
import os
import time
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from enum import StrEnum
from io import FileIO
from pathlib import Path
from sys import intern

import msgspec
from msgspec.structs import replace

from rokoko_core.components import UnknownComponents, components_named, register
from rokoko_core.components.catalogue import exact_components
from rokoko_core.components.copies import keep, kept
from rokoko_core.components.schema import field_at, misfit
from rokoko_core.components.slips import Slip, system_code
from rokoko_core.components.tables import ComponentSet
from rokoko_core.game import Entry, Game, Hint, NotAsked, NothingToRedo, NothingToUndo, Play, Redo, Undo
from rokoko_core.refusal import IllegalAction
from rokoko_core.setup import InvalidSetup, SetupFault, played_with
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
    """The component set by name; ``components`` says with which digest."""
    components: ComponentsMark
    created: int
    """Seconds since 1970, UTC."""


class _Line(msgspec.Struct, frozen=True):
    """Any later line: the entry with its number, counted from 1, and its time in seconds since 1970."""

    n: int
    t: int
    e: Entry


class SaveFault(StrEnum):
    """What can be wrong with a file, and what a fault's detail then is."""

    EMPTY = "empty"
    NOT_A_SAVE = "not-a-save"
    HEADER = "header"
    """The header does not fit (a ``Misfit``), or no game can be laid out for its setup (an ``InvalidSetup``)."""
    NEWER_FORMAT = "newer-format"
    """The version."""
    NEWER_RULES = "newer-rules"
    """The version."""
    TOO_LARGE = "too-large"
    UNREADABLE = "unreadable"
    """The system's code, such as ``"EACCES"``."""
    COMPONENTS = "components"
    """No component set of this name is known: the ``Header``."""
    FIGURES = "figures"
    """The component set is known by name, and only with other figures: the ``Header``. What can be seen is how far the
    game agrees with those.
    """
    SYNTAX = "syntax"
    """A line is not a JSON entry."""
    NUMBER = "number"
    """An entry's number is out of sequence: the number."""
    ILLEGAL = "illegal"
    """An action is not legal where it stands: the ``Reason``."""
    ENTRY = "entry"
    """An undo or redo leads nowhere, or a hint is for a seat that is not asked."""
    DIGEST = "digest"
    """A stored digest does not agree: the rules or the figures have changed since, or the file was altered."""


class Misfit(msgspec.Struct, frozen=True):
    """A field of the header that does not fit."""

    field: str
    slip: Slip


Detail = int | str | Misfit | InvalidSetup | Header | None


class BadSave(ValueError):
    """A file that cannot be opened as a game. ``line`` is 0 when the file as a whole is at fault."""

    def __init__(self, code: SaveFault, line: int = 0, detail: Detail = None):
        super().__init__(code, line, detail)
        self.code = code
        self.line = line
        self.detail = detail

    def __str__(self) -> str:
        at = f", line {self.line}" if self.line else ""
        return f"{self.code}{at}{'' if self.detail is None else f': {self.detail}'}"


@dataclass(frozen=True)
class Damage:
    """Where a save stops being sound."""

    code: SaveFault
    line: int
    detail: Detail = None


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
    components = _figures(header, path.parent)
    if components.digest == header.components.digest:
        return _replayed(header, components, len(first) + 1, rest)
    return _as_far_as_digests_agree(header, components, len(first) + 1, rest)


def _replayed(header: Header, components: ComponentSet, size: int, rest: bytes) -> Reading:
    """The game of ``header`` with ``components``, and every entry of ``rest`` up to the first that is not sound."""
    try:
        game = Game.new(played_with(header.setup, components.key))
    except InvalidSetup as error:
        raise BadSave(SaveFault.HEADER, 1, error) from error
    reading = Reading(header, game, None, None, size, 0)
    lines = rest.split(b"\n")
    last = lines.pop()
    for number, raw in enumerate(lines, start=1):
        if not _take(reading, raw, number):
            return reading
        reading.size += len(raw) + 1
    if last:
        _take_last(reading, last, len(lines) + 1)
    return reading


def _as_far_as_digests_agree(header: Header, components: ComponentSet, size: int, rest: bytes) -> Reading:
    """The game tried with other figures than its own: to its end, or to the last digest that agrees."""
    reading = _replayed(header, components, size, rest)
    if reading.damage is not None:
        entries = reading.game.entries[: reading.entries]
        digests = (n for n, entry in enumerate(entries, start=1) if isinstance(entry, Play) and entry.digest)
        lines = rest.splitlines(keepends=True)[: max(digests, default=0)]
        reading = _replayed(header, components, size, b"".join(lines))
    reading.damage = Damage(SaveFault.FIGURES, reading.entries + 2, header)
    return reading


def _figures(header: Header, saves: Path) -> ComponentSet:
    """The component set of a save in the folder ``saves``, the shipped or registered one or the copy kept beside it;
    else one of the same name. Raises ``BadSave``.
    """
    mark = header.components
    if mark.name != header.setup.components:
        raise BadSave(SaveFault.COMPONENTS, 1, header)
    with suppress(UnknownComponents):
        return exact_components(mark.name, mark.digest)
    copy = kept(saves, mark.name, mark.digest)
    if copy is not None:
        register(copy, by_name=False)
        return copy
    try:
        return components_named(mark.name)
    except UnknownComponents as error:
        raise BadSave(SaveFault.COMPONENTS, 1, header) from error


def _content(path: Path) -> bytes:
    try:
        if path.is_file() and path.stat().st_size > LARGEST:
            raise BadSave(SaveFault.TOO_LARGE)
        data = path.read_bytes()
    except OSError as error:
        raise BadSave(SaveFault.UNREADABLE, detail=system_code(error)) from error
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
            raise BadSave(fault, 1, version)
    try:
        return _header.decode(raw)
    except msgspec.ValidationError as error:
        path, slip = misfit(error, head)
        raise BadSave(SaveFault.HEADER, 1, Misfit(field_at(path), slip)) from error


def _take(reading: Reading, raw: bytes, number: int) -> bool:
    """Repeat the entry on line ``number`` + 1; False, with the damage noted, where it is not sound."""
    try:
        line = _line.decode(raw)
    except (msgspec.DecodeError, UnicodeDecodeError):
        return _damaged(reading, SaveFault.SYNTAX, number)
    if line.n != number:
        return _damaged(reading, SaveFault.NUMBER, number, line.n)
    game, entry = reading.game, line.e
    try:
        game.repeat(entry)
    except IllegalAction as error:
        return _damaged(reading, SaveFault.ILLEGAL, number, error.reason.reason)
    except (NothingToUndo, NothingToRedo, NotAsked):
        return _damaged(reading, SaveFault.ENTRY, number)
    made = game.entries[-1]
    if isinstance(made, Play) and isinstance(entry, Play) and made.digest != entry.digest:
        game.undo(cross=True)
        return _damaged(reading, SaveFault.DIGEST, number, entry.digest)
    reading.entries = number
    return True


def _damaged(reading: Reading, code: SaveFault, number: int, detail: Detail = None) -> bool:
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
            raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), str(self.path))
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

    A component set that did not ship is copied beside it, so that the save can be opened wherever the two are.
    Raises ``FileExistsError``, ``InvalidSetup`` and ``OSError``.
    """
    components = _known(setup)
    game = Game.new(_as_read(replace(setup, components=intern(components.key))))
    keep(components, path.parent)
    header = Header(
        FORMAT,
        FORMAT_VERSION,
        RULES_VERSION,
        PROGRAM_VERSION,
        _as_read(replace(setup, components=intern(components.name))),
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


def _as_read(setup: Setup) -> Setup:
    """``setup`` as whoever reads it from a header has it. A default is left out of header and digests only if it is the
    very object that stands in ``Setup``; what came from elsewhere, equal as it is, would be hashed here and not there.
    """
    return msgspec.json.decode(_encode(setup), type=Setup)


def _known(setup: Setup) -> ComponentSet:
    try:
        return components_named(setup.components)
    except UnknownComponents as error:
        raise InvalidSetup(SetupFault.COMPONENTS, name=setup.components) from error


def open_journal(path: Path, reading: Reading | None = None) -> Journal:
    """Open the save at ``path`` to play on. Raises ``BadSave``, also for a file with damage inside.

    ``reading`` is what was read of it a moment ago: it is taken over, not replayed again, unless the file has grown.
    """
    if reading is None or not _all_of(path, reading):
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
        raise BadSave(SaveFault.UNREADABLE, detail=system_code(error)) from error
    return Journal(path, file, reading.header, reading.game, reading.notice)


def _all_of(path: Path, reading: Reading) -> bool:
    """Whether ``reading`` is still the whole file; a save is only ever appended to."""
    try:
        return path.stat().st_size == reading.size
    except OSError:
        return False


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
