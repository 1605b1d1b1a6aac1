"""The folder of a mailbox: numbered, sealed files that people share through a synced folder or a USB stick.

``mailbox.json`` names the seats. Each seat has a folder ``seat-N`` with two folders: ``to-host``, which only the seat's
player writes, and ``to-seat``, which only the host writes. Every file is written once, as a whole, under a new number;
only its writer removes it. So a tool that copies files late, twice, in parts or in another order does no harm.
"""

import re
import zlib
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from errno import ELOOP
from itertools import islice
from os import DirEntry, scandir, stat_result, strerror
from pathlib import Path
from stat import S_ISREG
from typing import Generic, Literal, NamedTuple, TypeVar

import msgspec

from rokoko_core.files import make_folder, read_regular, write_whole
from rokoko_core.remote.mailbox.sealing import Seal, Unsealable
from rokoko_core.remote.messages import Hello

VERSION = 1
"""The version of the folder's layout and of its files."""
INFO = "mailbox.json"
MOST_FILES = 256
"""Files of a folder that are read in one look; a writer needs far fewer."""
MOST_NAMES = 1 << 16
"""Files of a folder that are listed."""
BLOCK = 1024
"""Files have a multiple of so many bytes, so that their sizes tell little."""
REREAD_SCANS = 16
"""A file that could not be opened and looks unchanged is read again after so many scans."""
MOST_PENDING = 64
"""Requests of a writer that may wait for the host."""
WRITER_SHIFT = 32
"""A request's ``id`` is its writer shifted by so many bits, plus its number."""
HIGHEST_WRITER = (1 << 20) - 1
_LARGEST_INFO = 1 << 16
_NAME = re.compile(r"(\d{10})-(\d{8})\.sealed", re.ASCII)
_COPY = re.compile(r"(\d{10})-\d{8}\D.*", re.ASCII)
"""A file's name, and the names that tools give to copies of it."""

Side = Literal["to-host", "to-seat"]


class BadMailbox(ValueError):
    """There is no mailbox in the folder, or it is of another version or game."""


class Info(msgspec.Struct):
    """The content of ``mailbox.json``, which is not sealed."""

    version: int
    mailbox: str
    """A random identity in hexadecimal."""
    seats: dict[int, str]
    """By seat, what shows that a key is its key."""


class Name(NamedTuple):
    """The name of a file: ``group`` is the writer's number to the host, or the number of a stream to a seat."""

    group: int
    number: int

    def __str__(self) -> str:
        return f"{self.group:010d}-{self.number:08d}.sealed"


class ToHost(msgspec.Struct):
    """All requests of a seat that the host has not taken yet. A later file of the same writer replaces it."""

    hello: Hello
    requests: list[msgspec.Raw] = []


class ToSeat(msgspec.Struct):
    """Some messages of the host, in order: those from number ``first`` of a stream that starts with a ``Welcome``."""

    first: int
    lines: list[msgspec.Raw]
    taken: dict[int, int] = {}
    """By writer, the number of the last request that was taken; its answer is in a line of this file or before."""


Parcel = TypeVar("Parcel", bound=ToHost | ToSeat)

LONGEST_FILE: dict[type[object], int] = {ToHost: 1 << 18, ToSeat: 1 << 24}
LONGEST_CONTENT: dict[type[object], int] = {ToHost: 1 << 20, ToSeat: 1 << 26}
"""Bytes of the longest file that is read, and of its content."""


def split_id(request_id: int) -> tuple[int, int]:
    """Return writer and number of a request."""
    return divmod(request_id, 1 << WRITER_SHIFT)


def is_mailbox(folder: Path) -> bool:
    """Return whether ``folder`` has a mailbox."""
    return (folder / INFO).is_file()


def read_info(folder: Path) -> Info:
    """Return the content of ``mailbox.json``. Raises ``BadMailbox`` and OSError."""
    try:
        info = msgspec.json.decode(read_regular(folder / INFO, _LARGEST_INFO), type=Info)
    except (FileNotFoundError, NotADirectoryError, ValueError, RecursionError) as error:
        raise BadMailbox(str(folder)) from error
    if info.version != VERSION or not re.fullmatch("[0-9a-f]{32}", info.mailbox, re.ASCII):
        raise BadMailbox(str(folder))
    return info


def write_info(folder: Path, info: Info) -> None:
    """Write ``mailbox.json`` unless it is as it should be. Raises OSError."""
    with suppress(BadMailbox):
        if read_info(folder) == info:
            return
    _refuse_link(folder / INFO)
    write_whole(folder / INFO, msgspec.json.format(msgspec.json.encode(info)))


def side_folder(folder: Path, seat: int, side: Side) -> Path:
    """Return the folder of the files of one direction."""
    return folder / f"seat-{seat + 1}" / side


def seal_of(key: bytes, mailbox: str, seat: int, side: Side) -> Seal:
    """Return the seal of the files of one direction."""
    return Seal(key, f"rokoko mailbox {VERSION}/{mailbox}/{seat}/{side}")


def _refuse_link(path: Path) -> None:
    """Raise OSError if ``path`` is a link: it could lead out of the shared folder."""
    if path.is_symlink():
        raise OSError(ELOOP, strerror(ELOOP), str(path))


def _pack(parcel: ToHost | ToSeat) -> bytes:
    data = zlib.compress(msgspec.json.encode(parcel))
    return data + bytes(-len(data) % BLOCK)


