"""The log at the end of a round: income, who starts, what leaves and what is laid out, and the end of the game."""

from collections.abc import Callable
from typing import Any

from rokoko_core.events.amounts import LivreGained
from rokoko_core.events.base import Moving
from rokoko_core.events.places import Move
from rokoko_core.events.reasons import Why
from rokoko_core.events.table import (
    DressesCleared,
    DressesLaid,
    EmployeesShown,
    GameOver,
    JewelLeft,
    JewelsLaid,
    RoundBegan,
    RoundEnded,
    StartNamed,
    TilesLaid,
)
from rokoko_core.events.turns import EmployeesLeft, HandForced, SupplyRenewed
from rokoko_tui.text import piece_names as pieces
from rokoko_tui.text.log_writer import Telling, Together

INCOME = (Why.INCOME, Why.JEWELS, Why.FOUNTAIN_UPPER, Why.FOUNTAIN_LOWER)
WHOLE_HAND = 3


def _ended(told: Telling, event: RoundEnded) -> None:
    """The income of every seat, its parts together (INC-1)."""
    parts = told.rest(LivreGained, *INCOME)
    for seat in sorted({part.seat for part in parts if part.seat is not None}):
        livre = sum(part.livre for part in parts if part.seat == seat)
        told.tell("income", Together(Why.INCOME.rule, seat), "round.income", livre=livre)


def _began(told: Telling, event: RoundBegan) -> None:
    """The round, who starts it, and what it changes on the board; of round 1 all lies there to be seen."""
    told.tell("round", event, "round.begins", round=event.round)
    first = event.round == 1
    for start in told.rest(StartNamed):
        key = "starts-first" if first else "starts-favor" if start.by_favor else "starts-still"
        told.tell("round", start, f"round.{key}")
    if first:
        told.left.clear()
    else:
        _leaving(told)
        _laid_out(told)


def _leaving(told: Telling) -> None:
    """What is cleared from the displays (PREP-2, PREP-4, JB-2)."""
    for unhired in told.rest(EmployeesLeft, Why.NOT_HIRED):
        told.tell("refill", unhired, "round.employees-leave", cards=told.cards(unhired.pieces))
    for cleared in told.rest(DressesCleared):
        told.tell("refill", cleared, "round.discarded", dresses=told.dresses(cleared.pieces))
    for jewel in told.rest(JewelLeft):
        told.tell("refill", jewel, "round.jewel-leaves", jewel=pieces.jewel(told.words, jewel.piece))


def _laid_out(told: Telling) -> None:
    """How many pieces came to each display (PREP-2 to PREP-4, JB-2)."""
    employees, tiles, dresses, jewels = (
        _moved(told, kind) for kind in (EmployeesShown, TilesLaid, DressesLaid, JewelsLaid)
    )
    told.tell(
        "refill",
        Together("PREP-0", None, employees + tiles + dresses + jewels),
        "round.refill-jewels" if told.box.jewel_prices else "round.refill",
        employees=told.count("employee", len(employees)),
        tiles=told.count("tile", len(tiles)),
        dresses=told.count("dress", len(dresses)),
        jewels=told.count("jewel", len(jewels)),
    )


def _moved(told: Telling, kind: type[Moving]) -> tuple[Move, ...]:
    return tuple(move for event in told.rest(kind) for move in event.moved)


def _cards_drawn(told: Telling, event: HandForced | SupplyRenewed) -> None:
    """Cards that come to hands without a choice, seat by seat (HAND-2, HAND-3)."""
    forced = {each.seat: each for each in (event, *told.rest(HandForced)) if isinstance(each, HandForced)}
    renewed = {each.seat: each for each in (event, *told.rest(SupplyRenewed)) if isinstance(each, SupplyRenewed)}
    for seat in sorted({*forced, *renewed}, key=lambda number: number or 0):
        hand = forced.get(seat)
        if hand is None:
            told.tell("hand", renewed[seat], "then.new-supply")
        elif len(hand.pieces) == WHOLE_HAND:
            told.tell("hand", hand, "then.last-three")
        else:
            told.tell("hand", hand, "then.last-cards", cards=told.count("card", len(hand.pieces)))


def _over(told: Telling, event: GameOver) -> None:
    told.tell("end", event, "round.over")
    winner = event.winners[0]
    names = told.words.listed([told.who(seat) for seat in event.winners])
    key = "round.wins" if len(event.winners) == 1 else "round.share"
    told.tell("end", Together(event.rule, winner), key, names=names, points=event.totals[winner])


TELLERS: dict[type, Callable[[Telling, Any], None]] = {
    RoundEnded: _ended,
    RoundBegan: _began,
    HandForced: _cards_drawn,
    SupplyRenewed: _cards_drawn,
    GameOver: _over,
}
"""The lines of each kind of event between the turns."""
