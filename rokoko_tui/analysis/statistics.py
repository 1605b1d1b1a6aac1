"""A record of one's own games, made of what the index knows about the saves: nothing is kept beside them.

Deleting a save takes its game out of the record. What would flatter or blur it is counted apart: games played on from
the midst of another, the game that teaches, games with hints, and games that were left in the middle. A game that was
given up counts as lost, without a score.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from enum import StrEnum
from typing import NamedTuple, TypeVar

from rokoko_core.state import NOBODY
from rokoko_core.terms import ScoreRow
from rokoko_tui.saves.index import Summary
from rokoko_tui.saves.library import SaveInfo

SOURCES = tuple(ScoreRow)
PEOPLE, DU_BARRY = "people", "du-barry"
"""Stand in the place of a strength for opponents that have none."""


class Apart(StrEnum):
    """Why a game is counted apart."""

    LESSON = "lesson"
    """It teaches the game."""
    FORK = "fork"
    """It was played on from the midst of another."""
    HINTS = "hints"
    """Hints were taken."""
    UNFINISHED = "unfinished"
    """Nobody knows yet how it ends."""
    SEVERAL = "several"
    """Several people sat at one table, and none of them is said to be who keeps the games."""
    UNREADABLE = "unreadable"
    """The file is damaged, or nobody has looked into it."""


class Opponent(NamedTuple):
    """Somebody one has played against."""

    name: str
    """As it stands in the save; empty for Madame du Barry."""
    strength: str
    """The level of an automatic player, or ``PEOPLE`` or ``DU_BARRY``."""


Key = TypeVar("Key", str, Opponent)


@dataclass
class Score:
    """How often one has played in some company, and won."""

    played: int = 0
    won: int = 0

    @property
    def share(self) -> float:
        """Games won of those played, 0 to 1."""
        return self.won / self.played if self.played else 0.0


class Played(NamedTuple):
    """One game of the record."""

    info: SaveInfo
    summary: Summary
    won: bool
    conceded: bool
    total: int | None
    """Own prestige; None for a game given up."""
    place: int | None
    opponents: tuple[Opponent, ...]


@dataclass
class Record:
    """What is known of one's own games; ``games`` has the last one first."""

    games: list[Played] = field(default_factory=list)
    apart: Counter[Apart] = field(default_factory=Counter)
    by_strength: dict[str, Score] = field(default_factory=dict)
    by_opponent: dict[Opponent, Score] = field(default_factory=dict)
    sources: dict[ScoreRow, float] = field(default_factory=dict)
    """Prestige by source in a game finished, on an average; the sources that ever brought some."""

    @property
    def won(self) -> int:
        """Games won."""
        return sum(game.won for game in self.games)

    @property
    def conceded(self) -> int:
        """Games given up; they count as lost."""
        return sum(game.conceded for game in self.games)

    @property
    def average(self) -> float | None:
        """Own prestige in a game finished; None before there is one."""
        totals = [game.total for game in self.games if game.total is not None]
        return sum(totals) / len(totals) if totals else None

    @property
    def best(self) -> Played | None:
        """The game with the most prestige, the first with it; None before one is finished."""
        finished = [game for game in reversed(self.games) if game.total is not None]
        return max(finished, key=lambda game: game.total or 0, default=None)

    @property
    def longest_streak(self) -> int:
        """The most games won one after the other."""
        longest = here = 0
        for game in self.games:
            here = here + 1 if game.won else 0
            longest = max(longest, here)
        return longest

    @property
    def streak(self) -> int:
        """Games won in a row up to now; below zero for games lost."""
        if not self.games:
            return 0
        won = self.games[0].won
        count = next((n for n, game in enumerate(self.games) if game.won is not won), len(self.games))
        return count if won else -count


def record_of(saves: Iterable[SaveInfo]) -> Record:
    """The record of ``saves``, which come with the one played last first."""
    record = Record()
    for info in saves:
        summary = info.summary
        reason = why_apart(info)
        if reason is not None or summary is None:
            record.apart[reason or Apart.UNREADABLE] += 1
        else:
            record.games.append(_played(info, summary))
    for game in record.games:
        _count(record, game)
    record.by_strength = _most_first(record.by_strength)
    record.by_opponent = _most_first(record.by_opponent)
    record.sources = _averages(record.games)
    return record


def why_apart(info: SaveInfo) -> Apart | None:
    """Why a game is counted apart; None for one that counts."""
    summary = info.summary
    if summary is None or info.error is not None:
        return Apart.UNREADABLE
    if summary.origin in (Apart.LESSON, Apart.FORK):
        return Apart(summary.origin)
    if summary.own == NOBODY:
        return Apart.SEVERAL
    if not summary.finished and not summary.conceded:
        return Apart.UNFINISHED
    return Apart.HINTS if summary.hints else None


def _played(info: SaveInfo, summary: Summary) -> Played:
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


def _count(record: Record, game: Played) -> None:
    for strength in {opponent.strength for opponent in game.opponents}:
        score = record.by_strength.setdefault(strength, Score())
        score.played, score.won = score.played + 1, score.won + game.won
    for opponent in set(game.opponents):
        score = record.by_opponent.setdefault(opponent, Score())
        score.played, score.won = score.played + 1, score.won + game.won


def _most_first(scores: dict[Key, Score]) -> dict[Key, Score]:
    return dict(sorted(scores.items(), key=lambda item: (-item[1].played, -item[1].won, str(item[0]))))


def _averages(games: list[Played]) -> dict[ScoreRow, float]:
    finished = [game.summary.sources for game in games if game.total is not None and game.summary.sources]
    if not finished:
        return {}
    sums = [sum(column) for column in zip(*finished, strict=True)]
    return {source: total / len(finished) for source, total in zip(SOURCES, sums, strict=True) if total}
