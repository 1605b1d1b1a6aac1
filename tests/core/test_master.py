"""The master tries its plans and takes the one that led to the best positions, not what merely looks best."""

from random import Random

import pytest

from rokoko_core import State, apply, legal_actions, observe, to_move
from rokoko_core.bots import master
from rokoko_core.bots.clock import Clock
from rokoko_core.bots.turn_search import Line, committed, lines
from rokoko_core.observe import determinize
from rokoko_core.pending import CardChoice
from tests.tabletop import new

CARE = master.Care(stages=((6, 2),), behind=100.0, trust=0.5)


def at_card_choice(seed: int = 9) -> State:
    """The first turn of a game for two."""
    state = new(2, seed)
    while not isinstance(state.pending[-1], CardChoice):
        state = apply(state, legal_actions(state)[0])
    return state


def found(state: State, care: master.Care = CARE) -> list[Line]:
    """The lines the master tries, in the order it takes them up."""
    seat = to_move(state)
    assert seat is not None
    return master._worth_trying(lines(determinize(observe(state, seat), Random(1)), seat), care)


class Told:
    """Instead of playing on: the outcomes as they are laid down, and what was asked for."""

    def __init__(self, outcomes: dict[int, float]):
        self.outcomes = outcomes
        self.tried: list[tuple[State, Line]] = []

    def __call__(self, dealt: State, line: Line, seat: int, ahead: int) -> float:
        self.tried.append((dealt, line))
        return self.outcomes.get(self._number(line), 0.0)

    def _number(self, line: Line) -> int:
        known = list(dict.fromkeys(each.actions for _, each in self.tried))
        return known.index(line.actions)


def planned(monkeypatch: pytest.MonkeyPatch, told: Told, care: master.Care = CARE) -> tuple[object, ...]:
    monkeypatch.setattr(master, "_outcome", told)
    state = at_card_choice()
    seat = to_move(state)
    assert seat is not None
    return master.plan(observe(state, seat), Random(1), Clock(), care)


@pytest.mark.parametrize("best", range(6))
def test_the_plan_that_led_to_the_best_positions_is_taken(monkeypatch: pytest.MonkeyPatch, best: int) -> None:
    """Each line leads to 0 but one, which leads to 500: more than any line may look better by."""
    told = Told({best: 500.0})
    chosen = planned(monkeypatch, told)
    tried = list({line.actions: line for _, line in told.tried}.values())
    assert len(tried) == 6
    assert chosen == committed(tried[best])


def test_the_worst_outcome_of_all_is_never_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    told = Told(dict.fromkeys(range(5), -500.0))
    chosen = planned(monkeypatch, told)
    tried = list({line.actions: line for _, line in told.tried}.values())
    assert chosen == committed(tried[5])


def test_of_plans_that_come_to_the_same_the_one_that_looks_best_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    told = Told({})
    chosen = planned(monkeypatch, told)
    assert chosen == committed(max((line for _, line in told.tried), key=lambda line: line.worth))


def test_a_better_look_counts_for_half_beside_what_came_of_it(monkeypatch: pytest.MonkeyPatch) -> None:
    state = at_card_choice()
    best, *_, last = found(state)
    gap = (best.worth - last.worth) / 2
    assert gap > 0
    for lead, wins in ((gap - 0.01, best), (gap + 0.01, last)):
        told = Told({0: 0.0, 5: lead, **dict.fromkeys(range(1, 5), -500.0)})
        assert planned(monkeypatch, told) == committed(wins)


def test_all_plans_meet_the_same_deals_and_fewer_go_on_from_stage_to_stage(monkeypatch: pytest.MonkeyPatch) -> None:
    told = Told({n: -float(n) * 50 for n in range(6)})
    planned(monkeypatch, told, master.Care(stages=((6, 2), (3, 2), (2, 1)), behind=100.0))
    deals: dict[int, list[tuple[object, ...]]] = {}
    for dealt, line in told.tried:
        deals.setdefault(id(dealt), []).append(line.actions)
    sizes = [len(tried) for tried in deals.values()]
    assert sizes == [6, 6, 3, 3, 2]
    first = list(dict.fromkeys(line.actions for _, line in told.tried))
    assert [set(tried) for tried in deals.values()] == [set(first[:size]) for size in sizes], "the best so far go on"


def test_only_what_looks_nearly_as_good_as_the_best_is_tried() -> None:
    state = at_card_choice()
    seat = to_move(state)
    assert seat is not None
    every = lines(determinize(observe(state, seat), Random(1)), seat)
    for behind in (0.5, 2.0, 4.0):
        tried = master._worth_trying(every, master.Care(behind=behind))
        assert min(line.worth for line in tried) >= every[0].worth - behind
        assert tried[0] == every[0] and len(tried) <= master.Care().stages[0][0]
    tried = master._worth_trying(every, master.Care(behind=1000.0))
    beginnings = [line.actions[:2] for line in tried]
    assert len(set(beginnings)) == len(beginnings), "each begins in its own way"


def test_a_line_is_played_on_by_everybody_to_the_end_of_the_round_at_most(monkeypatch: pytest.MonkeyPatch) -> None:
    """With no turn ahead the line alone counts; with very many the round is played to its end and no further."""
    reached: list[State] = []

    class Watching:
        def worth(self, state: State, seat: int) -> float:
            reached.append(state)
            return 1.5

    state = at_card_choice()
    seat = to_move(state)
    assert seat is not None
    line = found(state)[0]
    monkeypatch.setattr(master, "EVALUATION", Watching())
    assert [master._outcome(state, line, seat, ahead) for ahead in (0, 1, 100)] == [1.5] * 3
    alone, one, whole = reached
    assert (alone.round, to_move(alone)) == (1, 1 - seat)
    assert (one.round, to_move(one)) == (1, seat)
    assert whole.round == 2
