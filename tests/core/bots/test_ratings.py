"""Ratings, compared with values calculated by hand."""

from math import log10, sqrt

import pytest

from rokoko_core.bots.ratings import CENTRE, Met, rate_against, ratings, solve


def test_three_wins_of_four_are_191_points() -> None:
    """75% is odds of 3 to 1, so 400 * log10(3) = 190.8 points; one drawn game in 4000 hardly counts."""
    rated = ratings({("a", "b"): Met(3000, 4000)}, "b")
    assert list(rated) == ["a", "b"], "strongest first"
    assert rated["b"].rating == CENTRE
    assert rated["a"].rating - CENTRE == pytest.approx(400 * log10(3), abs=0.2)


def test_the_interval_of_a_pair_is_the_interval_of_the_logit() -> None:
    """The variance of a logit is 1 / (n p (1 - p)); a logit of 1 is 400 / ln 10 = 173.7 points."""
    rating = ratings({("a", "b"): Met(50, 100)}, "b")["a"]
    width = 1.96 * 173.7178 / sqrt(101 * 0.25)
    assert (rating.rating, rating.games) == (pytest.approx(CENTRE), 100)
    assert (rating.low, rating.high) == (
        pytest.approx(CENTRE - width, rel=1e-4),
        pytest.approx(CENTRE + width, rel=1e-4),
    )
    assert ratings({("a", "b"): Met(50, 100)}, "b")["b"].low == CENTRE


def test_the_rating_is_finite_after_wins_only() -> None:
    """With the drawn game, 100 of 100 are 100.5 of 101: odds of 201 to 1, 921 points."""
    rating = ratings({("a", "b"): Met(100, 100)}, "b")["a"]
    assert rating.rating - CENTRE == pytest.approx(400 * log10(201), abs=0.1)
    assert rating.high - rating.rating > 200


def test_differences_of_a_chain_of_pairs_add_up() -> None:
    """Two wins of three are 120 points, so the ends of the chain differ by 241."""
    rated = ratings({("a", "b"): Met(2000, 3000), ("c", "b"): Met(1000, 3000)}, "b")
    assert rated["a"].rating - rated["c"].rating == pytest.approx(800 * log10(2), abs=0.5)
    assert rated["b"].games == 6000


def test_contradicting_results_are_balanced() -> None:
    """In a circle where each beats the next equally often, all ratings are equal."""
    circle = {("a", "b"): Met(60, 100), ("b", "c"): Met(60, 100), ("c", "a"): Met(60, 100)}
    assert [rating.rating for rating in ratings(circle, "a").values()] == [pytest.approx(CENTRE)] * 3


def test_players_without_connecting_games_are_not_rated() -> None:
    pairs = {("a", "b"): Met(1, 2), ("c", "d"): Met(1, 2), ("b", "e"): Met(0, 0)}
    assert set(ratings(pairs, "b")) == {"a", "b"}
    assert set(ratings({}, "b")) == {"b"}


def test_linear_equations_are_solved() -> None:
    """2x + y = 5 and x + 3y = 10: x = 1, y = 3."""
    assert solve([[2, 1], [1, 3]], [5, 10]) == [pytest.approx(1), pytest.approx(3)]


def test_a_player_is_rated_against_known_ratings() -> None:
    """Half of the games against 1700 is 1700; with the drawn game, 3.5 of 4 are odds of 7 to 1, 338 points."""
    even = rate_against({"b": Met(50, 100)}, {"b": 1700})
    assert even is not None and even.rating == pytest.approx(1700)
    assert even.high - even.rating == pytest.approx(1.96 * 173.7178 / sqrt(101 * 0.25), rel=1e-4)
    good = rate_against({"b": Met(3, 3)}, {"b": 1700, "c": 500})
    assert good is not None and (good.rating, good.games) == (pytest.approx(1700 + 400 * log10(7), abs=0.1), 3)
    assert rate_against({}, {"b": 1700}) is None


def test_results_against_two_opponents_are_balanced() -> None:
    """The same result against 1400 and 1600, half of the games, is 1500."""
    rating = rate_against({"a": Met(10, 20), "b": Met(10, 20)}, {"a": 1400, "b": 1600})
    assert rating is not None and rating.rating == pytest.approx(1500)
