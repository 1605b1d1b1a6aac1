"""What a plan brings, in few words, from the events of its actions: the reasons of hints and of the look back.

``TELLERS`` words the kinds of event that bring something; the others go without saying, as prices do, which stand with
the actions. Nothing is told that the seat could not know: the plan is played on the position it sees, and what comes to
light on the way is never named.
"""

from collections.abc import Callable
from typing import Any

from rokoko_core.actions import ChooseHand, EndTurn, RevealBarry
from rokoko_core.bots.time_limit import Plan
from rokoko_core.box import box_of
from rokoko_core.engine import legal_actions, outcome
from rokoko_core.events import Event, acts, amounts, seen_by, turns
from rokoko_core.state import State
from rokoko_core.terms import FACE_DOWN
from rokoko_tui.text import piece_names as pieces
from rokoko_tui.text.log_writer import Telling
from rokoko_tui.text.message_catalog import Vocabulary

LAST = (ChooseHand, EndTurn, RevealBarry)
"""Actions that bring nothing by themselves, and after which another is asked, whose hand may be hidden."""


def reasons(words: Vocabulary, plan: Plan, state: State) -> list[str]:
    """What ``plan`` brings who is asked in ``state``, each thing once; empty where it brings nothing by itself."""
    seat = state.pending[-1].seat
    told = Telling(words, state.setup, box_of(state), [])
    found: dict[str, None] = {}
    for action in plan:
        if isinstance(action, LAST) or action not in legal_actions(state):
            break
        state, happened = outcome(state, action)
        for event in seen_by(happened, seat):
            teller = TELLERS.get(type(event))
            if teller is not None and event.seat == seat:
                found |= dict.fromkeys(teller(told, event))
    return list(found)


def _say(told: Telling, key: str, **figures: object) -> list[str]:
    return [told.words.say(f"advice.brings.{key}", **figures)]


def _favor(told: Telling, event: acts.FavorTaken) -> list[str]:
    return _say(told, "favor")


def _livre(told: Telling, event: amounts.LivreGained) -> list[str]:
    return [told.words.money(event.livre, "amount")]


def _notions(told: Telling, event: amounts.NotionsGained) -> list[str]:
    return [told.gains(event)]


def _prestige(told: Telling, event: amounts.PrestigeGained) -> list[str]:
    return _say(told, "prestige", gained=told.prestige(event))


def _silk(told: Telling, event: acts.TileKept) -> list[str]:
    return [] if event.piece == FACE_DOWN else _say(told, "silk", tile=told.silk(event.pieces))


def _face_down(told: Telling, event: acts.TileDrawn) -> list[str]:
    return [told.count("face-down", 1)]


def _placed(told: Telling, event: acts.DressPlaced) -> list[str]:
    guest = told.box.guest[event.moved[0].end.space]
    return _say(told, "placed", dress=told.dress(event.piece), hall=pieces.hall_in(told.words, guest.hall))


def _all_halls(told: Telling, event: acts.AllHallsReached) -> list[str]:
    return _say(told, "all-halls", points=event.prestige)


def _jewel(told: Telling, event: acts.JewelTaken) -> list[str]:
    return _say(told, "jewel", jewel=pieces.jewel(told.words, event.piece))


def _hired(told: Telling, event: acts.EmployeeHired | acts.SpecialistHired) -> list[str]:
    """The card and what its bonus does, which may be used this very round."""
    face = told.box.card[event.piece]
    card = told.words.say(f"pieces.rank.{face.rank}")
    return _say(told, "hired", card=card, bonus=pieces.bonus(told.words, face.bonus).rstrip("."))


def _deputed(told: Telling, event: acts.EmployeeDeputed) -> list[str]:
    return _say(told, "deputed", card=told.card(event.piece))


def _funded(told: Telling, event: acts.DecorationFunded) -> list[str]:
    space = told.box.decoration[event.moved[0].end.space]
    facts = [pieces.decoration_name(told.words, space), *pieces.decoration_facts(told.words, space)]
    return [told.words.listed(facts, "facts")]


def _task(told: Telling, event: turns.TaskFilled) -> list[str]:
    return _say(told, "task", task=told.words.say(f"pieces.task.{event.task}"))


def _exam(told: Telling, event: turns.ExamSat) -> list[str]:
    return _say(told, "exam", exam=told.exam(event.exam))


TELLERS: dict[type[Event], Callable[[Telling, Any], list[str]]] = {
    acts.FavorTaken: _favor,
    amounts.LivreGained: _livre,
    amounts.NotionsGained: _notions,
    amounts.PrestigeGained: _prestige,
    acts.TileKept: _silk,
    acts.TileDrawn: _face_down,
    acts.DressPlaced: _placed,
    acts.AllHallsReached: _all_halls,
    acts.JewelTaken: _jewel,
    acts.EmployeeHired: _hired,
    acts.SpecialistHired: _hired,
    acts.EmployeeDeputed: _deputed,
    acts.DecorationFunded: _funded,
    turns.TaskFilled: _task,
    turns.ExamSat: _exam,
}
"""What each kind of event brings its seat."""
