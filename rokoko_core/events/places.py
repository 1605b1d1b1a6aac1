"""Where pieces lie and how they move from one place to another: what ``rokoko_core.events`` names pieces with.

A piece is known to everybody who sees it in the place it leaves or in the place it comes to. That one sentence is the
whole of secrecy (HIDDEN-1); ``Where`` says of each kind of place who sees what lies there.
"""

from collections.abc import Iterable
from enum import StrEnum

import msgspec

from rokoko_core.terms import FACE_DOWN


class Piece(StrEnum):
    """What kind of thing moves."""

    TILE = "tile"
    DRESS = "dress"
    EMPLOYEE = "employee"
    JEWEL = "jewel"
    MARKER = "marker"
    FAVOR = "favor"
    BARRY_CARD = "barry-card"


class Where(StrEnum):
    """A kind of place. ``Spot`` adds whose it is and which of several."""

    # resource tiles
    WAREHOUSE = "warehouse"
    """``index`` through all segments."""
    TILE_STACK = "tile-stack"
    TILE_DISCARD = "tile-discard"
    TILE_TAKEN = "tile-taken"
    """``seat`` holds it, everybody having seen it, until it is kept or discarded (ACQ-2)."""
    TILE_DRAWN = "tile-drawn"
    """The same, drawn face down (BON-7)."""
    SILK = "silk"
    """The kept tiles of ``seat``."""
    ASIDE = "aside"
    """Kept tiles ``seat`` has laid aside to surrender them (BON-5)."""
    # dresses
    WINDOW = "window"
    """``index`` from the left."""
    DRESS_BAG = "dress-bag"
    DRESS_DISCARD = "dress-discard"
    DRESSES_WAITING = "dresses-waiting"
    """Outside the bag until the first round is prepared (FEST-1)."""
    DRESS_IN_HAND = "dress-in-hand"
    """``seat`` has made it and decides what becomes of it (DRESS-4)."""
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
    """Sent off by ``seat`` this turn, out of the game when it ends (DEP-2)."""
    SPECIALIST = "specialist"
    """The specialised Apprentice dealt to ``seat`` (JB-4)."""
    EXAM_DECK = "exam-deck"
    """``space`` names the examination."""
    GONE = "gone"
    """Out of the game, everybody having seen it."""
    # jewels
    JEWEL_BAG = "jewel-bag"
    JEWELER = "jeweler"
    """``index`` from the left of the display."""
    JEWELS = "jewels"
    """The own jewels of ``seat``."""
    JEWELS_GONE = "jewels-gone"
    # markers and the Favor card
    MARKERS = "markers"
    """The markers of ``seat`` not in use."""
    DECORATION = "decoration"
    """``space`` such as ``"statue-2"``."""
    ALL_HALLS = "all-halls"
    """``index`` from the left."""
    TASK = "task"
    """``space`` names the examination task of ``seat``."""
    EXAM = "exam"
    """``space`` names the examination the marker of ``seat`` waits for."""
    FAVOR_SPACE = "favor-space"
    FAVOR = "favor"
    """The Favor card before ``seat``."""
    # Madame du Barry's cards
    BARRY_SUPPLY = "barry-supply"
    BARRY_HAND = "barry-hand"
    BARRY_TURNED = "barry-turned"
    BARRY_DISCARD = "barry-discard"


SEEN_BY_OWNER = frozenset({Where.TILE_DRAWN, Where.SILK, Where.ASIDE, Where.SUPPLY, Where.HAND, Where.SPECIALIST})
"""Places whose ``seat`` alone knows what lies there."""

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
"""Places nobody looks into. All the others lie open."""


class Spot(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """One place on the table. What goes with which kind stands with ``Where``."""

    where: Where
    seat: int | None = None
    """Whose it is; for a marker's or a dress's space, whose marker lies there."""
    index: int | None = None
    """Which of several, counted from 0."""
    space: str = ""
    """Id of a guest or decoration space, an examination or a task."""

    def seen_by(self, seat: int | None) -> bool:
        """True when ``seat``, or an onlooker for None, sees what lies here."""
        if self.where in SEEN_BY_OWNER:
            return seat is not None and seat == self.seat
        return self.where not in SEEN_BY_NOBODY


class Move(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """One piece goes from ``start`` to ``end``."""

    kind: Piece
    piece: str
    """Its id in the component tables; FACE_DOWN for an onlooker who may not know it, ``""`` for markers."""
    start: Spot
    end: Spot
    shown: bool = False
    """Everybody sees it, or can tell it for certain, though it lies hidden before and after (JB-4, HAND-2)."""

    def seen_by(self, seat: int | None) -> "Move":
        """The move as ``seat`` may know it, with the piece face down where it may not."""
        if self.shown or self.start.seen_by(seat) or self.end.seen_by(seat) or not self.piece:
            return self
        return Move(self.kind, FACE_DOWN, self.start, self.end)


def moves(kind: Piece, pieces: Iterable[str], start: Spot, end: Spot, shown: bool = False) -> tuple[Move, ...]:
    """All of ``pieces`` go from ``start`` to ``end``."""
    return tuple(Move(kind, piece, start, end, shown) for piece in pieces)


def spread(kind: Piece, pieces: Iterable[str], start: Spot, end: Where) -> tuple[Move, ...]:
    """Each of ``pieces`` goes from ``start`` to the space of ``end`` with its number; ``""`` stands for none."""
    return tuple(Move(kind, piece, start, Spot(end, index=n)) for n, piece in enumerate(pieces) if piece)


def gathered(kind: Piece, pieces: Iterable[str], start: Where, end: Spot, first: int = 0) -> tuple[Move, ...]:
    """Each of ``pieces`` goes from the space of ``start`` with its number, counted from ``first``, to ``end``."""
    return tuple(Move(kind, piece, Spot(start, index=n), end) for n, piece in enumerate(pieces, first) if piece)
