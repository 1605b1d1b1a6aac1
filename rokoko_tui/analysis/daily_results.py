"""The results of daily deals, computed from the saves: of each day, the game that ended first counts."""

from collections.abc import Iterable, Mapping
from datetime import UTC, date, datetime, time, timedelta
from typing import NamedTuple

from rokoko_core.first_finish import first_finish
from rokoko_core.game import Game
from rokoko_core.scoring import final_scores
from rokoko_tui.analysis.deal_comparison import round_totals
from rokoko_tui.saves.folder import SaveInfo
from rokoko_tui.saves.scan import SaveScanner, Stopped, never_stop
from rokoko_tui.settings.daily_deal import day_of, seed_of, streak_before
from rokoko_tui.text import Words

AHEAD, BETWEEN, LAST = "♛", "◆", "·"
"""Signs of a round after which the player was first, in between, or last."""
DAY = timedelta(days=1)


class DailyResult(NamedTuple):
    """The game of a day that counts."""

    day: date
    info: SaveInfo
    total: int | None
    """Own prestige; None for a conceded game."""
    place: int
    """Own place; 0 for a conceded game."""
    hints: int


def collect_results(saves: Iterable[SaveInfo]) -> dict[date, DailyResult]:
    """Return the results by day, the latest day first; of several finished games of a day, the earliest."""
    results: dict[date, DailyResult] = {}
    for info in sorted(saves, key=lambda info: info.stamp):
        result = result_of(info)
        if result is not None:
            results.setdefault(result.day, result)
    return dict(sorted(results.items(), reverse=True))


def result_of(info: SaveInfo) -> DailyResult | None:
    """Return the result of a daily game that is finished or conceded; None for any other save."""
    day, summary = daily_of(info), info.summary
    if day is None or summary is None:
        return None
    first = summary.first_result
    if first is not None:
        return DailyResult(day, info, first.total, first.place, first.hints)
    return DailyResult(day, info, None, 0, summary.hints) if summary.conceded else None


def daily_of(info: SaveInfo) -> date | None:
    """Return the day whose deal a save plays from the start; None for any other save."""
    return day_of(info.setup) if info.setup is not None and info.summary and not info.summary.origin else None


def find_game(scanner: SaveScanner, day: date, stopped: Stopped = never_stop) -> SaveInfo | None:
    """Return the save of the deal of ``day``: the one that counts, else the one played last; None if none was begun."""
    earliest = datetime.combine(day, time(), UTC).timestamp() - DAY.total_seconds()  # a clock may be slow
    games = [info for info in scanner.with_seed(seed_of(day), earliest, stopped) if daily_of(info) == day]
    result = collect_results(games).get(day)
    return result.info if result is not None else next(iter(games), None)


def count_streak(results: Mapping[date, DailyResult], today: date) -> int:
    """Return the number of days in a row with a finished deal, up to today, or to yesterday if today's is open."""
    return streak_before(finished_days(results), today.toordinal() - (today not in results))


def finished_days(results: Mapping[date, DailyResult]) -> set[int]:
    """Return the ordinals of the days with a finished deal."""
    return {day.toordinal() for day, result in results.items() if result.total is not None}


def share_lines(game: Game, words: Words) -> list[str]:
    """Return the result of a daily game as a text without spoilers; nothing if it counts no result.

    The lines are the day, a sign for each round, prestige and place, and the number of hints if there were any.
    """
    day, own, first = day_of(game.setup), game.setup.owner, first_finish(game)
    if day is None or first is None or own in first.conceded:
        return []
    final = final_scores(first.state)[own]
    ranks = [1 + sum(total > totals[own] for total in totals) for totals in round_totals(first)[:-1]]
    players = len(first.state.players)
    lines = [
        words.say("daily.share.title", text=day.isoformat()),
        "".join(_sign(rank, players) for rank in (*ranks, final.rank)),
        words.say("daily.share.result", prestige=final.total, place=final.rank, most=players),
    ]
    return [*lines, words.say("daily.share.hints", n=first.hints[own])] if first.hints[own] else lines


def _sign(rank: int, players: int) -> str:
    return AHEAD if rank == 1 else LAST if rank == players else BETWEEN


def describe_result(result: DailyResult, words: Words) -> str:
    """Return prestige and place, or that the game was conceded, and whether there were hints."""
    if result.total is None:
        return words.say("record.gave-up")
    text = words.say("record.placed", place=result.place, prestige=result.total)
    return words.say("daily.with-hints", text=text) if result.hints else text


def describe_progress(game: SaveInfo | None, words: Words) -> str:
    """Return the result or the progress of a daily deal; empty if it was not begun."""
    if game is None or game.summary is None:
        return ""
    result = result_of(game)
    if result is not None:
        return describe_result(result, words)
    return words.say("start.daily-begun", round=game.summary.round)
