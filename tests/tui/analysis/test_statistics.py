"""The rating of the player: which games count, and how much."""

import re
from pathlib import Path

import pytest

from rokoko_core import Seat, Setup
from rokoko_core.play.game_summary import FirstResult, Summary
from rokoko_tui.analysis.statistics import LADDER, WINDOW, rate, rated_pairs, rating_history

ME = Seat("Ada")
HARD, EASY, PLAIN = Seat("Marie", "bot", "master"), Seat("Paul", "bot", "apprentice"), Seat("Anne", "bot")
OPPONENTS = Path(__file__).parents[3] / "docs" / "opponents.md"


def summary(players: tuple[Seat, ...], ranks: tuple[int, ...], hints: int = 0) -> Summary:
    setup = Setup(players, 1)
    first = FirstResult(50, ranks[setup.owner], hints, ranks)
    return Summary(setup, 7, 200, True, own=setup.owner, first_result=first)


def test_the_levels_have_the_ratings_that_were_measured() -> None:
    rows = re.findall(r"^\| (\w+) \| (-?\d+) \| ", OPPONENTS.read_text(encoding="utf-8"), re.MULTILINE)
    assert {level: int(rating) for level, rating in rows} == LADDER


def test_every_bot_is_a_pair_with_the_player() -> None:
    game = summary((HARD, ME, EASY, PLAIN), (1, 2, 2, 4))
    assert rated_pairs(game) == (("master", 0), ("apprentice", 0.5), ("journeyman", 1))


@pytest.mark.parametrize(
    "game",
    [
        summary((ME, HARD), (1, 2), hints=1),
        summary((ME,), (1, 2)),
        summary((ME, Seat("Bo", "bot", "of-another-package")), (1, 2)),
        Summary(Setup((ME, HARD), 1), 3, 20, False, own=0),
        Summary(Setup((ME, HARD), 1), 3, 20, False, own=0, conceded=True, hints=1),
    ],
    ids=["hints", "du-barry", "unknown-level", "unfinished", "conceded-with-hints"],
)
def test_games_that_are_not_rated(game: Summary) -> None:
    assert rated_pairs(game) == ()


def test_a_conceded_game_is_lost_to_every_bot() -> None:
    game = Summary(Setup((ME, HARD, EASY), 1), 3, 20, False, own=0, conceded=True)
    assert rated_pairs(game) == (("master", 0), ("apprentice", 0))


def test_a_game_counts_once_however_many_bots_play() -> None:
    rating = rate([(("journeyman", 1), ("journeyman", 0)), (("journeyman", 0.5),)])
    assert rating is not None and (rating.rating, rating.games) == (pytest.approx(LADDER["journeyman"]), 2)
    assert rate([]) is None


def test_only_the_latest_games_count() -> None:
    lost, won = (("journeyman", 0.0),), (("journeyman", 1.0),)
    assert rate([lost] * 10 + [won] * WINDOW) == rate([won] * WINDOW)
    assert rate([lost] + [won] * WINDOW) != rate([lost] + [won] * (WINDOW - 1))


def test_the_history_has_the_rating_after_each_game() -> None:
    games = [(("journeyman", 1.0),), (("journeyman", 0.0),), (("journeyman", 1.0),)]
    history = rating_history(games, 2)
    assert history == [rate(games[:2]), rate(games)]
    assert history[1].rating > history[0].rating == pytest.approx(LADDER["journeyman"])
