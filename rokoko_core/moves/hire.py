"""Hire: a card of the display, or the own specialised Apprentice (HIRE-1, JB-4)."""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from rokoko_core.actions import Action, Hire, HireSpecialist
from rokoko_core.board_counts import colour_count, decoration_types, halls_of, master_guests
from rokoko_core.box import HALLS, Box, box_of
from rokoko_core.events import recording
from rokoko_core.events.acts import EmployeeHired, SpecialistHired
from rokoko_core.events.amounts import LivrePaid
from rokoko_core.events.places import Move, Piece, Spot, Where, moves
from rokoko_core.events.reasons import Why
from rokoko_core.moves import Rules
from rokoko_core.pending import MainAction
from rokoko_core.refusal import Reason, Refusal, short_of_money
from rokoko_core.state import Player, State, with_player, without
from rokoko_core.terms import LADIES, Colour, Condition, Family, Good, Goods, Rank, complete

FAMILY = Family.HIRE
RANKS = frozenset({Rank.MASTER})

_SPECIALIST = HireSpecialist()


def price(state: State, box: Box) -> int:
    """Livre for a card by the number on display: 1 free, 2 cost 1, 3 cost 3, 4 cost 5 (HIRE-1)."""
    return box.prices.hire[len(state.hire) - 1]


def offers(state: State, box: Box, seat: int, rank: Rank) -> list[Action]:
    """Every card on display when the price can be paid; the specialist when its condition holds."""
    player = state.players[seat]
    found: list[Action] = []
    if state.hire and price(state, box) <= player.livre:
        found += [box.hire[card] for card in dict.fromkeys(state.hire)]
    if player.specialist and not unmet(state, box, seat):
        found.append(_SPECIALIST)
    return found


def refusals(state: State, box: Box, seat: int, rank: Rank) -> list[Refusal]:
    """Display empty, too little money, or the specialist's condition not met."""
    player = state.players[seat]
    found = []
    if not state.hire:
        found.append(Refusal(FAMILY, Reason.DISPLAY_EMPTY))
    elif price(state, box) > player.livre:
        short = price(state, box) - player.livre
        found += [short_of_money(box.hire[card], short) for card in dict.fromkeys(state.hire)]
    missing = unmet(state, box, seat) if player.specialist else ()
    if missing:
        condition = condition_of(box, player.specialist)
        found.append(Refusal(_SPECIALIST, Reason.CONDITION, missing, word=condition))
    return found


def hire(state: State, asked: MainAction, action: Hire) -> State:
    """Pay; the card comes to the hand, to be played later this round."""
    box, seat = box_of(state), asked.seat
    player, cost = state.players[seat], price(state, box)
    if (log := recording()) is not None:
        log.append(EmployeeHired(seat, why=Why.HIRE_PRICE, moved=leaving(state, action.card, Spot(Where.HAND, seat))))
        if cost:
            log.append(LivrePaid(seat, Why.HIRE_PRICE, cost))
    state = with_player(state, seat, livre=player.livre - cost, **_into_hand(player, action.card))
    return replace(state, hire=without(state.hire, action.card))


def hire_specialist(state: State, asked: MainAction, action: HireSpecialist) -> State:
    """The specialised Apprentice comes to the hand, free of charge and once (JB-4)."""
    seat = asked.seat
    player = state.players[seat]
    if (log := recording()) is not None:
        start, end = Spot(Where.SPECIALIST, seat), Spot(Where.HAND, seat)
        log.append(SpecialistHired(seat, moved=moves(Piece.EMPLOYEE, (player.specialist,), start, end, shown=True)))
    return with_player(state, seat, specialist="", **_into_hand(player, player.specialist))


def _into_hand(player: Player, card: str) -> dict[str, Any]:
    """The changes to a player's board when ``card`` comes to the hand for everybody to see."""
    return {"hand": tuple(sorted((*player.hand, card))), "known": tuple(sorted((*player.known, card)))}


def leaving(state: State, card: str, end: Spot) -> tuple[Move, ...]:
    """The move of ``card`` from the display to ``end``."""
    last = len(state.hire) - 1 - state.hire[::-1].index(card)
    return moves(Piece.EMPLOYEE, (card,), Spot(Where.HIRE, index=last), end)


def _short(have: int, need: int, good: Good) -> Goods:
    return ((good, need - have),) if have < need else ()


def _supplies(state: State, box: Box, seat: int) -> Goods:
    player = state.players[seat]
    return (
        _short(len(player.silk), 4, Good.TILE) + _short(player.lace, 2, Good.LACE) + _short(player.yarn, 2, Good.YARN)
    )


CONDITIONS: dict[Condition, Callable[[State, Box, int], Goods]] = {
    Condition.COATS: lambda s, b, n: _short(colour_count(s, b, n, Colour.GREEN, Colour.BLUE), 3, Good.COAT),
    Condition.LADIES_DRESSES: lambda s, b, n: _short(colour_count(s, b, n, *LADIES), 3, Good.LADIES_DRESS),
    Condition.ON_MASTER_SPACES: lambda s, b, n: _short(master_guests(s, b, n), 3, Good.MASTER_GUEST),
    Condition.LIVRE: lambda s, b, n: _short(s.players[n].livre, 30, Good.LIVRE),
    Condition.JEWELS: lambda s, b, n: _short(len(s.players[n].jewels), 3, Good.JEWEL),
    Condition.DECORATION_TYPES: lambda s, b, n: _short(decoration_types(s, b, n), 3, Good.DECORATION_TYPE),
    Condition.SUPPLIES: _supplies,
    Condition.PRESTIGE: lambda s, b, n: _short(s.players[n].prestige, 5, Good.PRESTIGE),
    Condition.MASTER_EXAM: lambda s, b, n: _short(s.players[n].master_exams, 1, Good.MASTER_EXAM),
    Condition.ALL_HALLS: lambda s, b, n: _short(len(halls_of(s, b, n)), len(HALLS), Good.HALL),
}
"""What is short of each hiring condition, and how much; () when it holds (JB-10)."""
complete("CONDITIONS", CONDITIONS, Condition)


def unmet(state: State, box: Box, seat: int) -> Goods:
    """What the specialised Apprentice of ``seat`` still waits for; () when it may be hired now."""
    return CONDITIONS[condition_of(box, state.players[seat].specialist)](state, box, seat)


def condition_of(box: Box, specialist: str) -> Condition:
    """What the specialised Apprentice ``specialist`` waits for."""
    condition = box.card[specialist].condition
    assert condition is not None
    return condition


RULES = Rules(effects={Hire: hire, HireSpecialist: hire_specialist}, asking={})
