"""Writes the JSON schemas of the seat protocol from its types: ``python -m tools.protocol_schema``."""

import json
from inspect import cleandoc
from pathlib import Path
from typing import Any

from rokoko_core.remote.messages import Side, schema

FOLDER = Path("docs/protocol")
FILES: dict[Side, Path] = {"client": FOLDER / "client.schema.json", "host": FOLDER / "host.schema.json"}


def schema_text(side: Side) -> str:
    """Return the schema of all messages that ``side`` sends, as the text of its file."""
    described = {"$schema": "https://json-schema.org/draft/2020-12/schema", **_with_clean_descriptions(schema(side))}
    return json.dumps(described, indent=1) + "\n"


def _with_clean_descriptions(part: Any) -> Any:
    """Return ``part`` with docstrings indented alike; from Python 3.13 on they are stored without their indentation."""
    if isinstance(part, dict):
        return {
            name: cleandoc(value)
            if name == "description" and isinstance(value, str)
            else _with_clean_descriptions(value)
            for name, value in part.items()
        }
    return [_with_clean_descriptions(value) for value in part] if isinstance(part, list) else part


def main() -> None:
    """Write both files."""
    FOLDER.mkdir(exist_ok=True)
    for side, path in FILES.items():
        path.write_text(schema_text(side), encoding="utf-8")


if __name__ == "__main__":
    main()
