"""The Acquire Resources action, and all other ways to take a resource tile in hand (ACQ, DRESS-6, BON-7)."""

from itertools import compress

from msgspec.structs import replace

from rokoko_core.actions import Action, DiscardTile, DrawTile, KeepTile, TakeTile
from rokoko_core.bonus_table import TileForLivre, bonus_of_kind
from rokoko_core.box import Box, box_of
from rokoko_core.draw_piles import draw_tile
from rokoko_core.events import recording
from rokoko_core.events.acts import TileDiscarded, TileDrawn, TileKept, TileTaken
from rokoko_core.events.amounts import LivrePaid, NotionsGained
from rokoko_core.events.places import Piece, Spot, Where, moves
from rokoko_core.events.reasons import Why
from rokoko_core.moves import DecisionRule, Rules
from rokoko_core.moves.exam import fill_task
from rokoko_core.pending import BonusOf, Effect, MainAction, RewardTile, TileInHand
from rokoko_core.refusal import Reason, Refusal, short_of_money
from rokoko_core.state import State, ask, replace_item, with_player
from rokoko_core.terms import Family, Notion, Rank, Task

FAMILY = Family.ACQUIRE
RANKS = frozenset(Rank)

ACQUIRING = (MainAction, BonusOf)
"""Decisions in which taking a tile is an Acquire action; in all others the tile is a reward."""

_KEEP = KeepTile()
_DISCARD = {notion: DiscardTile(notion) for notion in Notion}
_TILE_ACTIONS: dict[str, tuple[Action, ...]] = {}


def list_actions(state: State, box: Box, seat: int, rank: Rank) -> list[Action]:
    """Return the tiles of all segments the player can pay for (ACQ-1)."""
    livre, warehouse, prices = state.players[seat].livre, state.warehouse, box.prices.warehouse
    actions: list[Action] = []
    for spaces, takes in box.take_in:
        available = list(compress(takes, warehouse[spaces]))
        if available and prices[len(available) - 1] <= livre:
            actions += available
    return actions


def list_free_actions(state: State, box: Box) -> list[Action]:
    """Return all tiles of the warehouse, for a free one (DRESS-6, EXPERT-1)."""
    return list(compress(box.take, state.warehouse))


def refusals(state: State, box: Box, seat: int, rank: Rank) -> list[Refusal]:
    """Return why the warehouse offers nothing, or which tiles are too expensive."""
    if not any(state.warehouse):
        return [Refusal(FAMILY, Reason.DISPLAY_EMPTY)]
    livre = state.players[seat].livre
    return [
        short_of_money(take, price(state, box, take.space) - livre)
        for take in box.take
        if state.warehouse[take.space] and price(state, box, take.space) > livre
    ]


def price(state: State, box: Box, space: int) -> int:
    """Return the Livre for the tile on ``space``: free as the last of its segment, 1 of 2, 2 of 3 or 4 (ACQ-1)."""
    spaces, takes = box.take_in[box.segment_of[space]]
    count = len(takes) - state.warehouse[spaces].count("")
    return box.prices.warehouse[count - 1]


def take(state: State, decision: MainAction | BonusOf | RewardTile | Effect, action: TakeTile) -> State:
    """Pay, and take the tile in hand; a reward is free and no Acquire action."""
    box = box_of(state)
    seat, tile = decision.seat, state.warehouse[action.space]
    player, by, cost = state.players[seat], None, 0
    if isinstance(decision, ACQUIRING):
        by, cost = rank_in_charge(state, box, decision), price(state, box, action.space)
    if (log := recording()) is not None:
        start, end = Spot(Where.WAREHOUSE, index=action.space), Spot(Where.TILE_TAKEN, seat)
        log.append(TileTaken(seat, why=_reason_of(decision), moved=moves(Piece.TILE, (tile,), start, end)))
        if cost:
            log.append(LivrePaid(seat, Why.TILE_PRICE, cost))
    return replace(
        state,
        players=replace_item(state.players, seat, replace(player, livre=player.livre - cost))
        if cost
        else state.players,
        warehouse=replace_item(state.warehouse, action.space, ""),
        pending=(*state.pending, TileInHand(seat, tile, False, by)),
    )


def rank_in_charge(state: State, box: Box, decision: MainAction | BonusOf) -> Rank:
    """Return the rank that counts for the action: of the card played, or of the card whose bonus it is (JB-9)."""
    if isinstance(decision, BonusOf):
        return box.card[decision.card].rank
    assert state.turn is not None
    return box.card[state.turn.card].rank


