"""The search cache: continued searches, pondering, and rollouts in several processes."""

import multiprocessing
from random import Random

import pytest

from rokoko_core import Observation, State, apply, legal_actions, observe, to_move
from rokoko_core.bots import plan
from rokoko_core.bots.rollout import Deal, play_until_choice
from rokoko_core.bots.rollout_pool import ALONE, Processes
from rokoko_core.bots.search import Search
from rokoko_core.bots.search_cache import KEPT, SearchCache
from rokoko_core.bots.time_limit import Clock, counting_clock
from tests.tabletop import new

LONG = 1e9


def test_a_search_of_the_same_position_continues() -> None:
    state, cache = new(2, 4), SearchCache()
    view = observe(state, to_move(state))
    first = cache.search_turn(view, Random(1), counting_clock(250))
    second = cache.search_turn(view, Random(2), counting_clock(250))
    assert second[0].deals > first[0].deals
    assert max(one.deals for one in SearchCache().search_turn(view, Random(2), counting_clock(250))) < second[0].deals


@pytest.mark.slow
def test_pondering_searches_the_next_observation() -> None:
    """Before the first hand choice, the next observation of the second player does not depend on the first."""
    state, cache = new(2, 3), SearchCache()
    assert to_move(state) == 0
    cache.ponder(observe(state, 1), Random(1), counting_clock(2000))
    after = apply(state, legal_actions(state)[0])
    assert to_move(after) == 1
    hurried = Clock(0.0, now=lambda: 1.0)
    assert cache.search_turn(observe(after, 1), Random(2), hurried)[0].deals > 0
    assert SearchCache().search_turn(observe(after, 1), Random(2), hurried)[0].deals == 0


def test_pondering_stops_with_the_clock() -> None:
    state, cache = new(2, 3), SearchCache()
    cache.ponder(observe(state, 1), Random(1), Clock(LONG, stopped=lambda: True))
    assert not cache._searches


def test_only_the_last_searches_are_kept() -> None:
    state, cache = new(3, 3), SearchCache()
    views: list[Observation] = []
    while len(views) < KEPT + 3:
        if len(legal_actions(state)) > 1:
            views.append(observe(state, to_move(state)))
            cache.search_turn(views[-1], Random(1), Clock(LONG, stopped=lambda: True))
        state = apply(state, legal_actions(state)[0])
    assert list(cache._searches) == views[-KEPT:]


def test_a_level_that_searches_uses_the_cache() -> None:
    state, cache = new(2, 3), SearchCache()
    view = observe(state, to_move(state))
    search = Search(view, Random(1))
    search.run(counting_clock(200))
    cache._searches[view] = search
    assert plan(view, "master", Random(2), budget=0.0, cache=cache) == search.candidates()[0].line


def test_play_until_choice_stops_at_a_choice() -> None:
    state = new(2, 3)
    after = play_until_choice(state, 1, counting_clock(LONG))
    assert after is not None and to_move(after) == 1 and len(legal_actions(after)) > 1
    assert play_until_choice(state, 1, counting_clock(0)) is None


# ---- several processes


@pytest.fixture(scope="module")
def state() -> State:
    return new(2, 3)


def test_several_processes_give_the_same_results_and_end(state: State) -> None:
    view = observe(state, to_move(state))
    plans, deals = [(action,) for action in view.actions[:3]], [Deal(str(n), 0) for n in range(2)]
    before = set(multiprocessing.active_children())
    with Processes(2) as pool:
        assert pool.outcomes(view, plans, deals, counting_clock(LONG)) == ALONE.outcomes(
            view, plans, deals, counting_clock(LONG)
        )
        assert len(set(multiprocessing.active_children()) - before) == 2
    assert set(multiprocessing.active_children()) == before


def test_processes_stop_with_the_clock(state: State) -> None:
    view = observe(state, to_move(state))
    whole = [(action,) for action in view.actions] * 500
    with Processes(2) as pool:
        assert pool.outcomes(view, whole, [Deal("1", 6)], Clock(LONG, now=lambda: 0.0, stopped=lambda: True)) == []


def test_unused_processes_can_be_closed() -> None:
    Processes(2).close()
