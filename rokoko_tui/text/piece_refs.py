"""Keys of pieces and spaces. They connect actions in the list, log lines and pieces on the screen.

Keys: ``window:2`` and ``tile:5`` and ``jewel:1`` (display index), ``hire:CARD``, ``favor``, ``guest:2.4``,
``decoration:statue-2``, ``all-halls:0``, ``hand:CARD``, ``supply:CARD``, ``discard:CARD``, ``played:CARD``,
``silk:TILE``, ``specialist``, ``exam``, ``player:1``, ``hall:3``, ``exam-card:CARD``.
"""

from collections.abc import Callable, Iterable
from typing import Any

from rokoko_core.actions import (
    Action,
    ChooseExamCard,
    ChooseHall,
    ChooseHand,
    ClaimFavor,
    CopyBonus,
    Depute,
    Fund,
    Hire,
    HireSpecialist,
    MakeDress,
    PayTiles,
    Place,
    PlayCard,
    SitExam,
    SurrenderTile,
    TakeJewel,
    TakeTile,
    UseSupplyCard,
)
from rokoko_core.events.places import Move, Piece, Spot, Where
from rokoko_core.play.forecast import Placement
from rokoko_core.state import State
from rokoko_core.terms import FACE_DOWN

_PIECES: dict[type, Callable[[Any, State], list[str]]] = {
    ChooseHand: lambda a, s: [f"supply:{card}" for card in a.cards],
    PlayCard: lambda a, s: [f"hand:{a.card}"],
    ClaimFavor: lambda a, s: ["favor"],
    TakeTile: lambda a, s: [f"tile:{a.space}"],
    MakeDress: lambda a, s: [f"window:{s.windows.index(a.dress)}"] if a.dress in s.windows else [],
    PayTiles: lambda a, s: [f"silk:{tile}" for tile in a.tiles],
    TakeJewel: lambda a, s: [f"jewel:{a.space}"],
    Place: lambda a, s: [f"guest:{a.space}"],
    Hire: lambda a, s: [f"hire:{a.card}"],
    HireSpecialist: lambda a, s: ["specialist"],
    Depute: lambda a, s: [f"{a.zone}:{a.card}"],
    Fund: lambda a, s: [f"decoration:{a.space}"],
    SitExam: lambda a, s: ["exam"],
    ChooseExamCard: lambda a, s: [f"exam-card:{a.card}"],
    SurrenderTile: lambda a, s: [f"silk:{a.tile}"],
    UseSupplyCard: lambda a, s: [f"supply:{a.card}"],
    CopyBonus: lambda a, s: [f"player:{a.seat}"],
    ChooseHall: lambda a, s: [f"hall:{a.hall}"],
}


def list_piece_keys(action: Action, state: State) -> frozenset[str]:
    """Return the keys of the pieces that ``action`` concerns."""
    list_keys = _PIECES.get(type(action))
    return frozenset(list_keys(action, state)) if list_keys else frozenset()


_SPOTS: dict[Where, Callable[[Move, Spot], str]] = {
    Where.WAREHOUSE: lambda move, spot: f"tile:{spot.index}",
    Where.SILK: lambda move, spot: f"silk:{move.piece}",
    Where.WINDOW: lambda move, spot: f"window:{spot.index}",
    Where.GUEST: lambda move, spot: f"guest:{spot.space}",
    Where.HIRE: lambda move, spot: f"hire:{move.piece}",
    Where.SUPPLY: lambda move, spot: f"supply:{move.piece}",
    Where.HAND: lambda move, spot: f"hand:{move.piece}",
    Where.PLAYED: lambda move, spot: f"played:{move.piece}",
    Where.DISCARD: lambda move, spot: f"discard:{move.piece}",
    Where.JEWELER: lambda move, spot: f"jewel:{spot.index}",
    Where.DECORATION: lambda move, spot: f"decoration:{spot.space}",
    Where.ALL_HALLS: lambda move, spot: f"all-halls:{spot.index}",
    Where.FAVOR_SPACE: lambda move, spot: "favor",
    Where.EXAM_DECK: lambda move, spot: f"exam-card:{move.piece}",
    Where.SPECIALIST: lambda move, spot: "specialist",
    Where.TASK: lambda move, spot: "exam",
}


_OWNED = frozenset(
    {
        *(Where.TILE_TAKEN, Where.TILE_DRAWN, Where.SILK, Where.ASIDE, Where.DRESS_IN_HAND),
        *(Where.SUPPLY, Where.HAND, Where.PLAYED, Where.DISCARD, Where.DEPUTED, Where.SPECIALIST),
        *(Where.JEWELS, Where.TASK, Where.EXAM, Where.FAVOR),
    }
)
"""Places at a player's own board."""


def list_move_keys(moved: Iterable[Move]) -> frozenset[str]:
    """Return the keys of the pieces ``moved`` and of the spaces at both ends of their moves."""
    return frozenset(key for move in moved for spot in (move.start, move.end) if (key := spot_key(move, spot)))


def spot_key(move: Move, spot: Spot) -> str:
    """Return the key of the moved piece or its space at ``spot``, one end of ``move``; empty if it has none."""
    return _SPOTS[spot.where](move, spot) if spot.where in _SPOTS and move.piece != FACE_DOWN else ""


def viewer_key(move: Move, spot: Spot, onlooker: int | None) -> str:
    """Return the same for ``onlooker``, who sees the pieces of others only as ``player:N``."""
    if spot.where in _OWNED and spot.seat is not None and spot.seat != onlooker:
        return f"player:{spot.seat}"
    return spot_key(move, spot)


def touched_places(touched: Iterable[tuple[Move, Spot, int]]) -> dict[str, int]:
    """Return by key of the piece or space the seat that touched it last."""
    return {spot_key(move, spot): seat for move, spot, seat in touched}


def ghosts_of(placements: Iterable[Placement]) -> dict[str, str]:
    """Return what would be where: by key of the space, the dress or ``seat:<n>``."""
    return {
        spot_key(placed.move, placed.move.end): placed.move.piece
        if placed.move.kind is Piece.DRESS
        else f"seat:{placed.seat}"
        for placed in placements
    }


def viewer_keys(moved: Iterable[Move], onlooker: int | None) -> frozenset[str]:
    """Return the keys at both ends of the moves as ``onlooker`` sees them."""
    return frozenset(
        key for move in moved for spot in (move.start, move.end) if (key := viewer_key(move, spot, onlooker))
    )
