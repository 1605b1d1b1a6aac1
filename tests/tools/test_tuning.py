"""How the weights of the evaluation are found: how games are played and kept, what is seen of one, how it is fitted."""

import sys
from pathlib import Path
from random import Random

import numpy as np
import pytest

from rokoko_core.actions import Action, Depute, Hire, MakeDress, PlayCard, TakeTile
from rokoko_core.bots.evaluation import EVALUATION, PARTS, Weights, read_weights
from rokoko_core.bots.turn_search import Line
from rokoko_core.game import Game
from rokoko_core.scoring import final_scores
from rokoko_core.terms import Zone
from tools.tuning import __main__ as tuning
from tools.tuning.__main__ import Record, chosen, play, played, read_records, written
from tools.tuning.fitting import (
    OUTCOME,
    PLAYABLE,
    Fit,
    Fitted,
    Rows,
    Table,
    fitted,
    positions,
    solved,
)

GAMES = 6


@pytest.fixture(scope="module")
def record() -> Record:
    """A game of two."""
    return played(0)


def table(left: list[int], outcome: list[float], opening: list[int] | None = None, **parts: list[float]) -> Table:
    """A row for each of ``left``, each of a game of its own, in which ``parts`` were counted and the rest was 0."""
    size = len(left)
    counts = np.zeros((size, len(PARTS)))
    for part, figures in parts.items():
        counts[:, PARTS.index(part)] = figures
    none = np.zeros((size, len(PLAYABLE)))
    before = np.array(opening or [-1] * size)
    return Table(counts, none, none.copy(), np.array(outcome), np.arange(size), np.array(left), before, np.ones(size))


def found(rows: Table, weights: Weights, hold: float = 1e-6) -> dict[str, list[float]]:
    part, _ = solved(rows, np.ones(len(rows.left), dtype=bool), weights, hold)
    return {name: list(figures) for name, figures in zip(PARTS, part.T, strict=True)}


# ---- the games


def test_a_game_depends_on_its_seed_and_is_legal_to_its_end(record: Record) -> None:
    assert played(0) == record
    game = Game.new(record.setup)
    for action in record.actions:
        game.play(action)
    assert not game.state.pending
    assert played(1).actions != record.actions


def test_the_games_are_of_all_sizes_with_and_without_expansions() -> None:
    setups = [Record(seed, ()).setup for seed in range(len(tuning.TABLES))]
    tables = {(len(setup.players), bool(setup.expansions)) for setup in setups}
    assert {(2, False), (3, False), (4, False)} | {(seats, True) for seats in (2, 3, 4, 5)} == tables


def test_a_seat_plays_to_the_taste_it_has_in_the_round(record: Record) -> None:
    """Lines alike in worth: another round, another liking; what is far better is done whatever the taste."""
    state = Game.new(record.setup).state
    kinds: list[Action] = [TakeTile(0), Hire("1-livre"), Depute("base-master", Zone.PLAYED), MakeDress("yellow-1")]
    alike = [Line((PlayCard("base-master"), action), state, 5.0, 2) for action in kinds]
    liked = {chosen(alike, Random(n), Random(0)).actions[1] for n in range(40)}
    assert liked == set(kinds)
    assert chosen(alike, Random(3), Random(0)) == chosen(alike, Random(3), Random(1)), "the taste of one round stays"
    best = alike[2]._replace(worth=50.0)
    assert all(chosen([best, *alike], Random(n), Random(0)) == best for n in range(40))


def test_games_are_kept_one_after_the_other(tmp_path: Path, record: Record, monkeypatch: pytest.MonkeyPatch) -> None:
    class Here:
        def __init__(self, jobs: int):
            assert jobs == 3

        def __enter__(self) -> "Here":
            return self

        def __exit__(self, *_: object) -> None: ...

        map = staticmethod(map)

    monkeypatch.setattr(tuning, "ProcessPoolExecutor", Here)
    monkeypatch.setattr(tuning, "played", lambda seed: Record(seed, record.actions))
    path = tmp_path / "games"
    assert list(read_records(path)) == []
    play(range(2), path, 3)
    play(range(2, 3), path, 3)
    assert list(read_records(path)) == [Record(seed, record.actions) for seed in range(3)]


