"""The Favor action: take the card, gain 5 Livre and start the next round (FAVOR-1)."""

from msgspec.structs import replace

from rokoko_core.actions import Action, ClaimFavor
from rokoko_core.box import Box
from rokoko_core.events import recording
from rokoko_core.events.acts import FavorTaken
from rokoko_core.events.amounts import LivreGained
from rokoko_core.events.places import Piece, Spot, Where, moves
from rokoko_core.events.reasons import Why
from rokoko_core.moves import Rules
from rokoko_core.pending import MainAction
from rokoko_core.refusal import Reason, Refusal
from rokoko_core.state import NOBODY, State, with_player
from rokoko_core.terms import Family, Rank

FAMILY = Family.FAVOR
RANKS = frozenset({Rank.MASTER, Rank.JOURNEYMAN})
GAIN = 5
"""Livre with the Favor card."""

_CLAIM: tuple[Action, ...] = (ClaimFavor(),)


def list_actions(state: State, box: Box, seat: int, rank: Rank) -> tuple[Action, ...]:
    """Offer the card while it is in its space."""
    return _CLAIM if state.favor == NOBODY else ()


def refusals(state: State, box: Box, seat: int, rank: Rank) -> list[Refusal]:
    return [] if state.favor == NOBODY else [Refusal(FAMILY, Reason.FAVOR_GONE, seat=state.favor)]


def claim(state: State, decision: MainAction, action: ClaimFavor) -> State:
    return give_favor(state, decision.seat, Why.FAVOR)


def give_favor(state: State, seat: int, why: Why) -> State:
    """Give ``seat`` 5 Livre, and the Favor card if it is in its space (EXPERT-1)."""
    state = take_favor_card(state, seat)
    if (log := recording()) is not None:
        log.append(LivreGained(seat, why, GAIN))
    return with_player(state, seat, livre=state.players[seat].livre + GAIN)


def take_favor_card(state: State, seat: int) -> State:
    """Give ``seat`` the Favor card if it is in its space."""
    if state.favor != NOBODY:
        return state
    if (log := recording()) is not None:
        card = moves(Piece.FAVOR, ("",), Spot(Where.FAVOR_SPACE), Spot(Where.FAVOR, seat))
        log.append(FavorTaken(seat, moved=card))
    return replace(state, favor=seat)


RULES = Rules(effects={ClaimFavor: claim}, decisions={})
