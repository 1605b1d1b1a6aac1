"""The Make a Dress action: choosing, paying, renting out and selling a dress (DRESS, JB-3, FEST-2)."""

from collections.abc import Sequence

from msgspec.structs import replace

from rokoko_core.actions import Action, Decline, MakeDress, PayTiles, Place, Rent, Sell, TakeJewel
from rokoko_core.board_counts import check_all_halls, holds
from rokoko_core.bonus_table import BONUSES, ExtraDress, Terms
from rokoko_core.box import Box, box_of
from rokoko_core.components.tables import Dress
from rokoko_core.events import Event, recording
from rokoko_core.events.acts import (
    DressChosen,
    DressMade,
    DressPlaced,
    DressRented,
    DressSold,
    JewelTaken,
    TilesSurrendered,
)
from rokoko_core.events.amounts import LivreGained, LivrePaid, NotionsGained, NotionsPaid, PrestigeGained
from rokoko_core.events.places import Piece, Spot, Where, moves
from rokoko_core.events.reasons import Why
from rokoko_core.moves import DecisionRule, Rules
from rokoko_core.moves.acquire import draw, rank_in_charge
from rokoko_core.moves.exam import fill_task
from rokoko_core.moves.festivity import festivity_prestige
from rokoko_core.moves.payment import Ways, bales, covers, needed, wasted
from rokoko_core.pending import BonusOf, Effect, JewelOffer, MainAction, Payment, Placement, RentOrSell, RewardTile
from rokoko_core.refusal import Reason, Refusal, short_of_money
from rokoko_core.state import NOBODY, Player, State, ask, replace_item, with_player, without
from rokoko_core.terms import COLOURS, Bales, Bonus, Colour, DecorationKind, Family, Good, Goods, Rank, Task

FAMILY = Family.DRESS
RANKS = frozenset({Rank.MASTER, Rank.JOURNEYMAN})
MAIN = Terms(thimbles=True)
"""The terms of the main action."""


def terms_of(bonus: str) -> Terms:
    """Return the terms of ``bonus``, or of the main action if it is empty."""
    kind = BONUSES[Bonus(bonus)] if bonus else None
    return kind.terms if isinstance(kind, ExtraDress) else MAIN


def lost_bales(box: Box, dress: str, bonus: str, tiles: tuple[str, ...]) -> Bales:
    """Return the bales of ``tiles`` beyond what ``dress`` requires under the terms of ``bonus`` (DRESS-2)."""
    return wasted(bales(tiles, box), needed(box.dress[dress].silk, terms_of(bonus)))


def silk_of(player: Player, box: Box) -> Bales:
    """Return all bales of the player's kept tiles."""
    return bales(player.silk, box)


def list_actions(state: State, box: Box, seat: int, rank: Rank, terms: Terms = MAIN) -> list[Action]:
    """Return the dresses on display that can be made and paid in full now (DRESS-1, DRESS-3, BON-2)."""
    player = state.players[seat]
    livre, yarn, lace = player.livre, player.yarn, player.lace
    silk = silk_of(player, box)
    actions: list[Action] = []
    for dress_id, cost in zip(state.windows, box.windows, strict=True):
        if not dress_id or cost > livre:
            continue
        dress = box.dress[dress_id]
        if dress.yarn > yarn or dress.lace > lace:
            continue
        if dress.master_only and not (terms.thimbles and rank is Rank.MASTER):
            continue
        if covers(silk, needed(dress.silk, terms)) and _can_place_or_sell(state, box, dress, rank, terms):
            actions.append(box.make[dress_id])
    return actions


def _can_place_or_sell(state: State, box: Box, dress: Dress, rank: Rank, terms: Terms) -> bool:
    if dress.sellable:
        return True
    return not terms.must_sell and bool(free_guests(state, box, rank))


