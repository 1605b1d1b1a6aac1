"""Files: opened without blocking, only if regular, and written completely or not at all."""

import os
import socket
from collections.abc import Callable
from pathlib import Path

import pytest

from rokoko_core import BadSave, Seat, Setup
from rokoko_core.components import ComponentError, load_components
from rokoko_core.components.set_copies import iter_copies
from rokoko_core.files import _CHUNK as CHUNK
from rokoko_core.files import (
    FileFault,
    InUse,
    UnusableFile,
    check_unused,
    make_folder,
    open_regular,
    read_all,
    read_regular,
    system_code,
    write_new,
    write_whole,
)
from rokoko_core.journal import LARGEST, SaveFault, create, open_journal, read

MOST = 1000


def pipe(path: Path) -> None:
    os.mkfifo(path)


def device(path: Path) -> None:
    path.symlink_to("/dev/zero")


def circle(path: Path) -> None:
    path.symlink_to(path)


def endless(path: Path) -> None:
    """Create a sparse file of 4 GB."""
    with path.open("wb") as file:
        file.truncate(4 * 1024**3)


def bound(path: Path) -> None:
    with socket.socket(socket.AF_UNIX) as door:
        here = Path.cwd()
        os.chdir(path.parent)  # socket names must be short
        try:
            door.bind(path.name)
        finally:
            os.chdir(here)


ODD: dict[str, tuple[Callable[[Path], object], str]] = {
    "pipe": (pipe, "pipe"),
    "device": (device, "device"),
    "folder": (Path.mkdir, "EISDIR"),
    "socket": (bound, "socket"),
    "circle": (circle, "ELOOP"),
    "nothing": (lambda path: None, "ENOENT"),
    "4 GB": (endless, "too-large"),
}


@pytest.mark.parametrize("kind", ODD)
def test_only_files_are_opened_and_nothing_blocks(tmp_path: Path, kind: str) -> None:
    make, code = ODD[kind]
    path = tmp_path / "odd.rokoko"
    make(path)
    with pytest.raises(OSError) as error:
        read_regular(path, MOST)
    assert system_code(error.value) == code
    for opening in (read, open_journal):
        with pytest.raises(BadSave) as refused:
            opening(path)
        wanted = (SaveFault.TOO_LARGE, None) if kind == "4 GB" else (SaveFault.UNREADABLE, code)
        assert (refused.value.code, refused.value.detail) == wanted


@pytest.mark.parametrize("name", ["a\0b", "\ud800"])
def test_an_invalid_name_is_reported_as_such(tmp_path: Path, name: str) -> None:
    reaches: tuple[Callable[[Path], object], ...] = (
        lambda path: read_regular(path, 10),
        lambda path: write_whole(path, b""),
        lambda path: write_new(path, b""),
    )
    for reach in reaches:
        with pytest.raises(UnusableFile) as error:
            reach(tmp_path / name)
        assert error.value.code is FileFault.NAME
    with pytest.raises(BadSave) as refused:
        read(tmp_path / name)
    assert refused.value.detail == "name"
    assert list(tmp_path.iterdir()) == []


def test_a_link_to_a_file_is_a_file(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"x" * MOST)
    (tmp_path / "link").symlink_to("file")
    assert read_regular(tmp_path / "link", MOST) == b"x" * MOST
    with pytest.raises(UnusableFile):
        read_regular(tmp_path / "link", MOST - 1)


