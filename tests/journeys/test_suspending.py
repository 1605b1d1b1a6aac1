"""Suspended and woken in a real terminal, whatever the program is doing; and pastes of what is no text."""

import os
import signal
import sys
from functools import partial
from pathlib import Path

import pytest

from tests.journeys.terminal import Terminal

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="nothing is suspended there")

MENU, FORM = "Continue", "Ctrl+S anywhere"


class Interrupted(Terminal):
    """A terminal in which ``z`` suspends the program in the middle of writing."""

    module = "tests.journeys.interrupted"


def state(terminal: Terminal) -> str:
    """What the process is doing, in the letter of the system: S waits, T stands still."""
    return Path(f"/proc/{terminal.process}/stat").read_text().rpartition(")")[2].split()[0]


def opened(terminal: Terminal) -> int:
    """How often the program has taken the terminal and hears every key as it is pressed."""
    return terminal.written.count(b"\x1b[?2004h")


def is_opened(terminal: Terminal, times: int) -> bool:
    return opened(terminal) == times


def leaves(terminal: Terminal) -> None:
    """Ctrl+Q is heard, and ends it."""
    terminal.press("ctrl+q")
    assert terminal.leaves_with() == 0


def test_suspended_in_the_middle_of_writing_it_goes_on_afterwards(tmp_path: Path) -> None:
    with Interrupted(tmp_path) as terminal:
        terminal.wait(MENU)
        terminal.press("z")
        terminal.until(lambda: state(terminal) == "T", "the program to stand still")
        terminal.until(lambda: terminal.written.rstrip().endswith(b"\x1b[?1004l"), "what it wrote before to be read")
        assert state(terminal) == "T", "the terminal is given back before"
        os.kill(terminal.process, signal.SIGCONT)
        terminal.until(lambda: opened(terminal) == 2, "the terminal to be taken again")
        terminal.wait(MENU)
        leaves(terminal)


@pytest.mark.slow
def test_suspended_again_and_again_it_hears_every_key(tmp_path: Path) -> None:
    with Terminal(tmp_path) as terminal:
        terminal.wait(MENU)
        for times in range(2, 5):
            os.kill(terminal.process, signal.SIGTSTP)
            terminal.until(lambda: state(terminal) == "T", "the program to stand still")
            os.kill(terminal.process, signal.SIGCONT)
            terminal.until(partial(is_opened, terminal, times), "the terminal to be taken again")
        terminal.press("n")
        terminal.wait(FORM)
        leaves(terminal)


@pytest.mark.slow
def test_woken_without_having_been_suspended_it_hears_every_key(tmp_path: Path) -> None:
    """Stopped by what cannot be heeded, it takes the terminal anew, as others may have had it."""
    with Terminal(tmp_path) as terminal:
        terminal.wait(MENU)
        os.kill(terminal.process, signal.SIGSTOP)
        os.kill(terminal.process, signal.SIGCONT)
        terminal.until(lambda: opened(terminal) == 2, "the terminal to be taken again")
        terminal.wait(MENU)
        for _ in range(3):
            terminal.press("n")
            terminal.wait(FORM)
            terminal.press("escape")
            terminal.wait(MENU)
        leaves(terminal)


PASTE, END = "\x1b[200~", "\x1b[201~"


@pytest.mark.quick(1)
@pytest.mark.parametrize(
    "text", ["\x1b[31m", "\x1b", "\x1b[", "\x1b[200~", "\x11\x03\x1a", "\x1b]52;c;", "\x9b31m" * 40, "\0"]
)
def test_a_paste_of_control_signs_leaves_the_keys_alone(tmp_path: Path, text: str) -> None:
    with Terminal(tmp_path) as terminal:
        terminal.wait(MENU)
        terminal.send(PASTE + text + END + "n")
        terminal.wait(FORM)
        leaves(terminal)


def test_a_paste_whose_end_was_lost_is_over_with_the_next_one(tmp_path: Path) -> None:
    with Terminal(tmp_path) as terminal:
        terminal.wait(MENU)
        terminal.send(PASTE + "Ada" + PASTE + "Bo" + END + "n")
        terminal.wait(FORM)
        leaves(terminal)
