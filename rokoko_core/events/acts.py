"""Events of actions on the board: favor, tiles, dresses, jewels, hiring, deputing, funding."""

from typing import ClassVar

from rokoko_core.events.base import Explained, Moving, Still
from rokoko_core.terms import Notion


class FavorTaken(Moving, frozen=True):
    """``seat`` takes the Favor card."""

    rule: ClassVar[str] = "FAVOR-1"


class TileTaken(Explained, frozen=True):
    """A tile leaves the warehouse: bought, as a guest's reward, by a dress's effect, or by Madame du Barry."""


class TileDrawn(Explained, frozen=True):
    """A face-down tile is drawn: by a bonus, for a jewel's color, or by Madame du Barry."""


class TileKept(Moving, frozen=True):
    """The tile in hand is kept as silk."""

    rule: ClassVar[str] = "ACQ-2"


class TileDiscarded(Moving, frozen=True):
    """The tile in hand is discarded for ``notion``; the notions follow."""

    rule: ClassVar[str] = "ACQ-2"
    notion: Notion


class TileLaidAside(Moving, frozen=True):
    """A kept tile is set aside, to be surrendered for prestige."""

    rule: ClassVar[str] = "BON-5"


class TilesSurrendered(Explained, frozen=True):
    """Kept tiles are surrendered, for a dress or for prestige."""


class DressChosen(Still, frozen=True):
    """``dress``, in window ``window`` counted from 0, is chosen to be made."""

    rule: ClassVar[str] = "DRESS-1"
    dress: str
    window: int


class DressMade(Moving, frozen=True):
    """The dress is made. The price follows, the tiles as ``TilesSurrendered``."""

    rule: ClassVar[str] = "DRESS-1"


class DressSold(Moving, frozen=True):
    """The dress is sold."""

    rule: ClassVar[str] = "DRESS-4"


class DressRented(Still, frozen=True):
    """``dress`` will be rented out."""

    rule: ClassVar[str] = "DRESS-5"
    dress: str


class DressPlaced(Moving, frozen=True):
    """The dress, then a marker, go to a guest space."""

    rule: ClassVar[str] = "DRESS-5"


class JewelTaken(Explained, frozen=True):
    """A jewel of the display is bought, taken free by a dress's effect, or taken by Madame du Barry."""


class EffectUsed(Still, frozen=True):
    """The effect of ``dress`` applies; its gains, if any, follow."""

    rule: ClassVar[str] = "EXPERT-1"
    dress: str


class AllHallsReached(Moving, frozen=True):
    """``seat`` is present in all halls: its marker goes on an all-halls space worth ``prestige``."""

    rule: ClassVar[str] = "HALLS-1"
    prestige: int


class EmployeeHired(Explained, frozen=True):
    """An employee leaves the display for the hand, or for Madame du Barry's deck."""


class SpecialistHired(Moving, frozen=True):
    """The specialized Apprentice goes to the hand."""

    rule: ClassVar[str] = "JB-4"


class EmployeeDeputed(Explained, frozen=True):
    """A card of the deck is deputed; it leaves the game when the turn ends."""


class DecorationFunded(Moving, frozen=True):
    """A marker goes on a decoration space."""

    rule: ClassVar[str] = "FUND-1"


ActEvent = (
    FavorTaken
    | TileTaken
    | TileDrawn
    | TileKept
    | TileDiscarded
    | TileLaidAside
    | TilesSurrendered
    | DressChosen
    | DressMade
    | DressSold
    | DressRented
    | DressPlaced
    | JewelTaken
    | EffectUsed
    | AllHallsReached
    | EmployeeHired
    | SpecialistHired
    | EmployeeDeputed
    | DecorationFunded
)
"""Any event of an action, a bonus or a dress."""
