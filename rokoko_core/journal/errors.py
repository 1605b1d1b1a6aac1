"""What can be wrong with a save, and what was mended on opening: codes with their details."""

from dataclasses import dataclass
from enum import StrEnum

import msgspec

from rokoko_core.components.table_errors import Slip
from rokoko_core.journal.entries import Header
from rokoko_core.setup import InvalidSetup


class SaveFault(StrEnum):
    """What can be wrong with a file, and what a fault's detail then is."""

    EMPTY = "empty"
    NOT_A_SAVE = "not-a-save"
    HEADER = "header"
    """The header does not fit (a ``Misfit``), or no game can be laid out for its setup (an ``InvalidSetup``)."""
    NEWER_FORMAT = "newer-format"
    """The version."""
    NEWER_RULES = "newer-rules"
    """The version."""
    TOO_LARGE = "too-large"
    UNREADABLE = "unreadable"
    """What stands there instead of a file, or the system's code, such as ``"EACCES"`` (``system_code``)."""
    COMPONENTS = "components"
    """No component set of this name is known: the ``Header``."""
    FIGURES = "figures"
    """The component set is known by name, and only with other figures: the ``Header``. What can be seen is how far the
    game agrees with those.
    """
    SYNTAX = "syntax"
    """A line is not a JSON entry."""
    NUMBER = "number"
    """An entry's number is out of sequence: the number."""
    ALTERED = "altered"
    """A line is not what was written there: its checksum does not agree, or it says the same in another way."""
    ILLEGAL = "illegal"
    """An action is not legal where it stands: the ``Reason``."""
    ENTRY = "entry"
    """An undo or redo leads nowhere, a hint is for a seat that is not asked, a game over was given up, or somebody was
    replaced who is no automatic player.
    """
    DIGEST = "digest"
    """A stored digest does not agree: the rules or the figures have changed since, or the file was altered."""


class Misfit(msgspec.Struct, frozen=True):
    """A field of the header that does not fit."""

    field: str
    slip: Slip


Detail = int | str | Misfit | InvalidSetup | Header | None


class BadSave(ValueError):
    """A file that cannot be opened as a game. ``line`` is 0 when the file as a whole is at fault."""

    def __init__(self, code: SaveFault, line: int = 0, detail: Detail = None):
        super().__init__(code, line, detail)
        self.code = code
        self.line = line
        self.detail = detail

    def __str__(self) -> str:
        at = f", line {self.line}" if self.line else ""
        return f"{self.code}{at}{'' if self.detail is None else f': {self.detail}'}"


@dataclass(frozen=True)
class Damage:
    """Where a save stops being sound."""

    code: SaveFault
    line: int
    detail: Detail = None


class Notice(StrEnum):
    """What was mended on opening."""

    TORN_LINE = "torn-line"
