"""The scan of a save folder: summaries from the index at once, the other saves read one by one.

A scan can be cancelled between two files.
"""

import os
import re
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from pathlib import Path
from time import monotonic

from rokoko_core.files import open_regular
from rokoko_core.safe_text import fold_case
from rokoko_core.state import NOBODY, Setup
from rokoko_tui.saves.folder import Findings, SaveInfo, games_with_terms, list_folder, look_into
from rokoko_tui.saves.index import Index

AT_ONCE = 8
"""Number of latest unknown saves that ``latest`` reads in order, even if they look finished."""
LAST_FEW = 5
"""Number of latest saves offered in the palette, and of unknown ones read for the last setup."""
LARGE = 512 * 1024
"""Bytes above which a save is not scanned; a game of 5 players has under 200,000."""
Stopped = Callable[[], bool]
"""Called before each file; True cancels the scan."""
_WRITE_INTERVAL = 10.0
"""Seconds between two writes of the index during a scan."""
_HEADER = 4096
"""Most bytes of a header that are searched for a seed."""
_TAIL = 512
_LAST_ACTIONS = (b'"end-turn"', b'"reveal-barry"', b'"redo"')
"""Entries that can be the last of a finished game."""


def never_stop() -> bool:
    """Never cancel the scan."""
    return False


