"""The common forms of all events: those that move pieces, those that move nothing, those with a reason."""

import msgspec

from rokoko_core.events.places import Move
from rokoko_core.events.reasons import Why
from rokoko_core.terms import kebab


class Happening(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, tag_field="event", tag=kebab):
    """Common form of all events."""

    seat: int | None


class Moving(Happening, frozen=True, kw_only=True):
    """An event that moves pieces."""

    moved: tuple[Move, ...]

    @property
    def piece(self) -> str:
        """The piece moved, the first of several, ``""`` for none."""
        return self.moved[0].piece if self.moved else ""

    @property
    def pieces(self) -> tuple[str, ...]:
        """All pieces moved."""
        return tuple(move.piece for move in self.moved)


class Still(Happening, frozen=True):
    """An event that moves nothing."""

    @property
    def moved(self) -> tuple[Move, ...]:
        """Nothing."""
        return ()


class Explained(Moving, frozen=True, kw_only=True):
    """An event that moves pieces for one of several reasons."""

    why: Why

    @property
    def rule(self) -> str:
        """The rule of the reason."""
        return self.why.rule
