"""The standing of halls and fireworks, and what changes the leader, tried out piece by piece (END-3, END-4)."""

from collections.abc import Callable, Iterator
from itertools import product

import pytest
from msgspec.structs import replace

from rokoko_core import Expansion
from rokoko_core.box import box_of
from rokoko_core.majorities import Majority, Need, fireworks_majority, hall_majority
from rokoko_core.scoring import rank_fireworks, rank_in_hall
from rokoko_core.state import NOBODY, State, replace_item
from rokoko_core.terms import DecorationKind
from tests.core.positions import random_game
from tests.tabletop import dressed, funded, new

Add = Callable[[State, int, int], State | None]
"""Gives a seat a number of further pieces on the best free spaces; None if there are not enough."""
Ranked = Callable[[State], dict[int, tuple[int, ...]]]


def rent(hall: int, with_musician: bool = False) -> Add:
    """Place dresses of ``seat`` in ``hall``, on master spaces first."""

    def add(state: State, seat: int, number: int) -> State | None:
        box = box_of(state)
        free = [space for space in box.guests if space.hall == hall and state.guest_owners[space.index] == NOBODY]
        free.sort(key=lambda space: not space.master)
        if number > len(free):
            return None
        for space in free[:number]:
            state = replace(
                state,
                guest_owners=replace_item(state.guest_owners, space.index, seat),
                guests=replace_item(state.guests, space.index, "red-1"),
            )
        if with_musician:
            musician = next(each.index for each in box.decorations if each.hall == hall)
            state = replace(state, decorations=replace_item(state.decorations, musician, seat))
        return state

    return add


def fund(state: State, seat: int, number: int) -> State | None:
    """Fund fireworks of ``seat``, the most expensive free ones first."""
    spaces = [space for space in box_of(state).decorations if space.kind is DecorationKind.FIREWORKS]
    free = sorted((s for s in spaces if state.decorations[s.index] == NOBODY), key=lambda space: -space.cost)
    if number > len(free):
        return None
    for space in free[:number]:
        state = replace(state, decorations=replace_item(state.decorations, space.index, seat))
    return state


def fewest(state: State, seat: int, add: Add, ranked: Ranked, alone: bool) -> int | None:
    """Return how many pieces ``seat`` needs to lead, or to lead alone, while the others gain none."""
    for number in range(20):
        after = add(state, seat, number)
        if after is None:
            return None
        ranks = ranked(after)
        others = [rank for each, rank in ranks.items() if each != seat]
        own = ranks.get(seat, (0,))
        if own[0] and all(own > rank if alone else own >= rank for rank in others):
            return number
    raise AssertionError


def need_of(state: State, viewer: int | None, add: Add, ranked: Ranked) -> Need | None:
    """Return what changes the leader, from trying it out; without the musician."""
    ranks, seats = ranked(state), range(box_of(state).seats)
    if not ranks:
        return None
    best = max(ranks.values())
    leaders = sorted(seat for seat, rank in ranks.items() if rank == best)
    seat = viewer if viewer in seats else leaders[0]
    assert seat is not None
    is_shared = len(leaders) > 1
    if seat not in leaders:
        return Need(seat, fewest(state, seat, add, ranked, alone=False), keeps=False)
    if is_shared and (own := fewest(state, seat, add, ranked, alone=True)) is not None:
        return Need(seat, own, keeps=True, alone=True) if viewer in seats else None
    tries = [(fewest(state, each, add, ranked, alone=is_shared), each) for each in seats if each != seat]
    able = sorted((number, each) for number, each in tries if number is not None)
    if not able:
        return Need(seat, None, keeps=True, alone=is_shared)
    number, rival = able[0]
    several = sum(each == number for each, _ in able) > 1
    return Need(rival, number, keeps=True, alone=is_shared, several=several)


