"""Test invalid input in a pseudo-terminal: it is dropped, and the keys after it work."""

from pathlib import Path

import pytest

from rokoko_core import Seat, Setup, legal_actions
from rokoko_core.journal import create, read
from tests.journeys.terminal import Terminal
from tests.tui.doors.test_input_parser import MALFORMED

FAR = [b"\x1b[<0;99999;99999M\x1b[<0;99999;99999m", b"\x1b[<35;9999999;1M", b"\x1b[<64;500;500M"]
"""Clicks and moves outside the screen."""
ODD_KEYS = [
    b"\x1b[0u",
    b"\x1b[55296u",
    b"\x1b[97;;55296u",
    b"\x1b[999~",
    b"\x1b[;;u",
    b"\x1b[97;99999999999u",
    b"\x00\x1c\x1f",
]
"""Well-formed keys that do not exist."""


@pytest.mark.quick(1)
@pytest.mark.parametrize("content", [b"".join(MALFORMED), b"".join(reversed(MALFORMED)), b"".join(FAR + ODD_KEYS)])
def test_keys_work_after_malformed_input(tmp_path: Path, content: bytes) -> None:
    with Terminal(tmp_path, size=(80, 24)) as terminal:
        terminal.wait("New game")
        terminal.send_bytes(content)
        terminal.quiet()
        terminal.press("s")
        terminal.wait("◆ Settings ◆")
        terminal.send_bytes(content)
        terminal.quiet()
        terminal.press("escape")
        terminal.wait("New game")
        terminal.press("ctrl+q")
        assert terminal.wait_for_exit() == 0
    assert not (tmp_path / "saves" / "reports").exists()


@pytest.mark.slow
def test_malformed_input_selects_no_choice(tmp_path: Path) -> None:
    """Textual reads the digits of an unknown report as keys, and each digit selects a choice."""
    path = tmp_path / "game.rokoko"
    with create(path, Setup((Seat("Ada"), Seat("Bo")), 5, first_player=0)) as journal:
        for _ in range(2):
            journal.game.play(legal_actions(journal.game.state)[0])
    with Terminal(tmp_path, "load", path, size=(80, 24)) as terminal:
        terminal.wait("Enter continue")
        terminal.insist(["space"], lambda: not terminal.shows("Enter continue"), "the hand-over to be over")
        terminal.wait("choose the card to play", "▸ 1 ")
        terminal.quiet()
        for content in MALFORMED:
            terminal.send_bytes(content)
        terminal.quiet()
        assert read(path).game.cursor == 2
        terminal.press("1")
        terminal.wait("choose the main action")
        terminal.press("ctrl+q")
        assert terminal.wait_for_exit() == 0
    assert read(path).game.cursor == 3
