"""A short training beats random moves; the policy plays legal actions and learns from gains."""

import re
from importlib import import_module
from pathlib import Path
from random import Random

import pytest

from rokoko_core import Seat, Setup, legal_actions, new_state, observe, to_move
from rokoko_core.bots.time_limit import counting_clock

numpy = pytest.importorskip("numpy", reason="it comes with the extra 'gymnasium'")
pytest.importorskip("gymnasium", reason="it comes with the extra 'gymnasium'")
example = import_module("train_a_policy")


@pytest.mark.slow
def test_a_short_training_beats_random_moves() -> None:
    policy = example.train(games=200, seed=1)
    assert example.play(example.new_policy(), games=100, seed=2) < 0.65, "untrained"
    assert example.play(policy, games=100, seed=2) > 0.8


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


def test_the_page_shows_the_code_of_the_example() -> None:
    page = (Path(__file__).parents[2] / "docs" / "training.md").read_text(encoding="utf-8")
    improve, use = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    assert improve in Path(__file__).with_name("train_a_policy.py").read_text(encoding="utf-8")
    assert "from train_a_policy import to_bot" in use and callable(example.to_bot)


def test_the_command_writes_the_policy(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    path = tmp_path / "policy.npy"
    monkeypatch.setattr("sys.argv", ["train_a_policy.py", "--games", "7", "--seed", "3", "--save", str(path)])
    monkeypatch.setattr(example, "train", lambda games, seed: example.new_policy() + games + seed)
    monkeypatch.setattr(example, "play", lambda policy, games, seed: 0.5)
    example.main()
    assert (numpy.load(path) == 10).all()
