"""The log: what happened, event by event, as somebody may know it who was told the events (HIDDEN-1, HIDDEN-2).

``narration`` words the events that ``rokoko_core.events`` records and ``seen_by`` redacts; it looks at nothing else.
``TELLERS`` names the lines of each kind of event, ``solo`` those of Madame du Barry where they differ, ``rounds`` those
between the turns. A line often takes in the amounts behind its event: a tile taken and the Livre paid for it are one
sentence. ``WITHOUT_WORDS`` says why the other kinds have no line of their own; a kind that stands in none of the tables
is refused at import.
"""

from collections.abc import Callable, Iterable
from enum import Enum, auto
from typing import Any, get_args

from rokoko_core.box import Box
from rokoko_core.events import Event, acts, amounts, solo, table, turns
from rokoko_core.events.amounts import LivreGained, PrestigeGained
from rokoko_core.events.reasons import Why
from rokoko_core.state import Setup
from rokoko_core.terms import FACE_DOWN
from rokoko_tui.text import du_barry_log as du_barry
from rokoko_tui.text import piece_names as pieces
from rokoko_tui.text import round_log as rounds
from rokoko_tui.text.action_labels import notion_gain
from rokoko_tui.text.log_writer import Line, Telling
from rokoko_tui.text.message_catalog import Vocabulary

__all__ = ["Line", "narration"]


def narration(words: Vocabulary, events: Iterable[Event], setup: Setup, box: Box) -> list[Line]:
    """The lines about the ``events`` of one action, or of those that open a game."""
    told = Telling(words, setup, box, list(events))
    while told.left:
        event = told.left.pop(0)
        hers = box.solo and event.seat == pieces.BARRY_SEAT and du_barry.TELLERS.get(type(event))
        teller = hers or TELLERS.get(type(event))
        if teller is not None:
            teller(told, event)
    return told.lines


def _did(told: Telling, event: Event, key: str, **figures: object) -> None:
    told.tell("action", event, f"did.{key}", **figures)


# ---- hands, cards and turns


def _hand(told: Telling, event: turns.HandChosen) -> None:
    if FACE_DOWN in event.pieces:
        _did(told, event, "choose-hand")
    else:
        _did(told, event, "choose-hand-own", cards=told.cards(event.pieces))


def _card(told: Telling, event: turns.CardPlayed) -> None:
    _did(told, event, "play-card", card=told.card(event.piece))


def _pass(told: Telling, event: turns.LetPass) -> None:
    _did(told, event, f"decline-{event.offer}", card=told.card(event.piece), dress=told.dress(event.piece))


def _turn_ended(told: Telling, event: turns.TurnEnded) -> None:
    if told.box.solo and event.seat == pieces.BARRY_SEAT:
        return
    _did(told, event, "end-turn")


def _cards_left(told: Telling, event: turns.EmployeesLeft) -> None:
    taken = told.next(turns.ExamCardTaken) if event.why is Why.EXAM else None
    if taken is None:
        told.tell_each("card", event, "then.card-leaves")
        return
    key = "choose-exam-card" if taken.piece == FACE_DOWN else "choose-exam-card-own"
    _did(told, taken, key, exam=told.exam(taken.exam), card=told.card(event.piece), taken=told.card(taken.piece))


# ---- tiles


def _favor(told: Telling, event: acts.FavorTaken) -> None:
    gain = told.next(LivreGained, Why.FAVOR)
    _did(told, event, "claim-favor", livre=gain.livre if gain else 0)


def _tile(told: Telling, event: acts.TileTaken) -> None:
    space = event.moved[0].start.index
    assert space is not None
    segment, cost = told.box.segment_of[space] + 1, told.paid(Why.TILE_PRICE)
    _did(told, event, "take-tile", tile=told.tile(event.piece), segment=segment, price=cost)