def _unpack(data: bytes, kind: type[Parcel]) -> Parcel:
    """Return the parcel in ``data``. Raises ValueError and RecursionError."""
    decompressor = zlib.decompressobj()
    try:
        content = decompressor.decompress(data, LONGEST_CONTENT[kind])
    except zlib.error as error:
        raise ValueError(str(error)) from error
    if not decompressor.eof:
        raise ValueError("too long")
    return msgspec.json.decode(content, type=kind)


class _Signature(NamedTuple):
    """What changes when a file is written again."""

    size: int
    modified: int
    changed: int
    inode: int

    @classmethod
    def of(cls, status: stat_result) -> "_Signature":
        return cls(status.st_size, status.st_mtime_ns, status.st_ctime_ns, status.st_ino)


class OwnFolder:
    """A folder that this program alone writes. Its methods block."""

    def __init__(self, folder: Path, seal: Seal, group: int | None = None) -> None:
        """Write to ``folder``; with ``group`` other programs write there too, with other numbers."""
        self._folder, self._seal, self._group = folder, seal, group
        self._written: dict[Name, tuple[bytes, _Signature]] = {}

    def update(self, contents: Mapping[Name, ToHost | ToSeat]) -> None:
        """Make the folder have exactly the files ``contents``, and remove copies of them. Raises OSError.

        What has a name never changes. A file that somebody removed or altered is written again.
        """
        for part in (self._folder, self._folder.parent):
            _refuse_link(part)
        make_folder(self._folder)
        for name, parcel in contents.items():
            path = self._folder / str(name)
            if name in self._written:
                data, signature = self._written[name]
                if _is_whole(path, data, signature):
                    continue
            else:
                data = self._seal.seal(str(name), _pack(parcel))
            if path.is_symlink():
                path.unlink()
            write_whole(path, data)
            self._written[name] = (data, _Signature.of(path.stat()))
        self._written = {name: kept for name, kept in self._written.items() if name in contents}
        kept_names = {str(name) for name in contents}
        with scandir(self._folder) as entries:
            strays = [entry.path for entry in entries if entry.name not in kept_names and self._is_own(entry.name)]
        for stray in strays:
            with suppress(FileNotFoundError, IsADirectoryError, PermissionError):
                Path(stray).unlink()

    def _is_own(self, name: str) -> bool:
        copy = _COPY.fullmatch(name)
        return copy is not None and self._group in (None, int(copy[1]))


def _is_whole(path: Path, data: bytes, signature: _Signature) -> bool:
    """Return whether the file at ``path`` still has ``data``."""
    with suppress(OSError):
        status = path.lstat()
        if S_ISREG(status.st_mode):
            return _Signature.of(status) == signature or read_regular(path, len(data)) == data
    return False


def _named(entries: Iterator[DirEntry[str]]) -> Iterator[tuple[DirEntry[str], Name]]:
    for entry in entries:
        match = _NAME.fullmatch(entry.name)
        if match is not None:
            yield entry, Name(int(match[1]), int(match[2]))


class ForeignFolder(Generic[Parcel]):
    """A folder that the other side writes; anybody may have put anything there. Its methods block."""

    def __init__(self, folder: Path, seal: Seal, kind: type[Parcel]) -> None:
        self._folder, self._seal, self._kind = folder, seal, kind
        self._read: set[Name] = set()
        self._unusable: dict[Name, tuple[_Signature, int]] = {}
        """Files that could not be opened, and when that was tried last."""
        self._scans = 0
        self._is_full = False
        """Whether there are more files than are listed."""

    @property
    def crowded(self) -> Path | None:
        """The folder if it has so many files of others that those of the game arrive late or never; else None."""
        return self._folder if self._is_full or len(self._unusable) >= MOST_FILES else None

    def forget(self) -> None:
        """Read all files again."""
        self._read.clear()

    def scan(self, is_wanted: Callable[[Name], bool]) -> list[tuple[Name, Parcel]]:
        """Return files that are new, in the order of their names. Raises OSError.

        A file that cannot be opened is ignored until it changes: it may have arrived in part only. If there are more
        than ``MOST_FILES``, those that were never read come first and the others in later looks, so files that others
        put there displace none of the game.
        """
        self._scans += 1
        try:
            with scandir(self._folder) as entries:
                names = {name for _, name in islice(_named(entries), MOST_NAMES + 1)}
        except FileNotFoundError:
            names = set()
        self._is_full = len(names) > MOST_NAMES
        self._read &= names
        self._unusable = {name: tried for name, tried in self._unusable.items() if name in names}
        waiting = sorted((name for name in names - self._read if is_wanted(name)), reverse=True)
        waiting.sort(key=lambda name: self._unusable[name][1] if name in self._unusable else 0)
        found = []
        changed = ((name, signature) for name in waiting if (signature := self._changed(name)) is not None)
        for name, signature in islice(changed, MOST_FILES):
            self._unusable[name] = (signature, self._scans)
            parcel = self._open(name)
            if parcel is not None:
                del self._unusable[name]
                self._read.add(name)
                found.append((name, parcel))
        return sorted(found, key=lambda pair: pair[0])

    def _changed(self, name: Name) -> _Signature | None:
        """Return the signature of a file that is to be read; None if it was read without success a short time ago."""
        with suppress(OSError):
            signature = _Signature.of((self._folder / str(name)).lstat())
            known, when = self._unusable.get(name, (None, 0))
            return None if signature == known and self._scans < when + REREAD_SCANS else signature
        return None

    def _open(self, name: Name) -> Parcel | None:
        try:
            path = self._folder / str(name)
            data = self._seal.open(str(name), read_regular(path, LONGEST_FILE[self._kind]))
            return _unpack(data, self._kind)
        except (OSError, Unsealable, ValueError, RecursionError):
            return None
