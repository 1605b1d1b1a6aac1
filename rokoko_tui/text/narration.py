"""The game log: one or more lines for each event.

``narrate`` uses only the events, which ``seen_by`` has redacted for the reader (HIDDEN-1, HIDDEN-2). ``WRITERS`` has a
function for each kind of event. ``du_barry_log`` replaces some of them for Madame du Barry, ``round_log`` has those
between rounds. A line often includes the amounts that follow its event: a tile and the Livre paid for it are one
sentence. A kind in neither table has no line; the tests give the reason for each.
"""

from collections.abc import Callable, Iterable
from typing import Any

from rokoko_core.box import Box
from rokoko_core.events import Event, acts, amounts, turns
from rokoko_core.events.amounts import LivreGained, PrestigeGained
from rokoko_core.events.reasons import Why
from rokoko_core.state import Setup
from rokoko_core.terms import FACE_DOWN
from rokoko_tui.text import du_barry_log, piece_names, player_names, round_log
from rokoko_tui.text.families.tiles import notion_gain
from rokoko_tui.text.log_writer import LogLine, LogWriter
from rokoko_tui.text.message_catalog import Vocabulary


def narrate(words: Vocabulary, events: Iterable[Event], setup: Setup, box: Box) -> list[LogLine]:
    """Return the lines for the ``events`` of one action, or of the start of a game."""
    log = LogWriter(words, setup, box, list(events))
    while log.events:
        event = log.events.pop(0)
        barry_writer = box.solo and event.seat == player_names.BARRY_SEAT and du_barry_log.WRITERS.get(type(event))
        writer = barry_writer or WRITERS.get(type(event))
        if writer is not None:
            writer(log, event)
    return log.lines


def _add_action(log: LogWriter, event: Event, key: str, **values: object) -> None:
    log.add("action", event, f"did.{key}", **values)


# ---- hands, cards and turns


def _hand(log: LogWriter, event: turns.HandChosen) -> None:
    if FACE_DOWN in event.pieces:
        _add_action(log, event, "choose-hand")
    else:
        _add_action(log, event, "choose-hand-own", cards=log.cards(event.pieces))


def _turn_ended(log: LogWriter, event: turns.TurnEnded) -> None:
    if log.box.solo and event.seat == player_names.BARRY_SEAT:
        return
    _add_action(log, event, "end-turn")


def _cards_left(log: LogWriter, event: turns.EmployeesLeft) -> None:
    taken = log.take_next(turns.ExamCardTaken) if event.why is Why.EXAM else None
    if taken is None:
        log.add_each("card", event, "then.card-leaves")
        return
    key = "choose-exam-card" if taken.piece == FACE_DOWN else "choose-exam-card-own"
    _add_action(log, taken, key, exam=log.exam(taken.exam), card=log.card(event.piece), taken=log.card(taken.piece))


# ---- tiles


def _favor(log: LogWriter, event: acts.FavorTaken) -> None:
    gain = log.take_next(LivreGained, Why.FAVOR)
    _add_action(log, event, "claim-favor", livre=gain.livre if gain else 0)


def _tile(log: LogWriter, event: acts.TileTaken) -> None:
    space = event.moved[0].start.index
    assert space is not None
    segment, cost = log.box.segment_of[space] + 1, log.take_payment(Why.TILE_PRICE)
    _add_action(log, event, "take-tile", tile=log.tile(event.piece), segment=segment, price=cost)


def _draw(log: LogWriter, event: acts.TileDrawn) -> None:
    own = "" if event.piece == FACE_DOWN else "-own"
    if event.why is Why.MATCH:
        log.add("gain", event, f"then.match{own}", tile=log.tile(event.piece))
    else:
        _add_action(log, event, f"draw-tile{own}", tile=log.tile(event.piece), price=log.take_payment(Why.DRAW_PRICE))


def _keep(log: LogWriter, event: acts.TileKept) -> None:
    if event.piece == FACE_DOWN:
        _add_action(log, event, "keep-tile-secret")
    else:
        _add_action(log, event, "keep-tile", tile=log.silk(event.pieces))