def _reason_of(decision: MainAction | BonusOf | RewardTile | Effect) -> Why:
    match decision:
        case RewardTile():
            return Why.GUEST
        case Effect():
            return Why.EFFECT
        case MainAction() | BonusOf():
            return Why.TILE_PRICE


def draw(state: State, seat: int, why: Why) -> State:
    """Draw a face-down tile into the hand of ``seat``, if there is one (BON-7, JB-3)."""
    state, tile = draw_tile(state)
    if not tile:
        return state
    if (log := recording()) is not None:
        moved = moves(Piece.TILE, (tile,), Spot(Where.TILE_STACK), Spot(Where.TILE_DRAWN, seat))
        log.append(TileDrawn(seat, why=why, moved=moved))
    return ask(state, TileInHand(seat, tile, True))


def draw_by_bonus(state: State, decision: BonusOf, action: DrawTile) -> State:
    cost = bonus_of_kind(box_of(state), decision.card, TileForLivre).price
    state = draw(state, decision.seat, Why.BONUS)
    if (log := recording()) is not None and cost:
        log.append(LivrePaid(decision.seat, Why.DRAW_PRICE, cost))
    return with_player(state, decision.seat, livre=state.players[decision.seat].livre - cost)


def list_tile_actions(state: State, box: Box, decision: TileInHand) -> tuple[Action, ...]:
    """Return the choices for a tile in hand: keep it, or discard it for its notions (ACQ-2)."""
    actions = _TILE_ACTIONS.get(decision.tile)
    if actions is None:
        actions = _TILE_ACTIONS[decision.tile] = (_KEEP, *(_DISCARD[n] for n in box.tile[decision.tile].discards))
    return actions


def _hand_spot(decision: TileInHand) -> Spot:
    return Spot(Where.TILE_DRAWN if decision.face_down else Where.TILE_TAKEN, decision.seat)


def fitting_tasks(box: Box, decision: TileInHand, action: KeepTile | DiscardTile) -> tuple[Task, ...]:
    """Return the examination tasks, filled or not, that ``action`` fits (JB-6)."""
    if decision.by is not Rank.APPRENTICE:
        return ()
    if isinstance(action, DiscardTile):
        return (Task.NOTIONS,)
    yellow, green, red, blue = box.tile[decision.tile].silk
    fits = ((Task.COMMON_SILK, yellow or green), (Task.RARE_SILK, red or blue))
    return tuple(task for task, silk in fits if silk)


def keep(state: State, decision: TileInHand, action: KeepTile) -> State:
    """Keep the tile as silk (ACQ-3)."""
    silk = tuple(sorted((*state.players[decision.seat].silk, decision.tile)))
    if (log := recording()) is not None:
        moved = moves(Piece.TILE, (decision.tile,), _hand_spot(decision), Spot(Where.SILK, decision.seat))
        log.append(TileKept(decision.seat, moved=moved))
    state = with_player(state, decision.seat, silk=silk)
    if decision.by is Rank.APPRENTICE:
        return fill_task(state, decision.seat, *fitting_tasks(box_of(state), decision, action))
    return state


def discard(state: State, decision: TileInHand, action: DiscardTile) -> State:
    """Discard the tile for its notions (ACQ-2)."""
    player, tile = state.players[decision.seat], box_of(state).tile[decision.tile]
    yarn = tile.yarn if action.notion is not Notion.LACE else 0
    lace = tile.lace if action.notion is not Notion.YARN else 0
    if (log := recording()) is not None:
        moved = moves(Piece.TILE, (decision.tile,), _hand_spot(decision), Spot(Where.TILE_DISCARD))
        log.append(TileDiscarded(decision.seat, action.notion, moved=moved))
        log.append(NotionsGained(decision.seat, Why.TILE, yarn, lace))
    player = replace(player, yarn=player.yarn + yarn, lace=player.lace + lace)
    players = replace_item(state.players, decision.seat, player)
    state = replace(state, players=players, tile_discard=(*state.tile_discard, decision.tile))
    if decision.by is Rank.APPRENTICE:
        return fill_task(state, decision.seat, *fitting_tasks(box_of(state), decision, action))
    return state


RULES = Rules(
    effects={TakeTile: take, DrawTile: draw_by_bonus, KeepTile: keep, DiscardTile: discard},
    decisions={
        TileInHand: DecisionRule(list_tile_actions),
        RewardTile: DecisionRule(lambda state, box, decision: list_free_actions(state, box)),
    },
)
