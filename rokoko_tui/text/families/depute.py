"""Employees deputed: cards that leave the game."""

from rokoko_core import actions as do
from rokoko_core.bonus_table import IDLE, kind_of
from rokoko_core.box import box_of
from rokoko_core.events.acts import EmployeeDeputed
from rokoko_core.events.amounts import LivreGained
from rokoko_core.events.reasons import Why
from rokoko_core.play import choices
from rokoko_core.state import State
from rokoko_core.terms import Zone
from rokoko_tui.text import piece_names
from rokoko_tui.text.event_writers import LogWriter
from rokoko_tui.text.families import ActionWords, EventWords, Tooltip
from rokoko_tui.text.message_catalog import Vocabulary
from rokoko_tui.text.messages import capital
from rokoko_tui.text.piece_refs import PieceKind, PieceRef
from rokoko_tui.text.wording import Wording


def _label(words: Vocabulary, action: do.Depute, state: State) -> str:
    box = box_of(state)
    if action.card not in box.card:
        return piece_names.card(words, action.card, box)
    face = box.card[action.card]
    if action.zone is Zone.PLAYED and not choices.is_bonus(state):
        livre = box.prices.depute[face.rank]
        return words.say("choices.action.depute-this", rank=piece_names.rank(words, face.rank), livre=livre)
    card = piece_names.card(words, action.card, box)
    name = words.say("choices.action.depute-from", card=card, zone=words.say(f"pieces.zone.{action.zone}"))
    gain = choices.depute_gain(action, state)
    if gain is not None:
        return words.say("choices.action.depute", card=name, livre=gain)
    if choices.gains_no_bonus(action, state):
        which = "no" if isinstance(kind_of(box, action.card), IDLE) else "own"
        return words.say(f"choices.action.depute-{which}-bonus", card=name)
    bonus = piece_names.bonus_short(words, face.bonus).longest
    return words.say("choices.action.depute-bonus", card=name, bonus=bonus)


def _shorten(words: Vocabulary, action: do.Depute, state: State) -> Wording:
    box, label = box_of(state), _label(words, action, state)
    if action.card not in box.card:
        return Wording(label)
    if choices.is_main_action(state):
        rank = box.card[action.card].rank
        name, livre = piece_names.rank(words, rank), box.prices.depute[rank]
        return words.wording("choices.short.depute", rank=name, livre=livre)
    card, gain = piece_names.card_short(words, action.card, box).shortest, choices.depute_gain(action, state)
    return Wording(label, card if gain is None else words.say("choices.short.depute-card", card=card, livre=gain))


def _head_row(words: Vocabulary, action: do.Depute, state: State) -> str:
    """Equal cards are in several places."""
    return "" if choices.is_main_action(state) else capital(words.say(f"pieces.zone.{action.zone}"))


ACTIONS = (
    ActionWords(
        do.Depute,
        _label,
        row=_shorten,
        consequences=lambda words, action, state: [words.say("choices.preview.leaves")],
        row_heading=_head_row,
        rule=lambda action, state: "BON-6" if choices.is_bonus(state) else "",
        pieces=lambda action, state: [PieceRef(action.zone.value, action.card)],
        key_group=lambda action, state: "D",
        shortened_with="cards",
        is_listed_last=True,
    ),
)


# ---- events


def _log(log: LogWriter, event: EmployeeDeputed) -> None:
    gain = log.take_next(LivreGained, event.why)
    zone = log.words.say(f"pieces.zone.{event.moved[0].start.where}")
    for_bonus = event.why is Why.DEPUTY_BONUS and gain is None
    card = piece_names.card(log.words, event.piece, log.box)  # the zone in brackets follows
    livre = gain.livre if gain else 0
    log.add_action(event, "depute-bonus" if for_bonus else "depute", card=card, zone=zone, livre=livre)


EVENTS = (
    EventWords(
        EmployeeDeputed,
        log=_log,
        part=lambda writer, event: writer.card("deputed", event.piece),
        gain=lambda log, event, is_last: [log.words.say("advice.brings.deputed", card=log.card(event.piece))],
    ),
)
TOOLTIPS: dict[PieceKind, Tooltip] = {}
