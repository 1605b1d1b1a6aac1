"""Favor: take the card, 5 Livre, and the start of the next round (FAVOR-1)."""

from msgspec.structs import replace

from rokoko_core.actions import Action, ClaimFavor
from rokoko_core.box import Box
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
    return given(state, asked.seat)


def given(state: State, seat: int) -> State:
    """``state`` with the Favor card, if it is in its space, and 5 Livre in any case for ``seat`` (EXPERT-1)."""
    holder = seat if state.favor == NOBODY else state.favor
    return replace(with_player(state, seat, livre=state.players[seat].livre + GAIN), favor=holder)


RULES = Rules(effects={ClaimFavor: claim}, asking={})
