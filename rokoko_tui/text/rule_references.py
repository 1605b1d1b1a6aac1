"""The rule number for an action, a refusal, a decision or a piece."""

from rokoko_core.actions import Action, Fund
from rokoko_core.box import box_of
from rokoko_core.play.choices import pending_decision
from rokoko_core.refusal import Reason, Refusal
from rokoko_core.state import State
from rokoko_core.terms import Family, kebab
from rokoko_tui.data_files import load_table
from rokoko_tui.text.decisions import decision_tag
from rokoko_tui.text.families.registry import words_of
from rokoko_tui.text.piece_refs import PieceRef

_RULES = load_table(__file__, "rule_references")


def _rule(of: str, key: str) -> str:
    return str(_RULES[of][key])


def rule_of_action(action: Action, state: State) -> str:
    """Return the rule of an action; declining has the rule of the offer."""
    kind, decision = kebab(type(action).__name__), pending_decision(state)
    own = words_of(action).rule(action, state) or str(_RULES["action"].get(kind, ""))
    return own or _rule("decision", decision_tag(decision) if decision is not None else "main-action")


def rule_of_refusal(refusal: Refusal, state: State) -> str:
    """Return the rule of a refusal: that of its reason, or else that of the refused action."""
    about = refusal.about
    if refusal.reason is Reason.WRONG_RANK and about == Family.EXAM:
        return _rule("family", Family.EXAM)
    if refusal.reason is Reason.ROW_TAKEN and isinstance(about, Fund):
        return "JB-5" if box_of(state).decoration[about.space].kind == "jeweler" else "FUND-2"
    if refusal.reason in _RULES["reason"]:
        return _rule("reason", refusal.reason)
    return _rule("family", about) if isinstance(about, Family) else rule_of_action(about, state)


def rule_of_piece(piece: PieceRef) -> str:
    return _rule("piece", piece.kind)
