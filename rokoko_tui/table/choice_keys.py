"""The keys that pick choices.

A key picks a choice: a letter for the group, then the number of the place on the board. It always means the same piece:
window 3 is 3 even if window 1 is too expensive. The letter is left out where only one group is on offer, and for tiles
of the warehouse.
"""

from collections.abc import Callable, Collection, Sequence
from typing import Any

from rokoko_core import actions as do
from rokoko_core.actions import Action
from rokoko_core.box import HIRE_SPACES, box_of
from rokoko_core.play.choices import is_main_action
from rokoko_core.state import State
from rokoko_core.terms import DecorationKind

WAREHOUSE_KEYS = "123456789anz"
"""By space of the warehouse; the letters are free of commands and of groups."""
DECORATION_KEYS = {
    DecorationKind.JEWELER: "J",
    DecorationKind.FIREWORKS: "F",
    DecorationKind.FOUNTAIN_UPPER: "N",
    DecorationKind.FOUNTAIN_LOWER: "N",
    DecorationKind.MUSICIAN: "M",
    DecorationKind.STATUE: "A",
}
"""The keys of decorations, in the order in which the heading of the group names them."""
FIXED_KEYS: dict[type, str] = {
    do.EndTurn: "e",
    do.Decline: "0",
    do.ClaimFavor: "q",
    do.SitExam: "t",
    do.DrawTile: "d",
    do.HireSpecialist: f"i{HIRE_SPACES + 1}",
}
"""Keys of actions that are legal at most once."""
GROUP_KEYS: dict[type, str] = {do.MakeDress: "d", do.Hire: "i", do.HireSpecialist: "i", do.Depute: "s"}


def _number_decoration(state: State, space: str) -> int:
    """Return the number of a decoration among those with the same letter, from 1."""
    box = box_of(state)
    key = DECORATION_KEYS[box.decoration[space].kind]
    return [each.id for each in box.decorations if DECORATION_KEYS[each.kind] == key].index(space) + 1


_NUMBERS: dict[type, Callable[[Any, State], int]] = {
    do.MakeDress: lambda action, state: [*state.windows, action.dress].index(action.dress) + 1,
    do.Hire: lambda action, state: [*state.hire, action.card].index(action.card) + 1,
    do.Fund: lambda action, state: _number_decoration(state, action.space),
    do.Place: lambda action, state: box_of(state).guest[action.space].number,
    do.TakeJewel: lambda action, state: action.space + 1,
    do.ChooseHall: lambda action, state: action.hall,
    do.BuyPrestige: lambda action, state: action.points,
    do.CopyBonus: lambda action, state: action.seat + 1,
}
"""Numbers of pieces that have a fixed place on the board."""


def assign_keys(actions: Sequence[Action], state: State, free: Collection[str]) -> list[str]:
    """Return the key of each action, empty for none; letters are among the ``free`` ones, which no command uses."""
    groups = [_get_group_key(action, state) for action in actions]
    has_groups = is_main_action(state) or len(set(filter(None, groups))) > 1
    counts: dict[str, int] = {}
    keys = []
    for action, group in zip(actions, groups, strict=True):
        counts[group] = counts.get(group, 0) + (type(action) not in FIXED_KEYS)
        key = _make_choice_key(action, state, group if has_groups else "", counts[group])
        keys.append(key if key in ("e", "0") or key[:1] in free else "")
    return keys


def _get_group_key(action: Action, state: State) -> str:
    if isinstance(action, do.Fund):
        return DECORATION_KEYS[box_of(state).decoration[action.space].kind]
    if isinstance(action, do.Place):
        return str(box_of(state).guest[action.space].hall)
    return GROUP_KEYS.get(type(action), "")


def _make_choice_key(action: Action, state: State, group: str, number: int) -> str:
    if type(action) in FIXED_KEYS:
        return FIXED_KEYS[type(action)]
    if isinstance(action, do.TakeTile):
        return WAREHOUSE_KEYS[action.space] if action.space < len(WAREHOUSE_KEYS) else ""
    place = _NUMBERS[type(action)](action, state) if type(action) in _NUMBERS else number
    return f"{group}{place}" if place < 10 else ""
