"""The question before an undo at a table of several screens, and why it is sometimes not even asked.

A question is open from ``UndoTo`` with ``ask`` until it is decided: everybody agreed, somebody refused, its asker
withdrew it, or play continued. Each question has a number of its own, so that no answer counts for another one.
"""

from enum import Enum
from secrets import randbelow

import msgspec

from rokoko_core.events.places import SEEN_BY_OWNER, Move, Where
from rokoko_core.play.view import GameView
from rokoko_core.remote.messages import UndoAsked
from rokoko_core.terms import FACE_DOWN


class UndoQuestion(msgspec.Struct, frozen=True):
    """An open question of ``seat`` to all people at the table."""

    seat: int
    place: int
    """The position of the game to undo to."""
    agreed: frozenset[int]
    number: int = msgspec.field(default_factory=lambda: 1 + randbelow(1 << 48))
    """Differs from that of every other question, also after a restart of the host."""

    def waits_for(self, people: set[int]) -> tuple[int, ...]:
        """Return the seats of ``people`` that have not agreed yet; once there is none, the undo is carried out."""
        return tuple(sorted(people - self.agreed))


class QuestionRole(Enum):
    """What an open question means to a viewer."""

    ASKER = "asker"
    """It is the viewer's own, who may withdraw it or continue to play."""
    VOTER = "voter"
    """The viewer has to answer."""
    OTHER = "other"
    """The viewer has agreed, or is not asked."""


def role_of(asked: UndoAsked, viewer: int | None) -> QuestionRole:
    """Return what the open question ``asked`` means to ``viewer``."""
    if asked.seat == viewer:
        return QuestionRole.ASKER
    return QuestionRole.VOTER if viewer in asked.waits_for else QuestionRole.OTHER


def secret_came_out(view: GameView, position: int) -> bool:
    """Return whether the viewer has seen a hidden piece of another player since ``position``."""
    return any(
        event.seat is not None and any(_reveals(view, number, move) for move in event.moved)
        for number in range(position, view.position)
        for event in view.events(number)
    )


def _reveals(view: GameView, number: int, move: Move) -> bool:
    """Return whether ``move`` of action ``number`` shows the viewer a hidden piece of another player.

    A hand that is taken because the supply has no other cards (HAND-2) shows none that was not known before.
    """
    start = move.start
    if start.where not in SEEN_BY_OWNER or start.seat in (None, view.viewer) or move.piece == FACE_DOWN:
        return False
    if start.where is Where.SUPPLY and move.shown and start.seat is not None:
        return move.piece not in view.observation(number).table.players[start.seat].supply
    return True
