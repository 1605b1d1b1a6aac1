"""The words, pieces and headings of any action, from the module of its family."""

from collections.abc import Sequence

from rokoko_core.actions import Action
from rokoko_core.play.choices import family_of, is_main_action, pending_decision, price_of
from rokoko_core.state import State
from rokoko_tui.text.decisions import decision_values, group_tag
from rokoko_tui.text.families.registry import words_of
from rokoko_tui.text.message_catalog import Vocabulary
from rokoko_tui.text.messages import capital
from rokoko_tui.text.piece_refs import PieceRef
from rokoko_tui.text.wording import Wording


def action(words: Vocabulary, chosen: Action, state: State) -> str:
    """Describe the action with its price and its gains in one line."""
    return capital(words_of(chosen).label(words, chosen, state))


def row(words: Vocabulary, chosen: Action, state: State) -> Wording:
    """Describe the action on one line of the list: what, price and prestige."""
    shorten = words_of(chosen).row
    if shorten is None:
        return Wording(action(words, chosen, state))
    return shorten(words, chosen, state).map(capital)


def describe_consequences(words: Vocabulary, action: Action, state: State) -> list[str]:
    """Return lines about tasks, income and cards that leave the game: what follows beyond cost, gain and score."""
    return words_of(action).consequences(words, action, state)


def list_piece_refs(action: Action, state: State) -> frozenset[PieceRef]:
    return frozenset(words_of(action).pieces(action, state))


# ---- headings


def heading(words: Vocabulary, action: Action, state: State) -> Wording:
    """Return the heading that the action is listed under; short forms leave out most pieces."""
    decision, family = pending_decision(state), family_of(action)
    if own := words_of(action).heading(words, action, state):
        return Wording(own)
    if family is not None and (decision is None or is_main_action(state)):
        return words.wording(f"pieces.family.{family}")
    if decision is None:
        return words.wording("choices.group.turn-end")
    if is_main_action(state):
        return words.wording("choices.group.pass")
    return words.wording(f"choices.group.{group_tag(decision, state)}", **decision_values(words, decision, state))


def group(words: Vocabulary, action: Action, state: State) -> str:
    """Return the heading in full."""
    return heading(words, action, state).longest


def row_heading(words: Vocabulary, action: Action, state: State) -> Wording:
    """Return the heading that the action is listed under among the choices."""
    own = words_of(action)
    if own.is_listed_last and is_main_action(state):
        return words.wording("choices.group.more")
    if text := own.row_heading(words, action, state):
        return Wording(text)
    return heading(words, action, state)


def folder(words: Vocabulary, chosen: Sequence[Action], state: State) -> Wording:
    """Return the heading of a group that may be folded, with the price, if need be the lowest; at last its name."""
    prices = [price_of(action, state) for action in chosen if words_of(action).has_own_price]
    lowest = min(prices, default=0)
    key = "folded" if not prices else "folded-priced" if len(set(prices)) == 1 else "folded-from"
    what = row_heading(words, chosen[0], state).longest
    forms = words.wording(f"choices.group.{key}", what=what, n=len(chosen), price=lowest, livre=lowest)
    return Wording(*forms, what)
