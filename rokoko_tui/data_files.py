"""Reads tables: those shipped beside the modules that use them, and texts that people write."""

import tomllib
from codecs import BOM_UTF8, BOM_UTF16_BE, BOM_UTF16_LE
from pathlib import Path
from typing import Any


def load_table(module: str, name: str) -> dict[str, Any]:
    """Return the file ``<name>.toml`` beside the file ``module``."""
    return tomllib.loads(Path(module).with_name(f"{name}.toml").read_text(encoding="utf-8"))


def decode_text(data: bytes) -> str:
    """Return what the function of this name in ``rokoko_core.files`` does; the core is loaded only if it is needed."""
    if not data.startswith((BOM_UTF8, BOM_UTF16_LE, BOM_UTF16_BE)):
        return data.decode()
    from rokoko_core import files

    return files.decode_text(data)
