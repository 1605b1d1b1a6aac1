"""Log lines between rounds: income, starting player, cards cleared and laid out, and the end of the game."""

from rokoko_core.events.amounts import LivreGained, PrestigeGained
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
from rokoko_tui.text import piece_names
from rokoko_tui.text.families import EventWords
from rokoko_tui.text.log_writer import EventGroup, LogWriter

INCOME = (Why.INCOME, Why.JEWELS, Why.FOUNTAIN_UPPER, Why.FOUNTAIN_LOWER)
WHOLE_HAND = 3


def _ended(log: LogWriter, event: RoundEnded) -> None:
    """The total income of each seat (INC-1)."""
    parts = log.take_all(LivreGained, *INCOME)
    for seat in sorted({part.seat for part in parts if part.seat is not None}):
        livre = sum(part.livre for part in parts if part.seat == seat)
        log.add("income", EventGroup(Why.INCOME.rule, seat), "round.income", livre=livre)


def _began(log: LogWriter, event: RoundBegan) -> None:
    """The round, its starting player and its changes on the board, which round 1 leaves out."""
    log.add("round", event, "round.begins", round=event.round)
    first = event.round == 1
    for start in log.take_all(StartNamed):
        key = "starts-first" if first else "starts-favor" if start.by_favor else "starts-still"
        log.add("round", start, f"round.{key}")
    if first:
        for gain in log.take_all(PrestigeGained, Why.FAIR_START):
            log.add("gain", gain, "round.fair-start", gained=log.prestige(gain))
        log.events.clear()
    else:
        _clear_displays(log)
        _refill_displays(log)


def _clear_displays(log: LogWriter) -> None:
    """Pieces cleared from the displays (PREP-2, PREP-4, JB-2)."""
    for unhired in log.take_all(EmployeesLeft, Why.NOT_HIRED):
        log.add("refill", unhired, "round.employees-leave", cards=log.cards(unhired.pieces))
    for cleared in log.take_all(DressesCleared):
        log.add("refill", cleared, "round.discarded", dresses=log.dresses(cleared.pieces))
    for jewel in log.take_all(JewelLeft):
        log.add("refill", jewel, "round.jewel-leaves", jewel=piece_names.jewel(log.words, jewel.piece))


def _refill_displays(log: LogWriter) -> None:
    """Number of pieces added to each display (PREP-2 to PREP-4, JB-2)."""
    employees, tiles, dresses, jewels = (
        _take_moves(log, kind) for kind in (EmployeesShown, TilesLaid, DressesLaid, JewelsLaid)
    )
    log.add(
        "refill",
        EventGroup("PREP-0", None, employees + tiles + dresses + jewels),
        "round.refill-jewels" if log.box.jewel_prices else "round.refill",
        employees=log.count("employee", len(employees)),
        tiles=log.count("tile", len(tiles)),
        dresses=log.count("dress", len(dresses)),
        jewels=log.count("jewel", len(jewels)),
    )


def _take_moves(log: LogWriter, kind: type[Moving]) -> tuple[Move, ...]:
    return tuple(move for event in log.take_all(kind) for move in event.moved)


def _cards_drawn(log: LogWriter, event: HandForced | SupplyRenewed) -> None:
    """Cards drawn without a choice, by seat (HAND-2, HAND-3)."""
    events = (event, *log.take_all(HandForced), *log.take_all(SupplyRenewed))
    forced = {draw.seat: draw for draw in events if isinstance(draw, HandForced)}
    renewed = {draw.seat: draw for draw in events if isinstance(draw, SupplyRenewed)}
    for seat in sorted({*forced, *renewed}, key=lambda number: number or 0):
        hand = forced.get(seat)
        if hand is None:
            log.add("hand", renewed[seat], "then.new-supply")
        elif len(hand.pieces) == WHOLE_HAND:
            log.add("hand", hand, "then.last-three")
        else:
            log.add("hand", hand, "then.last-cards", cards=log.count("card", len(hand.pieces)))


def _over(log: LogWriter, event: GameOver) -> None:
    log.add("end", event, "round.over")
    winner = event.winners[0]
    names = log.words.listed([log.who(seat) for seat in event.winners])
    key = "round.wins" if len(event.winners) == 1 else "round.share"
    log.add("winner", EventGroup(event.rule, winner), key, names=names, points=event.totals[winner])


EVENTS = (
    EventWords(RoundEnded, log=_ended),
    EventWords(RoundBegan, log=_began),
    EventWords(HandForced, log=_cards_drawn),
    EventWords(SupplyRenewed, log=_cards_drawn),
    EventWords(GameOver, log=_over),
)
