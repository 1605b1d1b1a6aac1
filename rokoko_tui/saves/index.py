"""The index beside the saves: what was found out about each of them, so that nobody need replay it to list it.

It is a convenience. An entry holds as long as its file has the size and the time it had; a game is opened from its
file, never from here; and an index that is missing, broken or of another version is none. Several programs may write
it: what the others noted meanwhile is kept, and whoever comes last wins. Files with something wrong in them are not
noted, for that may depend on more than the file.
"""

from collections.abc import Container
from contextlib import suppress
from pathlib import Path
from typing import Annotated

import msgspec
from msgspec import UNSET

from rokoko_core.files import read_regular, write_whole
from rokoko_core.journal import PROGRAM_VERSION, RULES_VERSION, Reading
from rokoko_core.scoring import final_scores
from rokoko_core.setup import LAST_ROUND
from rokoko_core.state import NOBODY, Setup
from rokoko_core.terms import ScoreRow
from rokoko_tui.saves.owner_seat import own_seat

INDEX = ".index.msgpack"
"""The file in the folder of the saves."""
_VERSION = f"2 {PROGRAM_VERSION} {RULES_VERSION}"
"""What another program found out by other rules, or writes in another way, is not read."""
_LARGEST = 64 * 1024 * 1024

_Count = Annotated[int, msgspec.Meta(ge=0, lt=2**31)]


class Summary(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """What a sound game is about and where it stands."""

    setup: Setup
    round: Annotated[int, msgspec.Meta(ge=1, le=LAST_ROUND)]
    cursor: _Count
    """Number of actions in effect."""
    finished: bool
    totals: tuple[int, ...] = ()
    """Prestige by seat, Madame du Barry's included; empty while the game is not over."""
    ranks: tuple[int, ...] = ()
    """Places by seat, 1 for the winner; equal for shared places."""
    own: int = NOBODY
    """The seat of whoever keeps the games; ``NOBODY`` where several people sit and none is said to be it."""
    origin: str = ""
    """``fork`` or ``lesson`` for a game that was not dealt anew."""
    conceded: bool = False
    """Whether the own seat gave the game up."""
    hints: int = 0
    """Positions at which the own seat took a hint."""
    sources: tuple[int, ...] = ()
    """Prestige of the own seat by source, in the order of the sheet; empty while the game is not over."""


class _Noted(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """A summary, and the file it was made from."""

    size: int
    stamp: int
    """When the file was changed, in nanoseconds since 1970."""
    summary: Summary


class _Content(msgspec.Struct, frozen=True, array_like=True):
    version: str
    entries: dict[str, _Noted]


_encode = msgspec.msgpack.Encoder().encode
_decode = msgspec.msgpack.Decoder(_Content).decode


def summary_of(reading: Reading) -> Summary:
    """What there is to say of a game that was read."""
    game, origin = reading.game, reading.header.origin
    sheets = final_scores(game.state) if game.over else ()
    totals, ranks = tuple(sheet.total for sheet in sheets), tuple(sheet.rank for sheet in sheets)
    own = own_seat(game.setup)
    mine = sheets[own].rows if sheets and own != NOBODY else ()
    return Summary(
        game.setup,
        game.state.round,
        game.cursor,
        game.over,
        totals,
        ranks,
        own=own,
        origin="" if origin is UNSET else origin,
        conceded=own in game.conceded,
        hints=game.hints[own] if own != NOBODY else 0,
        sources=tuple(sum(row.points for row in mine if row.source is source) for source in ScoreRow) if mine else (),
    )


class Index:
    """The index of ``folder``."""

    def __init__(self, folder: Path) -> None:
        self._path = folder / INDEX
        self._entries = _entries(self._path)
        self.changed = False
        """Whether something was noted since it was read or written."""

    def __len__(self) -> int:
        return len(self._entries)

    def find(self, name: str, size: int, stamp: int) -> Summary | None:
        """What was noted of the file ``name`` when it had this size and time; None if it was never looked into so."""
        noted = self._entries.get(name)
        return noted.summary if noted is not None and (noted.size, noted.stamp) == (size, stamp) else None

    def note(self, name: str, size: int, stamp: int, summary: Summary) -> None:
        """Remember ``summary`` for as long as the file ``name`` has this size and time."""
        noted = _Noted(size, stamp, summary)
        with suppress(ValueError, OverflowError):  # what cannot be written is not remembered
            _encode((name, noted))
            self._entries[name] = noted
            self.changed = True

    def write(self, present: Container[str]) -> None:
        """Write it down, as far as the files it speaks of are ``present``; where that cannot be done, it is let be."""
        self.changed = False
        entries = {**_entries(self._path), **self._entries}
        self._entries = {name: noted for name, noted in entries.items() if name in present}
        with suppress(OSError):
            write_whole(self._path, _encode(_Content(_VERSION, self._entries)))


def _entries(path: Path) -> dict[str, _Noted]:
    """What the index at ``path`` says; nothing if it is not there or no index."""
    with suppress(OSError, ValueError, RecursionError, OverflowError):
        content = _decode(read_regular(path, _LARGEST))
        if content.version == _VERSION:
            return content.entries
    return {}
