"""Reads the tables that are shipped beside the modules that use them."""

import tomllib
from pathlib import Path
from typing import Any


def load_table(module: str, name: str) -> dict[str, Any]:
    """Return the file ``<name>.toml`` beside the file ``module``."""
    return tomllib.loads(Path(module).with_name(f"{name}.toml").read_text(encoding="utf-8"))
