"""Every broken invariant of a position at once, in the manner of a stock-taking: pieces, markers, money, decks."""

from collections import Counter

import msgspec

from rokoko_core.box import Box, box_of
from rokoko_core.moves.depute import SMALLEST_DECK
from rokoko_core.pending import BarryHall, Payment, Placement, RentOrSell, SilkForPrestige, TileInHand
from rokoko_core.state import NOBODY, State
from rokoko_core.terms import ONE_EACH


class Violation(msgspec.Struct, frozen=True):
    """One broken invariant. ``code`` names it; ``detail`` the pieces or the seat concerned."""

    code: str
    detail: str = ""


def violations(state: State) -> tuple[Violation, ...]:
    """All broken invariants of ``state``; () when it is sound. Not for observations, which hide pieces."""
    box = box_of(state)
    found = _conserved("tiles", Counter(box.all_tiles), _tiles(state))
    found += _conserved("dresses", Counter((*box.bag_dresses, *box.waiting_dresses)), _dresses(state))
    found += _conserved("cards", _all_cards(box), _cards(state))
    found += _conserved("jewels", Counter(box.all_jewels), _jewels(state))
    if state.barry is not None:
        found += _conserved("du-barry", Counter(box.barry.keys()), _barry_cards(state))
    return (*found, *_boards(state, box), *_players(state))


def _conserved(code: str, expected: Counter[str], found: Counter[str]) -> list[Violation]:
    missing, extra = expected - found, found - expected
    words = [f"-{n} {piece}" for piece, n in sorted(missing.items())]
    words += [f"+{n} {piece}" for piece, n in sorted(extra.items())]
    return [Violation(code, ", ".join(words))] if words else []


def _tiles(state: State) -> Counter[str]:
    found = Counter((*state.tile_stack, *state.tile_discard, *(t for t in state.warehouse if t)))
    for player in state.players:
        found.update(player.silk)
    for asked in state.pending:
        if isinstance(asked, TileInHand):
            found[asked.tile] += 1
        elif isinstance(asked, SilkForPrestige):
            found.update(asked.aside)
    return found


def _dresses(state: State) -> Counter[str]:
    lying = (*state.windows, *state.guests, *state.dress_bag, *state.dress_discard, *state.dresses_waiting)
    found = Counter(d for d in lying if d)
    found.update(p.dress for p in state.pending if isinstance(p, RentOrSell | Placement | BarryHall))
    return found


def _all_cards(box: Box) -> Counter[str]:
    expected = Counter(box.base_deck * box.seats)
    for cards in (*box.stack_levels.values(), *box.exam_pools.values(), box.specialists):
        expected.update(cards)
    return expected


def _cards(state: State) -> Counter[str]:
    found = Counter((*state.employee_stack, *state.hire, *state.gone, *state.specialists_gone))
    found.update(state.journeyman_deck + state.master_deck)
    for player in state.players:
        found.update(player.supply + player.hand + player.discard)
        found.update((player.specialist,) if player.specialist else ())
    turn = state.turn
    if turn is not None:
        found.update(turn.deputed + ((turn.card,) if turn.on_table else ()))
    return found


def _jewels(state: State) -> Counter[str]:
    found = Counter((*state.jewel_bag, *state.jewels_gone, *(j for j in state.jewels if j)))
    for player in state.players:
        found.update(player.jewels)
    return found


def _barry_cards(state: State) -> Counter[str]:
    assert state.barry is not None
    found = Counter(state.barry.supply + state.barry.hand + state.barry.discard)
    found.update(p.card for p in state.pending if isinstance(p, BarryHall))
    return found


def _boards(state: State, box: Box) -> list[Violation]:
    found = []
    if any((dress == "") != (owner == NOBODY) for dress, owner in zip(state.guests, state.guest_owners, strict=True)):
        found.append(Violation("dress-without-owner"))
    seats = range(box.seats)
    if any(owner not in (NOBODY, *seats) for owner in (*state.guest_owners, *state.decorations, *state.all_halls)):
        found.append(Violation("unknown-owner"))
    for seat in seats:
        kinds = Counter(d.kind for d, owner in zip(box.decorations, state.decorations, strict=True) if owner == seat)
        if any(kind in ONE_EACH and n > 1 for kind, n in kinds.items()):
            found.append(Violation("row-held-twice", str(seat)))
        if state.all_halls.count(seat) > 1:
            found.append(Violation("all-halls-twice", str(seat)))
    for asked in state.pending:
        if isinstance(asked, Payment) and asked.dress not in state.windows:
            found.append(Violation("dress-not-on-display", asked.dress))
    return found


def _players(state: State) -> list[Violation]:
    found = []
    for seat, player in enumerate(state.players):
        if min(player.livre, player.yarn, player.lace, player.prestige) < 0:
            found.append(Violation("negative", str(seat)))
        if player.silk != tuple(sorted(player.silk)) or player.supply != tuple(sorted(player.supply)):
            found.append(Violation("unsorted", str(seat)))
        played = state.turn is not None and state.turn.seat == seat and state.turn.on_table
        if len(player.supply + player.hand + player.discard) + played < SMALLEST_DECK:
            found.append(Violation("deck-too-small", str(seat)))
        if Counter(player.secret) - Counter(player.hand + player.supply):
            found.append(Violation("secret-elsewhere", str(seat)))
        if Counter(player.known) - Counter(player.hand):
            found.append(Violation("known-elsewhere", str(seat)))
    return found
