"""Bonuses that need a choice: extra actions, purchases, and using a supply card's bonus (BON-2 to BON-7, JB-9)."""

from collections.abc import Callable, Sequence
from typing import Any

from msgspec.structs import replace

from rokoko_core.actions import (
    Action,
    BuyPrestige,
    ChooseHall,
    DrawTile,
    SettleSilk,
    SurrenderTile,
    TakeNotion,
    UseSupplyCard,
)
from rokoko_core.board_counts import dresses_in_hall, renew_supply
from rokoko_core.bonus_table import (
    ExtraAcquire,
    ExtraDepute,
    ExtraDress,
    ExtraFund,
    HallGain,
    Kind,
    NotionForLivre,
    PrestigeForLivre,
    PrestigeForSilk,
    SupplyCard,
    TileForLivre,
    bonus_of_kind,
)
from rokoko_core.bonuses.gains import gain
from rokoko_core.box import HALLS, Box, box_of
from rokoko_core.draw_piles import can_draw_tile
from rokoko_core.events import recording
from rokoko_core.events.acts import TileLaidAside, TilesSurrendered
from rokoko_core.events.amounts import LivrePaid, NotionsGained, PrestigeGained
from rokoko_core.events.places import Piece, Spot, Where, moves
from rokoko_core.events.reasons import Why
from rokoko_core.events.turns import HallCounted, SupplyCardUsed
from rokoko_core.moves import DecisionRule, Rules, acquire, depute, dress, fund
from rokoko_core.moves.payment import bales
from rokoko_core.pending import BonusOf, SilkForPrestige
from rokoko_core.refusal import Reason, Refusal
from rokoko_core.state import State, ask, ask_bonus, with_player, without
from rokoko_core.terms import Notion

ActionLister = Callable[[State, Box, BonusOf, Any], Sequence[Action]]
"""Lists the actions of a bonus; the last argument is its record in the table of bonuses."""


# ---- extra actions (BON-2, BON-3)


def _list_acquire_actions(state: State, box: Box, decision: BonusOf, kind: ExtraAcquire) -> Sequence[Action]:
    return acquire.list_actions(state, box, decision.seat, box.card[decision.card].rank)


def _acquire_refusals(state: State, box: Box, decision: BonusOf, kind: ExtraAcquire) -> Sequence[Refusal]:
    return acquire.refusals(state, box, decision.seat, box.card[decision.card].rank)


def _list_dress_actions(state: State, box: Box, decision: BonusOf, kind: ExtraDress) -> Sequence[Action]:
    return dress.list_actions(state, box, decision.seat, box.card[decision.card].rank, kind.terms)


def _dress_refusals(state: State, box: Box, decision: BonusOf, kind: ExtraDress) -> Sequence[Refusal]:
    return dress.refusals(state, box, decision.seat, box.card[decision.card].rank, kind.terms)


def _list_fund_actions(state: State, box: Box, decision: BonusOf, kind: ExtraFund) -> Sequence[Action]:
    return fund.list_actions(state, box, decision.seat, box.card[decision.card].rank, kind.discount)


def _fund_refusals(state: State, box: Box, decision: BonusOf, kind: ExtraFund) -> Sequence[Refusal]:
    return fund.refusals(state, box, decision.seat, box.card[decision.card].rank, kind.discount)


def _list_depute_actions(state: State, box: Box, decision: BonusOf, kind: ExtraDepute) -> Sequence[Action]:
    return depute.list_deck_actions(state, box, decision.seat)


# ---- notions, face-down tiles, prestige for Livre


def _list_notion_actions(state: State, box: Box, decision: BonusOf, kind: NotionForLivre) -> Sequence[Action]:
    if state.players[decision.seat].livre < kind.price:
        return ()
    return TakeNotion(Notion.YARN), TakeNotion(Notion.LACE)


def _take_notion(state: State, decision: BonusOf, action: TakeNotion) -> State:
    player, notion = state.players[decision.seat], action.notion.value
    cost = bonus_of_kind(box_of(state), decision.card, NotionForLivre).price
    if (log := recording()) is not None:
        log.append(NotionsGained(decision.seat, Why.BONUS, **{notion: 1}))
        if cost:
            log.append(LivrePaid(decision.seat, Why.NOTION_PRICE, cost))
    return with_player(state, decision.seat, livre=player.livre - cost, **{notion: getattr(player, notion) + 1})


def _list_tile_actions(state: State, box: Box, decision: BonusOf, kind: TileForLivre) -> Sequence[Action]:
    affordable = state.players[decision.seat].livre >= kind.price
    return (DrawTile(),) if affordable and can_draw_tile(state) else ()


def _tile_refusals(state: State, box: Box, decision: BonusOf, kind: TileForLivre) -> Sequence[Refusal]:
    return () if can_draw_tile(state) else (Refusal(DrawTile(), Reason.NO_TILE),)


def _list_prestige_actions(state: State, box: Box, decision: BonusOf, kind: PrestigeForLivre) -> Sequence[Action]:
    most = state.players[decision.seat].livre // kind.price
    return [BuyPrestige(points) for points in range(1, most + 1)]


def _buy_prestige(state: State, decision: BonusOf, action: BuyPrestige) -> State:
    player, cost = (
        state.players[decision.seat],
        bonus_of_kind(box_of(state), decision.card, PrestigeForLivre).price,
    )
    if (log := recording()) is not None:
        log.append(LivrePaid(decision.seat, Why.PRESTIGE_PRICE, cost * action.points))
        log.append(PrestigeGained(decision.seat, Why.BONUS, action.points, state.setup.open_scores))
    return with_player(
        state,
        decision.seat,
        livre=player.livre - cost * action.points,
        prestige=player.prestige + action.points,
    )


