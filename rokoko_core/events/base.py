"""Base classes of events: with moved pieces, without, and with a reason."""

import msgspec

from rokoko_core.events.places import Move
from rokoko_core.events.reasons import Why
from rokoko_core.terms import kebab


class BaseEvent(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, tag_field="event", tag=kebab):
    """Base class of all events."""

    seat: int | None


class Moving(BaseEvent, frozen=True, kw_only=True):
    """Base class of events that move pieces."""

    moved: tuple[Move, ...]

    @property
    def piece(self) -> str:
        """The first piece moved, ``""`` for none."""
        return self.moved[0].piece if self.moved else ""

    @property
    def pieces(self) -> tuple[str, ...]:
        return tuple(move.piece for move in self.moved)


class Still(BaseEvent, frozen=True):
    """Base class of events that move no pieces."""

    @property
    def moved(self) -> tuple[Move, ...]:
        return ()


class Explained(Moving, frozen=True, kw_only=True):
    """Base class of events that move pieces for one of several reasons."""

    why: Why

    @property
    def rule(self) -> str:
        return self.why.rule
