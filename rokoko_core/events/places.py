"""Places of pieces and moves between them.

A viewer knows a moved piece if they see the place it leaves or the place it reaches. This is the only rule of secrecy
for pieces (HIDDEN-1). ``SEEN_BY_OWNER`` and ``SEEN_BY_NOBODY`` list the places that are not open.
"""

from collections.abc import Iterable
from enum import StrEnum

import msgspec

from rokoko_core.terms import FACE_DOWN


class Piece(StrEnum):
    """Kinds of pieces."""

    TILE = "tile"
    DRESS = "dress"
    EMPLOYEE = "employee"
    JEWEL = "jewel"
    MARKER = "marker"
    FAVOR = "favor"
    BARRY_CARD = "barry-card"


class Where(StrEnum):
    """Kinds of places. ``Spot`` adds the owner and the index."""

    # resource tiles
    WAREHOUSE = "warehouse"
    """``index`` across all segments."""
    TILE_STACK = "tile-stack"
    TILE_DISCARD = "tile-discard"
    TILE_TAKEN = "tile-taken"
    """In hand of ``seat``, seen by everyone, until it is kept or discarded (ACQ-2)."""
    TILE_DRAWN = "tile-drawn"
    """The same, drawn face down (BON-7)."""
    SILK = "silk"
    """The kept tiles of ``seat``."""
    ASIDE = "aside"
    """Kept tiles ``seat`` has set aside to surrender (BON-5)."""
    # dresses
    WINDOW = "window"
    """``index`` from the left."""
    DRESS_BAG = "dress-bag"
    DRESS_DISCARD = "dress-discard"
    DRESSES_WAITING = "dresses-waiting"
    """Outside the bag until the first round is prepared (FEST-1)."""
    DRESS_IN_HAND = "dress-in-hand"
    """``seat`` has made it and will rent it out or sell it (DRESS-4)."""
    GUEST = "guest"
    """``space`` such as ``"2.4"``."""
    # employees
    EMPLOYEE_STACK = "employee-stack"
    HIRE = "hire"
    """``index`` from the left."""
    SUPPLY = "supply"
    HAND = "hand"
    PLAYED = "played"
    DISCARD = "discard"
    DEPUTED = "deputed"
    """Deputed by ``seat`` this turn; leaves the game when the turn ends (DEP-2)."""
    SPECIALIST = "specialist"
    """The specialized Apprentice dealt to ``seat`` (JB-4)."""
    EXAM_DECK = "exam-deck"
    """``space`` is the examination."""
    GONE = "gone"
    """Out of the game, seen by everyone."""
    # jewels
    JEWEL_BAG = "jewel-bag"
    JEWELER = "jeweler"
    """``index`` from the left of the display."""
    JEWELS = "jewels"
    """The jewels of ``seat``."""
    JEWELS_GONE = "jewels-gone"
    # markers and the Favor card
    MARKERS = "markers"
    """The unused markers of ``seat``."""
    DECORATION = "decoration"
    """``space`` such as ``"statue-2"``."""
    ALL_HALLS = "all-halls"
    """``index`` from the left."""
    TASK = "task"
    """``space`` is the examination task of ``seat``."""
    EXAM = "exam"
    """``space`` is the examination of ``seat``'s marker."""
    FAVOR_SPACE = "favor-space"
    FAVOR = "favor"
    """The Favor card with ``seat``."""
    # Madame du Barry's cards
    BARRY_SUPPLY = "barry-supply"
    BARRY_HAND = "barry-hand"
    BARRY_TURNED = "barry-turned"
    BARRY_DISCARD = "barry-discard"


SEEN_BY_OWNER = frozenset({Where.TILE_DRAWN, Where.SILK, Where.ASIDE, Where.SUPPLY, Where.HAND, Where.SPECIALIST})
"""Places whose pieces only ``seat`` knows."""

SEEN_BY_NOBODY = frozenset(
    {
        Where.TILE_STACK,
        Where.DRESS_BAG,
        Where.EMPLOYEE_STACK,
        Where.EXAM_DECK,
        Where.JEWEL_BAG,
        Where.BARRY_SUPPLY,
        Where.BARRY_HAND,
    }
)
"""Places whose pieces no seat knows. All other places are open."""


class Spot(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """A place on the table. ``Where`` says which fields a kind has."""

    where: Where
    seat: int | None = None
    """The owner; for a marker's or a dress's space, the owner of the marker."""
    index: int | None = None
    """Index among several, counted from 0."""
    space: str = ""
    """Id of a guest or decoration space, an examination or a task."""

    def seen_by(self, seat: int | None) -> bool:
        """Return whether ``seat``, or a spectator for None, sees the pieces here."""
        if self.where in SEEN_BY_OWNER:
            return seat is not None and seat == self.seat
        return self.where not in SEEN_BY_NOBODY


class Move(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """The move of a piece from ``start`` to ``end``."""

    kind: Piece
    piece: str
    """Its id in the component tables; FACE_DOWN if the viewer may not see it, ``""`` for markers."""
    start: Spot
    end: Spot
    shown: bool = False
    """Whether everyone knows the piece, though both places are hidden (JB-4, HAND-2)."""

    def seen_by(self, seat: int | None) -> "Move":
        """Return the move as ``seat`` sees it, with a hidden piece face down."""
        if self.shown or self.start.seen_by(seat) or self.end.seen_by(seat) or not self.piece:
            return self
        return Move(self.kind, FACE_DOWN, self.start, self.end)


def moves(kind: Piece, pieces: Iterable[str], start: Spot, end: Spot, shown: bool = False) -> tuple[Move, ...]:
    """Return moves of all ``pieces`` from ``start`` to ``end``."""
    return tuple(Move(kind, piece, start, end, shown) for piece in pieces)


def spread(kind: Piece, pieces: Iterable[str], start: Spot, end: Where) -> tuple[Move, ...]:
    """Return moves of ``pieces`` from ``start`` to the spaces of ``end`` in order; ``""`` is no piece."""
    return tuple(Move(kind, piece, start, Spot(end, index=n)) for n, piece in enumerate(pieces) if piece)


def gathered(kind: Piece, pieces: Iterable[str], start: Where, end: Spot, first: int = 0) -> tuple[Move, ...]:
    """Return moves of ``pieces`` from the spaces of ``start``, from ``first`` on, to ``end``; ``""`` is no piece."""
    return tuple(Move(kind, piece, Spot(start, index=n), end) for n, piece in enumerate(pieces, first) if piece)
