"""Draw piles: resource tiles, dresses and jewels."""

from msgspec.structs import replace

from rokoko_core.chance import shuffled
from rokoko_core.events import recording
from rokoko_core.events.places import Piece, Spot, Where, moves
from rokoko_core.events.table import DressBagRenewed, TileStackRenewed
from rokoko_core.state import State


def draw_tile(state: State) -> tuple[State, str]:
    """Return (state after, next face-down resource tile), with ``""`` if there is none (PREP-3, BON-7).

    If the stack is empty, the discarded tiles are shuffled into a new one first.
    """
    stack = state.tile_stack
    if stack:
        return replace(state, tile_stack=stack[:-1]), stack[-1]
    if not state.tile_discard:
        return state, ""
    if (log := recording()) is not None:
        moved = moves(Piece.TILE, state.tile_discard, Spot(Where.TILE_DISCARD), Spot(Where.TILE_STACK))
        log.append(TileStackRenewed(None, moved=moved))
    rng, stack = shuffled(state.rng, state.tile_discard)
    return replace(state, rng=rng, tile_stack=stack[:-1], tile_discard=()), stack[-1]


def can_draw_tile(state: State) -> bool:
    return bool(state.tile_stack or state.tile_discard)


def draw_dress(state: State) -> tuple[State, str]:
    """Return (state after, a dress from the bag), with ``""`` if bag and discard pile are empty (PREP-4)."""
    bag = state.dress_bag
    if bag:
        return replace(state, dress_bag=bag[:-1]), bag[-1]
    if not state.dress_discard:
        return state, ""
    if (log := recording()) is not None:
        moved = moves(Piece.DRESS, state.dress_discard, Spot(Where.DRESS_DISCARD), Spot(Where.DRESS_BAG))
        log.append(DressBagRenewed(None, moved=moved))
    rng, bag = shuffled(state.rng, state.dress_discard)
    return replace(state, rng=rng, dress_bag=bag[:-1], dress_discard=()), bag[-1]


def draw_jewel(state: State) -> tuple[State, str]:
    """Return (state after, a jewel from the bag), with ``""`` if the bag is empty (JB-2)."""
    bag = state.jewel_bag
    return (replace(state, jewel_bag=bag[:-1]), bag[-1]) if bag else (state, "")
