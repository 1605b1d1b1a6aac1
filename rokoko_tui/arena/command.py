"""The arena on the command line: plays tournaments among automatic players and tells how they went.

Results are kept in a file, one line each, as they come in. A tournament that was interrupted goes on where it stopped.
"""

from argparse import Namespace
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor
from contextlib import ExitStack, closing, suppress
from pathlib import Path
from typing import BinaryIO

import msgspec
from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, ProgressColumn, Task, TimeRemainingColumn
from rich.table import Table
from rich.text import Text

from rokoko_core.bots.arena import (
    InvalidMatches,
    Match,
    Place,
    Result,
    Share,
    by_seat,
    by_turn_order,
    check,
    matches,
    run,
    standings,
)
from rokoko_core.bots.evaluation import EVALUATION
from rokoko_core.terms import Expansion, ScoreRow
from rokoko_tui.arena.executors import executor, interruption
from rokoko_tui.session.launch import INTERRUPTED, Refused, wrong_use
from rokoko_tui.session.saves import Held, hold
from rokoko_tui.session.settings import Settings, components_of
from rokoko_tui.words import Words, words_of

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
            raise Refused(f"{path}: another arena is writing its results there.") from held
        except OSError as error:
            self.close()
            raise Refused(f"{path}: the results cannot be kept there ({error.strerror}).") from error
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
            raise Refused(f"{path}: it holds {_other(known, self.line_up)}; name another file.")
        self._file.truncate(size)

    def add(self, result: Result) -> None:
        """Keep ``result``. Raises ``Refused`` when the disk does not take it."""
        self.results.append(result)
        try:
            self._write(result)
        except OSError as error:
            raise Refused(f"a result could not be written ({error.strerror}); those before it are kept.") from error

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
        raise Refused(f"{path}: it cannot be read ({error.strerror}).") from error
    whole = data[: data.rfind(b"\n") + 1]
    first, *others = whole.splitlines() or [b""]
    try:
        line_up = msgspec.json.decode(first, type=LineUp)
        results = [msgspec.json.decode(line, type=Result) for line in others]
    except msgspec.DecodeError as error:
        raise Refused(f"{path}: it holds no results of the arena.") from error
    if line_up.arena != VERSION:
        raise Refused(f"{path}: its results are of version {line_up.arena}, and this program reads {VERSION}.")
    return line_up, results, len(whole)


def told(line_up: LineUp) -> str:
    """What a tournament is about, as the options that make it."""
    expansions = f" --expansions {','.join(line_up.expansions)}" if line_up.expansions else ""
    if set(line_up.expansions) == set(Expansion):
        expansions = " --expansions all"
    return f"--seats {','.join(line_up.levels)}{expansions} --seed {line_up.seed}"


def _other(known: LineUp, wanted: LineUp) -> str:
    """How the results of ``known`` differ from those of ``wanted``."""
    if told(known) != told(wanted):
        return f"the results of another tournament ({told(known)})"
    return "results of this tournament with other figures or by players that weigh things otherwise"


# ---- the command


def arena(options: Namespace, settings: Settings) -> int:
    """Play a tournament, or write the report of some."""
    if options.report is not None:
        from rokoko_tui.arena.page import write_report

        return write_report(options.report, options.results)
    if options.results:
        raise wrong_use("files of results are read for --report only.")
    if options.seats is None:
        raise wrong_use("say who plays: --seats master,journeyman.")
    line_up = _line_up(options, settings)
    if options.jobs < 1:
        raise wrong_use("--jobs: at least one game at a time is needed.")
    ledger = Ledger(options.out, line_up)
    jobs = min(options.jobs, options.games)
    # After the second Ctrl+C, what is done is told as after the first.
    with (
        closing(ledger),
        suppress(KeyboardInterrupt),
        interruption() as interrupted,
        executor(options.scheduler, jobs) as (pool, at_once),
    ):
        _played(ledger, options.games, pool, at_once, interrupted)
    if not ledger.results:
        return INTERRUPTED
    console = Console(highlight=False)
    for line in tables(ledger.results, line_up.levels, words_of(settings.edition)):
        console.print(line)
    return 0 if len(ledger.results) >= options.games else INTERRUPTED


