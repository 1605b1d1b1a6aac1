"""The trash: saves that were deleted, in a hidden folder beside the others, each in a folder of its own.

Such a folder is named after the moment, so that the one deleted last is known whoever asks; the file in it keeps its
name and can be brought back by any file manager. The program itself never empties it.
"""

import time
from contextlib import suppress
from pathlib import Path

from rokoko_core.files import make_folder
from rokoko_tui.saves.library import SUFFIX, free_path, move
from rokoko_tui.saves.lock import hold

TRASH = ".trash"
_DIGITS = 20


def discard(path: Path) -> None:
    """Put the save at ``path`` into the trash. Raises ``Held`` while somebody plays it, and OSError."""
    trash = path.parent / TRASH
    make_folder(trash)
    moment = time.time_ns()
    with hold(path):
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


def bring_back(saves: Path) -> Path | None:
    """Move the save that was deleted last back into the folder ``saves``; where it is then, None if there was none.

    If another has its name by now, it gets a number. Raises OSError.
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
    """The folders in ``trash``, the latest first."""
    try:
        return sorted((f for f in trash.iterdir() if f.name.isdigit() and len(f.name) == _DIGITS), reverse=True)
    except OSError:
        return []
