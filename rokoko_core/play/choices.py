"""Facts about a choice before it is taken: its price, what it wastes, which choices are equal, what it completes.

Every function takes a legal action, or one that is refused, and a state or the ``table`` of an observation. Face-down
pieces have no facts.
"""

from collections.abc import Iterator, Sequence
from enum import Enum

from msgspec.structs import replace

from rokoko_core import actions as do
from rokoko_core.actions import Action
from rokoko_core.board_counts import dresses_in_hall
from rokoko_core.bonus_table import BONUSES, IDLE, ExtraDepute, ExtraDress, Gain, HallGain, Kind, Nothing, kind_of
from rokoko_core.bonuses import PRICED
from rokoko_core.bonuses.extras import silk_worth
from rokoko_core.box import Box, box_of
from rokoko_core.engine import FAMILIES
from rokoko_core.moves import acquire, dress, exam, fund, hire
from rokoko_core.moves.festivity import festivity_prestige
from rokoko_core.moves.payment import Ways
from rokoko_core.pending import (
    BonusOf,
    CardChoice,
    Effect,
    ExamCard,
    HandChoice,
    JewelOffer,
    MainAction,
    Payment,
    Pending,
    RentOrSell,
    SilkForPrestige,
    TaskChoice,
    TileInHand,
)
from rokoko_core.play.menu import Menu
from rokoko_core.rounds import fountain_income, income
from rokoko_core.scoring import terrace
from rokoko_core.setup import LAST_ROUND
from rokoko_core.state import State, replace_item
from rokoko_core.terms import FACE_DOWN, LADIES, Bales, DecorationKind, Family, Goods, Rank, Task, Zone

_FAMILY_OF: dict[type, Family] = {action: each.FAMILY for each in FAMILIES for action in each.RULES.effects}


def pending_decision(state: State) -> Pending | None:
    """Return the pending decision; None when the game is over."""
    return state.pending[-1] if state.pending else None


def chooses_hand(state: State, seat: int | None = None) -> bool:
    """Return whether the next decision is a hand, of ``seat`` if given (HAND-1)."""
    decision = pending_decision(state)
    return isinstance(decision, HandChoice) and seat in (None, decision.seat)


def chooses_card(state: State, seat: int | None = None) -> bool:
    """Return whether the next decision is the card to play, of ``seat`` if given (TURN-1)."""
    decision = pending_decision(state)
    return isinstance(decision, CardChoice) and seat in (None, decision.seat)


def is_main_action(state: State) -> bool:
    """Return whether the next decision is a main action."""
    return isinstance(pending_decision(state), MainAction)


def is_bonus(state: State) -> bool:
    """Return whether the next decision is about the bonus of a card."""
    return isinstance(pending_decision(state), BonusOf)


def is_occasional(state: State) -> bool:
    """Return whether the next decision only sometimes comes after the one before it."""
    return isinstance(pending_decision(state), Payment | JewelOffer | TaskChoice | ExamCard)


def offered_exam_cards(state: State, seat: int) -> list[str]:
    """Return the cards of the examination deck that ``seat`` now chooses from, each once, sorted; [] without them."""
    decision = pending_decision(state)
    if not isinstance(decision, ExamCard) or decision.seat != seat:
        return []
    return sorted(set(exam.deck_of_exam(state, decision.exam)))


def set_aside(state: State, seat: int) -> tuple[str, ...]:
    """Return the tiles that ``seat`` has set aside for prestige in the pending decision (BON-5)."""
    decision = pending_decision(state)
    return decision.aside if isinstance(decision, SilkForPrestige) and decision.seat == seat else ()


def tile_in_hand(state: State) -> str:
    """Return the tile that the next decision keeps or discards (ACQ-2), face down for a hidden one or none."""
    decision = pending_decision(state)
    return decision.tile if isinstance(decision, TileInHand) else FACE_DOWN


def dress_in_hand(state: State) -> str:
    """Return the dress that the next decision rents out or sells (DRESS-4), face down for a hidden one or none."""
    decision = pending_decision(state)
    return decision.dress if isinstance(decision, RentOrSell) else FACE_DOWN


def ways_to_pay(state: State) -> Ways | None:
    """Return the ways to pay with kept tiles (DRESS-2); None if the next decision is no payment."""
    decision = pending_decision(state)
    return dress.ways(state, box_of(state), decision) if isinstance(decision, Payment) else None


def family_of(action: Action) -> Family | None:
    """Return the family of main actions that ``action`` belongs to; None for others."""
    return _FAMILY_OF.get(type(action))


