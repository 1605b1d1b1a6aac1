"""The arena: seatings, repeatable games and statistics."""

from collections.abc import Callable
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from typing import ParamSpec, TypeVar

import msgspec
import pytest

from rokoko_core.bots.arena import (
    MOST_GAMES,
    InvalidMatches,
    Match,
    MatchFault,
    Result,
    SeatResult,
    check,
    matches,
    play_match,
    run,
    seatings,
)
from rokoko_core.bots.arena_statistics import by_seat, by_turn_order, interval, most_take, standings, width_by_deal
from rokoko_core.setup import MOST_SEED
from rokoko_core.terms import Expansion, ScoreRow


def without_times(results: list[Result]) -> list[Result]:
    """Return the results without times, sorted, for comparison."""
    bare = [Result(r.match, tuple(msgspec.structs.replace(s, times=()) for s in r.seats)) for r in results]
    return sorted(bare, key=lambda r: (r.match.seed, r.match.levels))


def result(*seats: tuple[str, int, float], seed: int = 1, first: int = 0) -> Result:
    """Return a result; ``seats`` are (level, total, share of the win), with turns of 10 ms and 30 ms."""
    seat_results = tuple(
        SeatResult(level, total, won, {ScoreRow.PLAY: total}, n == first, (10, 30))
        for n, (level, total, won) in enumerate(seats)
    )
    return Result(Match(tuple(level for level, _, _ in seats), seed), seat_results)


# ---- seatings


def test_every_seating_plays_a_seed_before_the_next_seed() -> None:
    found = matches(("master", "journeyman"), 5, 30)
    assert [(m.levels, m.seed) for m in found] == [
        (("master", "journeyman"), 30),
        (("journeyman", "master"), 30),
        (("master", "journeyman"), 31),
        (("journeyman", "master"), 31),
        (("master", "journeyman"), 32),
    ]


def test_one_against_three_sits_in_each_seat_once() -> None:
    assert seatings(("master", "journeyman", "journeyman", "journeyman")) == [
        ("master", "journeyman", "journeyman", "journeyman"),
        ("journeyman", "journeyman", "journeyman", "master"),
        ("journeyman", "journeyman", "master", "journeyman"),
        ("journeyman", "master", "journeyman", "journeyman"),
    ]


def test_a_single_level_plays_each_seed_once() -> None:
    assert [m.seed for m in matches(("random",) * 3, 4, 7)] == [7, 8, 9, 10]


def test_more_games_start_with_the_same_matches() -> None:
    assert matches(("master", "random"), 40, 1)[:10] == matches(("master", "random"), 10, 1)


@pytest.mark.parametrize(
    ("levels", "games", "seed", "what"),
    [
        (("random",) * 6, 1, 1, (MatchFault.LEVELS, 6, 5, "")),
        ((), 1, 1, (MatchFault.LEVELS, 0, 5, "")),
        (("queen", "random"), 1, 1, (MatchFault.LEVEL, 0, 0, "queen")),
        (("random", ""), 1, 1, (MatchFault.LEVEL, 0, 0, "")),
        (("random", "page"), 1, 1, (MatchFault.LEVEL, 0, 0, "page")),
        (("random", "random"), 0, 1, (MatchFault.GAMES, 0, MOST_GAMES, "")),
        (("random", "random"), MOST_GAMES + 1, 1, (MatchFault.GAMES, MOST_GAMES + 1, MOST_GAMES, "")),
        (("random", "random"), 1, -1, (MatchFault.SEED, -1, MOST_SEED - 1, "")),
    ],
)
def test_invalid_matches_are_refused(levels: tuple[str, ...], games: int, seed: int, what: tuple[object, ...]) -> None:
    with pytest.raises(InvalidMatches) as refused:
        check(levels, games, seed)
    error = refused.value
    assert (error.code, error.found, error.limit, error.name) == what


# ---- playing


def test_a_match_is_repeatable() -> None:
    match = Match(("apprentice", "random", "apprentice"), 3, frozenset(Expansion))
    assert without_times([play_match(match)[0]]) == without_times([play_match(match)[0]])


def test_a_result_round_trips_through_json() -> None:
    found = play_match(Match(("random", "random"), 5))[0]
    assert msgspec.json.decode(msgspec.json.encode(found), type=Result) == found


@pytest.mark.rule("END-9")
def test_a_result_agrees_with_the_score_sheet() -> None:
    """The rows add up to the total, the winner has the highest, one seat starts, and every card is a turn."""
    found = play_match(Match(("random", "random"), 6))[0]
    assert all(sum(seat.rows.values()) == seat.total for seat in found.seats)
    assert sum(seat.won for seat in found.seats) == 1
    assert max(found.seats, key=lambda seat: seat.total).won == 1
    assert sum(seat.started for seat in found.seats) == 1
    assert all(len(seat.times) >= 7 * 3 for seat in found.seats), "3 cards in each of 7 rounds at the least"


@pytest.mark.rule("SOLO-1")
def test_one_level_plays_against_madame_du_barry() -> None:
    found = play_match(Match(("apprentice",), 2))[0]
    assert [seat.level for seat in found.seats] == ["apprentice"]


def test_results_do_not_depend_on_the_executor() -> None:
    wanted = matches(("apprentice", "random"), 4, 9)
    with ThreadPoolExecutor(3) as pool:
        threads = list(run(wanted, pool, 3))
    assert without_times(threads) == without_times([play_match(match)[0] for match in wanted])


