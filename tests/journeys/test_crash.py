"""After an error nobody expected: what the player reads, the report, and the game once the program starts again."""

from pathlib import Path

import pytest

from rokoko_core import Seat, Setup, __version__, legal_actions
from rokoko_core.journal import create, read
from rokoko_tui.text import vocabulary_of
from tests.journeys.terminal import Terminal

TELL = vocabulary_of("classic").say


class Crashing(Terminal):
    """The program that raises."""

    module = "tests.journeys.crashing"


@pytest.fixture
def game(tmp_path: Path) -> Path:
    """A game of Ada and Bo, with both hands chosen."""
    path = tmp_path / "saves" / "game.rokoko"
    path.parent.mkdir()
    with create(path, Setup((Seat("Ada"), Seat("Bo")), 5, first_player=0)) as journal:
        for _ in range(2):
            journal.game.play(legal_actions(journal.game.state)[0])
    return path


def report_in(home: Path) -> str:
    """The only report in ``home``."""
    [path] = (home / "saves" / "reports").iterdir()
    return path.read_text(encoding="utf-8")


def test_after_a_crash_at_the_table_continue_resumes_the_game(tmp_path: Path, game: Path) -> None:
    with Crashing(tmp_path, "load", game, size=(160, 24)) as terminal:
        terminal.wait("Any key or a click")
        terminal.insist(["space"], lambda: terminal.shows("choose the card to play"), "Ada to sit down")
        terminal.quiet()
        terminal.insist(["1"], lambda: terminal.shows("choose the main action"), "the card to be played")
        terminal.press("z")
        assert terminal.leaves_with() == 1
        assert "Traceback" not in terminal.text
        folded = "".join(terminal.text.splitlines())
        for line in (TELL("start.app.unexpected", name="Fault"), TELL("start.app.resume"), TELL("start.app.send")):
            assert line in folded
        assert TELL("start.app.safe", path=str(game)) in folded
    report = report_in(tmp_path)
    assert report.startswith(TELL("start.app.send"))
    assert f"rokoko-tui: {__version__}\n" in report
    assert "Fault: on purpose" in report
    assert str(game) in report
    assert len(read(game).game.line) == 3
    with Terminal(tmp_path) as terminal:
        terminal.wait("round 1")
        terminal.press("c")
        terminal.wait("Any key or a click")
        terminal.insist(["space"], lambda: terminal.shows("choose the main action"), "Ada to sit down")


def test_a_crash_of_the_first_screen_says_to_start_again(tmp_path: Path) -> None:
    with Crashing(tmp_path, size=(160, 24), surroundings={"CRASH": "start"}) as terminal:
        assert terminal.leaves_with() == 1
        assert "Traceback" not in terminal.text
        folded = "".join(terminal.text.splitlines())
        assert TELL("start.app.unexpected", name="Fault") in folded
        assert TELL("start.app.restart") in folded
    assert "Fault: on purpose" in report_in(tmp_path)
