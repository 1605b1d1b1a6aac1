"""Counts of a player's dresses, decorations, halls and deck.

Bonuses, conditions, income and scoring all use these functions, so each count has one definition. TURN-5 and DEP-2 say
when the played card and deputed cards count.
"""

from msgspec.structs import replace

from rokoko_core.box import HALLS, Box, box_of
from rokoko_core.components.tables import Dress
from rokoko_core.events import recording
from rokoko_core.events.acts import AllHallsReached
from rokoko_core.events.places import Piece, Spot, Where, moves
from rokoko_core.events.turns import SupplyRenewed
from rokoko_core.state import NOBODY, State, replace_item, with_player
from rokoko_core.terms import Colour, DecorationKind


def dresses_of(state: State, box: Box, seat: int) -> list[Dress]:
    """Return the dresses of ``seat`` on guest spaces, in board order."""
    return [box.dress[d] for d, owner in zip(state.guests, state.guest_owners, strict=True) if owner == seat]


def dress_count(state: State, seat: int) -> int:
    return state.guest_owners.count(seat)


def colour_count(state: State, box: Box, seat: int, *colours: Colour) -> int:
    """Number of dresses of ``seat`` on the board in any of ``colours``."""
    return sum(d.colour in colours for d in dresses_of(state, box, seat))


def couples(state: State, box: Box, seat: int) -> int:
    """Return the number of pairs of one ladies' dress and one men's coat of ``seat`` on the board."""
    ladies = sum(d.ladies for d in dresses_of(state, box, seat))
    return min(ladies, dress_count(state, seat) - ladies)


def master_guests(state: State, box: Box, seat: int) -> int:
    """Number of dresses of ``seat`` on Master guest spaces."""
    owned = zip(box.guests, state.guest_owners, strict=True)
    return sum([guest.master for guest, owner in owned if owner == seat])


def dresses_in_hall(state: State, box: Box, seat: int, hall: int) -> int:
    """Number of dresses of ``seat`` in ``hall`` (1 to 5)."""
    return sum(state.guest_owners[g.index] == seat for g in box.hall_guests[hall])


def decoration_count(state: State, seat: int) -> int:
    """Number of decorations of ``seat``: fountain and Jeweler count, all-halls spaces do not (INC-1, HALLS-1, JB-5)."""
    return state.decorations.count(seat)


def kind_count(state: State, box: Box, seat: int, kind: DecorationKind) -> int:
    """Number of decorations of ``kind`` that ``seat`` has; for ``NOBODY`` those that are free."""
    return sum(state.decorations[space] == seat for space in box.decorations_of[kind])


def holds(state: State, box: Box, seat: int, kind: DecorationKind) -> bool:
    """Return whether ``seat`` has a marker on a decoration of ``kind``."""
    owners = state.decorations
    return seat in owners and any(owners[space] == seat for space in box.decorations_of[kind])


def decoration_types(state: State, box: Box, seat: int) -> int:
    """Number of decoration types (musicians, fireworks, Jeweler, fountain, statues) ``seat`` has (JB-10)."""
    return len({d.kind.partition("-")[0] for d in box.decorations if state.decorations[d.index] == seat})


def halls_of(state: State, box: Box, seat: int) -> set[int]:
    """Return the halls ``seat`` is present in: with a dress there or on its musician (HALLS-1)."""
    present = {guest.hall for guest, owner in zip(box.guests, state.guest_owners, strict=True) if owner == seat}
    if seat in state.decorations:
        funded = zip(box.decorations, state.decorations, strict=True)
        present.update([space.hall for space, owner in funded if owner == seat and space.hall])
    return present


def check_all_halls(state: State, seat: int) -> State:
    """Put a marker of ``seat`` on the best free all-halls space if it has earned one (HALLS-1)."""
    if seat in state.all_halls or NOBODY not in state.all_halls:
        return state
    if dress_count(state, seat) + decoration_count(state, seat) < len(HALLS):
        return state
    box = box_of(state)
    if len(halls_of(state, box, seat)) < len(HALLS):
        return state
    free = [n for n, owner in enumerate(state.all_halls) if owner == NOBODY]
    best = max(free, key=lambda n: box.all_halls[n])
    if (log := recording()) is not None:
        moved = moves(Piece.MARKER, ("",), Spot(Where.MARKERS, seat), Spot(Where.ALL_HALLS, seat, best))
        log.append(AllHallsReached(seat, box.all_halls[best], moved=moved))
    return replace(state, all_halls=replace_item(state.all_halls, best, seat))


def deck_left(state: State, seat: int) -> tuple[str, ...]:
    """Return the deck of ``seat`` as it is after this turn: supply, hand, discard pile and played card, unless it
    leaves.
    """
    turn = state.turn
    deck = _idle_cards(state, seat)
    return (*deck, turn.card) if turn is not None and turn.seat == seat and turn.on_table else deck


def deck_of(state: State, seat: int) -> tuple[str, ...]:
    """Return the deck as bonuses count it: ``deck_left`` and the cards deputed this turn (TURN-5, DEP-2)."""
    turn = state.turn
    return deck_left(state, seat) + (turn.deputed if turn is not None and turn.seat == seat else ())


def lasting_deck(state: State, seat: int) -> tuple[str, ...]:
    """Return the deck of ``seat`` as the final scoring counts it: ``deck_left`` without a card that sits its
    examination (DEP-2, JB-7).
    """
    turn = state.turn
    examined = turn is not None and turn.seat == seat and turn.examined
    return _idle_cards(state, seat) if examined else deck_left(state, seat)


def _idle_cards(state: State, seat: int) -> tuple[str, ...]:
    player = state.players[seat]
    return player.supply + player.hand + player.discard


def renew_supply(state: State, seat: int) -> State:
    """Make the discard pile of ``seat`` its supply (HAND-2)."""
    pile = state.players[seat].discard
    if (log := recording()) is not None and pile:
        moved = moves(Piece.EMPLOYEE, pile, Spot(Where.DISCARD, seat), Spot(Where.SUPPLY, seat))
        log.append(SupplyRenewed(seat, moved=moved))
    return with_player(state, seat, supply=tuple(sorted(pile)), discard=())
