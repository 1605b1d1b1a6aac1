"""Bonuses that ask for a choice: extra actions, purchases, and using a supply card's bonus (BON-2 to BON-7, JB-9)."""

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

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
from rokoko_core.board_counts import dresses_in_hall, with_new_supply
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
    kind_of,
)
from rokoko_core.bonuses.gains import gained
from rokoko_core.box import HALLS, Box, box_of
from rokoko_core.draw_piles import can_draw_tile
from rokoko_core.events import recording
from rokoko_core.events.acts import TileLaidAside, TilesSurrendered
from rokoko_core.events.amounts import LivrePaid, NotionsGained, PrestigeGained
from rokoko_core.events.places import Piece, Spot, Where, moves
from rokoko_core.events.reasons import Why
from rokoko_core.events.turns import HallCounted, SupplyCardUsed
from rokoko_core.moves import Asking, Rules, acquire, depute, dress, fund
from rokoko_core.moves.payment import bales
from rokoko_core.pending import BonusOf, SilkForPrestige
from rokoko_core.refusal import Reason, Refusal
from rokoko_core.state import State, ask, ask_bonus, with_player, without
from rokoko_core.terms import Notion

Offers = Callable[[State, Box, BonusOf, Any], Sequence[Action]]
"""What a bonus offers; the last argument is its record in the table of bonuses."""
K = TypeVar("K", bound=Kind)


def _kind(box: Box, asked: BonusOf, kind: type[K]) -> K:
    """The record of the bonus asked about, which is of ``kind``."""
    found = kind_of(box, asked.card)
    assert isinstance(found, kind)
    return found


# ---- extra actions (BON-2, BON-3)


def _acquire(state: State, box: Box, asked: BonusOf, kind: ExtraAcquire) -> Sequence[Action]:
    return acquire.offers(state, box, asked.seat, box.card[asked.card].rank)


def _acquire_refusals(state: State, box: Box, asked: BonusOf, kind: ExtraAcquire) -> Sequence[Refusal]:
    return acquire.refusals(state, box, asked.seat, box.card[asked.card].rank)


def _dress(state: State, box: Box, asked: BonusOf, kind: ExtraDress) -> Sequence[Action]:
    return dress.offers_under(state, box, asked.seat, box.card[asked.card].rank, kind.terms)


def _dress_refusals(state: State, box: Box, asked: BonusOf, kind: ExtraDress) -> Sequence[Refusal]:
    return dress.refusals_under(state, box, asked.seat, box.card[asked.card].rank, kind.terms)


def _fund(state: State, box: Box, asked: BonusOf, kind: ExtraFund) -> Sequence[Action]:
    return fund.offers_with(state, box, asked.seat, kind.discount)


def _fund_refusals(state: State, box: Box, asked: BonusOf, kind: ExtraFund) -> Sequence[Refusal]:
    return fund.refusals_with(state, box, asked.seat, kind.discount)


def _depute(state: State, box: Box, asked: BonusOf, kind: ExtraDepute) -> Sequence[Action]:
    return depute.any_of_deck(state, box, asked.seat)


# ---- notions, face-down tiles, prestige for Livre


def _notion(state: State, box: Box, asked: BonusOf, kind: NotionForLivre) -> Sequence[Action]:
    if state.players[asked.seat].livre < kind.price:
        return ()
    return TakeNotion(Notion.YARN), TakeNotion(Notion.LACE)


def _take_notion(state: State, asked: BonusOf, action: TakeNotion) -> State:
    player, gained = state.players[asked.seat], action.notion.value
    cost = _kind(box_of(state), asked, NotionForLivre).price
    if (log := recording()) is not None:
        log.append(NotionsGained(asked.seat, Why.BONUS, **{gained: 1}))
        if cost:
            log.append(LivrePaid(asked.seat, Why.NOTION_PRICE, cost))
    return with_player(state, asked.seat, livre=player.livre - cost, **{gained: getattr(player, gained) + 1})


def _tile(state: State, box: Box, asked: BonusOf, kind: TileForLivre) -> Sequence[Action]:
    affordable = state.players[asked.seat].livre >= kind.price
    return (DrawTile(),) if affordable and can_draw_tile(state) else ()


def _tile_refusals(state: State, box: Box, asked: BonusOf, kind: TileForLivre) -> Sequence[Refusal]:
    return () if can_draw_tile(state) else (Refusal(DrawTile(), Reason.NO_TILE),)


def _prestige(state: State, box: Box, asked: BonusOf, kind: PrestigeForLivre) -> Sequence[Action]:
    most = state.players[asked.seat].livre // kind.price
    return [BuyPrestige(points) for points in range(1, most + 1)]


def _buy_prestige(state: State, asked: BonusOf, action: BuyPrestige) -> State:
    player, cost = state.players[asked.seat], _kind(box_of(state), asked, PrestigeForLivre).price
    if (log := recording()) is not None:
        log.append(LivrePaid(asked.seat, Why.PRESTIGE_PRICE, cost * action.points))
        log.append(PrestigeGained(asked.seat, Why.BONUS, action.points, state.setup.open_scores))
    return with_player(
        state,
        asked.seat,
        livre=player.livre - cost * action.points,
        prestige=player.prestige + action.points,
    )


