"""The log of Madame du Barry's cards: what each says, and what came of it (SOLO)."""

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
from rokoko_tui.text import piece_names as pieces
from rokoko_tui.text.log_writer import Telling, Together


def _turned(told: Telling, event: BarryCardTurned) -> None:
    told.tell("barry", event, "barry.turn", card=pieces.barry_card(told.words, told.box.barry[event.piece]))


# ---- her actions


def _favor(told: Telling, event: FavorTaken) -> None:
    told.tell("barry", event, "barry.favor", gained=told.prestige(told.next(PrestigeGained, Why.BARRY_FAVOR)))


def _prestige(told: Telling, event: PrestigeGained) -> None:
    """Prestige that comes without a piece: the Favor card was taken, or an examination is passed (SOLO-4, SOLO-10)."""
    if event.why is Why.BARRY_FAVOR:
        told.tell("barry", event, "barry.favor-gone", gained=told.prestige(event))
        return
    for passed in told.rest(ExamPassed):
        told.tell("barry", passed, "barry.exam", exam=told.exam(passed.exam), gained=told.prestige(event))


def _tiles(told: Telling, event: TileTaken) -> None:
    told.tell("barry", event, "barry.tiles", tiles=told.tiles(event.pieces))


def _dress(told: Telling, event: DressMade) -> None:
    told.tell("barry", event, "barry.dress", dress=told.dress(event.piece))


def _hired(told: Telling, event: EmployeeHired) -> None:
    told.tell("barry", event, "barry.hire", card=told.card(event.piece))


def _funded(told: Telling, event: DecorationFunded) -> None:
    space = told.box.decoration[event.moved[0].end.space]
    key = "fund-jeweler" if space.kind is DecorationKind.JEWELER else "fund"
    told.tell("barry", event, f"barry.{key}", space=pieces.decoration_name(told.words, space))


def _hindered(told: Telling, event: BarryHindered) -> None:
    target = told.box.barry[event.card].target
    named = {"target": told.words.say(f"pieces.du-barry.{target}")} if target else {}
    why = told.words.say_of(f"narration.barry.{event.obstacle}", named)
    told.tell("barry", event, "barry.cannot", why=why, gained=told.prestige(told.next(PrestigeGained, Why.IMPOSSIBLE)))


# ---- her dress


def _hall_named(told: Telling, event: BarryHallNamed) -> None:
    """The hall of the card, its jewel symbol where jewels are in play, and all that comes of placing the dress."""
    hall = pieces.hall_in(told.words, event.hall)
    if not event.free:
        told.tell("barry", event, "barry.hall-full", hall=hall)
        return
    if told.box.jewel_prices and event.moved:
        told.tell("barry", event, f"barry.symbol-{event.jewel}", hall=hall)
    for placed in told.rest(DressPlaced):
        guest = told.box.guest[placed.moved[0].end.space]
        name = told.dress(placed.piece)
        told.tell("barry", placed, "barry.place", dress=name, guest=pieces.guest_name(told.words, guest))
        _brought(told, event, name)


def _brought(told: Telling, event: BarryHallNamed, dress: str) -> None:
    """What the dress, its guest and its jewel bring."""
    for jewel in told.rest(JewelTaken):
        told.tell("barry", jewel, "barry.jewel", jewel=pieces.jewel(told.words, jewel.piece))
    gains: list[NotionsGained | PrestigeGained] = [*told.rest(NotionsGained), *told.rest(PrestigeGained)]
    if gains:
        told.tell("barry", Together(event.rule, event.seat), "barry.gains", gains=told.gains(*gains))
    drawn = tuple(move for draw in told.rest(TileDrawn) for move in draw.moved)
    if drawn:
        told.tell(
            "barry", Together(event.rule, event.seat, drawn), "barry.draws", tiles=told.count("face-down", len(drawn))
        )
    told.rest(EffectUsed)
    for favor in told.rest(FavorTaken):
        told.tell("barry", favor, "barry.favor-effect", dress=dress)


# ---- her examinations (SOLO-10)


def _left(told: Telling, event: EmployeesLeft) -> None:
    told.tell_each("barry", event, "barry.exam-leaves")


def _exam_card(told: Telling, event: ExamCardTaken) -> None:
    told.tell("barry", event, "barry.exam-card", exam=told.exam(event.exam))


TELLERS: dict[type, Callable[[Telling, Any], None]] = {
    BarryCardTurned: _turned,
    FavorTaken: _favor,
    PrestigeGained: _prestige,
    TileTaken: _tiles,
    DressMade: _dress,
    EmployeeHired: _hired,
    DecorationFunded: _funded,
    BarryHindered: _hindered,
    BarryHallNamed: _hall_named,
    EmployeesLeft: _left,
    ExamCardTaken: _exam_card,
}
"""The lines of what Madame du Barry does, where they are not those of anybody."""