def list_positions() -> Iterator[State]:
    """Yield positions of random games, more of the late ones, where much is taken."""
    for players, expansions in product(range(1, 6), ((), tuple(Expansion))):
        game = random_game(players, 50 + players, frozenset(expansions))
        yield from game[len(game) // 3 :: max(1, len(game) // 14)]
    for hall, musician in product(range(1, 6), (NOBODY, 0, 2)):
        yield fill(hall, musician)


def fill(hall: int, musician: int) -> State:
    """Return a state in which ``hall`` is full, shared by seats 0 and 1, with its musician at seat ``musician``."""
    state = new(3)
    box, owners, guests = box_of(state), [*state.guest_owners], [*state.guests]
    for is_master in (True, False):
        spaces = [space.index for space in box.guests if space.hall == hall and space.master == is_master]
        for number, index in enumerate(spaces):
            odd = number == len(spaces) - 1 and len(spaces) % 2
            owners[index], guests[index] = 2 if odd else number % 2, "red-1"
    state = replace(state, guest_owners=tuple(owners), guests=tuple(guests))
    place = next(each.index for each in box.decorations if each.hall == hall)
    return replace(state, decorations=replace_item(state.decorations, place, musician))


def ranks_in(hall: int) -> Ranked:
    return lambda state: {seat: rank for rank, seat in rank_in_hall(state, box_of(state), hall)}


def fireworks_ranks(state: State) -> dict[int, tuple[int, ...]]:
    return {seat: rank for rank, seat in rank_fireworks(state, box_of(state))}


def check(majority: Majority, state: State, expected: Need | None) -> None:
    assert majority.need == (expected if state.pending else None)
    assert list(majority.standing) == sorted(majority.standing, key=lambda entry: ([-n for n in entry[0]], entry[1]))
    ranks = [rank for rank, _ in majority.standing]
    assert majority.is_shared == (ranks.count(ranks[0]) > 1 if ranks else False)


@pytest.mark.rule("END-3")
def test_what_changes_the_leader_of_a_hall_is_the_fewest_dresses_that_do() -> None:
    kinds = set[tuple[bool, bool, bool]]()
    for state in list_positions():
        box = box_of(state)
        for hall, viewer in product(range(1, 6), (None, *range(box.seats))):
            majority, add, ranked = hall_majority(state, box, hall, viewer), rent(hall), ranks_in(hall)
            expected = need_of(state, viewer, add, ranked)
            musician = next(each.index for each in box.decorations if each.hall == hall)
            if expected is not None and expected.more is None and state.decorations[musician] == NOBODY:
                with_it = need_of_with_musician(state, viewer, hall)
                expected = with_it and with_it._replace(musician=with_it.more is not None)
            check(majority, state, expected)
            assert majority.values == (box.majorities[hall - 1] if box.seats > 2 else box.majorities[hall - 1][:1])
            if majority.need is not None:
                kinds.add((majority.need.keeps, majority.need.alone, majority.need.more is None))
    assert len(kinds) >= 5


def need_of_with_musician(state: State, viewer: int | None, hall: int) -> Need | None:
    """The same where the musician is funded too by who gains dresses."""
    return need_of(state, viewer, rent(hall, with_musician=True), ranks_in(hall))


@pytest.mark.rule("END-4")
def test_what_changes_the_leader_of_the_fireworks_is_the_fewest_fireworks_that_do() -> None:
    for state in list_positions():
        box = box_of(state)
        for viewer in (None, *range(box.seats)):
            majority = fireworks_majority(state, box, viewer)
            check(majority, state, need_of(state, viewer, fund, fireworks_ranks))
            assert majority.values == (box.fireworks_majority if box.seats > 2 else box.fireworks_majority[:1])


@pytest.mark.rule("END-3")
def test_a_tie_is_broken_by_the_musician_of_the_hall() -> None:
    state = new(3)
    box = box_of(state)
    one, two = [space.id for space in box.guests if space.hall == 2 and not space.master][:2]
    state = dressed(dressed(state, 0, "red-1", one), 1, "red-2", two)
    tie = hall_majority(state, box, 2, 0)
    assert (tie.is_shared, tie.tie_breaker, tie.tie_breakers) == (True, "", ("", ""))
    musician = next(each.id for each in box.decorations if each.hall == 2)
    played = hall_majority(funded(state, 1, musician), box, 2, 0)
    assert [seat for _, seat in played.standing] == [1, 0]
    assert (played.is_shared, played.tie_breaker, played.tie_breakers) == (False, "musician", ("musician", ""))
    first, second = box.majorities[1]
    assert [played.points_of(seat) for seat in range(3)] == [second, first, 0]


@pytest.mark.rule("END-3")
def test_a_dress_on_a_master_space_is_above_one_beside_it() -> None:
    state = new(3)
    box = box_of(state)
    master, other = (next(s.id for s in box.guests if s.hall == 2 and s.master == wanted) for wanted in (True, False))
    state = dressed(dressed(state, 0, "red-1", other), 1, "red-2", master)
    majority = hall_majority(state, box, 2, 0)
    assert ([seat for _, seat in majority.standing], majority.tie_breaker) == ([1, 0], "master")


@pytest.mark.rule("END-4")
def test_of_equal_numbers_the_most_expensive_fireworks_lead() -> None:
    state = new(3)
    box = box_of(state)
    cheap, *_, dear = sorted((s for s in box.decorations if s.kind is DecorationKind.FIREWORKS), key=lambda s: s.cost)
    majority = fireworks_majority(funded(funded(state, 0, cheap.id), 1, dear.id), box, 0)
    assert ([seat for _, seat in majority.standing], majority.tie_breakers) == ([1, 0], ("cost", ""))