def _draw(told: Telling, event: acts.TileDrawn) -> None:
    own = "" if event.piece == FACE_DOWN else "-own"
    if event.why is Why.MATCH:
        told.tell("gain", event, f"then.match{own}", tile=told.tile(event.piece))
    else:
        _did(told, event, f"draw-tile{own}", tile=told.tile(event.piece), price=told.paid(Why.DRAW_PRICE))


def _keep(told: Telling, event: acts.TileKept) -> None:
    if event.piece == FACE_DOWN:
        _did(told, event, "keep-tile-secret")
    else:
        _did(told, event, "keep-tile", tile=told.silk(event.pieces))


def _discard(told: Telling, event: acts.TileDiscarded) -> None:
    told.next(amounts.NotionsGained, Why.TILE)
    notions = notion_gain(told.words, told.box.tile[event.piece], event.notion)
    _did(told, event, "discard-tile", tile=told.tile(event.piece), notions=notions)


def _aside(told: Telling, event: acts.TileLaidAside) -> None:
    if event.piece == FACE_DOWN:
        _did(told, event, "surrender-tile")
    else:
        _did(told, event, "surrender-tile-own", tile=told.silk(event.pieces))


def _surrender(told: Telling, event: acts.TilesSurrendered) -> None:
    gain = told.next(PrestigeGained, Why.SILK)
    if gain is None:
        _did(told, event, "pay-tiles", tiles=told.silk(event.pieces))
    else:
        _did(told, event, "settle-silk", tiles=told.silk(event.pieces), gained=told.prestige(gain))


# ---- dresses and jewels


def _choose_dress(told: Telling, event: acts.DressChosen) -> None:
    """The dress with its cost; what is paid beside tiles is told with it."""
    dress, cost = told.box.dress[event.dress], told.box.windows[event.window]
    name = told.words.say(
        "narration.count.dress-cost", dress=told.dress(dress.id), cost=pieces.dress_cost(told.words, dress)
    )
    _did(told, event, "make-dress", dress=name, price=cost)


def _rent(told: Telling, event: acts.DressRented) -> None:
    dress = told.dress(event.dress)
    _did(told, event, "rent", dress=dress)
    gain = told.next(PrestigeGained, Why.FESTIVITY)
    if gain:
        told.tell("gain", gain, "then.festivity", dress=dress, gained=told.prestige(gain))


def _sell(told: Telling, event: acts.DressSold) -> None:
    livre = told.next(LivreGained, Why.SALE)
    gain = told.next(PrestigeGained, Why.SALE_BONUS)
    key = "sell-bonus" if gain else "sell"
    sale = livre.livre if livre else 0
    _did(told, event, key, dress=told.dress(event.piece), livre=sale, gained=told.prestige(gain))


def _jewel(told: Telling, event: acts.JewelTaken) -> None:
    _did(told, event, "take-jewel", jewel=pieces.jewel(told.words, event.piece), price=told.paid(Why.JEWEL_PRICE))


def _place(told: Telling, event: acts.DressPlaced) -> None:
    """The guest with its reward, which is told with it."""
    guest = pieces.guest(told.words, event.moved[0].end.space, told.box)
    _did(told, event, "place", dress=told.dress(event.piece), guest=guest)


def _all_halls(told: Telling, event: acts.AllHallsReached) -> None:
    told.tell("all-halls", event, "then.all-halls", points=event.prestige)


def _effect(told: Telling, event: acts.EffectUsed) -> None:
    """What an Expert dress brings by itself; what its owner chooses has lines of its own (EXPERT-1)."""
    favor = told.next(acts.FavorTaken)
    livre = told.next(LivreGained, Why.EFFECT)
    prestige = told.next(PrestigeGained, Why.EFFECT)
    face = told.box.dress[event.dress]
    if livre:
        key = "effect-livre" if face.effect != "expert-favor" else "effect-favor" if favor else "effect-favor-gone"
        told.tell("gain", livre, f"then.{key}", dress=told.dress(face.id), livre=livre.livre)
    elif prestige:
        told.tell("gain", prestige, "then.effect-jewel", dress=told.dress(face.id), gained=told.prestige(prestige))


