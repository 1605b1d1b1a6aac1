"""Deleted saves: the latest is restored first, and nothing is ever replaced."""

import time
from pathlib import Path

import pytest

from rokoko_tui.saves.folder import TRASH, discard, restore_latest
from rokoko_tui.saves.lock import SaveInUse, lock_save


def write_save(folder: Path, name: str, content: str = "") -> Path:
    path = folder / f"{name}.rokoko"
    path.write_text(content or name, encoding="utf-8")
    return path


def test_saves_return_in_the_opposite_order_even_if_deleted_at_the_same_moment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(time, "time_ns", lambda: 5)
    names = ("a", "c", "b")
    for name in names:
        discard(write_save(tmp_path, name))
    assert not list(tmp_path.glob("*.rokoko"))
    for name in reversed(names):
        path = restore_latest(tmp_path)
        assert path == tmp_path / f"{name}.rokoko" and path.read_text("utf-8") == name
    assert restore_latest(tmp_path) is None
    assert not list((tmp_path / TRASH).iterdir()), "nothing is left behind"


def test_a_restored_save_gets_another_name_if_its_own_is_taken(tmp_path: Path) -> None:
    discard(write_save(tmp_path, "game", "old"))
    new = write_save(tmp_path, "game", "new")
    path = restore_latest(tmp_path)
    assert path is not None and path != new
    assert (path.read_text("utf-8"), new.read_text("utf-8")) == ("old", "new")


def test_a_save_that_is_played_is_not_deleted(tmp_path: Path) -> None:
    path = write_save(tmp_path, "game")
    with lock_save(path), pytest.raises(SaveInUse):
        discard(path)
    assert path.exists() and restore_latest(tmp_path) is None


def test_a_save_that_cannot_be_moved_stays_and_foreign_folders_are_ignored(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = write_save(tmp_path, "game")
    with pytest.raises(OSError):
        discard(tmp_path / "missing.rokoko")
    (tmp_path / TRASH / "123").mkdir(parents=True, exist_ok=True)
    write_save(tmp_path / TRASH / "123", "foreign")
    assert restore_latest(tmp_path) is None and path.exists()
    assert restore_latest(tmp_path / "nowhere") is None
