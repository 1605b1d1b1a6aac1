"""Hands, cards played, offers declined, and ends of turns."""

from rokoko_core import actions as do
from rokoko_core.box import Box, box_of
from rokoko_core.events.turns import CardPlayed, HandChosen, LetPass, TurnEnded
from rokoko_core.pending import BonusOf, Effect, MainAction
from rokoko_core.play.choices import pending_decision
from rokoko_core.state import State
from rokoko_core.terms import FACE_DOWN, DressEffect, Zone
from rokoko_tui.text import piece_names, player_names
from rokoko_tui.text.decisions import decision_tag
from rokoko_tui.text.event_writers import LogWriter
from rokoko_tui.text.families import ActionWords, EventWords, Tooltip, card_forms
from rokoko_tui.text.message_catalog import Vocabulary
from rokoko_tui.text.piece_refs import PieceKind, PieceRef
from rokoko_tui.text.wording import Wording


def _label_hand(words: Vocabulary, action: do.ChooseHand, state: State) -> str:
    box, name = box_of(state), piece_names.card if len(action.cards) == 1 else piece_names.card_within
    return words.say("choices.action.choose-hand", cards=[name(words, card, box) for card in action.cards])


def _shorten_hand(words: Vocabulary, action: do.ChooseHand, state: State) -> Wording:
    box = box_of(state)
    short = [piece_names.card_short(words, card, box).shortest for card in action.cards]
    return Wording(_label_hand(words, action, state), words.say("choices.action.choose-hand", cards=short))


def _label_declined(words: Vocabulary, action: do.Decline, state: State) -> str:
    decision = pending_decision(state)
    if isinstance(decision, Effect) and box_of(state).dress[decision.dress].effect is DressEffect.EXPERT_DEPUTE:
        return words.say("choices.decline.expert-depute")
    key = f"choices.decline.{decision_tag(decision)}" if decision is not None else ""
    return words.say(key if words.knows(key) else "choices.decline.effect")


def _head_declined(words: Vocabulary, action: do.Decline, state: State) -> str:
    return words.say("choices.group.pass") if isinstance(pending_decision(state), MainAction) else ""


def _explain_declined(words: Vocabulary, state: State) -> str:
    """Return what declining the pending decision means, in a sentence or two."""
    decision, box = pending_decision(state), box_of(state)
    bonus = effect = ""
    if isinstance(decision, BonusOf):
        bonus = piece_names.bonus_short(words, box.card[decision.card].bonus).longest
    if isinstance(decision, Effect):
        face = box.dress[decision.dress].effect
        effect = piece_names.effect(words, face) if face else ""
    key = f"choices.declined.{decision_tag(decision)}" if decision is not None else ""
    return words.say_of(key if words.knows(key) else "choices.declined.other", {"bonus": bonus, "effect": effect})


ACTIONS = (
    ActionWords(
        do.ChooseHand,
        _label_hand,
        row=_shorten_hand,
        pieces=lambda action, state: [PieceRef("supply", card) for card in action.cards],
        shortened_with="cards",
    ),
    ActionWords(
        do.PlayCard,
        lambda words, action, state: card_forms(words, action, state).longest,
        row=card_forms,
        pieces=lambda action, state: [PieceRef("hand", action.card)],
        shortened_with="cards",
    ),
    ActionWords(
        do.Decline,
        _label_declined,
        consequences=lambda words, action, state: [_explain_declined(words, state)],
        heading=_head_declined,
        key=lambda action, state: "0",
        is_listed_last=True,
    ),
    ActionWords(
        do.EndTurn,
        lambda words, action, state: words.say("choices.action.end-turn"),
        key=lambda action, state: "e",
    ),
)


# ---- events


def _log_hand(log: LogWriter, event: HandChosen) -> None:
    if FACE_DOWN in event.pieces:
        log.add_action(event, "choose-hand")
    else:
        log.add_action(event, "choose-hand-own", cards=log.cards(event.pieces))


def _log_declined(log: LogWriter, event: LetPass) -> None:
    log.add_action(event, f"decline-{event.offer}", card=log.card(event.piece), dress=log.dress(event.piece))


EVENTS = (
    EventWords(HandChosen, log=_log_hand),
    EventWords(CardPlayed, log=lambda log, event: log.add_action(event, "play-card", card=log.card(event.piece))),
    EventWords(LetPass, log=_log_declined),
    EventWords(TurnEnded, log=lambda log, event: log.add_action(event, "end-turn"), du_barry=lambda log, event: None),
)


# ---- tooltips


def _describe_card(words: Vocabulary, piece: PieceRef, state: State, box: Box) -> str:
    """Describe a card in a zone of a player."""
    card = piece_names.card(words, piece.name, box)
    if piece.name not in box.card:
        return card
    zone, bonus = words.say(f"pieces.zone.{piece.kind}"), piece_names.bonus_of(words, piece.name, box)
    return words.say("tooltips.piece.card", card=card, zone=zone, bonus=bonus)


def _describe_score(words: Vocabulary, piece: PieceRef, state: State, box: Box) -> str:
    """Name the numbers of a player's score."""
    return words.say("tooltips.piece.score", who=player_names.seat(words, state.setup, piece.number))


def _describe_player(words: Vocabulary, piece: PieceRef, state: State, box: Box) -> str:
    player = state.players[piece.number]
    who = player_names.seat(words, state.setup, piece.number)
    values = {"who": who, "livre": player.livre, "yarn": player.yarn, "lace": player.lace, "n": len(player.silk)}
    return words.say_of("tooltips.piece.player", values)


TOOLTIPS: dict[PieceKind, Tooltip] = {
    **{zone.value: _describe_card for zone in Zone},
    "player": _describe_player,
    "score": _describe_score,
}
