"""Limits of hosted games and mailboxes: the last number that is taken, and the first that is not.

They are written here as numbers, so that a changed constant is noticed.
"""

import asyncio
from pathlib import Path
from random import Random
from string import ascii_letters
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest

from rokoko_core import Seat, Setup
from rokoko_core.game import Game
from rokoko_core.remote import messages as m
from rokoko_core.remote import session
from rokoko_core.remote.chat import Chat
from rokoko_core.remote.connection import StreamConnection, local_pair
from rokoko_core.remote.mailbox import folder as mailbox_folder
from rokoko_core.remote.mailbox.folder import ForeignFolder, Name, OwnFolder, ToHost, split_id
from rokoko_core.remote.mailbox.host_record import SeatRecord
from rokoko_core.remote.mailbox.sealing import Seal
from rokoko_core.remote.mailbox.seat_box import SeatBox
from rokoko_core.remote.mailbox.stream import Stream
from rokoko_core.remote.session import Rejected
from tests.core.remote.hosted import token_of
from tests.core.remote.test_link import Clock
from tests.core.remote.wiretap import TappedHost

# ---- the chat


def test_five_lines_at_once_and_one_more_every_three_seconds() -> None:
    chat = Chat()
    assert [chat.is_too_fast(0, 10.0) for _ in range(6)] == [False] * 5 + [True]
    assert [chat.is_too_fast(0, now) for now in (12.9, 13.0, 13.1, 16.0)] == [True, False, True, False]
    assert [chat.is_too_fast(0, 9_999.0) for _ in range(6)] == [False] * 5 + [True], "no more after a pause"
    assert not chat.is_too_fast(1, 10.0), "each person has lines of their own"


def test_two_hundred_lines_are_kept() -> None:
    chat = Chat()
    for number in range(205):
        chat.add(0, f"line {number}", "", 0.0)
        assert len(chat.lines) == min(number + 1, 200)
    assert [line.number for line in chat.lines] == list(range(6, 206))
    assert chat.lines[0].text == "line 5"


# ---- connections


def test_fifty_spectators_may_watch() -> None:
    host: Any = TappedHost(Game(Setup((Seat("Ada"), Seat("Bo")), 1))).host
    seated = [SimpleNamespace(seat=0), SimpleNamespace(seat=1)]
    host.sessions = dict.fromkeys(range(0))
    host.sessions = [SimpleNamespace(seat=None) for _ in range(49)] + seated
    assert host.admit(m.Hello()) is None
    host.sessions.append(SimpleNamespace(seat=None))
    with pytest.raises(Rejected) as rejected:
        host.admit(m.Hello())
    assert rejected.value.code is m.FarewellCode.FULL


async def test_a_sender_within_one_program_waits_after_256_lines() -> None:
    here, there = local_pair()
    for _ in range(256):
        await here.send(b"")
    waiting = asyncio.create_task(here.send(b"last"))
    await asyncio.sleep(0)
    assert not waiting.done()
    assert await there.receive() == b""
    await waiting


def test_a_sender_over_a_socket_waits_after_256_kibibytes() -> None:
    limits = list[int]()

    def note(high: int) -> None:
        limits.append(high)

    reader: Any = None
    writer: Any = SimpleNamespace(transport=SimpleNamespace(set_write_buffer_limits=note))
    StreamConnection(reader, writer)
    assert limits == [256 * 1024]


class Line:
    """A connection that delivers ``lines``, and between them lets ``clock`` go on by the seconds among them."""

    def __init__(self, clock: Clock, lines: list[bytes | float]) -> None:
        self.sent = list[bytes]()
        self._clock, self._lines = clock, iter(lines)

    async def receive(self) -> bytes | None:
        for line in self._lines:
            if isinstance(line, bytes):
                return line
            self._clock.now += line
        return None

    async def send(self, line: bytes) -> None:
        self.sent.append(line)

    def close(self) -> None:
        """Nothing is open."""


