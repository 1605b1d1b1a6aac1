"""The search: rollouts on the same deals, sequential halving, early decisions and the time limit."""

from collections import Counter
from collections.abc import Callable, Sequence
from operator import le
from random import Random

import pytest
from msgspec.structs import replace

from rokoko_core import Game, State, apply, legal_actions, observe, to_move
from rokoko_core.actions import Action, Decline, Depute, EndTurn, Hire, MakeDress, Rent, SurrenderTile, UseSupplyCard
from rokoko_core.bonuses import is_gain
from rokoko_core.bots import journeyman, learned_value, rollout, search
from rokoko_core.bots.exact_turn import ExactTurn
from rokoko_core.bots.rollout import AS_JOURNEYMAN, QUICK, Deal, LatePolicy, apply_all, outcomes, play_rounds
from rokoko_core.bots.search import Search, SearchOptions, distinct_lines, search_turn
from rokoko_core.bots.time_limit import Clock, Plan, counting_clock
from rokoko_core.bots.turn_search import VARIOUS, Line, committed, kind_of, lines
from rokoko_core.box import box_of
from rokoko_core.components import newest
from rokoko_core.observe import Observation, determinize
from rokoko_core.pending import BonusOf, CardChoice, Effect, JewelOffer, MainAction, TileInHand, TurnEnd
from rokoko_core.scoring import final_scores
from rokoko_core.terms import Expansion
from tests.saves.sample_games import FOLDER
from tests.tabletop import bonus, deck, do, funded, give, jeweler, new, turn, windows
from tools.last_turns import make_setup, play_to_last_turn

LONG = 1e9


def at_card_choice(seed: int = 9) -> State:
    """Return the first turn of a two-player game."""
    state = new(2, seed)
    while not isinstance(state.pending[-1], CardChoice):
        state = apply(state, legal_actions(state)[0])
    return state


def first_turn(seed: int = 9) -> Observation:
    state = at_card_choice(seed)
    return observe(state, to_move(state))


class FakeRollouts:
    """Rollouts with the result ``lead(n, rng)`` for plan ``n``, numbered by the first deal."""

    workers = 1

    def __init__(self, lead: Callable[[int, Random], float]):
        self.lead = lead
        self.plans: list[Plan] = []
        self.tried: list[tuple[Deal, tuple[int, ...]]] = []

    def outcomes(
        self, view: Observation, plans: Sequence[Plan], deals: Sequence[Deal], clock: Clock
    ) -> list[tuple[float, ...]]:
        self.plans = self.plans or list(plans)
        if clock.over:
            return []
        numbers = tuple(self.plans.index(plan) for plan in plans)
        self.tried += [(deal, numbers) for deal in deals]
        return [tuple(self.lead(n, Random(f"{deal.seed}/{n}")) for n in numbers) for deal in deals]


def noisy(best: int, by: float = 20.0) -> Callable[[int, Random], float]:
    """Return random leads, higher by ``by`` for the plan ``best``."""
    return lambda n, chance: chance.gauss(by if n == best else 0.0, 30.0)


EVEN = SearchOptions(candidates=20, prior=0.0, prior_share=0.0, drop_errors=LONG)
"""The evaluation has no weight, and no plan is dropped early."""


# ---- halving


@pytest.mark.parametrize("best", [0, 5, 19])
def test_the_plan_with_the_best_rollouts_is_first(best: int) -> None:
    rollouts = FakeRollouts(lambda n, chance: 500.0 * (n == best))
    found = search_turn(first_turn(), Random(1), counting_clock(9000), rollouts, EVEN)
    assert found[0].line[: len(rollouts.plans[best])] == rollouts.plans[best]
    assert found[0].worth == 500.0


@pytest.mark.slow
def test_the_worse_half_is_dropped_repeatedly() -> None:
    rollouts = FakeRollouts(lambda n, chance: chance.random() - 10.0 * n)
    found = search_turn(first_turn(), Random(1), counting_clock(9000), rollouts, EVEN)
    sizes = [len(numbers) for _, numbers in rollouts.tried]
    assert list(dict.fromkeys(sizes)) == [20, 10, 5, 3, 2]
    tried = Counter(number for _, numbers in rollouts.tried for number in numbers)
    assert tried[0] == tried[1] == len(rollouts.tried) == found[0].deals
    assert [tried[n] for n in range(20)] == sorted((tried[n] for n in range(20)), reverse=True)
    per_stage = Counter(sizes)
    assert max(per_stage.values()) <= 2 * min(per_stage.values()), "the stages have equal time"


