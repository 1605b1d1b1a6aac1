"""Fund a Decoration: a marker on fireworks, musician, statue, fountain or Jeweler (FUND, JB-5)."""

from msgspec.structs import replace

from rokoko_core.actions import Action, Fund
from rokoko_core.board_counts import check_all_halls
from rokoko_core.bonus_table import ExtraFund, kind_of
from rokoko_core.box import Box, box_of
from rokoko_core.components.tables import DecorationSpace
from rokoko_core.events import recording
from rokoko_core.events.acts import DecorationFunded
from rokoko_core.events.amounts import LivrePaid
from rokoko_core.events.places import Piece, Spot, Where, moves
from rokoko_core.events.reasons import Why
from rokoko_core.moves import Rules
from rokoko_core.moves.acquire import rank_in_charge
from rokoko_core.moves.exam import fulfil
from rokoko_core.pending import BonusOf, MainAction, Pending
from rokoko_core.refusal import Reason, Refusal, short_of_money
from rokoko_core.state import NOBODY, State, swapped, with_player
from rokoko_core.terms import ONE_EACH, DecorationKind, Family, Rank, Task

FAMILY = Family.FUND
RANKS = frozenset(Rank)


def offers(state: State, box: Box, seat: int, rank: Rank) -> list[Action]:
    """Every free space the player can pay for, cheapest first (FUND-1)."""
    return offers_with(state, box, seat, 0)


def offers_with(state: State, box: Box, seat: int, discount: int) -> list[Action]:
    """The same with ``discount`` Livre off (BON)."""
    budget, owners = state.players[seat].livre + discount, state.decorations
    found: list[Action] = []
    held: frozenset[DecorationKind] | None = None
    for space in box.dearest_last:
        if space.cost > budget:
            break
        if owners[space.index] == NOBODY:
            if space.kind in ONE_EACH:
                held = held if held is not None else _kinds_held(state, box, seat)
                if space.kind in held:
                    continue
            found.append(box.fund[space.index])
    return found


def _kinds_held(state: State, box: Box, seat: int) -> frozenset[DecorationKind]:
    if seat not in state.decorations:
        return frozenset()
    return frozenset([d.kind for d, owner in zip(box.decorations, state.decorations, strict=True) if owner == seat])


def refusals(state: State, box: Box, seat: int, rank: Rank) -> list[Refusal]:
    """Spaces taken, too dear, or of a row the player is in already."""
    return refusals_with(state, box, seat, 0)


def refusals_with(state: State, box: Box, seat: int, discount: int) -> list[Refusal]:
    """The same with ``discount`` Livre off."""
    held, budget = _kinds_held(state, box, seat), state.players[seat].livre + discount
    found = []
    for space, owner in zip(box.decorations, state.decorations, strict=True):
        about = box.fund[space.index]
        if owner != NOBODY:
            found.append(Refusal(about, Reason.SPACE_TAKEN, seat=owner))
        elif space.kind in ONE_EACH and space.kind in held:
            found.append(Refusal(about, Reason.ROW_TAKEN))
        elif space.cost > budget:
            found.append(short_of_money(about, space.cost - budget))
    return found


def price(box: Box, asked: Pending | None, space: str) -> int:
    """Livre for the decoration ``space``, less the discount of the bonus asked about."""
    kind = kind_of(box, asked.card) if isinstance(asked, BonusOf) else None
    discount = kind.discount if isinstance(kind, ExtraFund) else 0
    return max(0, box.decoration[space].cost - discount)


def fund(state: State, asked: MainAction | BonusOf, action: Fund) -> State:
    """Pay and put the marker down; a musician may complete all halls (HALLS-1)."""
    box = box_of(state)
    seat, space = asked.seat, box.decoration[action.space]
    rank = rank_in_charge(state, box, asked)
    state = funded(state, seat, space, price(box, asked, space.id))
    return fulfil(state, seat, Task.FUND) if rank is Rank.APPRENTICE else state


def funded(state: State, seat: int, space: DecorationSpace, cost: int) -> State:
    """``state`` with the marker of ``seat`` on ``space`` for ``cost`` Livre, all halls checked."""
    if (log := recording()) is not None:
        end = Spot(Where.DECORATION, seat, space.index, space.id)
        log.append(DecorationFunded(seat, moved=moves(Piece.MARKER, ("",), Spot(Where.MARKERS, seat), end)))
        if cost:
            log.append(LivrePaid(seat, Why.FUNDING, cost))
    state = with_player(state, seat, livre=state.players[seat].livre - cost)
    return check_all_halls(replace(state, decorations=swapped(state.decorations, space.index, seat)), seat)


RULES = Rules(effects={Fund: fund}, asking={})