class SaveScanner:
    """The saves of ``folder`` and what is known about them."""

    def __init__(self, folder: Path, name: str = "") -> None:
        self.folder = folder
        self.name = name
        """The name of the folder's owner; may be empty."""
        self.saves: list[SaveInfo] = []
        """The saves at the last listing, the latest first."""
        self._index = Index(folder)
        self._written_at = monotonic()

    def list_saves(self) -> list[SaveInfo]:
        """List the folder again, without opening a file."""
        self.saves = list_folder(self.folder)
        for info in self.saves:
            summary = self._index.find(info.name, info.size, info.last_change)
            if summary is not None:
                info.findings = Findings(summary, None)
        return self.saves

    def _look_into(self, info: SaveInfo) -> Findings:
        findings = look_into(info.path)
        if findings.summary is not None and findings.error is None:
            self._index.note(info.name, info.size, info.last_change, findings.summary)
        return findings

    def _write_if_due(self) -> None:
        if monotonic() - self._written_at > _WRITE_INTERVAL:
            self.write()

    def write(self) -> None:
        """Write the index if it has changed."""
        if self._index.changed:
            self._index.write({info.name for info in self.saves})
        self._written_at = monotonic()

    # ---- the game to continue

    def latest(self, stopped: Stopped = never_stop) -> Generator[tuple[SaveInfo | None, bool], None, None]:
        """Yield the latest unfinished game and whether the result is certain.

        The first result comes after a few files; saves whose last line looks finished are read later. If one of them is
        unfinished after all, it is the second result; otherwise the first is repeated as certain.
        """
        later: list[SaveInfo] = []
        unfinished, read_count = None, 0
        for info in self.list_saves():
            if stopped():
                return
            if info.findings is None:
                if info.size > LARGE:
                    continue
                read_count += 1
                if read_count > AT_ONCE and _may_be_over(info.path):
                    later.append(info)
                    continue
                info.findings = self._look_into(info)
            if info.unfinished:
                unfinished = info
                break
        if later:
            yield unfinished, False
        for info in later:
            if stopped():
                return
            info.findings = self._look_into(info)
            self._write_if_due()
            if info.unfinished:
                unfinished = info
                break
        self.write()
        yield unfinished, True

    def last_setup(
        self, wanted: Callable[[Setup], bool] = lambda setup: True, stopped: Stopped = never_stop
    ) -> Setup | None:
        """Return the setup of the latest game from a new deal that is ``wanted``; only a few unknown saves are read."""
        unread = LAST_FEW
        for info in self.list_saves():
            if stopped():
                return None
            if info.findings is None and unread and info.size <= LARGE:
                info.findings, unread = self._look_into(info), unread - 1
            summary = info.summary
            if summary is None or summary.origin or not wanted(summary.setup):
                continue
            self.mark_others(self.saves)
            if not info.is_others:
                return summary.setup
        return None

    def latest_saves(self, stopped: Stopped = never_stop) -> Iterator[SaveInfo]:
        """Yield the few latest saves, each read unless it is known or large."""
        for info in self.list_saves()[:LAST_FEW]:
            if stopped():
                return None
            if info.findings is None and info.size <= LARGE:
                info.findings = self._look_into(info)
            yield info

    def with_seed(self, seed: int, since: float, stopped: Stopped = never_stop) -> Iterator[SaveInfo]:
        """Yield the saves with ``seed`` that were changed since ``since``, in seconds since 1970, the latest first.

        Of unknown saves the beginning is read, and the whole file only if it has the seed.
        """
        for info in self.list_saves():
            if stopped() or info.stamp < since * 1e9:
                return
            if info.findings is None and info.size <= LARGE and _has_seed(info.path, seed):
                info.findings = self._look_into(info)
            if info.setup is not None and info.setup.seed == seed:
                yield info

    def has_finished(self, count: int) -> bool:
        """Return whether at least ``count`` games are finished; of unknown saves only a few are read."""
        finished, unread = 0, AT_ONCE
        for info in self.list_saves():
            if info.findings is None and unread and info.size <= LARGE and _may_be_over(info.path):
                info.findings, unread = self._look_into(info), unread - 1
            finished += info.summary is not None and info.summary.finished
            if finished >= count:
                return True
        return False

    # ---- whose games

    def mark_others(self, saves: Iterable[SaveInfo]) -> None:
        """Mark those ``saves`` that were copied here and are of another person.

        Such a game did not begin in this folder, and its owner has no name under which games began here. Nobody's game
        is another's before the first one began here, nor if its version did not store where it began.
        """
        begun, names, copied = games_with_terms(self.folder), set[str](), list[tuple[SaveInfo, str]]()
        for info in saves:
            summary, info.is_others = info.summary, False
            if summary is None or summary.origin or summary.own == NOBODY or not summary.identity:
                continue
            name = fold_case(summary.setup.players[summary.own].name.strip())
            if summary.identity in begun:
                names.add(name)
            else:
                copied.append((info, name))
        own = names | {fold_case(self.name.strip())}
        for info, name in copied if names else ():
            info.is_others = name not in own and not _was_hosted(info.path)

    # ---- all saves

    def rest(
        self, saves: Iterable[SaveInfo], stopped: Stopped = never_stop, wanted: Callable[[], Sequence[str]] = tuple
    ) -> Iterator[tuple[str, Findings]]:
        """Read the unknown ones of ``saves`` and yield (name, findings) for each, without changing ``saves``.

        ``wanted`` is called before each file and returns the names to read first.
        """
        unknown = {info.name: info for info in saves if info.findings is None and info.size <= LARGE}
        while unknown and not stopped():
            name = next((name for name in wanted() if name in unknown), None) or next(iter(unknown))
            yield name, self._look_into(unknown.pop(name))
            self._write_if_due()
        if not unknown:
            self.write()

    def rest_in_batches(
        self,
        saves: Iterable[SaveInfo],
        seconds: float,
        stopped: Stopped = never_stop,
        wanted: Callable[[], Sequence[str]] = tuple,
    ) -> Iterator[dict[str, Findings]]:
        """Like ``rest``, with the findings of every ``seconds`` at once."""
        batch, due = dict[str, Findings](), monotonic() + seconds
        for name, findings in self.rest(saves, stopped, wanted):
            batch[name] = findings
            if monotonic() > due:
                yield batch
                batch, due = {}, monotonic() + seconds
        if batch:
            yield batch


def _was_hosted(path: Path) -> bool:
    from rokoko_core.remote.claims import was_hosted

    return was_hosted(path)


def _has_seed(path: Path, seed: int) -> bool:
    try:
        with open_regular(path, LARGE) as file:
            return re.search(rb'"seed":%d\b' % seed, file.readline(_HEADER)) is not None
    except OSError:
        return False


def _may_be_over(path: Path) -> bool:
    """Guess from the last line of the save at ``path`` whether its game is over, without a replay."""
    try:
        with open_regular(path, LARGE) as file:
            file.seek(max(0, file.seek(0, os.SEEK_END) - _TAIL))
            last_line = file.read(_TAIL).rstrip(b"\n").rpartition(b"\n")[2]
    except OSError:
        return False
    return any(action in last_line for action in _LAST_ACTIONS)