# ---- employees, decorations and examinations


def _hire(told: Telling, event: acts.EmployeeHired) -> None:
    _did(told, event, "hire", card=told.card(event.piece), price=told.paid(Why.HIRE_PRICE))


def _specialist(told: Telling, event: acts.SpecialistHired) -> None:
    _did(told, event, "hire-specialist", card=told.card(event.piece))


def _depute(told: Telling, event: acts.EmployeeDeputed) -> None:
    """For money, or for the use of its bonus alone."""
    gain = told.next(LivreGained, event.why)
    zone = told.words.say(f"pieces.zone.{event.moved[0].start.where}")
    for_bonus = event.why is Why.DEPUTY_BONUS and gain is None
    key = "depute-bonus" if for_bonus else "depute"
    _did(told, event, key, card=told.card(event.piece), zone=zone, livre=gain.livre if gain else 0)


def _fund(told: Telling, event: acts.DecorationFunded) -> None:
    space = pieces.decoration_name(told.words, told.box.decoration[event.moved[0].end.space])
    _did(told, event, "fund", space=space, price=told.paid(Why.FUNDING))


def _sit(told: Telling, event: turns.ExamSat) -> None:
    cost, gain = told.paid(Why.EXAM), told.next(PrestigeGained, Why.EXAM)
    figures = {"exam": told.exam(event.exam), "card": told.card(event.card)}
    _did(told, event, "sit-exam", **figures, livre=cost, gained=told.prestige(gain))


def _task(told: Telling, event: turns.TaskFilled) -> None:
    told.tell("exam", event, "then.task", task=told.words.say(f"pieces.task.{event.task}"))


# ---- bonuses


def _bonus_gains(told: Telling) -> list[LivreGained | PrestigeGained]:
    found = (told.next(LivreGained, Why.BONUS), told.next(PrestigeGained, Why.BONUS))
    return [gain for gain in found if gain is not None]


def _bonus(told: Telling, event: turns.BonusUsed) -> None:
    """What a bonus brings by itself; what it lets its owner do has lines of its own."""
    gains = _bonus_gains(told)
    if gains:
        _did(told, event, "use-bonus", gains=told.gains(*gains))


def _hall(told: Telling, event: turns.HallCounted) -> None:
    gains = told.gains(*_bonus_gains(told))
    _did(told, event, "choose-hall", hall=pieces.hall_in(told.words, event.hall), gains=gains)


def _notion(told: Telling, event: amounts.NotionsGained) -> None:
    """A notion bought; the others gained are told with their event."""
    if event.why is Why.BONUS:
        word = told.words.term("lace" if event.lace else "yarn")
        _did(told, event, "take-notion", notion=word, price=told.paid(Why.NOTION_PRICE))


def _livre_paid(told: Telling, event: amounts.LivrePaid) -> None:
    """Prestige bought; the others paid are told with their event."""
    if event.why is Why.PRESTIGE_PRICE:
        gained = told.prestige(told.next(PrestigeGained, Why.BONUS))
        _did(told, event, "buy-prestige", livre=event.livre, gained=gained)


def _supply_card(told: Telling, event: turns.SupplyCardUsed) -> None:
    _did(told, event, "use-supply-card", card=told.card(event.piece))


def _copy(told: Telling, event: turns.BonusCopied) -> None:
    whose = told.words.say("pieces.name.whose", who=told.who(event.owner))
    _did(told, event, "copy-bonus", whose=whose, card=told.card(event.card))