@pytest.mark.slow
def test_a_cluster_gives_the_same_results() -> None:
    distributed = pytest.importorskip("distributed", reason="it comes with the extra 'cluster'")
    wanted = matches(("apprentice", "random"), 4, 9)
    with (
        distributed.LocalCluster(n_workers=1, threads_per_worker=2, processes=False, dashboard_address=None) as cluster,
        distributed.Client(cluster, set_as_default=False) as client,
        client.get_executor(pure=False) as pool,
    ):
        found = list(run(wanted, pool, 2))
    assert without_times(found) == without_times([play_match(match)[0] for match in wanted])


Given = ParamSpec("Given")
Answer = TypeVar("Answer")


def test_matches_are_queued_a_few_at_a_time() -> None:
    class Counting(Executor):
        sent = 0

        def submit(self, fn: Callable[Given, Answer], /, *args: Given.args, **kwargs: Given.kwargs) -> Future[Answer]:
            self.sent += 1
            future: Future[Answer] = Future()
            future.set_result(fn(*args, **kwargs))
            return future

    pool = Counting()
    results = run(matches(("random", "random"), 200, 1), pool, 2)
    next(results)
    results.close()
    assert pool.sent < 20


def test_after_a_stop_only_running_matches_are_finished() -> None:
    """One match is running when the first result arrives; no other match starts."""
    results: list[Result] = []
    with ThreadPoolExecutor(1) as pool:
        for each in run(matches(("random", "random"), 60, 1), pool, 1, lambda: bool(results)):
            results.append(each)
    assert 1 <= len(results) <= 6, "the first, and at most the five in the queue"
    assert {each.match.seed for each in results} <= set(range(1, 7))


# ---- statistics


def test_the_interval_is_a_wilson_interval() -> None:
    """For 50 of 100 it is 40.4% to 59.6%; for 10 of 10 it is 72.2% to 100%."""
    assert [round(end, 3) for end in interval(0.5, 100)] == [0.404, 0.596]
    assert [round(end, 3) for end in interval(1.0, 10)] == [0.722, 1.0]


@pytest.mark.parametrize("games", range(1, 60))
def test_an_interval_is_within_0_and_1(games: int) -> None:
    assert 0 <= interval(0.0, games)[0] < 1e-9
    assert f"{100 * interval(0.0, games)[0]:.1f}" == "0.0"
    assert interval(1.0, games)[1] <= 1


def test_a_level_wins_if_one_of_its_seats_wins() -> None:
    results = [
        result(("master", 50, 1.0), ("journeyman", 40, 0.0), ("journeyman", 30, 0.0)),
        result(("journeyman", 60, 1.0), ("journeyman", 20, 0.0), ("master", 10, 0.0)),
    ]
    master, journeyman = standings(results, ("master", "journeyman", "journeyman"))
    assert (master.level, master.seats, master.wins.share, master.score) == ("master", 1, 0.5, 30.0)
    assert (journeyman.level, journeyman.seats, journeyman.wins.share, journeyman.score) == ("journeyman", 2, 0.5, 37.5)
    assert journeyman.rows[ScoreRow.PLAY] == 37.5
    assert master.time == (20, 30, 30), "10 and 30 ms in each of two games"


def test_a_shared_win_is_divided() -> None:
    a, b = standings([result(("journeyman", 50, 0.5), ("master", 50, 0.5))], ("master", "journeyman"))
    assert (a.level, b.level) == ("master", "journeyman")
    assert a.wins.share == b.wins.share == 0.5


def test_places_are_counted_from_the_starting_player() -> None:
    """In game 1 seat 2 starts and wins. In game 2 seat 1 starts and seat 0, two places later, wins."""
    results = [
        result(("a", 1, 0.0), ("a", 2, 0.0), ("a", 9, 1.0), first=2),
        result(("a", 8, 1.0), ("a", 3, 0.0), ("a", 0, 0.0), first=1),
    ]
    assert [(place.wins.share, place.score) for place in by_turn_order(results)] == [(0.5, 6.0), (0, 0.5), (0.5, 5.0)]
    assert [(place.wins.share, place.score) for place in by_seat(results)] == [(0.5, 4.5), (0, 2.5), (0.5, 4.5)]


def test_the_95th_percentile_is_by_nearest_rank() -> None:
    assert most_take(range(100, 0, -1)) == 95
    assert most_take([*range(1, 21)]) == 19
    assert most_take([7]) == 7


def test_width_by_deal() -> None:
    """Half of four games are won. If each deal is won once, all deals are equal and the width is 0.

    If one deal is won twice and one lost twice, deals deviate by 1 and games by 1/2: so the factor is √2.
    """

    def games(*won: tuple[int, float]) -> list[Result]:
        return [result(("a", 1, share), ("b", 1, 1 - share), seed=seed) for seed, share in won]

    assert width_by_deal(games((1, 1.0), (1, 0.0), (2, 1.0), (2, 0.0)), "a") == 0
    assert width_by_deal(games((1, 1.0), (1, 1.0), (2, 0.0), (2, 0.0)), "a") == pytest.approx(2**0.5)
    assert width_by_deal(games((1, 1.0), (2, 0.0), (3, 0.0)), "a") == pytest.approx(1.0)
    assert width_by_deal(games((1, 1.0), (2, 1.0)), "a") is None
