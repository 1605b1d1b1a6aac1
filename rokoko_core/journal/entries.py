"""The lines of a save and their chained checksums (docs/save-format.md).

The checksum of a line covers all bytes of the file before it.
"""

from hashlib import blake2b
from typing import Literal

import msgspec
from msgspec import UNSET, UnsetType

from rokoko_core._version import __version__
from rokoko_core.game import Entry
from rokoko_core.state import Setup

FORMAT = "rokoko-save"
FORMAT_VERSION = 6
"""2 added hints, 3 checksums, 4 origins, own seats and conceding, 5 replaced bots, 6 bots that stand in for people.
Older files are read unchanged and sealed when play continues.
"""
FIRST_CHECKED = 3
"""The first version with checksums on all lines, header included."""
RULES_VERSION = 4
"""2 added the fair start, 3 chance from a secret seed, 4 the second figures of the fair start. A save has the lowest
version with all rules of its game.
"""
PROGRAM_VERSION = __version__

_DIGITS = 10
UNSIGNED = "0" * _DIGITS
"""Placeholder for the checksum."""
_TAIL = _DIGITS + 2
"""Bytes of a line from its checksum to its end."""


def rules_of(setup: Setup) -> int:
    """Return the version of the rules that a game of ``setup`` needs."""
    if setup.fair_start == "fair-2":
        return 4
    return 3 if setup.chance != "splitmix64" else 2 if setup.fair_start else 1


class ComponentsMark(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The component set of a game."""

    name: str
    digest: str


Origin = Literal["fork", "lesson"]
"""Origin of a game that was not newly dealt: a fork of another game, or the lesson."""


class Header(msgspec.Struct, frozen=True):
    """Line 1 of a save."""

    format: str
    version: int
    rules: int
    program: str
    setup: Setup
    """Has the component set by name; ``components`` has its digest."""
    components: ComponentsMark
    created: int
    """Seconds since 1970, UTC."""
    origin: Origin | UnsetType = UNSET
    """Set for a game that was not newly dealt; from version 4 on."""
    checksum: str | UnsetType = msgspec.field(name="c", default=UNSET)
    """From version 3 on."""


class Line(msgspec.Struct, frozen=True):
    """An entry with its number, counted from 1, its time in seconds since 1970 UTC, and the checksum."""

    n: int
    t: int
    e: Entry
    c: str = UNSIGNED


class OlderLine(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An entry as written by versions without checksums."""

    n: int
    t: int
    e: Entry


class Seal(msgspec.Struct, frozen=True):
    """The line after which an older file continues in this version; the lines before it are unchanged."""

    format: str
    version: int
    program: str
    t: int
    c: str = UNSIGNED


class FormatMark(msgspec.Struct, frozen=True):
    """The fields that the seal of every version has."""

    format: str
    version: int


encode = msgspec.json.Encoder(order="deterministic").encode


class Chain:
    """The checksums of the lines after the bytes ``before``."""

    def __init__(self, before: bytes = b"") -> None:
        self._hash = blake2b(before, digest_size=_DIGITS // 2)

    def sign(self, line: Header | Line | Seal) -> bytes:
        """Return ``line`` as bytes with its checksum and line end, and advance the chain."""
        raw = encode(line)
        self._hash.update(raw[:-_TAIL])
        signed = raw[:-_TAIL] + self._hash.copy().hexdigest().encode() + raw[-2:] + b"\n"
        self._hash.update(signed[-_TAIL - 1 :])
        return signed

    def skip(self, raw: bytes) -> None:
        """Advance the chain by ``raw`` and its line end."""
        self._hash.update(raw)
        self._hash.update(b"\n")

    def verify(self, raw: bytes, line: Header | Line | Seal, checksum: str | UnsetType) -> bool:
        """Return whether ``raw``, without line end, is what ``sign`` returns for ``line``; advance the chain."""
        self._hash.update(raw[:-_TAIL])
        valid = self._hash.copy().hexdigest() == checksum and encode(line) == raw
        self._hash.update(raw[-_TAIL:] + b"\n")
        return valid