# ---- what is seen of a game


def test_every_turn_and_both_ends_of_every_choice_of_hands_are_seen(record: Record) -> None:
    seen, finals = positions(record.setup, record.actions)
    turns = [position for position in seen if not position.opening and len(set(position.left)) == 1]
    assert [position.round for position in seen if position.opening] == list(range(1, 8))
    assert all(position.left == (7 - position.round,) * 2 for position in seen if position.opening)
    assert len([position for position in turns if position.left == (0, 0)]) >= 2 * 3, (
        "three cards each in the last round"
    )
    game = Game.new(record.setup)
    for action in record.actions:
        game.play(action)
    assert list(finals) == [sheet.total for sheet in final_scores(game.state)]


def test_a_position_tells_parts_and_bonuses_of_every_seat(record: Record) -> None:
    seen, _ = positions(record.setup, record.actions)
    brings = np.array([EVALUATION.weights.bonus[bonus] for bonus in PLAYABLE])
    for position in seen:
        assert position.hand @ brings == pytest.approx(position.parts[:, PARTS.index("hand_bonus")])
        assert position.deck @ brings == pytest.approx(position.parts[:, PARTS.index("deck")])
    assert any(position.hand.any() for position in seen) and any(position.deck.any() for position in seen)


def test_rows_hold_a_seat_against_its_rival_and_know_where_the_next_round_begins(record: Record) -> None:
    rows = Rows()
    rows.add(record.setup, record.actions)
    seen, (first, second) = positions(record.setup, record.actions)
    told = rows.closed()
    assert rows.games == 1 and set(told.outcome) == {float(first - second)}, "two seats tell the same: one is enough"
    assert set(told.left) == set(range(7))
    assert (told.opening[told.left == 0] == -1).all() and (told.opening[told.left > 0] >= 0).all()
    after = told.opening[told.left > 0]
    assert (told.left[after] == told.left[told.left > 0] - 1).all()
    assert (told.hand[after].sum(axis=1) == 0).all(), "three cards each lie in the hands"
    assert told.parts[0] == pytest.approx(seen[0].parts[0] - seen[0].parts[1])


# ---- the fit


@pytest.fixture
def weights() -> Weights:
    return read_weights(tuning.SHIPPED)


def test_what_two_parts_bring_is_told_apart(weights: Weights) -> None:
    """Dresses are worth 5 and income 1 whatever was thought; every mixture of the two is seen, with some chance."""
    rng = Random(1)
    mixtures = [(rng.randrange(-3, 4), rng.randrange(-3, 4)) for _ in range(400)]
    outcome = [5.0 * d + 1.0 * i + rng.gauss(0, 0.1) for d, i in mixtures]
    of = found(table([0] * 400, outcome, dresses=[d for d, _ in mixtures], income=[i for _, i in mixtures]), weights)
    assert (of["dresses"][0], of["income"][0]) == (pytest.approx(5, abs=0.05), pytest.approx(1, abs=0.05))
    assert of["halls"][0] == pytest.approx(weights.part["halls"][0]), "what was not seen stays"


def test_what_little_was_seen_stays_near_the_round_after(weights: Weights) -> None:
    outcome = [4.0, -4.0] * 50
    rows = table([0] * 100, outcome, dresses=[1.0, -1.0] * 50)
    before = weights.part["dresses"][0]
    of = found(rows, weights, hold=100.0)["dresses"]
    assert of[0] == pytest.approx((before + 4) / 2), "held by as many positions as were seen"
    assert of[1:] == pytest.approx([of[0]] * 6)