@pytest.mark.slow
def test_all_plans_have_the_same_deals_each_once() -> None:
    rollouts = FakeRollouts(noisy(3))
    search_turn(first_turn(), Random(1), counting_clock(3000), rollouts, EVEN)
    seeds = [deal.seed for deal, _ in rollouts.tried]
    assert len(set(seeds)) == len(seeds) > 10
    for (_, before), (_, after) in zip(rollouts.tried, rollouts.tried[1:], strict=False):
        assert set(after) <= set(before), "a dropped plan does not return"


def test_a_certain_result_ends_the_search() -> None:
    rollouts = FakeRollouts(lambda n, chance: chance.gauss(100.0 if n == 2 else 0.0, 1.0))
    clock = counting_clock(LONG)
    assert search_turn(first_turn(), Random(1), clock, rollouts)[0].line[: len(rollouts.plans[2])] == rollouts.plans[2]
    assert len(rollouts.tried) == search.OPTIONS.drop_deals
    assert not clock.over


def test_plans_with_constant_differences_are_dropped_early() -> None:
    rollouts = FakeRollouts(
        lambda n, chance: Random(repr(rollouts.tried[-1][0])).gauss(0.0, 30.0) - (50.0 if n > 3 else 0.0)
    )
    search_turn(first_turn(), Random(1), counting_clock(9000), rollouts, SearchOptions(drop_errors=LONG))
    longest = Counter(number for _, numbers in rollouts.tried for number in numbers)
    best = longest.most_common(1)[0][0]
    assert best <= 3
    assert [longest[n] for n in range(4) if n != best] == [search.OPTIONS.same_deals] * 3


def test_an_uncertain_result_uses_all_the_time() -> None:
    rollouts = FakeRollouts(lambda n, chance: chance.gauss(0.0, 30.0))
    clock = counting_clock(500)
    search_turn(first_turn(), Random(1), clock, rollouts)
    assert clock.over


@pytest.mark.parametrize("seed", range(4))
def test_many_deals_find_a_small_lead(seed: int) -> None:
    """The lead is two thirds of the standard deviation; the last stage has about thirty deals."""
    rollouts = FakeRollouts(noisy(7))
    found = search_turn(
        first_turn(), Random(seed), counting_clock(1500), rollouts, SearchOptions(prior=0.0, prior_share=0.0)
    )
    assert found[0].line[: len(rollouts.plans[7])] == rollouts.plans[7]


def test_without_rollouts_the_evaluation_decides() -> None:
    view = first_turn()
    hurried = search_turn(view, Random(5), Clock(LONG, stopped=lambda: True))
    assert hurried[0].line == journeyman.plan(view, Random(5), counting_clock(1))
    assert {one.deals for one in hurried} == {0}


def test_the_evaluation_weighs_as_much_as_some_deals() -> None:
    """With a weight of 2 and 2 deals, a plan with an evaluation lower by 4 needs rollouts higher by more than 4."""
    view = first_turn()
    gap = _evaluations(view)[0] - _evaluations(view)[1]
    assert gap > 0
    for more, best in ((0.9 * gap, 0), (1.1 * gap, 1)):
        rollouts = FakeRollouts(lambda n, chance, more=more: {0: 0.0, 1: more}.get(n, -LONG))  # type: ignore[misc]
        one = Search(view, Random(5), SearchOptions(prior=2.0, prior_share=0.0, drop_errors=LONG))
        one._add(rollouts.outcomes(view, [trial.plan for trial in one._active], _deals(2), counting_clock(LONG)))
        assert one.candidates()[0].line[: len(rollouts.plans[best])] == rollouts.plans[best]


def _deals(number: int) -> list[Deal]:
    return [Deal(str(n), 0) for n in range(number)]


def _evaluations(view: Observation) -> list[float]:
    """Return the evaluations of the first plans."""
    one = Search(view, Random(5))
    return [trial.line.worth for trial in one._active]


@pytest.mark.slow
def test_with_little_time_there_are_fewer_plans() -> None:
    view = first_turn()
    sizes = []
    for number in (60, 800, 9000):
        rollouts = FakeRollouts(noisy(0))
        search_turn(view, Random(1), counting_clock(number), rollouts, EVEN)
        sizes.append(len(rollouts.plans))
        best = max(Search(view, Random(1), EVEN)._trials, key=lambda trial: trial.line.worth)
        assert rollouts.plans[0] == best.plan
    assert 2 <= sizes[0] < sizes[1] < sizes[2] == EVEN.candidates


