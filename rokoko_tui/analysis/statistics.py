"""Statistics of the player's games, computed from the saves.

Deleting a save removes its game. Forks, lessons and unfinished games are counted separately. A conceded game counts as
lost, without a score. A game with hints counts, and is marked.
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import date
from enum import StrEnum
from typing import NamedTuple, TypeVar

from rokoko_core.achievements import Achievement
from rokoko_core.bots import present_name
from rokoko_core.bots.ratings import Met, Rating, rate_against
from rokoko_core.play.game_summary import Summary
from rokoko_core.safe_text import fold_case
from rokoko_core.state import NOBODY
from rokoko_core.terms import Expansion, ScoreRow
from rokoko_tui.analysis.deal_results import DailyResult, collect_results
from rokoko_tui.puzzles import PuzzleProgress
from rokoko_tui.saves.folder import SaveInfo

SOURCES = tuple(ScoreRow)
PEOPLE, DU_BARRY = "people", "du-barry"
"""Values of ``Opponent.strength`` for opponents without a level."""
MOST_RATINGS = 200
"""Most games whose rating is computed."""


class ExcludedBecause(StrEnum):
    """Why a game is not part of the statistics."""

    LESSON = "lesson"
    FORK = "fork"
    """The game continued another one from the middle."""
    OTHERS = "others"
    """The save was copied from another person (``SaveInfo.is_others``)."""
    UNFINISHED = "unfinished"
    SEVERAL = "several"
    """Several people played, and none is marked as the owner."""
    UNREADABLE = "unreadable"
    """The file is damaged or was not read."""


class Opponent(NamedTuple):
    name: str
    """The name in the save; empty for Madame du Barry."""
    strength: str
    """A bot level, or ``PEOPLE`` or ``DU_BARRY``."""


Key = TypeVar("Key", str, Opponent)


@dataclass
class Score:
    """Number of games played and won against some opponents."""

    played: int = 0
    won: int = 0

    @property
    def share(self) -> float:
        """The share of games won, 0 to 1."""
        return self.won / self.played if self.played else 0.0


class Played(NamedTuple):
    info: SaveInfo
    summary: Summary
    won: bool
    conceded: bool
    total: int | None
    """Own prestige; None for a conceded game."""
    place: int | None
    opponents: tuple[Opponent, ...]


class Table(NamedTuple):
    """A kind of table: its number of players, 1 against Madame du Barry, and its expansions."""

    players: int
    expansions: frozenset[Expansion]


@dataclass
class TableScore(Score):
    """The games at one kind of table."""

    best: Played | None = None
    """The earliest of the games with the most prestige; None if all were conceded."""


class Feat(NamedTuple):
    """An achievement: the game it was first reached in, and the number of games with it."""

    first: Played
    times: int


@dataclass
class Statistics:
    """The statistics; ``games`` has the latest first."""

    games: list[Played] = field(default_factory=list)
    apart: Counter[ExcludedBecause] = field(default_factory=Counter)
    by_strength: dict[str, Score] = field(default_factory=dict)
    by_opponent: dict[Opponent, Score] = field(default_factory=dict)
    by_table: dict[Table, TableScore] = field(default_factory=dict)
    """By number of players, then of expansions."""
    achievements: dict[Achievement, Feat] = field(default_factory=dict)
    """Those reached in a game without hints, before its first end was undone."""
    ratings: list[Rating] = field(default_factory=list)
    """The rating after each of the latest rated games, the latest last."""
    sources: dict[ScoreRow, float] = field(default_factory=dict)
    """Average prestige by source in finished games, without sources that never scored."""
    daily: dict[date, DailyResult] = field(default_factory=dict)
    """The results of daily deals, the latest day first."""
    puzzles: PuzzleProgress | None = None
    """The solved puzzles; not computed from saves."""

    @property
    def won(self) -> int:
        return sum(game.won for game in self.games)

    @property
    def conceded(self) -> int:
        """Number of conceded games, which count as lost."""
        return sum(game.conceded for game in self.games)

    @property
    def with_hints(self) -> int:
        return sum(bool(game.summary.hints) for game in self.games)

    @property
    def average(self) -> float | None:
        """Average prestige of finished games; None without one."""
        totals = [game.total for game in self.games if game.total is not None]
        return sum(totals) / len(totals) if totals else None

    @property
    def best(self) -> Played | None:
        """The earliest of the games with the most prestige; None without a finished one."""
        return _find_best(self.games)

    @property
    def longest_streak(self) -> int:
        """The most games won in a row."""
        longest = current = 0
        for game in self.games:
            current = current + 1 if game.won else 0
            longest = max(longest, current)
        return longest

    @property
    def streak(self) -> int:
        """Number of latest games won in a row; negative for games lost."""
        if not self.games:
            return 0
        won = self.games[0].won
        count = next((n for n, game in enumerate(self.games) if game.won is not won), len(self.games))
        return count if won else -count


def compute_statistics(saves: Collection[SaveInfo]) -> Statistics:
    """Compute the statistics of ``saves``, which are sorted by time, the latest first."""
    record = Statistics(daily=collect_results(info for info in saves if not info.is_others))
    for info in saves:
        summary = info.summary
        reason = reason_to_exclude(info)
        if reason is not None or summary is None:
            record.apart[reason or ExcludedBecause.UNREADABLE] += 1
        else:
            record.games.append(_to_played(info, summary))
    spellings: dict[Opponent, Opponent] = {}
    for game in record.games:
        _count(record, game, spellings)
    record.by_strength = _sort_by_games(record.by_strength)
    record.by_opponent = _sort_by_games(record.by_opponent)
    record.by_table = _count_tables(record.games)
    record.achievements = _collect_achievements(record.games)
    rated = [pairs for game in reversed(record.games) if (pairs := rated_pairs(game.summary))]
    record.ratings = rating_history(rated, MOST_RATINGS)
    record.sources = _averages(record.games)
    return record


def reason_to_exclude(info: SaveInfo) -> ExcludedBecause | None:
    """Return why a game is counted separately; None for one that counts."""
    summary = info.summary
    if summary is None or info.error is not None:
        return ExcludedBecause.UNREADABLE
    if summary.origin in (ExcludedBecause.LESSON, ExcludedBecause.FORK):
        return ExcludedBecause(summary.origin)
    if summary.own == NOBODY:
        return ExcludedBecause.SEVERAL
    if info.is_others:
        return ExcludedBecause.OTHERS
    if not summary.finished and not summary.conceded:
        return ExcludedBecause.UNFINISHED
    return None


def _to_played(info: SaveInfo, summary: Summary) -> Played:
    scored = bool(summary.ranks) and not summary.conceded
    place = summary.ranks[summary.own] if scored else None
    total = summary.totals[summary.own] if scored else None
    return Played(info, summary, place == 1, summary.conceded, total, place, tuple(_opponents(summary)))


def _opponents(summary: Summary) -> Iterator[Opponent]:
    players = summary.setup.players
    for number, seat in enumerate(players):
        if number != summary.own:
            yield Opponent(seat.name, PEOPLE if seat.kind == "human" else seat.level or "")
    if len(players) == 1:
        yield Opponent("", DU_BARRY)


def _count(record: Statistics, game: Played, spellings: dict[Opponent, Opponent]) -> None:
    """Count ``game``; ``spellings`` has the latest spelling of each opponent's name."""
    folded = {opponent._replace(name=fold_case(opponent.name.strip())): opponent for opponent in game.opponents}
    opponents = {spellings.setdefault(key, opponent) for key, opponent in folded.items()}
    scores = [record.by_strength.setdefault(strength, Score()) for strength in {o.strength for o in game.opponents}]
    scores += [record.by_opponent.setdefault(opponent, Score()) for opponent in opponents]
    for score in scores:
        score.played, score.won = score.played + 1, score.won + game.won


