"""Save files: one line of JSON per entry, synced to disk before the entry takes effect (docs/save-format.md).

A save is only appended to, by one program. The checksum of each line covers all lines before it, so any change except
the loss of whole last lines is detected. A torn last line, from a crash during a write, is dropped with a notice. Other
damage is reported with its line, and the lines before it can still be read.
"""

from rokoko_core.files import InUse
from rokoko_core.journal.entries import FORMAT_VERSION, PROGRAM_VERSION, RULES_VERSION, ComponentsMark, Header, Origin
from rokoko_core.journal.errors import BadSave, Damage, Detail, Misfit, Notice, SaveFault
from rokoko_core.journal.parser import read_header
from rokoko_core.journal.reader import LARGEST, Reading, read
from rokoko_core.journal.writer import Journal, Relocation, RelocationReason, create, open_journal

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
    "RelocationReason",
    "SaveFault",
    "create",
    "open_journal",
    "read",
    "read_header",
]
