"""Make a Dress: choosing, paying, renting out and selling (DRESS, JB-3, FEST-2)."""

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
from rokoko_core.moves import Asking, Rules
from rokoko_core.moves.acquire import draw, rank_in_charge
from rokoko_core.moves.exam import fulfil
from rokoko_core.moves.festivity import festivity_prestige
from rokoko_core.moves.payment import Ways, bales, covers, needed
from rokoko_core.pending import BonusOf, Effect, JewelOffer, MainAction, Payment, Placement, RentOrSell, RewardTile
from rokoko_core.refusal import Reason, Refusal, short_of_money
from rokoko_core.state import NOBODY, Player, State, ask, swapped, with_player, without
from rokoko_core.terms import COLOURS, Bales, Bonus, Colour, DecorationKind, Family, Good, Goods, Rank, Task

FAMILY = Family.DRESS
RANKS = frozenset({Rank.MASTER, Rank.JOURNEYMAN})


MAIN = Terms(thimbles=True)
"""The terms of the main action."""


def terms_of(bonus: str) -> Terms:
    """The terms under ``bonus``, or of the main action when it is empty."""
    kind = BONUSES[Bonus(bonus)] if bonus else None
    return kind.terms if isinstance(kind, ExtraDress) else MAIN


def silk_of(player: Player, box: Box) -> Bales:
    """All bales on the player's kept tiles."""
    return bales(player.silk, box)


def offers(state: State, box: Box, seat: int, rank: Rank) -> list[Action]:
    """The dresses of the workshop that can be made and paid in full now (DRESS-1, DRESS-3)."""
    return offers_under(state, box, seat, rank, MAIN)


def offers_under(state: State, box: Box, seat: int, rank: Rank, terms: Terms) -> list[Action]:
    """The same under ``terms`` (BON-2)."""
    player = state.players[seat]
    livre, yarn, lace = player.livre, player.yarn, player.lace
    silk = silk_of(player, box)
    found: list[Action] = []
    for dress_id, cost in zip(state.windows, box.windows, strict=True):
        if not dress_id or cost > livre:
            continue
        dress = box.dress[dress_id]
        if dress.yarn > yarn or dress.lace > lace:
            continue
        if dress.master_only and not (terms.thimbles and rank is Rank.MASTER):
            continue
        if covers(silk, needed(dress.silk, terms)) and _has_a_taker(state, box, dress, rank, terms):
            found.append(box.make[dress_id])
    return found


def _has_a_taker(state: State, box: Box, dress: Dress, rank: Rank, terms: Terms) -> bool:
    if dress.sellable:
        return True
    return not terms.must_sell and bool(free_guests(state, box, rank))


def free_guests(state: State, box: Box, rank: Rank) -> list[Action]:
    """The guest spaces a dress made by ``rank`` may go to (DRESS-5)."""
    master = rank is Rank.MASTER
    return [box.place[g.index] for g in box.guests if not state.guests[g.index] and (master or not g.master)]


def refusals(state: State, box: Box, seat: int, rank: Rank) -> list[Refusal]:
    """For each dress on display that cannot be made, the first thing in the way."""
    return refusals_under(state, box, seat, rank, MAIN)


