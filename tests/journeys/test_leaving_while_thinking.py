"""Test every way to exit while bots think: no traceback, the right exit code, and no remaining process."""

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
from tests.journeys.pseudo_terminal import PseudoTerminal
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
    """Install a bot of another package that starts processes and never answers."""
    with bots_installed(tmp_path / "site", BOT, "thinks = visiting_bots:thinks"):
        yield


def table(home: Path, *levels: str) -> Path:
    """Create a game of Ada against ``levels``, at the main action of the first bot, with minutes of thinking time."""
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


class ThinkingTerminal(Terminal):
    """A terminal with a marked program, to find its processes."""

    def __init__(self, home: Path, *argv: object) -> None:
        self.mark = f"{os.getpid()}-{home}"
        site = f"{home / 'site'}{os.pathsep}{ROOT}"
        super().__init__(home, *argv, size=(80, 24), environment={MARK: self.mark, "PYTHONPATH": site})

    @property
    def processes(self) -> set[int]:
        """All running processes, including those in other sessions."""
        return living(*sessions_with(MARK, self.mark))

    def wait_for_processes(self, processes: int) -> None:
        """Wait until at least so many processes are running."""
        self.until(lambda: len(self.processes) >= processes, f"{processes} processes")

    def check_end(self, code: int) -> None:
        """Wait for the end; check the exit code, the output for tracebacks, and the processes."""
        assert self.wait_for_exit() == code
        for trace in (b"Traceback", b"Exception", b"KeyboardInterrupt", b"Error", b"leaked"):
            assert trace not in self.written, self.written[-3000:].decode(errors="replace")
        wait_until(lambda: not self.processes, "all processes to end")

    def press_until_end(self, key: str) -> None:
        """Press ``key`` until the program has ended."""

        def pressed() -> bool:
            with suppress(OSError):  # the program has just ended
                self.press(key)
                self._read(0.02)
            return self.ended

        wait_until(pressed, "the program to end")


@pytest.mark.slow
def test_ctrl_q_while_a_bot_thinks(tmp_path: Path) -> None:
    path = table(tmp_path, "master")
    with ThinkingTerminal(tmp_path, "load", path) as terminal:
        terminal.wait("thinking")
        terminal.wait_for_processes(5)
        terminal.press("ctrl+q")
        terminal.check_end(0)
    assert read(path).damage is None


@pytest.mark.slow
@pytest.mark.parametrize("level", ["master", "thinks"])
def test_repeated_ctrl_c_during_the_exit(tmp_path: Path, bot: None, level: str) -> None:
    path = table(tmp_path, level)
    with ThinkingTerminal(tmp_path, "load", path) as terminal:
        terminal.wait("thinking")
        terminal.wait_for_processes(5)
        terminal.press("ctrl+q")
        terminal.press_until_end("ctrl+c")
        terminal.check_end(0)
    assert read(path).damage is None


@pytest.mark.slow
@pytest.mark.parametrize(("number", "code"), [("SIGTERM", 143), ("SIGHUP", 129), ("SIGINT", 130)])
def test_a_signal_while_a_bot_thinks(tmp_path: Path, number: str, code: int) -> None:
    path = table(tmp_path, "master")
    with ThinkingTerminal(tmp_path, "load", path) as terminal:
        terminal.wait("thinking")
        terminal.wait_for_processes(5)
        os.kill(terminal.process, signal.Signals[number])
        terminal.check_end(code)
        assert b"\x1b[?1049l" in terminal.written, "the screen is restored"
    assert read(path).damage is None


@pytest.mark.slow
def test_a_killed_program_leaves_no_process(tmp_path: Path, bot: None) -> None:
    path = table(tmp_path, "master")
    with ThinkingTerminal(tmp_path, "load", path) as terminal:
        terminal.wait("thinking")
        terminal.wait_for_processes(5)
        os.kill(terminal.process, signal.SIGKILL)
        wait_until(lambda: not terminal.processes, "all processes to end")
    assert read(path).damage is None


@pytest.mark.slow
@pytest.mark.parametrize("level", ["master", "thinks"])
def test_closing_the_terminal_while_a_bot_thinks(tmp_path: Path, bot: None, level: str) -> None:
    path = table(tmp_path, level)
    with ThinkingTerminal(tmp_path, "load", path) as terminal:
        terminal.wait("thinking")
        terminal.wait_for_processes(5)
        assert isinstance(terminal._process, PseudoTerminal)
        terminal._process.hang_up()
        terminal.ended = True
        wait_until(lambda: not terminal.processes, "all processes to end")
    assert read(path).damage is None


@pytest.mark.slow
@pytest.mark.parametrize("number", ["SIGTERM", "SIGHUP", "SIGINT"])
def test_a_bot_of_another_package_ends_with_the_table(tmp_path: Path, bot: None, number: str) -> None:
    path = table(tmp_path, "thinks")
    with ThinkingTerminal(tmp_path, "load", path) as terminal:
        terminal.wait("thinking")
        terminal.wait_for_processes(6)
        os.kill(terminal.process, signal.Signals[number])
        terminal.check_end(128 + signal.Signals[number])
    assert read(path).damage is None


@pytest.mark.sample(1)
@pytest.mark.slow
@pytest.mark.parametrize("level", ["master", "thinks"])
@pytest.mark.parametrize("number", ["ctrl+c", "SIGTERM", "SIGHUP", "SIGINT"])
def test_plain_play_ends_while_a_bot_thinks(tmp_path: Path, bot: None, level: str, number: str) -> None:
    path = table(tmp_path, level)
    with ThinkingTerminal(tmp_path, "plain", path) as terminal:
        terminal.wait("Round 1 of 7.")
        terminal.wait_for_processes(1 if level == "master" else 4)
        if number == "ctrl+c":
            terminal.press_until_end(number)
        else:
            os.kill(terminal.process, signal.Signals[number])
        terminal.check_end(130 if number in ("ctrl+c", "SIGINT") else 128 + signal.Signals[number])
    assert read(path).damage is None


@pytest.mark.sample(1)
@pytest.mark.slow
@pytest.mark.parametrize("levels", [("master", "master"), ("thinks", "random")])
@pytest.mark.parametrize("number", ["ctrl+c", "SIGTERM", "SIGHUP"])
def test_the_arena_ends_while_bots_think(tmp_path: Path, bot: None, levels: tuple[str, str], number: str) -> None:
    with ThinkingTerminal(tmp_path, "arena", *levels, "--games", 4, "--jobs", 2) as terminal:
        terminal.wait_for_processes(4 if levels[0] == "master" else 9)
        if number == "ctrl+c":
            terminal.press_until_end(number)
            terminal.check_end(130)
        else:
            os.kill(terminal.process, signal.Signals[number])
            terminal.check_end(128 + signal.Signals[number])
