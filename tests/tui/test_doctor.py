"""What the doctor says of the terminal and of the keys, without a terminal."""

from pathlib import Path

import pytest

from rokoko_tui.command_line.doctor import _colours, _keys, _size, _writable
from rokoko_tui.session.settings import Settings
from rokoko_tui.words import vocabulary_of

WORDS = vocabulary_of("classic")


@pytest.mark.parametrize(
    ("columns", "lines", "key", "needed"),
    [
        (79, 24, "too-small", "80x24"),
        (80, 23, "too-small", "80x24"),
        (80, 24, "tabs", "120x40"),
        (119, 40, "tabs", "120x40"),
        (120, 39, "tabs", "120x40"),
    ],
)
def test_a_small_terminal_is_told_what_it_lacks(columns: int, lines: int, key: str, needed: str) -> None:
    assert _size(columns, lines, WORDS) == WORDS.say(f"doctor.{key}", size=f"{columns}x{lines}", needed=needed)


def test_a_large_terminal_shows_everything_and_none_nothing() -> None:
    assert _size(120, 40, WORDS) == WORDS.say("doctor.whole", size="120x40")
    assert _size(0, 0, WORDS) == WORDS.say("doctor.unknown")


def test_colours_that_are_not_wanted_are_said_to_be_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    assert _colours(WORDS) == WORDS.say("doctor.no-color")
    monkeypatch.delenv("NO_COLOR")
    assert _colours(WORDS) != WORDS.say("doctor.no-color")


def test_keys_of_commands_there_are_not_are_named() -> None:
    assert _keys(Settings(keys={"table.undo": "z", "table.redo": "y"}), WORDS) == WORDS.say("doctor.keys", n=2)
    told = _keys(Settings(keys={"table.undo": "z", "no.such": "y", "at.all": "x"}), WORDS)
    assert told == WORDS.say("doctor.unknown-keys", names=["at.all", "no.such"])


def test_a_folder_is_made_where_its_nearest_folder_may_be_written(tmp_path: Path) -> None:
    assert _writable(tmp_path) and _writable(tmp_path / "not" / "yet")
    (tmp_path / "file").write_text("", encoding="utf-8")
    assert not _writable(tmp_path / "file" / "below")
