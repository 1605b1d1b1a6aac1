"""What the game waits for: the kinds of pending decision on ``State.pending``.

The last entry of the stack is asked first. Each kind holds just what its offers need; who may do what about it stands
with its rules in ``rokoko_core.moves``, ``rokoko_core.bonuses``, ``rokoko_core.rounds`` and ``rokoko_core.du_barry``.
"""

import msgspec

from rokoko_core.terms import Exam, Rank, Task, kebab


class _Pending(msgspec.Struct, frozen=True, gc=False, tag_field="ask", tag=kebab):
    """A decision that seat ``seat`` has to take."""

    seat: int


class HandChoice(_Pending, frozen=True):
    """Choose as many cards of the supply as the hand lacks (HAND-1)."""


class CardChoice(_Pending, frozen=True):
    """Choose the card to play this turn (TURN-1)."""


class MainAction(_Pending, frozen=True):
    """Take one main action of the played card, or none (TURN-2)."""


class BonusOf(_Pending, frozen=True):
    """Use the bonus of ``card``, or none (TURN-2, BON-6, JB-9)."""

    card: str
    owner: int
    """Seat whose deck ``card`` belongs to; differs from ``seat`` when a bonus is copied."""


class TurnEnd(_Pending, frozen=True):
    """Say that the turn is over (TURN-3)."""


class TileInHand(_Pending, frozen=True):
    """Keep ``tile`` as silk or discard it for notions (ACQ-2)."""

    tile: str
    face_down: bool
    """True when the tile was drawn unseen by the others (HIDDEN-1)."""
    by: Rank | None = None
    """Rank of the employee who acquired it; None for draws and rewards, which are no Acquire action (JB-6)."""


class Payment(_Pending, frozen=True):
    """Choose the tiles that pay for ``dress`` (DRESS-2)."""

    dress: str
    by: Rank
    bonus: str = ""
    """The bonus under which the dress is made, with its discount; empty for the main action."""


class RentOrSell(_Pending, frozen=True):
    """Decide what becomes of ``dress``, just made and paid (DRESS-4)."""

    dress: str
    by: Rank
    bonus: str = ""


class JewelOffer(_Pending, frozen=True):
    """Buy a jewel to go with ``dress`` before it is placed (JB-3)."""

    dress: str


class Placement(_Pending, frozen=True):
    """Choose the guest who wears ``dress`` (DRESS-5)."""

    dress: str
    by: Rank
    jewel: str = ""
    """Colour of the jewel bought with the dress; empty for none (EXPERT-1)."""


class RewardTile(_Pending, frozen=True):
    """Take one tile of the warehouse for nothing: a guest space's reward, not optional (DRESS-6)."""


class Effect(_Pending, frozen=True):
    """The one-time effect of ``dress`` when it was placed (EXPERT-1)."""

    dress: str
    jewel: str = ""
    """Colour of the jewel bought with the dress; empty for none."""


class TaskChoice(_Pending, frozen=True):
    """Fill one of the examination tasks ``tasks`` that one action fits (JB-6)."""

    tasks: tuple[Task, ...]


class SilkForPrestige(_Pending, frozen=True):
    """Lay aside kept tiles to surrender for prestige; ``aside`` lie there already (BON-5)."""

    aside: tuple[str, ...] = ()


class ExamCard(_Pending, frozen=True):
    """Choose a card of the deck of ``exam`` once the candidate's bonus is done with (JB-7)."""

    exam: Exam


class BarryTurn(_Pending, frozen=True):
    """Madame du Barry's next card is to be turned up (SOLO-2)."""


class BarryHall(_Pending, frozen=True):
    """The card is to be turned up that names the hall for her ``dress`` (SOLO-6)."""

    dress: str
    card: str
    """Her card being carried out, discarded when the dress is placed."""


Pending = (
    HandChoice
    | CardChoice
    | MainAction
    | BonusOf
    | TurnEnd
    | TileInHand
    | Payment
    | RentOrSell
    | JewelOffer
    | Placement
    | RewardTile
    | Effect
    | TaskChoice
    | SilkForPrestige
    | ExamCard
    | BarryTurn
    | BarryHall
)