TELLERS: dict[type, Callable[[Telling, Any], None]] = {
    turns.HandChosen: _hand,
    turns.CardPlayed: _card,
    turns.LetPass: _pass,
    turns.TurnEnded: _turn_ended,
    turns.EmployeesLeft: _cards_left,
    acts.FavorTaken: _favor,
    acts.TileTaken: _tile,
    acts.TileDrawn: _draw,
    acts.TileKept: _keep,
    acts.TileDiscarded: _discard,
    acts.TileLaidAside: _aside,
    acts.TilesSurrendered: _surrender,
    acts.DressChosen: _choose_dress,
    acts.DressRented: _rent,
    acts.DressSold: _sell,
    acts.JewelTaken: _jewel,
    acts.DressPlaced: _place,
    acts.AllHallsReached: _all_halls,
    acts.EffectUsed: _effect,
    acts.EmployeeHired: _hire,
    acts.SpecialistHired: _specialist,
    acts.EmployeeDeputed: _depute,
    acts.DecorationFunded: _fund,
    turns.ExamSat: _sit,
    turns.TaskFilled: _task,
    turns.BonusUsed: _bonus,
    turns.HallCounted: _hall,
    amounts.NotionsGained: _notion,
    amounts.LivrePaid: _livre_paid,
    turns.SupplyCardUsed: _supply_card,
    turns.BonusCopied: _copy,
    **rounds.TELLERS,
}
"""The lines of each kind of event, whoever it concerns."""


class Silence(Enum):
    """Why a kind of event has no line of its own."""

    WITH_ITS_CAUSE = auto()
    """It is told with what brings it about or is paid for."""
    WITH_ITS_ROUND = auto()
    """It is told with the round that begins."""
    WITH_WHAT_FOLLOWS = auto()
    """What comes of it is told."""
    BEFORE = auto()
    """It was told when it was chosen."""
    PLAIN = auto()
    """It goes without saying."""
    NOTHING_NEW = auto()
    """It shows nothing that a player does not see anyway."""


WITHOUT_WORDS: dict[type, Silence] = {
    amounts.LivreGained: Silence.WITH_ITS_CAUSE,
    amounts.NotionsPaid: Silence.WITH_ITS_CAUSE,
    amounts.PrestigeGained: Silence.WITH_ITS_CAUSE,
    acts.DressMade: Silence.BEFORE,
    turns.CardPutAway: Silence.PLAIN,
    turns.ExamDeckOpened: Silence.WITH_WHAT_FOLLOWS,
    turns.ExamCardTaken: Silence.WITH_ITS_CAUSE,
    turns.ExamPassed: Silence.BEFORE,
    table.FavorReturned: Silence.WITH_ITS_ROUND,
    table.StartNamed: Silence.WITH_ITS_ROUND,
    table.EmployeesShown: Silence.WITH_ITS_ROUND,
    table.TilesLaid: Silence.WITH_ITS_ROUND,
    table.TileStackRenewed: Silence.NOTHING_NEW,
    table.DressesCleared: Silence.WITH_ITS_ROUND,
    table.DressesSlid: Silence.PLAIN,
    table.DressesLaid: Silence.WITH_ITS_ROUND,
    table.DressBagRenewed: Silence.NOTHING_NEW,
    table.DressesJoined: Silence.NOTHING_NEW,
    table.JewelLeft: Silence.WITH_ITS_ROUND,
    table.JewelsSlid: Silence.PLAIN,
    table.JewelsLaid: Silence.WITH_ITS_ROUND,
    solo.BarryHandDealt: Silence.PLAIN,
    solo.BarryCardPutAway: Silence.PLAIN,
    solo.BarryCardAdded: Silence.WITH_ITS_CAUSE,
    solo.BarrySupplyRenewed: Silence.NOTHING_NEW,
}
"""Why a kind of event has no line of its own."""

_WORDED = TELLERS.keys() | du_barry.TELLERS.keys() | WITHOUT_WORDS.keys()
assert set(get_args(Event)) == _WORDED, f"{set(get_args(Event)) ^ _WORDED}"
