"""Looking through the saves of a folder: what the index knows at once, and the rest file by file, behind.

Whoever looks may be stopped between any two files.
"""

import os
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from pathlib import Path
from time import monotonic

from rokoko_core.files import open_regular
from rokoko_core.state import Setup
from rokoko_tui.saves.index import Index
from rokoko_tui.saves.library import Findings, SaveInfo, look_into, saves_in

AT_ONCE = 8
"""Unknown files among the ones played last that are read one after the other, whatever they look like."""
LAST_FEW = 5
"""Saves that are asked who sat at the table last, and offered where everything is."""
LARGE = 512 * 1024
"""Bytes beyond which a file is read only when it is opened; a game of 5 players has well under 200,000."""
Stopped = Callable[[], bool]
"""Asked before each file: whether nobody wants to know any more."""
_WRITTEN_EVERY = 10.0
"""Seconds of work after which what was found is put into the index."""
_TAIL = 512
_LAST_WORDS = (b'"end-turn"', b'"reveal-barry"', b'"redo"')
"""What the last line of a finished game may hold."""


def never() -> bool:
    """Looking goes on to the end."""
    return False


class Survey:
    """The saves of ``folder``, and all that is known of them; one for as long as the program runs."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.saves: list[SaveInfo] = []
        """Those that lay there when somebody last looked, the one played last first."""
        self._index = Index(folder)
        self._written = monotonic()

    def look_around(self) -> list[SaveInfo]:
        """The saves that lie there now. None is opened for it."""
        self.saves = saves_in(self.folder)
        for info in self.saves:
            summary = self._index.find(info.name, info.size, info.stamp)
            if summary is not None:
                info.findings = Findings(summary, None)
        return self.saves

    def _look_into(self, info: SaveInfo) -> Findings:
        found = look_into(info.path)
        if found.summary is not None and found.error is None:
            self._index.note(info.name, info.size, info.stamp, found.summary)
        return found

    def _write_now_and_then(self) -> None:
        if monotonic() - self._written > _WRITTEN_EVERY:
            self.write()

    def write(self) -> None:
        """Put what was found into the index."""
        if self._index.changed:
            self._index.write({info.name for info in self.saves})
        self._written = monotonic()

    # ---- the game to continue

    def latest(self, stopped: Stopped = never) -> Generator[tuple[SaveInfo | None, bool], None, None]:
        """The sound game that was played last and is not over, and whether that is certain.

        The first answer comes after few files: those that may well be over, by their last line, are left for later. If
        one of them proves not to be over, it is the second answer; else the first is given again, for certain.
        """
        later: list[SaveInfo] = []
        found, looked = None, 0
        for info in self.look_around():
            if stopped():
                return
            if info.findings is None:
                if info.size > LARGE:
                    continue
                looked += 1
                if looked > AT_ONCE and _may_be_over(info.path):
                    later.append(info)
                    continue
                info.findings = self._look_into(info)
            if info.unfinished:
                found = info
                break
        if later:
            yield found, False
        for info in later:
            if stopped():
                return
            info.findings = self._look_into(info)
            self._write_now_and_then()
            if info.unfinished:
                found = info
                break
        self.write()
        yield found, True

    def last_setup(
        self, wanted: Callable[[Setup], bool] = lambda setup: True, stopped: Stopped = never
    ) -> Setup | None:
        """Who sat last at a ``wanted`` table, as far as one of the few saves played last tells."""
        setups = (info.setup for info in self.last_few(stopped))
        return next((setup for setup in setups if setup is not None and wanted(setup)), None)

    def last_few(self, stopped: Stopped = never) -> Iterator[SaveInfo]:
        """The few saves played last, each looked into unless it is known or large."""
        for info in self.look_around()[:LAST_FEW]:
            if stopped():
                return None
            if info.findings is None and info.size <= LARGE:
                info.findings = self._look_into(info)
            yield info

    # ---- all of them

    def rest(
        self, saves: Iterable[SaveInfo], stopped: Stopped = never, wanted: Callable[[], Sequence[str]] = tuple
    ) -> Iterator[tuple[str, Findings]]:
        """(name, what was found) for each of ``saves`` that is not known, as it is looked into.

        The ``wanted`` ones, by name, come first; whoever asks may change their mind between two files. Others may look
        around meanwhile: what they find is not noted in ``saves``.
        """
        unknown = {info.name: info for info in saves if info.findings is None and info.size <= LARGE}
        while unknown and not stopped():
            name = next((name for name in wanted() if name in unknown), None) or next(iter(unknown))
            yield name, self._look_into(unknown.pop(name))
            self._write_now_and_then()
        if not unknown:
            self.write()


def latest_unfinished(folder: Path) -> SaveInfo | None:
    """The sound game in ``folder`` that was played last and is not over."""
    *_, (found, _) = Survey(folder).latest()
    return found


def _may_be_over(path: Path) -> bool:
    """Whether the last line of the save at ``path`` could be that of a finished game; a guess, made without reading."""
    try:
        with open_regular(path, LARGE) as file:
            file.seek(max(0, file.seek(0, os.SEEK_END) - _TAIL))
            last = file.read(_TAIL).rstrip(b"\n").rpartition(b"\n")[2]
    except OSError:
        return False
    return any(words in last for words in _LAST_WORDS)
