"""The save folder: list, inspect, name, add, rename, move, delete and restore saves."""

import os
import re
import time
import unicodedata
from collections.abc import Collection, Iterator
from contextlib import suppress
from datetime import datetime
from errno import EACCES, EEXIST
from glob import escape
from itertools import count
from operator import attrgetter
from pathlib import Path
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from rokoko_core.files import make_folder, open_regular, read_regular, sync_folder, write_new, write_whole
from rokoko_core.journal import LARGEST, BadSave, read
from rokoko_core.journal.errors import SaveFault
from rokoko_core.journal.given_names import CLAIMS
from rokoko_core.journal.reader import read_content
from rokoko_core.play.game_summary import Summary, summary_of
from rokoko_core.safe_text import find_named, shown
from rokoko_core.state import Setup
from rokoko_tui.saves.lock import lock_save
from rokoko_tui.settings.account import LOCAL
from rokoko_tui.text.languages import Edition

SUFFIX = ".rokoko"
_LONGEST_NAME = 40
_LONGEST_FILE = 120
"""Bytes of a file name; leaves space for suffix, number and lock on every file system."""
_LETTERS = str.maketrans("абвгґдезиійїклмнопрстуфыэ", "abvhgdezyiiiklmnoprstufye") | str.maketrans(
    {"є": "ie", "ж": "zh", "х": "kh", "ц": "ts", "ч": "ch", "ш": "sh", "щ": "shch", "ю": "iu", "я": "ia", "ё": "io"}
    | dict.fromkeys("ьъ'’ʼ", "")
)
"""Cyrillic letters, as Ukrainian passports write them."""
_FIRST_LETTERS = {"є": "ye", "ї": "yi", "й": "y", "ю": "yu", "я": "ya"}
"""The same at the beginning of a word."""
TRASH = ".trash"
"""The folder of deleted saves, each in a folder with the time of its deletion. The program never empties it."""
_DIGITS = 20


def saves_folder(override: str | Path | None = None) -> Path:
    """Return ``override``, else the folder in ``ROKOKO_SAVES``, else the platform's folder for user data."""
    return LOCAL.saves(override)


# ---- listing


class Findings(NamedTuple):
    """What reading a save has shown."""

    summary: Summary | None
    """The readable part of the game; None for a file that cannot be opened at all."""
    error: BadSave | None
    """The first error in the file; None for a sound one."""


def look_into(path: Path) -> Findings:
    """Read and replay the save at ``path``. Takes about 10 ms for a finished game."""
    try:
        reading = read(path)
    except BadSave as bad:
        return Findings(None, bad)
    damage = reading.damage
    return Findings(summary_of(reading), BadSave(damage.code, damage.line, damage.detail) if damage else None)


def to_moment(seconds: float) -> datetime:
    """Return the local time of a Unix time; the first day of 1970 for a time out of range."""
    try:
        return datetime.fromtimestamp(seconds)
    except (OverflowError, ValueError, OSError):
        return datetime(1970, 1, 1)


class SaveInfo(msgspec.Struct, gc=False):
    """A save in the folder: its directory entry and, once it was read, its content."""

    folder: Path
    name: str
    """The file name with its suffix."""
    size: int
    stamp: int
    """Modification time in nanoseconds since 1970."""
    findings: Findings | None = None
    """None until the save was read."""
    is_others: bool = False
    """Whether it was copied from another person (``SaveScanner.mark_others``)."""
    claims_stamp: int = 0
    """Modification time of the claims of a hosted game, which have the names of guests; 0 if there are none."""

    @property
    def last_change(self) -> int:
        """When its summary may have changed last, in nanoseconds since 1970."""
        return max(self.stamp, self.claims_stamp)

    @property
    def path(self) -> Path:
        return self.folder / self.name

    @property
    def moment(self) -> datetime:
        """When it was last played."""
        return to_moment(self.stamp / 1e9)

    @property
    def summary(self) -> Summary | None:
        return self.findings.summary if self.findings else None

    @property
    def setup(self) -> Setup | None:
        return self.summary.setup if self.summary else None

    @property
    def error(self) -> BadSave | None:
        return self.findings.error if self.findings else None

    @property
    def unfinished(self) -> bool:
        """Whether the game is known to be sound, not over and not conceded."""
        summary = self.summary
        if summary is None or self.error is not None:
            return False
        return not (summary.finished or summary.conceded or summary.decided)


