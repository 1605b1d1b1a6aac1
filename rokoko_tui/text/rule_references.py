"""Which rule a thing is about: a choice, a refusal, a decision, a piece of the table; as numbers of the rulebook."""

from rokoko_core import actions as do
from rokoko_core import pending as ask
from rokoko_core.actions import Action
from rokoko_core.box import box_of
from rokoko_core.pending import Pending
from rokoko_core.refusal import Reason, Refusal
from rokoko_core.state import State
from rokoko_core.terms import Family

_OF_FAMILY = {
    Family.FAVOR: "FAVOR-1",
    Family.ACQUIRE: "ACQ-1",
    Family.DRESS: "DRESS-1",
    Family.HIRE: "HIRE-1",
    Family.DEPUTE: "DEP-1",
    Family.FUND: "FUND-1",
    Family.EXAM: "JB-7",
}
_OF_PENDING: dict[type, str] = {
    ask.HandChoice: "HAND-1",
    ask.CardChoice: "TURN-1",
    ask.MainAction: "TURN-2",
    ask.BonusOf: "BON-10",
    ask.TurnEnd: "TURN-3",
    ask.TileInHand: "ACQ-2",
    ask.Payment: "DRESS-2",
    ask.RentOrSell: "DRESS-4",
    ask.JewelOffer: "JB-3",
    ask.Placement: "DRESS-5",
    ask.RewardTile: "DRESS-6",
    ask.Effect: "EXPERT-1",
    ask.TaskChoice: "JB-6",
    ask.SilkForPrestige: "BON-5",
    ask.ExamCard: "JB-7",
    ask.BarryTurn: "SOLO-2",
    ask.BarryHall: "SOLO-6",
}
_OF_ACTION: dict[type, str] = {
    do.ChooseHand: "HAND-1",
    do.PlayCard: "TURN-1",
    do.EndTurn: "TURN-3",
    do.ClaimFavor: "FAVOR-1",
    do.TakeTile: "ACQ-1",
    do.DrawTile: "BON-7",
    do.KeepTile: "ACQ-3",
    do.DiscardTile: "ACQ-2",
    do.TakeNotion: "BON-1",
    do.MakeDress: "DRESS-1",
    do.PayTiles: "DRESS-2",
    do.Rent: "DRESS-5",
    do.Sell: "DRESS-4",
    do.TakeJewel: "JB-3",
    do.Place: "DRESS-5",
    do.Hire: "HIRE-1",
    do.HireSpecialist: "JB-4",
    do.Depute: "DEP-1",
    do.Fund: "FUND-1",
    do.SitExam: "JB-7",
    do.ChooseExamCard: "JB-7",
    do.MarkTask: "JB-6",
    do.UseBonus: "BON-1",
    do.BuyPrestige: "BON-4",
    do.SurrenderTile: "BON-5",
    do.SettleSilk: "BON-5",
    do.UseSupplyCard: "JB-9",
    do.CopyBonus: "JB-9",
    do.ChooseHall: "BON-1",
    do.RevealBarry: "SOLO-2",
}
_OF_REASON = {
    Reason.WRONG_RANK: "TURN-4",
    Reason.MASTER_SPACE: "DRESS-5",
    Reason.NO_FREE_SPACE: "DRESS-5",
    Reason.ROW_TAKEN: "FUND-2",
    Reason.FOUR_CARDS: "DEP-2",
    Reason.FAVOR_GONE: "FAVOR-1",
    Reason.THIMBLE: "DRESS-3",
    Reason.NOT_FOR_SALE: "JB-9",
    Reason.NO_TILE: "BON-7",
    Reason.NO_BONUS: "TURN-2",
    Reason.CROWN: "BON-8",
    Reason.BONUS_USED: "BON-10",
    Reason.NOTHING_TO_GAIN: "BON-10",
    Reason.TASKS_OPEN: "JB-6",
    Reason.DECK_EMPTY: "JB-7",
    Reason.CONDITION: "JB-10",
    Reason.NO_JEWELER: "JB-3",
    Reason.WRONG_JEWEL: "JB-3",
}
"""The rule behind a reason, where the reason tells more than what is refused."""
_OF_PIECE = {
    "window": "DRESS-1",
    "tile": "ACQ-1",
    "hire": "HIRE-1",
    "favor": "FAVOR-1",
    "guest": "DRESS-5",
    "hall": "END-3",
    "decoration": "FUND-1",
    "all-halls": "HALLS-1",
    "jewel": "JB-3",
    "exam": "JB-6",
    "exam-card": "JB-7",
    "hand": "TURN-1",
    "supply": "HAND-1",
    "discard": "TURN-5",
    "played": "TURN-2",
    "silk": "ACQ-3",
    "specialist": "JB-4",
    "player": "HIDDEN-1",
}
"""By the part of a piece key before its colon."""


def of_decision(asked: Pending) -> str:
    """The rule behind what is asked."""
    return _OF_PENDING[type(asked)]


def of_action(action: Action, state: State) -> str:
    """The rule behind a choice; letting an offer pass is about what is offered."""
    asked = state.pending[-1] if state.pending else None
    if isinstance(action, do.Decline):
        return of_decision(asked) if asked is not None else _OF_PENDING[ask.MainAction]
    if isinstance(action, do.Depute) and isinstance(asked, ask.BonusOf):
        return "BON-6"
    if isinstance(action, do.MakeDress) and isinstance(asked, ask.BonusOf):
        return "BON-2"
    return _OF_ACTION[type(action)]


def of_refusal(refusal: Refusal, state: State) -> str:
    """The rule behind a refusal: that of its reason, else that of what is refused."""
    about = refusal.about
    if refusal.reason is Reason.WRONG_RANK and about == Family.EXAM:
        return _OF_FAMILY[Family.EXAM]
    if refusal.reason is Reason.ROW_TAKEN and isinstance(about, do.Fund):
        return _row_rule(about, state)
    found = _OF_REASON.get(refusal.reason)
    return found or (_OF_FAMILY[about] if isinstance(about, Family) else of_action(about, state))


def _row_rule(about: do.Fund, state: State) -> str:
    return "JB-5" if box_of(state).decoration[about.space].kind == "jeweler" else "FUND-2"


def of_piece(key: str) -> str:
    """The rule about a piece or place of the table; empty for a key nothing is known about."""
    return _OF_PIECE.get(key.partition(":")[0], "")
