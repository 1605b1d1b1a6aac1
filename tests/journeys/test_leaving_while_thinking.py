"""Leaving while bots think, in every way: no traceback, a sensible exit code, and none of the processes is left."""

import os
import signal
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from rokoko_core import Seat, Setup, legal_actions, to_move
from rokoko_core.journal import create, read
from rokoko_core.pending import MainAction
from tests import ROOT
from tests.journeys.terminal import Terminal, folders
from tests.processes import living, needs_proc, sessions_with, wait_until
from tests.visitors import bots_installed

pytestmark = needs_proc

MARK = "ROKOKO_LEAVING_TEST"
BOT = """
import multiprocessing
import time
from concurrent.futures import ProcessPoolExecutor


def thinks(view, rng, clock):
    workers = ProcessPoolExecutor(2, multiprocessing.get_context("fork"))
    list(workers.map(abs, range(4)))
    time.sleep(3600)
"""


@pytest.fixture
def bot(tmp_path: Path) -> Iterator[None]:
    """A bot of another package that starts processes and thinks for ever."""
    with bots_installed(tmp_path / "site", BOT, "thinks = visiting_bots:thinks"):
        yield


def table(home: Path, *levels: str) -> Path:
    """A game of Ada with bots of ``levels``, the first of which chooses a main action; they have minutes to think."""
    config = Path(folders(home)["XDG_CONFIG_HOME"]) / "rokoko"
    config.mkdir(parents=True)
    (config / "settings.toml").write_text('think = 300.0\nthink_processes = 3\npace = "at-once"\nmotion = "off"\n')
    path = home / "saves" / "game.rokoko"
    path.parent.mkdir()
    bots = (Seat(f"Bot {number}", "bot", level) for number, level in enumerate(levels))
    with create(path, Setup((Seat("Ada"), *bots), 5, first_player=1)) as journal:
        while not isinstance(journal.game.state.pending[-1], MainAction) or to_move(journal.game.state) != 1:
            journal.game.play(legal_actions(journal.game.state)[0])
    return path


class Left(Terminal):
    """A terminal that is left while a bot thinks."""

    def __init__(self, home: Path, *argv: object) -> None:
        self.mark = f"{os.getpid()}-{home}"
        site = f"{home / 'site'}{os.pathsep}{ROOT}"
        super().__init__(home, *argv, size=(80, 24), surroundings={MARK: self.mark, "PYTHONPATH": site})

    @property
    def processes(self) -> set[int]:
        """All processes that live, those in sessions of their own too."""
        return living(*sessions_with(MARK, self.mark))

    def thinks_with(self, processes: int) -> None:
        """Wait until at least so many processes live."""
        self.until(lambda: len(self.processes) >= processes, f"{processes} processes")

    def ends_well(self, code: int) -> None:
        """Read to the end: the exit code, no traceback, no process."""
        assert self.leaves_with() == code
        for trace in (b"Traceback", b"Exception", b"KeyboardInterrupt", b"Error", b"leaked"):
            assert trace not in self.written, self.written[-3000:].decode(errors="replace")
        wait_until(lambda: not self.processes, "all processes to end")

    def hammer(self, key: str) -> None:
        """Press ``key`` until the program has ended."""

        def pressed() -> bool:
            with suppress(OSError):  # it ended just now
                self.press(key)
                self._read(0.02)
            return self.ended

        wait_until(pressed, "the program to end")


@pytest.mark.slow
def test_leaving_with_a_key_while_a_bot_thinks(tmp_path: Path) -> None:
    path = table(tmp_path, "master")
    with Left(tmp_path, "load", path) as terminal:
        terminal.wait("thinking")
        terminal.thinks_with(5)
        terminal.press("ctrl+q")
        terminal.ends_well(0)
    assert read(path).damage is None


