"""The question asked of a player, and help about it."""

from rokoko_core import pending
from rokoko_core.box import box_of
from rokoko_core.pending import Pending
from rokoko_core.play.choices import pending_decision, silk_prestige
from rokoko_core.state import State
from rokoko_core.terms import FACE_DOWN, kebab
from rokoko_tui.text import piece_names, player_names
from rokoko_tui.text.message_catalog import Vocabulary
from rokoko_tui.text.wording import Wording


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
        values["bonus"] = piece_names.bonus_short(words, box.card[card].bonus).longest
    dress = getattr(decision, "dress", "")
    if dress:
        values["dress"] = piece_names.dress_short(words, dress, box)
        effect = box.dress[dress].effect
        values["effect"] = piece_names.effect(words, effect) if effect else ""
    if isinstance(decision, pending.TileInHand):
        values["tile"] = piece_names.tile_names(words, decision.tile, box)
    if isinstance(decision, pending.ExamCard):
        values["exam"] = piece_names.exam(words, decision.exam)
    if isinstance(decision, pending.SilkForPrestige):
        values["prestige"] = silk_prestige(state)
    if isinstance(decision, pending.HandChoice):
        lacking = 3 - len(state.players[decision.seat].hand)
        values["count"] = words.say("choices.question.cards", n=lacking)
    return values


def question(words: Vocabulary, decision: Pending | None, state: State) -> Wording:
    """Return the question a player has to answer, at last only who is choosing."""
    if decision is None:
        return words.wording("choices.question.over")
    unseen = isinstance(decision, pending.SilkForPrestige) and FACE_DOWN in decision.aside
    key = f"{decision_tag(decision)}-unseen" if unseen else decision_tag(decision)
    values = decision_values(words, decision, state)
    return Wording(*words.wording(f"choices.question.{key}", **values), words.say_of("table.list.chooses", values))


def watched(words: Vocabulary, decision: Pending, state: State) -> Wording:
    """Return what the player of a decision does, after the name, for those who watch."""
    return words.wording(f"choices.watched.{decision_tag(decision)}", **decision_values(words, decision, state))


def watched_title(words: Vocabulary, decision: Pending, state: State) -> Wording:
    """Return what the player of a decision does, with the name."""
    who = player_names.seat(words, state.setup, decision.seat)
    titles = [words.say("choices.watched.title", who=who, what=what) for what in watched(words, decision, state)]
    return Wording(*titles, words.say("table.remote.chooses", who=who))


def group_tag(decision: Pending, state: State) -> str:
    """Return the tag of the heading for the choices of a decision, which says what kind of jewel suits the dress."""
    if isinstance(decision, pending.JewelOffer):
        return piece_names.jewel_kind(box_of(state).dress[decision.dress].colour)
    return decision_tag(decision)


def help_at(words: Vocabulary, state: State) -> list[str]:
    """Return help about the pending decision, and about examinations and specialists if they may matter to it."""
    decision = pending_decision(state)
    lines = help_for(words, decision)
    if not isinstance(decision, pending.CardChoice | pending.MainAction | pending.TaskChoice):
        return lines
    player = state.players[decision.seat]
    topics = ["exam"] if player.exam is not None else []
    topics += ["specialist"] if player.specialist and not isinstance(decision, pending.TaskChoice) else []
    return lines + [line for topic in topics for line in help_for(words, topic)]


def help_for(words: Vocabulary, moment: Pending | str | None) -> list[str]:
    """Return help about a decision, its tag, or a part of the screen; empty if there is none."""
    key = "over" if moment is None else moment if isinstance(moment, str) else decision_tag(moment)
    return words.say(f"help.help.{key}").splitlines() if words.knows(f"help.help.{key}") else []
