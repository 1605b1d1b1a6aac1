"""Reads tables: those shipped beside the modules that use them, and files that people write."""

import re
import tomllib
from codecs import BOM_UTF8, BOM_UTF16_BE, BOM_UTF16_LE
from pathlib import Path
from stat import S_ISREG
from typing import Any

_LARGEST = 100_000
"""Bytes of the largest table that a person writes."""


class NotToml(ValueError):
    """A text is no valid TOML; ``line`` is the first line that is not, None if it is unknown."""

    def __init__(self, line: int | None) -> None:
        super().__init__(line)
        self.line = line


def load_table(module: str, name: str) -> dict[str, Any]:
    """Return the file ``<name>.toml`` beside the file ``module``."""
    return tomllib.loads(Path(module).with_name(f"{name}.toml").read_text(encoding="utf-8"))


def read_limited(path: Path) -> bytes:
    """Return the content of a file that people write. Raises OSError if it is too large or not a regular file."""
    stat = path.stat()
    if S_ISREG(stat.st_mode) and stat.st_size <= _LARGEST:
        return path.read_bytes()
    from rokoko_core.files import read_regular  # loads the rules; needed only for the error

    return read_regular(path, _LARGEST)


def parse_toml(data: bytes) -> dict[str, Any]:
    """Return the table in ``data``. Raises ``NotToml``."""
    try:
        return tomllib.loads(decode_text(data))
    except (ValueError, RecursionError) as error:
        line = re.search(r"at line (\d+)", str(error))
        raise NotToml(int(line[1]) if line else None) from error


def decode_text(data: bytes) -> str:
    """Decode UTF-8, or UTF-16 with a byte order mark. Raises UnicodeDecodeError.

    ``rokoko_core.files`` is imported only for a byte order mark, so that the core is not loaded at the start.
    """
    if not data.startswith((BOM_UTF8, BOM_UTF16_LE, BOM_UTF16_BE)):
        return data.decode()
    from rokoko_core import files

    return files.decode_text(data)