def _line_up(options: Namespace, settings: Settings) -> LineUp:
    from rokoko_tui.command_line.commands import expansions_named, listed

    levels = listed(options.seats)
    try:
        check(levels, options.games, options.seed)
    except InvalidMatches as error:
        why = words_of(settings.edition).invalid_matches(error)
        raise wrong_use(f"no tournament can be held: {why}.") from error
    components = components_of(settings)
    expansions = tuple(sorted(expansions_named(options.expansions)))
    weights = EVALUATION.weights.digest
    return LineUp(VERSION, tuple(levels), options.seed, expansions, components.name, components.digest, weights)


def _played(ledger: Ledger, games: int, pool: Executor, at_once: int, interrupted: Callable[[], bool]) -> None:
    done = {result.match for result in ledger.results}
    wanted = [match for match in ledger.line_up.matches(games) if match not in done]
    console = Console(stderr=True)
    columns = (_Doing(interrupted), BarColumn(20), MofNCompleteColumn(), TimeRemainingColumn())
    quiet = not console.is_terminal
    with Progress(*columns, console=console, disable=quiet, speed_estimate_period=PACE) as progress:
        bar = progress.add_task("Games", total=games, completed=games - len(wanted))
        for result in run(wanted, pool, at_once, interrupted):
            ledger.add(result)
            progress.advance(bar)


class _Doing(ProgressColumn):
    """What the arena is doing: an interruption shows at once, though the next result may take its time."""

    def __init__(self, interrupted: Callable[[], bool]):
        super().__init__()
        self._interrupted = interrupted

    def render(self, task: Task) -> Text:
        return Text("Finishing the games under way" if self._interrupted() else "Games")


# ---- the result table


def tables(results: list[Result], levels: Sequence[str], words: Words) -> Iterator[Table]:
    """How the ``levels`` fared, where their prestige came from, and whether it mattered who began or sat where."""
    found = standings(results, levels)
    wins = _table("", f"{_counted(len(results), 'game')}, {told_seats(results)}", *(s.level for s in found))
    wins.add_row("seats at the table", *(str(s.seats) for s in found))
    wins.add_row("wins", *(percent(s.wins.share) for s in found))
    wins.add_row("95% interval", *(between(s.wins) for s in found))
    wins.add_row("mean score", *(f"{s.score:.1f}" for s in found))
    wins.add_row("ms a turn: mean", *(f"{s.time[0]:.0f}" for s in found))
    wins.add_row("95% take at most", *(str(s.time[1]) for s in found))
    wins.add_row("longest", *(str(s.time[2]) for s in found))
    yield wins
    rows = _table("source", "Mean prestige of a seat", *(s.level for s in found))
    for source in ScoreRow:
        if any(s.rows[source] for s in found):
            rows.add_row(words.score_source(source), *(f"{s.rows[source]:.1f}" for s in found))
    yield rows
    if len(results[0].seats) > 1:
        yield _places("turn order in round 1", "Whoever began", by_turn_order(results))
        yield _places("seat", "Whoever sat there", by_seat(results))


def _places(first: str, title: str, places: Sequence[Place]) -> Table:
    table = _table(first, title, "wins", "95% interval", "mean score")
    for n, place in enumerate(places, 1):
        table.add_row(f"{n}.", percent(place.wins.share), between(place.wins), f"{place.score:.1f}")
    return table


def _table(first: str, title: str, *columns: str) -> Table:
    table = Table(title=title, title_justify="left", box=SIMPLE_HEAD)
    table.add_column(first)
    for column in columns:
        table.add_column(column, justify="right")
    return table


def told_seats(results: list[Result]) -> str:
    """The seats and expansions of ``results``, in a few words."""
    match = results[0].match
    expansions = ", ".join(sorted(match.expansions)) or "base game"
    first = min(result.match.seed for result in results)
    return f"{_counted(len(match.levels), 'seat')}, {expansions}, seeds from {first}"


def _counted(n: int, what: str) -> str:
    return f"{n} {what}" if n == 1 else f"{n} {what}s"


def percent(share: float) -> str:
    """``65.0%``."""
    return f"{100 * share:.1f}%"


def between(share: Share) -> str:
    """``60.2 to 69.5%``."""
    return f"{100 * share.low:.1f} to {100 * share.high:.1f}%"
