"""File systems without locks: games are played, with one sentence."""

import errno
import fcntl
import io
import sys
from pathlib import Path

import filelock
import pytest

from rokoko_core import system
from rokoko_core.journal import Notice, open_journal
from rokoko_tui.games.open_game import OpenGame
from rokoko_tui.hosting.host_thread import HostPlan, HostThread
from rokoko_tui.saves.folder import discard, rename
from rokoko_tui.saves.lock import SaveInUse, lock_save
from rokoko_tui.settings.settings import Settings
from rokoko_tui.text import get_words
from tests.tui.cli.shell import ADA_AND_BO, Run

SENTENCE = get_words("classic").notice(Notice.NO_LOCKS)


@pytest.fixture(params=["EOPNOTSUPP", "ENOSYS", "ENOLCK", "EINVAL"])
def no_locks(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let every lock fail as on network and FUSE file systems, each with its error."""

    def refuse(descriptor: int, operation: int) -> None:
        raise OSError(getattr(errno, request.param), "locks are not supported")

    monkeypatch.setattr(fcntl, "flock", refuse)


@pytest.mark.usefixtures("no_locks")
def test_a_game_without_locks_is_played_with_one_sentence(
    run: Run, save: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    for argv in (("plain", save), ("plain", "--players", "Ada,Bo")):
        monkeypatch.setattr(sys, "stdin", io.StringIO(""))
        result = run(*argv)
        assert (result.code, result.err, result.out.count(SENTENCE)) == (0, "", 1)
    assert OpenGame().resume(save).journal.notice is Notice.NO_LOCKS
    assert OpenGame().begin(tmp_path / "new", ADA_AND_BO).journal.notice is Notice.NO_LOCKS


@pytest.mark.usefixtures("no_locks")
def test_a_host_without_locks_knows_it(save: Path) -> None:
    host = HostThread(HostPlan(save, None, save.with_suffix(".sock")), Settings())
    host.start()
    host.stop()
    assert host.notice is Notice.NO_LOCKS


@pytest.mark.usefixtures("no_locks")
def test_saves_without_locks_are_renamed_and_deleted(save: Path) -> None:
    discard(rename(save, "other"))
    assert not list(save.parent.glob("*.rokoko"))


def test_a_locked_save_is_in_use_until_its_lock_is_released(save: Path) -> None:
    with lock_save(save):
        with pytest.raises(SaveInUse) as held, lock_save(save):
            pass
        assert held.value.holder is not None
    with lock_save(save), open_journal(save) as journal:
        assert journal.notice is None


def test_on_windows_a_save_is_locked_by_the_file_beside_it(save: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert filelock.FileLock is not None, "imported while the system is the real one"
    monkeypatch.setattr(sys, "platform", "win32")
    monkeypatch.setattr(system, "fcntl", None)
    test_a_locked_save_is_in_use_until_its_lock_is_released(save)
