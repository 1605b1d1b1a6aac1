"""Counting what lies on the table: dresses, decorations, halls and decks of one player.

Bonuses, conditions, income and scoring all count with these, so each count has one definition. ``Turn`` cards are
counted as TURN-5 and DEP-2 say.
"""

from msgspec.structs import replace

from rokoko_core.box import HALLS, Box, box_of
from rokoko_core.components.tables import Dress
from rokoko_core.events import recording
from rokoko_core.events.acts import AllHallsReached
from rokoko_core.events.places import Piece, Spot, Where, moves
from rokoko_core.events.turns import SupplyRenewed
from rokoko_core.state import NOBODY, State, swapped, with_player
from rokoko_core.terms import Colour, DecorationKind


def dresses_of(state: State, box: Box, seat: int) -> list[Dress]:
    """The dresses of ``seat`` on guest spaces, in board order."""
    return [box.dress[d] for d, owner in zip(state.guests, state.guest_owners, strict=True) if owner == seat]


def dress_count(state: State, seat: int) -> int:
    """Number of dresses of ``seat`` on the board."""
    return state.guest_owners.count(seat)


def colour_count(state: State, box: Box, seat: int, *colours: Colour) -> int:
    """Number of dresses of ``seat`` on the board in any of ``colours``."""
    return sum(d.colour in colours for d in dresses_of(state, box, seat))


def couples(state: State, box: Box, seat: int) -> int:
    """Pairs of one ladies' dress and one men's coat of ``seat`` on the board."""
    ladies = sum(d.ladies for d in dresses_of(state, box, seat))
    return min(ladies, dress_count(state, seat) - ladies)


def master_guests(state: State, box: Box, seat: int) -> int:
    """Number of dresses of ``seat`` on Master guest spaces."""
    return sum(g.master and state.guest_owners[g.index] == seat for g in box.guests)


def dresses_in_hall(state: State, box: Box, seat: int, hall: int) -> int:
    """Number of dresses of ``seat`` in ``hall`` (1 to 5)."""
    return sum(state.guest_owners[g.index] == seat for g in box.hall_guests[hall])


def decoration_count(state: State, seat: int) -> int:
    """Number of decorations of ``seat``, fountain and Jeweler included, all-halls not (INC-1, HALLS-1, JB-5)."""
    return state.decorations.count(seat)


def holds(state: State, box: Box, seat: int, kind: DecorationKind) -> bool:
    """True when ``seat`` has a marker on a decoration of ``kind``."""
    owners = state.decorations
    return seat in owners and any(owners[space] == seat for space in box.decorations_of[kind])


def decoration_types(state: State, box: Box, seat: int) -> int:
    """How many of musicians, fireworks, Jeweler, fountain and statues ``seat`` holds (JB-10)."""
    return len({d.kind.partition("-")[0] for d in box.decorations if state.decorations[d.index] == seat})


def halls_of(state: State, box: Box, seat: int) -> set[int]:
    """The halls ``seat`` is present in: a marker on a dress there or on its musician (HALLS-1)."""
    present = {g.hall for g in box.guests if state.guest_owners[g.index] == seat}
    present.update(d.hall for d in box.decorations if d.hall and state.decorations[d.index] == seat)
    return present


def check_all_halls(state: State, seat: int) -> State:
    """``state`` with a marker of ``seat`` on the best free all-halls space, if it is due now (HALLS-1)."""
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
        marker = moves(Piece.MARKER, ("",), Spot(Where.MARKERS, seat), Spot(Where.ALL_HALLS, seat, best))
        log.append(AllHallsReached(seat, box.all_halls[best], moved=marker))
    return replace(state, all_halls=swapped(state.all_halls, best, seat))


def deck_left(state: State, seat: int) -> tuple[str, ...]:
    """The deck of ``seat`` as it will be when the turn is over: supply, hand, discard pile, the card being played."""
    turn = state.turn
    deck = _put_by(state, seat)
    return (*deck, turn.card) if turn is not None and turn.seat == seat and turn.on_table else deck


def deck_of(state: State, seat: int) -> tuple[str, ...]:
    """The cards bonuses count as the deck of ``seat``: ``deck_left``, and cards deputed this turn until it ends
    (TURN-5, DEP-2).
    """
    turn = state.turn
    return deck_left(state, seat) + (turn.deputed if turn is not None and turn.seat == seat else ())


def lasting_deck(state: State, seat: int) -> tuple[str, ...]:
    """The cards of ``seat`` that the final scoring counts: ``deck_left``, but for the one that sits its examination
    (DEP-2, JB-7).
    """
    turn = state.turn
    examined = turn is not None and turn.seat == seat and turn.examined
    return _put_by(state, seat) if examined else deck_left(state, seat)


def _put_by(state: State, seat: int) -> tuple[str, ...]:
    player = state.players[seat]
    return player.supply + player.hand + player.discard


def with_new_supply(state: State, seat: int) -> State:
    """``state`` with the discard pile of ``seat`` as its supply (HAND-2)."""
    pile = state.players[seat].discard
    if (log := recording()) is not None and pile:
        moved = moves(Piece.EMPLOYEE, pile, Spot(Where.DISCARD, seat), Spot(Where.SUPPLY, seat))
        log.append(SupplyRenewed(seat, moved=moved))
    return with_player(state, seat, supply=tuple(sorted(pile)), discard=())
