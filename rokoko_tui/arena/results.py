"""Results of the arena on disk: a line of JSON a game, with all that says how it was played.

A file takes games of any tables, in any order, over any number of days; lines may be moved from one file to another. A
game that is in the file is not played again.
"""

from collections.abc import Iterable
from contextlib import ExitStack
from pathlib import Path
from typing import BinaryIO

import msgspec

from rokoko_core.bots.arena import Match, Result
from rokoko_core.bots.evaluation import EVALUATION
from rokoko_core.components import components_named
from rokoko_core.journal import PROGRAM_VERSION
from rokoko_tui.saves.lock import Held, hold
from rokoko_tui.settings.launch import Refused

VERSION = 2
"""Of the form of a line."""


class Making(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a game was played by, besides its match: with anything else it would have gone otherwise."""

    program: str
    digest: str
    """Of the component set."""
    weights: str
    """Of what the players think things are worth."""


class Kept(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A line."""

    arena: int
    made: Making
    result: Result


_line = msgspec.json.Decoder(Kept)


def made_now(components: str) -> Making:
    """What a game with the set ``components`` is played by in this program."""
    return Making(PROGRAM_VERSION, components_named(components).digest, EVALUATION.weights.digest)


class Ledger:
    """A file of results that grows; without a path nothing is kept.

    Raises ``Refused`` for a file that cannot be written, holds anything else, or holds games played by other means.
    """

    def __init__(self, path: Path | None) -> None:
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
        lines, size = read_lines(path)
        if any(line.made != made_now(line.result.match.components) for line in lines):
            raise Refused("refused.other-figures", path=str(path))
        self.results = [line.result for line in lines]
        self._file.truncate(size)

    def of(self, matches: Iterable[Match]) -> list[Result]:
        """The results of ``matches``, as far as they were played."""
        wanted = set(matches)
        return [result for result in self.results if result.match in wanted]

    def add(self, result: Result) -> None:
        """Keep ``result``. Raises ``Refused`` when the disk does not take it."""
        self.results.append(result)
        if self._file is None:
            return
        line = Kept(VERSION, made_now(result.match.components), result)
        try:
            self._file.write(msgspec.json.encode(line, order="sorted") + b"\n")
            self._file.flush()
        except OSError as error:
            raise Refused("refused.result", reason=error) from error

    def close(self) -> None:
        """Close the file, and let others write it."""
        self._open.close()


def read_lines(path: Path) -> tuple[list[Kept], int]:
    """(the lines, size of the sound part in bytes) of the file at ``path``; a torn last line is left out.

    Raises ``Refused`` for a file that holds anything else.
    """
    try:
        data = path.read_bytes()
    except OSError as error:
        raise Refused("refused.unreadable", path=str(path), reason=error) from error
    whole = data[: data.rfind(b"\n") + 1]
    try:
        lines = [_line.decode(line) for line in whole.splitlines()]
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise Refused("refused.not-results", path=str(path)) from error
    other = next((line.arena for line in lines if line.arena != VERSION), None)
    if other is not None:
        raise Refused("refused.results-version", path=str(path), n=other, most=VERSION)
    return lines, len(whole)
