"""A short training beats random moves; the policy plays legal actions and learns from gains."""

from importlib import import_module
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from rokoko_core import Seat, Setup, legal_actions, new_state, observe, to_move
from rokoko_core.bots.time_limit import counting_clock

numpy = pytest.importorskip("numpy", reason="it comes with the extra 'gymnasium'")
pytest.importorskip("gymnasium", reason="it comes with the extra 'gymnasium'")
example = import_module("train_a_policy")


@pytest.mark.slow
def test_a_short_training_beats_random_moves() -> None:
    untrained, trained = (example.to_answer(each) for each in (example.new_policy(), example.train(200, seed=1)))
    assert example.play(untrained, "random", 20, seed=2) < 0.7 < 0.8 < example.play(trained, "random", 100, seed=2)


@pytest.mark.slow
def test_a_seed_determines_the_policy() -> None:
    assert (example.train(games=8, seed=3) == example.train(games=8, seed=3)).all()


def test_only_legal_actions_are_chosen_by_their_probabilities() -> None:
    policy, rng = example.new_policy(), numpy.random.default_rng(1)
    inputs, masks = numpy.ones((3, example.WIDTH), numpy.float32), numpy.zeros((3, len(policy)), numpy.int8)
    masks[0, [5, 9]] = masks[1, 7] = masks[2, [5, 7, 9]] = 1
    policy[9, -1] = 30
    for _ in range(20):
        actions, rows, legal, chances = example.choose(policy, inputs, masks, rng)
        assert list(actions) == [9, 7, 9]
    assert (list(rows), list(legal)) == ([0, 0, 1, 2, 2, 2], [5, 9, 7, 5, 7, 9])
    assert list(chances.round(3)) == [0, 1, 1, 0, 0, 1]
    policy[9, -1] = 0
    drawn = [tuple(example.choose(policy, inputs, masks, rng)[0]) for _ in range(200)]
    assert set(drawn) == {(first, 7, last) for first in (5, 9) for last in (5, 7, 9)}


def test_an_action_with_a_gain_becomes_more_probable() -> None:
    policy, inputs = example.new_policy(), numpy.ones(example.WIDTH, numpy.float32)
    legal, error = numpy.array([5, 9]), numpy.array([0.5, -0.5])
    example.improve(policy, [(inputs, legal, error)], [1.0], 0.1)
    assert policy[5, 0] == pytest.approx(0.05) and policy[9, 0] == pytest.approx(-0.05)
    example.improve(policy, [(inputs, legal, error), (inputs, legal, error)], [-2.0, 1.0], 0.1)
    assert abs(policy[[5, 9]]).max() < 1e-6 and not policy[:5].any()


def test_the_bot_plays_legal_actions() -> None:
    state = new_state(Setup((Seat("Ada"), Seat("Bo")), 1))
    bot = example.to_bot(example.new_policy())
    assert bot(observe(state, to_move(state)), Random(1), counting_clock(100)) in legal_actions(state)


def test_each_deal_is_played_from_both_seats(monkeypatch: pytest.MonkeyPatch) -> None:
    """A stub of the environment: seat 0 wins at the second step, seat 1 has a tie."""
    deals: list[tuple[int, int]] = []

    class Game:
        def __init__(self, seat: int) -> None:
            self.seat, self.unwrapped = seat, self

        def reset(self, seed: int) -> tuple[Any, dict[str, Any]]:
            deals.append((self.seat, seed))
            self.left = 2
            return numpy.zeros(3), {"action_mask": numpy.array([0, 1, 0, 1])}

        def step(self, number: int) -> tuple[Any, float, bool, bool, dict[str, Any]]:
            assert number == 3
            self.left -= 1
            over = self.left == 0
            return (
                numpy.zeros(3),
                float(over and not self.seat),
                over,
                False,
                {"action_mask": numpy.array([0, 0, 0, 1])},
            )

    stub = SimpleNamespace(make=lambda name, opponents, seat, compact: Game(seat))
    monkeypatch.setattr(example, "gymnasium", stub)
    assert example.play(lambda observation, legal: legal[-1], "novice", 4, seed=7) == 0.75
    assert deals == [(0, 7), (0, 8), (1, 7), (1, 8)]
    assert example.describe(lambda observation, legal: 3, "novice", 4, 7) == "novice 75.0% (30.1% to 95.4%)"


def test_the_command_writes_the_policy(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "policy.npy"
    monkeypatch.setattr("sys.argv", ["train_a_policy.py", "--games", "7", "--seed", "3", "--save", str(path)])
    monkeypatch.setattr(example, "train", lambda games, seed: example.new_policy() + games + seed)
    monkeypatch.setattr(example, "describe", lambda answer, level, matches, seed: f"{level} of {matches}")
    example.main()
    assert capsys.readouterr().out.splitlines()[1:] == ["random of 200", "novice of 200", "apprentice of 200"]
    assert (numpy.load(path) == 10).all()
