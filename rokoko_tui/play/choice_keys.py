"""The keys that pick choices: one for each group, then a digit by the place on the board; never another one.

A key stands for the same piece from turn to turn, whatever else may be done: window 3 is 3 though nobody could pay for
window 1. Where several groups are open the group's key goes before the digit; a tile of the warehouse needs none.
"""

from collections.abc import Callable, Collection, Sequence
from typing import Any

from rokoko_core import actions as do
from rokoko_core.actions import Action
from rokoko_core.box import box_of
from rokoko_core.pending import MainAction
from rokoko_core.state import State
from rokoko_core.terms import DecorationKind

TILES = "123456789abc"
"""The keys of the spaces of the warehouse."""
FUNDS = {
    DecorationKind.FIREWORKS: "F",
    DecorationKind.STATUE: "A",
    DecorationKind.FOUNTAIN_UPPER: "N",
    DecorationKind.FOUNTAIN_LOWER: "N",
    DecorationKind.MUSICIAN: "M",
    DecorationKind.JEWELER: "J",
}
"""The keys of the kinds of decoration."""
OWN: dict[type, str] = {
    do.EndTurn: "e",
    do.Decline: "0",
    do.ClaimFavor: "q",
    do.SitExam: "t",
    do.DrawTile: "d",
    do.HireSpecialist: "i9",
}
"""Keys of what there is once only."""
GROUPS: dict[type, str] = {do.MakeDress: "d", do.Hire: "i", do.HireSpecialist: "i", do.Depute: "s"}
"""The keys of groups."""


def _decoration(state: State, space: str) -> int:
    """The place of a decoration among those of its key."""
    box = box_of(state)
    key = FUNDS[box.decoration[space].kind]
    return [each.id for each in box.decorations if FUNDS[each.kind] == key].index(space) + 1


_PLACES: dict[type, Callable[[Any, State], int]] = {
    do.MakeDress: lambda action, state: [*state.windows, action.dress].index(action.dress) + 1,
    do.Hire: lambda action, state: [*state.hire, action.card].index(action.card) + 1,
    do.Fund: lambda action, state: _decoration(state, action.space),
    do.Place: lambda action, state: int(action.space.partition(".")[2]),
    do.TakeJewel: lambda action, state: action.space + 1,
    do.ChooseHall: lambda action, state: action.hall,
    do.BuyPrestige: lambda action, state: action.points,
    do.CopyBonus: lambda action, state: action.seat + 1,
}
"""Where pieces lie that have a place of their own."""


def keys_for(actions: Sequence[Action], state: State, free: Collection[str]) -> list[str]:
    """The key of each of ``actions``, empty for none; its letters are among the ``free`` ones, which no command has."""
    groups = [_group(action, state) for action in actions]
    several = isinstance(state.pending[-1], MainAction) or len(set(filter(None, groups))) > 1
    counted: dict[str, int] = {}
    found = []
    for action, group in zip(actions, groups, strict=True):
        counted[group] = counted.get(group, 0) + (type(action) not in OWN)
        key = _key(action, state, group if several else "", counted[group])
        found.append(key if key in ("e", "0") or key[:1] in free else "")
    return found


def _group(action: Action, state: State) -> str:
    if isinstance(action, do.Fund):
        return FUNDS[box_of(state).decoration[action.space].kind]
    if isinstance(action, do.Place):
        return str(box_of(state).guest[action.space].hall)
    return GROUPS.get(type(action), "")


def _key(action: Action, state: State, group: str, number: int) -> str:
    if type(action) in OWN:
        return OWN[type(action)]
    if isinstance(action, do.TakeTile):
        return TILES[action.space] if action.space < len(TILES) else ""
    place = _PLACES[type(action)](action, state) if type(action) in _PLACES else number
    return f"{group}{place}" if place < 10 else ""
