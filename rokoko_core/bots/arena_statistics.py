"""Statistics of the arena's results: levels, seats and sources of prestige."""

from collections.abc import Sequence
from math import ceil, sqrt
from statistics import mean

import msgspec

from rokoko_core.bots.arena import Result
from rokoko_core.bots.ratings import Z
from rokoko_core.terms import ScoreRow


class Share(msgspec.Struct, frozen=True):
    """A share of wins over ``games`` games with its 95% Wilson interval, from 0 to 1."""

    share: float
    low: float
    high: float
    games: int


class Place(msgspec.Struct, frozen=True):
    """The results of one seat or one place in the turn order, for all levels."""

    wins: Share
    score: float
    """Mean total."""


class Standing(msgspec.Struct, frozen=True):
    """The results of all seats of one level."""

    level: str
    seats: int
    """Seats of this level at the table."""
    wins: Share
    """Wins of any of its seats."""
    score: float
    """Mean total of a seat."""
    rows: dict[ScoreRow, float]
    """Mean prestige of a seat by source."""
    time: tuple[float, int, int]
    """Thinking time of a turn in ms: mean, 95th percentile, longest."""


def interval(share: float, games: int) -> tuple[float, float]:
    """Return the 95% Wilson interval of a share of wins over ``games`` games, within 0 to 1."""
    spread = Z * (share * (1 - share) / games + Z**2 / (4 * games**2)) ** 0.5
    centre = share + Z**2 / (2 * games)
    low, high = ((centre + sign * spread) / (1 + Z**2 / games) for sign in (-1, 1))
    return max(0.0, low), min(1.0, high)


def win_share(won: Sequence[float]) -> Share:
    """Return the share of wins; ``won`` has the share of each game."""
    share = mean(won)
    return Share(share, *interval(share, len(won)), len(won))


def standings(results: Sequence[Result], levels: Sequence[str]) -> list[Standing]:
    """Return the statistics of each level of a table."""
    return [_standing(results, level) for level in dict.fromkeys(levels)]


def _standing(results: Sequence[Result], level: str) -> Standing:
    by_game = [[seat for seat in result.seats if seat.level == level] for result in results]
    seats = [seat for game in by_game for seat in game]
    times = [ms for seat in seats for ms in seat.times] or [0]
    return Standing(
        level=level,
        seats=len(by_game[0]),
        wins=win_share([sum(seat.won for seat in game) for game in by_game]),
        score=mean(seat.total for seat in seats),
        rows={source: mean(seat.rows.get(source, 0) for seat in seats) for source in ScoreRow},
        time=(mean(times), most_take(times), max(times)),
    )


def most_take(times: Sequence[int]) -> int:
    """Return the 95th percentile of ``times`` (nearest rank)."""
    return sorted(times)[ceil(len(times) * 95 / 100) - 1]


def by_turn_order(results: Sequence[Result]) -> list[Place]:
    """Return the results by place in the turn order of the first round."""
    firsts = [next((n for n, seat in enumerate(result.seats) if seat.started), 0) for result in results]
    return _places(results, firsts)


def by_seat(results: Sequence[Result]) -> list[Place]:
    """Return the results by seat; the starting player is drawn, so seats should not differ."""
    return _places(results, [0] * len(results))


def _places(results: Sequence[Result], firsts: Sequence[int]) -> list[Place]:
    """Return the results by place, clockwise from the seat in ``firsts``."""
    games = [result.seats[first:] + result.seats[:first] for result, first in zip(results, firsts, strict=True)]
    return [
        Place(win_share([seat.won for seat in seats]), mean(seat.total for seat in seats))
        for seats in zip(*games, strict=True)
    ]


def width_by_deal(results: Sequence[Result], level: str) -> float | None:
    """Return the factor on the interval of the wins of ``level`` when deals are counted instead of games.

    Games of one deal are not independent. None if the level won all games or none.
    """
    games = [(result.match.seed, sum(seat.won for seat in result.seats if seat.level == level)) for result in results]
    share = mean(won for _, won in games)
    if not 0 < share < 1:
        return None
    deviations = dict.fromkeys((seed for seed, _ in games), 0.0)
    for seed, won in games:
        deviations[seed] += won - share
    variance_by_game = sum((won - share) ** 2 for _, won in games)
    return sqrt(sum(deviation**2 for deviation in deviations.values()) / variance_by_game)
