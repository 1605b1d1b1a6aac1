"""Why something cannot be done now: a code with its parameters. The core holds no prose."""

from enum import StrEnum

import msgspec

from rokoko_core.actions import Action
from rokoko_core.terms import Family, Good


class Reason(StrEnum):
    """Codes of ``Refusal``; each says which parameters go with it."""

    WRONG_RANK = "wrong-rank"
    """``word``: the lowest rank that may, or for an examination the rank that sits it."""
    TOO_LITTLE_MONEY = "too-little-money"
    """``missing``: the Livre."""
    GOODS_MISSING = "goods-missing"
    """``missing``: bales by colour, yarn, lace or tiles; Livre if money is short too."""
    NO_FREE_SPACE = "no-free-space"
    """No guest space is free that would take the dress, and it cannot be sold (FEST-1, EXPERT-1)."""
    MASTER_SPACE = "master-space"
    """The guest space is for dresses made by a Master (DRESS-5)."""
    SPACE_TAKEN = "space-taken"
    """``seat``: whose marker lies there."""
    ROW_TAKEN = "row-taken"
    """One space of each fountain row, and of the Jeweler, per player (FUND-2, JB-5)."""
    FOUR_CARDS = "four-cards"
    """A deck never falls below 4 cards (DEP-2)."""
    FAVOR_GONE = "favor-gone"
    """``seat``: who holds the Favor card (FAVOR-1)."""
    DISPLAY_EMPTY = "display-empty"
    """Nothing lies where the action would take from."""
    THIMBLE = "thimble"
    """The dress needs a Master (DRESS-3); an extra dress may never be one (BON-2)."""
    NOT_FOR_SALE = "not-for-sale"
    """The dress can only be rented out, and this bonus only sells (JB-9)."""
    NO_TILE = "no-tile"
    """No face-down tile is left to draw (BON-7)."""
    NO_BONUS = "no-bonus"
    """The card has no bonus."""
    CROWN = "crown"
    """The card's bonus counts in the final scoring only (BON-8)."""
    BONUS_USED = "bonus-used"
    """The card's bonus was used this turn already (BON-10)."""
    NOTHING_TO_GAIN = "nothing-to-gain"
    """The bonus would bring nothing now (BON-10)."""
    TASKS_OPEN = "tasks-open"
    """``missing``: each open examination task with 1 (JB-7)."""
    DECK_EMPTY = "deck-empty"
    """The examination deck has no card left (JB-7)."""
    CONDITION = "condition"
    """``word``: the specialised Apprentice's condition; ``missing``: how much is short (JB-4, JB-10)."""
    NO_JEWELER = "no-jeweler"
    """Jewels are sold to players with a Jeweler decoration only (JB-3)."""
    WRONG_JEWEL = "wrong-jewel"
    """Necklaces go with ladies' dresses, rings with coats (JB-3)."""
    NOT_NOW = "not-now"
    """The action belongs to another moment or another player."""


class Refusal(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """What a player would look for and cannot do now, and why."""

    about: Action | Family
    """The action refused, or a whole kind of main action. ``UseBonus()`` stands for the bonus of the card in turn."""
    reason: Reason
    missing: tuple[tuple[str, int], ...] = ()
    """``Goods``, or examination tasks, as the reason says."""
    word: str = ""
    seat: int | None = None


def short_of_money(about: Action | Family, missing: int) -> Refusal:
    """The refusal for ``missing`` Livre."""
    return Refusal(about, Reason.TOO_LITTLE_MONEY, ((Good.LIVRE, missing),))


class IllegalAction(ValueError):
    """``apply`` was given an action that ``legal_actions`` does not offer."""

    def __init__(self, action: Action, reason: Refusal):
        super().__init__(f"{action} is not legal now: {reason.reason}")
        self.action = action
        self.reason = reason
