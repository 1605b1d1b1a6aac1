"""What can be wrong with a component table: a code and its figures for every slip, and the error that names the spot.

The words for a slip are the terminal side's; here is what they are made of.
"""

from enum import StrEnum
from typing import Any

import msgspec

from rokoko_core.safe_text import brief


class SlipCode(StrEnum):
    """What is wrong, at a folder, a file, a value, or among the entries of a table."""

    # a folder or a file
    FOLDER_UNREADABLE = "folder-unreadable"
    """``name`` is the system's code."""
    NO_TABLES = "no-tables"
    """``known`` are the tables a folder may hold."""
    UNKNOWN_TABLE = "unknown-table"
    """As ``NO_TABLES``."""
    NAME_TAKEN = "name-taken"
    """The folder is called ``name`` like a set that shipped, and says something else."""
    NO_FILE = "no-file"
    TOO_LARGE = "too-large"
    """``limit`` in bytes."""
    UNREADABLE = "unreadable"
    """``name`` is the system's code."""
    NOT_UTF8 = "not-utf8"
    NOT_TOML = "not-toml"
    """``limit`` is the line where reading stopped; 0 at the end of the file."""
    TOO_DEEP = "too-deep"
    """A value is too long or too deep to be read."""
    # a value
    MISSING = "missing"
    UNKNOWN_FIELD = "unknown-field"
    UNKNOWN_WORD = "unknown-word"
    """``known`` are the words that may stand there, where they are few."""
    NOT_A_SPACE = "not-a-space"
    NOT_AN_ID = "not-an-id"
    TOO_LITTLE = "too-little"
    """``limit`` is the least there may be."""
    TOO_MUCH = "too-much"
    """``limit`` is the most there may be."""
    TOO_SHORT = "too-short"
    """A list of ``limit`` entries at least is needed; ``found`` is their number."""
    TOO_LONG = "too-long"
    """As ``TOO_SHORT``, at most."""
    WRONG_LENGTH = "wrong-length"
    """As ``TOO_SHORT``, exactly."""
    WRONG_KIND = "wrong-kind"
    """``kind`` is what is needed."""
    # among entries
    TWICE = "twice"
    """The id stands twice."""
    PLAYERS_TAKEN = "players-taken"
    """``limit`` players use the side ``name`` already."""
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
    """The bonus ``name`` counts in the final scoring, and the field does not say so."""
    NO_CROWN = "no-crown"
    """The bonus ``name`` counts in play, and the field says otherwise."""
    SHORT_DECK = "short-deck"
    """``limit`` is the least a player starts with."""
    TARGET = "target"
    """The action ``name`` cannot aim at this; ``known`` is what it can aim at."""


class Kind(StrEnum):
    """Kinds of values, as they are needed or found."""

    NUMBER = "number"
    HUGE = "huge"
    """A number too large to be shown."""
    TEXT = "text"
    TRUTH = "truth"
    LIST = "list"
    TABLE = "table"
    NOTHING = "nothing"
    OTHER = "other"


class Found(msgspec.Struct, frozen=True):
    """A value as it was met: its kind, and in at most 40 signs what it says where that can be shown."""

    kind: Kind
    text: str = ""


class Slip(msgspec.Struct, frozen=True, omit_defaults=True):
    """What is wrong; which fields are filled depends on ``code``."""

    code: SlipCode
    found: Found | None = None
    limit: int = 0
    known: tuple[str, ...] = ()
    name: str = ""
    kind: Kind | None = None


class ComponentError(ValueError):
    """A component table that cannot be used, with the spot and what is wrong there.

    ``field`` uses dots inside an entry and counts places of a list from 1: ``"fireworks.2.cost"``.
    """

    def __init__(self, file: str, entry: str, field: str, slip: Slip) -> None:
        super().__init__(file, entry, field, slip)
        self.file = file
        self.entry = entry
        self.field = field
        self.slip = slip

    def __str__(self) -> str:
        where = ", ".join(part for part in (self.file, self.entry, self.field) if part)
        return f"{where}: {self.slip.code} {msgspec.to_builtins(self.slip)}"


def met(value: object) -> Found:
    """A value of a table as a reader would recognise it."""
    if isinstance(value, bool):
        return Found(Kind.TRUTH, "true" if value else "false")
    if isinstance(value, str):
        return Found(Kind.TEXT, brief(value))
    if isinstance(value, int):
        return Found(Kind.HUGE) if value.bit_length() > 64 else Found(Kind.NUMBER, str(value))
    if value is None:
        return Found(Kind.NOTHING)
    if isinstance(value, list):
        return Found(Kind.LIST)
    if isinstance(value, dict):
        return Found(Kind.TABLE)
    return Found(Kind.OTHER, brief(str(value)))


def step(here: object, to: str | int) -> Any:
    """What stands at ``to`` in a table or a list; None for nothing."""
    if isinstance(here, dict):
        return here.get(to)
    if isinstance(here, list) and isinstance(to, int) and to < len(here):
        return here[to]
    return None
