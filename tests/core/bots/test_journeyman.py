"""The journeyman in a solo game: a rollout corrects the evaluation, because the learned value knows no solo games."""

from collections.abc import Sequence
from random import Random

import pytest

from rokoko_core import Seat, Setup, State, apply, legal_actions, new_state, observe, to_move
from rokoko_core.bots import journeyman, plan
from rokoko_core.bots.search import distinct_lines
from rokoko_core.bots.time_limit import Clock, Plan
from rokoko_core.bots.turn_search import Line, committed, lines
from rokoko_core.observe import Observation
from rokoko_core.pending import CardChoice
from rokoko_core.scoring import final_scores


def card_choice(seed: int) -> State:
    """Return the first card choice of a solo game."""
    state = new_state(Setup((Seat("Ada"),), seed))
    while to_move(state) != 0 or type(state.pending[-1]) is not CardChoice:
        state = apply(state, legal_actions(state)[0])
    return state


def best_lines(state: State) -> list[Line]:
    """Return the lines that get a rollout; at an early card choice nothing is dealt in them."""
    distinct = distinct_lines(lines(state, 0)[: journeyman.CANDIDATES])
    return sorted(distinct, key=lambda line: -line.worth)[: journeyman.SOLO_CANDIDATES]


@pytest.mark.parametrize("wanted", range(journeyman.SOLO_CANDIDATES))
def test_the_line_with_the_best_rollout_is_played(wanted: int, monkeypatch: pytest.MonkeyPatch) -> None:
    state = card_choice(4)
    chosen = best_lines(state)[wanted]

    def outcomes(view: Observation, plans: Sequence[Plan], deal: object, clock: Clock) -> tuple[float, ...]:
        return tuple(100.0 * (plan == chosen.actions[: chosen.known]) for plan in plans)

    monkeypatch.setattr(journeyman, "outcomes", outcomes)
    assert plan(state, "journeyman", Random(1)) == committed(chosen)


def test_without_time_the_line_with_the_best_evaluation_is_played() -> None:
    state = card_choice(4)
    stopped = Clock(stopped=lambda: True)
    assert journeyman.plan(observe(state, 0), Random(1), stopped) == committed(best_lines(state)[0])


@pytest.mark.release
def test_rollouts_win_more_against_madame_du_barry() -> None:
    """The mean lead of 12 games rises by 5 prestige or more; docs/opponents.md has exact figures."""

    def mean_lead(*, with_rollouts: bool) -> float:
        leads = []
        for seed in range(12):
            state, rng = new_state(Setup((Seat("Ada"),), seed)), Random(seed)
            while (seat := to_move(state)) is not None:
                actions = legal_actions(state)
                if seat == 0 and len(actions) > 1:
                    clock = Clock() if with_rollouts else Clock(stopped=lambda: True)
                    actions = journeyman.plan(observe(state, 0), rng, clock)
                for action in actions if seat == 0 else actions[:1]:
                    state = apply(state, action)
            own, hers = final_scores(state)
            leads.append(own.total - hers.total)
        return sum(leads) / len(leads)

    assert mean_lead(with_rollouts=True) > mean_lead(with_rollouts=False) + 5