def free_guests(state: State, box: Box, rank: Rank) -> list[Action]:
    """Return the guest spaces open to a dress made by ``rank`` (DRESS-5)."""
    master = rank is Rank.MASTER
    return [box.place[g.index] for g in box.guests if not state.guests[g.index] and (master or not g.master)]


def refusals(state: State, box: Box, seat: int, rank: Rank, terms: Terms = MAIN) -> list[Refusal]:
    """Return the first obstacle for each dress on display that cannot be made."""
    if not any(state.windows):
        return [Refusal(FAMILY, Reason.DISPLAY_EMPTY)]
    offered = {a.dress for a in list_actions(state, box, seat, rank, terms) if isinstance(a, MakeDress)}
    return [
        _refusal(state, box, state.players[seat], box.dress[d], cost, rank, terms)
        for d, cost in zip(state.windows, box.windows, strict=True)
        if d and d not in offered
    ]


def _refusal(state: State, box: Box, player: Player, dress: Dress, cost: int, rank: Rank, terms: Terms) -> Refusal:
    about = box.make[dress.id]
    if dress.master_only and not (terms.thimbles and rank is Rank.MASTER):
        return Refusal(about, Reason.THIMBLE)
    missing = _missing_goods(player, box, dress, terms)
    short = max(0, cost - player.livre)
    if missing:
        return Refusal(about, Reason.GOODS_MISSING, missing + (((Good.LIVRE, short),) if short else ()))
    if short:
        return short_of_money(about, short)
    if terms.must_sell:
        return Refusal(about, Reason.NOT_FOR_SALE)
    return Refusal(about, Reason.NO_FREE_SPACE)


def _missing_goods(player: Player, box: Box, dress: Dress, terms: Terms) -> Goods:
    silk = silk_of(player, box)
    short = [
        tuple((Good(c), n - h) for c, n, h in zip(COLOURS, need, silk, strict=True) if n > h)
        for need in needed(dress.silk, terms)
    ]
    notions = ((Good.YARN, dress.yarn - player.yarn), (Good.LACE, dress.lace - player.lace))
    return min(short, key=lambda goods: sum(n for _, n in goods)) + tuple((w, n) for w, n in notions if n > 0)


def make(state: State, decision: MainAction | BonusOf, action: MakeDress) -> State:
    """Choose the dress and push its payment (DRESS-1, DRESS-2)."""
    box = box_of(state)
    bonus = box.card[decision.card].bonus if isinstance(decision, BonusOf) else ""
    rank = rank_in_charge(state, box, decision)
    if (log := recording()) is not None:
        log.append(DressChosen(decision.seat, action.dress, state.windows.index(action.dress)))
    return ask(state, Payment(decision.seat, action.dress, rank, bonus))


_last: tuple[Player, Payment, Ways] | None = None
"""The last result of ``ways``: a cache, as a single way to pay is computed twice, for the list and the payment."""


def ways(state: State, box: Box, decision: Payment) -> Ways:
    """Return the ways to pay for the dress (DRESS-2), with a cache for the last call."""
    global _last
    player, last = state.players[decision.seat], _last
    if last is not None and last[0] is player and last[1] is decision:
        return last[2]
    result = Ways(player.silk, box, needed(box.dress[decision.dress].silk, terms_of(decision.bonus)))
    _last = player, decision, result
    return result


def _list_payments(state: State, box: Box, decision: Payment) -> Sequence[Action]:
    payments = ways(state, box, decision)
    return payments if payments.has_choice else ()


def _pay_only_way(state: State, decision: Payment) -> State:
    (way,) = ways(state, box_of(state), decision)
    return pay(state, decision, way)


