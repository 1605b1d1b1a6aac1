"""The kinds of pending decision on ``State.pending``.

The last entry of the stack is resolved first. Each kind holds what its actions need. The rules are in
``rokoko_core.moves``, ``rokoko_core.bonuses``, ``rokoko_core.rounds`` and ``rokoko_core.du_barry``.
"""

import msgspec

from rokoko_core.terms import Exam, Rank, Task, kebab


class _Pending(msgspec.Struct, frozen=True, gc=False, tag_field="ask", tag=kebab):
    """Base class of the decisions; ``seat`` decides."""

    seat: int


class HandChoice(_Pending, frozen=True):
    """Choose the missing cards of the hand from the supply (HAND-1)."""


class CardChoice(_Pending, frozen=True):
    """Choose the card to play this turn (TURN-1)."""


class MainAction(_Pending, frozen=True):
    """Take one main action of the played card, or decline it (TURN-2)."""


class BonusOf(_Pending, frozen=True):
    """Use the bonus of ``card``, or decline it (TURN-2, BON-6, JB-9)."""

    card: str
    owner: int
    """Seat whose deck ``card`` belongs to; differs from ``seat`` for a copied bonus."""


class TurnEnd(_Pending, frozen=True):
    """Confirm the end of the turn (TURN-3)."""


class TileInHand(_Pending, frozen=True):
    """Keep ``tile`` as silk or discard it for notions (ACQ-2)."""

    tile: str
    face_down: bool
    """Whether the tile was drawn unseen by others (HIDDEN-1)."""
    by: Rank | None = None
    """Rank of the employee who acquired it; None for draws and rewards, which are not Acquire actions (JB-6)."""


class Payment(_Pending, frozen=True):
    """Choose the tiles that pay for ``dress`` (DRESS-2)."""

    dress: str
    by: Rank
    bonus: str = ""
    """The bonus the dress is made with; empty for the main action."""


class RentOrSell(_Pending, frozen=True):
    """Rent out or sell ``dress``, just made and paid for (DRESS-4)."""

    dress: str
    by: Rank
    bonus: str = ""


class JewelOffer(_Pending, frozen=True):
    """Buy a jewel for ``dress`` before it is placed (JB-3)."""

    dress: str


class Placement(_Pending, frozen=True):
    """Choose the guest space for ``dress`` (DRESS-5)."""

    dress: str
    by: Rank
    jewel: str = ""
    """Colour of the jewel bought with the dress; empty for none (EXPERT-1)."""


class RewardTile(_Pending, frozen=True):
    """Take one tile of the warehouse free: a guest space's reward, not optional (DRESS-6)."""


class Effect(_Pending, frozen=True):
    """Apply the one-time effect of ``dress``, just placed (EXPERT-1)."""

    dress: str
    jewel: str = ""
    """Colour of the jewel bought with the dress; empty for none."""


class TaskChoice(_Pending, frozen=True):
    """Choose which of the examination tasks ``tasks`` to fill (JB-6)."""

    tasks: tuple[Task, ...]


class SilkForPrestige(_Pending, frozen=True):
    """Set aside kept tiles to surrender for prestige; ``aside`` are already chosen (BON-5)."""

    aside: tuple[str, ...] = ()


class ExamCard(_Pending, frozen=True):
    """Choose a card of the deck of ``exam``, after the candidate's bonus (JB-7)."""

    exam: Exam


class BarryTurn(_Pending, frozen=True):
    """Reveal Madame du Barry's next card (SOLO-2)."""


class BarryHall(_Pending, frozen=True):
    """Reveal the card that names the hall for her ``dress`` (SOLO-6)."""

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
