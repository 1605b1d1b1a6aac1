"""Names for what lies on the table, so that a choice in the list and a piece under the mouse find each other.

Keys: ``window:2`` and ``tile:5`` and ``jewel:1`` (display index), ``hire:CARD``, ``favor``, ``guest:2.4``,
``decoration:statue-2``, ``hand:CARD``, ``supply:CARD``, ``discard:CARD``, ``played:CARD``, ``silk:TILE``,
``specialist``, ``exam``, ``player:1``, ``hall:3``, ``exam-card:CARD``.
"""

from collections.abc import Callable
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
from rokoko_core.state import State

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


def pieces_of(action: Action, state: State) -> frozenset[str]:
    """Keys of the pieces ``action`` concerns; empty for actions that touch none."""
    found = _PIECES.get(type(action))
    return frozenset(found(action, state)) if found else frozenset()
