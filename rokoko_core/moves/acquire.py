"""Acquire Resources, and every other way a resource tile comes into a player's hand (ACQ, DRESS-6, BON-7)."""

from itertools import compress

from msgspec.structs import replace

from rokoko_core.actions import Action, DiscardTile, DrawTile, KeepTile, TakeTile
from rokoko_core.bonus_table import TileForLivre, kind_of
from rokoko_core.box import Box, box_of
from rokoko_core.draw_piles import draw_tile
from rokoko_core.events import recording
from rokoko_core.events.acts import TileDiscarded, TileDrawn, TileKept, TileTaken
from rokoko_core.events.amounts import LivrePaid, NotionsGained
from rokoko_core.events.places import Piece, Spot, Where, moves
from rokoko_core.events.reasons import Why
from rokoko_core.moves import Asking, Rules
from rokoko_core.moves.exam import fulfil
from rokoko_core.pending import BonusOf, Effect, MainAction, RewardTile, TileInHand
from rokoko_core.refusal import Reason, Refusal, short_of_money
from rokoko_core.state import State, ask, swapped, with_player
from rokoko_core.terms import Family, Notion, Rank, Task

FAMILY = Family.ACQUIRE
RANKS = frozenset(Rank)

ACQUIRING = (MainAction, BonusOf)
"""Where taking a tile is an Acquire action; else it is a gift."""

_KEEP = KeepTile()
_DISCARD = {notion: DiscardTile(notion) for notion in Notion}
_IN_HAND: dict[str, tuple[Action, ...]] = {}


def offers(state: State, box: Box, seat: int, rank: Rank) -> list[Action]:
    """Every tile of every segment the player can pay for (ACQ-1)."""
    livre, warehouse, prices = state.players[seat].livre, state.warehouse, box.prices.warehouse
    found: list[Action] = []
    for spaces, takes in box.take_in:
        lying = list(compress(takes, warehouse[spaces]))
        if lying and prices[len(lying) - 1] <= livre:
            found += lying
    return found


def free_offers(state: State, box: Box) -> list[Action]:
    """Every tile of the warehouse, where one is a gift (DRESS-6, EXPERT-1)."""
    return list(compress(box.take, state.warehouse))


def refusals(state: State, box: Box, seat: int, rank: Rank) -> list[Refusal]:
    """The warehouse is empty, or a segment is too dear."""
    if not any(state.warehouse):
        return [Refusal(FAMILY, Reason.DISPLAY_EMPTY)]
    livre = state.players[seat].livre
    return [
        short_of_money(take, price(state, box, take.space) - livre)
        for take in box.take
        if state.warehouse[take.space] and price(state, box, take.space) > livre
    ]


def price(state: State, box: Box, space: int) -> int:
    """Livre for the tile on ``space``: 1 tile in the segment free, 2 cost 1, 3 or 4 cost 2 (ACQ-1)."""
    spaces, takes = box.take_in[box.segment_of[space]]
    lying = len(takes) - state.warehouse[spaces].count("")
    return box.prices.warehouse[lying - 1]


def take(state: State, asked: MainAction | BonusOf | RewardTile | Effect, action: TakeTile) -> State:
    """Pay, and take the tile in hand; a gift costs nothing and is no Acquire action."""
    box = box_of(state)
    seat, tile = asked.seat, state.warehouse[action.space]
    player, by, cost = state.players[seat], None, 0
    if isinstance(asked, ACQUIRING):
        by, cost = rank_in_charge(state, box, asked), price(state, box, action.space)
    if (log := recording()) is not None:
        start, end = Spot(Where.WAREHOUSE, index=action.space), Spot(Where.TILE_TAKEN, seat)
        log.append(TileTaken(seat, why=_taken_for(asked), moved=moves(Piece.TILE, (tile,), start, end)))
        if cost:
            log.append(LivrePaid(seat, Why.TILE_PRICE, cost))
    return replace(
        state,
        players=swapped(state.players, seat, replace(player, livre=player.livre - cost)) if cost else state.players,
        warehouse=swapped(state.warehouse, action.space, ""),
        pending=(*state.pending, TileInHand(seat, tile, False, by)),
    )


