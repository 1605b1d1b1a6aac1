"""Reasons why an action is not legal: a code with parameters. The core has no prose."""

from enum import StrEnum

import msgspec

from rokoko_core.actions import Action
from rokoko_core.terms import Family, Good


class Reason(StrEnum):
    """Codes of ``Refusal``, each with its parameters."""

    WRONG_RANK = "wrong-rank"
    """``word``: the lowest rank that may take the action, or the rank that sits the examination."""
    TOO_LITTLE_MONEY = "too-little-money"
    """``missing``: the Livre."""
    GOODS_MISSING = "goods-missing"
    """``missing``: bales by colour, yarn and lace, or tiles; also Livre if money is short."""
    NO_FREE_SPACE = "no-free-space"
    """No guest space is free for the dress, and it cannot be sold (FEST-1, EXPERT-1)."""
    MASTER_SPACE = "master-space"
    """The guest space is for dresses made by a Master (DRESS-5)."""
    SPACE_TAKEN = "space-taken"
    """``seat``: the owner of the marker."""
    ROW_TAKEN = "row-taken"
    """A player may have one space of each fountain row, and one of the Jeweler (FUND-2, JB-5)."""
    FOUR_CARDS = "four-cards"
    """A deck never falls below 4 cards (DEP-2)."""
    FAVOR_GONE = "favor-gone"
    """``seat``: the holder of the Favor card (FAVOR-1)."""
    DISPLAY_EMPTY = "display-empty"
    """There is nothing to take."""
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
    """The card's bonus was already used this turn (BON-10)."""
    NOTHING_TO_GAIN = "nothing-to-gain"
    """The bonus has no effect now (BON-10)."""
    TASKS_OPEN = "tasks-open"
    """``missing``: each open examination task with 1 (JB-7)."""
    DECK_EMPTY = "deck-empty"
    """The examination deck is empty (JB-7)."""
    CONDITION = "condition"
    """``word``: the condition of the specialised Apprentice; ``missing``: what it lacks, unless that is secret (JB-4,
    JB-10).
    """
    NO_JEWELER = "no-jeweler"
    """Only players with a Jeweler decoration may buy jewels (JB-3)."""
    WRONG_JEWEL = "wrong-jewel"
    """Necklaces go with ladies' dresses, rings with coats (JB-3)."""
    NOT_NOW = "not-now"
    """The action belongs to another decision or another player."""


class Refusal(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """An action a player might expect but cannot take now, with the reason."""

    about: Action | Family
    """The action refused, or a kind of main action. ``UseBonus()`` is the bonus of the current card."""
    reason: Reason
    missing: tuple[tuple[str, int], ...] = ()
    """``Goods``, or examination tasks, depending on the reason."""
    word: str = ""
    seat: int | None = None


def short_of_money(about: Action | Family, missing: int) -> Refusal:
    """Return the refusal for ``missing`` Livre."""
    return Refusal(about, Reason.TOO_LITTLE_MONEY, ((Good.LIVRE, missing),))


class IllegalAction(ValueError):
    """``apply`` got an action that is not legal."""

    def __init__(self, action: Action, reason: Refusal):
        super().__init__(f"{action} is not legal now: {reason.reason}")
        self.action = action
        self.reason = reason
