"""Files, opened and written with care.

Only regular ones of a fitting size are opened, and nothing is waited for. A file is written whole or not at all, and
its name is forced to disk as its content is.
"""

import os
import stat
import sys
from contextlib import suppress
from enum import StrEnum
from errno import EACCES, EBUSY, EINVAL, EMLINK, ENOLCK, ENOSYS, ENOTSUP, EOPNOTSUPP, EPERM, errorcode
from io import FileIO
from pathlib import Path

try:
    import fcntl
except ImportError:  # Windows, where locking a file would shut out its readers
    fcntl = None  # type: ignore[assignment]


class FileFault(StrEnum):
    """What stands at a path, or is wrong with the path, so that no file of it can be opened."""

    FOLDER = "EISDIR"
    PIPE = "pipe"
    SOCKET = "socket"
    DEVICE = "device"
    TOO_LARGE = "too-large"
    NAME = "name"
    """No file can be called this, as with a zero in its name."""


class Unfit(OSError):
    """No regular file of a fitting size stands at a path. ``code`` says what does."""

    def __init__(self, code: FileFault, path: Path) -> None:
        super().__init__(EINVAL, code, str(path))
        self.code = code


class InUse(OSError):
    """Another program is writing the file."""

    def __init__(self) -> None:
        super().__init__(EBUSY, os.strerror(EBUSY))


def system_code(error: OSError) -> str:
    """Why a file could not be used: what stands there instead, or the system's code, such as ``"ENOENT"``; or empty."""
    return error.code if isinstance(error, Unfit) else errorcode.get(error.errno or 0, "")


_CHUNK = 256 * 1024
_QUIETLY: int = (
    getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOCTTY", 0) | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_BINARY", 0)
)
"""Open without waiting for anybody, without becoming a terminal's, and for no child of this process."""
_NOT_THERE = frozenset({EINVAL, ENOLCK, ENOSYS, ENOTSUP, EOPNOTSUPP})
"""What a file system says that cannot lock, or cannot force a folder to disk."""
_NO_LINKS = frozenset({EACCES, EMLINK, ENOSYS, ENOTSUP, EOPNOTSUPP, EPERM})
"""What a file system says that has no links."""


# ---- opening


def open_regular(path: Path, most: int, change: bool = False) -> FileIO:
    """The regular file of at most ``most`` bytes at ``path``, unbuffered, to read or to ``change``.

    What waits, as a pipe nobody writes to, is not even opened. Raises ``Unfit`` and OSError.
    """
    try:
        _check(path.stat(), path, most)
    except ValueError as error:
        raise Unfit(FileFault.NAME, path) from error
    descriptor = os.open(path, (os.O_RDWR if change else os.O_RDONLY) | _QUIETLY)
    try:
        _check(os.fstat(descriptor), path, most)
        return FileIO(descriptor, "r+" if change else "r")
    except OSError:
        os.close(descriptor)
        raise


def _check(found: os.stat_result, path: Path, most: int) -> None:
    kind = _KINDS.get(stat.S_IFMT(found.st_mode), FileFault.DEVICE)
    if kind is not None:
        raise Unfit(kind, path)
    if found.st_size > most:
        raise Unfit(FileFault.TOO_LARGE, path)


_KINDS = {
    stat.S_IFREG: None,
    stat.S_IFDIR: FileFault.FOLDER,
    stat.S_IFIFO: FileFault.PIPE,
    stat.S_IFSOCK: FileFault.SOCKET,
}


def content_of(file: FileIO, most: int) -> bytes:
    """All that is in ``file``, and no more than one byte over ``most`` if it grows meanwhile. Raises OSError."""
    file.seek(0)
    parts, left = [], most + 1
    while left and (part := file.read(min(left, _CHUNK))):
        parts.append(part)
        left -= len(part)
    return b"".join(parts)


def read_regular(path: Path, most: int) -> bytes:
    """The content of the regular file at ``path``, at most ``most`` bytes. Raises ``Unfit`` and OSError."""
    with open_regular(path, most) as file:
        content = content_of(file, most)
    if len(content) > most:
        raise Unfit(FileFault.TOO_LARGE, path)
    return content


# ---- writing


def put(file: FileIO, data: bytes) -> None:
    """Write all of ``data`` where the unbuffered ``file`` stands; it is on disk when this returns. Raises OSError."""
    left = memoryview(data)
    while left:
        left = left[file.write(left) :]
    os.fsync(file.fileno())


def write_whole(path: Path, data: bytes) -> None:
    """Put ``data`` into the file at ``path``, new or not: whoever looks finds the old content or the new, never half.

    Several programs may do so at once; the last one wins. A link is followed. Raises OSError, and ``Unfit`` where
    something else than a file stands.
    """
    path = real(path)
    with suppress(FileNotFoundError):
        _check(path.stat(), path, sys.maxsize)
    written = _beside(path, data)
    try:
        written.replace(path)
    except OSError:
        with suppress(OSError):
            written.unlink()
        raise
    sync_folder(path.parent)