def rank_in_charge(state: State, box: Box, asked: MainAction | BonusOf) -> Rank:
    """Rank that counts for the action asked for: of the card played, or of the card whose bonus it is (JB-9)."""
    if isinstance(asked, BonusOf):
        return box.card[asked.card].rank
    assert state.turn is not None
    return box.card[state.turn.card].rank


def _taken_for(asked: MainAction | BonusOf | RewardTile | Effect) -> Why:
    match asked:
        case RewardTile():
            return Why.GUEST
        case Effect():
            return Why.EFFECT
        case MainAction() | BonusOf():
            return Why.TILE_PRICE


def draw(state: State, seat: int, why: Why) -> State:
    """``state`` with a face-down tile in the hand of ``seat``, if there is one to draw (BON-7, JB-3)."""
    state, tile = draw_tile(state)
    if not tile:
        return state
    if (log := recording()) is not None:
        moved = moves(Piece.TILE, (tile,), Spot(Where.TILE_STACK), Spot(Where.TILE_DRAWN, seat))
        log.append(TileDrawn(seat, why=why, moved=moved))
    return ask(state, TileInHand(seat, tile, True))


def draw_by_bonus(state: State, asked: BonusOf, action: DrawTile) -> State:
    """Draw a face-down tile for the bonus's price (BON-7)."""
    kind = kind_of(box_of(state), asked.card)
    assert isinstance(kind, TileForLivre)
    state = draw(state, asked.seat, Why.BONUS)
    if (log := recording()) is not None and kind.price:
        log.append(LivrePaid(asked.seat, Why.DRAW_PRICE, kind.price))
    return with_player(state, asked.seat, livre=state.players[asked.seat].livre - kind.price)


def in_hand(state: State, box: Box, asked: TileInHand) -> tuple[Action, ...]:
    """Keep it, or discard it for its notions (ACQ-2)."""
    found = _IN_HAND.get(asked.tile)
    if found is None:
        found = _IN_HAND[asked.tile] = (_KEEP, *(_DISCARD[n] for n in box.tile[asked.tile].discards))
    return found


def _held(asked: TileInHand) -> Spot:
    return Spot(Where.TILE_DRAWN if asked.face_down else Where.TILE_TAKEN, asked.seat)


def keep(state: State, asked: TileInHand, action: KeepTile) -> State:
    """The tile is silk for good (ACQ-3)."""
    silk = tuple(sorted((*state.players[asked.seat].silk, asked.tile)))
    if (log := recording()) is not None:
        moved = moves(Piece.TILE, (asked.tile,), _held(asked), Spot(Where.SILK, asked.seat))
        log.append(TileKept(asked.seat, moved=moved))
    state = with_player(state, asked.seat, silk=silk)
    if asked.by is Rank.APPRENTICE:
        yellow, green, red, blue = box_of(state).tile[asked.tile].silk
        fits = ((Task.COMMON_SILK, yellow or green), (Task.RARE_SILK, red or blue))
        return fulfil(state, asked.seat, *(task for task, silk in fits if silk))
    return state


def discard(state: State, asked: TileInHand, action: DiscardTile) -> State:
    """The tile goes to the discards for its notions (ACQ-2)."""
    player, tile = state.players[asked.seat], box_of(state).tile[asked.tile]
    yarn = tile.yarn if action.notion is not Notion.LACE else 0
    lace = tile.lace if action.notion is not Notion.YARN else 0
    if (log := recording()) is not None:
        moved = moves(Piece.TILE, (asked.tile,), _held(asked), Spot(Where.TILE_DISCARD))
        log.append(TileDiscarded(asked.seat, action.notion, moved=moved))
        log.append(NotionsGained(asked.seat, Why.TILE, yarn, lace))
    player = replace(player, yarn=player.yarn + yarn, lace=player.lace + lace)
    players = swapped(state.players, asked.seat, player)
    state = replace(state, players=players, tile_discard=(*state.tile_discard, asked.tile))
    return fulfil(state, asked.seat, Task.NOTIONS) if asked.by is Rank.APPRENTICE else state


RULES = Rules(
    effects={TakeTile: take, DrawTile: draw_by_bonus, KeepTile: keep, DiscardTile: discard},
    asking={
        TileInHand: Asking(in_hand),
        RewardTile: Asking(lambda state, box, asked: free_offers(state, box)),
    },
)
