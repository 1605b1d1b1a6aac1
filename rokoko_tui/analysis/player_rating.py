"""The rating of the player on the scale of the bots, estimated from finished games.

Of the latest ``WINDOW`` games against bots of measured levels, each counts once: in a game against several bots every
pair of the player and a bot counts in part. Being placed before a bot is a win, the same place half of one. Not counted
are games with hints and what happened after the first end of a game. A game that was conceded is lost to every bot.

The levels were measured in two-player games of the base game only, so the rating is an estimate beyond its interval.
"""

from collections import defaultdict
from collections.abc import Sequence

from rokoko_core.bots import present_name
from rokoko_core.bots.ratings import Met, Rating, rate_against
from rokoko_tui.saves.index import Summary

LADDER = {"random": -455, "novice": 500, "apprentice": 764, "journeyman": 1500, "master": 1801}
"""The ratings of the levels in docs/opponents.md."""
WINDOW = 25
"""The latest games that a rating counts."""

Pairs = tuple[tuple[str, float], ...]
"""(level, 1 for a win, 0.5 for the same place, 0 for a loss) for each bot of a game."""


def rated_pairs(summary: Summary) -> Pairs:
    """Return the results of a game against each bot of a measured level; empty for a game that is not rated."""
    first, setup = summary.first_result, summary.setup
    hints = summary.hints if first is None else first.hints
    if hints or (first is None and not summary.conceded):
        return ()
    pairs = []
    for number, seat in enumerate(setup.players):
        level = present_name(seat.level)
        if seat.kind == "bot" and level in LADDER:
            own, other = (first.place, first.ranks[number]) if first is not None else (1, 0)
            pairs.append((level, (own < other) + (own == other) / 2))
    return tuple(pairs)


def rate(games: Sequence[Pairs]) -> Rating | None:
    """Return the rating after ``games``, the latest last; None without a game."""
    won, played = defaultdict[str, float](float), defaultdict[str, float](float)
    for pairs in games[-WINDOW:]:
        for level, result in pairs:
            won[level] += result / len(pairs)
            played[level] += 1 / len(pairs)
    return rate_against({level: Met(won[level], played[level]) for level in played}, LADDER)


def rating_history(games: Sequence[Pairs], most: int) -> list[Rating]:
    """Return the rating after each of the ``most`` latest of ``games``, the latest last."""
    ends = range(max(0, len(games) - most) + 1, len(games) + 1)
    return [rating for end in ends if (rating := rate(games[:end])) is not None]