def pay(state: State, decision: Payment, action: PayTiles) -> State:
    """Pay for the window, surrender tiles and notions, and take the dress in hand (DRESS-1)."""
    box = box_of(state)
    player, dress, window = state.players[decision.seat], box.dress[decision.dress], state.windows.index(decision.dress)
    silk = player.silk
    for tile in action.tiles:
        silk = without(silk, tile)
    if (log := recording()) is not None:
        _record_payment(log, decision, dress, window, box.windows[window], action)
    state = with_player(
        state,
        decision.seat,
        livre=player.livre - box.windows[window],
        yarn=player.yarn - dress.yarn,
        lace=player.lace - dress.lace,
        silk=silk,
    )
    return replace(
        state,
        windows=replace_item(state.windows, window, ""),
        tile_discard=state.tile_discard + action.tiles,
        pending=(*state.pending, RentOrSell(decision.seat, decision.dress, decision.by, decision.bonus)),
    )


def _record_payment(log: list[Event], decision: Payment, dress: Dress, window: int, cost: int, paid: PayTiles) -> None:
    """Record the dress made, its price and its tiles."""
    seat = decision.seat
    start, end = Spot(Where.WINDOW, index=window), Spot(Where.DRESS_IN_HAND, seat)
    log.append(DressMade(seat, moved=moves(Piece.DRESS, (dress.id,), start, end)))
    if cost:
        log.append(LivrePaid(seat, Why.WINDOW, cost))
    if dress.yarn or dress.lace:
        log.append(NotionsPaid(seat, Why.DRESS, dress.yarn, dress.lace))
    if paid.tiles:
        moved = moves(Piece.TILE, paid.tiles, Spot(Where.SILK, seat), Spot(Where.TILE_DISCARD))
        log.append(TilesSurrendered(seat, why=Why.DRESS, moved=moved))


_RENT, _SELL, _DECLINE = Rent(), Sell(), Decline()


def list_rent_or_sell_actions(state: State, box: Box, decision: RentOrSell) -> list[Action]:
    """Offer to rent the dress out if a guest space is free, and to sell it if it is sellable (DRESS-4, DRESS-5)."""
    must_sell = terms_of(decision.bonus).must_sell
    actions: list[Action] = [_RENT] if not must_sell and free_guests(state, box, decision.by) else []
    return [*actions, _SELL] if box.dress[decision.dress].sellable else actions


def rent_or_sell_refusals(state: State, box: Box, decision: RentOrSell) -> list[Refusal]:
    """Return why the dress cannot be rented out, or not sold."""
    actions = list_rent_or_sell_actions(state, box, decision)
    refusals = []
    if _RENT not in actions and not terms_of(decision.bonus).must_sell:
        refusals.append(Refusal(_RENT, Reason.NO_FREE_SPACE))
    if _SELL not in actions:
        refusals.append(Refusal(_SELL, Reason.NOT_FOR_SALE))
    return refusals


def sell(state: State, decision: RentOrSell, action: Sell) -> State:
    """Gain the dress's value and put it on the dress discard pile (DRESS-4)."""
    player, dress = state.players[decision.seat], box_of(state).dress[decision.dress]
    extra = 1 if terms_of(decision.bonus).must_sell else 0
    if (log := recording()) is not None:
        start, end = Spot(Where.DRESS_IN_HAND, decision.seat), Spot(Where.DRESS_DISCARD)
        log.append(DressSold(decision.seat, moved=moves(Piece.DRESS, (dress.id,), start, end)))
        if dress.value:
            log.append(LivreGained(decision.seat, Why.SALE, dress.value))
        if extra:
            log.append(PrestigeGained(decision.seat, Why.SALE_BONUS, extra, state.setup.open_scores))
    state = with_player(state, decision.seat, livre=player.livre + dress.value, prestige=player.prestige + extra)
    state = replace(state, dress_discard=(*state.dress_discard, dress.id))
    return fill_task(state, decision.seat, *_tasks(dress, decision.by))


def _tasks(dress: Dress, rank: Rank) -> tuple[Task, ...]:
    """Return the examination task of a dress: the Master task for any dress by a Master, its kind for one by a
    Journeyman (JB-6).
    """
    if rank is Rank.MASTER:
        return (Task.MASTER_DRESS,)
    if rank is Rank.JOURNEYMAN:
        return (Task.LADIES_DRESS,) if dress.ladies else (Task.COAT,)
    return ()


