"""The statistics as lines for the screen, for printing and for copying."""

from collections.abc import Iterator
from datetime import datetime
from typing import NamedTuple

from rokoko_tui.analysis.daily_results import count_streak, describe_result, longest_streak
from rokoko_tui.analysis.statistics import DU_BARRY, PEOPLE, ExcludedBecause, Opponent, Played, Score, Statistics
from rokoko_tui.saves.folder import SaveInfo
from rokoko_tui.settings.daily_deal import today
from rokoko_tui.text import Words
from rokoko_tui.text.cells import justify, pad
from rokoko_tui.text.message_rendering import inside
from rokoko_tui.text.player_names import given_name
from rokoko_tui.text.save_text import format_time

MOST = 200
"""Most games that are listed."""
MOST_DAYS = 30
"""Most daily deals that are listed."""
BAR = 20
"""Width of the longest bar, in cells."""
FIGURES = 12
"""Width of the figures before a bar, in cells."""
WON, LOST = "♛", "·"


class RecordLine(NamedTuple):
    """A line, the figures at its end, and its game if it is about one."""

    text: str
    right: str = ""
    heading: bool = False
    game: SaveInfo | None = None


def to_lines(record: Statistics, words: Words, now: datetime) -> Iterator[RecordLine]:
    if not record.games:
        yield RecordLine(words.say("record.none"))
    else:
        yield from _summary(record, words, now)
        yield from _scores(record, words)
        yield from _sources(record, words)
    if record.daily:
        yield from _daily(record, words)
    if record.puzzles[0]:
        yield RecordLine(words.say("puzzle.heading"), heading=True)
        yield RecordLine(words.say("puzzle.record", n=record.puzzles[0], most=record.puzzles[1]))
    if record.apart:
        yield RecordLine(words.say("record.heading.apart"), heading=True)
        for reason in filter(record.apart.__contains__, ExcludedBecause):
            yield RecordLine(words.say(f"record.apart.{reason}", n=record.apart[reason]))
    if record.games:
        yield RecordLine(words.say("record.heading.games"), heading=True)
        for game in record.games[:MOST]:
            yield _game_line(game, words, now)
        if len(record.games) > MOST:
            yield RecordLine(words.say("record.more", n=len(record.games) - MOST))


def format_line(line: RecordLine, width: int) -> str:
    """Return the line as text with its figures right-aligned in ``width`` cells."""
    if line.heading:
        return f"◆ {line.text}"
    if not line.right:
        return f"  {line.text}"
    return f"  {justify(line.text, line.right, width - 2)}".rstrip()


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


def _scores(record: Statistics, words: Words) -> Iterator[RecordLine]:
    yield RecordLine(words.say("record.heading.strength"), heading=True)
    for strength, score in record.by_strength.items():
        yield RecordLine(strength_name(strength, words), _share(score, words))
    yield RecordLine(words.say("record.heading.opponent"), heading=True)
    order = words.language.sort_key
    opponents = [(_opponent(opponent, words), score) for opponent, score in record.by_opponent.items()]
    for text, score in sorted(opponents, key=lambda line: (-line[1].played, -line[1].won, order(line[0]))):
        yield RecordLine(text, _share(score, words))


def _opponent(opponent: Opponent, words: Words) -> str:
    name = opponent_name(opponent, words)
    return name if opponent.strength == DU_BARRY else f"{name} · {strength_name(opponent.strength, words)}"


def _daily(record: Statistics, words: Words) -> Iterator[RecordLine]:
    yield RecordLine(words.say("daily.heading"), heading=True)
    streak = count_streak(record.daily, today())
    yield RecordLine(words.say("daily.streak", n=streak, most=longest_streak(record.daily)))
    for result in list(record.daily.values())[:MOST_DAYS]:
        yield RecordLine(result.day.isoformat(), describe_result(result, words), game=result.info)


def _share(score: Score, words: Words) -> str:
    return _with_bar(words.say("record.of", won=score.won, n=score.played), score.share)


def _with_bar(figures: str, share: float) -> str:
    return f"{figures:>{FIGURES}}  {pad('━' * round(BAR * share), BAR)}"


def _sources(record: Statistics, words: Words) -> Iterator[RecordLine]:
    if record.average is None:
        return
    yield RecordLine(words.say("record.heading.sources"), heading=True)
    longest = max(record.sources.values(), default=1)
    for source, points in record.sources.items():
        yield RecordLine(words.score_source(source), _with_bar(words.decimal(points, 1), max(0.0, points / longest)))
    yield RecordLine(words.say("record.average"), _with_bar(words.decimal(record.average, 1), 0))


def _game_line(game: Played, words: Words, now: datetime) -> RecordLine:
    names = words.listed([opponent_name(opponent, words) for opponent in game.opponents])
    if game.summary.hints:
        names = words.say("record.with-hints", names=names)
    result = words.say("record.gave-up")
    if game.total is not None and game.place is not None:
        result = words.say("record.placed", place=game.place, prestige=game.total)
    moment = format_time(game.info.moment, now, words)
    return RecordLine(f"{WON if game.won else LOST} {names}", f"{result}  {moment:>15}", game=game.info)


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
