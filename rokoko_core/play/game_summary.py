"""The summary of a recorded game: its setup, progress and result, for lists and statistics."""

from typing import Annotated

import msgspec
from msgspec import UNSET

from rokoko_core.achievements import Achievement, find_achievements
from rokoko_core.concession import is_decided
from rokoko_core.first_finish import first_finish
from rokoko_core.game import Game
from rokoko_core.journal import Reading
from rokoko_core.scoring import final_scores
from rokoko_core.setup import LAST_ROUND
from rokoko_core.state import NOBODY, Setup
from rokoko_core.terms import ScoreRow

_FIRST_IDENTIFIED = 6
"""The format of the first version that stored which games began in a save folder."""
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
    identity: str = ""
    """The checksum of the header, which all copies of the save have; empty for a game of version 0.6 or earlier."""


def summary_of(reading: Reading) -> Summary:
    game, header = reading.game, reading.header
    origin, checksum = header.origin, header.checksum
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
        identity="" if checksum is UNSET or header.version < _FIRST_IDENTIFIED else checksum,
    )


def _first_result(game: Game, own: int) -> FirstResult | None:
    first = first_finish(game) if own != NOBODY else None
    if first is None or own in first.conceded:
        return None
    sheets = final_scores(first.state)
    ranks = tuple(sheet.rank for sheet in sheets)
    return FirstResult(sheets[own].total, ranks[own], first.hints[own], ranks, find_achievements(first, own))
