"""What a plan gains, for hints and reviews.

``WRITERS`` has the kinds of event that gain something; prices are already in the labels of the actions. The plan is
played on the position as the seat sees it, and pieces drawn on the way are never named, so nothing hidden is revealed.
"""

from collections.abc import Callable, Iterator
from typing import Any

from rokoko_core.actions import ChooseHand, EndTurn, RevealBarry
from rokoko_core.bonus_table import Terms
from rokoko_core.bots.time_limit import Plan
from rokoko_core.box import box_of
from rokoko_core.components.tables import Dress
from rokoko_core.engine import legal_actions, outcome
from rokoko_core.events import Event, acts, amounts, seen_by, turns
from rokoko_core.events.reasons import Why
from rokoko_core.moves.dress import terms_of
from rokoko_core.moves.payment import bales, needed, wasted
from rokoko_core.pending import BonusOf, Payment, Pending
from rokoko_core.setup import LAST_ROUND
from rokoko_core.state import State
from rokoko_core.terms import FACE_DOWN, Bales
from rokoko_tui.text import piece_names
from rokoko_tui.text.log_writer import LogWriter
from rokoko_tui.text.message_catalog import Vocabulary

LAST = (ChooseHand, EndTurn, RevealBarry)
"""Actions that gain nothing, after which another player decides, whose hand may be hidden."""

GainWriter = Callable[[LogWriter, Any], list[str]]


def list_gains(words: Vocabulary, plan: Plan, state: State) -> list[str]:
    """Return what ``plan`` gains for the player to decide in ``state``, each gain once."""
    seat = state.pending[-1].seat
    log = LogWriter(words, state.setup, box_of(state), [])
    gains: dict[str, None] = {}
    writers = LAST_ROUND_WRITERS if state.round == LAST_ROUND else WRITERS
    for _, happened in _play(plan, state):
        for event in seen_by(happened, seat):
            writer = writers.get(type(event))
            if writer is not None and event.seat == seat:
                gains |= dict.fromkeys(writer(log, event))
    return list(gains)


def list_prices(words: Vocabulary, plan: Plan, state: State) -> list[str]:
    """Return a sentence for each dress of ``plan`` that takes more bales of silk than it has prestige."""
    box, lines, dress, bonus = box_of(state), list[str](), "", ""
    for decision, happened in _play(plan, state):
        if isinstance(decision, Payment):
            dress, bonus = decision.dress, decision.bonus
        for event in happened:
            if isinstance(event, acts.DressChosen):
                dress = event.dress
                bonus = box.card[decision.card].bonus if isinstance(decision, BonusOf) else ""
            elif isinstance(event, acts.TilesSurrendered) and event.why is Why.DRESS:
                lines += _price(words, bales(event.pieces, box), box.dress[dress], terms_of(bonus))
    return lines


def _price(words: Vocabulary, silk: Bales, dress: Dress, terms: Terms) -> list[str]:
    if sum(silk) <= dress.prestige:
        return []
    values = {"cost": piece_names.letters(words, silk), "prestige": dress.prestige}
    lost = wasted(silk, needed(dress.silk, terms))
    if not any(lost):
        return [words.say("advice.hint.pays", **values)]
    return [words.say("advice.hint.pays-lost", **values, lost=piece_names.letters(words, lost))]


def _play(plan: Plan, state: State) -> Iterator[tuple[Pending, tuple[Event, ...]]]:
    """Yield the decision and the events of each action of ``plan``, up to where another player decides."""
    for action in plan:
        if isinstance(action, LAST) or action not in legal_actions(state):
            break
        decision = state.pending[-1]
        state, happened = outcome(state, action)
        yield decision, happened


def _say(log: LogWriter, key: str, **values: object) -> list[str]:
    return [log.words.say(f"advice.brings.{key}", **values)]


def _placed(log: LogWriter, event: acts.DressPlaced) -> list[str]:
    guest = log.box.guest[event.moved[0].end.space]
    return _say(log, "placed", dress=log.dress(event.piece), hall=piece_names.hall_in(log.words, guest.hall))


def _hired(log: LogWriter, event: acts.EmployeeHired | acts.SpecialistHired) -> list[str]:
    face = log.box.card[event.piece]
    card = piece_names.rank(log.words, face.rank)
    return _say(log, "hired", card=card, bonus=piece_names.bonus(log.words, face.bonus).rstrip("."))


def _funded(log: LogWriter, event: acts.DecorationFunded) -> list[str]:
    space = log.box.decoration[event.moved[0].end.space]
    facts = [piece_names.decoration_name(log.words, space), *piece_names.decoration_facts(log.words, space)]
    return [log.words.listed(facts, "facts")]


WRITERS: dict[type[Event], GainWriter] = {
    acts.FavorTaken: lambda log, event: _say(log, "favor"),
    amounts.LivreGained: lambda log, event: [log.words.money(event.livre, "amount")],
    amounts.NotionsGained: lambda log, event: [log.gains(event)],
    amounts.PrestigeGained: lambda log, event: _say(log, "prestige", gained=log.prestige(event)),
    acts.TileKept: lambda log, event: (
        [] if event.piece == FACE_DOWN else _say(log, "silk", tile=log.silk(event.pieces))
    ),
    acts.TileDrawn: lambda log, event: [log.count("face-down", 1)],
    acts.DressPlaced: _placed,
    acts.AllHallsReached: lambda log, event: _say(log, "all-halls", points=event.prestige),
    acts.JewelTaken: lambda log, event: _say(log, "jewel", jewel=piece_names.jewel(log.words, event.piece)),
    acts.EmployeeHired: _hired,
    acts.SpecialistHired: _hired,
    acts.EmployeeDeputed: lambda log, event: _say(log, "deputed", card=log.card(event.piece)),
    acts.DecorationFunded: _funded,
    turns.TaskFilled: lambda log, event: _say(log, "task", task=piece_names.task(log.words, event.task)),
    turns.ExamSat: lambda log, event: _say(log, "exam", exam=log.exam(event.exam)),
}
"""The gains of each kind of event."""
LAST_ROUND_WRITERS: dict[type[Event], GainWriter] = {
    **WRITERS,
    acts.FavorTaken: lambda log, event: _say(log, "favor-last"),
    acts.JewelTaken: lambda log, event: _say(log, "jewel-last", jewel=piece_names.jewel(log.words, event.piece)),
}
"""The same in the last round, after which nobody starts another."""
