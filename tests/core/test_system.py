"""What differs between systems, with the functions that other systems lack taken away."""

import os
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from rokoko_core import Game, Seat, Setup, legal_actions, system
from rokoko_core.files import InUse, check_unused, find_path, lock, open_regular, unlock, write_new
from rokoko_core.journal import create, read

SETUP = Setup((Seat("Ada"), Seat("Bo")), seed=1)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Create a file."""
    path = tmp_path / "file"
    path.write_bytes(b"content")
    return path


def test_a_game_is_saved_without_flock_and_links(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(system, "fcntl", None)
    monkeypatch.delattr(os, "link")
    path = tmp_path / "game.rokoko"
    with create(path, SETUP) as journal:
        check_unused(path)
        journal.game.play(legal_actions(journal.game.state)[0])
        assert journal.notice is None, "the lock of the file beside it is enough"
    assert read(path).game.length == 1
    with pytest.raises(FileExistsError):
        create(path, SETUP)
    assert Game.load(path).length == 1


@pytest.mark.skipif(sys.platform == "win32", reason="needs flock")
def test_a_file_is_locked_until_it_is_unlocked(path: Path) -> None:
    with open_regular(path, 100) as file, open_regular(path, 100) as other:
        lock(file)
        with pytest.raises(InUse):
            lock(other)
        unlock(file)
        lock(other)


def test_without_links_no_file_is_replaced(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(os, "link")
    with pytest.raises(FileExistsError):
        write_new(path, b"other")
    assert path.read_bytes() == b"content"
    with pytest.raises(OSError, match="not implemented"):
        system.make_hard_link(path, path.with_name("second"))


def test_macos_tells_the_path_of_an_open_file(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def control(_: int, command: str, room: bytes) -> bytes:
        assert (command, len(room)) == ("F_GETPATH", 1024)
        return os.fsencode(path).ljust(1024, b"\0")

    monkeypatch.setattr(system, "fcntl", SimpleNamespace(F_GETPATH="F_GETPATH", fcntl=control))
    assert system.path_of_descriptor(0) == path


def test_windows_tells_no_path_and_the_folder_is_searched(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(system, "fcntl", None)
    monkeypatch.setattr(Path, "readlink", lambda _: (_ for _ in ()).throw(FileNotFoundError()))
    with open_regular(path, 100) as file:
        moved = path.rename(path.with_name("moved"))
        assert find_path(file, path.parent) == moved


def test_windows_ends_the_tree_of_a_process(monkeypatch: pytest.MonkeyPatch) -> None:
    commands: list[list[str]] = []
    process = subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE)
    with process:
        monkeypatch.setattr(subprocess, "run", lambda command, **_: commands.append(command))
        monkeypatch.setattr(sys, "platform", "win32")
        system.end_session(process, grace=60)
        monkeypatch.undo()
    assert commands == [["taskkill", "/F", "/T", "/PID", str(process.pid)]]
    assert process.returncode not in (None, 0)
