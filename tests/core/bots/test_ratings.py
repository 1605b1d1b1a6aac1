"""Ratings from the games of pairs, against what can be reckoned by hand."""

from math import log10, sqrt

import pytest

from rokoko_core.bots.ratings import CENTRE, Met, ratings, solve


def test_three_wins_of_four_are_191_points() -> None:
    """75% is odds of 3 to 1, 400 * log10(3) = 190.8 points; a drawn game more in 4000 hardly counts."""
    found = ratings({("a", "b"): Met(3000, 4000)}, "b")
    assert list(found) == ["a", "b"], "strongest first"
    assert found["b"].rating == CENTRE
    assert found["a"].rating - CENTRE == pytest.approx(400 * log10(3), abs=0.2)


def test_the_interval_of_a_pair_is_that_of_the_logit() -> None:
    """The variance of a logit is 1 / (n p (1 - p)); one point of logit is 400 / ln 10 = 173.7 points."""
    found = ratings({("a", "b"): Met(50, 100)}, "b")["a"]
    off = 1.96 * 173.7178 / sqrt(101 * 0.25)
    assert (found.rating, found.games) == (pytest.approx(CENTRE), 100)
    assert (found.low, found.high) == (pytest.approx(CENTRE - off, rel=1e-4), pytest.approx(CENTRE + off, rel=1e-4))
    assert ratings({("a", "b"): Met(50, 100)}, "b")["b"].low == CENTRE


def test_who_always_won_is_far_ahead_and_not_beyond_all_bounds() -> None:
    """With a drawn game added 100 of 100 are 100.5 of 101: odds of 201 to 1, 921 points."""
    found = ratings({("a", "b"): Met(100, 100)}, "b")["a"]
    assert found.rating - CENTRE == pytest.approx(400 * log10(201), abs=0.1)
    assert found.high - found.rating > 200


def test_a_chain_of_pairs_adds_up() -> None:
    """Who beats the middle two to one is 120 points above it, and 241 above whom the middle beats so."""
    found = ratings({("a", "b"): Met(2000, 3000), ("c", "b"): Met(1000, 3000)}, "b")
    assert found["a"].rating - found["c"].rating == pytest.approx(800 * log10(2), abs=0.5)
    assert found["b"].games == 6000


def test_results_that_contradict_each_other_are_balanced() -> None:
    """In a circle, each beating the next as often, all are alike."""
    circle = {("a", "b"): Met(60, 100), ("b", "c"): Met(60, 100), ("c", "a"): Met(60, 100)}
    assert [rating.rating for rating in ratings(circle, "a").values()] == [pytest.approx(CENTRE)] * 3


def test_nobody_is_rated_whom_no_game_connects() -> None:
    pairs = {("a", "b"): Met(1, 2), ("c", "d"): Met(1, 2), ("b", "e"): Met(0, 0)}
    assert set(ratings(pairs, "b")) == {"a", "b"}
    assert set(ratings({}, "b")) == {"b"}


def test_equations_are_solved() -> None:
    """2x + y = 5 and x + 3y = 10: x = 1, y = 3."""
    assert solve([[2, 1], [1, 3]], [5, 10]) == [pytest.approx(1), pytest.approx(3)]
