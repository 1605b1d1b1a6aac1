"""The value of a round's end: its weights, the states that it corrects, and its use in searches."""

from pathlib import Path
from random import Random
from statistics import fmean

import msgspec
import pytest
from msgspec.structs import replace

from rokoko_core import State, apply, legal_actions, observe, to_move
from rokoko_core.bots import figures, round_value
from rokoko_core.bots.evaluation import EVALUATION
from rokoko_core.bots.learned_value import INPUTS, NETWORK, inputs_of
from rokoko_core.bots.rollout import Deal, end_states, outcomes
from rokoko_core.bots.round_value import ROUND_VALUE, RoundValue, centred_round, differences
from rokoko_core.bots.time_limit import Clock
from rokoko_core.pending import CardChoice
from tests.tabletop import give, new

NO_WEIGHTS = (0.0,) * len(INPUTS)
LIVRE = INPUTS.index("livre")


def of_livre(base: float = 0.0, tilt: float = 0.0, slope: float = 0.0) -> RoundValue:
    """Return a value that knows only the Livre of the seats."""
    base_of, tilt_of = ([weight if n == LIVRE else 0.0 for n in range(len(INPUTS))] for weight in (base, tilt))
    return RoundValue("", (slope,) * 6, tuple(base_of), tuple(tilt_of))


def first_turn(players: int = 2) -> State:
    state = new(players, 9)
    while not isinstance(state.pending[-1], CardChoice):
        state = apply(state, legal_actions(state)[0])
    return state


def second_round() -> State:
    state = new(3, 9)
    while state.round < 2 or not isinstance(state.pending[-1], CardChoice):
        state = apply(state, legal_actions(state)[-1])
    return give(give(state, 0, livre=0), 1, livre=10)


def finished(players: int) -> State:
    state, rng = new(players, 9), Random(1)
    while to_move(state) is not None:
        state = apply(state, rng.choice(legal_actions(state)))
    return state


def test_the_own_inputs_count_against_the_mean_of_the_rivals() -> None:
    assert differences([[1.0, 5.0], [4.0, 0.0], [6.0, 7.0]], 0) == [1.0 - 5.0, 5.0 - 3.5]
    assert differences([[1.0], [4.0]], 1) == [3.0]


def test_the_measure_of_the_rounds_left_falls_by_a_third() -> None:
    assert [centred_round(number) for number in range(2, 8)] == pytest.approx([1, 2 / 3, 1 / 3, 0, -1 / 3, -2 / 3])


def test_the_lead_adds_weights_and_a_share_of_the_evaluation() -> None:
    state = second_round()
    livre = [inputs_of(state, seat)[LIVRE] for seat in range(3)]
    more = livre[1] - fmean((livre[0], livre[2]))
    worth = EVALUATION.worth(state, 1)
    assert more > 0
    assert of_livre().lead(state, 1) == pytest.approx(worth)
    assert of_livre(base=2.0).lead(state, 1) == pytest.approx(worth + 2 * more)
    assert of_livre(tilt=2.0).lead(state, 1) == pytest.approx(worth + 2 * more), "round 2 begins"
    assert of_livre(slope=0.5).lead(state, 1) == pytest.approx(1.5 * worth)


@pytest.mark.parametrize("players", [1, 2])
def test_the_end_of_the_game_and_games_against_madame_du_barry_are_not_corrected(players: int) -> None:
    state = finished(2) if players == 2 else first_turn(1)
    assert of_livre(base=9.0, slope=1.0).lead(state, 0) == EVALUATION.worth(state, 0)


@pytest.mark.parametrize("change", [{"slope": (0.0,) * 7}, {"base": NO_WEIGHTS[1:]}, {"tilt": ()}, {"more": 1}])
def test_a_value_with_missing_weights_is_refused(change: dict[str, object]) -> None:
    value = of_livre(1.0)
    assert msgspec.json.decode(msgspec.json.encode(value), type=RoundValue) == value
    with pytest.raises(msgspec.ValidationError):
        msgspec.json.decode(msgspec.json.encode({**msgspec.to_builtins(value), **change}), type=RoundValue)


def test_rollouts_end_with_the_value() -> None:
    state = first_turn()
    view, plans = observe(state, to_move(state)), [(action,) for action in legal_actions(state)[:2]]
    assert view.seat is not None
    ends = [end for end in end_states(view, plans, Deal("1", 0), Clock()) if end]
    assert outcomes(view, plans, Deal("1", 0), Clock()) == tuple(ROUND_VALUE.lead(end, view.seat) for end in ends)


def test_the_digest_of_the_figures_changes_with_network_and_round_value(monkeypatch: pytest.MonkeyPatch) -> None:
    digests = {figures.figures_digest()}
    monkeypatch.setattr(figures, "ROUND_VALUE", of_livre(1.0))
    digests.add(figures.figures_digest())
    monkeypatch.setattr(figures, "NETWORK", replace(NETWORK, direct=NO_WEIGHTS))
    digests.add(figures.figures_digest())
    assert len(digests) == 3 and {len(digest) for digest in digests} == {16}


def test_the_shipped_value_is_the_file() -> None:
    assert msgspec.json.decode(Path(round_value.PATH).read_bytes(), type=RoundValue) == ROUND_VALUE