def rent(state: State, decision: RentOrSell, action: Rent) -> State:
    """Gain a Festivity dress's prestige; then push the jewel offer and the placement (DRESS-7)."""
    box = box_of(state)
    gain = festivity_prestige(state, box, decision.seat, box.dress[decision.dress].effect)
    if (log := recording()) is not None:
        log.append(DressRented(decision.seat, decision.dress))
        if gain:
            log.append(PrestigeGained(decision.seat, Why.FESTIVITY, gain, state.setup.open_scores))
    if gain:
        state = with_player(state, decision.seat, prestige=state.players[decision.seat].prestige + gain)
    placement = Placement(decision.seat, decision.dress, decision.by)
    if box.jewel_prices:
        return ask(state, placement, JewelOffer(decision.seat, decision.dress))
    return ask(state, placement)


def list_jewel_actions(state: State, box: Box, decision: JewelOffer) -> list[Action]:
    """Return the jewels that match the dress and can be paid for, and the option to decline (JB-3)."""
    if not holds(state, box, decision.seat, DecorationKind.JEWELER):
        return []
    actions = list_fitting_jewels(state, box, decision)
    return [*actions, _DECLINE] if actions else []


def list_fitting_jewels(state: State, box: Box, decision: JewelOffer | Placement) -> list[Action]:
    """Return the jewels that match the dress and can be paid for, with or without a Jeweler decoration."""
    livre, ladies = state.players[decision.seat].livre, box.dress[decision.dress].ladies
    return [
        TakeJewel(space)
        for space, (jewel, cost) in enumerate(zip(state.jewels, box.jewel_prices, strict=True))
        if jewel and cost <= livre and Colour(jewel).ladies == ladies
    ]


def jewel_refusals(state: State, box: Box, decision: JewelOffer) -> list[Refusal]:
    """Return the jewels of the wrong kind, and those that are too expensive."""
    livre, ladies = state.players[decision.seat].livre, box.dress[decision.dress].ladies
    refusals = []
    for space, (jewel, cost) in enumerate(zip(state.jewels, box.jewel_prices, strict=True)):
        if jewel and Colour(jewel).ladies != ladies:
            refusals.append(Refusal(TakeJewel(space), Reason.WRONG_JEWEL))
        elif jewel and cost > livre:
            refusals.append(short_of_money(TakeJewel(space), cost - livre))
    return refusals


def take_jewel(state: State, decision: JewelOffer | Effect, action: TakeJewel) -> State:
    """Pay for the jewel, or take it free by an effect (EXPERT-1). A jewel of the dress's colour gains a face-down tile
    (JB-3).
    """
    box = box_of(state)
    jewel = state.jewels[action.space]
    bought = isinstance(decision, JewelOffer)
    cost = box.jewel_prices[action.space] if bought else 0
    if (log := recording()) is not None:
        start, end = Spot(Where.JEWELER, index=action.space), Spot(Where.JEWELS, decision.seat)
        why = Why.JEWEL_PRICE if bought else Why.EFFECT
        log.append(JewelTaken(decision.seat, why=why, moved=moves(Piece.JEWEL, (jewel,), start, end)))
        if cost:
            log.append(LivrePaid(decision.seat, Why.JEWEL_PRICE, cost))
    state = replace(state, jewels=replace_item(state.jewels, action.space, ""))
    if bought:
        state = _note_jewel(state, decision.dress, jewel)
    return gain_jewel(state, decision.seat, jewel, cost, box.dress[decision.dress])


def _note_jewel(state: State, dress: str, jewel: str) -> State:
    """Store the ``jewel`` bought with ``dress`` in its pending placement."""
    pending = tuple(replace(p, jewel=jewel) if type(p) is Placement and p.dress == dress else p for p in state.pending)
    return replace(state, pending=pending)


