"""Safe opening, writing and locking of files.

Only regular files of limited size are opened, and nothing blocks. A file is written completely or not at all, and its
name is synced to disk like its content.
"""

import os
import stat
import sys
from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from contextlib import suppress
from enum import StrEnum
from errno import EACCES, EBUSY, EINVAL, EMLINK, ENOLCK, ENOSYS, ENOTDIR, ENOTSUP, EOPNOTSUPP, EPERM, errorcode
from io import FileIO
from pathlib import Path

from rokoko_core.system import OPEN_FLAGS, lock_descriptor, make_hard_link, path_of_descriptor, unlock_descriptor


class FileFault(StrEnum):
    """What is at a path instead of a usable file, or what is wrong with the path."""

    FOLDER = "EISDIR"
    PIPE = "pipe"
    SOCKET = "socket"
    DEVICE = "device"
    TOO_LARGE = "too-large"
    NAME = "name"
    """No file can have this name, such as one with a null character."""


class UnusableFile(OSError):
    """There is no regular file of a suitable size at a path. ``code`` says what there is."""

    def __init__(self, code: FileFault, path: Path) -> None:
        super().__init__(EINVAL, code, str(path))
        self.code = code


class InUse(OSError):
    """Another program is writing the file."""

    def __init__(self) -> None:
        super().__init__(EBUSY, os.strerror(EBUSY))


def system_code(error: OSError) -> str:
    """Return why a file or an address is unusable: a ``FileFault``, the system's code such as ``"ENOENT"``, or ``""``.

    ``"EAI_NONAME"`` stands for all failures to look up an address, whose numbers are no codes of the system.
    """
    from socket import gaierror

    if isinstance(error, UnusableFile):
        return error.code
    return "EAI_NONAME" if isinstance(error, gaierror) else errorcode.get(error.errno or 0, "")


_CHUNK = 256 * 1024
_UNSUPPORTED = frozenset({EINVAL, ENOLCK, ENOSYS, ENOTSUP, EOPNOTSUPP})
"""Errors of a file system that cannot lock, or cannot sync a folder."""
_NO_LINKS = frozenset({EACCES, EMLINK, ENOSYS, ENOTSUP, EOPNOTSUPP, EPERM})
"""Errors of a file system without links."""


# ---- opening


def open_regular(path: Path, most: int, change: bool = False) -> FileIO:
    """Open the regular file at ``path``, unbuffered, for reading or to ``change`` it.

    ``most`` is its maximum size in bytes. Files that block, such as a pipe without a writer, are not opened. Raises
    ``UnusableFile`` and OSError.
    """
    try:
        _check(path.stat(), path, most)
    except ValueError as error:
        raise UnusableFile(FileFault.NAME, path) from error
    descriptor = os.open(path, (os.O_RDWR if change else os.O_RDONLY) | OPEN_FLAGS)
    try:
        _check(os.fstat(descriptor), path, most)
        return FileIO(descriptor, "r+" if change else "r")
    except OSError:
        os.close(descriptor)
        raise


def _check(status: os.stat_result, path: Path, most: int) -> None:
    kind = _KINDS.get(stat.S_IFMT(status.st_mode), FileFault.DEVICE)
    if kind is not None:
        raise UnusableFile(kind, path)
    if status.st_size > most:
        raise UnusableFile(FileFault.TOO_LARGE, path)


_KINDS = {
    stat.S_IFREG: None,
    stat.S_IFDIR: FileFault.FOLDER,
    stat.S_IFIFO: FileFault.PIPE,
    stat.S_IFSOCK: FileFault.SOCKET,
}


def read_all(file: FileIO, most: int) -> bytes:
    """Return the content of ``file``, at most one byte more than ``most`` if it grows meanwhile. Raises OSError."""
    file.seek(0)
    parts, left = [], most + 1
    while left and (part := file.read(min(left, _CHUNK))):
        parts.append(part)
        left -= len(part)
    return b"".join(parts)


def read_regular(path: Path, most: int) -> bytes:
    """Return at most ``most`` bytes of the regular file at ``path``. Raises ``UnusableFile`` and OSError."""
    with open_regular(path, most) as file:
        content = read_all(file, most)
    if len(content) > most:
        raise UnusableFile(FileFault.TOO_LARGE, path)
    return content


def decode_text(data: bytes, errors: str = "strict") -> str:
    """Return the text of a file that people write: UTF-8, or UTF-16 with a byte order mark, as Windows saves it.

    A byte order mark is not part of the text. Raises UnicodeDecodeError.
    """
    is_utf_16 = data.startswith((BOM_UTF16_LE, BOM_UTF16_BE))
    return data.decode("utf-16" if is_utf_16 else "utf-8-sig", errors)


# ---- writing


def write_synced(file: FileIO, data: bytes) -> None:
    """Write all of ``data`` at the position of the unbuffered ``file`` and sync it to disk. Raises OSError."""
    _write_all(file, data)
    os.fsync(file.fileno())


def _write_all(file: FileIO, data: bytes) -> None:
    left = memoryview(data)
    while left:
        left = left[file.write(left) :]


def write_whole(path: Path, data: bytes, private: bool = False, is_synced: bool = True) -> None:
    """Replace the content of the file at ``path``, or create it; readers see the old or the new content, never a part.

    Only the owner may read a ``private`` file. If several programs write, the last one wins. Links are followed. A file
    that is not ``is_synced`` does not wait for the disk, and a power cut may damage it. Raises OSError, and
    ``UnusableFile`` if ``path`` is not a regular file.
    """
    path = resolve_path(path)
    with suppress(FileNotFoundError):
        _check(path.stat(), path, sys.maxsize)
    temporary = _write_temporary(path, data, private, is_synced)
    try:
        temporary.replace(path)
    except OSError:
        with suppress(OSError):
            temporary.unlink()
        raise
    if is_synced:
        sync_folder(path.parent)


