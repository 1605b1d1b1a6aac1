"""Log lines for Madame du Barry's cards and their effects (SOLO)."""

from collections.abc import Callable
from typing import Any

from rokoko_core.events.acts import (
    DecorationFunded,
    DressMade,
    DressPlaced,
    EffectUsed,
    EmployeeHired,
    FavorTaken,
    JewelTaken,
    TileDrawn,
    TileTaken,
)
from rokoko_core.events.amounts import NotionsGained, PrestigeGained
from rokoko_core.events.reasons import Why
from rokoko_core.events.solo import BarryCardTurned, BarryHallNamed, BarryHindered
from rokoko_core.events.turns import EmployeesLeft, ExamCardTaken, ExamPassed
from rokoko_core.terms import DecorationKind
from rokoko_tui.text import piece_names
from rokoko_tui.text.log_writer import EventGroup, LogWriter


def _turned(log: LogWriter, event: BarryCardTurned) -> None:
    log.add("barry", event, "barry.turn", card=piece_names.barry_card(log.words, log.box.barry[event.piece]))


# ---- her actions


def _favor(log: LogWriter, event: FavorTaken) -> None:
    log.add("barry", event, "barry.favor", gained=log.prestige(log.take_next(PrestigeGained, Why.BARRY_FAVOR)))


def _prestige(log: LogWriter, event: PrestigeGained) -> None:
    """Prestige without a piece: the Favor card is taken already, or an examination is passed (SOLO-4, SOLO-10)."""
    if event.why is Why.BARRY_FAVOR:
        log.add("barry", event, "barry.favor-gone", gained=log.prestige(event))
        return
    for passed in log.take_all(ExamPassed):
        log.add("barry", passed, "barry.exam", exam=log.exam(passed.exam), gained=log.prestige(event))


def _funded(log: LogWriter, event: DecorationFunded) -> None:
    space = log.box.decoration[event.moved[0].end.space]
    key = {DecorationKind.JEWELER: "fund-jeweler", DecorationKind.MUSICIAN: "fund-musician"}.get(space.kind, "fund")
    log.add("barry", event, f"barry.{key}", space=piece_names.decoration_name(log.words, space))


def _hindered(log: LogWriter, event: BarryHindered) -> None:
    target = log.box.barry[event.card].target
    values = {"target": log.words.say(f"pieces.du-barry.{target}")} if target else {}
    why = log.words.say_of(f"narration.barry.{event.obstacle}", values)
    log.add("barry", event, "barry.cannot", why=why, gained=log.prestige(log.take_next(PrestigeGained, Why.IMPOSSIBLE)))


# ---- her dress


def _hall_named(log: LogWriter, event: BarryHallNamed) -> None:
    """The hall of the card, its jewel symbol if jewels are in play, and the effects of placing the dress."""
    hall = piece_names.hall_in(log.words, event.hall)
    if not event.free:
        log.add("barry", event, "barry.hall-full", hall=hall)
        return
    if log.box.jewel_prices and event.moved:
        log.add("barry", event, f"barry.symbol-{event.jewel}", hall=hall)
    for placed in log.take_all(DressPlaced):
        guest = log.box.guest[placed.moved[0].end.space]
        name = log.dress(placed.piece)
        log.add("barry", placed, "barry.place", dress=name, guest=piece_names.guest_name(log.words, guest))
        _gains(log, event, name)


def _gains(log: LogWriter, event: BarryHallNamed, dress: str) -> None:
    """The gains from the dress, its guest and its jewel."""
    for jewel in log.take_all(JewelTaken):
        log.add("barry", jewel, "barry.jewel", jewel=piece_names.jewel(log.words, jewel.piece))
    gains: list[NotionsGained | PrestigeGained] = [*log.take_all(NotionsGained), *log.take_all(PrestigeGained)]
    if gains:
        log.add("barry", EventGroup(event.rule, event.seat), "barry.gains", gains=log.gains(*gains))
    drawn = tuple(move for draw in log.take_all(TileDrawn) for move in draw.moved)
    if drawn:
        log.add(
            "barry", EventGroup(event.rule, event.seat, drawn), "barry.draws", tiles=log.count("face-down", len(drawn))
        )
    log.take_all(EffectUsed)
    for favor in log.take_all(FavorTaken):
        log.add("barry", favor, "barry.favor-effect", dress=dress)


WRITERS: dict[type, Callable[[LogWriter, Any], None]] = {
    BarryCardTurned: _turned,
    FavorTaken: _favor,
    PrestigeGained: _prestige,
    TileTaken: lambda log, event: log.add("barry", event, "barry.tiles", tiles=log.tiles(event.pieces)),
    DressMade: lambda log, event: log.add("barry", event, "barry.dress", dress=log.dress(event.piece)),
    EmployeeHired: lambda log, event: log.add("barry", event, "barry.hire", card=log.card(event.piece)),
    DecorationFunded: _funded,
    BarryHindered: _hindered,
    BarryHallNamed: _hall_named,
    EmployeesLeft: lambda log, event: log.add_each("barry", event, "barry.exam-leaves"),
    ExamCardTaken: lambda log, event: log.add("barry", event, "barry.exam-card", exam=log.exam(event.exam)),
}
"""The lines for Madame du Barry where they differ from those for players."""
