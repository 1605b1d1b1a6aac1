"""Adds an uploaded save to the save folder."""

from pathlib import Path
from typing import TYPE_CHECKING

from rokoko_core.files import make_folder, write_new
from rokoko_core.journal import LARGEST, BadSave
from rokoko_core.journal.errors import SaveFault
from rokoko_core.journal.reader import read_content
from rokoko_tui.saves.folder import SUFFIX, free_path, is_valid_name
from rokoko_tui.text.disk_errors import disk_reason

if TYPE_CHECKING:
    from rokoko_tui.text import Words

DEFAULT_NAME = "upload"
"""The name of a save whose own name is not valid."""


class UploadError(Exception):
    """The file called ``name`` was not stored because of ``error``."""

    def __init__(self, name: str, error: BadSave | OSError) -> None:
        super().__init__(name, error)
        self.name, self.error = name, error

    def describe(self, words: "Words") -> str:
        """Return the message for the player, one sentence."""
        if isinstance(self.error, BadSave):
            return words.say("page.refused", name=self.name, reason=words.save_error(self.error))
        return words.say("page.not-stored", name=self.name, reason=disk_reason(words, self.error))


def add_save(folder: Path, name: str, content: bytes) -> Path:
    """Store the save ``content`` in ``folder`` as ``name``, or under a free name like it; return its path.

    A file with later damage is stored as well; the list of saves shows what is readable. Raises ``UploadError``.
    """
    stem = name.removesuffix(SUFFIX)
    try:
        if len(content) > LARGEST:
            raise BadSave(SaveFault.TOO_LARGE)
        make_folder(folder)
        read_content(content, folder)
        path = free_path(folder / f"{stem if is_valid_name(stem) else DEFAULT_NAME}{SUFFIX}")
        write_new(path, content)
    except (BadSave, OSError) as error:
        raise UploadError(stem, error) from error
    return path
