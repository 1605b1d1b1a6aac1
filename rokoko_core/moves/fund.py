"""The Fund a Decoration action: a marker on fireworks, musician, statue, fountain or Jeweler (FUND, JB-5)."""

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
from rokoko_core.moves.exam import fill_task
from rokoko_core.pending import BonusOf, MainAction, Pending
from rokoko_core.refusal import Reason, Refusal, short_of_money
from rokoko_core.state import NOBODY, State, replace_item, with_player
from rokoko_core.terms import ONE_EACH, DecorationKind, Family, Rank, Task

FAMILY = Family.FUND
RANKS = frozenset(Rank)


def list_actions(state: State, box: Box, seat: int, rank: Rank, discount: int = 0) -> list[Action]:
    """Return the free spaces the player can pay for with ``discount`` Livre off, cheapest first (FUND-1)."""
    budget, owners = state.players[seat].livre + discount, state.decorations
    actions: list[Action] = []
    held: frozenset[DecorationKind] | None = None
    for space in box.decorations_by_cost:
        if space.cost > budget:
            break
        if owners[space.index] == NOBODY:
            if space.kind in ONE_EACH:
                held = held if held is not None else _kinds_held(state, box, seat)
                if space.kind in held:
                    continue
            actions.append(box.fund[space.index])
    return actions


def _kinds_held(state: State, box: Box, seat: int) -> frozenset[DecorationKind]:
    if seat not in state.decorations:
        return frozenset()
    return frozenset([d.kind for d, owner in zip(box.decorations, state.decorations, strict=True) if owner == seat])


def refusals(state: State, box: Box, seat: int, rank: Rank, discount: int = 0) -> list[Refusal]:
    """Return the spaces that are taken, too expensive with ``discount`` Livre off, or of a row already owned."""
    held, budget = _kinds_held(state, box, seat), state.players[seat].livre + discount
    refusals = []
    for space, owner in zip(box.decorations, state.decorations, strict=True):
        about = box.fund[space.index]
        if owner != NOBODY:
            refusals.append(Refusal(about, Reason.SPACE_TAKEN, seat=owner))
        elif space.kind in ONE_EACH and space.kind in held:
            refusals.append(Refusal(about, Reason.ROW_TAKEN))
        elif space.cost > budget:
            refusals.append(short_of_money(about, space.cost - budget))
    return refusals


def price(box: Box, decision: Pending | None, space: str) -> int:
    """Return the Livre for decoration ``space``, less the discount of a pending bonus."""
    kind = kind_of(box, decision.card) if isinstance(decision, BonusOf) else None
    discount = kind.discount if isinstance(kind, ExtraFund) else 0
    return max(0, box.decoration[space].cost - discount)


def fund(state: State, decision: MainAction | BonusOf, action: Fund) -> State:
    """Pay and put the marker on the space; a musician may complete all halls (HALLS-1)."""
    box = box_of(state)
    seat, space = decision.seat, box.decoration[action.space]
    rank = rank_in_charge(state, box, decision)
    state = put_marker(state, seat, space, price(box, decision, space.id))
    return fill_task(state, seat, Task.FUND) if rank is Rank.APPRENTICE else state


def put_marker(state: State, seat: int, space: DecorationSpace, cost: int) -> State:
    """Put a marker of ``seat`` on ``space`` for ``cost`` Livre, and check all halls."""
    if (log := recording()) is not None:
        end = Spot(Where.DECORATION, seat, space.index, space.id)
        log.append(DecorationFunded(seat, moved=moves(Piece.MARKER, ("",), Spot(Where.MARKERS, seat), end)))
        if cost:
            log.append(LivrePaid(seat, Why.FUNDING, cost))
    state = with_player(state, seat, livre=state.players[seat].livre - cost)
    return check_all_halls(replace(state, decorations=replace_item(state.decorations, space.index, seat)), seat)


RULES = Rules(effects={Fund: fund}, decisions={})
