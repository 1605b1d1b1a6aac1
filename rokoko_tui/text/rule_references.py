"""The rule number for an action, a refusal, a decision or a piece."""

from rokoko_core import actions, pending
from rokoko_core.actions import Action
from rokoko_core.box import box_of
from rokoko_core.pending import Pending
from rokoko_core.refusal import Reason, Refusal
from rokoko_core.state import State
from rokoko_core.terms import Family
from rokoko_tui.text.piece_refs import PieceKind, PieceRef

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
    pending.HandChoice: "HAND-1",
    pending.CardChoice: "TURN-1",
    pending.MainAction: "TURN-2",
    pending.BonusOf: "BON-10",
    pending.TurnEnd: "TURN-3",
    pending.TileInHand: "ACQ-2",
    pending.Payment: "DRESS-2",
    pending.RentOrSell: "DRESS-4",
    pending.JewelOffer: "JB-3",
    pending.Placement: "DRESS-5",
    pending.RewardTile: "DRESS-6",
    pending.Effect: "EXPERT-1",
    pending.TaskChoice: "JB-6",
    pending.SilkForPrestige: "BON-5",
    pending.ExamCard: "JB-7",
    pending.BarryTurn: "SOLO-2",
    pending.BarryHall: "SOLO-6",
}
_OF_ACTION: dict[type, str] = {
    actions.ChooseHand: "HAND-1",
    actions.PlayCard: "TURN-1",
    actions.EndTurn: "TURN-3",
    actions.ClaimFavor: "FAVOR-1",
    actions.TakeTile: "ACQ-1",
    actions.DrawTile: "BON-7",
    actions.KeepTile: "ACQ-3",
    actions.DiscardTile: "ACQ-2",
    actions.TakeNotion: "BON-1",
    actions.MakeDress: "DRESS-1",
    actions.PayTiles: "DRESS-2",
    actions.Rent: "DRESS-5",
    actions.Sell: "DRESS-4",
    actions.TakeJewel: "JB-3",
    actions.Place: "DRESS-5",
    actions.Hire: "HIRE-1",
    actions.HireSpecialist: "JB-4",
    actions.Depute: "DEP-1",
    actions.Fund: "FUND-1",
    actions.SitExam: "JB-7",
    actions.ChooseExamCard: "JB-7",
    actions.MarkTask: "JB-6",
    actions.UseBonus: "BON-1",
    actions.BuyPrestige: "BON-4",
    actions.SurrenderTile: "BON-5",
    actions.SettleSilk: "BON-5",
    actions.UseSupplyCard: "JB-9",
    actions.CopyBonus: "JB-9",
    actions.ChooseHall: "BON-1",
    actions.RevealBarry: "SOLO-2",
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
"""Reasons with a more specific rule than that of the refused action."""
_OF_PIECE: dict[PieceKind, str] = {
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
"""By the kind of piece."""


def rule_of_decision(decision: Pending) -> str:
    """Return the rule of a decision."""
    return _OF_PENDING[type(decision)]


def rule_of_action(action: Action, state: State) -> str:
    """Return the rule of an action; declining has the rule of the offer."""
    decision = state.pending[-1] if state.pending else None
    if isinstance(action, actions.Decline):
        return rule_of_decision(decision) if decision is not None else _OF_PENDING[pending.MainAction]
    if isinstance(action, actions.Depute) and isinstance(decision, pending.BonusOf):
        return "BON-6"
    if isinstance(action, actions.MakeDress) and isinstance(decision, pending.BonusOf):
        return "BON-2"
    return _OF_ACTION[type(action)]


def rule_of_refusal(refusal: Refusal, state: State) -> str:
    """Return the rule of a refusal: that of its reason, or else that of the refused action."""
    about = refusal.about
    if refusal.reason is Reason.WRONG_RANK and about == Family.EXAM:
        return _OF_FAMILY[Family.EXAM]
    if refusal.reason is Reason.ROW_TAKEN and isinstance(about, actions.Fund):
        return _row_rule(about, state)
    rule = _OF_REASON.get(refusal.reason)
    return rule or (_OF_FAMILY[about] if isinstance(about, Family) else rule_of_action(about, state))


def _row_rule(about: actions.Fund, state: State) -> str:
    return "JB-5" if box_of(state).decoration[about.space].kind == "jeweler" else "FUND-2"


def rule_of_piece(piece: PieceRef) -> str:
    """Return the rule of a piece or space."""
    return _OF_PIECE[piece.kind]
