"""Helpers for tests of the command line."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from rokoko_core import Seat, Setup
from tests.chained import chained

ADA_AND_BO = Setup((Seat("Ada"), Seat("Bo")), 5, first_player=0)


@dataclass
class Told:
    """What a command returned and printed."""

    code: int
    out: str
    err: str


Run = Callable[..., Told]


def refused(told: Told, code: int, *words: str) -> None:
    """One sentence on stderr with these words, nothing on stdout, this exit code."""
    assert told.code == code, told
    assert told.out == ""
    assert told.err.startswith("rokoko-tui: ")
    assert told.err.count("\n") == 1, told.err
    assert told.err.endswith(".\n"), told.err
    for word in words:
        assert word in told.err


def lines_of(save: Path) -> list[bytes]:
    """The file line by line, line ends included."""
    return save.read_bytes().splitlines(keepends=True)


def illegal(lines: list[bytes]) -> list[bytes]:
    """With an action on line 4 that is not possible there."""
    return chained([*lines[:3], b'{"n":3,"t":0,"e":{"entry":"play","action":{"do":"rent"}},"c":"?"}\n', *lines[4:]])
