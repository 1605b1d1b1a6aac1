"""Results of the arena on disk: one line of JSON per game, with the versions of all that affects it.

A file may contain games of any tables in any order, and lines can be moved between files.
"""

from collections.abc import Iterable
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import BinaryIO

import msgspec

from rokoko_core.bots.arena import Match, Result
from rokoko_core.bots.figures import figures_digest
from rokoko_core.components import components_named
from rokoko_core.files import FileFault, UnusableFile, open_regular, read_regular
from rokoko_core.journal import PROGRAM_VERSION
from rokoko_tui.errors import CommandError
from rokoko_tui.saves.lock import SaveInUse, lock_save

VERSION = 2
"""Format version of a line."""
LARGEST_RESULTS = 1 << 30
"""Bytes of a file that is read."""


class Versions(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The versions that determine a game, in addition to its match."""

    program: str
    digest: str
    """Digest of the component set."""
    weights: str
    """Digest of the figures of the levels."""


class ResultLine(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    arena: int
    made: Versions
    result: Result


_decoder = msgspec.json.Decoder(ResultLine)


def current_versions(components: str) -> Versions:
    """Return the versions of this program for a game with the set ``components``."""
    return Versions(PROGRAM_VERSION, components_named(components).digest, figures_digest())


class ResultFile:
    """A file to which results are appended; without a path they are kept in memory only.

    Raises ``CommandError`` for a file that cannot be written, is invalid, or has games of other versions.
    """

    def __init__(self, path: Path | None) -> None:
        self.results: list[Result] = []
        self._file: BinaryIO | None = None
        self._open = ExitStack()
        if path is None:
            return
        try:
            self._open_file(path)
        except SaveInUse as held:
            self.close()
            raise CommandError("refused.results-held", path=str(path)) from held
        except OSError as error:
            self.close()
            raise CommandError("refused.results", path=str(path), reason=error) from error
        except CommandError:
            self.close()
            raise

    def _open_file(self, path: Path) -> None:
        if path.exists():
            open_regular(path, LARGEST_RESULTS).close()  # a pipe would block, and a device has no end
        try:
            self._file = self._open.enter_context(path.open("ab"))
        except ValueError as error:
            raise UnusableFile(FileFault.NAME, path) from error
        self._open.enter_context(lock_save(path))
        lines, size = read_lines(path)
        if any(line.made != current_versions(line.result.match.components) for line in lines):
            raise CommandError("refused.other-figures", path=str(path))
        self.results = [line.result for line in lines]
        self._file.truncate(size)

    def of(self, matches: Iterable[Match]) -> list[Result]:
        of_matches = set(matches)
        return [result for result in self.results if result.match in of_matches]

    def add(self, result: Result) -> None:
        """Append ``result``. Raises ``CommandError`` if it cannot be written."""
        self.results.append(result)
        if self._file is None:
            return
        line = ResultLine(VERSION, current_versions(result.match.components), result)
        try:
            self._file.write(msgspec.json.encode(line, order="sorted") + b"\n")
            self._file.flush()
        except OSError as error:
            raise CommandError("refused.result", reason=error) from error

    def close(self) -> None:
        """Close and unlock the file."""
        with suppress(OSError):  # every result was flushed; only one that failed is left
            self._open.close()


def read_lines(path: Path) -> tuple[list[ResultLine], int]:
    """Return (lines, their size in bytes) of the file at ``path``, without an incomplete last line.

    Raises ``CommandError`` for an invalid file.
    """
    try:
        data = read_regular(path, LARGEST_RESULTS)
    except OSError as error:
        raise CommandError("refused.unreadable", path=str(path), reason=error) from error
    complete = data[: data.rfind(b"\n") + 1]
    try:
        lines = [_decoder.decode(line) for line in complete.splitlines()]
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise CommandError("refused.not-results", path=str(path)) from error
    other = next((line.arena for line in lines if line.arena != VERSION), None)
    if other is not None:
        raise CommandError("refused.results-version", path=str(path), n=other, most=VERSION)
    return lines, len(complete)
