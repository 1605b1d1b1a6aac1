"""All families, and the words of any action, event or piece."""

from types import ModuleType
from typing import Any

from rokoko_core.actions import Action
from rokoko_core.events import Event
from rokoko_tui.text.families import (
    ActionWords,
    EventWords,
    Tooltip,
    bonuses,
    decorations,
    depute,
    dresses,
    du_barry,
    exams,
    favor,
    hire,
    jewels,
    rounds,
    tiles,
    turns,
)
from rokoko_tui.text.piece_refs import PieceKind

WORD_MODULES: tuple[ModuleType, ...] = (
    *(turns, favor, tiles, dresses, jewels, hire, depute, decorations, exams, bonuses, du_barry, rounds),
)
_ACTIONS: dict[type, ActionWords[Any]] = {each.kind: each for family in WORD_MODULES for each in family.ACTIONS}
_EVENTS: dict[type, EventWords[Any]] = {each.kind: each for family in WORD_MODULES for each in family.EVENTS}
TOOLTIPS: dict[PieceKind, Tooltip] = {kind: say for family in WORD_MODULES for kind, say in family.TOOLTIPS.items()}
"""The tooltip of each kind of piece."""


def words_of(action: Action) -> ActionWords[Any]:
    return _ACTIONS[type(action)]


def words_of_event(event: Event) -> EventWords[Any]:
    """Return the words of an event, without any for a kind that no family mentions."""
    return _EVENTS.get(type(event)) or EventWords(type(event))
