"""What this terminal can do, which versions are at work, and where files are kept."""

import locale
import os
import platform
import shutil
import sys
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from rich.console import Console

from rokoko_core.components import load_components
from rokoko_core.journal import PROGRAM_VERSION
from rokoko_tui.command_line.printing import say
from rokoko_tui.keys import COMMANDS
from rokoko_tui.session.launch import SMALLEST, WHOLE_TABLE
from rokoko_tui.session.saves import list_saves, saves_folder
from rokoko_tui.session.settings import Settings, settings_path

SIGNS = "●■▲◆★♛─│└"
"""Signs the table is drawn with."""
LIBRARIES = ("textual", "rich", "msgspec", "platformdirs", "filelock")


def examine(settings: Settings) -> int:
    """Print a line for each thing looked at; exit code 1 if a folder that is needed cannot be written."""
    folders = {"saves": saves_folder(settings.saves), "settings": settings_path().parent}
    for name, words in (*_versions(), *_terminal(settings), *_folders(folders)):
        say(f"{name:<14}{words}")
    return 0 if all(map(_writable, folders.values())) else 1


def _versions() -> Iterator[tuple[str, str]]:
    yield "rokoko-tui", PROGRAM_VERSION
    yield "Python", f"{platform.python_version()} on {platform.platform(terse=True)}"
    for name in LIBRARIES:
        try:
            yield name, version(name)
        except PackageNotFoundError:
            yield name, "not installed as a package"
    yield "components", load_components().name


def _terminal(settings: Settings) -> Iterator[tuple[str, str]]:
    streams = {"stdin": sys.stdin, "stdout": sys.stdout, "stderr": sys.stderr}
    away = [name for name, stream in streams.items() if stream is None or not stream.isatty()]
    yield "terminal", f"{', '.join(away)} not connected to one" if away else "stdin, stdout and stderr"
    size = shutil.get_terminal_size((0, 0))
    yield "size", _size(size.columns, size.lines)
    yield "TERM", os.environ.get("TERM") or "not set"
    yield "colours", _colours()
    yield "signs", _signs()
    yield "theme", settings.theme
    yield "words", settings.edition
    yield "keys", _keys(settings)


def _size(columns: int, lines: int) -> str:
    if not columns:
        return "unknown"
    if columns < SMALLEST[0] or lines < SMALLEST[1]:
        return f"{columns}x{lines}: too small, {SMALLEST[0]}x{SMALLEST[1]} is needed"
    if columns < WHOLE_TABLE[0] or lines < WHOLE_TABLE[1]:
        return f"{columns}x{lines}: the table shows by tabs, all at once from {WHOLE_TABLE[0]}x{WHOLE_TABLE[1]}"
    return f"{columns}x{lines}: the whole table shows at once"


def _colours() -> str:
    if os.environ.get("NO_COLOR"):
        return "none, as NO_COLOR is set"
    systems = {None: "none", "standard": "16", "256": "256", "truecolor": "16 million", "windows": "16"}
    return systems.get(Console().color_system, "unknown")


def _signs() -> str:
    encoding = sys.stdout.encoding or locale.getpreferredencoding(False)
    try:
        SIGNS.encode(encoding)
    except UnicodeEncodeError:
        return f"{encoding} cannot write {len(SIGNS)} signs of the table; use UTF-8"
    return f"{encoding} writes {SIGNS}"


def _keys(settings: Settings) -> str:
    known = {command.id for command in COMMANDS}
    unknown = sorted(set(settings.keys) - known)
    if unknown:
        return f"the settings name commands that do not exist: {', '.join(unknown)}"
    return f"{len(settings.keys)} changed by the settings"


def _folders(folders: dict[str, Path]) -> Iterator[tuple[str, str]]:
    for name, folder in folders.items():
        state = "" if _writable(folder) else " CANNOT BE WRITTEN"
        there = "" if folder.is_dir() else " (made when needed)"
        count = f", {len(list_saves(folder))} games" if name == "saves" and folder.is_dir() else ""
        yield name, f"{folder}{there}{count}{state}"


def _writable(folder: Path) -> bool:
    """Whether files can be made in ``folder``, or the folder where it would be made."""
    there = folder.absolute()
    while not there.exists() and there != there.parent:
        there = there.parent
    return there.is_dir() and os.access(there, os.W_OK)
