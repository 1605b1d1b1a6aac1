"""Results of games of the same deal: compared round by round for one seat, and those of daily deals.

Of each day, the daily deal that ended first counts.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import UTC, date, datetime, time, timedelta
from string import ascii_uppercase
from typing import NamedTuple

from rokoko_core.first_finish import first_finish
from rokoko_core.game import Game
from rokoko_core.journal import BadSave, read
from rokoko_core.play.same_deal import deal_of, is_same_deal, round_totals
from rokoko_core.score_sheet import ScoreSheet
from rokoko_core.scoring import final_scores
from rokoko_core.setup import LAST_ROUND
from rokoko_core.terms import ScoreRow
from rokoko_tui.saves.folder import SaveInfo
from rokoko_tui.saves.scan import SaveScanner, Stopped, never_stop
from rokoko_tui.settings.daily_deal import day_of, seed_of, streak_before
from rokoko_tui.text import Words
from rokoko_tui.text.save_text import name_seed
from rokoko_tui.text.wording import pad

BOT = "journeyman"
"""The level of the bot on the screen."""
MOST_GAMES = 4
"""Most saves that the screen compares."""
FIRST, COLUMN = 26, 12
"""Cells of the first column, and of each game's."""
UNKNOWN = "–"


class ComparedGame(NamedTuple):
    """A game with the name that the comparison shows."""

    name: str
    game: Game


class _Column(NamedTuple):
    totals: list[int]
    """The scores of the seat at the end of each round that is over."""
    final: ScoreSheet | None


def find_same_deal(game: Game, saves: Iterable[SaveInfo]) -> list[ComparedGame]:
    """Return the games of the deal of ``game`` among the known ``saves``, at most ``MOST_GAMES``, in their order."""
    games: list[ComparedGame] = []
    for info in saves:
        if info.setup is None or info.error is not None or deal_of(info.setup) != deal_of(game.setup):
            continue
        try:
            other = read(info.path).game
        except BadSave:
            continue
        if is_same_deal(game, other):
            games.append(ComparedGame(info.path.stem, other))
        if len(games) == MOST_GAMES:
            break
    return games


def compare(games: Sequence[ComparedGame], seat: int, words: Words) -> Iterator[str]:
    """Yield the comparison of ``seat`` in all games with the first one, as lines of text.

    Only the seat's own prestige of unfinished games is shown, and no place: their secrets stay hidden.
    """
    first = games[0].game
    yield words.say("compare.title", who=words.seat(first.setup, seat), text=name_seed(first.setup))
    for letter, compared in zip(ascii_uppercase, games, strict=False):
        yield words.say("compare.game", letter=letter, name=compared.name)
    columns = [_column(compared.game, seat) for compared in games]
    yield ""
    yield _row("", ascii_uppercase[: len(games)])
    for number in range(min(LAST_ROUND, max(len(column.totals) for column in columns))):
        totals = [column.totals[number] if number < len(column.totals) else None for column in columns]
        yield _row(words.say("compare.round", n=number + 1), _with_changes(totals, words))
    if any(column.final for column in columns):
        yield from _final_rows(columns, words)


def _column(game: Game, seat: int) -> _Column:
    totals = [totals[seat] for totals in round_totals(game)]
    return _Column(totals, final_scores(game.state)[seat] if game.over else None)


def _final_rows(columns: Sequence[_Column], words: Words) -> Iterator[str]:
    """Yield the place, then the sources of prestige in which finished games differ."""
    places = [f"{column.final.rank}" if column.final else UNKNOWN for column in columns]
    yield _row(words.say("final.rank"), places)
    yield ""
    yield words.say("compare.sources")
    for source in ScoreRow:
        points = [_points(column.final, source) for column in columns]
        if len({amount for amount in points if amount is not None}) > 1:
            yield _row(words.score_source(source), _with_changes(points, words))


def _points(sheet: ScoreSheet | None, source: ScoreRow) -> int | None:
    return None if sheet is None else sum(row.points for row in sheet.rows if row.source is source)


def _with_changes(amounts: Sequence[int | None], words: Words) -> list[str]:
    """Return the amounts, each after the first with its difference to the first."""
    texts = []
    for number, amount in enumerate(amounts):
        if amount is None:
            texts.append(UNKNOWN)
        elif number and amounts[0] is not None:
            texts.append(f"{amount} ({words.signed(amount - amounts[0])})")
        else:
            texts.append(str(amount))
    return texts


def _row(title: str, cells: Iterable[str]) -> str:
    return (pad(title, FIRST) + "".join(cell.rjust(COLUMN) for cell in cells)).rstrip()


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
    if games:
        scanner.mark_others(scanner.saves)
    games = [info for info in games if not info.is_others]
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
