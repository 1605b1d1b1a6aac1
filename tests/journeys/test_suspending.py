"""Test suspension in a pseudo-terminal at any moment, and pastes of control characters."""

import os
import shutil
import signal
import sys
from functools import partial
from pathlib import Path

import pytest

from tests.journeys.terminal import PROGRAM, Terminal

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no job control")

MENU, FORM = "Continue", "Ctrl+S anywhere"


class Interrupted(Terminal):
    """The program, which ``z`` suspends during a write."""

    module = "tests.journeys.interrupted"


def state(terminal: Terminal) -> str:
    """Return the state letter of the process: S sleeping, T stopped."""
    return Path(f"/proc/{terminal.process}/stat").read_text().rpartition(")")[2].split()[0]


def starts(terminal: Terminal) -> int:
    """Return how often the program has initialised the terminal."""
    return terminal.written.count(b"\x1b[?2004h")


def has_starts(terminal: Terminal, times: int) -> bool:
    return starts(terminal) == times


def quit_program(terminal: Terminal) -> None:
    """Press Ctrl+Q and check the exit code."""
    terminal.press("ctrl+q")
    assert terminal.wait_for_exit() == 0


@pytest.mark.slow
def test_suspension_during_a_write(tmp_path: Path) -> None:
    with Interrupted(tmp_path) as terminal:
        terminal.wait(MENU)
        terminal.press("z")
        terminal.until(lambda: state(terminal) == "T", "the program to stop")
        terminal.until(lambda: terminal.written.rstrip().endswith(b"\x1b[?1004l"), "what it wrote before to be read")
        assert state(terminal) == "T", "the terminal is restored first"
        os.kill(terminal.process, signal.SIGCONT)
        terminal.until(lambda: starts(terminal) == 2, "the terminal to be taken again")
        terminal.wait(MENU)
        quit_program(terminal)


@pytest.mark.slow
def test_keys_work_after_repeated_suspensions(tmp_path: Path) -> None:
    with Terminal(tmp_path) as terminal:
        terminal.wait(MENU)
        for times in range(2, 5):
            os.kill(terminal.process, signal.SIGTSTP)
            terminal.until(lambda: state(terminal) == "T", "the program to stop")
            os.kill(terminal.process, signal.SIGCONT)
            terminal.until(partial(has_starts, terminal, times), "the terminal to be taken again")
        terminal.press("n")
        terminal.wait(FORM)
        quit_program(terminal)


@pytest.mark.slow
def test_keys_work_after_a_forced_stop(tmp_path: Path) -> None:
    """SIGSTOP cannot be handled, so on SIGCONT the program initialises the terminal again."""
    with Terminal(tmp_path) as terminal:
        terminal.wait(MENU)
        os.kill(terminal.process, signal.SIGSTOP)
        os.kill(terminal.process, signal.SIGCONT)
        terminal.until(lambda: starts(terminal) == 2, "the terminal to be taken again")
        terminal.wait(MENU)
        for _ in range(3):
            terminal.press("n")
            terminal.wait(FORM)
            terminal.press("escape")
            terminal.wait(MENU)
        quit_program(terminal)


class Shell(Terminal):
    """A shell with job control, in which the program is started by its name."""

    @property
    def program(self) -> list[str]:
        return ["-c", "import os; os.execlp('bash', 'bash', '--norc', '--noprofile', '-i')"]


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("bash") is None, reason="needs a shell")
def test_ctrl_z_suspends_and_fg_continues_everywhere(tmp_path: Path) -> None:
    """On the menu, in a form, and below the palette."""
    with Shell(tmp_path, environment={"PS1": "ready>"}) as terminal:
        terminal.send(f"{PROGRAM}\r")
        terminal.wait(MENU)
        for keys, seen in (((), MENU), (("n",), FORM), (("ctrl+p",), "Load a game")):
            terminal.press(*keys)
            terminal.wait(seen)
            terminal.press("ctrl+z")
            terminal.wait("Stopped")
            terminal.send("fg\r")
            terminal.wait_gone("Stopped")
            terminal.wait(seen)
        terminal.press("escape", "ctrl+q")
        terminal.until(lambda: terminal.written.endswith(b"ready>"), "the program to end")
        terminal.send("exit\r")
        assert terminal.wait_for_exit() == 0


@pytest.mark.slow
def test_ctrl_z_without_a_shell_to_return_to_does_nothing(tmp_path: Path) -> None:
    with Terminal(tmp_path) as terminal:
        terminal.wait(MENU)
        terminal.press("ctrl+z", "n")
        terminal.wait(FORM)
        quit_program(terminal)


PASTE, END = "\x1b[200~", "\x1b[201~"


@pytest.mark.slow
@pytest.mark.sample(1)
@pytest.mark.parametrize(
    "text", ["\x1b[31m", "\x1b", "\x1b[", "\x1b[200~", "\x11\x03\x1a", "\x1b]52;c;", "\x9b31m" * 40, "\0"]
)
def test_keys_work_after_a_paste_of_control_characters(tmp_path: Path, text: str) -> None:
    with Terminal(tmp_path) as terminal:
        terminal.wait(MENU)
        terminal.send(PASTE + text + END + "n")
        terminal.wait(FORM)
        quit_program(terminal)


@pytest.mark.slow
def test_the_next_paste_ends_an_unterminated_one(tmp_path: Path) -> None:
    with Terminal(tmp_path) as terminal:
        terminal.wait(MENU)
        terminal.send(PASTE + "Ada" + PASTE + "Bo" + END + "n")
        terminal.wait(FORM)
        quit_program(terminal)
