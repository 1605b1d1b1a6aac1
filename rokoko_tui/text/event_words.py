"""The words of any event, from the module of its family."""

from typing import Any

from rokoko_core.events import Event
from rokoko_tui.text.families import (
    EventWords,
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

FAMILIES = (turns, favor, tiles, dresses, jewels, hire, depute, decorations, exams, bonuses, du_barry, rounds)
_WORDS: dict[type, EventWords[Any]] = {each.kind: each for family in FAMILIES for each in family.EVENTS}


def words_of(event: Event) -> EventWords[Any]:
    """Return the words of an event, without any for a kind that no family mentions."""
    return _WORDS.get(type(event)) or EventWords(type(event))