def write_new(path: Path, data: bytes) -> None:
    """Put ``data`` into a new file at ``path``, which is there with all of it or not at all.

    Raises ``FileExistsError`` and other OSErrors; nothing of it is left then.
    """
    written = _beside(path, data)
    try:
        _give_name(written, path)
    except ValueError as error:
        raise Unfit(FileFault.NAME, path) from error
    finally:
        with suppress(OSError):
            written.unlink()
    try:
        sync_folder(path.parent)
    except OSError:
        with suppress(OSError):
            path.unlink()
        raise


def _beside(path: Path, data: bytes) -> Path:
    """A new hidden file in the folder of ``path`` with ``data``, on disk."""
    written = path.parent / f".{os.urandom(6).hex()}.new"
    try:
        with FileIO(written, "x") as file:
            put(file, data)
    except ValueError as error:
        raise Unfit(FileFault.NAME, path) from error
    except OSError:
        with suppress(OSError):
            written.unlink()
        raise
    return written


def _give_name(written: Path, path: Path) -> None:
    """Let the file ``written`` be found at ``path``, unless another is there."""
    try:
        os.link(written, path)
    except OSError as error:
        if error.errno not in _NO_LINKS:
            raise
        FileIO(path, "x").close()  # the name is taken first, and the content follows
        try:
            written.replace(path)
        except OSError:
            path.unlink()
            raise


def make_folder(folder: Path) -> None:
    """Make ``folder`` and those above it, as far as they are not there, on disk. Raises OSError."""
    try:
        missing = [here for here in (folder, *folder.parents) if not here.exists()]
        folder.mkdir(parents=True, exist_ok=True)
    except ValueError as error:
        raise Unfit(FileFault.NAME, folder) from error
    for made in reversed(missing):
        sync_folder(made.parent)


def sync_folder(folder: Path) -> None:
    """Force to disk which names ``folder`` holds, where the system can. Raises OSError."""
    try:
        descriptor = os.open(folder, os.O_RDONLY | _QUIETLY)
    except OSError:  # Windows, or a folder one may write into and not read
        return
    try:
        os.fsync(descriptor)
    except OSError as error:
        if error.errno not in _NOT_THERE:
            raise
    finally:
        os.close(descriptor)


def real(path: Path) -> Path:
    """``path`` without links; one in a circle stays as it is. Raises ``Unfit`` for what cannot be a path."""
    try:
        return Path(os.path.realpath(path))
    except ValueError as error:
        raise Unfit(FileFault.NAME, path) from error


# ---- one writer


def lock(file: FileIO) -> None:
    """Be the only one to write ``file``, by whatever name, until it is closed. Raises ``InUse``.

    The lock is the open file's own: readers are not hindered, and the system gives it up when the program ends, however
    it ends. Where there are no such locks, nothing happens.
    """
    _flock(file, "LOCK_EX")


def unlock(file: FileIO) -> None:
    """Let others write ``file``, even while a child of this process holds it open."""
    if fcntl is not None:
        with suppress(OSError):
            fcntl.flock(file.fileno(), fcntl.LOCK_UN)


def check_unused(path: Path) -> None:
    """Raises ``InUse`` if another program is writing the regular file at ``path``; any other or none is not in use."""
    try:
        file = FileIO(os.open(path, os.O_RDONLY | _QUIETLY)) if stat.S_ISREG(path.stat().st_mode) else None
    except (OSError, ValueError):
        return
    if file is not None:
        with file:
            _flock(file, "LOCK_SH")


def _flock(file: FileIO, kind: str) -> None:
    if fcntl is None:
        return
    try:
        fcntl.flock(file.fileno(), getattr(fcntl, kind) | fcntl.LOCK_NB)
    except BlockingIOError as error:
        raise InUse from error
    except OSError as error:
        if error.errno not in _NOT_THERE:
            raise


def whereabouts(file: FileIO, folder: Path) -> Path | None:
    """Where the open ``file`` is found now, by what the system knows or by looking through ``folder``; else None."""
    known = os.fstat(file.fileno())
    with suppress(OSError, ValueError):
        told = _name_kept(file)
        if is_at(told, known):
            return told
    with suppress(OSError), os.scandir(folder) as entries:
        same = (Path(entry.path) for entry in entries if entry.inode() == known.st_ino)
        return next((path for path in same if is_at(path, known)), None)
    return None


def _name_kept(file: FileIO) -> Path:
    """The name the system keeps for an open file. Raises OSError where it keeps none."""
    if hasattr(fcntl, "F_GETPATH"):
        found: bytes = fcntl.fcntl(file.fileno(), fcntl.F_GETPATH, bytes(1024))
        return Path(os.fsdecode(found.rstrip(b"\0")))
    return Path(f"/proc/self/fd/{file.fileno()}").readlink()


def is_at(path: Path, known: os.stat_result) -> bool:
    """Whether the file ``known`` stands at ``path``. Raises OSError where that cannot be seen."""
    try:
        found = path.stat()
    except (FileNotFoundError, NotADirectoryError):
        return False
    return (found.st_dev, found.st_ino) == (known.st_dev, known.st_ino)
