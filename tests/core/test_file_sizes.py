"""The largest file that each reader accepts: one of exactly that size is read, one byte more is refused.

The sizes are written here as numbers, so that a changed constant is noticed.
"""

import os
import re
import stat
import zlib
from collections.abc import Callable
from contextlib import nullcontext
from pathlib import Path
from types import ModuleType
from typing import NamedTuple

import msgspec
import pytest

import rokoko_core
from rokoko_core import BadSave, Seat, Setup, legal_actions
from rokoko_core.components import ComponentError, load_components
from rokoko_core.components.catalogue import FIRST, SETS, read_table
from rokoko_core.components.set_copies import FOLDER as COPIES
from rokoko_core.components.set_copies import iter_copies, save_copy
from rokoko_core.components.table_errors import FaultDetails, TableFault
from rokoko_core.files import FileFault, UnusableFile
from rokoko_core.journal import SaveFault, create, open_journal, read
from rokoko_core.journal.given_names import CLAIMS, load_given_names
from rokoko_core.remote import chat, claims
from rokoko_core.remote.mailbox import folder as mailbox_folder
from rokoko_core.remote.mailbox.folder import ForeignFolder, Info, Name, ToHost, ToSeat, read_info
from rokoko_core.remote.mailbox.host_record import RecordFile
from rokoko_core.remote.mailbox.player_record import PlayerRecord
from rokoko_core.remote.mailbox.sealing import Seal
from rokoko_core.remote.messages import Hello
from rokoko_core.remote.tickets import Tickets

KIB, MIB = 1024, 1024 * 1024
SETUP = Setup((Seat("Ada"), Seat("Bo")), 7, first_player=0)


class Reader(NamedTuple):
    """A function that reads a file of limited size."""

    largest: int
    write: Callable[[Path], Path]
    """Writes a small valid file below a folder and returns its path."""
    read: Callable[[Path], object]
    """Returns what is in the file, which is never empty; of one that is too large nothing, or raises."""
    padding: bytes = b"\n"
    """A byte that may follow the content."""


def write_chat(folder: Path) -> Path:
    chat.open_chat(folder / "game").add(0, "hello", "", 0.0)
    return folder / chat.FOLDER / "game.json"


def write_claims(folder: Path) -> Path:
    return claims.open_claims(folder / "game", SETUP).path


def write_given_name(folder: Path) -> Path:
    opened = claims.open_claims(folder / "game", SETUP)
    opened.note_name(0, "Bo")
    return opened.path


def write_ticket(folder: Path) -> Path:
    Tickets(folder).new("unix:/nowhere", "CODE")
    return next(folder.glob("*.json"))


def write_host_record(folder: Path) -> Path:
    RecordFile(folder / "game")
    return next((folder / CLAIMS).iterdir())


def write_player_record(folder: Path) -> Path:
    PlayerRecord("mailbox", 0, b"key", 1).write(folder / "record.json")
    return folder / "record.json"


def write_info(folder: Path) -> Path:
    mailbox_folder.write_info(folder, Info(mailbox_folder.VERSION, "0" * 32, {}))
    return folder / mailbox_folder.INFO


def write_copy(folder: Path) -> Path:
    own = folder / "attic"
    own.mkdir()
    text = (SETS / FIRST / "boards.toml").read_text(encoding="utf-8")
    (own / "boards.toml").write_text(text.replace("livre = 15", "livre = 16"), encoding="utf-8")
    save_copy(load_components(own), folder)
    return next((folder / COPIES).iterdir())


def write_table(folder: Path) -> Path:
    (folder / "table.toml").write_text("number = 1\n", encoding="utf-8")
    return folder / "table.toml"


READERS = {
    "chat": Reader(MIB, write_chat, lambda path: chat.open_chat(path.parent.parent / "game").lines),
    "claims": Reader(64 * KIB, write_claims, lambda path: claims.load_claims(path.parent.parent / "game").codes),
    "given names": Reader(64 * KIB, write_given_name, lambda path: load_given_names(path.parent.parent / "game")),
    "ticket": Reader(16 * KIB, write_ticket, lambda path: Tickets(path.parent).list()),
    "record of a host": Reader(MIB, write_host_record, lambda path: RecordFile(path.parent.parent / "game").record),
    "record of a player": Reader(MIB, write_player_record, PlayerRecord.read),
    "mailbox": Reader(64 * KIB, write_info, lambda path: read_info(path.parent)),
    "copy of a set": Reader(4_000_000, write_copy, lambda path: list(iter_copies(path.parent.parent))),
    "table of a set": Reader(1_000_000, write_table, read_table),
}


@pytest.mark.parametrize("reader", READERS.values(), ids=READERS)
def test_a_file_of_the_largest_size_is_read_and_no_larger_one(tmp_path: Path, reader: Reader) -> None:
    check_limit(reader, tmp_path)