def write_new(path: Path, data: bytes, private: bool = False) -> None:
    """Create a file at ``path`` with all of ``data``, or not at all. Only the owner may read a ``private`` file.

    Raises ``FileExistsError`` and other OSErrors; then no file is left.
    """
    temporary = _write_temporary(path, data, private)
    try:
        _move_to_new_name(temporary, path)
    except ValueError as error:
        raise UnusableFile(FileFault.NAME, path) from error
    finally:
        with suppress(OSError):
            temporary.unlink()
    try:
        sync_folder(path.parent)
    except OSError:
        with suppress(OSError):
            path.unlink()
        raise


def _write_temporary(path: Path, data: bytes, private: bool = False, is_synced: bool = True) -> Path:
    """Write ``data`` to a new hidden file in the folder of ``path``."""
    temporary = path.parent / f".{os.urandom(6).hex()}.new"
    try:
        with FileIO(temporary, "x") as file:
            if private:
                temporary.chmod(0o600)  # it is still empty
            (write_synced if is_synced else _write_all)(file, data)
    except ValueError as error:
        raise UnusableFile(FileFault.NAME, path) from error
    except OSError:
        with suppress(OSError):
            temporary.unlink()
        raise
    return temporary


def _move_to_new_name(temporary: Path, path: Path) -> None:
    """Move ``temporary`` to ``path``. Raises ``FileExistsError`` if that exists."""
    try:
        make_hard_link(temporary, path)
    except OSError as error:
        if error.errno not in _NO_LINKS:
            raise
        FileIO(path, "x").close()  # reserve the name, then replace the file
        try:
            temporary.replace(path)
        except OSError:
            path.unlink()
            raise


def make_folder(folder: Path) -> None:
    """Create ``folder`` and its missing parents, synced to disk. Raises OSError."""
    try:
        missing = [parent for parent in (folder, *folder.parents) if not parent.exists()]
        folder.mkdir(parents=True, exist_ok=True)
    except ValueError as error:
        raise UnusableFile(FileFault.NAME, folder) from error
    except FileExistsError as error:  # a file has the name of the folder
        raise NotADirectoryError(ENOTDIR, os.strerror(ENOTDIR), str(folder)) from error
    for created in reversed(missing):
        sync_folder(created.parent)


def sync_folder(folder: Path) -> None:
    """Sync the names in ``folder`` to disk, if the system can. Raises OSError."""
    try:
        descriptor = os.open(folder, os.O_RDONLY | OPEN_FLAGS)
    except OSError:  # Windows, or a folder that may be written but not read
        return
    try:
        os.fsync(descriptor)
    except OSError as error:
        if error.errno not in _UNSUPPORTED:
            raise
    finally:
        os.close(descriptor)


def resolve_path(path: Path) -> Path:
    """Return ``path`` without links; a link in a circle stays. Raises ``UnusableFile`` for an invalid path."""
    try:
        return Path(os.path.realpath(path))
    except ValueError as error:
        raise UnusableFile(FileFault.NAME, path) from error


# ---- one writer


def lock(file: FileIO, shared: bool = False) -> bool:
    """Lock ``file`` for writing, under all its names, until it is closed. Raises ``InUse`` and OSError.

    The lock belongs to the open file: readers are not affected, and the system releases it when the program ends.
    ``shared``: with others that only want to know that nobody writes. Return whether the file system has locks; without
    them nothing happens.
    """
    try:
        lock_descriptor(file.fileno(), shared)
    except BlockingIOError as error:
        raise InUse from error
    except OSError as error:
        if error.errno not in _UNSUPPORTED:
            raise
        return False
    return True


def lock_opened(file: FileIO) -> FileIO:
    """Return ``file``, locked; close it if that fails. Raises ``InUse`` and OSError."""
    try:
        lock(file)
    except OSError:
        file.close()
        raise
    return file


def unlock(file: FileIO) -> None:
    """Release the lock, even if a child process has the file open."""
    with suppress(OSError):
        unlock_descriptor(file.fileno())


def check_unused(path: Path) -> None:
    """Raise ``InUse`` if another program is writing the regular file at ``path``; any other path is unused."""
    try:
        file = FileIO(os.open(path, os.O_RDONLY | OPEN_FLAGS)) if stat.S_ISREG(path.stat().st_mode) else None
    except (OSError, ValueError):
        return
    if file is not None:
        with file:
            lock(file, shared=True)


def find_path(file: FileIO, folder: Path) -> Path | None:
    """Return the current path of the open ``file``, from the system or by searching ``folder``; None if unknown."""
    status = os.fstat(file.fileno())
    with suppress(OSError, ValueError):
        path = path_of_descriptor(file.fileno())
        if is_at(path, status):
            return path
    with suppress(OSError), os.scandir(folder) as entries:
        paths = (Path(entry.path) for entry in entries if entry.inode() == status.st_ino)
        return next((path for path in paths if is_at(path, status)), None)
    return None


def is_at(path: Path, expected: os.stat_result) -> bool:
    """Return whether the file with status ``expected`` is at ``path``. Raises OSError if that is unknown."""
    try:
        status = path.stat()
    except (FileNotFoundError, NotADirectoryError):
        return False
    return (status.st_dev, status.st_ino) == (expected.st_dev, expected.st_ino)
