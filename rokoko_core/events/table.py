"""Events of the table: rounds and their preparation, income, the end of the game (PREP, INC, END)."""

from typing import ClassVar

from rokoko_core.events.base import Moving, Still


class RoundBegan(Still, frozen=True):
    """``round``, 1 to 7, is prepared."""

    rule: ClassVar[str] = "PREP-0"
    round: int


class FavorReturned(Moving, frozen=True):
    """The Favor card returns to its space."""

    rule: ClassVar[str] = "PREP-1"


class StartNamed(Still, frozen=True):
    """``seat`` starts the round: by the Favor card, or as before."""

    rule: ClassVar[str] = "PREP-1"
    by_favor: bool = False


class EmployeesShown(Moving, frozen=True):
    """New employees are put on display."""

    rule: ClassVar[str] = "PREP-2"


class TilesLaid(Moving, frozen=True):
    """Empty warehouse spaces are filled from the stack."""

    rule: ClassVar[str] = "PREP-3"


class TileStackRenewed(Moving, frozen=True):
    """The stack was empty: the discarded tiles are shuffled into a new one."""

    rule: ClassVar[str] = "PREP-3"


class DressesCleared(Moving, frozen=True):
    """The dresses of the two rightmost windows are discarded."""

    rule: ClassVar[str] = "PREP-4"


class DressesSlid(Moving, frozen=True):
    """The remaining dresses slide to the right."""

    rule: ClassVar[str] = "PREP-4"


class DressesLaid(Moving, frozen=True):
    """Empty windows are filled from the bag, right to left."""

    rule: ClassVar[str] = "PREP-4"


class DressBagRenewed(Moving, frozen=True):
    """The bag was empty: the discarded dresses are shuffled into it."""

    rule: ClassVar[str] = "PREP-4"


class DressesJoined(Moving, frozen=True):
    """The Festivity dresses join the bag."""

    rule: ClassVar[str] = "FEST-1"


class JewelLeft(Moving, frozen=True):
    """The jewel on the rightmost space of the display leaves the game."""

    rule: ClassVar[str] = "JB-2"


class JewelsSlid(Moving, frozen=True):
    """The remaining jewels slide to the right."""

    rule: ClassVar[str] = "JB-2"


class JewelsLaid(Moving, frozen=True):
    """Empty spaces of the display are filled from the bag, right to left."""

    rule: ClassVar[str] = "JB-2"


class RoundEnded(Still, frozen=True):
    """No hand has a card left; the income of ``round`` follows, as one ``LivreGained`` for each source."""

    rule: ClassVar[str] = "TURN-1"
    round: int


class GameOver(Still, frozen=True):
    """The game is over; nothing is secret any more."""

    rule: ClassVar[str] = "END-9"
    totals: tuple[int, ...]
    """Prestige by seat."""
    winners: tuple[int, ...]
    """Seats; several for a shared win."""


TableEvent = (
    RoundBegan
    | FavorReturned
    | StartNamed
    | EmployeesShown
    | TilesLaid
    | TileStackRenewed
    | DressesCleared
    | DressesSlid
    | DressesLaid
    | DressBagRenewed
    | DressesJoined
    | JewelLeft
    | JewelsSlid
    | JewelsLaid
    | RoundEnded
    | GameOver
)
"""Any event between the turns."""
