"""A short imitation plays better than untrained weights; gradients, examples and the command are right."""

import re
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Any

import pytest

from rokoko_core import Seat, Setup, legal_actions, new_state, observe, to_move
from rokoko_core.bots.time_limit import counting_clock

numpy = pytest.importorskip("numpy", reason="it comes with the extra 'gymnasium'")
pytest.importorskip("gymnasium", reason="it comes with the extra 'gymnasium'")
example, linear = import_module("imitate"), import_module("train_a_policy")


@pytest.mark.slow
def test_a_short_imitation_beats_random_moves() -> None:
    """Six games of the teacher are enough, and a seed determines the network."""
    examples = example.gather(6, seed=1)
    network = example.fit(examples, seed=1)
    untrained, trained = example.to_answer(example.new_network(seed=1)), example.to_answer(network)
    assert linear.play(untrained, "random", 10, seed=2, compact=True) <= 0.7
    assert linear.play(trained, "random", 10, seed=2, compact=True) >= 0.9
    again = example.fit(examples[:300], seed=1), example.fit(examples[:300], seed=1)
    assert all((again[0][name] == again[1][name]).all() for name in network)


def test_an_example_is_a_legal_choice_with_alternatives(monkeypatch: pytest.MonkeyPatch) -> None:
    """Played by random moves, which are quicker than the teacher's."""
    monkeypatch.setattr(example, "TEACHER", "random")
    examples = example.gather(1, seed=3)
    assert len(examples) > 100
    for observation, mask, number in examples:
        legal = numpy.unpackbits(mask, count=example.COUNT).nonzero()[0]
        assert number in legal and len(legal) > 1 and len(observation) == 1480
        assert observation.dtype == numpy.uint8
    again = example.gather(1, seed=3)
    assert [each[2] for each in examples] == [each[2] for each in again]


def test_the_gradients_are_the_slopes_of_the_loss() -> None:
    """Compared with differences of the loss, for three positions with four actions."""
    rng = numpy.random.default_rng(4)
    shapes = {"hidden": (5, 6), "hidden_bias": (6,), "actions": (6, 4), "actions_bias": (4,)}
    network = {name: rng.normal(size=shape) for name, shape in shapes.items()}
    observations, chosen = rng.integers(0, 9, (3, 5)), numpy.array([0, 3, 1])
    masks = numpy.array([[1, 1, 0, 1], [0, 1, 1, 1], [1, 1, 0, 0]])

    def loss() -> Any:
        scores = numpy.where(masks, example.run(network, observations)[2], -numpy.inf)
        return (numpy.log(numpy.exp(scores).sum(axis=1)) - scores[numpy.arange(3), chosen]).mean()

    gradients = example.find_gradients(network, observations, masks, chosen)
    for name, weights in network.items():
        for index in numpy.ndindex(weights.shape):
            before = weights[index]
            weights[index] = before + 1e-5
            above = loss()
            weights[index] = before - 1e-5
            assert gradients[name][index] == pytest.approx((above - loss()) / 2e-5, abs=1e-4)
            weights[index] = before


def test_the_bot_plays_legal_actions() -> None:
    state = new_state(Setup((Seat("Ada"), Seat("Bo")), 1))
    bot = example.to_bot(example.new_network(seed=1))
    assert bot(observe(state, to_move(state)), Random(1), counting_clock(100)) in legal_actions(state)


def test_the_command_prints_a_curve_and_writes_the_network(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "network.npz"
    monkeypatch.setattr("sys.argv", ["imitate.py", "--games", "80", "--seed", "3", "--save", str(path)])
    monkeypatch.setattr(example, "gather", lambda games, seed: [seed] * games)
    monkeypatch.setattr(example, "fit", lambda examples, seed: {"hidden": numpy.array(examples)})
    monkeypatch.setattr(example, "describe", lambda answer, level, matches, seed, compact: level)
    example.main()
    rows = capsys.readouterr().out.splitlines()
    assert [row.split(" games")[0] for row in rows] == ["5", "10", "20", "40", "80"][-example.POINTS :]
    assert all(row.endswith(": random, novice, apprentice") for row in rows)
    with numpy.load(path) as network:
        assert len(network["hidden"]) == 80 and len(set(network["hidden"])) == example.POINTS, "other deals each time"


def test_the_page_shows_the_code_of_the_examples() -> None:
    page = (Path(__file__).parents[2] / "docs" / "training.md").read_text(encoding="utf-8")
    blocks = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    sources = [Path(__file__).with_name(f"{name}.py").read_text("utf-8") for name in ("imitate", "train_a_policy")]
    assert len(blocks) == 3
    for block in blocks[:2]:
        assert any(block in source for source in sources)
    assert "from imitate import to_bot" in blocks[2] and callable(example.to_bot)
