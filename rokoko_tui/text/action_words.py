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


def action(words: Vocabulary, chosen: Action, state: State) -> str:
    """Describe the action with its price and its gains in one line."""
    return capital(words_of(chosen).label(words, chosen, state))


def short_action(words: Vocabulary, chosen: Action, state: State) -> str:
    """Describe the action in as few cells as its kind allows; empty where the whole label is short."""
    return capital(words_of(chosen).short(words, chosen, state))


def tight_action(words: Vocabulary, chosen: Action, state: State) -> str:
    """Describe the action in still fewer cells, for a list too narrow for its label; empty for no such label."""
    return capital(words_of(chosen).tight(words, chosen, state))


def describe_consequences(words: Vocabulary, action: Action, state: State) -> list[str]:
    """Return lines about tasks, income and cards that leave the game: what follows beyond cost, gain and score."""
    return words_of(action).consequences(words, action, state)


def list_piece_refs(action: Action, state: State) -> frozenset[PieceRef]:
    return frozenset(words_of(action).pieces(action, state))


# ---- headings


def group(words: Vocabulary, action: Action, state: State) -> str:
    """Return the heading that the action is listed under."""
    decision, family = pending_decision(state), family_of(action)
    if own := words_of(action).heading(words, action, state):
        return own
    if family is not None and (decision is None or is_main_action(state)):
        return words.say(f"pieces.family.{family}")
    if decision is None:
        return words.say("choices.group.turn-end")
    if is_main_action(state):
        return words.say("choices.group.pass")
    return words.say_of(f"choices.group.{group_tag(decision, state)}", decision_values(words, decision, state))


def short_group(words: Vocabulary, action: Action, state: State) -> str:
    """Return the heading that the action is listed under among the choices."""
    if words_of(action).is_listed_last and is_main_action(state):
        return words.say("choices.group.more")
    return words_of(action).row_heading(words, action, state) or group(words, action, state)


def tight_group(words: Vocabulary, action: Action, state: State) -> str:
    """Return a heading in few cells, most without the piece they are about; empty for no such heading."""
    decision = pending_decision(state)
    key = f"choices.group.{group_tag(decision, state)}-tight" if decision is not None else ""
    if decision is None or words_of(action).row_heading(words, action, state) or not words.knows(key):
        return ""
    return words.say_of(key, decision_values(words, decision, state))


def folder(words: Vocabulary, chosen: Sequence[Action], state: State, form: str = "folded") -> str:
    """Return the heading of a group that may be folded, with the price, if need be the lowest."""
    prices = [price_of(action, state) for action in chosen if words_of(action).has_own_price]
    priced = f"choices.group.{form}-priced" if len(set(prices)) == 1 else f"choices.group.{form}-from"
    values = {"what": short_group(words, chosen[0], state), "n": len(chosen)}
    lowest = min(prices, default=0)
    key = priced if prices else f"choices.group.{form}"
    return words.say_of(key, {**values, "price": lowest, "livre": lowest})


def tight_folder(words: Vocabulary, chosen: Sequence[Action], state: State) -> str:
    """Return the heading without the number of choices."""
    return folder(words, chosen, state, "folded-tight")