def gain_jewel(state: State, seat: int, jewel: str, cost: int, dress: Dress) -> State:
    """Buy ``jewel`` for ``cost``, and draw a tile if it has the colour of ``dress``."""
    player = state.players[seat]
    state = with_player(state, seat, livre=player.livre - cost, jewels=tuple(sorted((*player.jewels, jewel))))
    return draw(state, seat, Why.MATCH) if jewel == dress.colour else state


def place(state: State, decision: Placement, action: Place) -> State:
    """Put the dress on its guest space, gain the reward of the space (DRESS-6) and push what follows (DRESS-7)."""
    box = box_of(state)
    guest, dress = box.guest[action.space], box.dress[decision.dress]
    state = put_dress(state, decision.seat, guest.index, dress.id)
    if (log := recording()) is not None:
        if guest.livre:
            log.append(LivreGained(decision.seat, Why.GUEST, guest.livre))
        if guest.yarn or guest.lace:
            log.append(NotionsGained(decision.seat, Why.GUEST, guest.yarn, guest.lace))
    if guest.livre or guest.yarn or guest.lace:
        player = state.players[decision.seat]
        state = with_player(
            state,
            decision.seat,
            livre=player.livre + guest.livre,
            yarn=player.yarn + guest.yarn,
            lace=player.lace + guest.lace,
        )
    state = fill_task(state, decision.seat, *_tasks(dress, decision.by))
    if dress.effect:
        state = ask(state, Effect(decision.seat, dress.id, decision.jewel))
    return ask(state, RewardTile(decision.seat)) if guest.tile else state


def put_dress(state: State, seat: int, guest: int, dress: str) -> State:
    """Put ``dress`` and a marker of ``seat`` on guest space ``guest``, and check all halls (HALLS-1)."""
    if (log := recording()) is not None:
        space = Spot(Where.GUEST, seat, guest, box_of(state).guests[guest].id)
        worn = moves(Piece.DRESS, (dress,), Spot(Where.DRESS_IN_HAND, seat), space)
        marker = moves(Piece.MARKER, ("",), Spot(Where.MARKERS, seat), space)
        log.append(DressPlaced(seat, moved=worn + marker))
    state = replace(
        state,
        guests=replace_item(state.guests, guest, dress),
        guest_owners=replace_item(state.guest_owners, guest, seat),
    )
    return check_all_halls(state, seat)


def place_refusals(state: State, box: Box, decision: Placement) -> list[Refusal]:
    """Return the guest spaces that are taken or need a Master; and without a Jeweler decoration, the jewels that one
    would offer (JB-3).
    """
    refusals = []
    for g in box.guests:
        if state.guest_owners[g.index] != NOBODY:
            refusals.append(Refusal(box.place[g.index], Reason.SPACE_TAKEN, seat=state.guest_owners[g.index]))
        elif g.master and decision.by is not Rank.MASTER:
            refusals.append(Refusal(box.place[g.index], Reason.MASTER_SPACE))
    if not holds(state, box, decision.seat, DecorationKind.JEWELER):
        fitting = list_fitting_jewels(state, box, decision)
        refusals += [Refusal(jewel, Reason.NO_JEWELER) for jewel in fitting]
    return refusals


RULES = Rules(
    effects={MakeDress: make, PayTiles: pay, Rent: rent, Sell: sell, TakeJewel: take_jewel, Place: place},
    decisions={
        Payment: DecisionRule(_list_payments, _pay_only_way),
        RentOrSell: DecisionRule(list_rent_or_sell_actions, refusals=rent_or_sell_refusals),
        JewelOffer: DecisionRule(list_jewel_actions, refusals=jewel_refusals),
        Placement: DecisionRule(
            lambda state, box, decision: free_guests(state, box, decision.by), refusals=place_refusals
        ),
    },
)
