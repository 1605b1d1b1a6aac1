"""The arena on the command line: plays tournaments among automatic players and tells how they went.

Results are kept in a file, one line each, as they come in. A tournament that was interrupted goes on where it stopped.
"""

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor
from contextlib import ExitStack, closing, suppress
from pathlib import Path
from typing import BinaryIO, NamedTuple

import msgspec
from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, ProgressColumn, Task, TimeRemainingColumn
from rich.table import Table
from rich.text import Text

from rokoko_core.bots.arena import Match, Place, Result, Share, by_seat, by_turn_order, matches, run, standings
from rokoko_core.bots.evaluation import EVALUATION
from rokoko_core.terms import Expansion, ScoreRow
from rokoko_tui.arena.executors import executor, interruption
from rokoko_tui.session.launch import INTERRUPTED, Refused
from rokoko_tui.session.lock import Held, hold
from rokoko_tui.session.settings import Settings, components_of
from rokoko_tui.words import Vocabulary, Words

VERSION = 1
"""Of the form of a result file."""
PACE = 3600
"""Seconds back to which games are counted to tell the time left; a game among masters takes half a minute."""


class LineUp(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a tournament is about: the first line of a result file."""

    arena: int
    levels: tuple[str, ...]
    seed: int
    expansions: tuple[Expansion, ...]
    components: str
    digest: str
    """Of the component set."""
    weights: str
    """Digest of what the players think things are worth: others would play otherwise."""

    def matches(self, games: int) -> list[Match]:
        """The first ``games`` matches."""
        return matches(self.levels, games, self.seed, frozenset(self.expansions), self.components)


class Ledger:
    """The result file of a tournament; without a path nothing is kept. Raises ``Refused`` for one of another."""

    def __init__(self, path: Path | None, line_up: LineUp):
        self.line_up = line_up
        self.results: list[Result] = []
        self._file: BinaryIO | None = None
        self._open = ExitStack()
        if path is None:
            return
        try:
            self._begin(path)
        except Held as held:
            self.close()
            raise Refused("refused.ledger-held", path=str(path)) from held
        except OSError as error:
            self.close()
            raise Refused("refused.ledger", path=str(path), reason=error) from error
        except Refused:
            self.close()
            raise

    def _begin(self, path: Path) -> None:
        self._file = self._open.enter_context(path.open("ab"))
        if path.is_file():
            self._open.enter_context(hold(path))
        if not path.stat().st_size:
            self._write(self.line_up)
            return
        known, self.results, size = read_results(path)
        if known != self.line_up:
            raise _other(path, known, self.line_up)
        self._file.truncate(size)

    def add(self, result: Result) -> None:
        """Keep ``result``. Raises ``Refused`` when the disk does not take it."""
        self.results.append(result)
        try:
            self._write(result)
        except OSError as error:
            raise Refused("refused.result", reason=error) from error

    def _write(self, line: msgspec.Struct) -> None:
        if self._file is not None:
            self._file.write(msgspec.json.encode(line, order="sorted") + b"\n")
            self._file.flush()

    def close(self) -> None:
        """Close the file, and let others write it."""
        self._open.close()


def read_results(path: Path) -> tuple[LineUp, list[Result], int]:
    """(what the tournament is about, its results, size of the sound part in bytes) of the file at ``path``.

    A torn last line is left out. Raises ``Refused`` for a file that holds anything else.
    """
    try:
        data = path.read_bytes()
    except OSError as error:
        raise Refused("refused.unreadable", path=str(path), reason=error) from error
    whole = data[: data.rfind(b"\n") + 1]
    first, *others = whole.splitlines() or [b""]
    try:
        line_up = msgspec.json.decode(first, type=LineUp)
        results = [msgspec.json.decode(line, type=Result) for line in others]
    except msgspec.DecodeError as error:
        raise Refused("refused.not-results", path=str(path)) from error
    if line_up.arena != VERSION:
        raise Refused("refused.results-version", path=str(path), n=line_up.arena, most=VERSION)
    return line_up, results, len(whole)


def told(line_up: LineUp) -> str:
    """What a tournament is about, as the options that make it."""
    expansions = f" --expansions {','.join(line_up.expansions)}" if line_up.expansions else ""
    if set(line_up.expansions) == set(Expansion):
        expansions = " --expansions all"
    return f"--seats {','.join(line_up.levels)}{expansions} --seed {line_up.seed}"


def _other(path: Path, known: LineUp, wanted: LineUp) -> Refused:
    """How the results of ``known`` at ``path`` differ from those of ``wanted``."""
    if told(known) != told(wanted):
        return Refused("refused.other-tournament", path=str(path), what=told(known))
    return Refused("refused.other-figures", path=str(path))


# ---- the command


class Wanted(NamedTuple):
    """How a tournament is to be played."""

    games: int
    jobs: int
    """Games at the same time, on this machine."""
    out: Path | None = None
    """Where results are kept."""
    scheduler: str | None = None
    """Address of the cluster to play on."""


def arena(line_up: LineUp, wanted: Wanted, words: Words) -> int:
    """Play the first games of ``line_up``, as many as are ``wanted``, and print how they went; the exit code."""
    ledger = Ledger(wanted.out, line_up)
    jobs = min(wanted.jobs, wanted.games)
    # After the second Ctrl+C, what is done is told as after the first.
    with (
        closing(ledger),
        suppress(KeyboardInterrupt),
        interruption() as interrupted,
        executor(wanted.scheduler, jobs) as (pool, at_once),
    ):
        _played(ledger, wanted.games, pool, at_once, interrupted, words)
    if not ledger.results:
        return INTERRUPTED
    console = Console(highlight=False, markup=False)
    for line in tables(ledger.results, line_up.levels, words):
        console.print(line)
    return 0 if len(ledger.results) >= wanted.games else INTERRUPTED


def line_up_of(levels: Sequence[str], seed: int, expansions: frozenset[Expansion], settings: Settings) -> LineUp:
    """The tournament of ``levels`` with the component set and weights in use."""
    components = components_of(settings)
    weights = EVALUATION.weights.digest
    return LineUp(VERSION, tuple(levels), seed, tuple(sorted(expansions)), components.name, components.digest, weights)


def _played(
    ledger: Ledger, games: int, pool: Executor, at_once: int, interrupted: Callable[[], bool], words: Words
) -> None:
    done = {result.match for result in ledger.results}
    wanted = [match for match in ledger.line_up.matches(games) if match not in done]
    console = Console(stderr=True, markup=False)
    columns = (_Doing(interrupted, words), BarColumn(20), MofNCompleteColumn(), TimeRemainingColumn())
    quiet = not console.is_terminal
    with Progress(*columns, console=console, disable=quiet, speed_estimate_period=PACE) as progress:
        bar = progress.add_task(words.say("arena.games"), total=games, completed=games - len(wanted))
        for result in run(wanted, pool, at_once, interrupted):
            ledger.add(result)
            progress.advance(bar)


class _Doing(ProgressColumn):
    """What the arena is doing: an interruption shows at once, though the next result may take its time."""

    def __init__(self, interrupted: Callable[[], bool], words: Words):
        super().__init__()
        self._interrupted = interrupted
        self._words = words

    def render(self, task: Task) -> Text:
        return Text(self._words.say("arena.finishing" if self._interrupted() else "arena.games"))


# ---- the result table


def tables(results: list[Result], levels: Sequence[str], words: Words) -> Iterator[Table]:
    """How the ``levels`` fared, where their prestige came from, and whether it mattered who began or sat where."""
    found = standings(results, levels)
    wins = _table("", told_games(results, words), *(s.level for s in found))
    wins.add_row(words.say("arena.row.seats"), *(str(s.seats) for s in found))
    wins.add_row(words.say("arena.row.wins"), *(percent(s.wins.share, words) for s in found))
    wins.add_row(words.say("arena.row.interval"), *(between(s.wins, words) for s in found))
    wins.add_row(words.say("arena.row.score"), *(words.number(s.score) for s in found))
    wins.add_row(words.say("arena.row.time"), *(f"{s.time[0]:.0f}" for s in found))
    wins.add_row(words.say("arena.row.most"), *(str(s.time[1]) for s in found))
    wins.add_row(words.say("arena.row.longest"), *(str(s.time[2]) for s in found))
    yield wins
    rows = _table(words.say("arena.row.source"), words.say("arena.sources"), *(s.level for s in found))
    for source in ScoreRow:
        if any(s.rows[source] for s in found):
            rows.add_row(words.score_source(source), *(words.number(s.rows[source]) for s in found))
    yield rows
    if len(results[0].seats) > 1:
        yield _places("order", by_turn_order(results), words)
        yield _places("seat", by_seat(results), words)


def _places(key: str, places: Sequence[Place], words: Words) -> Table:
    columns = (words.say(f"arena.row.{column}") for column in ("wins", "interval", "score"))
    table = _table(words.say(f"arena.row.{key}"), words.say(f"arena.places.{key}"), *columns)
    for n, place in enumerate(places, 1):
        table.add_row(f"{n}.", percent(place.wins.share, words), between(place.wins, words), words.number(place.score))
    return table


def _table(first: str, title: str, *columns: str) -> Table:
    table = Table(title=title, title_justify="left", box=SIMPLE_HEAD)
    table.add_column(first)
    for column in columns:
        table.add_column(column, justify="right")
    return table


def told_games(results: list[Result], words: Words) -> str:
    """How many games ``results`` are of, their seats and expansions, in a few words."""
    match = results[0].match
    return words.say(
        "arena.title",
        n=len(results),
        seats=len(match.levels),
        options=sorted(map(str, match.expansions)) or words.say("arena.base-game"),
        seed=min(result.match.seed for result in results),
    )


def percent(share: float, words: Vocabulary) -> str:
    """``65.0%``."""
    return words.say("arena.percent", share=100 * share)


def between(share: Share, words: Vocabulary) -> str:
    """``60.2 to 69.5%``."""
    return words.say("arena.interval", least=100 * share.low, most=100 * share.high)