def _discard(log: LogWriter, event: acts.TileDiscarded) -> None:
    log.take_next(amounts.NotionsGained, Why.TILE)
    notions = notion_gain(log.words, log.box.tile[event.piece], event.notion)
    _add_action(log, event, "discard-tile", tile=log.tile(event.piece), notions=notions)


def _aside(log: LogWriter, event: acts.TileLaidAside) -> None:
    if event.piece == FACE_DOWN:
        _add_action(log, event, "surrender-tile")
    else:
        _add_action(log, event, "surrender-tile-own", tile=log.silk(event.pieces))


def _surrender(log: LogWriter, event: acts.TilesSurrendered) -> None:
    gain = log.take_next(PrestigeGained, Why.SILK)
    if gain is None:
        _add_action(log, event, "pay-tiles", tiles=log.silk(event.pieces))
    else:
        _add_action(log, event, "settle-silk", tiles=log.silk(event.pieces), gained=log.prestige(gain))


# ---- dresses and jewels


def _choose_dress(log: LogWriter, event: acts.DressChosen) -> None:
    dress, cost = log.box.dress[event.dress], log.box.windows[event.window]
    name = log.words.say(
        "narration.count.dress-cost", dress=log.dress(dress.id), cost=piece_names.dress_cost(log.words, dress)
    )
    _add_action(log, event, "make-dress", dress=name, price=cost)


def _rent(log: LogWriter, event: acts.DressRented) -> None:
    dress = log.dress(event.dress)
    _add_action(log, event, "rent", dress=dress)
    gain = log.take_next(PrestigeGained, Why.FESTIVITY)
    if gain:
        log.add("gain", gain, "then.festivity", dress=dress, gained=log.prestige(gain))


def _sell(log: LogWriter, event: acts.DressSold) -> None:
    livre = log.take_next(LivreGained, Why.SALE)
    gain = log.take_next(PrestigeGained, Why.SALE_BONUS)
    key = "sell-bonus" if gain else "sell"
    sale = livre.livre if livre else 0
    _add_action(log, event, key, dress=log.dress(event.piece), livre=sale, gained=log.prestige(gain))


def _jewel(log: LogWriter, event: acts.JewelTaken) -> None:
    jewel = piece_names.jewel(log.words, event.piece)
    _add_action(log, event, "take-jewel", jewel=jewel, price=log.take_payment(Why.JEWEL_PRICE))


def _place(log: LogWriter, event: acts.DressPlaced) -> None:
    guest = piece_names.guest(log.words, event.moved[0].end.space, log.box)
    _add_action(log, event, "place", dress=log.dress(event.piece), guest=guest)


def _effect(log: LogWriter, event: acts.EffectUsed) -> None:
    """The gains of an Expert dress; the owner's choices have their own lines (EXPERT-1)."""
    favor = log.take_next(acts.FavorTaken)
    livre = log.take_next(LivreGained, Why.EFFECT)
    prestige = log.take_next(PrestigeGained, Why.EFFECT)
    face = log.box.dress[event.dress]
    if livre:
        key = "effect-livre" if face.effect != "expert-favor" else "effect-favor" if favor else "effect-favor-gone"
        log.add("gain", livre, f"then.{key}", dress=log.dress(face.id), livre=livre.livre)
    elif prestige:
        log.add("gain", prestige, "then.effect-jewel", dress=log.dress(face.id), gained=log.prestige(prestige))


# ---- employees, decorations and examinations


def _hire(log: LogWriter, event: acts.EmployeeHired) -> None:
    _add_action(log, event, "hire", card=log.card(event.piece), price=log.take_payment(Why.HIRE_PRICE))


def _depute(log: LogWriter, event: acts.EmployeeDeputed) -> None:
    gain = log.take_next(LivreGained, event.why)
    zone = log.words.say(f"pieces.zone.{event.moved[0].start.where}")
    for_bonus = event.why is Why.DEPUTY_BONUS and gain is None
    key = "depute-bonus" if for_bonus else "depute"
    card = piece_names.card(log.words, event.piece, log.box)  # the zone in brackets follows
    _add_action(log, event, key, card=card, zone=zone, livre=gain.livre if gain else 0)


