"""The Hire action: a card of the display, or the player's specialised Apprentice (HIRE-1, JB-4)."""

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
    """Return the Livre for a card by the number on display: 1 is free, 2 cost 1, 3 cost 3, 4 cost 5 (HIRE-1)."""
    return box.prices.hire[len(state.hire) - 1]


def list_actions(state: State, box: Box, seat: int, rank: Rank) -> list[Action]:
    """Return the cards on display if the player can pay, and the specialist if its condition is met."""
    player = state.players[seat]
    actions: list[Action] = []
    if state.hire and price(state, box) <= player.livre:
        actions += [box.hire[card] for card in dict.fromkeys(state.hire)]
    if player.specialist and not unmet(state, box, seat):
        actions.append(_SPECIALIST)
    return actions


def refusals(state: State, box: Box, seat: int, rank: Rank) -> list[Refusal]:
    """Return why no card can be hired, and the unmet condition of the specialist."""
    player = state.players[seat]
    refusals = []
    if not state.hire:
        refusals.append(Refusal(FAMILY, Reason.DISPLAY_EMPTY))
    elif price(state, box) > player.livre:
        short = price(state, box) - player.livre
        refusals += [short_of_money(box.hire[card], short) for card in dict.fromkeys(state.hire)]
    missing = unmet(state, box, seat) if player.specialist else ()
    if missing:
        condition = condition_of(box, player.specialist)
        if condition is Condition.PRESTIGE and state.setup.open_scores == "nobody":
            missing = ()  # it would tell the prestige gained so far (HIDDEN-2)
        refusals.append(Refusal(_SPECIALIST, Reason.CONDITION, missing, word=condition))
    return refusals


def hire(state: State, decision: MainAction, action: Hire) -> State:
    """Pay, and take the card into the hand, playable this round."""
    box, seat = box_of(state), decision.seat
    player, cost = state.players[seat], price(state, box)
    if (log := recording()) is not None:
        log.append(
            EmployeeHired(seat, why=Why.HIRE_PRICE, moved=display_moves(state, action.card, Spot(Where.HAND, seat)))
        )
        if cost:
            log.append(LivrePaid(seat, Why.HIRE_PRICE, cost))
    state = with_player(state, seat, livre=player.livre - cost, **_into_hand(player, action.card))
    return replace(state, hire=without(state.hire, action.card))


def hire_specialist(state: State, decision: MainAction, action: HireSpecialist) -> State:
    """Take the specialised Apprentice into the hand, free and once (JB-4)."""
    seat = decision.seat
    player = state.players[seat]
    if (log := recording()) is not None:
        start, end = Spot(Where.SPECIALIST, seat), Spot(Where.HAND, seat)
        log.append(SpecialistHired(seat, moved=moves(Piece.EMPLOYEE, (player.specialist,), start, end, shown=True)))
    return with_player(state, seat, specialist="", **_into_hand(player, player.specialist))


def _into_hand(player: Player, card: str) -> dict[str, Any]:
    """Return the changes to a player who takes ``card`` into the hand face up."""
    return {"hand": tuple(sorted((*player.hand, card))), "known": tuple(sorted((*player.known, card)))}


def display_moves(state: State, card: str, end: Spot) -> tuple[Move, ...]:
    """Return the move of ``card`` from the display to ``end``."""
    last = len(state.hire) - 1 - state.hire[::-1].index(card)
    return moves(Piece.EMPLOYEE, (card,), Spot(Where.HIRE, index=last), end)


def _lack(have: int, need: int, good: Good) -> Goods:
    return ((good, need - have),) if have < need else ()


def _supplies(state: State, box: Box, seat: int) -> Goods:
    player = state.players[seat]
    return _lack(len(player.silk), 4, Good.TILE) + _lack(player.lace, 2, Good.LACE) + _lack(player.yarn, 2, Good.YARN)


CONDITIONS: dict[Condition, Callable[[State, Box, int], Goods]] = {
    Condition.COATS: lambda s, b, n: _lack(colour_count(s, b, n, Colour.GREEN, Colour.BLUE), 3, Good.COAT),
    Condition.LADIES_DRESSES: lambda s, b, n: _lack(colour_count(s, b, n, *LADIES), 3, Good.LADIES_DRESS),
    Condition.ON_MASTER_SPACES: lambda s, b, n: _lack(master_guests(s, b, n), 3, Good.MASTER_GUEST),
    Condition.LIVRE: lambda s, b, n: _lack(s.players[n].livre, 30, Good.LIVRE),
    Condition.JEWELS: lambda s, b, n: _lack(len(s.players[n].jewels), 3, Good.JEWEL),
    Condition.DECORATION_TYPES: lambda s, b, n: _lack(decoration_types(s, b, n), 3, Good.DECORATION_TYPE),
    Condition.SUPPLIES: _supplies,
    Condition.PRESTIGE: lambda s, b, n: _lack(s.players[n].prestige, 5, Good.PRESTIGE),
    Condition.MASTER_EXAM: lambda s, b, n: _lack(s.players[n].master_exams, 1, Good.MASTER_EXAM),
    Condition.ALL_HALLS: lambda s, b, n: _lack(len(halls_of(s, b, n)), len(HALLS), Good.HALL),
}
"""What each hiring condition still lacks; () when it is met (JB-10)."""
complete("CONDITIONS", CONDITIONS, Condition)


def unmet(state: State, box: Box, seat: int) -> Goods:
    """Return what the condition of the specialised Apprentice of ``seat`` still lacks; () if it can be hired now."""
    return CONDITIONS[condition_of(box, state.players[seat].specialist)](state, box, seat)


def condition_of(box: Box, specialist: str) -> Condition:
    condition = box.card[specialist].condition
    assert condition is not None
    return condition


RULES = Rules(effects={Hire: hire, HireSpecialist: hire_specialist}, decisions={})
