"""The search tries ways to play on the same deals, drops the worse half time and again, and keeps what it knows."""

from collections import Counter
from collections.abc import Callable, Sequence
from random import Random

import pytest
from msgspec.structs import replace

from rokoko_core import State, apply, legal_actions, observe, to_move
from rokoko_core.actions import EndTurn, Hire
from rokoko_core.bots import journeyman, search
from rokoko_core.bots.rollout import Deal, outcomes, play_rounds
from rokoko_core.bots.search import Search, SearchOptions, distinct_lines, search_turn
from rokoko_core.bots.time_limit import Clock, Plan, counted
from rokoko_core.bots.turn_search import VARIOUS, kind_of, lines
from rokoko_core.observe import Observation, determinize
from rokoko_core.pending import BonusOf, CardChoice, MainAction, TurnEnd
from tests.tabletop import give, new, turn

LONG = 1e9


def at_card_choice(seed: int = 9) -> State:
    """The first turn of a game for two."""
    state = new(2, seed)
    while not isinstance(state.pending[-1], CardChoice):
        state = apply(state, legal_actions(state)[0])
    return state


def first_turn(seed: int = 9) -> Observation:
    state = at_card_choice(seed)
    return observe(state, to_move(state))


class Told:
    """Instead of playing on: what each way comes to, as laid down for its number in the order of the first deal."""

    hands = 1

    def __init__(self, comes_to: Callable[[int, Random], float]):
        self.comes_to = comes_to
        self.ways: list[Plan] = []
        self.tried: list[tuple[Deal, tuple[int, ...]]] = []

    def outcomes(
        self, view: Observation, plans: Sequence[Plan], deals: Sequence[Deal], clock: Clock
    ) -> list[tuple[float, ...]]:
        self.ways = self.ways or list(plans)
        if clock.over:
            return []
        numbers = tuple(self.ways.index(plan) for plan in plans)
        self.tried += [(deal, numbers) for deal in deals]
        return [tuple(self.comes_to(n, Random(f"{deal.seed}/{n}")) for n in numbers) for deal in deals]


def noisy(best: int, by: float = 20.0) -> Callable[[int, Random], float]:
    """Outcomes that differ from deal to deal, higher by ``by`` for the way number ``best``."""
    return lambda n, chance: chance.gauss(by if n == best else 0.0, 30.0)


EVEN = SearchOptions(prior=0.0, prior_share=0.0, drop_errors=LONG)
"""Looks count for nothing, and nothing is ever certain."""


# ---- halving


@pytest.mark.parametrize("best", [0, 5, 23])
def test_the_way_that_came_to_most_is_the_best(best: int) -> None:
    told = Told(lambda n, chance: 500.0 * (n == best))
    found = search_turn(first_turn(), Random(1), counted(9000), told, EVEN)
    assert found[0].line[: len(told.ways[best])] == told.ways[best]
    assert found[0].worth == 500.0


@pytest.mark.slow
def test_the_worse_half_is_dropped_time_and_again_and_the_best_sees_most_deals() -> None:
    told = Told(lambda n, chance: chance.random() - 10.0 * n)
    found = search_turn(first_turn(), Random(1), counted(9000), told, EVEN)
    sizes = [len(numbers) for _, numbers in told.tried]
    assert list(dict.fromkeys(sizes)) == [24, 12, 6, 3, 2]
    tried = Counter(number for _, numbers in told.tried for number in numbers)
    assert tried[0] == tried[1] == len(told.tried) == found[0].deals
    assert [tried[n] for n in range(24)] == sorted((tried[n] for n in range(24)), reverse=True)
    per_stage = Counter(sizes)
    assert max(per_stage.values()) <= 2 * min(per_stage.values()), "each stage has its share of the time"


def test_all_ways_in_it_meet_the_same_deals_each_deal_once() -> None:
    told = Told(noisy(3))
    search_turn(first_turn(), Random(1), counted(3000), told, EVEN)
    seeds = [deal.seed for deal, _ in told.tried]
    assert len(set(seeds)) == len(seeds) > 10
    for (_, before), (_, after) in zip(told.tried, told.tried[1:], strict=False):
        assert set(after) <= set(before), "nothing dropped comes back"


