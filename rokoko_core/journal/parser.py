"""Parser of saves: header and entries with valid checksums. It plays nothing."""

from codecs import BOM_UTF8

import msgspec
from msgspec import UNSET

from rokoko_core.components.schema import format_path, misfit
from rokoko_core.game import Entry
from rokoko_core.journal.entries import (
    FIRST_CHECKED,
    FORMAT,
    FORMAT_VERSION,
    RULES_VERSION,
    Chain,
    FormatMark,
    Header,
    Line,
    OlderLine,
    Seal,
)
from rokoko_core.journal.errors import BadSave, Damage, Misfit, Notice, SaveFault

_header = msgspec.json.Decoder(Header)
_line = msgspec.json.Decoder(Line)
_older_line = msgspec.json.Decoder(OlderLine)
_seal = msgspec.json.Decoder(Seal)
_format_mark = msgspec.json.Decoder(FormatMark)

_NOT_JSON = (msgspec.DecodeError, UnicodeDecodeError, RecursionError)
"""Errors of decoders for bytes that are not valid JSON, or are nested too deeply."""


class Log:
    """The parsed content of a save. Raises ``BadSave`` if its header is unusable."""

    def __init__(self, content: bytes) -> None:
        """A byte order mark, which some editors add, is no part of the first line."""
        first, *lines = content.removeprefix(BOM_UTF8).split(b"\n")
        self.content = content
        self.header = read_header(first)
        self.entries: list[Entry] = []
        self.ends: list[int] = []
        """End of each entry in bytes."""
        self.version = self.header.version
        """The version of the following lines; a seal changes it."""
        self.damage: Damage | None = None
        self.notice: Notice | None = None
        self._chain = Chain()
        self._check_header(first)
        self.size = len(content) - len(content.removeprefix(BOM_UTF8)) + len(first) + (1 if lines else 0)
        """Bytes before the first damage."""
        self._read(lines)

    @property
    def sealed(self) -> bool:
        """Whether the following lines must have checksums."""
        return self.version >= FIRST_CHECKED

    def end_of(self, entries: int) -> int:
        """Return the end of the first ``entries`` entries in bytes, including a seal before the next one."""
        return self.ends[entries - 1] if entries else self.content.find(b"\n") + 1 or self.size

    def line_of(self, entry: int) -> int:
        """Return the line, counted from 1, of ``entry``, counted from 0."""
        return self.content.count(b"\n", 0, self.ends[entry] - 1) + 1

    def _check_header(self, raw: bytes) -> None:
        header = self.header
        if not self.sealed and header.checksum is UNSET:
            self._chain = Chain(raw + b"\n")
        elif not (self.sealed and self._chain.verify(raw, header, header.checksum)):
            raise BadSave(SaveFault.ALTERED, 1)

    def _read(self, lines: list[bytes]) -> None:
        last = lines.pop() if lines else b""
        for number, raw in enumerate(lines, start=2):
            self.damage = self._parse(raw, number)
            if self.damage is not None:
                return
            self.size += len(raw) + 1
        if last:
            self._parse_last(last, len(lines) + 2)
        if not self.sealed and self.damage is None and self.notice is None:
            self.notice = Notice.UNCHECKED

    def _parse(self, raw: bytes, number: int) -> Damage | None:
        """Parse line ``number``; return its damage, if any."""
        try:
            line = _line.decode(raw) if self.sealed else _older_line.decode(raw)
        except _NOT_JSON:
            return self._parse_seal(raw, number)
        expected = len(self.entries) + 1
        if line.n != expected:
            return Damage(SaveFault.NUMBER, number, line.n)
        if not isinstance(line, Line):
            self._chain.skip(raw)
        elif not self._chain.verify(raw, line, line.c):
            return Damage(SaveFault.ALTERED, number)
        self.entries.append(line.e)
        self.ends.append(self.size + len(raw) + 1)
        return None

    def _parse_seal(self, raw: bytes, number: int) -> Damage | None:
        """Parse a line that is not an entry as the seal after which an older file continues."""
        try:
            mark = _format_mark.decode(raw)
            if mark.format == FORMAT and mark.version > FORMAT_VERSION:
                return Damage(SaveFault.NEWER_FORMAT, number, mark.version)
            seal = _seal.decode(raw)
        except _NOT_JSON:
            return Damage(SaveFault.SYNTAX, number)
        if seal.format != FORMAT or seal.version < max(FIRST_CHECKED, self.version + 1):
            return Damage(SaveFault.SYNTAX, number)
        if not self._chain.verify(raw, seal, seal.c):
            return Damage(SaveFault.ALTERED, number)
        self.version = seal.version
        return None

    def _parse_last(self, raw: bytes, number: int) -> None:
        """Parse a last line without line end: it is torn if it is not a whole entry, and valid if it is."""
        damage = self._parse(raw, number)
        if damage is None:
            self.size += len(raw)
            self.ends = [min(end, self.size) for end in self.ends]
        elif damage.code is SaveFault.SYNTAX:
            self.notice = Notice.TORN_LINE
        else:
            self.damage = damage


def read_header(raw: bytes) -> Header:
    """Return the header in line 1 without checking its checksum. Raises ``BadSave``."""
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
        raise BadSave(SaveFault.HEADER, 1, Misfit(format_path(path), slip)) from error
