"""Tuning of the evaluation: games, positions, the fit and the file of weights."""

from pathlib import Path
from random import Random

import numpy as np
import pytest

from research.tuning import command as tuning
from research.tuning.command import to_toml
from research.tuning.fitting import OUTCOME, PLAYABLE, FitResult, Samples, Score, Table, fit, positions, solve
from research.tuning.games import TABLES, Record, choose_line, play_game
from rokoko_core.actions import Action, Depute, Hire, MakeDress, PlayCard, TakeTile
from rokoko_core.bots.evaluation import EVALUATION, PARTS, Weights, read_weights
from rokoko_core.bots.turn_search import Line
from rokoko_core.game import Game
from rokoko_core.scoring import final_scores
from rokoko_core.terms import Zone

GAMES = 6


@pytest.fixture(scope="module")
def record() -> Record:
    """A two-player game."""
    return play_game(0)


def table(left: list[int], outcome: list[float], opening: list[int] | None = None, **parts: list[float]) -> Table:
    """Return one sample per value of ``left``, each of its own game; features not in ``parts`` are 0."""
    size = len(left)
    features = np.zeros((size, len(PARTS)))
    for part, values in parts.items():
        features[:, PARTS.index(part)] = values
    none = np.zeros((size, len(PLAYABLE)))
    index = np.array(opening or [-1] * size)
    return Table(features, none, none.copy(), np.array(outcome), np.arange(size), np.array(left), index, np.ones(size))


def solve_parts(samples: Table, weights: Weights, ridge: float = 1e-6) -> dict[str, list[float]]:
    part, _ = solve(samples, np.ones(len(samples.left), dtype=bool), weights, ridge)
    return {name: list(values) for name, values in zip(PARTS, part.T, strict=True)}


# ---- the games


def test_a_game_is_legal_and_depends_only_on_its_seed(record: Record) -> None:
    assert play_game(0) == record
    game = Game.new(record.setup)
    for action in record.actions:
        game.play(action)
    assert not game.state.pending
    assert play_game(1).actions != record.actions


def test_games_have_all_table_sizes_with_and_without_expansions() -> None:
    setups = [Record(seed, ()).setup for seed in range(len(TABLES))]
    tables = {(len(setup.players), bool(setup.expansions)) for setup in setups}
    assert {(2, False), (3, False), (4, False)} | {(seats, True) for seats in (2, 3, 4, 5)} == tables


def test_preferences_choose_between_similar_lines(record: Record) -> None:
    """Of lines with the same worth the preferences of the round choose; a much better line is always chosen."""
    state = Game.new(record.setup).state
    kinds: list[Action] = [TakeTile(0), Hire("1-livre"), Depute("base-master", Zone.PLAYED), MakeDress("yellow-1")]
    similar = [Line((PlayCard("base-master"), action), state, 5.0, 2) for action in kinds]
    assert {choose_line(similar, Random(n), Random(0)).actions[1] for n in range(40)} == set(kinds)
    assert choose_line(similar, Random(3), Random(0)) == choose_line(similar, Random(3), Random(1))
    best = similar[2]._replace(worth=50.0)
    assert all(choose_line([best, *similar], Random(n), Random(0)) == best for n in range(40))


# ---- positions of a game


def test_positions_are_the_ends_of_turns_and_of_hand_choices(record: Record) -> None:
    sampled, finals = positions(record.setup, record.actions)
    turns = [position for position in sampled if not position.opening and len(set(position.left)) == 1]
    assert [position.round for position in sampled if position.opening] == list(range(1, 8))
    assert all(position.left == (7 - position.round,) * 2 for position in sampled if position.opening)
    assert len([position for position in turns if position.left == (0, 0)]) >= 2 * 3, "3 cards each in the last round"
    game = Game.new(record.setup)
    for action in record.actions:
        game.play(action)
    assert list(finals) == [sheet.total for sheet in final_scores(game.state)]


def test_a_position_counts_the_bonuses_of_every_seat(record: Record) -> None:
    sampled, _ = positions(record.setup, record.actions)
    values = np.array([EVALUATION.weights.bonus[bonus] for bonus in PLAYABLE])
    for position in sampled:
        assert position.hand @ values == pytest.approx(position.parts[:, PARTS.index("hand_bonus")])
        assert position.deck @ values == pytest.approx(position.parts[:, PARTS.index("deck")])
    assert any(position.hand.any() for position in sampled) and any(position.deck.any() for position in sampled)


def test_samples_are_leads_linked_to_the_start_of_the_next_round(record: Record) -> None:
    samples = Samples()
    samples.add(record.setup, record.actions)
    sampled, (first, second) = positions(record.setup, record.actions)
    table = samples.to_table()
    assert samples.games == 1 and set(table.outcome) == {float(first - second)}, "one of two seats is enough"
    assert set(table.left) == set(range(7))
    assert (table.opening[table.left == 0] == -1).all() and (table.opening[table.left > 0] >= 0).all()
    after = table.opening[table.left > 0]
    assert (table.left[after] == table.left[table.left > 0] - 1).all()
    assert (table.hand[after].sum(axis=1) == 0).all(), "both hands have three cards"
    assert table.parts[0] == pytest.approx(sampled[0].parts[0] - sampled[0].parts[1])


# ---- the fit


