"""The index of a save folder: a cache of summaries, so that listing saves does not replay them.

An entry is valid while its file keeps its size, and neither the file nor the claims of a hosted game change. An index
that is missing, broken or of another version counts as empty. Several programs may write it: entries of the others are
kept, and the last writer wins. Damaged saves are not indexed, because the damage may depend on more than the file.
"""

from collections.abc import Container
from contextlib import suppress
from pathlib import Path

import msgspec
from msgspec.structs import replace

from rokoko_core.files import read_regular, write_whole
from rokoko_core.journal import PROGRAM_VERSION, RULES_VERSION
from rokoko_core.play.game_summary import Summary

INDEX = ".index.msgpack"
"""The name of the index file."""
_VERSION = f"7 {PROGRAM_VERSION} {RULES_VERSION}"
"""An index of another format, program or rules version is not read."""
_LARGEST = 64 * 1024 * 1024
_SEED_BITS = 64


class _Entry(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """A summary with size and time of its file."""

    size: int
    stamp: int
    """Time of the last change in nanoseconds since 1970."""
    summary: Summary
    """Its seed has the lower 64 bits only: MessagePack has no longer integers."""
    upper_seed: int = 0
    """The other bits of the seed."""


class _Content(msgspec.Struct, frozen=True, array_like=True):
    version: str
    entries: dict[str, _Entry]


_encode = msgspec.msgpack.Encoder().encode
_decode = msgspec.msgpack.Decoder(_Content).decode


class Index:
    """The summaries known for the saves of ``folder``, by file name."""

    def __init__(self, folder: Path) -> None:
        self._path = folder / INDEX
        self._entries = _read_entries(self._path)
        self.changed = False
        """Whether there are entries that were not written yet."""

    def __len__(self) -> int:
        return len(self._entries)

    def find(self, name: str, size: int, stamp: int) -> Summary | None:
        """Return the summary of the file ``name`` with this size and time, or None if it is not indexed."""
        entry = self._entries.get(name)
        if entry is None or (entry.size, entry.stamp) != (size, stamp):
            return None
        if not entry.upper_seed:
            return entry.summary
        setup = entry.summary.setup
        return replace(entry.summary, setup=replace(setup, seed=setup.seed | entry.upper_seed << _SEED_BITS))

    def note(self, name: str, size: int, stamp: int, summary: Summary) -> None:
        """Add the summary of the file ``name`` with this size and time; skip one that cannot be encoded."""
        upper_seed, lower_seed = divmod(summary.setup.seed, 1 << _SEED_BITS)
        stored = replace(summary, setup=replace(summary.setup, seed=lower_seed))
        entry = _Entry(size, stamp, stored, upper_seed)
        with suppress(ValueError, OverflowError):
            _encode((name, entry))
            self._entries[name] = entry
            self.changed = True

    def write(self, present: Container[str]) -> None:
        """Write the entries whose files are ``present``; do nothing if the folder is not writable."""
        self.changed = False
        entries = {**_read_entries(self._path), **self._entries}
        self._entries = {name: entry for name, entry in entries.items() if name in present}
        with suppress(OSError):
            write_whole(self._path, _encode(_Content(_VERSION, self._entries)), private=True)  # it has the seeds


def _read_entries(path: Path) -> dict[str, _Entry]:
    """Return the entries of the index at ``path``; none if it is missing or unreadable."""
    with suppress(OSError, ValueError, RecursionError, OverflowError):
        content = _decode(read_regular(path, _LARGEST))
        if content.version == _VERSION:
            return content.entries
    return {}
