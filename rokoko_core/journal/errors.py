"""Damage of saves and notices on opening them: codes with details."""

from dataclasses import dataclass
from enum import StrEnum

import msgspec

from rokoko_core.components.table_errors import FaultDetails
from rokoko_core.journal.entries import Header
from rokoko_core.setup import InvalidSetup


class SaveFault(StrEnum):
    """Codes of damage, each with its detail."""

    EMPTY = "empty"
    NOT_A_SAVE = "not-a-save"
    HEADER = "header"
    """The header is invalid (a ``Misfit``), or its setup is (an ``InvalidSetup``)."""
    NEWER_FORMAT = "newer-format"
    """The version."""
    NEWER_RULES = "newer-rules"
    """The version."""
    TOO_LARGE = "too-large"
    UNREADABLE = "unreadable"
    """What is there instead of a file, or the system's code, such as ``"EACCES"`` (``system_code``)."""
    COMPONENTS = "components"
    """No component set has this name: the ``Header``."""
    FIGURES = "figures"
    """Only a component set with the same name and another digest is known: the ``Header``. The game opens as far as it
    agrees with that set.
    """
    SYNTAX = "syntax"
    """A line is not a JSON entry."""
    NUMBER = "number"
    """An entry is out of sequence: its number."""
    ALTERED = "altered"
    """A line was changed: its checksum does not agree, or its JSON is not as written."""
    ILLEGAL = "illegal"
    """An action is not legal at its position: the ``Reason``."""
    ENTRY = "entry"
    """An undo, redo, hint, concession or replacement is not possible at its position."""
    DIGEST = "digest"
    """A stored digest does not agree: the rules or the component set have changed, or the file was altered."""


class Misfit(msgspec.Struct, frozen=True):
    """An invalid field of the header."""

    field: str
    slip: FaultDetails


Detail = int | str | Misfit | InvalidSetup | Header | None


class BadSave(ValueError):
    """A file that cannot be opened as a game. ``line`` is 0 if the whole file is at fault."""

    def __init__(self, code: SaveFault, line: int = 0, detail: Detail = None):
        super().__init__(code, line, detail)
        self.code = code
        self.line = line
        self.detail = detail

    def __str__(self) -> str:
        place = f", line {self.line}" if self.line else ""
        return f"{self.code}{place}{'' if self.detail is None else f': {self.detail}'}"


@dataclass(frozen=True)
class Damage:
    """The first damage of a save."""

    code: SaveFault
    line: int
    detail: Detail = None


class Notice(StrEnum):
    """What is said on opening a save that is not damaged."""

    TORN_LINE = "torn-line"
    """The last line was torn, and is left out."""
    UNCHECKED = "unchecked"
    """No line has a checksum yet: some changes of a file of version 1 or 2 are not detected until play continues."""
    NO_LOCKS = "no-locks"
    """The file system cannot lock: nothing keeps another program from writing the save."""
