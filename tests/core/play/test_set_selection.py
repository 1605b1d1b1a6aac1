"""Sets that are selected element by element, compared with the list of all legal sets."""

from functools import cache
from random import Random

import pytest

from rokoko_core.actions import Action, ChooseHand, MakeDress, PayTiles
from rokoko_core.box import box_of
from rokoko_core.engine import legal_actions
from rokoko_core.observe import Observation, observe
from rokoko_core.pending import HandChoice, Payment
from rokoko_core.play.set_selection import SetSelection, list_hand_order, list_things, make_set_selection
from rokoko_core.state import State
from tests.core.positions import random_game
from tests.tabletop import EVERYTHING, do, give, new, turn, windows


@cache
def decisions() -> list[State]:
    return [state for game in range(1, 4) for state in random_game(3, game, frozenset(EVERYTHING)) if state.pending]


def seen_by_mover(state: State) -> Observation:
    return observe(state, state.pending[-1].seat)


def list_reached(selection: SetSelection) -> set[tuple[str, ...]]:
    """Return every set that is reached by selecting element by element, sorted."""
    sets, known, waiting = set[tuple[str, ...]](), set[frozenset[int]](), [selection]
    while waiting:
        chosen = waiting.pop()
        if chosen.action is not None:
            assert sorted(list_things(chosen.action)) == sorted(chosen.names)
            sets.add(tuple(sorted(chosen.names)))
        for thing in set(range(len(chosen.things))) - set(chosen.chosen):
            more = chosen.toggle(thing)
            if more is not chosen:
                assert more.chosen == (*chosen.chosen, thing) and more.names == (*chosen.names, chosen.things[thing])
                assert more.toggle(thing) == chosen, "and deselected again"
            if more is not chosen and frozenset(more.chosen) not in known:
                known.add(frozenset(more.chosen))
                waiting.append(more)
        assert chosen.action is None or len(chosen.chosen) == len(list_things(chosen.action))
    return sets


@pytest.mark.rule("HAND-1", "HAND-2")
def test_a_hand_of_more_than_one_card_is_selected() -> None:
    sizes = set[int]()
    for state in (state for state in decisions() if isinstance(state.pending[-1], HandChoice)):
        view = seen_by_mover(state)
        hands = [action.cards for action in legal_actions(state) if isinstance(action, ChooseHand)]
        size, selection = len(hands[0]), make_set_selection(view)
        sizes.add(size)
        assert (selection is not None) == (len(hands) > 1 and size > 1)
        if selection is None:
            assert list_hand_order(view) == tuple(card for hand in hands for card in hand)
            continue
        assert (selection.zone, selection.size, selection.action, selection.chosen) == ("supply", size, None, ())
        assert list_hand_order(view) == selection.things == tuple(sorted(selection.things))
        assert list_reached(selection) == {tuple(sorted(hand)) for hand in hands}
        assert all(selection.select(ChooseHand(hand)).action == ChooseHand(hand) for hand in hands)
        assert selection.select_cheapest() is selection
    assert {1, 2, 3} == sizes


def test_other_decisions_have_no_selection() -> None:
    state = next(state for state in decisions() if not isinstance(state.pending[-1], HandChoice | Payment))
    assert make_set_selection(seen_by_mover(state)) is None
    assert make_set_selection(observe(state, None)) is None, "a spectator"
    assert list_hand_order(seen_by_mover(state)) == ()
    others: list[Action] = [MakeDress("green-3"), legal_actions(state)[0]]
    assert [list_things(action) for action in others] == [(), ()]


@pytest.mark.rule("DRESS-2")
def test_tiles_are_selected_where_there_are_more_than_nine_ways_to_pay() -> None:
    base = windows(turn(new(2, expansions=EVERYTHING), 0, "base-master"), "green-3")
    found = dict[int, SetSelection | None]()
    for seed in range(60):
        tiles = Random(seed).sample(box_of(base).all_tiles, 6 + seed % 8)
        state = give(base, 0, silk=tiles, livre=30, yarn=5, lace=5)
        if MakeDress("green-3") not in legal_actions(state):
            continue
        state = do(state, MakeDress("green-3"))
        if not isinstance(state.pending[-1], Payment):
            continue
        ways = [action for action in legal_actions(state) if isinstance(action, PayTiles)]
        selection = found[len(ways)] = make_set_selection(seen_by_mover(state))
        assert (selection is not None) == (len(ways) > 9)
        if selection is not None and len(ways) < 20:
            assert (selection.zone, selection.size) == ("silk", None)
            assert list_reached(selection) == {way.tiles for way in ways}
            cheapest = selection.select_cheapest()
            assert cheapest.action in ways
            assert all(selection.select(way).action == way for way in ways)
    assert found.keys() >= {9, 10}, sorted(found)