def refusals_under(state: State, box: Box, seat: int, rank: Rank, terms: Terms) -> list[Refusal]:
    """The same under ``terms``."""
    if not any(state.windows):
        return [Refusal(FAMILY, Reason.DISPLAY_EMPTY)]
    made = {a.dress for a in offers_under(state, box, seat, rank, terms) if isinstance(a, MakeDress)}
    return [
        _refusal(state, box, state.players[seat], box.dress[d], cost, rank, terms)
        for d, cost in zip(state.windows, box.windows, strict=True)
        if d and d not in made
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


def make(state: State, asked: MainAction | BonusOf, action: MakeDress) -> State:
    """Ask for the tiles that pay; a single way to pay is taken as it is (DRESS-1, DRESS-2)."""
    box = box_of(state)
    bonus = box.card[asked.card].bonus if isinstance(asked, BonusOf) else ""
    rank = rank_in_charge(state, box, asked)
    if (log := recording()) is not None:
        log.append(DressChosen(asked.seat, action.dress, state.windows.index(action.dress)))
    return ask(state, Payment(asked.seat, action.dress, rank, bonus))


_last: tuple[Player, Payment, Ways] | None = None
"""The ways found last: a single one is asked for twice, to see that nobody need choose and to be paid."""


def ways(state: State, box: Box, asked: Payment) -> Ways:
    """The ways to pay for the dress (DRESS-2)."""
    global _last
    player, last = state.players[asked.seat], _last
    if last is not None and last[0] is player and last[1] is asked:
        return last[2]
    found = Ways(player.silk, box, needed(box.dress[asked.dress].silk, terms_of(asked.bonus)))
    _last = player, asked, found
    return found


def _payments(state: State, box: Box, asked: Payment) -> Sequence[Action]:
    found = ways(state, box, asked)
    return found if len(found) > 1 else ()


def _pay_only_way(state: State, asked: Payment) -> State:
    (way,) = ways(state, box_of(state), asked)
    return pay(state, asked, way)


def pay(state: State, asked: Payment, action: PayTiles) -> State:
    """Pay the window, surrender tiles and notions, and take the dress in hand (DRESS-1)."""
    box = box_of(state)
    player, dress, window = state.players[asked.seat], box.dress[asked.dress], state.windows.index(asked.dress)
    silk = player.silk
    for tile in action.tiles:
        silk = without(silk, tile)
    if (log := recording()) is not None:
        _record_payment(log, asked, dress, window, box.windows[window], action)
    state = with_player(
        state,
        asked.seat,
        livre=player.livre - box.windows[window],
        yarn=player.yarn - dress.yarn,
        lace=player.lace - dress.lace,
        silk=silk,
    )
    return replace(
        state,
        windows=swapped(state.windows, window, ""),
        tile_discard=state.tile_discard + action.tiles,
        pending=(*state.pending, RentOrSell(asked.seat, asked.dress, asked.by, asked.bonus)),
    )


def _record_payment(log: list[Event], asked: Payment, dress: Dress, window: int, cost: int, paid: PayTiles) -> None:
    """The dress made, what is paid for it, and the tiles it takes."""
    seat = asked.seat
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


def fates(state: State, box: Box, asked: RentOrSell) -> list[Action]:
    """Rent the dress where a guest can take it, sell it where it may be sold (DRESS-4, DRESS-5)."""
    must_sell = terms_of(asked.bonus).must_sell
    found: list[Action] = [_RENT] if not must_sell and free_guests(state, box, asked.by) else []
    return [*found, _SELL] if box.dress[asked.dress].sellable else found


def fate_refusals(state: State, box: Box, asked: RentOrSell) -> list[Refusal]:
    """Why it cannot be rented, or not be sold."""
    open_to = fates(state, box, asked)
    found = []
    if _RENT not in open_to and not terms_of(asked.bonus).must_sell:
        found.append(Refusal(_RENT, Reason.NO_FREE_SPACE))
    if _SELL not in open_to:
        found.append(Refusal(_SELL, Reason.NOT_FOR_SALE))
    return found


def sell(state: State, asked: RentOrSell, action: Sell) -> State:
    """Gain the dress's value; it goes to the dress discard pile (DRESS-4)."""
    player, dress = state.players[asked.seat], box_of(state).dress[asked.dress]
    extra = 1 if terms_of(asked.bonus).must_sell else 0
    if (log := recording()) is not None:
        start, end = Spot(Where.DRESS_IN_HAND, asked.seat), Spot(Where.DRESS_DISCARD)
        log.append(DressSold(asked.seat, moved=moves(Piece.DRESS, (dress.id,), start, end)))
        if dress.value:
            log.append(LivreGained(asked.seat, Why.SALE, dress.value))
        if extra:
            log.append(PrestigeGained(asked.seat, Why.SALE_BONUS, extra, state.setup.open_scores))
    state = with_player(state, asked.seat, livre=player.livre + dress.value, prestige=player.prestige + extra)
    state = replace(state, dress_discard=(*state.dress_discard, dress.id))
    return fulfil(state, asked.seat, *_tasks(dress, asked.by))


def _tasks(dress: Dress, rank: Rank) -> tuple[Task, ...]:
    """The examination task a dress fits: any by a Master, its kind by a Journeyman (JB-6)."""
    if rank is Rank.MASTER:
        return (Task.MASTER_DRESS,)
    if rank is Rank.JOURNEYMAN:
        return (Task.LADIES_DRESS,) if dress.ladies else (Task.COAT,)
    return ()


def rent(state: State, asked: RentOrSell, action: Rent) -> State:
    """Gain a Festivity dress's prestige, then ask for a jewel, then for the guest (DRESS-7)."""
    box = box_of(state)
    gain = festivity_prestige(state, box, asked.seat, box.dress[asked.dress].effect)
    if (log := recording()) is not None:
        log.append(DressRented(asked.seat, asked.dress))
        if gain:
            log.append(PrestigeGained(asked.seat, Why.FESTIVITY, gain, state.setup.open_scores))
    if gain:
        state = with_player(state, asked.seat, prestige=state.players[asked.seat].prestige + gain)
    placement = Placement(asked.seat, asked.dress, asked.by)
    return ask(state, placement, JewelOffer(asked.seat, asked.dress)) if box.jewel_prices else ask(state, placement)


def jewels(state: State, box: Box, asked: JewelOffer) -> list[Action]:
    """The jewels that suit the dress and can be paid, or none (JB-3)."""
    if not holds(state, box, asked.seat, DecorationKind.JEWELER):
        return []
    livre, ladies = state.players[asked.seat].livre, box.dress[asked.dress].ladies
    found: list[Action] = [
        TakeJewel(space)
        for space, (jewel, cost) in enumerate(zip(state.jewels, box.jewel_prices, strict=True))
        if jewel and cost <= livre and Colour(jewel).ladies == ladies
    ]
    return [*found, _DECLINE] if found else []


def jewel_refusals(state: State, box: Box, asked: JewelOffer) -> list[Refusal]:
    """Jewels of the wrong kind, or too dear."""
    livre, ladies = state.players[asked.seat].livre, box.dress[asked.dress].ladies
    found = []
    for space, (jewel, cost) in enumerate(zip(state.jewels, box.jewel_prices, strict=True)):
        if jewel and Colour(jewel).ladies != ladies:
            found.append(Refusal(TakeJewel(space), Reason.WRONG_JEWEL))
        elif jewel and cost > livre:
            found.append(short_of_money(TakeJewel(space), cost - livre))
    return found


def take_jewel(state: State, asked: JewelOffer | Effect, action: TakeJewel) -> State:
    """Pay for the jewel, or take it as a gift (EXPERT-1); one of the dress's colour brings a face-down tile (JB-3)."""
    box = box_of(state)
    jewel = state.jewels[action.space]
    bought = isinstance(asked, JewelOffer)
    cost = box.jewel_prices[action.space] if bought else 0
    if (log := recording()) is not None:
        start, end = Spot(Where.JEWELER, index=action.space), Spot(Where.JEWELS, asked.seat)
        why = Why.JEWEL_PRICE if bought else Why.EFFECT
        log.append(JewelTaken(asked.seat, why=why, moved=moves(Piece.JEWEL, (jewel,), start, end)))
        if cost:
            log.append(LivrePaid(asked.seat, Why.JEWEL_PRICE, cost))
    state = replace(state, jewels=swapped(state.jewels, action.space, ""))
    if bought:
        state = _placed_with(state, asked.dress, jewel)
    return jewelled(state, asked.seat, jewel, cost, box.dress[asked.dress])


def _placed_with(state: State, dress: str, jewel: str) -> State:
    """``state`` in which the placement of ``dress`` knows the ``jewel`` bought with it."""
    pending = tuple(replace(p, jewel=jewel) if type(p) is Placement and p.dress == dress else p for p in state.pending)
    return replace(state, pending=pending)


def jewelled(state: State, seat: int, jewel: str, cost: int, dress: Dress) -> State:
    """``state`` with ``jewel`` bought by ``seat`` for ``cost``, and the tile drawn that it may bring with ``dress``."""
    player = state.players[seat]
    state = with_player(state, seat, livre=player.livre - cost, jewels=tuple(sorted((*player.jewels, jewel))))
    return draw(state, seat, Why.MATCH) if jewel == dress.colour else state


def place(state: State, asked: Placement, action: Place) -> State:
    """Put the dress on its guest, with the space's reward at once (DRESS-6), and what follows in order (DRESS-7)."""
    box = box_of(state)
    guest, dress = box.guest[action.space], box.dress[asked.dress]
    state = placed(state, asked.seat, guest.index, dress.id)
    if (log := recording()) is not None:
        if guest.livre:
            log.append(LivreGained(asked.seat, Why.GUEST, guest.livre))
        if guest.yarn or guest.lace:
            log.append(NotionsGained(asked.seat, Why.GUEST, guest.yarn, guest.lace))
    if guest.livre or guest.yarn or guest.lace:
        player = state.players[asked.seat]
        state = with_player(
            state,
            asked.seat,
            livre=player.livre + guest.livre,
            yarn=player.yarn + guest.yarn,
            lace=player.lace + guest.lace,
        )
    state = fulfil(state, asked.seat, *_tasks(dress, asked.by))
    if dress.effect:
        state = ask(state, Effect(asked.seat, dress.id, asked.jewel))
    return ask(state, RewardTile(asked.seat)) if guest.tile else state


def placed(state: State, seat: int, guest: int, dress: str) -> State:
    """``state`` with ``dress`` and the marker of ``seat`` on guest space ``guest``, all halls checked (HALLS-1)."""
    if (log := recording()) is not None:
        space = Spot(Where.GUEST, seat, guest, box_of(state).guests[guest].id)
        worn = moves(Piece.DRESS, (dress,), Spot(Where.DRESS_IN_HAND, seat), space)
        marker = moves(Piece.MARKER, ("",), Spot(Where.MARKERS, seat), space)
        log.append(DressPlaced(seat, moved=worn + marker))
    state = replace(
        state, guests=swapped(state.guests, guest, dress), guest_owners=swapped(state.guest_owners, guest, seat)
    )
    return check_all_halls(state, seat)


def place_refusals(state: State, box: Box, asked: Placement) -> list[Refusal]:
    """Guest spaces taken, or for a Master's dresses only; jewels without a Jeweler decoration."""
    found = []
    for g in box.guests:
        if state.guest_owners[g.index] != NOBODY:
            found.append(Refusal(box.place[g.index], Reason.SPACE_TAKEN, seat=state.guest_owners[g.index]))
        elif g.master and asked.by is not Rank.MASTER:
            found.append(Refusal(box.place[g.index], Reason.MASTER_SPACE))
    if not holds(state, box, asked.seat, DecorationKind.JEWELER):
        found += [Refusal(TakeJewel(space), Reason.NO_JEWELER) for space, jewel in enumerate(state.jewels) if jewel]
    return found


RULES = Rules(
    effects={MakeDress: make, PayTiles: pay, Rent: rent, Sell: sell, TakeJewel: take_jewel, Place: place},
    asking={
        Payment: Asking(_payments, _pay_only_way),
        RentOrSell: Asking(fates, refusals=fate_refusals),
        JewelOffer: Asking(jewels, refusals=jewel_refusals),
        Placement: Asking(lambda state, box, asked: free_guests(state, box, asked.by), refusals=place_refusals),
    },
)
