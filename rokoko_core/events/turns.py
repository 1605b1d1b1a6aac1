"""Events of hands and turns: cards, bonuses and examinations (HAND, TURN, BON, JB-6, JB-7)."""

from typing import ClassVar

from rokoko_core.events.base import Explained, Moving, Still
from rokoko_core.events.reasons import Offer
from rokoko_core.terms import Exam, Task


class HandForced(Moving, frozen=True):
    """All cards of the supply go to the hand without a choice; everyone knows which they are."""

    rule: ClassVar[str] = "HAND-2"


class SupplyRenewed(Moving, frozen=True):
    """The discard pile becomes the supply."""

    rule: ClassVar[str] = "HAND-2"


class HandChosen(Moving, frozen=True):
    """Cards of the supply are chosen for the hand."""

    rule: ClassVar[str] = "HAND-1"


class CardPlayed(Moving, frozen=True):
    """A turn starts with a card of the hand."""

    rule: ClassVar[str] = "TURN-1"


class CardPutAway(Moving, frozen=True):
    """The card played goes on the discard pile."""

    rule: ClassVar[str] = "TURN-3"


class EmployeesLeft(Explained, frozen=True):
    """Employees leave the game: deputed (DEP-2), not hired (PREP-2), or after an examination (JB-7, SOLO-10)."""


class TurnEnded(Still, frozen=True):
    """The turn of ``seat`` is over."""

    rule: ClassVar[str] = "TURN-3"


class LetPass(Still, frozen=True):
    """An offer is declined."""

    offer: Offer
    piece: str = ""
    """The card of the bonus, the dress of the jewel or effect, or the card played for a main action."""

    @property
    def rule(self) -> str:
        return self.offer.rule


class BonusUsed(Still, frozen=True):
    """The bonus of ``card`` from the deck of ``owner`` is used; its effect follows."""

    rule: ClassVar[str] = "BON-10"
    card: str
    owner: int


class BonusCopied(Still, frozen=True):
    """The bonus of ``card``, on top of the discard pile of ``owner``, can be used next."""

    rule: ClassVar[str] = "JB-9"
    card: str
    owner: int


class HallCounted(Still, frozen=True):
    """``hall``, 1 to 5, is chosen for the bonus."""

    rule: ClassVar[str] = "BON-1"
    hall: int


class SupplyCardUsed(Moving, frozen=True):
    """A card of the supply goes on the discard pile to use its bonus."""

    rule: ClassVar[str] = "JB-9"


class TaskFilled(Moving, frozen=True):
    """A marker goes on ``task``."""

    rule: ClassVar[str] = "JB-6"
    task: Task


class ExamSat(Still, frozen=True):
    """``card``, just played, sits ``exam``."""

    rule: ClassVar[str] = "JB-7"
    exam: Exam
    card: str


class ExamDeckOpened(Still, frozen=True):
    """``seat`` sees the deck of ``exam``."""

    rule: ClassVar[str] = "JB-7"
    exam: Exam


class ExamCardTaken(Moving, frozen=True):
    """A card of the deck of ``exam`` goes to the hand, or to Madame du Barry's deck."""

    rule: ClassVar[str] = "JB-7"
    exam: Exam


class ExamPassed(Moving, frozen=True):
    """``exam`` is passed: the task markers return, the examination marker moves on."""

    rule: ClassVar[str] = "JB-7"
    exam: Exam


TurnEvent = (
    HandForced
    | SupplyRenewed
    | HandChosen
    | CardPlayed
    | CardPutAway
    | EmployeesLeft
    | TurnEnded
    | LetPass
    | BonusUsed
    | BonusCopied
    | HallCounted
    | SupplyCardUsed
    | TaskFilled
    | ExamSat
    | ExamDeckOpened
    | ExamCardTaken
    | ExamPassed
)
"""Any event of a player's cards, bonuses and examinations."""
