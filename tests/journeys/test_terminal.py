"""Test what a journey cannot express: colours in the output, keys typed ahead, another keyboard layout."""

from pathlib import Path

import pytest
import tomlkit

from rokoko_core import Seat, Setup, legal_actions
from rokoko_core.journal import create, read
from tests.journeys.terminal import COLOUR, Terminal, folders

HANDOVER = "Enter continue"
SETTINGS = {
    "forced_steps": False,
    "end_turns": "never",
    "round_page": False,
    "turn_summary": False,
    "pace": "at-once",
    "motion": "off",
}


@pytest.fixture(autouse=True)
def write_settings(tmp_path: Path) -> None:
    """Write settings without automatic steps, animation and summaries."""
    folder = Path(folders(tmp_path)["XDG_CONFIG_HOME"]) / "rokoko"
    folder.mkdir(parents=True)
    (folder / "settings.toml").write_text(tomlkit.dumps(SETTINGS))


def create_game(path: Path) -> Path:
    """Create a game of Ada and Bo in which both hands are chosen."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with create(path, Setup((Seat("Ada"), Seat("Bo")), 5, first_player=0)) as journal:
        for _ in range(2):
            journal.game.play(legal_actions(journal.game.state)[0])
    return path


@pytest.mark.slow
def test_no_color_writes_no_colours(tmp_path: Path) -> None:
    path = create_game(tmp_path / "saves" / "game.rokoko")
    for colourless in (True, False):
        with Terminal(tmp_path, "load", path, environment={"NO_COLOR": "1"} if colourless else {}) as terminal:
            terminal.wait(HANDOVER, "Workshop", "● Ada", "■ Bo")
            terminal.press("ctrl+q")
            assert terminal.wait_for_exit() == 0
            colours = COLOUR.findall(terminal.written.decode())
            assert bool(colours) is not colourless, colours[:5]


@pytest.mark.slow
def test_keys_typed_ahead_are_harmless(tmp_path: Path) -> None:
    path = create_game(tmp_path / "saves" / "game.rokoko")
    with Terminal(tmp_path, "load", path, size=(80, 24)) as terminal:
        terminal.wait(HANDOVER)
        terminal.quiet()
        closing = ["enter", "enter", "enter"]  # keys on the new page do not close it, nor do more choose at the table
        terminal.insist(closing, lambda: not terminal.shows(HANDOVER), "the hand-over to be over")
        terminal.wait("▸ 1 ", "choose the card to play")
        terminal.quiet()
        terminal.press("1")
        terminal.wait("choose the main action")
        terminal.press("0")
        terminal.wait("skip it")
        terminal.press("0")
        terminal.wait("▸ e ")
        terminal.press("e", "e", "e", "e")

        def over() -> bool:
            """End Ada's turn; keys pressed before the question appeared do not answer it."""
            if terminal.shows("End turn (e)"):
                terminal.press("e")
            return terminal.shows("Bo is choosing a card")

        terminal.until(over, "the end of the turn")
        terminal.press("ctrl+q")
        assert terminal.wait_for_exit() == 0
    assert not (tmp_path / "saves" / "reports").exists()
    assert read(path).damage is None
    assert read(path).game.cursor == 6


UKRAINIAN_LAYOUT = {"s": "і", "q": "\x1b[1081;;1081u", "ctrl+q": "\x1b[1081;5u"}
"""Keys of a Ukrainian layout as sent by a terminal: the letter, or its code in the kitty protocol."""


@pytest.mark.quick(1)
@pytest.mark.parametrize(
    ("language", "title", "game"), [("en", "Settings", "New game"), ("uk", "Налаштування", "Нова гра")]
)
def test_keys_work_with_a_ukrainian_layout_in_both_languages(
    tmp_path: Path, language: str, title: str, game: str
) -> None:
    with Terminal(tmp_path, "--language", language, size=(80, 24)) as terminal:
        terminal.wait(game)
        terminal.send(UKRAINIAN_LAYOUT["s"])
        terminal.wait(f"◆ {title} ◆")
        terminal.send(UKRAINIAN_LAYOUT["q"])
        terminal.wait(game)
        terminal.send(UKRAINIAN_LAYOUT["ctrl+q"])
        assert terminal.wait_for_exit() == 0


def fills(terminal: Terminal, columns: int, lines: int) -> bool:
    """Return whether the start screen uses exactly this size: its last line, and no column to the right of it."""
    drawn = [n for n, line in enumerate(terminal.lines, start=1) if line]
    return bool(drawn) and drawn[-1] == lines and columns - 20 < max(map(len, terminal.lines)) <= columns


@pytest.mark.parametrize(
    "size", [(160, 50), pytest.param((0, 0), marks=pytest.mark.slow)], ids=["known", "unknown at first"]
)
def test_the_size_of_the_terminal_wins_over_exported_variables(tmp_path: Path, size: tuple[int, int]) -> None:
    """``COLUMNS`` and ``LINES`` count only while the terminal does not know its size, as on a serial line."""
    with Terminal(tmp_path, size=(160, 50), environment={"COLUMNS": "90", "LINES": "27"}, reported=size) as terminal:
        terminal.wait("New game")
        columns, lines = size if size[0] else (90, 27)
        terminal.until(lambda: fills(terminal, columns, lines), f"a screen of {columns}x{lines}")
        terminal.resize(120, 40)
        terminal.until(lambda: fills(terminal, 120, 40), "a screen of 120x40")
