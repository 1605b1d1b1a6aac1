"""The extras of the program: what each installs, and the command that installs it into the running environment."""

import sys
from importlib.util import find_spec
from pathlib import Path

from rokoko_tui.errors import CommandError

PACKAGES = {
    "cluster": ("distributed>=2024.1",),
    "mailbox": ("pynacl>=1.5",),
    "ssh": ("asyncssh>=2.18",),
    "web": ("aiohttp>=3.14.4", "segno>=1.6"),
}
"""The packages of each extra, as in ``pyproject.toml``."""


def has_web() -> bool:
    """Return whether the packages of the extra ``web`` are installed."""
    return all(find_spec(module) is not None for module in ("aiohttp", "segno"))


def install_command(extra: str) -> str:
    """Return the command that installs ``extra``, in any folder, with or without the sources of the program.

    An environment of uv has no pip.
    """
    packages = [f'"{package}"' for package in PACKAGES[extra]]
    python = _quote(_shorten(Path(sys.executable)))
    pip = [python, "-m", "pip", "install"]
    if find_spec("pip") is None:
        pip = ["uv", "pip", "install", "--python", python]
    return " ".join([*pip, *packages])


def missing_extra(extra: str) -> CommandError:
    """Return the error that says how to install ``extra``."""
    return CommandError(f"refused.{extra}-extra", text=install_command(extra))


def _shorten(path: Path) -> str:
    """Return ``path`` as it can be typed in the current folder."""
    folder = Path.cwd()
    return str(path.relative_to(folder)) if path.is_relative_to(folder) else str(path)


def _quote(text: str) -> str:
    """Return ``text`` for a command line of any system."""
    return f'"{text}"' if " " in text else text
