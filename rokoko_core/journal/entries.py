"""The lines of a save, and the checksums that chain them (docs/save-format.md).

Every checksum is taken over all bytes of the file before it, so that each line vouches for the ones above.
"""

from hashlib import blake2b
from typing import Literal

import msgspec
from msgspec import UNSET, UnsetType

from rokoko_core._version import __version__
from rokoko_core.game import Entry
from rokoko_core.state import Setup

FORMAT = "rokoko-save"
FORMAT_VERSION = 5
"""2 knows hints, 3 checksums, 4 where a game comes from, own seats and conceding, 5 automatic players that are
replaced; older files are read as they are and sealed when they are played on."""
FIRST_CHECKED = 3
"""The first version whose lines carry checksums from the header on."""
RULES_VERSION = 1
PROGRAM_VERSION = __version__

_DIGITS = 10
UNSIGNED = "0" * _DIGITS
"""Stands for the checksum until there is one."""
_TAIL = _DIGITS + 2
"""Bytes of a line from its checksum to its end."""


class ComponentsMark(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Which component set a game is played with."""

    name: str
    digest: str


Origin = Literal["fork", "lesson"]
"""Where a game comes from that was not dealt anew: from the midst of another, or from the game that teaches."""


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
    origin: Origin | UnsetType = UNSET
    """Set for a game that was not dealt anew; from version 4 on."""
    checksum: str | UnsetType = msgspec.field(name="c", default=UNSET)
    """The checksum; from version 3 on."""


class Line(msgspec.Struct, frozen=True):
    """Any later line: the entry with its number, counted from 1, its time in seconds since 1970, and the checksum."""

    n: int
    t: int
    e: Entry
    c: str = UNSIGNED


class OlderLine(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An entry as the versions before the checksums wrote it."""

    n: int
    t: int
    e: Entry


class Seal(msgspec.Struct, frozen=True):
    """The line from which on an older file is continued in this version; what stands before it is as it was."""

    format: str
    version: int
    program: str
    t: int
    c: str = UNSIGNED


class Later(msgspec.Struct, frozen=True):
    """All that is known of a line from which on a file is continued in any version."""

    format: str
    version: int


encode = msgspec.json.Encoder(order="deterministic").encode


class Chain:
    """The checksums of the lines that follow the bytes ``before``."""

    def __init__(self, before: bytes = b"") -> None:
        self._hash = blake2b(before, digest_size=_DIGITS // 2)

    def signed(self, line: Header | Line | Seal) -> bytes:
        """``line`` with its checksum and line end, which the next line then follows."""
        raw = encode(line)
        self._hash.update(raw[:-_TAIL])
        written = raw[:-_TAIL] + self._hash.copy().hexdigest().encode() + raw[-2:] + b"\n"
        self._hash.update(written[-_TAIL - 1 :])
        return written

    def follow(self, raw: bytes) -> None:
        """The next line follows ``raw`` and its line end."""
        self._hash.update(raw)
        self._hash.update(b"\n")

    def bears_out(self, raw: bytes, line: Header | Line | Seal, checksum: str | UnsetType) -> bool:
        """Whether ``raw``, without its line end, is as ``signed`` wrote ``line``; then the next line follows it."""
        self._hash.update(raw[:-_TAIL])
        sound = self._hash.copy().hexdigest() == checksum and encode(line) == raw
        self._hash.update(raw[-_TAIL:] + b"\n")
        return sound
