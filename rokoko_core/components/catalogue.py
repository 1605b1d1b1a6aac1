"""Which component sets there are: the shipped ones, an owner's folder, and those met so far by key.

``sets/index.toml`` lists every set that shipped with its digest. Such a set never changes, so that every save finds the
figures it was played with; a corrected figure is a set of its own, which new games are played with from then on.
"""

from collections.abc import Iterable
from functools import cache
from pathlib import Path
from sys import intern

from rokoko_core.components.assembly import TABLES, Content, Tables, assembled
from rokoko_core.components.table_errors import ComponentError, Slip, SlipCode
from rokoko_core.components.tables import ComponentSet
from rokoko_core.files import FileFault, Unfit, read_regular, real, system_code

FIRST = intern("reconstructed-1")
"""The set of every save that names none."""

SETS = Path(__file__).with_name("sets")
"""A folder for each set that shipped, and the index."""

_MOST_BYTES = 1_000_000

_known: dict[str, ComponentSet] = {}
"""Sets that did not ship: each by its key, and the one registered last of a name by that name too."""


class UnknownComponents(LookupError):
    """No component set ``name`` is known; its folder has to be given again."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.name = name


@cache
def shipped() -> dict[str, str]:
    """The digest of every set that ever shipped, by name, oldest first."""
    return {intern(name): str(digest) for name, digest in read_table(SETS / "index.toml").items()}


def newest() -> str:
    """Name of the set new games are played with."""
    return next(reversed(shipped()))


def register(components: ComponentSet, by_name: bool = True) -> None:
    """Makes a set known by its key, and ``by_name`` in place of an earlier one; shipped ones stay what they are."""
    _known[components.key] = components
    if by_name:
        _known[components.name] = components


def components_named(name: str) -> ComponentSet:
    """The set with the key ``name``, or the one registered last under this name. Raises ``UnknownComponents``."""
    if name in shipped():
        return _shipped(name)
    try:
        return _known[name]
    except KeyError:
        raise UnknownComponents(name) from None


def exact_components(name: str, digest: str) -> ComponentSet:
    """The set of exactly this name and digest. Raises ``UnknownComponents``."""
    return components_named(name if shipped().get(name) == digest else f"{name}@{digest}")


def load_components(folder: Path | None = None) -> ComponentSet:
    """The set in ``folder``, with the newest shipped file for each table that is not there; None: the newest shipped.

    Raises ``ComponentError`` when the folder holds no table or a table cannot be used.
    """
    return _shipped(newest()) if folder is None else _owned(folder)


def from_tables(name: str, tables: Tables) -> ComponentSet:
    """The set ``name`` of an owner whose tables say this. Raises ``ComponentError``."""
    return assembled(name, tables, _other_than_shipped(tables))


def _other_than_shipped(tables: Tables) -> tuple[str, ...]:
    sets = [_tables_of(name) for name in shipped()]
    return tuple(table for table in TABLES if all(tables[table] != known[table] for known in sets))


@cache
def _shipped(name: str) -> ComponentSet:
    return assembled(name, _tables_of(name), None)


@cache
def _tables_of(name: str) -> Tables:
    """The tables of a set that shipped; one that its folder lacks is that of the set before it."""
    names = list(shipped())
    place = names.index(name)
    before = _tables_of(names[place - 1]) if place else {}
    written = {table: SETS / name / table for table in TABLES}
    return {**before, **{table: read_table(path) for table, path in written.items() if path.exists()}}


def _owned(folder: Path) -> ComponentSet:
    here = _tables_in(folder)
    name = real(folder).name or "own"
    tables = {**_tables_of(newest()), **{table: read_table(folder / table) for table in here}}
    found = from_tables(name, tables)
    if name not in shipped():
        return found
    if shipped()[name] != found.digest:
        raise ComponentError(str(folder), "", "", Slip(SlipCode.NAME_TAKEN, name=name))
    return _shipped(name)


def _tables_in(folder: Path) -> Iterable[str]:
    """The tables an owner's folder holds. Raises ``ComponentError`` for none, and for one that is none."""
    try:
        written = {path.name for path in real(folder).iterdir() if path.name.endswith(".toml")}
    except OSError as error:
        slip = Slip(SlipCode.FOLDER_UNREADABLE, name=system_code(error))
        raise ComponentError(str(folder), "", "", slip) from None
    if unknown := sorted(written - set(TABLES)):
        raise ComponentError(unknown[0], "", "", Slip(SlipCode.UNKNOWN_TABLE, known=TABLES))
    if not written:
        raise ComponentError(str(folder), "", "", Slip(SlipCode.NO_TABLES, known=TABLES))
    return [table for table in TABLES if table in written]


def read_table(path: Path) -> Content:
    """What a TOML file says; every way it can be unreadable is a ``ComponentError``."""
    import tomllib  # costs 5 ms that a program which never loads a table need not pay

    try:
        return tomllib.loads(read_regular(path, _MOST_BYTES).decode("utf-8-sig"))
    except OSError as error:
        raise ComponentError(path.name, "", "", _slip_of(error)) from None
    except UnicodeDecodeError:
        raise ComponentError(path.name, "", "", Slip(SlipCode.NOT_UTF8)) from None
    except tomllib.TOMLDecodeError as error:
        raise ComponentError(path.name, "", "", Slip(SlipCode.NOT_TOML, limit=_line_of(str(error)))) from None
    except (ValueError, RecursionError):
        raise ComponentError(path.name, "", "", Slip(SlipCode.TOO_DEEP)) from None


def _slip_of(error: OSError) -> Slip:
    """Why a table could not be read."""
    if isinstance(error, Unfit) and error.code is FileFault.TOO_LARGE:
        return Slip(SlipCode.TOO_LARGE, limit=_MOST_BYTES)
    if isinstance(error, Unfit | FileNotFoundError):
        return Slip(SlipCode.NO_FILE)
    return Slip(SlipCode.UNREADABLE, name=system_code(error))


def _line_of(message: str) -> int:
    """The line a TOML reader stopped at; 0 where its message tells none, as at the end of the file."""
    import re

    told = re.search(r"at line (\d+)", message)
    return int(told[1]) if told else 0
