"""Events: everything that happens in a game, as one tagged union.

``rokoko_core.events(state, action)`` returns the events of one action in order, including automatic ones, up to the
next decision; ``setup_events(setup)`` returns those that prepare round 1. The log, previews, undo fences and animations
use them. ``seen_by`` redacts them for a seat; no other code does.

- Every event has ``seat`` (the seat that acts or is concerned, None for the table), ``moved`` (every piece that
  changed its place, with the place before and after) and ``rule``, the number of its rule. ``piece`` is the piece
  moved, ``pieces`` all of them.
- Amounts are separate events: ``LivreGained``, ``LivrePaid``, ``NotionsGained``, ``NotionsPaid`` and
  ``PrestigeGained``, each with its ``Why``. They follow the event they belong to: a tile taken for 2 Livre is
  ``TileTaken``, then ``LivrePaid(2, Why.TILE_PRICE)``. Amounts of zero have no event.
- Decisions that move nothing have events too (``DressChosen``, ``DressRented``, ``LetPass``), so that each action has
  at least one event.
- In ``seen_by``, a piece the viewer may not see is FACE_DOWN, and prestige the viewer may not see is None.

The events are in ``table`` (rounds), ``turns`` (cards, bonuses, examinations), ``acts`` (actions on the board),
``amounts`` and ``solo``; ``places`` has the places of pieces, ``reasons`` the reasons.

A rule records its events beside the change of the state. ``recording()`` is None outside of ``events`` and
``setup_events``, and events are built only if it is not. Each thread has its own record.
"""

from collections.abc import Callable, Iterable
from contextvars import ContextVar
from typing import TypeVar

from msgspec.structs import replace

from rokoko_core.events.acts import ActEvent
from rokoko_core.events.amounts import AmountEvent, PrestigeGained
from rokoko_core.events.base import Moving
from rokoko_core.events.solo import SoloEvent
from rokoko_core.events.table import GameOver, TableEvent
from rokoko_core.events.turns import TurnEvent

T = TypeVar("T")

Event = AmountEvent | TableEvent | TurnEvent | ActEvent | SoloEvent
"""Any event; decode with ``msgspec.json.Decoder(Event)``."""

# ---- recording

_RECORD: ContextVar[list[Event] | None] = ContextVar("rokoko_events", default=None)

recording = _RECORD.get
"""The list to append to, or None if nothing records."""


def record_events(run: Callable[[], T]) -> tuple[T, tuple[Event, ...]]:
    """Return (result of ``run``, the events recorded while it runs)."""
    record: list[Event] = []
    token = _RECORD.set(record)
    try:
        return run(), tuple(record)
    finally:
        _RECORD.reset(token)


# ---- redaction


def seen_by(events: Iterable[Event], seat: int | None) -> tuple[Event, ...]:
    """Return ``events`` of one action as ``seat`` may see them, None for a spectator (HIDDEN-1, HIDDEN-2).

    The events that end the game are complete: a finished game has no secrets.
    """
    events = tuple(events)
    if any(type(event) is GameOver for event in events):
        return events
    return tuple(_redact(event, seat) for event in events)


def _redact(event: Event, seat: int | None) -> Event:
    if isinstance(event, PrestigeGained):
        visible = event.shown == "all" or (event.shown == "owner" and event.seat == seat)
        return event if visible else replace(event, prestige=None)
    if isinstance(event, Moving):
        return replace(event, moved=tuple(move.seen_by(seat) for move in event.moved))
    return event
