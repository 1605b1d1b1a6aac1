"""What a journey's data cannot say of a real terminal: colours written, keys typed ahead, another keyboard layout."""

from pathlib import Path

import pytest

from rokoko_core import Seat, Setup, legal_actions
from rokoko_core.journal import create, read
from tests.journeys.terminal import COLOUR, Terminal, folders

HANDOVER = "Any key or a click: go on"
STEPS = {"forced_steps": False, "end_turns": False, "round_page": False, "turn_summary": False}


@pytest.fixture(autouse=True)
def a_quiet_table(tmp_path: Path) -> None:
    """Nothing happens by itself, nothing moves, and no page stands between rounds."""
    folder = Path(folders(tmp_path)["XDG_CONFIG_HOME"]) / "rokoko"
    folder.mkdir(parents=True)
    lines = [f"{name} = {str(value).lower()}" for name, value in STEPS.items()]
    (folder / "settings.toml").write_text("\n".join([*lines, 'pace = "at-once"', 'motion = "off"', ""]))


def begun(path: Path) -> Path:
    """A game of Ada and Bo in which both hands are chosen."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with create(path, Setup((Seat("Ada"), Seat("Bo")), 5, first_player=0)) as journal:
        for _ in range(2):
            journal.game.play(legal_actions(journal.game.state)[0])
    return path


def test_without_colour_no_colour_is_written_and_the_table_is_readable(tmp_path: Path) -> None:
    path = begun(tmp_path / "saves" / "game.rokoko")
    for colourless in (True, False):
        with Terminal(tmp_path, "load", path, surroundings={"NO_COLOR": "1"} if colourless else {}) as terminal:
            terminal.wait(HANDOVER, "Workshop", "● Ada", "■ Bo")
            terminal.press("ctrl+q")
            assert terminal.leaves_with() == 0
            coloured = COLOUR.findall(terminal.written.decode())
            assert bool(coloured) is not colourless, coloured[:5]


def test_keys_typed_ahead_do_no_harm(tmp_path: Path) -> None:
    path = begun(tmp_path / "saves" / "game.rokoko")
    with Terminal(tmp_path, "load", path, size=(80, 24)) as terminal:
        terminal.wait(HANDOVER)
        terminal.insist(["enter"] * 3, lambda: not terminal.shows(HANDOVER), "the hand-over to be over")
        terminal.wait("▸ 1 ", "choose the card to play")
        terminal.quiet()
        terminal.press("1")
        terminal.wait("choose the main action")
        terminal.press("0")
        terminal.wait("let it pass")
        terminal.press("0")
        terminal.wait("▸ e ")
        terminal.press("e", "e", "e", "e")

        def over() -> bool:
            """Ada's turn; keys that were pressed before the question stood there do not answer it."""
            if terminal.shows("End the turn (e)"):
                terminal.press("e")
            return terminal.shows("Bo to move")

        terminal.until(over, "the end of the turn")
        terminal.press("ctrl+q")
        assert terminal.leaves_with() == 0
    assert not (tmp_path / "saves" / "reports").exists()
    assert read(path).damage is None
    assert read(path).game.cursor == 6


UKRAINIAN_LAYOUT = {"s": "і", "q": "\x1b[1081;;1081u", "ctrl+q": "\x1b[1081;5u"}
"""What a terminal sends for keys under a Ukrainian layout: the letter itself, or its code by the protocol of kitty."""


@pytest.mark.parametrize(
    ("language", "title", "game"), [("en", "Settings", "New game"), ("uk", "Налаштування", "Нова гра")]
)
def test_keys_answer_under_a_ukrainian_layout_in_either_language(
    tmp_path: Path, language: str, title: str, game: str
) -> None:
    with Terminal(tmp_path, "--language", language, size=(80, 24)) as terminal:
        terminal.wait(game)
        terminal.send(UKRAINIAN_LAYOUT["s"])
        terminal.wait(f"◆ {title} ◆")
        terminal.send(UKRAINIAN_LAYOUT["q"])
        terminal.wait(game)
        terminal.send(UKRAINIAN_LAYOUT["ctrl+q"])
        assert terminal.leaves_with() == 0