def _sort_by_games(scores: dict[Key, Score]) -> dict[Key, Score]:
    return dict(sorted(scores.items(), key=lambda item: (-item[1].played, -item[1].won, str(item[0]))))


def _find_best(games: Sequence[Played]) -> Played | None:
    """Return the earliest of ``games`` with the most prestige; None without a finished one."""
    finished = [game for game in reversed(games) if game.total is not None]
    return max(finished, key=lambda game: game.total or 0, default=None)


def _count_tables(games: Sequence[Played]) -> dict[Table, TableScore]:
    tables = defaultdict[Table, list[Played]](list)
    for game in games:
        setup = game.summary.setup
        tables[Table(len(setup.players), setup.expansions)].append(game)
    return {
        table: TableScore(len(tables[table]), sum(game.won for game in tables[table]), _find_best(tables[table]))
        for table in sorted(tables, key=lambda table: (table.players, len(table.expansions), sorted(table.expansions)))
    }


def _collect_achievements(games: Sequence[Played]) -> dict[Achievement, Feat]:
    feats: dict[Achievement, Feat] = {}
    for game in reversed(games):
        first = game.summary.first_result
        if first is not None and not first.hints:
            for achievement in first.achievements:
                earliest, count = feats.get(achievement, Feat(game, 0))
                feats[achievement] = Feat(earliest, count + 1)
    return {achievement: feats[achievement] for achievement in Achievement if achievement in feats}


def _averages(games: list[Played]) -> dict[ScoreRow, float]:
    finished = [game.summary.sources for game in games if game.total is not None and game.summary.sources]
    if not finished:
        return {}
    sums = [sum(column) for column in zip(*finished, strict=True)]
    return {source: total / len(finished) for source, total in zip(SOURCES, sums, strict=True) if total}


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