def pending_bonus(state: State) -> Kind:
    """Return the bonus of the pending decision; ``Nothing`` without one or for a face-down card."""
    decision, box = pending_decision(state), box_of(state)
    if isinstance(decision, BonusOf) and decision.card in box.card:
        return BONUSES[box.card[decision.card].bonus]
    return Nothing()


def is_pass(action: Action | None) -> bool:
    """Return whether ``action`` declines an offer or ends the turn."""
    return isinstance(action, do.Decline | do.EndTurn)


def played_card(action: Action) -> str:
    """Return the card that ``action`` plays (TURN-1); empty for any other action."""
    return action.card if isinstance(action, do.PlayCard) else ""


def must_sell(state: State) -> bool:
    """Return whether the dress of the pending decision has to be sold (JB-9)."""
    decision = pending_decision(state)
    if isinstance(decision, RentOrSell):
        return dress.terms_of(decision.bonus).must_sell
    bonus = pending_bonus(state)
    return isinstance(bonus, ExtraDress) and bonus.terms.must_sell


# ---- prices and gains


def price_of(action: Action, state: State) -> int:
    """Return the Livre that ``action`` costs, without what a later choice of the turn costs."""
    box, decision = box_of(state), pending_decision(state)
    match action:
        case do.TakeTile(space):
            paid = isinstance(decision, acquire.ACQUIRING) and state.warehouse[space]
            return acquire.price(state, box, space) if paid else 0
        case do.MakeDress(chosen):
            return box.windows[state.windows.index(chosen)] if chosen in state.windows else 0
        case do.Hire():
            return hire.price(state, box) if state.hire else 0
        case do.Fund(space):
            return fund.price(box, decision, space)
        case do.TakeJewel(space):
            return 0 if isinstance(decision, Effect) else box.jewel_prices[space]
        case do.SitExam():
            return box.prices.exam
        case do.DrawTile() | do.TakeNotion():
            return _unit_price(state)
        case do.BuyPrestige(points):
            return _unit_price(state) * points
    return 0


def _unit_price(state: State) -> int:
    """Return the price in Livre of what the pending bonus sells; 0 for other bonuses."""
    bonus = pending_bonus(state)
    return bonus.price if isinstance(bonus, PRICED) else 0


def tile_price(state: State, space: int) -> int:
    """Return the Livre for the tile on ``space`` of the warehouse (ACQ-1)."""
    return acquire.price(state, box_of(state), space)


def hire_price(state: State) -> int:
    """Return the Livre for a card on display (HIRE-1); 0 without cards."""
    return hire.price(state, box_of(state)) if state.hire else 0


def bonus_gain(state: State, hall: int = 0) -> tuple[int, int] | None:
    """Return the (Livre, prestige) of the pending bonus, one of ``hall`` by the dresses there; None for other kinds."""
    decision, bonus, box = pending_decision(state), pending_bonus(state), box_of(state)
    if decision is not None and isinstance(bonus, Gain) and not hall:
        return bonus.amounts(state, box, decision.seat)
    if decision is not None and isinstance(bonus, HallGain) and hall:
        return bonus.amounts(dresses_in_hall(state, box, decision.seat, hall))
    return None


def depute_gain(action: do.Depute, state: State) -> int | None:
    """Return the Livre for deputing a card (DEP-1); None if its bonus is gained instead (BON-6)."""
    box, bonus = box_of(state), pending_bonus(state)
    if isinstance(bonus, ExtraDepute) and bonus.bonus:
        return None
    return (bonus.livre if isinstance(bonus, ExtraDepute) else box.prices.depute)[box.card[action.card].rank]


def festivity_gain(state: State) -> int:
    """Return the prestige that renting the dress of the pending decision gains at once (FEST)."""
    decision, box = pending_decision(state), box_of(state)
    if not isinstance(decision, RentOrSell) or decision.dress not in box.dress:
        return 0
    return festivity_prestige(state, box, decision.seat, box.dress[decision.dress].effect)


def silk_prestige(state: State) -> int:
    """Return the prestige for the silk set aside so far, whose tiles must be known."""
    decision = pending_decision(state)
    aside = set_aside(state, decision.seat) if decision is not None else ()
    return silk_worth(aside, box_of(state)) if FACE_DOWN not in aside else 0


def income_of(state: State, seat: int) -> int:
    """Return the Livre that ``seat`` gains at the end of this round as things are (INC-1, JB-8)."""
    return income(state, box_of(state), seat)