def check_limit(reader: Reader, folder: Path) -> None:
    """Check that a file of the largest size is read, and not one with a byte more."""
    path = reader.write(folder)
    content = path.read_bytes()
    path.write_bytes(content.ljust(reader.largest, reader.padding))
    assert reader.read(path)
    path.write_bytes(content.ljust(reader.largest + 1, reader.padding))
    try:
        assert not reader.read(path)
    except UnusableFile as error:
        assert error.code is FileFault.TOO_LARGE
    except ComponentError as error:
        assert error.slip == FaultDetails(TableFault.TOO_LARGE, limit=reader.largest)


@pytest.mark.parametrize("name", READERS)
def test_what_has_secrets_is_for_its_owner_only(tmp_path: Path, name: str) -> None:
    before = os.umask(0)
    try:
        path = READERS[name].write(tmp_path)
    finally:
        os.umask(before)
    assert stat.S_IMODE(path.stat().st_mode) == (0o600 if name in PRIVATE else 0o666)


PRIVATE = {"chat", "claims", "given names", "ticket", "record of a host", "record of a player"}


@pytest.mark.parametrize("load", [read, open_journal])
@pytest.mark.parametrize(("size", "fault"), [(16 * MIB, SaveFault.NOT_A_SAVE), (16 * MIB + 1, SaveFault.TOO_LARGE)])
def test_a_save_has_at_most_sixteen_mebibytes(
    tmp_path: Path, load: Callable[[Path], object], size: int, fault: SaveFault
) -> None:
    path = tmp_path / "large.rokoko"
    with path.open("wb") as file:
        file.truncate(size)
    with pytest.raises(BadSave) as refused:
        load(path)
    assert refused.value.code is fault


@pytest.mark.parametrize(("missing", "is_written"), [(0, True), (1, False)])
def test_a_save_grows_up_to_the_largest_size(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, missing: int, is_written: bool
) -> None:
    monkeypatch.setattr("time.time", lambda: 1_800_000_000.0)
    paths = [tmp_path / "a.rokoko", tmp_path / "b.rokoko"]
    with create(paths[0], SETUP) as first:
        first.game.play(legal_actions(first.game.state)[0])
    with create(paths[1], SETUP) as second:
        before = paths[1].read_bytes()
        monkeypatch.setattr("rokoko_core.journal.writer.LARGEST", paths[0].stat().st_size - missing)
        with nullcontext() if is_written else pytest.raises(OSError, match="too large"):
            second.game.play(legal_actions(second.game.state)[0])
    assert paths[1].read_bytes() == (paths[0].read_bytes() if is_written else before)


# ---- files of a mailbox


class NoSeal(Seal):
    """Leaves files as they are."""

    def __init__(self) -> None:
        pass

    def open(self, name: str, data: bytes) -> bytes:
        return data


FILES: dict[type[ToHost | ToSeat], tuple[int, int]] = {ToHost: (256 * KIB, MIB), ToSeat: (16 * MIB, 64 * MIB)}
"""The largest file and the largest content of each direction."""


def is_delivered(folder: Path, kind: type[ToHost | ToSeat], file: bytes) -> bool:
    name = Name(1, 1)
    (folder / str(name)).write_bytes(file)
    return [read for read, _ in ForeignFolder(folder, NoSeal(), kind).scan(lambda name: True)] == [name]


def parcel(kind: type[ToHost | ToSeat]) -> bytes:
    return msgspec.json.encode(ToHost(Hello()) if kind is ToHost else ToSeat(0, []))


@pytest.mark.parametrize("kind", FILES)
def test_a_file_of_a_mailbox_is_read_up_to_its_limit(tmp_path: Path, kind: type[ToHost | ToSeat]) -> None:
    largest, data = FILES[kind][0], zlib.compress(parcel(kind))
    assert is_delivered(tmp_path, kind, data.ljust(largest, b"\0"))
    assert not is_delivered(tmp_path, kind, data.ljust(largest + 1, b"\0"))


@pytest.mark.parametrize("kind", FILES)
def test_the_content_of_a_mailbox_file_is_read_up_to_its_limit(tmp_path: Path, kind: type[ToHost | ToSeat]) -> None:
    largest, content = FILES[kind][1], parcel(kind)
    packer = zlib.compressobj(1)
    packed = packer.compress(content.ljust(largest, b" "))
    one_more = packer.copy()
    assert is_delivered(tmp_path, kind, packed + packer.flush())
    assert not is_delivered(tmp_path, kind, packed + one_more.compress(b" ") + one_more.flush())


# ---- the table above is complete


def readers_in(package: ModuleType) -> set[str]:
    """Return the names of the modules of ``package`` that read files of limited size."""
    folder, pattern = Path(package.__path__[0]), re.compile(r"(?:read|open)_regular\(")
    found = (path for path in folder.rglob("*.py") if pattern.search(path.read_text(encoding="utf-8")))
    return {path.parent.name if path.stem == "__init__" else path.stem for path in found}


def test_every_reader_of_the_core_is_tested_here() -> None:
    assert readers_in(rokoko_core) == {
        "catalogue", "chat", "claims", "files", "folder", "given_names", "host_record", "player_record", "reader",
        "set_copies", "tickets", "writer",
    }  # fmt: skip
