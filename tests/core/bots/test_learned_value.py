"""The learned value: the network, its inputs, and the corrected order of lines."""

from pathlib import Path
from random import Random

import msgspec
import pytest

from rokoko_core import Seat, Setup, State, apply, legal_actions, new_state, to_move
from rokoko_core.actions import EndTurn
from rokoko_core.bots import journeyman, learned_value, plan
from rokoko_core.bots.evaluation import EVALUATION, PARTS
from rokoko_core.bots.exact_turn import is_last_turn, lead_of
from rokoko_core.bots.learned_value import INPUTS, Network, correct, inputs_of, read_network
from rokoko_core.bots.rollout import apply_all
from rokoko_core.bots.turn_search import lines
from rokoko_core.pending import CardChoice
from tests.tabletop import give, new, warehouse

ROUNDS = 7
NO_WEIGHTS = (0.0,) * len(INPUTS)


def weights(**by_input: float) -> tuple[float, ...]:
    """Return the weights of all inputs, 0 unless given."""
    return tuple(by_input.pop(name, 0.0) for name in INPUTS)


def network(**direct: float) -> Network:
    """Return a network without hidden units."""
    return Network("", (), ((),) * ROUNDS, (), weights(**direct))


def first_turn(players: int = 2, seed: int = 9) -> State:
    state = new(players, seed)
    while not isinstance(state.pending[-1], CardChoice):
        state = apply(state, legal_actions(state)[0])
    return state


def by_name(state: State, seat: int) -> dict[str, float]:
    return dict(zip(INPUTS, inputs_of(state, seat), strict=True))


# ---- the network


def test_the_network_adds_its_positive_units_and_the_direct_inputs() -> None:
    """With 3 rounds left the units are 2 * 5 - 4 = 6 and 1 * 7 - 9 < 0, and 0.5 * 6 + 0.1 * 7 = 3.7."""
    hidden = (weights(masters=2.0), weights(livre=1.0))
    bias = tuple((-4.0, -9.0) if left == 3 else (-99.0, -99.0) for left in range(ROUNDS))
    net = Network("", hidden, bias, (0.5, 40.0), weights(livre=0.1))
    inputs = weights(masters=5.0, livre=7.0)
    assert net.value(inputs, 3) == pytest.approx(3.7)
    assert net.value(inputs, 2) == pytest.approx(0.7)


def test_the_outputs_of_several_lines_are_those_of_each_alone() -> None:
    """They choose the same, as they differ by less than a thousandth of the smallest gap."""
    rng, gaps = Random(1), list[float]()
    for seed in range(3):
        state = first_turn(seed=seed)
        for _ in range(8):
            seat = to_move(state) or 0
            inputs = [inputs_of(line.state, seat) for line in lines(state, seat)[:24]]
            together = learned_value.NETWORK.values(inputs, [2] * len(inputs))
            alone = [learned_value.NETWORK.value(values, 2) for values in inputs]
            assert together == pytest.approx(alone, abs=1e-12)
            gaps += [max(alone) - output for output in alone if output < max(alone)]
            state = apply_all(state, plan(state, "novice", rng))
            while state.pending and len(legal_actions(state)) == 1:
                state = apply(state, legal_actions(state)[0])
    assert min(gaps) > 1e-9


def test_lines_may_differ_in_the_rounds_left() -> None:
    net = Network("", (weights(masters=2.0),), tuple((float(-left),) for left in range(ROUNDS)), (1.0,), NO_WEIGHTS)
    inputs = [weights(masters=5.0), weights(masters=6.0)]
    assert net.values(inputs, [3, 1]) == [7.0, 11.0]


@pytest.mark.parametrize(
    "change",
    [
        {"direct": NO_WEIGHTS[1:]},
        {"hidden": (NO_WEIGHTS[1:],), "bias": ((0.0,),) * ROUNDS, "output": (1.0,)},
        {"bias": ((),) * (ROUNDS - 1)},
        {"output": (1.0,)},
        {"more": 1},
    ],
)
def test_a_network_with_missing_weights_is_refused(change: dict[str, object], tmp_path: Path) -> None:
    path = tmp_path / "network.json"
    path.write_bytes(msgspec.json.encode(network()))
    assert read_network(path) == network()
    path.write_bytes(msgspec.json.encode({**msgspec.to_builtins(network()), **change}))
    with pytest.raises(msgspec.ValidationError):
        read_network(path)


