"""Every small decision of the game, as one tagged union that goes through JSON and back.

An action says only what was decided; price, gain and consequence follow from the state it is applied to. Actions are
frozen, hashable and comparable; their JSON form carries the kebab-case class name in ``"do"``.
"""

import msgspec

from rokoko_core.terms import Notion, Task, Zone, kebab


class _Action(msgspec.Struct, frozen=True, gc=False, tag_field="do", tag=kebab):
    """Common form of all actions."""


class ChooseHand(_Action, frozen=True):
    """Take ``cards`` from the supply into the hand; sorted, an unordered choice (HAND-1)."""

    cards: tuple[str, ...]


class PlayCard(_Action, frozen=True):
    """Begin the turn with ``card`` of the hand (TURN-1)."""

    card: str


class Decline(_Action, frozen=True):
    """Let the pending offer pass: forfeit the main action or a bonus (TURN-2), buy no jewel, take no gift."""


class EndTurn(_Action, frozen=True):
    """Put the played card away and hand over (TURN-3)."""


class ClaimFavor(_Action, frozen=True):
    """Take the Favor card and 5 Livre (FAVOR-1)."""


class TakeTile(_Action, frozen=True):
    """Take the resource tile on warehouse space ``space``, counted from 0 through all segments (ACQ-1, DRESS-6)."""

    space: int


class DrawTile(_Action, frozen=True):
    """Draw a face-down resource tile from the stack (BON-7)."""


class KeepTile(_Action, frozen=True):
    """Keep the tile just taken as silk (ACQ-2)."""


class DiscardTile(_Action, frozen=True):
    """Discard the tile just taken for its notions: one of a "/" or ``both`` of a "+" (ACQ-2)."""

    notion: Notion


class TakeNotion(_Action, frozen=True):
    """Gain one yarn or one lace by a bonus, at the bonus's price."""

    notion: Notion


class MakeDress(_Action, frozen=True):
    """Choose ``dress`` of the workshop to be made (DRESS-1)."""

    dress: str


class PayTiles(_Action, frozen=True):
    """Surrender these kept ``tiles`` for the silk of the dress chosen; sorted (DRESS-2)."""

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
    """Hire the own specialised Apprentice, free of charge (JB-4)."""


class Depute(_Action, frozen=True):
    """Send ``card``, lying in ``zone``, out of the game (DEP-1, BON-6, EXPERT-1)."""

    card: str
    zone: Zone


class Fund(_Action, frozen=True):
    """Put a marker on decoration space ``space``, such as ``"statue-2"`` (FUND-1)."""

    space: str


class SitExam(_Action, frozen=True):
    """Send the played card to its examination for 5 Livre (JB-7)."""


class ChooseExamCard(_Action, frozen=True):
    """Take ``card`` of the examination deck into the hand (JB-7)."""

    card: str


class MarkTask(_Action, frozen=True):
    """Of two tasks that one action fits, fill ``task`` (JB-6)."""

    task: Task


class UseBonus(_Action, frozen=True):
    """Use the pending bonus, where it asks for nothing more."""


class BuyPrestige(_Action, frozen=True):
    """Return Livre for ``points`` prestige at the bonus's rate (BON-4)."""

    points: int


class SurrenderTile(_Action, frozen=True):
    """Lay one kept ``tile`` aside to be surrendered for prestige (BON-5)."""

    tile: str


class SettleSilk(_Action, frozen=True):
    """Surrender the tiles laid aside and gain their prestige (BON-5)."""


class UseSupplyCard(_Action, frozen=True):
    """Move ``card`` from the supply to the discard pile, to use its bonus (JB-9)."""

    card: str


class CopyBonus(_Action, frozen=True):
    """Use the bonus on top of the discard pile of seat ``seat`` (JB-9)."""

    seat: int


class ChooseHall(_Action, frozen=True):
    """Let the bonus count the dresses of hall ``hall``, 1 to 5."""

    hall: int


class RevealBarry(_Action, frozen=True):
    """Turn up Madame du Barry's next card and carry it out (SOLO-2, SOLO-6)."""


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
"""Any one decision; decode with ``msgspec.json.Decoder(Action)``."""