# ---- results


@pytest.mark.slow
def test_worth_and_error_come_from_the_deals() -> None:
    rollouts = FakeRollouts(lambda n, chance: {0: 10.0, 1: 4.0}.get(n, -90.0) + (chance.random() - 0.5))
    best, second, *_ = search_turn(first_turn(), Random(1), counting_clock(9000), rollouts, EVEN)
    assert best.worth == pytest.approx(10.0, abs=0.3)
    assert second.worth == pytest.approx(4.0, abs=0.4)
    assert 0.0 < best.error < 0.3 and 0.0 < second.error < 0.3


def test_candidates_are_sorted_and_legal() -> None:
    state = at_card_choice()
    found = search_turn(observe(state, to_move(state)), Random(1), counting_clock(400))
    assert [one.worth for one in found] == sorted((one.worth for one in found), reverse=True)
    assert len({one.line for one in found}) == len(found)
    for one in found:
        after = state
        for action in one.line:
            after = apply(after, action)
        assert one.line[-1] == EndTurn() or len(after.tile_stack) != len(state.tile_stack)


def test_the_best_of_each_kind_of_main_action_comes_first() -> None:
    every = lines(turn(new(), 0, "base-master"), 0, VARIOUS)
    first = distinct_lines(every)
    kinds = list(dict.fromkeys(kind_of(line.actions) for line in every))
    assert Hire in kinds and len(kinds) >= 4
    assert [kind_of(line.actions) for line in first[: len(kinds)]] == kinds
    assert {line.actions[: line.known] for line in first} == {line.actions[: line.known] for line in every}


def test_every_kind_of_main_action_continues_to_the_bonus() -> None:
    """With money for everything and one line per stage, the best of each kind still continues."""
    state = give(turn(new(), 0, "base-master"), 0, livre=40)
    state = replace(state, pending=(TurnEnd(0), BonusOf(0, "base-apprentice-livre", 0), MainAction(0)))
    offered = {type(action) for action in legal_actions(state)} - {Decline}  # as the Favor card only gains
    narrow = {kind_of(line.actions) for line in lines(state, 0, VARIOUS._replace(bonus=1, kinds=False))}
    assert len(narrow) < len(offered)
    assert {kind_of(line.actions) for line in lines(state, 0, VARIOUS._replace(bonus=1))} == offered


def test_a_search_can_be_continued() -> None:
    rollouts = FakeRollouts(noisy(4))
    one = Search(first_turn(), Random(1), EVEN)
    one.run(counting_clock(300), rollouts)
    before = one.candidates()[0].deals
    one.run(counting_clock(300), rollouts)
    assert one.candidates()[0].deals > before
    seeds = [deal.seed for deal, _ in rollouts.tried]
    assert len(set(seeds)) == len(seeds), "no deal is used twice"


@pytest.mark.rule("HIDDEN-1")
def test_a_search_does_not_depend_on_hidden_pieces() -> None:
    state = at_card_choice(4)
    seat = to_move(state)
    found = search_turn(observe(state, seat), Random(3), counting_clock(300))
    for number in range(3):
        other = determinize(observe(state, seat), Random(number))
        assert search_turn(observe(other, seat), Random(3), counting_clock(300)) == found


# ---- rollouts


def test_rollouts_are_longer_with_more_time() -> None:
    reached = []
    for seconds in (0.5, 2e3, LONG):
        rollouts = FakeRollouts(lambda n, chance: -float(n))
        search_turn(first_turn(), Random(1), Clock(seconds, now=lambda: 0.0, stopped=_after(40)), rollouts, EVEN)
        reached.append(rollouts.tried[0][0].rounds)
    assert reached[0] == 0
    assert reached == sorted(reached)
    assert reached[-1] == 6, "to the end of the game"


@pytest.mark.parametrize(("number", "late"), [(6, QUICK), (7, AS_JOURNEYMAN)])
def test_journeymen_play_the_rollouts_of_the_last_round(number: int, late: LatePolicy) -> None:
    rollouts = FakeRollouts(lambda n, chance: -float(n))
    state = replace(turn(new(), 0, "base-master"), round=number)
    search_turn(observe(state, 0), Random(1), counting_clock(900), rollouts)
    assert {deal.late for deal, _ in rollouts.tried} == {late}