def test_a_file_that_grows_while_it_is_read_is_too_large(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "file"
    path.write_bytes(b"x" * (MOST + 1))
    monkeypatch.setattr("rokoko_core.files._check", lambda *_: None)
    with pytest.raises(UnusableFile) as error:
        read_regular(path, MOST)
    assert error.value.code is FileFault.TOO_LARGE


OPEN = Path("/proc/self/fd")
"""Open files of this process, if the system lists them."""
listed = pytest.mark.skipif(not OPEN.is_dir(), reason="the system does not list the files a process holds open")


def swap_when_opened(monkeypatch: pytest.MonkeyPatch, path: Path, kind: str) -> None:
    """Replace the file at ``path`` by ``kind`` of ``ODD`` after it was checked."""
    opened = os.open

    def meanwhile(at: Path, flags: int) -> int:
        path.unlink()
        ODD[kind][0](path)
        return opened(at, flags)

    monkeypatch.setattr(os, "open", meanwhile)


@listed
@pytest.mark.parametrize("kind", ["4 GB", "pipe", "device", "folder"])
def test_a_file_refused_after_it_was_opened_is_closed_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    path = tmp_path / "file"
    path.write_bytes(b"x")
    swap_when_opened(monkeypatch, path, kind)
    before = len(list(OPEN.iterdir()))
    with pytest.raises(UnusableFile) as error:
        open_regular(path, MOST)
    assert system_code(error.value) == ODD[kind][1]
    assert len(list(OPEN.iterdir())) == before


@listed
def test_a_file_read_or_written_leaves_nothing_open(tmp_path: Path) -> None:
    path = tmp_path / "a" / "file"
    before = len(list(OPEN.iterdir()))
    make_folder(path.parent)
    write_new(path, b"new")
    write_whole(path, b"whole")
    assert read_regular(path, MOST) == b"whole"
    with pytest.raises(FileExistsError):
        write_new(path, b"")
    check_unused(path)
    assert len(list(OPEN.iterdir())) == before


@pytest.mark.parametrize("most", [0, 1, MOST, CHUNK - 1, CHUNK, CHUNK + 1, 3 * CHUNK + 5])
def test_at_most_one_byte_over_the_limit_is_read(tmp_path: Path, most: int) -> None:
    """That byte shows that the file is too large."""
    path = tmp_path / "file"
    content = os.urandom(most + 2 * CHUNK)
    for size in (most // 2, most, most + 1, most + 2, len(content)):
        path.write_bytes(content[:size])
        with open_regular(path, len(content)) as file:
            for _ in range(2):
                assert read_all(file, most) == content[: min(size, most + 1)], "from its beginning each time"


@pytest.mark.parametrize("kind", [kind for kind in ODD if kind != "nothing"])
def test_a_component_table_that_is_not_a_file_is_refused(tmp_path: Path, kind: str) -> None:
    ODD[kind][0](tmp_path / "boards.toml")
    with pytest.raises(ComponentError) as error:
        load_components(tmp_path)
    assert error.value.file == "boards.toml"


@pytest.mark.parametrize("kind", ["pipe", "device", "socket", "circle", "nothing"])
def test_a_folder_of_components_that_is_not_a_folder_is_refused(tmp_path: Path, kind: str) -> None:
    folder = tmp_path / "mine"
    ODD[kind][0](folder)
    for path in (folder, tmp_path / "a\0b"):
        with pytest.raises(ComponentError):
            load_components(path)


@pytest.mark.parametrize("kind", ODD)
def test_a_copy_of_components_that_is_not_a_file_is_ignored(tmp_path: Path, kind: str) -> None:
    (tmp_path / "components").mkdir()
    ODD[kind][0](tmp_path / "components" / "0123456789abcdef.json")
    assert list(iter_copies(tmp_path)) == []


# ---- writing


def test_write_whole_replaces_the_old_content(tmp_path: Path) -> None:
    path = tmp_path / "settings.toml"
    for content in (b"old", b"new"):
        write_whole(path, content)
        assert path.read_bytes() == content
    assert list(tmp_path.iterdir()) == [path]
    (tmp_path / "link").symlink_to(path)
    write_whole(tmp_path / "link", b"by a link")
    assert (path.read_bytes(), (tmp_path / "link").is_symlink()) == (b"by a link", True)


@pytest.mark.parametrize("kind", ["pipe", "device", "folder", "socket", "circle"])
def test_write_whole_replaces_files_only(tmp_path: Path, kind: str) -> None:
    path = tmp_path / "odd"
    ODD[kind][0](path)
    before = path.lstat().st_mode
    with pytest.raises(OSError):
        write_whole(path, b"new")
    assert path.lstat().st_mode == before
    assert list(tmp_path.iterdir()) == [path]


def test_two_writers_leave_one_of_both_contents(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "settings.toml"
    fsync, others = os.fsync, iter([b"other"])

    def meanwhile(descriptor: int) -> None:
        fsync(descriptor)
        for content in others:
            write_whole(path, content)

    monkeypatch.setattr(os, "fsync", meanwhile)
    write_whole(path, b"one")
    assert path.read_bytes() == b"one"
    assert list(tmp_path.iterdir()) == [path]


def test_a_new_file_replaces_no_file(tmp_path: Path) -> None:
    path = tmp_path / "game.rokoko"
    write_new(path, b"first")
    with pytest.raises(FileExistsError):
        write_new(path, b"second")
    assert path.read_bytes() == b"first"
    assert list(tmp_path.iterdir()) == [path]


def test_a_new_file_is_created_without_links_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def no_links(*_: object) -> None:
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr(os, "link", no_links)
    test_a_new_file_replaces_no_file(tmp_path)


def test_the_names_in_a_folder_are_synced(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    forced: list[Path] = []
    monkeypatch.setattr("rokoko_core.files.sync_folder", forced.append)
    make_folder(tmp_path / "a" / "b")
    assert forced == [tmp_path, tmp_path / "a"]
    write_new(tmp_path / "a" / "b" / "game", b"")
    write_whole(tmp_path / "a" / "settings", b"")
    assert forced[2:] == [tmp_path / "a" / "b", tmp_path / "a"]


def test_a_save_of_the_largest_size_is_read(tmp_path: Path) -> None:
    path = tmp_path / "large.rokoko"
    path.write_bytes(b"x" * LARGEST)
    with pytest.raises(BadSave) as refused:
        read(path)
    assert refused.value.code is SaveFault.NOT_A_SAVE


def test_a_file_is_in_use_while_a_program_writes_it(tmp_path: Path) -> None:
    path = tmp_path / "game.rokoko"
    with create(path, Setup((Seat("Ada"), Seat("Bo")), 1)):
        for _ in range(2):
            with pytest.raises(InUse):
                check_unused(path)
    check_unused(path)
    with open_journal(path):
        pass  # the check keeps no lock


@pytest.mark.parametrize("kind", ["pipe", "folder", "circle", "nothing"])
def test_anything_but_a_file_is_not_in_use(tmp_path: Path, kind: str) -> None:
    path = tmp_path / "odd.rokoko"
    ODD[kind][0](path)
    check_unused(path)