def added_income(action: do.Fund, state: State) -> int | None:
    """Return the Livre that the decoration adds to each income left (INC-1); None if it never affects income."""
    box, decision = box_of(state), pending_decision(state)
    space = box.decoration[action.space]
    if decision is None:
        return None
    after = replace(state, decorations=replace_item(state.decorations, space.index, decision.seat))
    added = fountain_income(after, box, decision.seat) - fountain_income(state, box, decision.seat)
    feeds = space.kind in (DecorationKind.FOUNTAIN_UPPER, DecorationKind.FOUNTAIN_LOWER)
    return added if added or feeds else None


def dresses_already_multiplied(action: do.Fund, state: State) -> int | None:
    """Return how many own dresses move to the Terrace, where a further fireworks space changes none of their points
    (END-6); None for other decorations.
    """
    box, decision = box_of(state), pending_decision(state)
    space = box.decoration[action.space]
    if decision is None or not space.multiplier:
        return None
    after = replace(state, decorations=replace_item(state.decorations, space.index, decision.seat))
    own, moved = terrace(state, box, decision.seat), terrace(after, box, decision.seat)
    return len(own) if sum(dress.points for dress in own) == sum(dress.points for dress in moved) else None


def missing_for_specialist(state: State, seat: int) -> Goods:
    """Return what the condition of the specialised Apprentice of ``seat`` lacks; () if it can be hired (JB-10)."""
    return hire.unmet(state, box_of(state), seat)


# ---- examination tasks


def open_tasks(state: State, seat: int) -> list[Task]:
    """Return the unfilled tasks of the current examination of ``seat`` (JB-6)."""
    return exam.open_tasks(state.players[seat])


def completed_tasks(action: Action, state: State) -> list[Task]:
    """Return the open examination tasks that keeping or discarding the tile in hand fits (JB-6)."""
    decision, box = pending_decision(state), box_of(state)
    if not isinstance(decision, TileInHand) or not isinstance(action, do.KeepTile | do.DiscardTile):
        return []
    fitting = acquire.fitting_tasks(box, decision, action) if decision.tile in box.tile else ()
    return [task for task in fitting if task in open_tasks(state, decision.seat)]


def completes_fund_task(action: Action, state: State) -> bool | None:
    """Return whether an Apprentice funds a decoration, which the open task requires (JB-6); None without that task."""
    decision, box = pending_decision(state), box_of(state)
    if not isinstance(action, do.Fund) or decision is None or Task.FUND not in open_tasks(state, decision.seat):
        return None
    card = decision.card if isinstance(decision, BonusOf) else state.turn.card if state.turn else ""
    return box.card[card].rank is Rank.APPRENTICE


# ---- equal choices


def silk_paid(action: Action, state: State) -> tuple[Bales, ...]:
    """Return the silk of the kept tiles that ``action`` gives up, sorted; () for other actions.

    A kept tile gives no notions, so payments with the same silk are equal (ACQ-3).
    """
    box = box_of(state)
    tiles = action.tiles if isinstance(action, do.PayTiles) else ()
    tiles = (action.tile,) if isinstance(action, do.SurrenderTile) else tiles
    return tuple(sorted(box.tile[tile].silk for tile in tiles))


def group_equal(actions: Sequence[Action], state: State) -> list[list[Action]]:
    """Return ``actions`` with those together that pay with the same silk."""
    groups: dict[object, list[Action]] = {}
    for action in actions:
        silk = silk_paid(action, state)
        groups.setdefault((type(action), silk) if silk else action, []).append(action)
    return list(groups.values())


# ---- waste


def lost_bales(tiles: tuple[str, ...], state: State) -> Bales:
    """Return the bales of ``tiles`` beyond what the dress of the pending payment requires (DRESS-2)."""
    decision = pending_decision(state)
    if not isinstance(decision, Payment):
        return (0, 0, 0, 0)
    return dress.lost_bales(box_of(state), decision.dress, decision.bonus, tiles)


def gains_no_bonus(action: Action, state: State) -> bool:
    """Return whether a card is deputed for a bonus that it does not have, or not a second time (BON-6)."""
    box, decision, bonus = box_of(state), pending_decision(state), pending_bonus(state)
    if not isinstance(action, do.Depute) or not isinstance(bonus, ExtraDepute) or not bonus.bonus:
        return False
    is_own = isinstance(decision, BonusOf) and (decision.card, Zone.PLAYED) == (action.card, action.zone)
    return is_own or isinstance(kind_of(box, action.card), IDLE)


class Loss(Enum):
    """What a choice gives up although another keeps or uses it."""

    CARD = "card"
    """A card leaves the deck; in the last round that is no loss: only the score counts."""
    MAIN_ACTION = "main-action"
    BONUS = "bonus"
    """A bonus that would have cost nothing."""
    SILK = "silk"
    """Bales beyond those required, or a tile."""
    MORE = "more"
    """Another choice of the same kind exceeds it in something, and is less in nothing."""


