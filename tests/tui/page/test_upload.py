"""Saves that are added to the static page."""

from pathlib import Path

import pytest

from rokoko_core.journal import read
from rokoko_tui.page.session import BaseSession
from rokoko_tui.saves.folder import add_save
from tests.saves.sample_games import FOLDER

SAMPLE = sorted(FOLDER.glob("*.rokoko"))[0]


def test_a_save_is_stored_under_its_name_and_never_replaces_another(tmp_path: Path) -> None:
    content = SAMPLE.read_bytes()
    paths = [add_save(tmp_path / "saves", "ada", content) for _ in range(2)]
    assert [path.name for path in paths] == ["ada.rokoko", "ada-2.rokoko"]
    assert all(path.read_bytes() == content for path in paths)


@pytest.mark.parametrize("name", ["../ada", ".ada", "a\nb", ""])
def test_an_invalid_name_is_replaced(tmp_path: Path, name: str) -> None:
    path = add_save(tmp_path, name, SAMPLE.read_bytes())
    assert path == tmp_path / "upload.rokoko"


def test_a_damaged_save_is_stored_with_what_is_readable(tmp_path: Path) -> None:
    path = add_save(tmp_path, "ada", SAMPLE.read_bytes().replace(b'"', b"'", 400).replace(b"'", b'"', 300))
    assert read(path).damage is not None


@pytest.mark.parametrize("content", [b"", b"no save", b"\0" * 17_000_000])
def test_anything_else_is_refused_in_a_sentence(tmp_path: Path, content: bytes) -> None:
    session = BaseSession({}, tmp_path)
    assert session.add_save("ada.rokoko", content).startswith("ada: ")
    assert list(tmp_path.glob("**/*.rokoko")) == []
