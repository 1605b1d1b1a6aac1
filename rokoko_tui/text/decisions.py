"""The question asked of a player, and the headings that the possible actions are listed under."""

from rokoko_core import actions, pending
from rokoko_core.actions import Action
from rokoko_core.box import box_of
from rokoko_core.pending import Pending
from rokoko_core.play.choices import family_of, pending_decision, silk_prestige
from rokoko_core.state import State
from rokoko_core.terms import FACE_DOWN, kebab
from rokoko_tui.text import piece_names, player_names
from rokoko_tui.text.message_catalog import Vocabulary


def decision_tag(decision: Pending) -> str:
    """Return the tag of a decision, such as ``main-action``."""
    return kebab(type(decision).__name__)


def decision_values(words: Vocabulary, decision: Pending, state: State) -> dict[str, object]:
    """Return the values for sentences about a decision."""
    box = box_of(state)
    values: dict[str, object] = {"who": player_names.seat(words, state.setup, decision.seat)}
    card = getattr(decision, "card", "") or (state.turn.card if state.turn else "")
    if card in box.card:
        values["card"] = piece_names.card(words, card, box)
        values["bonus"] = piece_names.bonus_short(words, box.card[card].bonus)
    dress = getattr(decision, "dress", "")
    if dress:
        values["dress"] = piece_names.dress_short(words, dress, box)
        effect = box.dress[dress].effect
        values["effect"] = piece_names.effect(words, effect) if effect else ""
    if isinstance(decision, pending.TileInHand):
        values["tile"] = piece_names.tile(words, decision.tile, box)
    if isinstance(decision, pending.ExamCard):
        values["exam"] = piece_names.exam(words, decision.exam)
    if isinstance(decision, pending.SilkForPrestige):
        values["prestige"] = silk_prestige(state)
    if isinstance(decision, pending.HandChoice):
        lacking = 3 - len(state.players[decision.seat].hand)
        values["count"] = words.say("choices.question.cards", n=lacking)
    return values


def question(words: Vocabulary, decision: Pending | None, state: State) -> str:
    """Return the question a player has to answer."""
    if decision is None:
        return words.say("choices.question.over")
    unseen = isinstance(decision, pending.SilkForPrestige) and FACE_DOWN in decision.aside
    key = f"{decision_tag(decision)}-unseen" if unseen else decision_tag(decision)
    return words.say_of(f"choices.question.{key}", decision_values(words, decision, state))


def short_question(words: Vocabulary, decision: Pending, state: State) -> str:
    """Return a shorter form of the question, if it has one; else who is choosing."""
    values = decision_values(words, decision, state)
    key = f"choices.question.{decision_tag(decision)}-tight"
    return words.say_of(key if words.knows(key) else "table.list.chooses", values)


def group(words: Vocabulary, action: Action, state: State) -> str:
    """Return the heading that the action is listed under."""
    decision = pending_decision(state)
    if isinstance(action, actions.Decline) and isinstance(decision, pending.MainAction):
        return words.say("choices.group.pass")
    if isinstance(action, actions.RevealBarry):
        return words.say("choices.group.barry")
    family = family_of(action)
    if family is not None and (decision is None or isinstance(decision, pending.MainAction)):
        return words.say(f"pieces.family.{family}")
    if decision is None:
        return words.say("choices.group.turn-end")
    if isinstance(decision, pending.MainAction | pending.BarryTurn | pending.BarryHall):
        return words.say("choices.group.pass")
    return words.say_of(f"choices.group.{group_tag(decision, state)}", decision_values(words, decision, state))


def group_tag(decision: Pending, state: State) -> str:
    """Return the tag of the heading for the choices of a decision, which says what kind of jewel suits the dress."""
    if isinstance(decision, pending.JewelOffer):
        return "necklace" if box_of(state).dress[decision.dress].ladies else "ring"
    return decision_tag(decision)