# ---- its inputs


def test_the_inputs_are_own_features_means_of_the_rivals_and_the_displays() -> None:
    state = first_turn(3)
    seat = to_move(state)
    assert seat is not None
    rivals = [n for n in range(3) if n != seat]
    for rival, livre in zip(rivals, (2, 9), strict=True):
        state = give(state, rival, livre=livre)
    inputs = by_name(state, seat)
    assert tuple(inputs[part] for part in PARTS) == EVALUATION.values(state, seat)
    theirs = [EVALUATION.features(state, rival)["livre"] for rival in rivals]
    assert inputs["rivals_livre"] == sum(theirs) / 2
    assert inputs["windows"] == sum(1 for window in state.windows if window)
    assert inputs["hand"] == len(state.players[seat].hand)
    assert (inputs["three_players"], inputs["four_players"], inputs["expansions"]) == (1, 0, 0)


def test_only_tiles_that_can_be_paid_for_count() -> None:
    """ACQ-1: with no Livre only free tiles can be taken."""
    state = first_turn()
    rich, poor = give(state, 0, livre=99), give(state, 0, livre=0)
    assert by_name(rich, 0)["best_tile"] >= by_name(rich, 0)["second_tile"] > 0
    assert by_name(warehouse(rich), 0)["best_tile"] == by_name(warehouse(rich), 0)["tiles"] == 0
    assert by_name(poor, 0)["best_tile"] <= by_name(rich, 0)["best_tile"]


# ---- corrected lines


def test_the_network_corrects_the_worth_of_each_line() -> None:
    state = first_turn()
    seat = to_move(state)
    assert seat is not None
    before = lines(state, seat)[:10]
    after = correct(before, seat, network(livre=3.0, rivals_livre=1.0))
    assert [line.actions for line in after] == [line.actions for line in before], "the order stays"
    for old, new_line in zip(before, after, strict=True):
        inputs = by_name(old.state, seat)
        assert new_line.worth == pytest.approx(old.worth + 3 * inputs["livre"] + inputs["rivals_livre"])


def test_the_journeyman_plays_the_line_that_is_best_with_the_network(monkeypatch: pytest.MonkeyPatch) -> None:
    state = first_turn()
    seat = to_move(state)
    assert seat is not None
    for sign in (1, -1):
        monkeypatch.setattr(learned_value, "NETWORK", network(livre=1000.0 * sign))
        ends = [line.state for line in lines(state, seat)[: journeyman.CANDIDATES]]
        chosen = apply_all(state, plan(state, "journeyman", Random(1))[:-1])
        most = max(sign * EVALUATION.features(end, seat)["livre"] for end in ends)
        assert sign * EVALUATION.features(chosen, seat)["livre"] == most


def last_turn(seed: int) -> State:
    """Return the last turn of a game for two between journeymen."""
    state, rng = new(2, seed), Random(seed)
    while not is_last_turn(state):
        for action in plan(state, "journeyman", rng):
            state = apply(state, action)
            if is_last_turn(state):
                break
    return state


@pytest.mark.slow
def test_lines_that_end_the_game_have_the_exact_lead() -> None:
    """An employee hired in the last turn can still be played, so the game continues after such a line."""
    kinds = {True: 0, False: 0}
    for seed in range(3, 9):
        state = last_turn(seed)
        seat = to_move(state)
        assert seat is not None
        corrected = correct(lines(state, seat), seat, network(livre=1000.0))
        ends = [line.state if to_move(line.state) is None else apply(line.state, EndTurn()) for line in corrected]
        for line, end in zip(corrected, ends, strict=True):
            ended = to_move(end) is None
            kinds[ended] += 1
            lead = lead_of(end, seat) if ended else EVALUATION.worth(line.state, seat)
            assert line.worth == lead, "all on one scale"
    assert all(kinds.values())


def test_games_against_madame_du_barry_are_not_corrected() -> None:
    state = new_state(Setup((Seat("Ada"),), 4))
    while not isinstance(state.pending[-1], CardChoice):
        state = apply(state, legal_actions(state)[0])
    every = lines(state, 0)
    assert correct(every, 0, network(livre=1000.0)) == every
