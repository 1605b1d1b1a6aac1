"""Reports of unexpected errors: advice, versions, and the traceback."""

import errno
import os
import platform
import sys
import time
import traceback
from contextlib import suppress
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import TypeGuard

from rokoko_core import __version__
from rokoko_core.files import make_folder, write_whole
from rokoko_core.safe_text import shown
from rokoko_tui.text.message_catalog import Vocabulary

_ENVIRONMENT = frozenset(
    {
        *(errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EROFS, errno.EIO),
        *(errno.EACCES, errno.EPERM, errno.EPIPE, errno.ECONNRESET),
        *(errno.EMFILE, errno.ENFILE, errno.ENOMEM, errno.EAGAIN),
    }
)
"""System errors for which the program is not to blame, even where the file is not known."""


def is_environment_error(error: BaseException) -> TypeGuard[OSError]:
    """Return whether the cause of ``error`` is the environment: a file, a stream, or a limit of the system.

    Then a sentence says what is wrong, and no report is written.
    """
    return isinstance(error, OSError) and (error.filename is not None or error.errno in _ENVIRONMENT)


def describe_environment_error(error: OSError, words: Vocabulary, key: str) -> str:
    """Return a sentence about an error of the environment: the message ``key``, or ``key-path`` if a file is known."""
    reason = words.disk_reason(error)
    if error.filename is None:
        return words.say(key, reason=reason)
    return words.say(f"{key}-path", path=os.fsdecode(error.filename), reason=reason)


def write_report(saves: Path, error: BaseException, game: Path | None, advice: str = "") -> Path:
    """Write a report of ``error`` into the folder of the saves; ``advice`` says what to do with it. Raises OSError."""
    folder = saves / "reports"
    make_folder(folder)
    path = folder / time.strftime("%Y-%m-%d-%H%M%S.txt")
    lines = [
        *([advice, ""] if advice else []),
        f"rokoko-tui: {__version__}",
        f"python: {platform.python_version()}",
        f"platform: {platform.platform()}",
        *(f"{name}: {version_of(name)}" for name in ("textual", "rich", "msgspec")),
        f"game: {game}",
        f"arguments: {' '.join(sys.argv[1:])}",
        "",
        *"".join(traceback.format_exception(error)).splitlines(),
    ]
    write_whole(path, "".join(f"{shown(line)}\n" for line in lines).encode())
    return path


def report_crash(
    error: BaseException, saves: Path, game: Path | None, words: Vocabulary
) -> tuple[Path | None, list[str]]:
    """Write a report of ``error``; return its path, and what happened, where the game is saved, what to do next.

    An error of the environment has no report.
    """
    say = words.say
    if is_environment_error(error):
        lines = [describe_environment_error(error, words, "start.app.system")]
    else:
        lines = [say("start.app.unexpected", name=type(error).__name__)]
    if game is None:
        lines.append(say("start.app.restart"))
    else:
        lines += [say("start.app.safe", path=str(game)), say("start.app.resume")]
    if is_environment_error(error):
        return None, lines
    send, report = say("start.app.send"), None
    with suppress(OSError):
        report = write_report(saves, error, game, send)
        lines += [say("start.app.report", path=str(report)), send]
    return report, lines


def version_of(library: str) -> str | None:
    """Return the version of ``library``; None if it is not installed as a package."""
    try:
        return version(library)
    except PackageNotFoundError:
        return None