def list_folder(folder: Path) -> list[SaveInfo]:
    """Return the saves in ``folder``, the latest first, without opening them; none if the folder is unreadable."""
    saves, claims = [], _list_claims(folder / CLAIMS)
    with suppress(OSError, ValueError), os.scandir(folder) as entries:
        for entry in entries:
            if entry.name.endswith(SUFFIX) and not entry.name.startswith("."):
                saves.append(_save_info(folder, entry, claims.get(f"{entry.name}.json", 0)))
    saves.sort(key=attrgetter("name"))
    saves.sort(key=attrgetter("stamp"), reverse=True)
    return saves


def _list_claims(folder: Path) -> dict[str, int]:
    """Return the modification times of the files in ``folder``, by name."""
    with suppress(OSError, ValueError), os.scandir(folder) as entries:
        return {entry.name: entry.stat().st_mtime_ns for entry in entries}
    return {}


def _save_info(folder: Path, entry: "os.DirEntry[str]", claims_stamp: int) -> SaveInfo:
    try:
        stat = entry.stat()
    except OSError:  # a broken link
        stat = entry.stat(follow_symlinks=False)
    return SaveInfo(folder, entry.name, stat.st_size, stat.st_mtime_ns, claims_stamp=claims_stamp)


# ---- new games


def mark_owner(setup: Setup, name: str) -> Setup:
    """Return ``setup`` with the person called ``name`` marked as the owner, if several people play."""
    people = [number for number, seat in enumerate(setup.players) if seat.kind == "human"]
    named = find_named(name, [setup.players[number].name for number in people])
    if len(people) < 2 or len(named) != 1:
        return setup
    players = tuple(replace(seat, own=number == people[named[0]]) for number, seat in enumerate(setup.players))
    return replace(setup, players=players)


# ---- names


def transliterate(name: str) -> str:
    """Return ``name`` in small ASCII letters, digits and hyphens; empty if it has only letters of other alphabets."""
    lower = unicodedata.normalize("NFC", name).lower()
    latin = re.sub(r"\b[єїйюя](?<![’'ʼ].)", lambda match: _FIRST_LETTERS[match[0]], lower).translate(_LETTERS)
    letters = unicodedata.normalize("NFKD", latin).encode("ascii", "ignore").decode()
    return re.sub(r"[^a-z0-9]+", "-", letters).strip("-")


def new_path(folder: Path, setup: Setup) -> Path:
    """Return an unused path in ``folder`` such as ``2026-11-21-ada-bo-cy.rokoko``. Create the folder if needed.

    A deleted hosted game keeps its name: its claims would open the seats of another one. Raises OSError if the
    folder is not writable.
    """
    from rokoko_core.remote.claims import was_hosted

    make_folder(folder)
    if not os.access(folder, os.W_OK):
        raise PermissionError(EACCES, os.strerror(EACCES), str(folder))
    names = "-".join(filter(None, (transliterate(seat.name) for seat in setup.players)))[:_LONGEST_NAME].strip("-")
    paths = _list_names(folder / f"{time.strftime('%Y-%m-%d')}-{names or 'game'}{SUFFIX}")
    return next(path for path in paths if not os.path.lexists(path) and not was_hosted(path))


def free_path(path: Path) -> Path:
    """Return ``path``, or if it exists the first of ``…-2``, ``…-3`` that does not."""
    return next(candidate for candidate in _list_names(path) if not os.path.lexists(candidate))


def _list_names(path: Path) -> Iterator[Path]:
    """Yield ``path``, then ``…-2``, ``…-3`` without end."""
    yield path
    for number in count(2):
        yield path.with_name(f"{path.stem}-{number}{path.suffix}")


def _count_bytes(name: str) -> int:
    """Return the length of the file name in bytes; 0 if the file system cannot encode it."""
    try:
        return len(os.fsencode(name))
    except UnicodeEncodeError:
        return 0


def is_valid_name(name: str) -> bool:
    """Whether a save may have this name, given without suffix: printable, not hidden, and no path."""
    return (
        name == name.strip()
        and 0 < _count_bytes(name) <= _LONGEST_FILE
        and shown(name) == name
        and not name.startswith(".")
        and not set(name) & set('/\\:*?"<>|')
    )


