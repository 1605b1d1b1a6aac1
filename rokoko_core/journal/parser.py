"""A save taken apart: its header and its entries, as far as the file bears them out. Nothing is played here."""

import msgspec
from msgspec import UNSET

from rokoko_core.components.schema import field_at, misfit
from rokoko_core.game import Entry
from rokoko_core.journal.entries import (
    FIRST_CHECKED,
    FORMAT,
    FORMAT_VERSION,
    RULES_VERSION,
    Chain,
    Header,
    Later,
    Line,
    OlderLine,
    Seal,
)
from rokoko_core.journal.errors import BadSave, Damage, Misfit, Notice, SaveFault

_header = msgspec.json.Decoder(Header)
_line = msgspec.json.Decoder(Line)
_older_line = msgspec.json.Decoder(OlderLine)
_seal = msgspec.json.Decoder(Seal)
_later = msgspec.json.Decoder(Later)

_NOT_JSON = (msgspec.DecodeError, UnicodeDecodeError, RecursionError)
"""What a decoder raises for bytes that are no such JSON, or are JSON too deep for it."""


class Log:
    """The content of a save, line by line. Raises ``BadSave`` if its header does not serve."""

    def __init__(self, content: bytes) -> None:
        first, *lines = content.split(b"\n")
        self.content = content
        self.header = read_header(first)
        self.entries: list[Entry] = []
        self.ends: list[int] = []
        """For each entry, the bytes of the file up to its end."""
        self.version = self.header.version
        """The version in which the file goes on; a seal begins another."""
        self.damage: Damage | None = None
        self.notice: Notice | None = None
        self._chain = Chain()
        self._check_header(first)
        self.size = len(first) + (1 if lines else 0)
        """Bytes of the sound part."""
        self._read(lines)

    @property
    def sealed(self) -> bool:
        """Whether what follows has to carry checksums."""
        return self.version >= FIRST_CHECKED

    def end_of(self, entries: int) -> int:
        """Bytes up to the end of the first so many ``entries``, and of what stands before the next of them."""
        return self.ends[entries - 1] if entries else self.content.find(b"\n") + 1 or self.size

    def line_of(self, entry: int) -> int:
        """The line, counted from 1, of an ``entry`` counted from 0."""
        return self.content.count(b"\n", 0, self.ends[entry] - 1) + 1

    def _check_header(self, raw: bytes) -> None:
        header = self.header
        if not self.sealed and header.checksum is UNSET:
            self._chain = Chain(raw + b"\n")
        elif not (self.sealed and self._chain.bears_out(raw, header, header.checksum)):
            raise BadSave(SaveFault.ALTERED, 1)

    def _read(self, lines: list[bytes]) -> None:
        last = lines.pop() if lines else b""
        for place, raw in enumerate(lines, start=2):
            self.damage = self._take(raw, place)
            if self.damage is not None:
                return
            self.size += len(raw) + 1
        if last:
            self._take_last(last, len(lines) + 2)

    def _take(self, raw: bytes, place: int) -> Damage | None:
        """Note what line ``place`` says; the damage if it is not sound."""
        try:
            line = _line.decode(raw) if self.sealed else _older_line.decode(raw)
        except _NOT_JSON:
            return self._take_seal(raw, place)
        number = len(self.entries) + 1
        if line.n != number:
            return Damage(SaveFault.NUMBER, place, line.n)
        if not isinstance(line, Line):
            self._chain.follow(raw)
        elif not self._chain.bears_out(raw, line, line.c):
            return Damage(SaveFault.ALTERED, place)
        self.entries.append(line.e)
        self.ends.append(self.size + len(raw) + 1)
        return None

    def _take_seal(self, raw: bytes, place: int) -> Damage | None:
        """A line that is no entry may be the one from which on an older file goes on in a later version."""
        try:
            later = _later.decode(raw)
            if later.format == FORMAT and later.version > FORMAT_VERSION:
                return Damage(SaveFault.NEWER_FORMAT, place, later.version)
            seal = _seal.decode(raw)
        except _NOT_JSON:
            return Damage(SaveFault.SYNTAX, place)
        if seal.format != FORMAT or seal.version < max(FIRST_CHECKED, self.version + 1):
            return Damage(SaveFault.SYNTAX, place)
        if not self._chain.bears_out(raw, seal, seal.c):
            return Damage(SaveFault.ALTERED, place)
        self.version = seal.version
        return None

    def _take_last(self, raw: bytes, place: int) -> None:
        """A last line without its line end is torn if it is no whole entry; a whole one counts."""
        damage = self._take(raw, place)
        if damage is None:
            self.size += len(raw)
            self.ends = [min(end, self.size) for end in self.ends]
        elif damage.code is SaveFault.SYNTAX:
            self.notice = Notice.TORN_LINE
        else:
            self.damage = damage


def read_header(raw: bytes) -> Header:
    """The header that line 1 is; its checksum is not looked at. Raises ``BadSave``."""
    try:
        head = msgspec.json.decode(raw, type=dict[str, object])
    except _NOT_JSON as error:
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
