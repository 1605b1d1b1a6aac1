"""The index of a save folder: a cache of summaries, so that listing saves does not replay them.

An entry is valid while its file keeps its size and modification time. An index that is missing, broken or of another
version counts as empty. Several programs may write it: entries of the others are kept, and the last writer wins.
Damaged saves are not indexed, because the damage may depend on more than the file.
"""

from collections.abc import Container
from contextlib import suppress
from pathlib import Path
from typing import Annotated

import msgspec
from msgspec import UNSET
from msgspec.structs import replace

from rokoko_core.achievements import Achievement, find_achievements
from rokoko_core.concession import is_decided
from rokoko_core.files import read_regular, write_whole
from rokoko_core.first_finish import first_finish
from rokoko_core.game import Game
from rokoko_core.journal import PROGRAM_VERSION, RULES_VERSION, Reading
from rokoko_core.scoring import final_scores
from rokoko_core.setup import LAST_ROUND
from rokoko_core.state import NOBODY, Setup
from rokoko_core.terms import ScoreRow

INDEX = ".index.msgpack"
"""The name of the index file."""
_VERSION = f"6 {PROGRAM_VERSION} {RULES_VERSION}"
"""An index of another format, program or rules version is not read."""
_LARGEST = 64 * 1024 * 1024
_SEED_BITS = 64

_Count = Annotated[int, msgspec.Meta(ge=0, lt=2**31)]


class FirstResult(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """The result of a game when it first ended. Undo after the end does not change it."""

    total: int
    """Prestige of the own seat."""
    place: int
    hints: int
    """Positions at which the own seat had taken a hint."""
    ranks: tuple[int, ...] = ()
    """Ranks by seat, including Madame du Barry's."""
    achievements: frozenset[Achievement] = frozenset()
    """What the own seat achieved."""


class Summary(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """Setup, progress and result of a readable game."""

    setup: Setup
    round: Annotated[int, msgspec.Meta(ge=1, le=LAST_ROUND)]
    cursor: _Count
    """Number of actions in effect."""
    finished: bool
    totals: tuple[int, ...] = ()
    """Prestige by seat, including Madame du Barry's; empty until the game is over."""
    ranks: tuple[int, ...] = ()
    """Ranks by seat, 1 for the winner; equal if shared. Empty until the game is over."""
    own: int = NOBODY
    """The seat of the save folder's owner; ``NOBODY`` if several people play and none is marked as the owner."""
    origin: str = ""
    """``fork`` or ``lesson`` for a game that did not start from a new deal."""
    conceded: bool = False
    """Whether the own seat conceded."""
    hints: int = 0
    """Positions at which the own seat took a hint."""
    decided: bool = False
    """Whether so many players conceded that people at several screens cannot play on."""
    sources: tuple[int, ...] = ()
    """Prestige of the own seat by source, in the order of ``ScoreRow``; empty until the game is over."""
    first_result: FirstResult | None = None
    """None before the game first ended, or if the own seat conceded first."""


class _Entry(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """A summary with size and time of its file."""

    size: int
    stamp: int
    """Modification time in nanoseconds since 1970."""
    summary: Summary
    """Its seed has the lower 64 bits only: MessagePack has no longer integers."""
    upper_seed: int = 0
    """The other bits of the seed."""


class _Content(msgspec.Struct, frozen=True, array_like=True):
    version: str
    entries: dict[str, _Entry]


_encode = msgspec.msgpack.Encoder().encode
_decode = msgspec.msgpack.Decoder(_Content).decode


def summary_of(reading: Reading) -> Summary:
    game, origin = reading.game, reading.header.origin
    sheets = final_scores(game.state) if game.over else ()
    totals, ranks = tuple(sheet.total for sheet in sheets), tuple(sheet.rank for sheet in sheets)
    own = game.setup.owner
    rows = sheets[own].rows if sheets and own != NOBODY else ()
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
        decided=is_decided(game.setup, game.conceded),
        sources=tuple(sum(row.points for row in rows if row.source is source) for source in ScoreRow) if rows else (),
        first_result=_first_result(game, own),
    )


def _first_result(game: Game, own: int) -> FirstResult | None:
    first = first_finish(game) if own != NOBODY else None
    if first is None or own in first.conceded:
        return None
    sheets = final_scores(first.state)
    ranks = tuple(sheet.rank for sheet in sheets)
    return FirstResult(sheets[own].total, ranks[own], first.hints[own], ranks, find_achievements(first, own))


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
