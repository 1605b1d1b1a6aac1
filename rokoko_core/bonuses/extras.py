"""Bonuses that ask for a choice: extra actions, purchases, and using another card's bonus (BON-2 to BON-7, JB-9)."""

from collections.abc import Callable, Sequence

from msgspec.structs import replace

from rokoko_core.actions import (
    Action,
    BuyPrestige,
    ChooseHall,
    CopyBonus,
    DrawTile,
    SettleSilk,
    SurrenderTile,
    TakeNotion,
    UseSupplyCard,
)
from rokoko_core.board import dresses_in_hall, with_new_supply
from rokoko_core.bonuses.gains import gained
from rokoko_core.box import HALLS, Box, box_of
from rokoko_core.draw_piles import can_draw_tile
from rokoko_core.events import recording
from rokoko_core.events.acts import TileLaidAside, TilesSurrendered
from rokoko_core.events.amounts import LivrePaid, NotionsGained, PrestigeGained
from rokoko_core.events.places import Piece, Spot, Where, moves
from rokoko_core.events.turns import BonusCopied, HallCounted, SupplyCardUsed
from rokoko_core.events.why import Why
from rokoko_core.moves import Asking, Rules, acquire, depute, dress, fund
from rokoko_core.moves.payment import bales
from rokoko_core.pending import BonusOf, SilkForPrestige
from rokoko_core.refusal import Reason, Refusal
from rokoko_core.state import State, ask, spent, with_player, without
from rokoko_core.terms import Notion

Offers = Callable[[State, Box, BonusOf], Sequence[Action]]

NOTION_PRICES = {"gain-notion": 0, "buy-notion": 1}
"""Livre for one yarn or lace, by bonus."""

PRESTIGE_PRICES = {"prestige-per-4-livre": 4, "prestige-per-3-livre": 3}
"""Livre for one prestige, by bonus (BON-4)."""

