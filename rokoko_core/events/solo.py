"""Events of Madame du Barry and her cards (SOLO)."""

from typing import ClassVar

from rokoko_core.events.base import Moving, Still
from rokoko_core.events.reasons import Obstacle
from rokoko_core.terms import JewelSymbol


class BarryHandDealt(Moving, frozen=True):
    """All her cards are shuffled, discards included, and four are dealt as her hand."""

    rule: ClassVar[str] = "SOLO-2"


class BarryCardTurned(Moving, frozen=True):
    """A card of her hand is revealed; it decides her action."""

    rule: ClassVar[str] = "SOLO-2"


class BarryHallNamed(Moving, frozen=True):
    """A card names the hall for her dress; ``free`` is False if that hall is full and another card must follow.

    If no card can name a free hall, nothing moves, and ``jewel`` is ``JewelSymbol.NONE``.
    """

    rule: ClassVar[str] = "SOLO-6"
    hall: int
    """1 to 5."""
    jewel: JewelSymbol
    """The card's jewel symbol (SOLO-7)."""
    free: bool = True


class BarryHindered(Still, frozen=True):
    """Her ``card`` is impossible to carry out; she gains prestige instead."""

    rule: ClassVar[str] = "SOLO-3"
    card: str
    obstacle: Obstacle


class BarryCardPutAway(Moving, frozen=True):
    """The card carried out goes on her discard pile."""

    rule: ClassVar[str] = "SOLO-2"


class BarryCardAdded(Moving, frozen=True):
    """A card of her supply goes under her hand: one more turn."""

    rule: ClassVar[str] = "SOLO-8"


class BarrySupplyRenewed(Moving, frozen=True):
    """Her supply was empty: her discards are shuffled into a new one."""

    rule: ClassVar[str] = "SOLO-6"


SoloEvent = (
    BarryHandDealt
    | BarryCardTurned
    | BarryHallNamed
    | BarryHindered
    | BarryCardPutAway
    | BarryCardAdded
    | BarrySupplyRenewed
)
"""Any event of Madame du Barry's cards."""