async def test_240_requests_are_answered_at_once_and_60_more_each_second(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Clock()
    monkeypatch.setattr(session, "asyncio", clock)
    monkeypatch.setattr(session, "monotonic", lambda: clock.now)
    ping = m.encode(m.Ping(1))
    hello = m.encode(m.Hello(token=token_of(0)))
    table = TappedHost(Game(Setup((Seat("Ada"), Seat("Bo")), 1)))
    line = Line(clock, [hello, *[ping] * 245, 0.5, *[ping] * 32, 3600.0, *[ping] * 242])
    await table.host.serve(line)
    assert len([sent for sent in line.sent if sent == m.encode(m.Done(1))]) == 245 + 32 + 242
    assert clock.pauses == pytest.approx([1 / 60] * (5 + 2 + 2)), (
        "half a second allows 30 more, an hour no more than 240"
    )


# ---- mailboxes


def seat_box(folder: Path) -> SeatBox:
    mailbox: Any = SimpleNamespace(folder=folder, identity="0" * 32, write_record=lambda: None)
    return SeatBox(mailbox, 0, SeatRecord(key=b"x" * 32))


def test_a_seat_has_up_to_64_writers_with_numbers_of_20_bits(tmp_path: Path) -> None:
    box = seat_box(tmp_path)
    highest = 1_048_575
    assert [box._knows(writer) for writer in (-1, 0, 1, highest, highest + 1)] == [False, False, True, True, False]
    assert all(box._knows(writer) for writer in range(2, 64))
    assert [box._knows(writer) for writer in (1, 64, highest)] == [True, False, True]
    assert len(box.record.taken) == 64


def test_64_answers_are_kept(tmp_path: Path) -> None:
    box = seat_box(tmp_path)
    for number in range(70):
        box.keep_answer(b"%d" % number)
        assert len(box.record.answers) == min(number + 1, 64)
    assert [bytes(answer) for answer in box.record.answers] == [b"%d" % number for number in range(6, 70)]


@pytest.mark.parametrize(("requests", "is_taken"), [(0, True), (64, True), (65, False)])
async def test_a_file_has_up_to_64_requests(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, requests: int, is_taken: bool
) -> None:
    box, hellos = seat_box(tmp_path), list[m.Hello]()
    parcel = ToHost(m.Hello(), [msgspec.Raw(b"{}")] * requests)
    monkeypatch.setattr(box._foreign, "scan", lambda is_wanted: [(Name(1, 1), parcel)])
    monkeypatch.setattr(box, "_take_in_hello", hellos.append)
    await box.exchange()
    assert hellos == [parcel.hello] * is_taken


def test_a_request_has_its_writer_above_32_bits() -> None:
    ids = (0, 2**32 - 1, 2**32, 7 * 2**32 + 5)
    assert [split_id(request_id) for request_id in ids] == [(0, 0), (0, 2**32 - 1), (1, 0), (7, 5)]


class CountingSeal(Seal):
    """Opens nothing, and notes what it was to open."""

    def __init__(self) -> None:
        self.opened = list[str]()

    def open(self, name: str, data: bytes) -> bytes:
        self.opened.append(name)
        raise ValueError


def foreign(folder: Path) -> tuple[ForeignFolder[ToHost], CountingSeal]:
    seal = CountingSeal()
    return ForeignFolder(folder, seal, ToHost), seal


def test_256_files_are_read_in_one_look(tmp_path: Path) -> None:
    for number in range(300):
        (tmp_path / str(Name(1, number))).touch()
    folder, seal = foreign(tmp_path)
    read = list[int]()
    for _ in range(3):
        folder.scan(lambda name: True)
        read.append(len(seal.opened))
    assert read == [256, 300, 300] and len(set(seal.opened)) == 300


@pytest.mark.parametrize(("files", "is_crowded"), [(255, False), (256, True)])
def test_a_folder_with_256_unusable_files_is_crowded(tmp_path: Path, files: int, is_crowded: bool) -> None:
    for number in range(files):
        (tmp_path / str(Name(1, number))).touch()
    folder, _ = foreign(tmp_path)
    folder.scan(lambda name: True)
    assert folder.crowded == (tmp_path if is_crowded else None)


def test_an_unusable_file_is_read_again_after_sixteen_looks(tmp_path: Path) -> None:
    (tmp_path / str(Name(1, 1))).touch()
    folder, seal = foreign(tmp_path)
    read = list[int]()
    for number in range(1, 40):
        before = len(seal.opened)
        folder.scan(lambda name: True)
        if len(seal.opened) > before:
            read.append(number)
    assert read == [1, 17, 33]


@pytest.mark.parametrize(("names", "is_crowded"), [(65_536, False), (65_537, True)])
def test_65536_names_are_listed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, names: int, is_crowded: bool) -> None:
    class Listing(list[Any]):
        def __enter__(self) -> Any:
            return iter(self)

        def __exit__(self, *_: object) -> None:
            pass

    listing = Listing(SimpleNamespace(name=f"0000000001-{number:08}.sealed") for number in range(names))
    monkeypatch.setattr(mailbox_folder, "scandir", lambda folder: listing)
    folder, _ = foreign(tmp_path)
    folder.scan(lambda name: False)
    assert folder.crowded == (tmp_path if is_crowded else None)


class OpenSeal(Seal):
    """Leaves files as they are."""

    def __init__(self) -> None:
        pass

    def seal(self, name: str, data: bytes) -> bytes:
        return data


def test_files_have_a_multiple_of_1024_bytes(tmp_path: Path) -> None:
    own, sizes = OwnFolder(tmp_path / "own", OpenSeal()), set[int]()
    for number in range(1, 8):
        hello = m.Hello(code="".join(Random(number).choices(ascii_letters, k=300 * number)))
        own.update({Name(1, number): ToHost(hello)})
        [path] = (tmp_path / "own").iterdir()
        sizes.add(path.stat().st_size)
    assert {1024, 2048} <= sizes and not any(size % 1024 for size in sizes)


def test_a_file_of_a_stream_ends_after_256_kibibytes() -> None:
    stream, line = Stream(5), b"x" * 1024
    for _ in range(255):
        stream.add(line)
    assert [len(file.lines) for file in stream.files({}).values()] == [255]
    stream.add(line)
    assert [len(file.lines) for file in stream.files({}).values()] == [256]
    stream.add(b"next")
    files = stream.files({})
    assert [(name.number, file.first, len(file.lines)) for name, file in files.items()] == [(2, 0, 256), (3, 256, 1)]
    assert stream.size == 256 * 1024 + 4