# ---- prestige for silk (BON-5)


def silk_worth(tiles: Sequence[str], box: Box) -> int:
    """Prestige for ``tiles``: 1 per blue or red bale, 1 per 2 yellow and green bales over all of them."""
    yellow, green, red, blue = bales(tuple(tiles), box)
    return red + blue + (yellow + green) // 2


def _silk(state: State, box: Box, asked: BonusOf, kind: PrestigeForSilk) -> Sequence[Action]:
    silk = state.players[asked.seat].silk
    return [SurrenderTile(tile) for tile in dict.fromkeys(silk)] if silk_worth(silk, box) else ()


def _more_silk(state: State, box: Box, asked: SilkForPrestige) -> Sequence[Action]:
    found: list[Action] = [SurrenderTile(tile) for tile in dict.fromkeys(state.players[asked.seat].silk)]
    return [SettleSilk(), *found] if silk_worth(asked.aside, box) else found


def _surrender(state: State, asked: BonusOf | SilkForPrestige, action: SurrenderTile) -> State:
    aside = asked.aside if isinstance(asked, SilkForPrestige) else ()
    silk = without(state.players[asked.seat].silk, action.tile)
    if (log := recording()) is not None:
        moved = moves(Piece.TILE, (action.tile,), Spot(Where.SILK, asked.seat), Spot(Where.ASIDE, asked.seat))
        log.append(TileLaidAside(asked.seat, moved=moved))
    state = with_player(state, asked.seat, silk=silk)
    return ask(state, SilkForPrestige(asked.seat, tuple(sorted((*aside, action.tile)))))


def _settle(state: State, asked: SilkForPrestige, action: SettleSilk) -> State:
    gain = silk_worth(asked.aside, box_of(state))
    if (log := recording()) is not None:
        moved = moves(Piece.TILE, asked.aside, Spot(Where.ASIDE, asked.seat), Spot(Where.TILE_DISCARD))
        log.append(TilesSurrendered(asked.seat, why=Why.SILK, moved=moved))
        log.append(PrestigeGained(asked.seat, Why.SILK, gain, state.setup.open_scores))
    state = with_player(state, asked.seat, prestige=state.players[asked.seat].prestige + gain)
    return replace(state, tile_discard=state.tile_discard + asked.aside)


# ---- halls and the own supply (JB-9)


def _hall(state: State, box: Box, asked: BonusOf, kind: HallGain) -> Sequence[Action]:
    return [ChooseHall(h) for h in HALLS if kind.amounts(dresses_in_hall(state, box, asked.seat, h)) != (0, 0)]


def _choose_hall(state: State, asked: BonusOf, action: ChooseHall) -> State:
    box = box_of(state)
    dresses = dresses_in_hall(state, box, asked.seat, action.hall)
    livre, prestige = _kind(box, asked, HallGain).amounts(dresses)
    if (log := recording()) is not None:
        log.append(HallCounted(asked.seat, action.hall))
    return gained(state, asked.seat, livre, prestige)


def _supply(state: State, box: Box, asked: BonusOf, kind: SupplyCard) -> Sequence[Action]:
    player = state.players[asked.seat]
    return [UseSupplyCard(card) for card in dict.fromkeys(player.supply or tuple(sorted(player.discard)))]


def _use_supply(state: State, asked: BonusOf, action: UseSupplyCard) -> State:
    if not state.players[asked.seat].supply:
        state = with_new_supply(state, asked.seat)
    if (log := recording()) is not None:
        start, end = Spot(Where.SUPPLY, asked.seat), Spot(Where.DISCARD, asked.seat)
        log.append(SupplyCardUsed(asked.seat, moved=moves(Piece.EMPLOYEE, (action.card,), start, end)))
    player = state.players[asked.seat]
    supply = without(player.supply, action.card)
    state = with_player(state, asked.seat, supply=supply, discard=(*player.discard, action.card))
    return ask_bonus(state, asked.seat, action.card)


EXTRAS: dict[type[Kind], Offers] = {
    ExtraAcquire: _acquire,
    ExtraDress: _dress,
    ExtraFund: _fund,
    ExtraDepute: _depute,
    NotionForLivre: _notion,
    TileForLivre: _tile,
    PrestigeForLivre: _prestige,
    PrestigeForSilk: _silk,
    HallGain: _hall,
    SupplyCard: _supply,
}
"""What the bonuses of each of these kinds offer."""

EXTRA_REFUSALS: dict[type[Kind], Callable[[State, Box, BonusOf, Any], Sequence[Refusal]]] = {
    ExtraAcquire: _acquire_refusals,
    ExtraDress: _dress_refusals,
    ExtraFund: _fund_refusals,
    TileForLivre: _tile_refusals,
}
"""What a player would look for under a bonus besides its offers."""

RULES = Rules(
    effects={
        TakeNotion: _take_notion,
        BuyPrestige: _buy_prestige,
        SurrenderTile: _surrender,
        SettleSilk: _settle,
        ChooseHall: _choose_hall,
        UseSupplyCard: _use_supply,
    },
    asking={SilkForPrestige: Asking(_more_silk)},
)
