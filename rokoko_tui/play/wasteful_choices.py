"""Choices that give up something which another choice of the same decision may keep."""

from collections.abc import Iterator

from rokoko_core.actions import Action, Decline, Depute, EndTurn, PayTiles, Place, SurrenderTile, TakeJewel, TakeTile
from rokoko_core.box import Box, box_of
from rokoko_core.moves.acquire import ACQUIRING, price
from rokoko_core.pending import Effect, JewelOffer, MainAction
from rokoko_core.play.menu import Menu
from rokoko_core.setup import LAST_ROUND
from rokoko_core.state import State
from rokoko_core.terms import LADIES
from rokoko_tui.text.action_labels import lost_bales


def is_wasteful(action: Action, state: State, menu: Menu) -> bool:
    """Return whether ``action`` gives up a card, silk or a main action, or brings less than another of its kind.

    In the last round a card is no loss: only the score counts.
    """
    if isinstance(action, Decline):
        return isinstance(state.pending[-1], MainAction)
    if isinstance(action, PayTiles):
        return any(lost_bales(action, state))
    if isinstance(action, TakeJewel):
        return _is_exceeded(_jewel_gains(action, state, menu), _list_jewels(action, state, menu))
    if isinstance(action, TakeTile):
        return _is_exceeded(_tile_gains(state, box_of(state), action.space), _list_tiles(state, box_of(state)))
    if isinstance(action, Place):
        return _scores_less(action, menu) or _is_exceeded(*_list_guests(state, box_of(state), action.space))
    return isinstance(action, EndTurn | SurrenderTile) or (isinstance(action, Depute) and state.round < LAST_ROUND)


def _is_exceeded(own: tuple[int, ...], others: Iterator[tuple[int, ...]]) -> bool:
    """Return whether one of ``others`` has at least as much of everything, and more of something."""
    return any(each != own and all(a >= b for a, b in zip(each, own, strict=True)) for each in others)


def _jewel_gains(action: TakeJewel, state: State, menu: Menu) -> tuple[int, ...]:
    """Return whether a jewel has the colour of the dress (JB-3), what it costs, and the change of the own score."""
    box, decision, item = box_of(state), state.pending[-1], menu.item(action)
    reach = item.score_range if item is not None else None
    cost = box.jewel_prices[action.space] if isinstance(decision, JewelOffer) else 0
    match = isinstance(decision, JewelOffer | Effect) and box.dress[decision.dress].colour == state.jewels[action.space]
    return match, -cost, *((reach.worst, reach.best) if reach is not None else (0, 0))


def _list_jewels(action: TakeJewel, state: State, menu: Menu) -> Iterator[tuple[int, ...]]:
    """Return the same for all jewels of the kind of ``action``."""
    is_necklace = state.jewels[action.space] in LADIES
    spaces = (space for space, jewel in enumerate(state.jewels) if jewel and (jewel in LADIES) == is_necklace)
    return (_jewel_gains(TakeJewel(space), state, menu) for space in spaces)


def _tile_gains(state: State, box: Box, space: int) -> tuple[int, ...]:
    tile = box.tile[state.warehouse[space]]
    cost = price(state, box, space) if isinstance(state.pending[-1], ACQUIRING) else 0
    return *tile.silk, tile.yarn, tile.lace, not tile.either, -cost


def _list_tiles(state: State, box: Box) -> Iterator[tuple[int, ...]]:
    return (_tile_gains(state, box, space) for space, tile in enumerate(state.warehouse) if tile in box.tile)


def _scores_less(action: Place, menu: Menu) -> bool:
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
