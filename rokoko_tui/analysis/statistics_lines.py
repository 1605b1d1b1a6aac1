"""Statistics as lines, with a chart of columns."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from typing import NamedTuple

from rokoko_core.achievements import HIGH_SCORE, LEAD, Achievement
from rokoko_tui.analysis.deal_results import count_streak, describe_result, finished_days
from rokoko_tui.analysis.statistics import (
    DU_BARRY,
    LADDER,
    PEOPLE,
    WINDOW,
    ExcludedBecause,
    Opponent,
    Played,
    Score,
    Statistics,
    Table,
    TableScore,
)
from rokoko_tui.puzzles import PuzzleProgress
from rokoko_tui.saves.folder import SaveInfo
from rokoko_tui.settings.daily_deal import longest_streak, today
from rokoko_tui.settings.setups import OFFERED
from rokoko_tui.text import Words
from rokoko_tui.text.message_rendering import inside
from rokoko_tui.text.player_names import given_name
from rokoko_tui.text.safe_display import NO_BREAK_SPACE
from rokoko_tui.text.save_text import format_time, list_names, name_expansions
from rokoko_tui.text.wording import Wording, fit_inside, justify, measure, pad, wrap

MOST = 200
"""Most games that are listed."""
MOST_DAYS = 30
"""Most daily deals that are listed."""
BAR = 20
"""Width of the longest bar, in cells."""
FIGURES = 12
"""Width of the figures before a bar, in cells."""
SOURCE = 26
"""Width left before the figures, in cells."""
WON, LOST = "♛", "·"
REACHED, OPEN = "✓", "○"
CHART_ROWS = 6
"""Rows of a chart, by default."""
LEAST_GAMES = 3
"""Fewest games of a chart."""
BEYOND = 60
"""Rating points that the scale reaches beyond ratings and levels."""


class RecordLine(NamedTuple):
    """A line, the figures at its end or their forms, and its game if it is about one."""

    text: str
    right: str | Wording = ""
    heading: bool = False
    game: SaveInfo | None = None


def to_lines(record: Statistics, words: Words, now: datetime, width: int) -> Iterator[RecordLine]:
    """Yield all lines, with charts of at most ``width`` cells."""
    yield from progress_lines(record, words, now, width)
    yield from result_lines(record, words, now, width)


def progress_lines(
    record: Statistics, words: Words, now: datetime, width: int, rows: int = CHART_ROWS
) -> Iterator[RecordLine]:
    """Yield the summary, the rating, achievements and prestige over time, with charts of ``rows`` rows."""
    if not record.games:
        yield RecordLine(words.say("record.none"))
        return
    yield from _summary(record, words, now)
    yield from _rating(record, words, width, rows)
    yield from _achievements(record, words)
    yield from _prestige(record, words, width, rows)


def result_lines(record: Statistics, words: Words, now: datetime, width: int) -> Iterator[RecordLine]:
    """Yield best results, games won and prestige by source, what is counted separately, and all games."""
    if record.games:
        bar = min(BAR, width - SOURCE - FIGURES - 4)
        yield RecordLine(words.say("record.heading.tables"), heading=True)
        yield from (_table_line(table, score, words) for table, score in record.by_table.items())
        yield from _scores(record, words, bar)
        yield from _sources(record, words, bar)
    if record.daily:
        yield from _daily(record, words)
    if record.puzzles is not None:
        yield from _puzzles(record.puzzles, words)
    if record.apart:
        yield RecordLine(words.say("record.heading.apart"), heading=True)
        for reason in filter(record.apart.__contains__, ExcludedBecause):
            yield RecordLine(words.say(f"record.apart.{reason}", n=record.apart[reason]))
    if record.games:
        yield RecordLine(words.say("record.heading.games"), heading=True)
        for game in record.games[:MOST]:
            yield _game_line(game, words, now, width)
        if len(record.games) > MOST:
            yield RecordLine(words.say("record.more", n=len(record.games) - MOST))


def format_line(line: RecordLine, width: int) -> str:
    """Return the line as text with its figures right-aligned in ``width`` cells; without figures it may be several."""
    if line.heading:
        return f"◆ {line.text}"
    right = line.right if isinstance(line.right, str) else line.right.longest
    if not right:
        return "\n".join(f"  {part}" for part in wrap(line.text, width - 2)).replace(NO_BREAK_SPACE, " ")
    return f"  {justify(line.text, right, width - 2)}".rstrip()


def _rating(record: Statistics, words: Words, width: int, rows: int) -> Iterator[RecordLine]:
    yield RecordLine(words.say("record.heading.rating"), heading=True)
    if not record.ratings:
        yield RecordLine(words.say("record.unrated"))
        return
    now = record.ratings[-1]
    ends = {"number": round(now.rating), "least": round(now.low), "most": round(now.high), "n": round(now.games)}
    yield RecordLine(words.say_of("record.rating", ends))
    levels = [f"{words.level(level)} {words.number(LADDER[level])}" for level in OFFERED]
    yield RecordLine(words.say("record.method", n=WINDOW, names=levels))
    history = [rating.rating for rating in record.ratings]
    if len(history) >= LEAST_GAMES:
        rungs = {level: rating for level, rating in LADDER.items() if level in OFFERED or rating >= min(history)}
        ends_of_scale = [*rungs.values(), *history]
        labels = {float(rating): f"{words.level(level)} {words.number(rating)}" for level, rating in rungs.items()}
        scale = Scale(min(ends_of_scale) - BEYOND, max(ends_of_scale) + BEYOND, labels)
        yield from map(RecordLine, draw_columns(history, scale, width, rows))


def _achievements(record: Statistics, words: Words) -> Iterator[RecordLine]:
    yield RecordLine(words.say("record.heading.achievements"), heading=True)
    numbers = {Achievement.LANDSLIDE: LEAD, Achievement.HUNDRED: HIGH_SCORE}
    for achievement in Achievement:
        text = words.say_of(f"record.achievement.{achievement}", {"prestige": numbers.get(achievement)})
        feat = record.achievements.get(achievement)
        if feat is None:
            yield RecordLine(f"{OPEN} {text}")
        else:
            right = words.say("record.feat", n=feat.times, text=f"{feat.first.info.moment:%Y-%m-%d}")
            yield RecordLine(f"{REACHED} {text}", Wording(right, f"{feat.times} ×"), game=feat.first.info)


def _table_line(table: Table, score: TableScore, words: Words) -> RecordLine:
    text = words.say("record.table", n=table.players, name=name_expansions(table.expansions, words))
    values = {"won": score.won, "n": score.played}
    if score.best is None:
        return RecordLine(text, words.say_of("record.of", values))
    return RecordLine(
        text, words.say_of("record.of-best", {**values, "prestige": score.best.total}), game=score.best.info
    )


def _prestige(record: Statistics, words: Words, width: int, rows: int) -> Iterator[RecordLine]:
    finished = [game for game in reversed(record.games) if game.total is not None]
    totals = [game.total or 0 for game in finished]
    if len(totals) < LEAST_GAMES:
        return
    yield RecordLine(words.say("record.heading.prestige", text=WON), heading=True)
    highest = max(1, *totals)
    marks = "".join(WON if game.won else LOST for game in finished)
    scale = Scale(0, highest, {0: "  0", highest: f"{highest:>3}"})
    yield from map(RecordLine, draw_columns(totals, scale, width, rows, marks))


def _summary(record: Statistics, words: Words, now: datetime) -> Iterator[RecordLine]:
    yield RecordLine(words.say("record.won", n=len(record.games), number=record.won))
    if record.average is not None and record.best is not None:
        best = record.best
        names = [inside(opponent_name(opponent, words)) for opponent in best.opponents]
        values = {"prestige": best.total, "names": names, "text": format_time(best.info.moment, now, words)}
        yield RecordLine(words.say_of("record.best", values), game=best.info)
    if record.longest_streak > 1:
        yield RecordLine(words.say("record.in-a-row", n=record.longest_streak))
    if abs(record.streak) > 1:
        yield RecordLine(words.say(f"record.{'winning' if record.streak > 0 else 'losing'}", n=abs(record.streak)))
    if record.conceded:
        key = "conceded-only" if len(record.games) == 1 else "conceded"
        yield RecordLine(words.say_of(f"record.{key}", {"n": record.conceded}))
    if record.with_hints:
        key = "hints-only" if len(record.games) == 1 else "hints"
        yield RecordLine(words.say_of(f"record.{key}", {"n": record.with_hints}))


def _scores(record: Statistics, words: Words, bar: int) -> Iterator[RecordLine]:
    yield RecordLine(words.say("record.heading.strength"), heading=True)
    for strength, score in record.by_strength.items():
        yield RecordLine(strength_name(strength, words), _share(score, words, bar))
    yield RecordLine(words.say("record.heading.opponent"), heading=True)
    order = words.language.sort_key
    opponents = [(_opponent(opponent, words), score) for opponent, score in record.by_opponent.items()]
    for text, score in sorted(opponents, key=lambda line: (-line[1].played, -line[1].won, order(line[0]))):
        yield RecordLine(text, _share(score, words, bar))


def _opponent(opponent: Opponent, words: Words) -> str:
    name = opponent_name(opponent, words)
    return name if opponent.strength == DU_BARRY else f"{name} · {strength_name(opponent.strength, words)}"


def _daily(record: Statistics, words: Words) -> Iterator[RecordLine]:
    yield RecordLine(words.say("daily.heading"), heading=True)
    streak = count_streak(record.daily, today())
    yield RecordLine(words.say("daily.streak", n=streak, most=longest_streak(finished_days(record.daily))))
    for result in list(record.daily.values())[:MOST_DAYS]:
        yield RecordLine(result.day.isoformat(), describe_result(result, words), game=result.info)


def _puzzles(progress: PuzzleProgress, words: Words) -> Iterator[RecordLine]:
    if not progress.solved and not progress.earlier:
        return
    yield RecordLine(words.say("puzzle.heading"), heading=True)
    yield RecordLine(words.say("puzzle.record", n=progress.solved, most=progress.all))
    if progress.earlier:
        yield RecordLine(words.say("puzzle.earlier", n=progress.earlier))
    if progress.longest_streak:
        yield RecordLine(words.say("puzzle.streak", n=progress.streak, most=progress.longest_streak))


def _share(score: Score, words: Words, bar: int) -> str:
    return _with_bar(words.say("record.of", won=score.won, n=score.played), score.share, bar)


def _with_bar(figures: str, share: float, bar: int) -> str:
    return f"{figures:>{FIGURES}}  {pad('━' * round(bar * share), bar)}"


def _sources(record: Statistics, words: Words, bar: int) -> Iterator[RecordLine]:
    if record.average is None:
        return
    yield RecordLine(words.say("record.heading.sources"), heading=True)
    longest = max(record.sources.values(), default=1)
    for source, points in record.sources.items():
        yield RecordLine(
            words.score_source(source), _with_bar(words.decimal(points, 1), max(0.0, points / longest), bar)
        )
    yield RecordLine(words.say("record.average"), _with_bar(words.decimal(record.average, 1), 0, bar))


def _game_line(game: Played, words: Words, now: datetime, width: int) -> RecordLine:
    result = words.say("record.gave-up")
    if game.total is not None and game.place is not None:
        result = words.say("record.placed", place=game.place, prestige=game.total)
    opponents = [opponent_name(opponent, words) for opponent in game.opponents]

    def describe(names: str) -> str:
        text = words.say("record.with-hints", names=names) if game.summary.hints else names
        return f"{WON if game.won else LOST} {text}"

    text = fit_inside(describe, list_names(opponents, words), width - measure(result) - 1)
    right = f"{result}  {format_time(game.info.moment, now, words):>15}"
    return RecordLine(text, Wording(right, result), game=game.info)


def opponent_name(opponent: Opponent, words: Words) -> str:
    if opponent.strength == DU_BARRY:
        return words.say("pieces.name.du-barry")
    return given_name(words, opponent.name, is_bot=opponent.strength != PEOPLE)


def strength_name(strength: str, words: Words) -> str:
    if strength == DU_BARRY:
        return words.say("pieces.name.du-barry")
    if strength == PEOPLE:
        return words.say("record.people")
    return words.level(strength) if strength else words.say("record.no-level")


EIGHTHS = " ▁▂▃▄▅▆▇█"
WIDEST = 4
"""Most cells of a column and the gap after it."""
GUIDE = "┄"
"""Continues a labelled row behind the columns."""


class Scale(NamedTuple):
    """The scale of a chart: its ends, and the values with a label."""

    low: float
    high: float
    labels: Mapping[float, str]


def draw_columns(values: Sequence[float], scale: Scale, width: int, height: int, marks: str = "") -> list[str]:
    """Return the chart of the latest ``values`` that fit, in ``height`` rows of at most ``width`` cells.

    ``marks``, one cell for each value, are a further row below. Blanks do not break.
    """
    margin = max(map(len, scale.labels.values()), default=0)
    cells = max(1, width - margin - 2)
    step = max(1, min(WIDEST, cells // max(1, len(values))))
    shown = values[-(cells // step) :]
    eighths = [round((value - scale.low) / (scale.high - scale.low) * height * 8) for value in shown]
    labels = {_row(value, scale, height): label for value, label in scale.labels.items()}
    lines = []
    for row in reversed(range(height)):
        filler = GUIDE if row in labels else " "
        columns = [EIGHTHS[max(0, min(8, level - row * 8))].replace(" ", filler) for level in eighths]
        axis = "┤" if row in labels else "│"
        lines.append(pad(labels.get(row, ""), margin) + axis + "".join(_widen(sign, filler, step) for sign in columns))
    if marks:
        lines.append(" " * margin + "└" + "".join(_widen(sign, " ", step, 1) for sign in marks[-len(shown) :]))
    return [line.rstrip().replace(" ", NO_BREAK_SPACE) for line in lines]


def _row(value: float, scale: Scale, height: int) -> int:
    return min(height - 1, int((value - scale.low) / (scale.high - scale.low) * height))


def _widen(sign: str, filler: str, step: int, most: int = WIDEST) -> str:
    """Return a column of ``step`` cells that ends with a gap if there is space for one."""
    return (sign * min(most, max(1, step - 1))).ljust(step, filler)
