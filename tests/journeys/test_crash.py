"""Test an unexpected error in a terminal: the messages, the report, and the game afterwards."""

from pathlib import Path

import pytest

from rokoko_core import Seat, Setup, __version__, legal_actions
from rokoko_core.journal import create, read
from rokoko_tui.text import get_vocabulary
from tests.journeys.terminal import Terminal

say = get_vocabulary("classic").say


class Crashing(Terminal):
    """The program with a deliberate error."""

    module = "tests.journeys.crashing"


@pytest.fixture
def game(tmp_path: Path) -> Path:
    """Create a game of Ada and Bo in which both hands are chosen."""
    path = tmp_path / "saves" / "game.rokoko"
    path.parent.mkdir()
    with create(path, Setup((Seat("Ada"), Seat("Bo")), 5, first_player=0)) as journal:
        for _ in range(2):
            journal.game.play(legal_actions(journal.game.state)[0])
    return path


def report_in(home: Path) -> str:
    """Return the only report in ``home``."""
    [path] = (home / "saves" / "reports").iterdir()
    return path.read_text(encoding="utf-8")


@pytest.mark.slow
def test_after_a_crash_at_the_table_continue_resumes_the_game(tmp_path: Path, game: Path) -> None:
    with Crashing(tmp_path, "load", game, size=(160, 24)) as terminal:
        terminal.wait("Enter continue")
        terminal.insist(["space"], lambda: terminal.shows("choose the card to play"), "the page for Ada")
        terminal.quiet()
        terminal.insist(["1"], lambda: terminal.shows("choose the main action"), "the card to be played")
        terminal.press("z")
        assert terminal.wait_for_exit() == 1
        assert "Traceback" not in terminal.text
        text = "".join(terminal.text.splitlines())
        for line in (say("start.app.unexpected", name="Fault"), say("start.app.resume"), say("start.app.send")):
            assert line in text
        assert say("start.app.safe", path=str(game)) in text
    report = report_in(tmp_path)
    assert report.startswith(say("start.app.send"))
    assert f"rokoko-tui: {__version__}\n" in report
    assert "Fault: on purpose" in report
    assert str(game) in report
    assert len(read(game).game.line) == 3
    with Terminal(tmp_path) as terminal:
        terminal.wait("round 1")
        terminal.press("c")
        terminal.wait("Enter continue")
        terminal.insist(["space"], lambda: terminal.shows("choose the main action"), "the page for Ada")


def test_after_a_crash_of_the_first_screen_the_message_says_to_restart(tmp_path: Path) -> None:
    with Crashing(tmp_path, size=(160, 24), environment={"CRASH": "start"}) as terminal:
        assert terminal.wait_for_exit() == 1
        assert "Traceback" not in terminal.text
        text = "".join(terminal.text.splitlines())
        assert say("start.app.unexpected", name="Fault") in text
        assert say("start.app.restart") in text
    assert "Fault: on purpose" in report_in(tmp_path)