def add_save(folder: Path, name: str, content: bytes) -> Path:
    """Store the save ``content`` under ``name``, given without suffix, or a free name like it; return its path.

    A file with later damage is stored too; the list of saves shows what is readable. Raises ``BadSave`` and OSError.
    """
    if len(content) > LARGEST:
        raise BadSave(SaveFault.TOO_LARGE)
    make_folder(folder)
    read_content(content, folder)
    path = free_path(folder / f"{name if is_valid_name(name) else 'upload'}{SUFFIX}")
    write_new(path, content)
    return path


def rename(path: Path, name: str) -> Path:
    """Rename the save at ``path`` to the valid name ``name``; return its new path. Never replaces a file.

    The claims and the chat of a hosted game go with it. Raises ``SaveInUse`` while it is being played,
    ``FileExistsError`` if the name is taken, also by what a deleted hosted game left, and other OSErrors.
    """
    from rokoko_core.remote import chat
    from rokoko_core.remote.claims import was_hosted

    target = path.with_name(name + SUFFIX)
    if target == path:
        return path
    with lock_save(path), lock_save(target):
        if was_hosted(target):
            raise FileExistsError(EEXIST, os.strerror(EEXIST), str(target))
        move(path, target)
        for folder in (CLAIMS, chat.FOLDER):
            for beside in (path.parent / folder).glob(f"{escape(path.name)}.*"):
                beside.rename(beside.with_name(target.name + beside.name.removeprefix(path.name)))
    return target


def move(path: Path, to: Path) -> None:
    """Move the file at ``path`` and sync both folders. Raises ``FileExistsError`` if ``to`` exists, and OSError."""
    if os.path.lexists(to):
        raise FileExistsError(EEXIST, os.strerror(EEXIST), str(to))
    path.rename(to)
    for folder in {path.parent, to.parent}:
        sync_folder(folder)


# ---- the trash


def discard(path: Path) -> None:
    """Move the save at ``path`` to the trash. Raises ``SaveInUse`` while it is being played, and OSError."""
    trash = path.parent / TRASH
    make_folder(trash)
    moment = time.time_ns()
    with lock_save(path):
        while True:
            folder = trash / f"{moment:0{_DIGITS}}"
            try:
                folder.mkdir()
            except FileExistsError:
                moment += 1
                continue
            break
        try:
            move(path, folder / path.name)
        except OSError:
            folder.rmdir()
            raise


def restore_latest(saves: Path) -> Path | None:
    """Move the save deleted last back into ``saves``; return its path, or None if the trash is empty.

    If its name is taken, a number is added. Raises OSError.
    """
    for folder in _deleted(saves / TRASH):
        for path in sorted(folder.glob(f"*{SUFFIX}")):
            to = free_path(saves / path.name)
            move(path, to)
            with suppress(OSError):
                folder.rmdir()
            return to
    return None


def _deleted(trash: Path) -> list[Path]:
    """Return the folders in ``trash``, the latest first."""
    try:
        return sorted((f for f in trash.iterdir() if f.name.isdigit() and len(f.name) == _DIGITS), reverse=True)
    except OSError:
        return []


# ---- the terms of each game: those of the classic or the Deluxe edition

TERMS = ".terms.json"
"""The file with the terms, which are no part of a game. It has them by the checksum of a save's header.

That stays the same when the save is renamed, moved to the trash, or continued in a copy.
"""
_LARGEST_TERMS = 4 * 1024 * 1024
_LONGEST_HEADER = 64 * 1024
"""Bytes of the longest header that is looked for."""
_CHECKSUM = re.compile(rb'"c":"([0-9a-f]+)"\}\Z')


def read_terms(save: Path) -> Edition | None:
    """Return the terms of the game in ``save``; None if they were never stored, as by earlier versions."""
    return _read_terms(save.parent).get(_identify(save))


def games_with_terms(folder: Path) -> Collection[str]:
    """Return the header checksums of the games with stored terms: all that began in ``folder`` on one screen."""
    return _read_terms(folder).keys()


def write_terms(save: Path, edition: Edition) -> None:
    """Store the terms of the game in ``save``; do nothing if the folder is not writable."""
    terms, game = _read_terms(save.parent), _identify(save)
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


def _read_terms(folder: Path) -> dict[str, Edition]:
    with suppress(OSError, ValueError, RecursionError):
        return msgspec.json.decode(read_regular(folder / TERMS, _LARGEST_TERMS), type=dict[str, Edition])
    return {}
