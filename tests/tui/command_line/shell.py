"""What the tests of the command line share: a home of their own, a way to run it, a save, and what a refusal is."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from rokoko_core import Seat, Setup, legal_actions
from rokoko_core.components import catalogue
from rokoko_core.journal import create
from rokoko_tui.command_line import parser as cli
from tests.chained import chained

ADA_AND_BO = Setup((Seat("Ada"), Seat("Bo")), 5, first_player=0)


@dataclass
class Told:
    """What a command left behind."""

    code: int
    out: str
    err: str


Run = Callable[..., Told]


@pytest.fixture(autouse=True)
def a_home_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No test reads or writes the player's own folders."""
    home = tmp_path / "home"
    for name, folder in (("HOME", ""), ("XDG_CONFIG_HOME", "config"), ("XDG_DATA_HOME", "data")):
        monkeypatch.setenv(name, str(home / folder))
    monkeypatch.setenv("ROKOKO_SAVES", str(home / "saves"))
    monkeypatch.setenv("COLUMNS", "120")
    monkeypatch.setattr(catalogue, "_known", {})


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    """Runs a command line in this process."""

    def run(*argv: object) -> Told:
        code = cli.main([str(word) for word in argv])
        out, err = capsys.readouterr()
        assert "Traceback" not in out + err
        return Told(code, out, err)

    return run


@pytest.fixture
def save(tmp_path: Path) -> Path:
    """A game of two that has just begun: both hands chosen, Ada's first turn over, one action taken back."""
    path = tmp_path / "game.rokoko"
    with create(path, ADA_AND_BO) as journal:
        for _ in range(6):
            journal.game.play(legal_actions(journal.game.state)[0])
        journal.game.undo(cross=True)
    return path


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
