"""Lock files: one program at a time may play a save.

Two locks are held: the journal's own open file, under whatever name it is opened, and a lock file in a hidden folder
beside it, for systems where the first would shut out readers, and for older versions. The system releases both when the
program ends. The holder note only tells people which program it is.
"""

import os
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from datetime import datetime
from errno import ENOLCK
from io import FileIO
from pathlib import Path
from stat import S_ISREG
from typing import Annotated

import msgspec

from rokoko_core.files import InUse, check_unused, lock, make_folder, read_regular, resolve_path, unlock, write_whole
from rokoko_core.safe_text import shorten
from rokoko_tui.text.message_catalog import Vocabulary

LOCKS = ".locks"
_LARGEST_NOTE = 4096


class Holder(msgspec.Struct, frozen=True):
    """The program that is playing a save."""

    pid: Annotated[int, msgspec.Meta(ge=0, lt=2**31)]
    host: str
    since: Annotated[int, msgspec.Meta(ge=0, lt=2**32)]
    """Seconds since 1970."""


class SaveInUse(Exception):
    """The save is being played by another program: ``holder``, if known."""

    def __init__(self, path: Path, holder: Holder | None):
        super().__init__(path, holder)
        self.path = path
        self.holder = holder

    def describe(self, words: Vocabulary) -> str:
        """Return which program plays it, without a full stop."""
        if self.holder is None:
            return words.say("saves.held", path=self.path.name)
        since = datetime.fromtimestamp(self.holder.since).strftime("%Y-%m-%d %H:%M")
        host = shorten(self.holder.host) or words.say("saves.this-machine")
        return words.say("saves.held-by", path=self.path.name, process=self.holder.pid, host=host, since=since)


@dataclass(frozen=True)
class Lock:
    """The right to write ``path``, until ``lock_save`` ends."""

    path: Path
    holder: Holder


@contextmanager
def lock_save(path: Path) -> Iterator[Lock]:
    """Lock the save at ``path``, which need not exist yet. Raises ``SaveInUse`` and OSError."""
    path = resolve_path(path)
    folder = path.parent / LOCKS
    make_folder(folder)
    note = folder / f"{path.name}.holder"
    lock_path = folder / f"{path.name}.lock"
    _check_empty(lock_path)
    with ExitStack() as resources:
        try:
            _lock_file(lock_path, resources)
            check_unused(path)
        except InUse:
            raise SaveInUse(path, _read_holder(note)) from None
        resources.callback(_remove, note)
        yield Lock(path, _write_holder(note))


def _lock_file(path: Path, resources: ExitStack) -> None:
    """Lock the file at ``path`` until ``resources`` is closed. Raises ``InUse`` and OSError.

    Without locks in the file system nothing happens; the journal's notice says so.
    """
    if sys.platform == "win32":
        from filelock import FileLock, Timeout

        try:
            resources.enter_context(FileLock(path, timeout=0, thread_local=False))
        except Timeout as error:
            raise InUse from error
        return
    file = resources.enter_context(FileIO(path, "a"))
    lock(file)
    resources.callback(unlock, file)


def _remove(note: Path) -> None:
    with suppress(OSError):
        note.unlink()


def _check_empty(lock_path: Path) -> None:
    """Raise OSError if ``lock_path`` is not an empty file: older versions of filelock would truncate it."""
    with suppress(FileNotFoundError):
        stat = lock_path.lstat()
        if not S_ISREG(stat.st_mode) or stat.st_size:
            raise OSError(ENOLCK, os.strerror(ENOLCK), str(lock_path))


def _write_holder(note: Path) -> Holder:
    import platform

    holder = Holder(os.getpid(), platform.node(), int(time.time()))
    with suppress(OSError):
        write_whole(note, msgspec.json.encode(holder))
    return holder


def _read_holder(note: Path) -> Holder | None:
    with suppress(OSError, ValueError, RecursionError):
        return msgspec.json.decode(read_regular(note, _LARGEST_NOTE), type=Holder)
    return None