def test_what_is_certain_needs_no_more_deals() -> None:
    told = Told(lambda n, chance: chance.gauss(100.0 if n == 2 else 0.0, 1.0))
    clock = counted(LONG)
    assert search_turn(first_turn(), Random(1), clock, told)[0].line[: len(told.ways[2])] == told.ways[2]
    assert len(told.tried) == search.OPTIONS.drop_deals
    assert not clock.over


def test_what_always_comes_to_the_same_is_tried_no_longer_than_needed_to_see_it() -> None:
    told = Told(lambda n, chance: Random(repr(told.tried[-1][0])).gauss(0.0, 30.0) - (50.0 if n > 3 else 0.0))
    search_turn(first_turn(), Random(1), counted(9000), told, SearchOptions(drop_errors=LONG))
    longest = Counter(number for _, numbers in told.tried for number in numbers)
    best = longest.most_common(1)[0][0]
    assert best <= 3
    assert [longest[n] for n in range(4) if n != best] == [search.OPTIONS.same_deals] * 3


def test_what_cannot_be_told_apart_takes_all_the_time_there_is() -> None:
    told = Told(lambda n, chance: chance.gauss(0.0, 30.0))
    clock = counted(500)
    search_turn(first_turn(), Random(1), clock, told)
    assert clock.over


@pytest.mark.parametrize("seed", range(4))
def test_a_lead_within_the_luck_of_the_deals_is_found_by_many_of_them(seed: int) -> None:
    """Ahead by two thirds of what luck makes out: about thirty deals at the end tell that."""
    told = Told(noisy(7))
    found = search_turn(first_turn(), Random(seed), counted(1500), told, SearchOptions(prior=0.0, prior_share=0.0))
    assert found[0].line[: len(told.ways[7])] == told.ways[7]


def test_without_any_deal_the_looks_decide() -> None:
    view = first_turn()
    hurried = search_turn(view, Random(5), Clock(LONG, stopped=lambda: True))
    assert hurried[0].line == journeyman.plan(view, Random(5), counted(1))
    assert {one.deals for one in hurried} == {0}


def test_looks_count_as_much_as_some_deals() -> None:
    """With 2 deals' weight for looks and 2 deals seen, a way that looks 4 worse has to come to more than 4 more."""
    view = first_turn()
    gap = _looks(view)[0] - _looks(view)[1]
    assert gap > 0
    for more, best in ((0.9 * gap, 0), (1.1 * gap, 1)):
        told = Told(lambda n, chance, more=more: {0: 0.0, 1: more}.get(n, -LONG))  # type: ignore[misc]
        one = Search(view, Random(5), SearchOptions(prior=2.0, prior_share=0.0, drop_errors=LONG))
        one._add(told.outcomes(view, [trial.plan for trial in one._active], _deals(2), counted(LONG)))
        assert one.candidates()[0].line[: len(told.ways[best])] == told.ways[best]


def _deals(number: int) -> list[Deal]:
    return [Deal(str(n), 0) for n in range(number)]


def _looks(view: Observation) -> list[float]:
    """How the first ways look before anything is tried."""
    one = Search(view, Random(5))
    return [trial.line.worth for trial in one._active]


@pytest.mark.slow
def test_with_little_time_fewer_are_tried_the_best_looking_first() -> None:
    view = first_turn()
    sizes = []
    for number in (60, 800, 9000):
        told = Told(noisy(0))
        search_turn(view, Random(1), counted(number), told, EVEN)
        sizes.append(len(told.ways))
        best = max(Search(view, Random(1), EVEN)._trials, key=lambda trial: trial.line.worth)
        assert told.ways[0] == best.plan
    assert 2 <= sizes[0] < sizes[1] < sizes[2] == EVEN.candidates


# ---- what comes of it


@pytest.mark.slow
def test_worth_and_error_are_those_of_the_deals() -> None:
    told = Told(lambda n, chance: {0: 10.0, 1: 4.0}.get(n, -90.0) + (chance.random() - 0.5))
    best, second, *_ = search_turn(first_turn(), Random(1), counted(9000), told, EVEN)
    assert best.worth == pytest.approx(10.0, abs=0.3)
    assert second.worth == pytest.approx(4.0, abs=0.4)
    assert 0.0 < best.error < 0.3 and 0.0 < second.error < 0.3


