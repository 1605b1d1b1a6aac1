"""The terms in which each game of a save folder is played: of the classic or the Deluxe edition.

They are no part of a game, so they are in a file beside the saves. It has them by the checksum of a save's header,
which stays the same when the save is renamed, moved to the trash, or continued in a copy.
"""

import re
from contextlib import suppress
from pathlib import Path

import msgspec

from rokoko_core.files import open_regular, read_regular, write_whole
from rokoko_core.journal import LARGEST
from rokoko_tui.text.languages import Edition

TERMS = ".terms.json"
"""The name of the file."""
_LARGEST = 4 * 1024 * 1024
_LONGEST_HEADER = 64 * 1024
"""Bytes of the longest header that is looked for."""
_CHECKSUM = re.compile(rb'"c":"([0-9a-f]+)"\}\Z')


def read_terms(save: Path) -> Edition | None:
    """Return the terms of the game in ``save``; None if they were never stored, as by earlier versions."""
    return _read_all(save.parent).get(_identify(save))


def write_terms(save: Path, edition: Edition) -> None:
    """Store the terms of the game in ``save``; do nothing if the folder is not writable."""
    terms, game = _read_all(save.parent), _identify(save)
    if game and terms.get(game) != edition:
        with suppress(OSError):
            write_whole(save.parent / TERMS, msgspec.json.encode({**terms, game: edition}))


def _identify(save: Path) -> str:
    """Return the checksum of the header of ``save``; empty if it has none."""
    with suppress(OSError):
        with open_regular(save, LARGEST) as file:
            header, _, _ = (file.read(_LONGEST_HEADER) or b"").partition(b"\n")
        if match := _CHECKSUM.search(header):
            return match[1].decode()
    return ""


def _read_all(folder: Path) -> dict[str, Edition]:
    with suppress(OSError, ValueError, RecursionError):
        return msgspec.json.decode(read_regular(folder / TERMS, _LARGEST), type=dict[str, Edition])
    return {}
