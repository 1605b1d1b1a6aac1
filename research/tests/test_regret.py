"""Measuring the levels by last turns."""

from pathlib import Path

import pytest

from research.regret import Attempts, Results, Solved, main, measure, page_of, regret, solve
from rokoko_core.bots.exact_turn import turns_left

SET = "reconstructed-2"
SEED = 4
"""A game whose last turn can be solved, and is quick to solve."""
DEEP = 1
"""The same with two turns left."""


def test_only_turns_that_every_level_played_count(tmp_path: Path) -> None:
    results = Results(tmp_path / "results", SET)
    for seed, positions in ((1, 20), (2, 0), (3, 30), (4, 40)):
        results.add(Solved(SET, seed, positions))
    for line in (
        Attempts(SET, 1, "novice", (0, 2)),
        Attempts(SET, 3, "novice", (3, 3)),
        Attempts(SET, 4, "novice", (9, 9)),
        Attempts(SET, 1, "master", (0,)),
        Attempts(SET, 3, "master", (1,)),
        Attempts("another", 4, "master", (5,)),
    ):
        results.add(line)
    results.add(Attempts(SET, 1, "novice", (7, 7), turns=2))
    page = page_of([Results(tmp_path / "results", SET)])
    assert "Of 3 games, 2 can be solved" in page
    assert page.splitlines()[-2:] == [
        "| master | 0.50 | 0.00 to 1.48 | 50.0% | 1 |",
        "| novice | 2.00 | 0.04 to 3.96 | 25.0% | 3 |",
    ]


def test_what_was_measured_is_not_measured_again(tmp_path: Path) -> None:
    path = tmp_path / "results"
    assert main(["measure", str(path), "--positions", "2", "--levels", "novice", "--components", SET]) == 0
    before = path.read_bytes()
    results = Results(path, SET)
    assert len(results.regrets["novice"]) == 2
    measure(results, 2, ["novice"])
    assert path.read_bytes() == before
    measure(results, 2, ["journeyman"])
    assert path.read_bytes().startswith(before)
    assert results.regrets["journeyman"].keys() == results.regrets["novice"].keys()


@pytest.mark.parametrize(("seed", "turns"), [(SEED, 1), (DEEP, 2)])
def test_no_level_is_better_than_the_best_play(seed: int, turns: int) -> None:
    turn = solve(seed, SET, turns)
    assert turn is not None and turns_left(turn.start) == turns
    assert all(regret(turn, level, 0) >= 0 for level in ("random", "novice", "journeyman"))