def _after(times: int) -> Callable[[], bool]:
    readings = iter(range(times))
    return lambda: next(readings, None) is None


def test_a_rollout_ends_with_a_round() -> None:
    state = at_card_choice()
    for last in (1, 2):
        after = play_rounds(state, last, counting_clock(LONG))
        assert after is not None and after.round == last + 1
        assert {len(player.hand) for player in after.players} == {3}
    end = play_rounds(state, 7, counting_clock(LONG))
    assert end is not None and not end.pending


def free_gain(state: State, action: Action) -> bool:
    """Return whether ``action`` leaves its player nothing less and something more, or a tile to keep or discard."""
    if isinstance(action, Decline | Depute | SurrenderTile | UseSupplyCard):
        return False
    seat, after = state.pending[-1].seat, apply(state, action)

    def goods(state: State) -> tuple[int, ...]:
        player = state.players[seat]
        decorations = state.decorations.count(seat)
        return (
            player.livre,
            player.yarn,
            player.lace,
            len(player.silk),
            len(player.jewels),
            player.prestige,
            decorations,
        )

    has_tile = any(isinstance(decision, TileInHand) for decision in after.pending)
    nothing_less = all(map(le, goods(state), goods(after)))
    return nothing_less and (has_tile or goods(after) != goods(state))


@pytest.mark.rule("BON-1", "BON-10", "TURN-2")
@pytest.mark.parametrize("name", ["base-3", "everything-2"])
def test_no_line_declines_what_only_gains(name: str) -> None:
    game = Game.load(FOLDER / f"{name}.rokoko")
    declined = set()
    for position in range(0, game.length, 17):
        state = game.at(position)
        for line in lines(state, to_move(state) or 0, VARIOUS):
            here = state
            for action in line.actions:
                if isinstance(action, Decline):
                    declined.add(type(here.pending[-1]))
                    assert not any(free_gain(here, other) for other in legal_actions(here))
                here = apply(here, action)
    assert declined >= {MainAction, BonusOf}


@pytest.mark.rule("EXPERT-1", "JB-3")
def test_a_free_jewel_tile_or_decoration_is_not_declined() -> None:
    everything = new(expansions=tuple(Expansion))
    making = windows(turn(everything, 0, "base-master"), "blue-1")
    making = funded(give(making, 0, livre=30, silk=("bb:lace",), yarn=2, lace=2), 0, "jeweler-1")
    offers = {
        JewelOffer: do(jeweler(making, "yellow", "red", "green", "blue"), MakeDress("blue-1"), Rent()),
        Effect: replace(making, pending=(*making.pending, Effect(0, "expert-blue-1"))),
        BonusOf: give(bonus(everything, 0, "6-fund-10"), 0, livre=0),
    }
    for kind, state in offers.items():
        assert isinstance(state.pending[-1], kind)
        assert any(free_gain(state, action) for action in legal_actions(state))
        assert not any(isinstance(line.actions[0], Decline) for line in lines(state, 0, VARIOUS))


@pytest.mark.rule("JB-9")
@pytest.mark.parametrize(
    ("piles", "gains"),
    [
        (("livre",), True),
        (("acquire",), False),
        (("livre", "acquire"), True),
        (("acquire", "livre"), True),
        (("acquire", "acquire"), False),
    ],
)
def test_a_copied_bonus_only_gains_if_the_card_on_a_pile_does(piles: tuple[str, ...], gains: bool) -> None:
    state = new(1 + len(piles), expansions=(Expansion.JEWELRY_BOX,))
    for seat, pile in enumerate(piles, start=1):
        state = deck(state, seat, (), (), (f"base-apprentice-{pile}",))
    state = bonus(state, 0, "j-copy")
    decision = state.pending[-1]
    assert isinstance(decision, BonusOf)
    assert is_gain(state, box_of(state), decision) == gains


@pytest.mark.parametrize(("number", "spread", "best"), [(7, 0.0, 1), (7, 0.1, 1), (7, 30.0, 0), (6, 0.1, 0)])
def test_in_the_last_round_deals_that_agree_outweigh_the_evaluation(number: int, spread: float, best: int) -> None:
    """The evaluation prefers plan 0 by more than the 0.5 by which plan 1 is better in the rollouts."""
    state = replace(at_card_choice(), round=number)
    rollouts = FakeRollouts(lambda n, chance: chance.gauss(0.5 * n, spread))
    options = SearchOptions(candidates=8, drop_errors=LONG)
    first, *_ = search_turn(observe(state, to_move(state)), Random(1), counting_clock(100), rollouts, options)
    assert first.line[: len(rollouts.plans[best])] == rollouts.plans[best]


