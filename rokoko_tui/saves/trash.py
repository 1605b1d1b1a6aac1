"""The trash: deleted saves, each in its own folder inside a hidden folder beside the saves.

The folder's name is the time of deletion, so the latest is known. The file keeps its name, so a file manager can
restore it. The program never empties the trash.
"""

import time
from contextlib import suppress
from pathlib import Path

from rokoko_core.files import make_folder
from rokoko_tui.saves.folder import SUFFIX, free_path, move
from rokoko_tui.saves.lock import lock_save

TRASH = ".trash"
_DIGITS = 20


def discard(path: Path) -> None:
    """Move the save at ``path`` to the trash. Raises ``SaveInUse`` while it is being played, and OSError."""
    trash = path.parent / TRASH
    make_folder(trash)
    moment = time.time_ns()
    with lock_save(path):
        while True:
            folder = trash / f"{moment:0{_DIGITS}}"
            try:
                folder.mkdir()
            except FileExistsError:
                moment += 1
                continue
            break
        try:
            move(path, folder / path.name)
        except OSError:
            folder.rmdir()
            raise


def restore_latest(saves: Path) -> Path | None:
    """Move the save deleted last back into ``saves``; return its path, or None if the trash is empty.

    If its name is taken, a number is added. Raises OSError.
    """
    for folder in _deleted(saves / TRASH):
        for path in sorted(folder.glob(f"*{SUFFIX}")):
            to = free_path(saves / path.name)
            move(path, to)
            with suppress(OSError):
                folder.rmdir()
            return to
    return None


def _deleted(trash: Path) -> list[Path]:
    """Return the folders in ``trash``, the latest first."""
    try:
        return sorted((f for f in trash.iterdir() if f.name.isdigit() and len(f.name) == _DIGITS), reverse=True)
    except OSError:
        return []
