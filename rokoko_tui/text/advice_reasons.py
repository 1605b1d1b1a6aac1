"""What a plan gains, for hints and reviews.

``WRITERS`` has the kinds of event that gain something; prices are already in the labels of the actions. The plan is
played on the position as the seat sees it, and pieces drawn on the way are never named, so nothing hidden is revealed.
"""

from collections.abc import Callable
from typing import Any

from rokoko_core.actions import ChooseHand, EndTurn, RevealBarry
from rokoko_core.bots.time_limit import Plan
from rokoko_core.box import box_of
from rokoko_core.engine import legal_actions, outcome
from rokoko_core.events import Event, acts, amounts, seen_by, turns
from rokoko_core.setup import LAST_ROUND
from rokoko_core.state import State
from rokoko_core.terms import FACE_DOWN
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
    for action in plan:
        if isinstance(action, LAST) or action not in legal_actions(state):
            break
        state, happened = outcome(state, action)
        for event in seen_by(happened, seat):
            writer = writers.get(type(event))
            if writer is not None and event.seat == seat:
                gains |= dict.fromkeys(writer(log, event))
    return list(gains)


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
}
"""The same in the last round, after which nobody starts another."""
