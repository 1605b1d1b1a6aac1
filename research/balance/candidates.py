"""The component sets that are compared: a shipped set, and candidates that differ from it in few figures.

``candidates.toml`` has their changes, each with its reason. Only reconstructed figures may change: a set that
contradicts a fact of the rulebooks is refused.
"""

from copy import deepcopy
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from rokoko_core.components import register
from rokoko_core.components.assembly import Tables
from rokoko_core.components.catalogue import from_tables, read_table, tables_of

FILE = Path(__file__).with_name("candidates.toml")


class Change(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A figure of the entry ``id`` in a table's list ``list``, and its new value."""

    table: str
    list: str
    id: str
    figure: str
    to: str | int | tuple[int | str, ...]

    def find_entry(self, tables: Tables) -> dict[str, Any]:
        """Return the entry in ``tables``. Raises ``StopIteration`` if there is none."""
        entries: Any = tables[self.table][self.list]
        entry: dict[str, Any] = next(entry for entry in entries if entry["id"] == self.id)
        return entry


class Candidate(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A component set that is compared with ``base``."""

    name: str
    changes: tuple[Change, ...]
    why: str
    """The reason for the changes."""


class Candidates(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The content of ``candidates.toml``."""

    base: str
    """The shipped set from which all differ."""
    shipped: str
    """The shipped set made from the candidate ``chosen``."""
    chosen: str
    candidate: tuple[Candidate, ...]

    @property
    def choice(self) -> Candidate:
        return next(candidate for candidate in self.candidate if candidate.name == self.chosen)


@cache
def read_candidates() -> Candidates:
    """Return the content of ``candidates.toml``."""
    return msgspec.convert(read_table(FILE), Candidates)


def change(tables: Tables, candidate: Candidate) -> Tables:
    """Return a copy of ``tables`` with the changes of ``candidate``."""
    changed = deepcopy(dict(tables))
    for figure in candidate.changes:
        figure.find_entry(changed)[figure.figure] = list(figure.to) if isinstance(figure.to, tuple) else figure.to
    return changed


def register_candidate(candidate: Candidate) -> str:
    """Register the set of ``candidate`` and return its key; that of the shipped set for the chosen candidate.

    Raises ValueError if the set contradicts the rulebooks.
    """
    known = read_candidates()
    components = from_tables(candidate.name, change(tables_of(known.base), candidate))
    if components.variant:
        raise ValueError(f"{candidate.name}: {components.deviations}")
    if candidate.name == known.chosen:
        return known.shipped
    register(components)
    return components.key
