"""What happens at the table, in the game's own words, as one tagged union.

``rokoko_core.events(state, action)`` gives the events of one action in the order in which they happen, what follows by
itself included, up to the next decision; ``opening(setup)`` those that prepare round 1. Log, preview, undo fences and
everything that moves on a screen are made from them. ``seen_by`` is the one redaction: what a seat may know.

How to read them:

- Every event has ``seat`` (who did it or whom it concerns, None for the table), ``moved`` (every piece that changed its
  place, with the place before and after) and ``rule``, the number of the rule behind it. ``piece`` is the piece moved,
  ``pieces`` all of them.
- Amounts are told once, by events of their own: ``LivreGained``, ``LivrePaid``, ``NotionsGained``, ``NotionsPaid`` and
  ``PrestigeGained``, each with its ``Why``. They stand right behind the event they belong to: a tile taken for 2 Livre
  is ``TileTaken``, then ``LivrePaid(2, Why.TILE_PRICE)``; nothing is told when nothing is paid.
- Decisions that move nothing are told as well (``DressChosen``, ``DressRented``, ``LetPass``), so that each action has
  at least one event.
- A piece an onlooker may not know is FACE_DOWN in ``seen_by``, prestige he may not know is None.

The kinds of event stand by subject in ``table`` (rounds), ``turns`` (cards, bonuses, examinations), ``acts`` (what is
done at the board), ``amounts`` and ``solo``; ``places`` says where pieces lie, ``why`` for what reason.

An event is recorded by the rule that does the thing, beside the one change that does it: ``recording()`` is None
outside of ``events`` and ``opening``, and the event is built only when it is not. Each thread records for itself.
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
"""Anything that happens; decode with ``msgspec.json.Decoder(Event)``."""

# ---- recording

_RECORD: ContextVar[list[Event] | None] = ContextVar("rokoko_events", default=None)

recording = _RECORD.get
"""The list to append to, or None while nobody listens."""


def recorded(happening: Callable[[], T]) -> tuple[T, tuple[Event, ...]]:
    """(what ``happening`` gives, all that is recorded while it runs)."""
    record: list[Event] = []
    before = _RECORD.set(record)
    try:
        return happening(), tuple(record)
    finally:
        _RECORD.reset(before)


# ---- who may know what


def seen_by(events: Iterable[Event], seat: int | None) -> tuple[Event, ...]:
    """``events`` of one action as ``seat`` may know them, None for an onlooker (HIDDEN-1, HIDDEN-2).

    The events that end the game are told whole: a finished game has no secrets.
    """
    told = tuple(events)
    if any(type(event) is GameOver for event in told):
        return told
    return tuple(_known(event, seat) for event in told)


def _known(event: Event, seat: int | None) -> Event:
    if isinstance(event, PrestigeGained):
        known = event.shown == "all" or (event.shown == "owner" and event.seat == seat)
        return event if known else replace(event, prestige=None)
    if isinstance(event, Moving):
        return replace(event, moved=tuple(move.seen_by(seat) for move in event.moved))
    return event
