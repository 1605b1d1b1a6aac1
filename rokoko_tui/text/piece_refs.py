"""References to pieces and spaces. They connect actions in the list, log lines and pieces on the screen."""

from collections.abc import Callable, Iterable
from typing import Literal, NamedTuple

from rokoko_core.events.places import Move, Piece, Spot, Where
from rokoko_core.play.forecast import Placement
from rokoko_core.terms import FACE_DOWN

Numbered = Literal["window", "tile", "jewel", "all-halls", "player", "score", "hall"]
"""Kinds whose id is a number: the index on display, the seat, or the number of the hall."""
Named = Literal[
    "hire",
    "favor",
    "guest",
    "decoration",
    "hand",
    "supply",
    "discard",
    "played",
    "silk",
    "specialist",
    "exam",
    "exam-card",
]
"""Kinds whose id is a name: of a card, tile or space; empty where there is only one piece."""
PieceKind = Numbered | Named


class PieceRef(NamedTuple):
    """A piece or space of the table, such as ``PieceRef("guest", "2.4")`` or ``PieceRef("window", 2)``."""

    kind: PieceKind
    id: int | str = ""

    @property
    def number(self) -> int:
        """The id of a numbered kind."""
        return int(self.id)

    @property
    def name(self) -> str:
        """The id of a named kind."""
        return str(self.id)


def _by_index(kind: Numbered) -> Callable[[Move, Spot], PieceRef]:
    def piece_of(move: Move, spot: Spot) -> PieceRef:
        assert spot.index is not None
        return PieceRef(kind, spot.index)

    return piece_of


_SPOTS: dict[Where, Callable[[Move, Spot], PieceRef]] = {
    Where.WAREHOUSE: _by_index("tile"),
    Where.SILK: lambda move, spot: PieceRef("silk", move.piece),
    Where.WINDOW: _by_index("window"),
    Where.GUEST: lambda move, spot: PieceRef("guest", spot.space),
    Where.HIRE: lambda move, spot: PieceRef("hire", move.piece),
    Where.SUPPLY: lambda move, spot: PieceRef("supply", move.piece),
    Where.HAND: lambda move, spot: PieceRef("hand", move.piece),
    Where.PLAYED: lambda move, spot: PieceRef("played", move.piece),
    Where.DISCARD: lambda move, spot: PieceRef("discard", move.piece),
    Where.JEWELER: _by_index("jewel"),
    Where.DECORATION: lambda move, spot: PieceRef("decoration", spot.space),
    Where.ALL_HALLS: _by_index("all-halls"),
    Where.FAVOR_SPACE: lambda move, spot: PieceRef("favor"),
    Where.EXAM_DECK: lambda move, spot: PieceRef("exam-card", move.piece),
    Where.SPECIALIST: lambda move, spot: PieceRef("specialist"),
    Where.TASK: lambda move, spot: PieceRef("exam"),
}


_OWNED = frozenset(
    {
        *(Where.TILE_TAKEN, Where.TILE_DRAWN, Where.SILK, Where.ASIDE, Where.DRESS_IN_HAND),
        *(Where.SUPPLY, Where.HAND, Where.PLAYED, Where.DISCARD, Where.DEPUTED, Where.SPECIALIST),
        *(Where.JEWELS, Where.TASK, Where.EXAM, Where.FAVOR),
    }
)
"""Places at a player's own board."""


def list_move_refs(moved: Iterable[Move]) -> frozenset[PieceRef]:
    """Return the pieces ``moved`` and the spaces at both ends of their moves."""
    return frozenset(piece for move in moved for spot in (move.start, move.end) if (piece := spot_ref(move, spot)))


def spot_ref(move: Move, spot: Spot) -> PieceRef | None:
    """Return the moved piece or its space at ``spot``, one end of ``move``; None where neither is shown."""
    return _SPOTS[spot.where](move, spot) if spot.where in _SPOTS and move.piece != FACE_DOWN else None


def viewer_ref(move: Move, spot: Spot, onlooker: int | None) -> PieceRef | None:
    """Return the same for ``onlooker``, who sees the pieces of others only as their player."""
    if spot.where in _OWNED and spot.seat is not None and spot.seat != onlooker:
        return PieceRef("player", spot.seat)
    return spot_ref(move, spot)


def touched_places(touched: Iterable[tuple[Move, Spot, int]]) -> dict[PieceRef, int]:
    """Return by piece or space the seat that touched it last."""
    return {piece: seat for move, spot, seat in touched if (piece := spot_ref(move, spot))}


def ghosts_of(placements: Iterable[Placement]) -> dict[PieceRef, str | int]:
    """Return what would be where: by space, the dress or the seat of the marker's owner."""
    return {
        piece: placed.move.piece if placed.move.kind is Piece.DRESS else placed.seat
        for placed in placements
        if (piece := spot_ref(placed.move, placed.move.end))
    }


def viewer_refs(moved: Iterable[Move], onlooker: int | None) -> frozenset[PieceRef]:
    """Return the pieces and spaces at both ends of the moves as ``onlooker`` sees them."""
    return frozenset(
        piece for move in moved for spot in (move.start, move.end) if (piece := viewer_ref(move, spot, onlooker))
    )