@pytest.mark.parametrize(("number", "rounds"), [(5, 0), (6, 1), (7, 0)])
def test_late_rollouts_play_to_the_end_of_the_game_with_the_learned_value(
    number: int, rounds: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    corrected = set()

    def correct(lines: Sequence[Line], seat: int) -> list[Line]:
        corrected.add(lines[0].state.round)
        return learned_value.correct(lines, seat)

    monkeypatch.setattr(rollout, "correct", correct)
    state = replace(at_card_choice(), round=number)
    view, rollouts = observe(state, to_move(state)), FakeRollouts(noisy(0))
    Search(view, Random(1)).run(counting_clock(100), rollouts)
    assert {deal.rounds for deal, _ in rollouts.tried} == {rounds}
    (plan,) = view.actions[:1]
    assert outcomes(view, [(plan,)], Deal("1", rounds), counting_clock(LONG)) is not None
    hands = number + rounds + 1  # the hands of the next round are chosen too
    assert corrected == {late for late in (6, 7) if number <= late <= hands}


@pytest.mark.quick(1)
@pytest.mark.rule("END-9")
@pytest.mark.parametrize(("seed", "into_the_turn"), [(2, 0), (2, 1), (4, 1)])
def test_a_last_turn_is_solved_without_time(seed: int, into_the_turn: int) -> None:
    """The best lead of all ways to play it is the first candidate's, all others are exact, and no rollout is played."""
    reached = play_to_last_turn(make_setup(seed, newest()))
    assert reached is not None
    state = reached[0]
    turn = ExactTurn(state)
    for action in turn.best[:into_the_turn]:
        state = apply(state, action)
    rollouts = FakeRollouts(noisy(0))
    found = search_turn(observe(state, turn.seat), Random(1), counting_clock(LONG), rollouts)
    assert found[0].worth == turn.lead and not rollouts.tried
    results = []
    for candidate in found:
        after = apply_all(state, candidate.line)
        assert candidate.is_estimated and candidate.worth == turn.lead_from(after)
        results.append((candidate.worth, -1 if after.pending else final_scores(after)[turn.seat].livre_left))
    assert results == sorted(results, reverse=True), "of equal leads, more Livre left is better"


def test_a_rollout_stops_with_the_clock() -> None:
    view = first_turn()
    plans = [(action,) for action in view.actions]
    assert outcomes(view, plans, Deal("1", 0), counting_clock(2)) is None
    assert outcomes(view, plans, Deal("1", 0), counting_clock(LONG)) == outcomes(
        view, plans, Deal("1", 0), counting_clock(LONG)
    )


def test_a_candidate_dropped_without_a_difference_is_not_estimated() -> None:
    """Its worth is that of the best, because a dropped line is never better; so it says nothing."""
    search = Search(first_turn(), Random(1))
    best, better, worse = search._trials[:3]
    best.leads, better.leads, worse.leads = [0.0] * 9, [50.0] * 2, [-50.0] * 2
    search._active = [best]
    by_line = {candidate.line: candidate for candidate in search.candidates()}
    candidates = [by_line[committed(trial.line)] for trial in (best, better, worse)]
    assert [candidate.is_estimated for candidate in candidates] == [True, False, True]
    assert candidates[1].worth == candidates[0].worth > candidates[2].worth
    assert not search.candidates()[-1].is_estimated, "those without an estimate are last"
    search._active = search._trials
    assert all(candidate.is_estimated for candidate in search.candidates())


@pytest.mark.parametrize(("round_number", "corrected"), [(1, True), (6, True), (7, False)])
def test_the_learned_value_corrects_the_lines_before_the_last_round(round_number: int, corrected: bool) -> None:
    state = replace(at_card_choice(), round=round_number)
    search = Search(observe(state, to_move(state)), Random(1))
    plain = {line.actions: line.worth for line in lines(determinize(search._view, Random(1)), search._seat, VARIOUS)}
    assert any(trial.line.worth != plain[trial.line.actions] for trial in search._trials) is corrected
