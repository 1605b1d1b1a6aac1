"""Copies of owners' component sets, kept beside the saves that are played with them.

A copy is the file ``components/DIGEST.json`` in the folder of the saves: the set's name and what its tables say. It is
believed only as far as its digest bears it out.
"""

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import msgspec

from rokoko_core.components.assembly import Content, digest_of, written
from rokoko_core.components.catalogue import from_tables
from rokoko_core.components.table_errors import ComponentError
from rokoko_core.components.tables import ComponentSet
from rokoko_core.files import make_folder, read_regular, write_whole

FOLDER = "components"
_LARGEST = 4_000_000
"""Bytes beyond which a file is not taken for a copy."""


class _Copy(msgspec.Struct, frozen=True):
    name: str
    tables: msgspec.Raw


_tables = msgspec.json.Decoder(dict[str, Content])


def keep(components: ComponentSet, saves: Path) -> None:
    """Puts a copy of ``components`` into the folder ``saves``, unless it shipped or is there. Raises OSError."""
    if not components.content:
        return
    path = saves / FOLDER / f"{components.digest}.json"
    if _read(path) is not None:
        return
    make_folder(path.parent)
    write_whole(path, msgspec.json.encode(_Copy(components.name, msgspec.Raw(components.content))) + b"\n")


def kept(saves: Path, name: str, digest: str) -> ComponentSet | None:
    """The copy in ``saves`` with this digest, as a set called ``name``; None when there is none that can be used."""
    paths = (path for path in _copies(saves) if path.stem == digest)
    return next((found for path in paths if (found := _read(path, name)) is not None), None)


def all_kept(saves: Path) -> Iterator[ComponentSet]:
    """Every copy in the folder ``saves``, in the order of their digests."""
    yield from filter(None, map(_read, _copies(saves)))


def _copies(saves: Path) -> list[Path]:
    with suppress(OSError):
        return sorted(path for path in (saves / FOLDER).iterdir() if path.suffix == ".json")
    return []


def _read(path: Path, name: str | None = None) -> ComponentSet | None:
    """The set in the file at ``path``; None where it says anything else than its digest, or no table."""
    with suppress(OSError, ValueError, KeyError, RecursionError, ComponentError):
        copy = msgspec.json.decode(read_regular(path, _LARGEST), type=_Copy)
        tables = _tables.decode(copy.tables)
        if digest_of(written(tables)) == path.stem:
            return from_tables(name or copy.name, tables)
    return None
