"""Errors in component tables: a code and its details for each kind, and the exception that names the location.

The messages themselves are in ``rokoko_tui.text``.
"""

from enum import StrEnum
from typing import Any

import msgspec

from rokoko_core.safe_text import shorten


class TableFault(StrEnum):
    """Kinds of errors in a folder, a file, a value, or between entries of a table."""

    # a folder or a file
    FOLDER_UNREADABLE = "folder-unreadable"
    """``name`` is the system's code."""
    NO_TABLES = "no-tables"
    """``known`` are the tables a folder may contain."""
    UNKNOWN_TABLE = "unknown-table"
    """As ``NO_TABLES``."""
    NAME_TAKEN = "name-taken"
    """The folder has the name of a shipped set but other content."""
    NO_FILE = "no-file"
    TOO_LARGE = "too-large"
    """``limit`` in bytes."""
    UNREADABLE = "unreadable"
    """``name`` is the system's code."""
    NOT_UTF8 = "not-utf8"
    NOT_TOML = "not-toml"
    """``limit`` is the line of the error; 0 at the end of the file."""
    TOO_DEEP = "too-deep"
    """A value is too long or nested too deeply."""
    # a value
    MISSING = "missing"
    UNKNOWN_FIELD = "unknown-field"
    UNKNOWN_WORD = "unknown-word"
    """``known`` are the valid words, if they are few."""
    NOT_A_SPACE = "not-a-space"
    NOT_AN_ID = "not-an-id"
    TOO_LITTLE = "too-little"
    """``limit`` is the minimum."""
    TOO_MUCH = "too-much"
    """``limit`` is the maximum."""
    TOO_SHORT = "too-short"
    """``limit`` is the minimum length of the list, ``found`` its length."""
    TOO_LONG = "too-long"
    """As ``TOO_SHORT``, with the maximum."""
    WRONG_LENGTH = "wrong-length"
    """As ``TOO_SHORT``, with the exact length."""
    WRONG_KIND = "wrong-kind"
    """``kind`` is the required kind."""
    # among entries
    TWICE = "twice"
    """The id is not unique."""
    PLAYERS_TAKEN = "players-taken"
    """The side ``name`` is already for ``limit`` players."""
    TOO_MANY_SPACES = "too-many-spaces"
    """``limit`` is the number of warehouse prices."""
    HALL_TWICE = "hall-twice"
    """``limit`` is the hall."""
    NO_SIDE = "no-side"
    """``limit`` players have no side."""
    NO_JEWEL = "no-jewel"
    NO_BALE = "no-bale"
    SAME_TILE = "same-tile"
    """The entry ``name`` is the same tile, ``known``."""
    CROWN = "crown"
    """The bonus ``name`` counts in the final scoring, but the field is false."""
    NO_CROWN = "no-crown"
    """The bonus ``name`` counts in play, but the field is true."""
    SHORT_DECK = "short-deck"
    """``limit`` is the minimum size of the starting deck."""
    TARGET = "target"
    """The target is invalid for the action ``name``; ``known`` are the valid ones."""


class Kind(StrEnum):
    """Kinds of values, required or actual."""

    NUMBER = "number"
    HUGE = "huge"
    """A number too large to show."""
    TEXT = "text"
    TRUTH = "truth"
    LIST = "list"
    TABLE = "table"
    NOTHING = "nothing"
    OTHER = "other"


class Found(msgspec.Struct, frozen=True):
    """An actual value: its kind, and its text in at most 40 characters if it can be shown."""

    kind: Kind
    text: str = ""


class FaultDetails(msgspec.Struct, frozen=True, omit_defaults=True):
    """The details of an error; which fields are set depends on ``code``."""

    code: TableFault
    found: Found | None = None
    limit: int = 0
    known: tuple[str, ...] = ()
    name: str = ""
    kind: Kind | None = None


class ComponentError(ValueError):
    """A component table cannot be used; names the location and the error.

    ``field`` uses dots inside an entry and counts list items from 1: ``"fireworks.2.cost"``.
    """

    def __init__(self, file: str, entry: str, field: str, slip: FaultDetails) -> None:
        super().__init__(file, entry, field, slip)
        self.file = file
        self.entry = entry
        self.field = field
        self.slip = slip

    def __str__(self) -> str:
        where = ", ".join(part for part in (self.file, self.entry, self.field) if part)
        return f"{where}: {self.slip.code} {msgspec.to_builtins(self.slip)}"


def met(value: object) -> Found:
    """Describe a value of a table for an error message."""
    if isinstance(value, bool):
        return Found(Kind.TRUTH, "true" if value else "false")
    if isinstance(value, str):
        return Found(Kind.TEXT, shorten(value))
    if isinstance(value, int):
        return Found(Kind.HUGE) if value.bit_length() > 64 else Found(Kind.NUMBER, str(value))
    if value is None:
        return Found(Kind.NOTHING)
    if isinstance(value, list):
        return Found(Kind.LIST)
    if isinstance(value, dict):
        return Found(Kind.TABLE)
    return Found(Kind.OTHER, shorten(str(value)))


def value_at(container: object, key: str | int) -> Any:
    """Return the item of a dict or a list; None if there is none."""
    if isinstance(container, dict):
        return container.get(key)
    if isinstance(container, list) and isinstance(key, int) and key < len(container):
        return container[key]
    return None
