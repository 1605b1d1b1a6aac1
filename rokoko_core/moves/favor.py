"""Favor: take the card, 5 Livre, and the start of the next round (FAVOR-1)."""

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


def offers(state: State, box: Box, seat: int, rank: Rank) -> tuple[Action, ...]:
    """Claim the card while it is in its space."""
    return _CLAIM if state.favor == NOBODY else ()


def refusals(state: State, box: Box, seat: int, rank: Rank) -> list[Refusal]:
    """Somebody holds it."""
    return [] if state.favor == NOBODY else [Refusal(FAMILY, Reason.FAVOR_GONE, seat=state.favor)]


def claim(state: State, asked: MainAction, action: ClaimFavor) -> State:
    """Give the card and 5 Livre to the player in turn."""
    return given(state, asked.seat, Why.FAVOR)


def given(state: State, seat: int, why: Why) -> State:
    """``state`` with the Favor card, if it is in its space, and 5 Livre in any case for ``seat`` (EXPERT-1)."""
    state = taken(state, seat)
    if (log := recording()) is not None:
        log.append(LivreGained(seat, why, GAIN))
    return with_player(state, seat, livre=state.players[seat].livre + GAIN)


def taken(state: State, seat: int) -> State:
    """``state`` with the Favor card before ``seat``, if it is in its space."""
    if state.favor != NOBODY:
        return state
    if (log := recording()) is not None:
        card = moves(Piece.FAVOR, ("",), Spot(Where.FAVOR_SPACE), Spot(Where.FAVOR, seat))
        log.append(FavorTaken(seat, moved=card))
    return replace(state, favor=seat)


RULES = Rules(effects={ClaimFavor: claim}, asking={})
