"""Events of Madame du Barry and her cards (SOLO)."""

from typing import ClassVar

from rokoko_core.events.base import Moving, Still
from rokoko_core.events.reasons import Obstacle
from rokoko_core.terms import JewelSymbol


class BarryHandDealt(Moving, frozen=True):
    """Her discards go back, all her cards are shuffled, and four come to her hand."""

    rule: ClassVar[str] = "SOLO-2"


class BarryCardTurned(Moving, frozen=True):
    """The card of her hand is turned up that says what she does."""

    rule: ClassVar[str] = "SOLO-2"


class BarryHallNamed(Moving, frozen=True):
    """The card that names the hall for her dress; ``free`` is False when that hall is full and another must follow.

    Without a card that could name one nothing moves, and ``jewel`` is ``JewelSymbol.NONE``.
    """

    rule: ClassVar[str] = "SOLO-6"
    hall: int
    """1 to 5."""
    jewel: JewelSymbol
    """The card's jewel symbol (SOLO-7)."""
    free: bool = True


class BarryHindered(Still, frozen=True):
    """Her ``card`` cannot be carried out at all; prestige follows instead."""

    rule: ClassVar[str] = "SOLO-3"
    card: str
    obstacle: Obstacle


class BarryCardPutAway(Moving, frozen=True):
    """The card carried out goes on her discard pile."""

    rule: ClassVar[str] = "SOLO-2"


class BarryCardAdded(Moving, frozen=True):
    """A card of her supply goes under her hand: one turn more."""

    rule: ClassVar[str] = "SOLO-8"


class BarrySupplyRenewed(Moving, frozen=True):
    """Her supply was empty: her discards are shuffled."""

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
"""Anything that happens with Madame du Barry's cards."""