def loss_of(action: Action, state: State, menu: Menu) -> Loss | None:
    """Return what ``action`` gives up; None for nothing."""
    match action:
        case do.Decline() if is_main_action(state):
            return Loss.MAIN_ACTION
        case do.Decline() if is_bonus(state) and not all(item.spends for item in menu.items):
            return Loss.BONUS
        case do.Depute() if state.round < LAST_ROUND:
            return Loss.CARD
        case do.SurrenderTile():
            return Loss.SILK
        case do.PayTiles(tiles) if any(lost_bales(tiles, state)):
            return Loss.SILK
        case do.TakeJewel():
            exceeded = _is_exceeded(_jewel_gains(action, state, menu), _list_jewels(action, state, menu))
        case do.TakeTile(space):
            exceeded = _is_exceeded(_tile_gains(state, space), _list_tiles(state))
        case do.Place(space):
            exceeded = _is_exceeded(*_list_guests(state, box_of(state), space))
        case _:
            return None
    return Loss.MORE if exceeded else None


def is_wasteful(action: Action, state: State, menu: Menu) -> bool:
    """Return whether ``action`` gives something up, scores less than another guest space, or ends the turn."""
    if isinstance(action, do.Place) and _scores_less(action, menu):
        return True
    return isinstance(action, do.EndTurn) or loss_of(action, state, menu) is not None


def deputes_master_for_nothing(action: Action, state: State) -> bool:
    """Return whether a Master leaves the deck without Livre and without a bonus (BON-6), before the last round."""
    if not gains_no_bonus(action, state) or state.round == LAST_ROUND:
        return False
    return isinstance(action, do.Depute) and box_of(state).card[action.card].rank is Rank.MASTER


def _is_exceeded(own: tuple[int, ...], others: Iterator[tuple[int, ...]]) -> bool:
    """Return whether one of ``others`` has at least as much of everything, and more of something."""
    return any(each != own and all(a >= b for a, b in zip(each, own, strict=True)) for each in others)


def _jewel_gains(action: do.TakeJewel, state: State, menu: Menu) -> tuple[int, ...]:
    """Return whether a jewel has the colour of the dress (JB-3), what it costs, and the change of the own score."""
    decision, item = state.pending[-1], menu.item(action)
    reach = item.score_range if item is not None else None
    cost = price_of(action, state) if isinstance(decision, JewelOffer) else 0
    return matches_dress(action, state), -cost, *((reach.worst, reach.best) if reach is not None else (0, 0))


def matches_dress(action: do.TakeJewel, state: State) -> bool:
    """Return whether a jewel has the colour of the dress that it is taken for (JB-3)."""
    decision = pending_decision(state)
    if not isinstance(decision, JewelOffer | Effect):
        return False
    return box_of(state).dress[decision.dress].colour == state.jewels[action.space]


def _list_jewels(action: do.TakeJewel, state: State, menu: Menu) -> Iterator[tuple[int, ...]]:
    """Return the same for all jewels of the kind of ``action``."""
    is_necklace = state.jewels[action.space] in LADIES
    spaces = (space for space, jewel in enumerate(state.jewels) if jewel and (jewel in LADIES) == is_necklace)
    return (_jewel_gains(do.TakeJewel(space), state, menu) for space in spaces)


def _tile_gains(state: State, space: int) -> tuple[int, ...]:
    tile = box_of(state).tile[state.warehouse[space]]
    return *tile.silk, tile.yarn, tile.lace, not tile.either, -price_of(do.TakeTile(space), state)


def _list_tiles(state: State) -> Iterator[tuple[int, ...]]:
    return (_tile_gains(state, space) for space, tile in enumerate(state.warehouse) if tile in box_of(state).tile)


def _scores_less(action: do.Place, menu: Menu) -> bool:
    """Return whether another guest space brings more prestige, at best and at worst."""
    ranges = {item.action: (item.score_range.best, item.score_range.worst) for item in menu.items if item.score_range}
    own = ranges.get(action, (0, 0))
    return any(best > own[0] and worst >= own[1] for best, worst in ranges.values())


def _list_guests(state: State, box: Box, space: str) -> tuple[tuple[int, ...], Iterator[tuple[int, ...]]]:
    """Return the rewards of a space, and those of the free ones of its kind in the same hall."""
    own = box.guest[space]
    free = (each for each in box.guests if not state.guests[each.index])
    alike = (each for each in free if (each.hall, each.master) == (own.hall, own.master))
    return (own.livre, own.yarn, own.lace, own.tile), ((e.livre, e.yarn, e.lace, e.tile) for e in alike)
