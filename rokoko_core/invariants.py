"""A check of all invariants of a position: pieces, markers, money, decks."""

from collections import Counter

import msgspec

from rokoko_core.box import Box, box_of
from rokoko_core.moves.depute import SMALLEST_DECK
from rokoko_core.pending import BarryHall, Payment, Placement, RentOrSell, SilkForPrestige, TileInHand
from rokoko_core.state import NOBODY, State
from rokoko_core.terms import ONE_EACH


class Violation(msgspec.Struct, frozen=True):
    """A broken invariant. ``code`` names it; ``detail`` names the pieces or the seat."""

    code: str
    detail: str = ""


def violations(state: State) -> tuple[Violation, ...]:
    """Return all broken invariants of ``state``. Not for observations, which hide pieces."""
    box = box_of(state)
    broken = _compare_pieces("tiles", Counter(box.all_tiles), _tiles(state))
    broken += _compare_pieces("dresses", Counter((*box.bag_dresses, *box.waiting_dresses)), _dresses(state))
    broken += _compare_pieces("cards", _all_cards(box), _cards(state))
    broken += _compare_pieces("jewels", Counter(box.all_jewels), _jewels(state))
    if state.barry is not None:
        broken += _compare_pieces("du-barry", Counter(box.barry.keys()), _barry_cards(state))
    return (*broken, *_check_boards(state, box), *_check_players(state))


def _compare_pieces(code: str, expected: Counter[str], actual: Counter[str]) -> list[Violation]:
    missing, extra = expected - actual, actual - expected
    differences = [f"-{n} {piece}" for piece, n in sorted(missing.items())]
    differences += [f"+{n} {piece}" for piece, n in sorted(extra.items())]
    return [Violation(code, ", ".join(differences))] if differences else []


def _tiles(state: State) -> Counter[str]:
    pieces = Counter((*state.tile_stack, *state.tile_discard, *(t for t in state.warehouse if t)))
    for player in state.players:
        pieces.update(player.silk)
    for decision in state.pending:
        if isinstance(decision, TileInHand):
            pieces[decision.tile] += 1
        elif isinstance(decision, SilkForPrestige):
            pieces.update(decision.aside)
    return pieces


def _dresses(state: State) -> Counter[str]:
    on_table = (*state.windows, *state.guests, *state.dress_bag, *state.dress_discard, *state.dresses_waiting)
    pieces = Counter(d for d in on_table if d)
    pieces.update(p.dress for p in state.pending if isinstance(p, RentOrSell | Placement | BarryHall))
    return pieces


def _all_cards(box: Box) -> Counter[str]:
    expected = Counter(box.base_deck * box.seats)
    for cards in (*box.stack_levels.values(), *box.exam_pools.values(), box.specialists):
        expected.update(cards)
    return expected


def _cards(state: State) -> Counter[str]:
    pieces = Counter((*state.employee_stack, *state.hire, *state.gone, *state.specialists_gone))
    pieces.update(state.journeyman_deck + state.master_deck)
    for player in state.players:
        pieces.update(player.supply + player.hand + player.discard)
        pieces.update((player.specialist,) if player.specialist else ())
    turn = state.turn
    if turn is not None:
        pieces.update(turn.deputed + ((turn.card,) if turn.on_table else ()))
    return pieces


def _jewels(state: State) -> Counter[str]:
    pieces = Counter((*state.jewel_bag, *state.jewels_gone, *(j for j in state.jewels if j)))
    for player in state.players:
        pieces.update(player.jewels)
    return pieces


def _barry_cards(state: State) -> Counter[str]:
    assert state.barry is not None
    pieces = Counter(state.barry.supply + state.barry.hand + state.barry.discard)
    pieces.update(p.card for p in state.pending if isinstance(p, BarryHall))
    return pieces


def _check_boards(state: State, box: Box) -> list[Violation]:
    broken = []
    if any((dress == "") != (owner == NOBODY) for dress, owner in zip(state.guests, state.guest_owners, strict=True)):
        broken.append(Violation("dress-without-owner"))
    seats = range(box.seats)
    if any(owner not in (NOBODY, *seats) for owner in (*state.guest_owners, *state.decorations, *state.all_halls)):
        broken.append(Violation("unknown-owner"))
    for seat in seats:
        kinds = Counter(d.kind for d, owner in zip(box.decorations, state.decorations, strict=True) if owner == seat)
        if any(kind in ONE_EACH and n > 1 for kind, n in kinds.items()):
            broken.append(Violation("row-held-twice", str(seat)))
        if state.all_halls.count(seat) > 1:
            broken.append(Violation("all-halls-twice", str(seat)))
    for decision in state.pending:
        if isinstance(decision, Payment) and decision.dress not in state.windows:
            broken.append(Violation("dress-not-on-display", decision.dress))
    return broken


def _check_players(state: State) -> list[Violation]:
    broken = []
    for seat, player in enumerate(state.players):
        if min(player.livre, player.yarn, player.lace, player.prestige) < 0:
            broken.append(Violation("negative", str(seat)))
        if player.silk != tuple(sorted(player.silk)) or player.supply != tuple(sorted(player.supply)):
            broken.append(Violation("unsorted", str(seat)))
        played = state.turn is not None and state.turn.seat == seat and state.turn.on_table
        if len(player.supply + player.hand + player.discard) + played < SMALLEST_DECK:
            broken.append(Violation("deck-too-small", str(seat)))
        if Counter(player.secret) - Counter(player.hand + player.supply):
            broken.append(Violation("secret-elsewhere", str(seat)))
        if Counter(player.known) - Counter(player.hand):
            broken.append(Violation("known-elsewhere", str(seat)))
    return broken
