"""Lookup of component sets: the shipped ones, custom folders, and sets registered at run time.

``sets/index.toml`` lists every shipped set with its digest. A shipped set never changes, so every save keeps the
values it was played with. A correction is a new set, which new games then use.
"""

from collections.abc import Iterable
from functools import cache
from pathlib import Path
from sys import intern

from rokoko_core.components.assembly import TABLES, Content, Tables, assemble
from rokoko_core.components.table_errors import ComponentError, FaultDetails, TableFault
from rokoko_core.components.tables import ComponentSet
from rokoko_core.files import FileFault, UnusableFile, decode_text, read_regular, resolve_path, system_code

FIRST = intern("reconstructed-1")
"""The set of a save that names none."""

SETS = Path(__file__).with_name("sets")
"""Contains a folder for each shipped set, and the index."""

_MOST_BYTES = 1_000_000

_known: dict[str, ComponentSet] = {}
"""Custom sets by key, and the one last registered under a name by that name too."""


class UnknownComponents(LookupError):
    """No component set ``name`` is known; the user has to name its folder again."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.name = name


@cache
def shipped() -> dict[str, str]:
    """Return the digest of every shipped set by name, oldest first."""
    return {intern(name): str(digest) for name, digest in read_table(SETS / "index.toml").items()}


def newest() -> str:
    """Return the name of the set that new games use."""
    return next(reversed(shipped()))


def register(components: ComponentSet, by_name: bool = True) -> None:
    """Register a set under its key, and with ``by_name`` under its name too. Shipped sets cannot be replaced."""
    _known[components.key] = components
    if by_name:
        _known[components.name] = components


def components_named(name: str) -> ComponentSet:
    """Return the set with the key ``name``, or the one last registered under it. Raises ``UnknownComponents``."""
    if name in shipped():
        return _shipped(str.__str__(name))  # no subclass of str, whose set all others would get
    try:
        return _known[name]
    except KeyError:
        raise UnknownComponents(name) from None


def get_exact_components(name: str, digest: str) -> ComponentSet:
    """Return the set with exactly this name and digest. Raises ``UnknownComponents``."""
    return components_named(name if shipped().get(name) == digest else f"{name}@{digest}")


def load_components(folder: Path | None = None) -> ComponentSet:
    """Load the set in ``folder``, or the newest shipped set for None.

    A table missing in the folder is taken from the newest shipped set. Raises ``ComponentError`` if the folder has no
    table or one cannot be used.
    """
    return _shipped(newest()) if folder is None else _load_folder(folder)


def from_tables(name: str, tables: Tables) -> ComponentSet:
    """Build the custom set ``name`` from its tables. Raises ``ComponentError``."""
    return assemble(name, tables, _custom_tables(tables))


def _custom_tables(tables: Tables) -> tuple[str, ...]:
    sets = [tables_of(name) for name in shipped()]
    return tuple(table for table in TABLES if all(tables[table] != known[table] for known in sets))


@cache
def _shipped(name: str) -> ComponentSet:
    return assemble(name, tables_of(name), None)


@cache
def tables_of(name: str) -> Tables:
    """Read the tables of a shipped set; a table missing in its folder is inherited from the previous set."""
    names = list(shipped())
    index = names.index(name)
    previous = tables_of(names[index - 1]) if index else {}
    paths = {table: SETS / name / table for table in TABLES}
    return {**previous, **{table: read_table(path) for table, path in paths.items() if path.exists()}}


def _load_folder(folder: Path) -> ComponentSet:
    tables = _list_tables(folder)
    name = resolve_path(folder).name or "own"
    custom = {table: read_table(folder / table) for table in tables}
    components = from_tables(name, {**tables_of(newest()), **custom})
    if name not in shipped():
        return components
    if shipped()[name] != components.digest:
        raise ComponentError(str(folder), "", "", FaultDetails(TableFault.NAME_TAKEN, name=name))
    return _shipped(name)


def _list_tables(folder: Path) -> Iterable[str]:
    """Return the tables in a custom folder. Raises ``ComponentError`` if there is none, or an unknown one."""
    try:
        names = {path.name for path in resolve_path(folder).iterdir() if path.name.endswith(".toml")}
    except OSError as error:
        slip = FaultDetails(TableFault.FOLDER_UNREADABLE, name=system_code(error))
        raise ComponentError(str(folder), "", "", slip) from None
    if unknown := sorted(names - set(TABLES)):
        raise ComponentError(unknown[0], "", "", FaultDetails(TableFault.UNKNOWN_TABLE, known=TABLES))
    if not names:
        raise ComponentError(str(folder), "", "", FaultDetails(TableFault.NO_TABLES, known=TABLES))
    return [table for table in TABLES if table in names]


def read_table(path: Path) -> Content:
    """Parse a TOML file. Raises ``ComponentError`` for every way it can be unreadable."""
    import tomllib  # takes 5 ms, needed only when a table is loaded

    try:
        return tomllib.loads(decode_text(read_regular(path, _MOST_BYTES)))
    except OSError as error:
        raise ComponentError(path.name, "", "", _slip_of(error)) from None
    except UnicodeDecodeError:
        raise ComponentError(path.name, "", "", FaultDetails(TableFault.NOT_UTF8)) from None
    except tomllib.TOMLDecodeError as error:
        raise ComponentError(path.name, "", "", FaultDetails(TableFault.NOT_TOML, limit=_line_of(str(error)))) from None
    except (ValueError, RecursionError):
        raise ComponentError(path.name, "", "", FaultDetails(TableFault.TOO_DEEP)) from None


def _slip_of(error: OSError) -> FaultDetails:
    if isinstance(error, UnusableFile) and error.code is FileFault.TOO_LARGE:
        return FaultDetails(TableFault.TOO_LARGE, limit=_MOST_BYTES)
    if isinstance(error, UnusableFile | FileNotFoundError):
        return FaultDetails(TableFault.NO_FILE)
    return FaultDetails(TableFault.UNREADABLE, name=system_code(error))


def _line_of(message: str) -> int:
    """Return the line at which the TOML parser stopped; 0 if the message names none, as at the end of the file."""
    import re

    line = re.search(r"at line (\d+)", message)
    return int(line[1]) if line else 0
