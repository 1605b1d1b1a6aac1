"""Employees hired from the display, and the own specialised Apprentice."""

from rokoko_core import actions as do
from rokoko_core.box import HIRE_SPACES, Box, box_of
from rokoko_core.events.acts import EmployeeHired, SpecialistHired
from rokoko_core.events.reasons import Why
from rokoko_core.play.choices import hire_price, is_main_action, pending_decision, price_of
from rokoko_core.state import State
from rokoko_core.terms import FACE_DOWN
from rokoko_tui.text import piece_names
from rokoko_tui.text.event_writers import LogWriter
from rokoko_tui.text.families import ActionWords, EventWords, Tooltip, card_forms
from rokoko_tui.text.message_catalog import Vocabulary
from rokoko_tui.text.messages import uncapital
from rokoko_tui.text.piece_refs import PieceKind, PieceRef
from rokoko_tui.text.wording import Wording


def _label(words: Vocabulary, action: do.Hire, state: State) -> str:
    card = piece_names.card(words, action.card, box_of(state))
    return words.say("choices.action.hire", card=card, price=price_of(action, state))


def _head_row(words: Vocabulary, action: do.Hire, state: State) -> str:
    """All cards have one price, so the heading has it."""
    return words.say("choices.group.hire", price=price_of(action, state)) if is_main_action(state) else ""


def _describe_bonus(words: Vocabulary, card: str, state: State) -> list[str]:
    return [line for line in (piece_names.bonus_of(words, card, box_of(state)),) if line]


def _own_specialist(state: State) -> str:
    decision = pending_decision(state)
    return state.players[decision.seat].specialist if decision is not None else ""


def _label_specialist(words: Vocabulary, action: do.HireSpecialist, state: State) -> str:
    card, box = _own_specialist(state), box_of(state)
    name = piece_names.card(words, card, box) if card in box.card else words.say("choices.action.specialist")
    return words.say("choices.action.hire-specialist", card=name)


def _shorten_specialist(words: Vocabulary, action: do.HireSpecialist, state: State) -> Wording:
    face = box_of(state).card.get(_own_specialist(state))
    if face is None:
        return Wording(_label_specialist(words, action, state))
    return words.wording("choices.short.specialist", bonus=piece_names.bonus_short(words, face.bonus).longest)


ACTIONS = (
    ActionWords(
        do.Hire,
        _label,
        row=card_forms,
        subject=lambda words, action, refused, state: words.wording("pieces.family.hire"),  # all cards have one price
        has_one_refusal=True,
        consequences=lambda words, action, state: _describe_bonus(words, action.card, state),
        row_heading=_head_row,
        pieces=lambda action, state: [PieceRef("hire", action.card)],
        key_group=lambda action, state: "i",
        key_number=lambda action, state: [*state.hire, action.card].index(action.card) + 1,
        shortened_with="cards",
    ),
    ActionWords(
        do.HireSpecialist,
        _label_specialist,
        row=_shorten_specialist,
        subject=lambda words, action, refused, state: words.wording("choices.about.specialist"),
        consequences=lambda words, action, state: _describe_bonus(words, _own_specialist(state), state),
        pieces=lambda action, state: [PieceRef("specialist")],
        key=lambda action, state: f"i{HIRE_SPACES + 1}",
        key_group=lambda action, state: "i",
        shortened_with="cards",
    ),
)


# ---- events


def _log(log: LogWriter, event: EmployeeHired) -> None:
    log.add_action(event, "hire", card=log.card(event.piece), price=log.take_payment(Why.HIRE_PRICE))


def _gain(log: LogWriter, event: EmployeeHired | SpecialistHired, is_last: bool) -> list[str]:
    face = log.box.card[event.piece]
    card = piece_names.rank(log.words, face.rank)
    bonus = piece_names.bonus(log.words, face.bonus).rstrip(".")
    return [log.words.say("advice.brings.hired", card=card, bonus=uncapital(bonus))]


EVENTS = (
    EventWords(
        EmployeeHired,
        log=_log,
        du_barry=lambda log, event: log.add("barry", event, "barry.hire", card=log.card(event.piece)),
        part=lambda writer, event: writer.card("hired", event.piece),
        gain=_gain,
    ),
    EventWords(
        SpecialistHired,
        log=lambda log, event: log.add_action(event, "hire-specialist", card=log.card(event.piece)),
        part=lambda writer, event: writer.card("hired", event.piece),
        gain=_gain,
    ),
)


# ---- tooltips


def _describe_card(words: Vocabulary, piece: PieceRef, state: State, box: Box) -> str:
    card, bonus = piece_names.card(words, piece.name, box), piece_names.bonus_of(words, piece.name, box)
    return words.say("tooltips.piece.hire", card=card, price=hire_price(state), bonus=bonus)


def _describe_specialist(words: Vocabulary, piece: PieceRef, state: State, box: Box) -> str:
    known = (p.specialist for p in state.players if p.specialist in box.card)
    own = piece.name or next(known, FACE_DOWN)
    if own not in box.card:
        return words.say("tooltips.piece.specialist-hidden")
    condition = words.say(f"pieces.condition.{box.card[own].condition}")
    return words.say("tooltips.piece.specialist", card=piece_names.card(words, own, box), condition=condition)


TOOLTIPS: dict[PieceKind, Tooltip] = {
    "hire": _describe_card,
    "specialist": _describe_specialist,
}