@pytest.mark.slow
@pytest.mark.parametrize("level", ["master", "thinks"])
def test_ctrl_c_again_and_again_while_it_is_left_changes_nothing(tmp_path: Path, bot: None, level: str) -> None:
    path = table(tmp_path, level)
    with Left(tmp_path, "load", path) as terminal:
        terminal.wait("thinking")
        terminal.thinks_with(5)
        terminal.press("ctrl+q")
        terminal.hammer("ctrl+c")
        terminal.ends_well(0)
    assert read(path).damage is None


@pytest.mark.quick(1)
@pytest.mark.parametrize(("number", "code"), [("SIGTERM", 143), ("SIGHUP", 129), ("SIGINT", 130)])
def test_a_signal_while_a_bot_thinks(tmp_path: Path, number: str, code: int) -> None:
    path = table(tmp_path, "master")
    with Left(tmp_path, "load", path) as terminal:
        terminal.wait("thinking")
        terminal.thinks_with(5)
        os.kill(terminal.process, signal.Signals[number])
        terminal.ends_well(code)
        assert b"\x1b[?1049l" in terminal.written, "the screen was given back"
    assert read(path).damage is None


@pytest.mark.slow
def test_a_sudden_end_leaves_no_process(tmp_path: Path, bot: None) -> None:
    path = table(tmp_path, "master")
    with Left(tmp_path, "load", path) as terminal:
        terminal.wait("thinking")
        terminal.thinks_with(5)
        os.kill(terminal.process, signal.SIGKILL)
        wait_until(lambda: not terminal.processes, "all processes to end")
    assert read(path).damage is None


@pytest.mark.slow
@pytest.mark.parametrize("level", ["master", "thinks"])
def test_closing_the_terminal_while_a_bot_thinks(tmp_path: Path, bot: None, level: str) -> None:
    path = table(tmp_path, level)
    with Left(tmp_path, "load", path) as terminal:
        terminal.wait("thinking")
        terminal.thinks_with(5)
        terminal._process.fileobj.close()
        terminal.ended = True
        wait_until(lambda: not terminal.processes, "all processes to end")
    assert read(path).damage is None


@pytest.mark.slow
@pytest.mark.parametrize("number", ["SIGTERM", "SIGHUP", "SIGINT"])
def test_a_bot_of_another_package_ends_with_the_table(tmp_path: Path, bot: None, number: str) -> None:
    path = table(tmp_path, "thinks")
    with Left(tmp_path, "load", path) as terminal:
        terminal.wait("thinking")
        terminal.thinks_with(6)
        os.kill(terminal.process, signal.Signals[number])
        terminal.ends_well(128 + signal.Signals[number])
    assert read(path).damage is None


@pytest.mark.slow
@pytest.mark.parametrize("level", ["master", "thinks"])
@pytest.mark.parametrize("number", ["ctrl+c", "SIGTERM", "SIGHUP", "SIGINT"])
def test_plain_play_ends_while_a_bot_thinks(tmp_path: Path, bot: None, level: str, number: str) -> None:
    path = table(tmp_path, level)
    with Left(tmp_path, "plain", path) as terminal:
        terminal.wait("game.rokoko")
        terminal.thinks_with(1 if level == "master" else 4)
        if number == "ctrl+c":
            terminal.hammer(number)
        else:
            os.kill(terminal.process, signal.Signals[number])
        terminal.ends_well(130 if number in ("ctrl+c", "SIGINT") else 128 + signal.Signals[number])
    assert read(path).damage is None


@pytest.mark.slow
@pytest.mark.parametrize("levels", [("master", "master"), ("thinks", "random")])
@pytest.mark.parametrize("number", ["ctrl+c", "SIGTERM", "SIGHUP"])
def test_the_arena_ends_while_bots_think(tmp_path: Path, bot: None, levels: tuple[str, str], number: str) -> None:
    with Left(tmp_path, "arena", *levels, "--games", 4, "--jobs", 2) as terminal:
        terminal.thinks_with(4 if levels[0] == "master" else 9)
        if number == "ctrl+c":
            terminal.hammer(number)
            terminal.ends_well(130)
        else:
            os.kill(terminal.process, signal.Signals[number])
            terminal.ends_well(128 + signal.Signals[number])
