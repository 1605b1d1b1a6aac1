"""The save file: one line of JSON per entry, appended and forced to disk before anything shows (docs/save-format.md).

A file is only ever appended to, by one program. Each line vouches by its checksum for all before it, so that any change
but the loss of whole last lines is found. A torn last line, from a crash in mid-write, is left out with a notice; any
other damage is named by line, and what stands before it can still be read.
"""

from rokoko_core.files import InUse
from rokoko_core.journal.entries import FORMAT_VERSION, PROGRAM_VERSION, RULES_VERSION, ComponentsMark, Header, Origin
from rokoko_core.journal.errors import BadSave, Damage, Detail, Misfit, Notice, SaveFault
from rokoko_core.journal.parser import read_header
from rokoko_core.journal.reader import LARGEST, Reading, read
from rokoko_core.journal.writer import Journal, Relocation, Whither, create, open_journal

__all__ = [
    "FORMAT_VERSION",
    "LARGEST",
    "PROGRAM_VERSION",
    "RULES_VERSION",
    "BadSave",
    "ComponentsMark",
    "Damage",
    "Detail",
    "Header",
    "InUse",
    "Journal",
    "Misfit",
    "Notice",
    "Origin",
    "Reading",
    "Relocation",
    "SaveFault",
    "Whither",
    "create",
    "open_journal",
    "read",
    "read_header",
]