# ---- prestige for silk (BON-5)


def silk_worth(tiles: Sequence[str], box: Box) -> int:
    """Return the prestige for ``tiles``: 1 per blue or red bale, 1 per 2 yellow and green bales in total."""
    yellow, green, red, blue = bales(tuple(tiles), box)
    return red + blue + (yellow + green) // 2


def _list_silk_actions(state: State, box: Box, decision: BonusOf, kind: PrestigeForSilk) -> Sequence[Action]:
    silk = state.players[decision.seat].silk
    return [SurrenderTile(tile) for tile in dict.fromkeys(silk)] if silk_worth(silk, box) else ()


def _silk_offers_after(state: State, box: Box, decision: SilkForPrestige) -> Sequence[Action]:
    actions: list[Action] = [SurrenderTile(tile) for tile in dict.fromkeys(state.players[decision.seat].silk)]
    return [SettleSilk(), *actions] if silk_worth(decision.aside, box) else actions


def _surrender(state: State, decision: BonusOf | SilkForPrestige, action: SurrenderTile) -> State:
    aside = decision.aside if isinstance(decision, SilkForPrestige) else ()
    silk = without(state.players[decision.seat].silk, action.tile)
    if (log := recording()) is not None:
        moved = moves(Piece.TILE, (action.tile,), Spot(Where.SILK, decision.seat), Spot(Where.ASIDE, decision.seat))
        log.append(TileLaidAside(decision.seat, moved=moved))
    state = with_player(state, decision.seat, silk=silk)
    return ask(state, SilkForPrestige(decision.seat, tuple(sorted((*aside, action.tile)))))


def _settle(state: State, decision: SilkForPrestige, action: SettleSilk) -> State:
    prestige = silk_worth(decision.aside, box_of(state))
    if (log := recording()) is not None:
        moved = moves(Piece.TILE, decision.aside, Spot(Where.ASIDE, decision.seat), Spot(Where.TILE_DISCARD))
        log.append(TilesSurrendered(decision.seat, why=Why.SILK, moved=moved))
        log.append(PrestigeGained(decision.seat, Why.SILK, prestige, state.setup.open_scores))
    state = with_player(state, decision.seat, prestige=state.players[decision.seat].prestige + prestige)
    return replace(state, tile_discard=state.tile_discard + decision.aside)


# ---- halls and the player's supply (JB-9)


def _list_hall_actions(state: State, box: Box, decision: BonusOf, kind: HallGain) -> Sequence[Action]:
    return [ChooseHall(h) for h in HALLS if kind.amounts(dresses_in_hall(state, box, decision.seat, h)) != (0, 0)]


def _choose_hall(state: State, decision: BonusOf, action: ChooseHall) -> State:
    box = box_of(state)
    dresses = dresses_in_hall(state, box, decision.seat, action.hall)
    livre, prestige = bonus_of_kind(box, decision.card, HallGain).amounts(dresses)
    if (log := recording()) is not None:
        log.append(HallCounted(decision.seat, action.hall))
    return gain(state, decision.seat, livre, prestige)


def _list_supply_actions(state: State, box: Box, decision: BonusOf, kind: SupplyCard) -> Sequence[Action]:
    player = state.players[decision.seat]
    return [UseSupplyCard(card) for card in dict.fromkeys(player.supply or tuple(sorted(player.discard)))]


def _use_supply(state: State, decision: BonusOf, action: UseSupplyCard) -> State:
    if not state.players[decision.seat].supply:
        state = renew_supply(state, decision.seat)
    if (log := recording()) is not None:
        start, end = Spot(Where.SUPPLY, decision.seat), Spot(Where.DISCARD, decision.seat)
        log.append(SupplyCardUsed(decision.seat, moved=moves(Piece.EMPLOYEE, (action.card,), start, end)))
    player = state.players[decision.seat]
    supply = without(player.supply, action.card)
    state = with_player(state, decision.seat, supply=supply, discard=(*player.discard, action.card))
    return ask_bonus(state, decision.seat, action.card)


EXTRAS: dict[type[Kind], ActionLister] = {
    ExtraAcquire: _list_acquire_actions,
    ExtraDress: _list_dress_actions,
    ExtraFund: _list_fund_actions,
    ExtraDepute: _list_depute_actions,
    NotionForLivre: _list_notion_actions,
    TileForLivre: _list_tile_actions,
    PrestigeForLivre: _list_prestige_actions,
    PrestigeForSilk: _list_silk_actions,
    HallGain: _list_hall_actions,
    SupplyCard: _list_supply_actions,
}
"""Lists the actions of each of these kinds of bonus."""

EXTRA_REFUSALS: dict[type[Kind], Callable[[State, Box, BonusOf, Any], Sequence[Refusal]]] = {
    ExtraAcquire: _acquire_refusals,
    ExtraDress: _dress_refusals,
    ExtraFund: _fund_refusals,
    TileForLivre: _tile_refusals,
}
"""What a player might expect of a bonus beyond its actions, with reasons."""

RULES = Rules(
    effects={
        TakeNotion: _take_notion,
        BuyPrestige: _buy_prestige,
        SurrenderTile: _surrender,
        SettleSilk: _settle,
        ChooseHall: _choose_hall,
        UseSupplyCard: _use_supply,
    },
    decisions={SilkForPrestige: DecisionRule(_silk_offers_after)},
)
