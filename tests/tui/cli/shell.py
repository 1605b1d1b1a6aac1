"""Helpers for tests of the command line."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from rokoko_core import Seat, Setup
from tests.chained import chained

ADA_AND_BO = Setup((Seat("Ada"), Seat("Bo")), 5, first_player=0)


@dataclass
class CommandResult:
    """The exit code and output of a command."""

    code: int
    out: str
    err: str


Run = Callable[..., CommandResult]


def refused(result: CommandResult, code: int, *words: str) -> None:
    """Check for one sentence on stderr with these words, no other output, and this exit code."""
    assert result.code == code, result
    assert result.out == ""
    assert result.err.startswith("rokoko-tui: ")
    assert result.err.count("\n") == 1, result.err
    assert result.err.endswith(".\n"), result.err
    for word in words:
        assert word in result.err


def lines_of(save: Path) -> list[bytes]:
    """Return the lines of a file with their line ends."""
    return save.read_bytes().splitlines(keepends=True)


def illegal(lines: list[bytes]) -> list[bytes]:
    """Return the lines with an illegal action on line 4."""
    return chained([*lines[:3], b'{"n":3,"t":0,"e":{"entry":"play","action":{"do":"rent"}},"c":"?"}\n', *lines[4:]])