def test_an_earlier_round_is_held_against_the_weights_of_the_next_and_a_little_against_the_end(
    weights: Weights,
) -> None:
    """In the last round a dress is worth 4. Before it, one statue led to one dress, and in the end to 10."""
    last = table(
        [0, 0, 1, 1], [4.0, -4.0, 10.0, -10.0], [-1, -1, 0, 1], dresses=[1.0, -1.0, 0, 0], statues=[0, 0, 1.0, -1.0]
    )
    of = found(last, weights)
    assert of["dresses"][0] == pytest.approx(4, abs=1e-3)
    assert of["statues"][1] == pytest.approx((1 - OUTCOME) * 4 + OUTCOME * 10, abs=1e-3)


def test_bonuses_are_found_from_what_the_parts_leave_unexplained(weights: Weights) -> None:
    rng = Random(2)
    rows = table([0] * 4000, [0.0] * 4000)
    bonus = PLAYABLE.index("extra-acquire")
    hands = np.array([float(rng.randrange(-1, 2)) for _ in range(4000)])
    rows.hand[:, bonus] = hands
    said = weights.bonus["extra-acquire"] * weights.part["hand_bonus"][0]
    rows.outcome[:] = (said + 2.0) * hands
    part, brings = solved(rows, np.ones(4000, dtype=bool), weights, 1e9)
    assert brings[bonus] * part[0, PARTS.index("hand_bonus")] == pytest.approx(said + 2.0, rel=0.2)
    others = [n for n in range(len(PLAYABLE)) if n != bonus]
    assert [brings[n] for n in others] == pytest.approx([weights.bonus[PLAYABLE[n]] for n in others])


def test_the_fit_is_judged_by_games_it_has_not_seen(record: Record, weights: Weights) -> None:
    """Games that are one and the same: the one left out was seen, and in the last round all but known."""
    rows = Rows()
    for _ in range(GAMES):
        rows.add(record.setup, record.actions)
    found = fitted(rows, weights)
    assert (found.games, found.positions) == (GAMES, len(rows.closed().left))
    assert len(found.fits) == 7 and found.fits[0].explained > 0.9
    assert set(found.weights.part) == set(PARTS) and set(found.weights.bonus) == set(weights.bonus)


# ---- what is written


def test_what_is_written_is_read_again(tmp_path: Path, weights: Weights) -> None:
    path = tmp_path / "evaluation.toml"
    path.write_text(written(weights, "Heading\n\nof three lines"), encoding="utf-8")
    assert path.read_text(encoding="utf-8").startswith("# Heading\n#\n# of three lines\n\n[part]\n")
    assert read_weights(path) == weights


def test_the_command_plays_fits_and_writes(
    tmp_path: Path,
    record: Record,
    weights: Weights,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    asked: list[object] = []

    def kept(seeds: range, path: Path, jobs: int) -> None:
        asked.append((seeds, path, jobs))

    def fit(rows: Rows, near: Weights) -> Fitted:
        assert rows.games == 2 and near == weights
        return Fitted(weights, 2, 5, 300.0, (Fit(0.75, 8.0),) * 7)

    monkeypatch.setattr(tuning, "play", kept)
    monkeypatch.setattr(tuning, "read_records", lambda path: iter([record] * 2))
    monkeypatch.setattr(tuning, "fitted", fit)
    keep, out = tmp_path / "games", tmp_path / "evaluation.toml"
    monkeypatch.setattr(
        sys, "argv", ["tuning", "--games", "2", "--seed", "40", "--jobs", "3", "--keep", str(keep), "--out", str(out)]
    )
    tuning.main()
    assert asked == [(range(40, 42), keep, 3)]
    assert read_weights(out) == weights
    head = out.read_text(encoding="utf-8").partition("\n[part]\n")[0]
    assert "--games 2 --seed 40" in head and "5 positions" in head and "0.75" in head
    assert capsys.readouterr().out == f"5 positions of 2 games; {out} written\n"