def _fund(log: LogWriter, event: acts.DecorationFunded) -> None:
    space = log.box.decoration[event.moved[0].end.space]
    key, name = "fund-musician" if space.hall else "fund", piece_names.decoration_name(log.words, space)
    _add_action(log, event, key, space=name, price=log.take_payment(Why.FUNDING))


def _sit(log: LogWriter, event: turns.ExamSat) -> None:
    cost, gain = log.take_payment(Why.EXAM), log.take_next(PrestigeGained, Why.EXAM)
    values = {"exam": log.exam(event.exam), "card": log.card(event.card)}
    _add_action(log, event, "sit-exam", **values, livre=cost, gained=log.prestige(gain))


# ---- bonuses


def _bonus_gains(log: LogWriter) -> list[LivreGained | PrestigeGained]:
    gains = (log.take_next(LivreGained, Why.BONUS), log.take_next(PrestigeGained, Why.BONUS))
    return [gain for gain in gains if gain is not None]


def _bonus(log: LogWriter, event: turns.BonusUsed) -> None:
    """The gains of a bonus; the actions it allows have their own lines."""
    gains = _bonus_gains(log)
    if gains:
        _add_action(log, event, "use-bonus", gains=log.gains(*gains))


def _hall(log: LogWriter, event: turns.HallCounted) -> None:
    gains = log.gains(*_bonus_gains(log))
    _add_action(log, event, "choose-hall", hall=piece_names.hall_in(log.words, event.hall), gains=gains)


def _notion(log: LogWriter, event: amounts.NotionsGained) -> None:
    """A notion bought; other notions are in the line of their event."""
    if event.why is Why.BONUS:
        notion = log.words.say(f"choices.gain.{'lace' if event.lace else 'yarn'}", n=1)
        _add_action(log, event, "take-notion", notion=notion, price=log.take_payment(Why.NOTION_PRICE))


def _livre_paid(log: LogWriter, event: amounts.LivrePaid) -> None:
    """Prestige bought; other payments are in the line of their event."""
    if event.why is Why.PRESTIGE_PRICE:
        gained = log.prestige(log.take_next(PrestigeGained, Why.BONUS))
        _add_action(log, event, "buy-prestige", livre=event.livre, gained=gained)


def _copy(log: LogWriter, event: turns.BonusCopied) -> None:
    whose = player_names.whose(log.words, log.setup, event.owner)
    _add_action(log, event, "copy-bonus", whose=whose, card=log.card(event.card))


WRITERS: dict[type, Callable[[LogWriter, Any], None]] = {
    turns.HandChosen: _hand,
    turns.CardPlayed: lambda log, event: _add_action(log, event, "play-card", card=log.card(event.piece)),
    turns.LetPass: lambda log, event: _add_action(
        log, event, f"decline-{event.offer}", card=log.card(event.piece), dress=log.dress(event.piece)
    ),
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
    acts.AllHallsReached: lambda log, event: log.add("all-halls", event, "then.all-halls", points=event.prestige),
    acts.EffectUsed: _effect,
    acts.EmployeeHired: _hire,
    acts.SpecialistHired: lambda log, event: _add_action(log, event, "hire-specialist", card=log.card(event.piece)),
    acts.EmployeeDeputed: _depute,
    acts.DecorationFunded: _fund,
    turns.ExamSat: _sit,
    turns.TaskFilled: lambda log, event: log.add(
        "exam", event, "then.task", task=piece_names.task(log.words, event.task)
    ),
    turns.BonusUsed: _bonus,
    turns.HallCounted: _hall,
    amounts.NotionsGained: _notion,
    amounts.LivrePaid: _livre_paid,
    turns.SupplyCardUsed: lambda log, event: _add_action(log, event, "use-supply-card", card=log.card(event.piece)),
    turns.BonusCopied: _copy,
    **round_log.WRITERS,
}
"""The function that writes the lines of each kind of event."""
