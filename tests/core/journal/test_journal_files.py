"""The file of a journal, and changes by other programs or disk errors during play.

No acknowledged entry is lost, and no two programs write to one game.
"""

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from io import FileIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from rokoko_core import Game, Seat, Setup, files, legal_actions
from rokoko_core.game import Entry
from rokoko_core.journal import (
    BadSave,
    InUse,
    Journal,
    Notice,
    Relocation,
    RelocationReason,
    create,
    open_journal,
    read,
)
from rokoko_core.journal import writer as writing
from tests import OLD_SAVES, ROOT

if TYPE_CHECKING:
    from _typeshed import ReadableBuffer

SETUP = Setup((Seat("Ada"), Seat("Bo")), 3)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "game.rokoko"


@pytest.fixture
def journal(path: Path) -> Iterator[Journal]:
    with create(path, SETUP) as journal:
        play(journal, 5)
        yield journal


def play(journal: Journal, actions: int = 1) -> None:
    for _ in range(actions):
        journal.game.play(legal_actions(journal.game.state)[0])


def sound(path: Path) -> list[Entry]:
    """Return the entries of the undamaged file at ``path``."""
    reading = read(path)
    assert reading.damage is None and reading.notice is not Notice.TORN_LINE
    return reading.game.entries


# ---- altered by others


def other_game(path: Path) -> bytes:
    beside = path.with_name("other.rokoko")
    with create(beside, SETUP) as other:
        play(other, 2)
    content = beside.read_bytes()
    beside.unlink()
    return content


def truncated(path: Path) -> None:
    os.truncate(path, path.stat().st_size - 100)


def emptied(path: Path) -> None:
    path.write_bytes(b"")


def grown(path: Path) -> None:
    with path.open("ab") as file:
        file.write(b"more\n")


def altered(path: Path) -> None:
    data = path.read_bytes()
    path.write_bytes(data.replace(b'"t":1', b'"t":2', 1))


def replaced(path: Path) -> None:
    new = path.with_name("new")
    new.write_bytes(other_game(path))
    new.replace(path)


def written_over(path: Path) -> None:
    path.write_bytes(other_game(path))


@pytest.mark.parametrize("mode", [0o600, 0o644, 0o640])
@pytest.mark.parametrize("meddle", [truncated, replaced, Path.unlink])
def test_the_copy_of_a_private_save_is_private(
    journal: Journal, path: Path, meddle: Callable[[Path], None], mode: int
) -> None:
    path.chmod(mode)
    meddle(path)
    play(journal)
    assert (journal.path.stat().st_mode & 0o077 == 0) == (mode == 0o600)


@pytest.mark.parametrize("meddle", [truncated, emptied, grown, altered, replaced, written_over, Path.unlink])
def test_a_changed_file_is_left_and_play_continues_in_a_copy(
    journal: Journal, path: Path, meddle: Callable[[Path], None]
) -> None:
    meddle(path)
    left = path.read_bytes() if path.exists() else None
    play(journal, 2)
    copy = path.with_name("game-2.rokoko")
    assert journal.relocations == [Relocation(RelocationReason.COPIED, path, copy)]
    assert journal.path == copy
    assert sound(copy) == journal.game.entries
    assert len(journal.game.entries) == 7
    assert (path.read_bytes() if path.exists() else None) == left
    play(journal)
    assert sound(copy) == journal.game.entries, "the copy is now the game's file"
    assert len(journal.relocations) == 1


def test_the_copy_replaces_no_file(journal: Journal, path: Path) -> None:
    path.with_name("game-2.rokoko").write_bytes(b"somebody's")
    path.with_name("game-3.rokoko").symlink_to("nowhere")
    path.unlink()
    play(journal)
    assert journal.path == path.with_name("game-4.rokoko")
    assert path.with_name("game-2.rokoko").read_bytes() == b"somebody's"


def test_a_removed_folder_is_created_again(tmp_path: Path) -> None:
    path = tmp_path / "saves" / "game.rokoko"
    path.parent.mkdir()
    with create(path, SETUP) as journal:
        path.unlink()
        path.parent.rmdir()
        play(journal)
        assert sound(journal.path) == journal.game.entries


def test_an_older_file_is_copied_unchanged(path: Path) -> None:
    older = (OLD_SAVES / "base-3.rokoko").read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join(older[:9]))
    with open_journal(path) as journal:
        path.unlink()
        play(journal)
        assert journal.path.read_bytes().startswith(b"".join(older[:9]))
        assert sound(journal.path) == journal.game.entries


# ---- moved


def test_a_renamed_file_is_followed(journal: Journal, path: Path) -> None:
    new = path.with_name("another name.rokoko")
    path.rename(new)
    play(journal)
    assert journal.relocations == [Relocation(RelocationReason.FOLLOWED, path, new)]
    assert sound(new) == journal.game.entries
    assert not path.exists()


