"""The report of an unexpected error, for whoever is to find its cause.

It holds names and figures only: words might be what the program stumbled over.
"""

import platform
import sys
import time
import traceback
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from rokoko_core.files import make_folder, write_whole
from rokoko_core.journal import PROGRAM_VERSION
from rokoko_core.text import shown


def write_report(saves: Path, error: BaseException, game: Path | None) -> Path:
    """Write down ``error`` with all that helps to find its cause. Raises OSError."""
    folder = saves / "reports"
    make_folder(folder)
    path = folder / time.strftime("%Y-%m-%d-%H%M%S.txt")
    lines = [
        f"rokoko-tui: {PROGRAM_VERSION}",
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


def version_of(library: str) -> str | None:
    """Which version of ``library`` runs here; None where it is not installed as a package."""
    try:
        return version(library)
    except PackageNotFoundError:
        return None
