"""The actions of the game: one tagged union that round-trips through JSON.

An action holds only the decision; prices, gains and consequences follow from the state it is applied to. Actions are
frozen, hashable and comparable. Their JSON form has the kebab-case class name in ``"do"``.
"""

import msgspec

from rokoko_core.terms import Notion, Task, Zone, kebab


class _Action(msgspec.Struct, frozen=True, gc=False, tag_field="do", tag=kebab):
    """Base class of all actions."""


class ChooseHand(_Action, frozen=True):
    """Move ``cards``, sorted, from the supply to the hand (HAND-1)."""

    cards: tuple[str, ...]


class PlayCard(_Action, frozen=True):
    """Start the turn with ``card`` from the hand (TURN-1)."""

    card: str


class Decline(_Action, frozen=True):
    """Decline the pending offer: the main action, a bonus (TURN-2), a jewel or an effect."""


class EndTurn(_Action, frozen=True):
    """Discard the played card and end the turn (TURN-3)."""


class ClaimFavor(_Action, frozen=True):
    """Take the Favor card and 5 Livre (FAVOR-1)."""


class TakeTile(_Action, frozen=True):
    """Take the resource tile on warehouse space ``space``, counted from 0 across all segments (ACQ-1, DRESS-6)."""

    space: int


class DrawTile(_Action, frozen=True):
    """Draw a face-down resource tile (BON-7)."""


class KeepTile(_Action, frozen=True):
    """Keep the tile just taken as silk (ACQ-2)."""


class DiscardTile(_Action, frozen=True):
    """Discard the tile just taken for its notions: one of a "/", or ``BOTH`` of a "+" (ACQ-2)."""

    notion: Notion


class TakeNotion(_Action, frozen=True):
    """Take one yarn or one lace for the price of the bonus."""

    notion: Notion


class MakeDress(_Action, frozen=True):
    """Choose ``dress`` on display to be made (DRESS-1)."""

    dress: str


class PayTiles(_Action, frozen=True):
    """Pay the silk of the chosen dress with these kept ``tiles``, sorted (DRESS-2)."""

    tiles: tuple[str, ...]


class Rent(_Action, frozen=True):
    """Rent the dress out to a guest (DRESS-5)."""


class Sell(_Action, frozen=True):
    """Sell the dress for its value (DRESS-4)."""


class TakeJewel(_Action, frozen=True):
    """Take the jewel on ``space`` of the Jeweler's display, counted from 0 at the left (JB-3, EXPERT-1)."""

    space: int


class Place(_Action, frozen=True):
    """Place the rented dress on guest space ``space``, such as ``"2.4"``: hall 2, fourth space (DRESS-5)."""

    space: str


class Hire(_Action, frozen=True):
    """Hire ``card`` from the display (HIRE-1)."""

    card: str


class HireSpecialist(_Action, frozen=True):
    """Hire the own specialized Apprentice, free of charge (JB-4)."""


class Depute(_Action, frozen=True):
    """Depute ``card`` from ``zone`` (DEP-1, BON-6, EXPERT-1)."""

    card: str
    zone: Zone


class Fund(_Action, frozen=True):
    """Put a marker on decoration space ``space``, such as ``"statue-2"`` (FUND-1)."""

    space: str


class SitExam(_Action, frozen=True):
    """Let the played card sit its examination for 5 Livre (JB-7)."""


class ChooseExamCard(_Action, frozen=True):
    """Take ``card`` of the examination deck into the hand (JB-7)."""

    card: str


class MarkTask(_Action, frozen=True):
    """Fill ``task``, where one action fits two tasks (JB-6)."""

    task: Task


class UseBonus(_Action, frozen=True):
    """Use the pending bonus; for bonuses without a further choice."""


class BuyPrestige(_Action, frozen=True):
    """Buy ``points`` prestige for Livre at the bonus's rate (BON-4)."""

    points: int


class SurrenderTile(_Action, frozen=True):
    """Set one kept ``tile`` aside to surrender it for prestige (BON-5)."""

    tile: str


class SettleSilk(_Action, frozen=True):
    """Surrender the tiles set aside and gain their prestige (BON-5)."""


class UseSupplyCard(_Action, frozen=True):
    """Discard ``card`` from the supply to use its bonus (JB-9)."""

    card: str


class CopyBonus(_Action, frozen=True):
    """Use the bonus of the top card of the discard pile of ``seat`` (JB-9)."""

    seat: int


class ChooseHall(_Action, frozen=True):
    """Choose hall ``hall``, 1 to 5, as the one the bonus counts."""

    hall: int


class RevealBarry(_Action, frozen=True):
    """Reveal Madame du Barry's next card and carry it out (SOLO-2, SOLO-6)."""


Action = (
    ChooseHand
    | PlayCard
    | Decline
    | EndTurn
    | ClaimFavor
    | TakeTile
    | DrawTile
    | KeepTile
    | DiscardTile
    | TakeNotion
    | MakeDress
    | PayTiles
    | Rent
    | Sell
    | TakeJewel
    | Place
    | Hire
    | HireSpecialist
    | Depute
    | Fund
    | SitExam
    | ChooseExamCard
    | MarkTask
    | UseBonus
    | BuyPrestige
    | SurrenderTile
    | SettleSilk
    | UseSupplyCard
    | CopyBonus
    | ChooseHall
    | RevealBarry
)
"""Any action; decode with ``msgspec.json.Decoder(Action)``."""