def test_a_renamed_file_is_followed_without_help_of_the_system(
    journal: Journal, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def kept(*_: object) -> Path:
        raise OSError("no such thing here")

    monkeypatch.setattr("rokoko_core.files.path_of_descriptor", kept)
    test_a_renamed_file_is_followed(journal, path)


def test_a_file_moved_to_another_folder_is_followed(journal: Journal, path: Path, tmp_path: Path) -> None:
    if not Path("/proc/self/fd").is_dir():
        pytest.skip("the system keeps no names of open files")
    (tmp_path / "attic").mkdir()
    path.rename(tmp_path / "attic" / "game.rokoko")
    play(journal)
    assert journal.path == tmp_path / "attic" / "game.rokoko"
    assert sound(journal.path) == journal.game.entries


def test_a_file_that_cannot_be_found_is_copied(
    journal: Journal, path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "attic").mkdir()
    path.rename(tmp_path / "attic" / "game.rokoko")
    monkeypatch.setattr(writing, "find_path", lambda *_: None)
    play(journal)
    assert journal.path == path.with_name("game-2.rokoko")
    assert sound(journal.path) == journal.game.entries


def test_a_link_is_not_a_move(tmp_path: Path, path: Path) -> None:
    with create(path, SETUP):
        pass
    link = tmp_path / "link.rokoko"
    link.symlink_to(path)
    with open_journal(link) as journal:
        play(journal)
        assert (journal.path, journal.relocations) == (link, [])
    assert len(sound(path)) == 1


# ---- one writer


def renamed(path: Path) -> Path:
    return path.rename(path.with_name("renamed.rokoko"))


def hard_link(path: Path) -> Path:
    other = path.with_name("link.rokoko")
    other.hardlink_to(path)
    return other


def symbolic_link(path: Path) -> Path:
    other = path.with_name("link.rokoko")
    other.symlink_to(path)
    return other


@pytest.mark.parametrize("otherwise", [lambda path: path, renamed, hard_link, symbolic_link])
def test_two_programs_never_write_to_one_game(journal: Journal, path: Path, otherwise: Callable[[Path], Path]) -> None:
    other = otherwise(path)
    before = other.read_bytes()
    with pytest.raises(InUse):
        open_journal(other)
    assert other.read_bytes() == before
    assert read(other).entries == 5, "other programs may read"
    play(journal)
    assert sound(other) == journal.game.entries
    journal.close()
    with open_journal(other) as next_one:
        play(next_one)
    assert len(sound(other)) == 7


def test_a_file_in_use_is_not_kept_open(journal: Journal, path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[FileIO] = []

    def open_regular(*args: Any, **options: Any) -> FileIO:
        opened.append(files.open_regular(*args, **options))
        return opened[-1]

    monkeypatch.setattr(writing, "open_regular", open_regular)
    with pytest.raises(InUse):
        open_journal(path)
    assert [file.closed for file in opened] == [True]


def test_the_copy_is_locked_as_well(journal: Journal, path: Path) -> None:
    path.unlink()
    play(journal)
    with pytest.raises(InUse):
        open_journal(journal.path)


PLAYER = """
import sys, pathlib
from rokoko_core.journal import open_journal
journal = open_journal(pathlib.Path(sys.argv[1]))
print("playing", flush=True)
sys.stdin.read()
"""


def test_another_process_is_locked_out_until_the_first_ends(path: Path) -> None:
    create(path, SETUP).close()
    command = [sys.executable, "-c", PLAYER, str(path)]
    with subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as other:
        assert other.stdout is not None
        assert other.stdout.readline().strip() == b"playing"
        other_name = hard_link(path)
        with pytest.raises(InUse):
            open_journal(other_name)
        other.kill()
        other.wait()
        with open_journal(other_name) as journal:
            play(journal)


def test_a_child_that_keeps_the_file_open_does_not_keep_the_lock(journal: Journal, path: Path) -> None:
    descriptor = os.dup(journal._file.fileno())
    try:
        journal.close()
        open_journal(path).close()
    finally:
        os.close(descriptor)


# ---- a disk that refuses


class Disk:
    """A disk that counts requests and fails the request ``refused``, or all from then on."""

    def __init__(self, refused: int, for_good: bool):
        self.refused, self.for_good, self.asked = refused, for_good, 0

    def ask(self) -> None:
        self.asked += 1
        if self.asked == self.refused or (self.for_good and self.asked > self.refused):
            raise OSError(28, "No space left on device")


Begin = Callable[[Path], Journal]
REQUESTS = ("open", "fstat", "stat", "fsync", "link", "unlink", "readlink", "replace", "mkdir")


@contextmanager
def on(disk: Disk) -> Iterator[None]:
    """Route all disk requests of the journal through ``disk``."""

    class File(FileIO):
        def __init__(self, *given: Any) -> None:
            disk.ask()
            super().__init__(*given)

        def write(self, data: "ReadableBuffer") -> int:
            try:
                disk.ask()
            except OSError:
                super().write(memoryview(data)[: memoryview(data).nbytes // 2])
                raise
            return super().write(data)

        def read(self, size: int | None = -1) -> bytes:
            disk.ask()
            return super().read(size)

        def truncate(self, size: int | None = None) -> int:
            disk.ask()
            return super().truncate(size)

    def asking(request: Callable[..., object]) -> Callable[..., object]:
        def ask(*given: object, **named: object) -> object:
            disk.ask()
            return request(*given, **named)

        return ask

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr("rokoko_core.files.FileIO", File)
        for name in REQUESTS:
            patched.setattr(os, name, asking(getattr(os, name)))
        yield


def begun(path: Path) -> Journal:
    try:
        return create(path, SETUP)
    except OSError:
        assert not os.path.lexists(path) or os.lstat(path).st_size, "a failed creation leaves no empty file"
        raise


def taken_up(path: Path) -> Journal:
    """Open a game of 0.2.0 at ``path``, before the disk fails, to continue it."""
    return open_journal(path)


def acknowledged(path: Path, disk: Disk, tries: int, begin: Begin) -> tuple[Journal | None, list[Entry]]:
    """Create and play a game on ``disk``, retrying each step; return all acknowledged entries."""
    journal: Journal | None = None
    done: list[Entry] = []
    if begin is taken_up:
        older = (OLD_SAVES / "base-3.rokoko").read_bytes()
        path.write_bytes(b"".join(older.splitlines(keepends=True)[:9]))
    with on(disk):
        for _ in range(tries):
            with suppress(OSError, BadSave):
                journal = begin(path)
                break
        if journal:
            for _ in range(3):
                for _ in range(tries):
                    with suppress(OSError):
                        play(journal)
                        break
            done = list(journal.game.entries)
            journal.close()
    return journal, done


def requests_in_all(tmp_path: Path, begin: Begin) -> int:
    disk = Disk(0, for_good=False)
    acknowledged(tmp_path / "whole.rokoko", disk, 1, begin)
    return disk.asked


@pytest.mark.parametrize("begin", [begun, taken_up])
def test_a_disk_that_fails_once_loses_nothing(tmp_path: Path, begin: Begin) -> None:
    most = requests_in_all(tmp_path, begin)
    assert most > 20
    for refused in range(1, most + 1):
        path = tmp_path / f"{refused}.rokoko"
        journal, done = acknowledged(path, Disk(refused, for_good=False), 2, begin)
        assert journal is not None
        assert len(done) == (3 if begin is begun else 11), refused
        assert sound(journal.path) == done, refused


@pytest.mark.parametrize("begin", [begun, taken_up])
def test_a_disk_that_keeps_failing_loses_nothing_acknowledged(tmp_path: Path, begin: Begin) -> None:
    for refused in range(1, requests_in_all(tmp_path, begin) + 1):
        path = tmp_path / f"{refused}.rokoko"
        journal, done = acknowledged(path, Disk(refused, for_good=True), 1, begin)
        if journal is None:
            assert not path.exists() or len(sound(path)) == (0 if begin is begun else 8), refused
            continue
        reading = read(journal.path)
        assert reading.damage is None
        assert reading.game.entries[: len(done)] == done, refused
        assert reading.entries <= len(done) + 1, refused


def test_a_game_continues_in_its_file_once_there_is_space(path: Path) -> None:
    refused = 0
    with on(disk := Disk(0, for_good=False)), create(path, SETUP) as journal:
        for request in range(1, 9):
            disk.refused, disk.for_good = disk.asked + request, True
            before = list(journal.game.entries)
            try:
                play(journal)
            except OSError:
                refused += 1
                assert journal.game.entries == before
            disk.refused, disk.for_good = 0, False
        play(journal)
    assert refused > 3
    assert sound(path) == journal.game.entries
    assert journal.relocations == []


def test_an_entry_is_synced_before_it_takes_effect_or_dropped(
    journal: Journal, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[tuple[int, int]] = []

    def full(descriptor: int) -> None:
        seen.append((read(path).entries, len(journal.game.entries)))
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space left"):
        play(journal)
    assert seen == [(6, 5)]
    assert sound(path) == journal.game.entries
    assert len(journal.game.entries) == 5


def test_a_save_does_not_grow_beyond_the_limit(journal: Journal, path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(writing, "LARGEST", path.stat().st_size + 10)
    with pytest.raises(OSError, match="too large"):
        play(journal)
    assert len(sound(path)) == 5


def test_a_failed_creation_leaves_no_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    for begin in (lambda path: create(path, SETUP), lambda path: Game.new(SETUP).save(path)):
        with pytest.raises(OSError, match="No space left"):
            begin(tmp_path / "game.rokoko")
        assert list(tmp_path.iterdir()) == []


def test_a_game_changed_since_it_was_read_is_read_again(path: Path) -> None:
    create(path, SETUP).close()
    known = read(path)
    with open_journal(path) as journal:
        play(journal)
    with open_journal(path, known) as journal:
        assert len(journal.game.entries) == 1
    altered(path)
    with pytest.raises(BadSave):
        open_journal(path, known)