def test_the_best_come_first_and_each_can_be_played() -> None:
    state = at_card_choice()
    found = search_turn(observe(state, to_move(state)), Random(1), counted(400))
    assert [one.worth for one in found] == sorted((one.worth for one in found), reverse=True)
    assert len({one.line for one in found}) == len(found)
    for one in found:
        after = state
        for action in one.line:
            after = apply(after, action)
        assert one.line[-1] == EndTurn() or len(after.tile_stack) != len(state.tile_stack)


def test_the_best_of_each_kind_of_main_action_is_among_those_tried() -> None:
    every = lines(turn(new(), 0, "base-master"), 0, VARIOUS)
    first = distinct_lines(every)
    kinds = list(dict.fromkeys(kind_of(line.actions) for line in every))
    assert Hire in kinds and len(kinds) >= 4
    assert [kind_of(line.actions) for line in first[: len(kinds)]] == kinds
    assert {line.actions[: line.known] for line in first} == {line.actions[: line.known] for line in every}


def test_no_kind_of_main_action_is_lost_on_the_way_to_the_bonus() -> None:
    """With money for everything and one line going on, the best of each kind goes on all the same."""
    state = give(turn(new(), 0, "base-master"), 0, livre=40)
    state = replace(state, pending=(TurnEnd(0), BonusOf(0, "base-apprentice-livre", 0), MainAction(0)))
    offered = {type(action) for action in legal_actions(state)}
    narrow = {kind_of(line.actions) for line in lines(state, 0, VARIOUS._replace(bonus=1, kinds=False))}
    assert len(narrow) < len(offered)
    assert {kind_of(line.actions) for line in lines(state, 0, VARIOUS._replace(bonus=1))} == offered


def test_a_search_goes_on_from_what_it_knows() -> None:
    told = Told(noisy(4))
    one = Search(first_turn(), Random(1), EVEN)
    one.run(counted(300), told)
    before = one.candidates()[0].deals
    one.run(counted(300), told)
    assert one.candidates()[0].deals > before
    seeds = [deal.seed for deal, _ in told.tried]
    assert len(set(seeds)) == len(seeds), "no deal counts twice"


@pytest.mark.rule("HIDDEN-1")
def test_what_is_hidden_changes_nothing() -> None:
    state = at_card_choice(4)
    seat = to_move(state)
    found = search_turn(observe(state, seat), Random(3), counted(300))
    for number in range(3):
        other = determinize(observe(state, seat), Random(number))
        assert search_turn(observe(other, seat), Random(3), counted(300)) == found


# ---- playing on


def test_the_more_time_the_further_it_is_played_on() -> None:
    reached = []
    for seconds in (0.5, 2e3, LONG):
        told = Told(lambda n, chance: -float(n))
        search_turn(first_turn(), Random(1), Clock(seconds, now=lambda: 0.0, stopped=_after(40)), told, EVEN)
        reached.append(told.tried[0][0].rounds)
    assert reached[0] == 0
    assert reached == sorted(reached)
    assert reached[-1] == 6, "to the end of the game"


def _after(times: int) -> Callable[[], bool]:
    asked = iter(range(times))
    return lambda: next(asked, None) is None


def test_it_is_played_on_to_the_end_of_a_round() -> None:
    state = at_card_choice()
    for last in (1, 2):
        after = play_rounds(state, last, counted(LONG))
        assert after is not None and after.round == last + 1
        assert {len(player.hand) for player in after.players} == {3}
    end = play_rounds(state, 7, counted(LONG))
    assert end is not None and not end.pending


def test_playing_on_ends_with_the_time() -> None:
    view = first_turn()
    plans = [(action,) for action in view.actions]
    assert outcomes(view, plans, Deal("1", 0), counted(2)) is None
    assert outcomes(view, plans, Deal("1", 0), counted(LONG)) == outcomes(view, plans, Deal("1", 0), counted(LONG))
