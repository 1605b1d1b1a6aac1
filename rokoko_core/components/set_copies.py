"""Copies of custom component sets, stored next to the saves that use them.

A copy is the file ``components/DIGEST.json`` in the save folder, with the name and the tables of the set. A copy whose
content does not match its digest is ignored.
"""

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import msgspec

from rokoko_core.components.assembly import Content, compute_digest, encode_tables
from rokoko_core.components.catalogue import from_tables
from rokoko_core.components.table_errors import ComponentError
from rokoko_core.components.tables import ComponentSet
from rokoko_core.files import make_folder, read_regular, write_whole

FOLDER = "components"
_LARGEST = 4_000_000
"""Maximum size of a copy in bytes."""


class _Copy(msgspec.Struct, frozen=True):
    name: str
    tables: msgspec.Raw


_tables = msgspec.json.Decoder(dict[str, Content])


def save_copy(components: ComponentSet, saves: Path) -> None:
    """Store a copy of a custom set in the folder ``saves`` if it has none. Raises OSError."""
    if not components.content:
        return
    path = saves / FOLDER / f"{components.digest}.json"
    if _read(path) is not None:
        return
    make_folder(path.parent)
    write_whole(path, msgspec.json.encode(_Copy(components.name, msgspec.Raw(components.content))) + b"\n")


def load_copy(saves: Path, name: str, digest: str) -> ComponentSet | None:
    """Return the copy in ``saves`` with this digest, as a set called ``name``; None without a usable copy."""
    paths = (path for path in _copies(saves) if path.stem == digest)
    return next((components for path in paths if (components := _read(path, name)) is not None), None)


def iter_copies(saves: Path) -> Iterator[ComponentSet]:
    """Yield every usable copy in the folder ``saves``, ordered by digest."""
    yield from filter(None, map(_read, _copies(saves)))


def _copies(saves: Path) -> list[Path]:
    with suppress(OSError):
        return sorted(path for path in (saves / FOLDER).iterdir() if path.suffix == ".json")
    return []


def _read(path: Path, name: str | None = None) -> ComponentSet | None:
    """Read the set in a copy; None if it is damaged or does not match its digest."""
    with suppress(OSError, ValueError, KeyError, RecursionError, ComponentError):
        copy = msgspec.json.decode(read_regular(path, _LARGEST), type=_Copy)
        tables = _tables.decode(copy.tables)
        if compute_digest(encode_tables(tables)) == path.stem:
            return from_tables(name or copy.name, tables)
    return None