@pytest.fixture
def weights() -> Weights:
    return read_weights(tuning.SHIPPED)


def test_the_weights_of_two_features_are_recovered(weights: Weights) -> None:
    """Dresses are worth 5 and income 1, with noise."""
    rng = Random(1)
    mixtures = [(rng.randrange(-3, 4), rng.randrange(-3, 4)) for _ in range(400)]
    outcome = [5.0 * d + 1.0 * i + rng.gauss(0, 0.1) for d, i in mixtures]
    part = solve_parts(
        table([0] * 400, outcome, dresses=[d for d, _ in mixtures], income=[i for _, i in mixtures]), weights
    )
    assert (part["dresses"][0], part["income"][0]) == (pytest.approx(5, abs=0.05), pytest.approx(1, abs=0.05))
    assert part["halls"][0] == pytest.approx(weights.part["halls"][0]), "features without samples keep their weight"


def test_the_ridge_pulls_weights_towards_the_following_round(weights: Weights) -> None:
    outcome = [4.0, -4.0] * 50
    samples = table([0] * 100, outcome, dresses=[1.0, -1.0] * 50)
    before = weights.part["dresses"][0]
    dresses = solve_parts(samples, weights, ridge=100.0)["dresses"]
    assert dresses[0] == pytest.approx((before + 4) / 2), "the ridge is as strong as the samples"
    assert dresses[1:] == pytest.approx([dresses[0]] * 6)


def test_the_target_of_earlier_rounds_is_the_next_evaluation_and_the_final_score(weights: Weights) -> None:
    """In the last round a dress is worth 4. In the round before, a statue leads to one dress and a final lead of 10."""
    samples = table(
        [0, 0, 1, 1], [4.0, -4.0, 10.0, -10.0], [-1, -1, 0, 1], dresses=[1.0, -1.0, 0, 0], statues=[0, 0, 1.0, -1.0]
    )
    part = solve_parts(samples, weights)
    assert part["dresses"][0] == pytest.approx(4, abs=1e-3)
    assert part["statues"][1] == pytest.approx((1 - OUTCOME) * 4 + OUTCOME * 10, abs=1e-3)


def test_bonuses_are_fitted_to_the_residuals(weights: Weights) -> None:
    rng = Random(2)
    samples = table([0] * 4000, [0.0] * 4000)
    bonus = PLAYABLE.index("extra-acquire")
    hands = np.array([float(rng.randrange(-1, 2)) for _ in range(4000)])
    samples.hand[:, bonus] = hands
    value = weights.bonus["extra-acquire"] * weights.part["hand_bonus"][0] + 2.0
    samples.outcome[:] = value * hands
    part, values = solve(samples, np.ones(4000, dtype=bool), weights, 1e9)
    assert values[bonus] * part[0, PARTS.index("hand_bonus")] == pytest.approx(value, rel=0.2)
    others = [n for n in range(len(PLAYABLE)) if n != bonus]
    assert [values[n] for n in others] == pytest.approx([weights.bonus[PLAYABLE[n]] for n in others])


def test_the_fit_is_cross_validated(record: Record, weights: Weights) -> None:
    """All games are the same, so the last round is predicted almost exactly."""
    samples = Samples()
    for _ in range(GAMES):
        samples.add(record.setup, record.actions)
    result = fit(samples, weights)
    assert (result.games, result.positions) == (GAMES, len(samples.to_table().left))
    assert len(result.scores) == 7 and result.scores[0].explained > 0.9
    assert set(result.weights.part) == set(PARTS) and set(result.weights.bonus) == set(weights.bonus)


# ---- the file of weights


def test_weights_round_trip_through_toml(tmp_path: Path, weights: Weights) -> None:
    path = tmp_path / "evaluation.toml"
    path.write_text(to_toml(weights, "Heading\n\nof three lines"), encoding="utf-8")
    assert path.read_text(encoding="utf-8").startswith("# Heading\n#\n# of three lines\n\n[part]\n")
    assert read_weights(path) == weights


def test_the_command_plays_games_and_writes_fitted_weights(
    tmp_path: Path,
    record: Record,
    weights: Weights,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    calls: list[object] = []

    def play_nothing(play: object, seeds: range, path: Path, jobs: int) -> None:
        calls.append((play, seeds, path, jobs))

    def fit_nothing(samples: Samples, start: Weights) -> FitResult:
        assert samples.games == 2 and start == weights
        return FitResult(weights, 2, 5, 300.0, (Score(0.75, 8.0),) * 7)

    monkeypatch.setattr(tuning, "append_games", play_nothing)
    monkeypatch.setattr(tuning, "read_records", lambda path, decoder: iter([record] * 2))
    monkeypatch.setattr(tuning, "fit", fit_nothing)
    keep, out = tmp_path / "games", tmp_path / "evaluation.toml"
    tuning.main(["--games", "2", "--seed", "40", "--jobs", "3", "--keep", str(keep), "--out", str(out)])
    assert calls == [(play_game, range(40, 42), keep, 3)]
    assert read_weights(out) == weights
    head = out.read_text(encoding="utf-8").partition("\n[part]\n")[0]
    assert "--games 2 --seed 40" in head and "5 positions" in head and "0.75" in head
    assert capsys.readouterr().out == f"5 positions of 2 games; {out} written\n"