HALL_GAINS: dict[str, Callable[[int], tuple[int, int]]] = {
    "prestige-per-2-in-hall": lambda dresses: (0, dresses // 2),
    "2-livre-per-dress-in-hall": lambda dresses: (2 * dresses, 0),
}
"""(Livre, prestige) for the own dresses of one hall, by bonus."""


def _bonus(box: Box, asked: BonusOf) -> str:
    return box.card[asked.card].bonus


# ---- extra actions (BON-2, BON-3)


def _acquire(state: State, box: Box, asked: BonusOf) -> Sequence[Action]:
    return acquire.offers(state, box, asked.seat, box.card[asked.card].rank)


def _acquire_refusals(state: State, box: Box, asked: BonusOf) -> Sequence[Refusal]:
    return acquire.refusals(state, box, asked.seat, box.card[asked.card].rank)


def _dress(state: State, box: Box, asked: BonusOf) -> Sequence[Action]:
    return dress.extra_offers(state, box, asked.seat, box.card[asked.card].rank, _bonus(box, asked))


def _dress_refusals(state: State, box: Box, asked: BonusOf) -> Sequence[Refusal]:
    terms = dress.EXTRA[_bonus(box, asked)]
    return dress.refusals_under(state, box, asked.seat, box.card[asked.card].rank, terms)


def _fund(state: State, box: Box, asked: BonusOf) -> Sequence[Action]:
    return fund.offers_with(state, box, asked.seat, fund.DISCOUNTS[_bonus(box, asked)])


def _fund_refusals(state: State, box: Box, asked: BonusOf) -> Sequence[Refusal]:
    return fund.refusals_with(state, box, asked.seat, fund.DISCOUNTS[_bonus(box, asked)])


def _depute(state: State, box: Box, asked: BonusOf) -> Sequence[Action]:
    return depute.any_of_deck(state, box, asked.seat)


# ---- notions, face-down tiles, prestige for Livre


def _notion(state: State, box: Box, asked: BonusOf) -> Sequence[Action]:
    if state.players[asked.seat].livre < NOTION_PRICES[_bonus(box, asked)]:
        return ()
    return TakeNotion(Notion.YARN), TakeNotion(Notion.LACE)


def _take_notion(state: State, asked: BonusOf, action: TakeNotion) -> State:
    player, gained = state.players[asked.seat], action.notion.value
    cost = NOTION_PRICES[_bonus(box_of(state), asked)]
    if (log := recording()) is not None:
        log.append(NotionsGained(asked.seat, Why.BONUS, **{gained: 1}))
        if cost:
            log.append(LivrePaid(asked.seat, Why.NOTION_PRICE, cost))
    return with_player(state, asked.seat, livre=player.livre - cost, **{gained: getattr(player, gained) + 1})


def _tile(state: State, box: Box, asked: BonusOf) -> Sequence[Action]:
    affordable = state.players[asked.seat].livre >= acquire.DRAW_PRICES[_bonus(box, asked)]
    return (DrawTile(),) if affordable and can_draw_tile(state) else ()


def _tile_refusals(state: State, box: Box, asked: BonusOf) -> Sequence[Refusal]:
    return () if can_draw_tile(state) else (Refusal(DrawTile(), Reason.NO_TILE),)


def _prestige(state: State, box: Box, asked: BonusOf) -> Sequence[Action]:
    most = state.players[asked.seat].livre // PRESTIGE_PRICES[_bonus(box, asked)]
    return [BuyPrestige(points) for points in range(1, most + 1)]


def _buy_prestige(state: State, asked: BonusOf, action: BuyPrestige) -> State:
    player, cost = state.players[asked.seat], PRESTIGE_PRICES[_bonus(box_of(state), asked)]
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


def _silk(state: State, box: Box, asked: BonusOf) -> Sequence[Action]:
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


# ---- halls and other cards' bonuses (JB-9)


def _hall(state: State, box: Box, asked: BonusOf) -> Sequence[Action]:
    gain = HALL_GAINS[_bonus(box, asked)]
    return [ChooseHall(h) for h in HALLS if gain(dresses_in_hall(state, box, asked.seat, h)) != (0, 0)]


def _choose_hall(state: State, asked: BonusOf, action: ChooseHall) -> State:
    box = box_of(state)
    livre, prestige = HALL_GAINS[_bonus(box, asked)](dresses_in_hall(state, box, asked.seat, action.hall))
    if (log := recording()) is not None:
        log.append(HallCounted(asked.seat, action.hall))
    return gained(state, asked.seat, livre, prestige)


def _supply(state: State, box: Box, asked: BonusOf) -> Sequence[Action]:
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
    return ask(state, BonusOf(asked.seat, action.card, asked.seat))


def _copy(state: State, box: Box, asked: BonusOf) -> Sequence[Action]:
    from rokoko_core.bonuses import offers

    began = spent(state, asked)
    return [
        CopyBonus(seat)
        for seat, player in enumerate(state.players)
        if seat != asked.seat and player.discard and offers(began, box, BonusOf(asked.seat, player.discard[-1], seat))
    ]


def _copy_bonus(state: State, asked: BonusOf, action: CopyBonus) -> State:
    card = state.players[action.seat].discard[-1]
    if (log := recording()) is not None:
        log.append(BonusCopied(asked.seat, card, action.seat))
    return ask(state, BonusOf(asked.seat, card, action.seat))


EXTRAS: dict[str, Offers] = {
    "extra-acquire": _acquire,
    **dict.fromkeys(dress.EXTRA, _dress),
    **dict.fromkeys(fund.DISCOUNTS, _fund),
    **dict.fromkeys(depute.BY_BONUS, _depute),
    **dict.fromkeys(NOTION_PRICES, _notion),
    **dict.fromkeys(acquire.DRAW_PRICES, _tile),
    **dict.fromkeys(PRESTIGE_PRICES, _prestige),
    **dict.fromkeys(HALL_GAINS, _hall),
    "prestige-for-silk": _silk,
    "use-supply-bonus": _supply,
    "copy-opponent-bonus": _copy,
}
"""What each of these bonuses offers."""

EXTRA_REFUSALS: dict[str, Callable[[State, Box, BonusOf], Sequence[Refusal]]] = {
    "extra-acquire": _acquire_refusals,
    **dict.fromkeys(dress.EXTRA, _dress_refusals),
    **dict.fromkeys(fund.DISCOUNTS, _fund_refusals),
    **dict.fromkeys(acquire.DRAW_PRICES, _tile_refusals),
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
        CopyBonus: _copy_bonus,
    },
    asking={SilkForPrestige: Asking(_more_silk)},
)
