"""A seat of a game by mail: a ``Connection`` to a host that is there at other times, through files in a shared folder.

``RemoteGame`` plays over it as over a socket. The game is shown as the files tell it, also while no host runs. A
request stays in the folder until a host has taken it; its answer may arrive in a later run of the program.
"""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from errno import ENOENT
from io import FileIO
from os import strerror
from pathlib import Path
from secrets import randbelow

import msgspec
from msgspec.structs import replace

from rokoko_core.files import make_folder
from rokoko_core.remote import messages as m
from rokoko_core.remote.mailbox.connection import IncomingStream, MailboxConnection
from rokoko_core.remote.mailbox.folder import (
    HIGHEST_WRITER,
    MOST_PENDING,
    WRITER_SHIFT,
    ForeignFolder,
    Name,
    OwnFolder,
    Side,
    ToHost,
    ToSeat,
    is_mailbox,
    read_info,
    seal_of,
    side_folder,
    split_id,
)
from rokoko_core.remote.mailbox.player_record import PlayerRecord, lock_record
from rokoko_core.remote.mailbox.sealing import Seal, check_of, derive_key, require_extra, token_of
from rokoko_core.remote.mailbox.stream import summarize

POLL_SECONDS = 1.0
"""Seconds between two looks into the folder."""
_ANSWERS = ("done", "asked", "refused", "forecast-answer")


class WrongCode(ValueError):
    """The code belongs to no seat of the mailbox."""


class _Versions(msgspec.Struct):
    """The versions in a welcome or farewell."""

    type: str
    protocol: int
    rules: int
    code: str = ""


_OWN_VERSIONS = (m.Hello().protocol, m.Hello().rules)


class SeatMailbox:
    """One seat of the mailbox in ``folder``. ``record`` is the private file of the seat; see ``join``."""

    def __init__(self, folder: Path, record: Path) -> None:
        """Raises ``MissingExtra``, OSError, and ValueError for a damaged record."""
        require_extra()
        self.folder, self.record_path = folder, record
        self._record = PlayerRecord.read(record)
        kept = self._record

        def place(side: Side) -> tuple[Path, Seal]:
            return side_folder(folder, kept.seat, side), seal_of(kept.key, kept.mailbox, kept.seat, side)

        self._own = OwnFolder(*place("to-host"), kept.writer)
        self._foreign = ForeignFolder(*place("to-seat"), ToSeat)
        self._streams: dict[int, IncomingStream] = {}
        self._recording: m.RecordingAnswer | None = None
        self._is_welcome = False
        """Whether the host has a session of the present versions."""
        self._pending: dict[int, m.Request] = {}
        for raw in kept.pending:
            request = m.decode_client(raw)
            assert not isinstance(request, m.Hello)
            self._pending[request.id] = request
        self._sent: tuple[Name, ToHost] | None = None
        self._connection: MailboxConnection | None = None
        self._task: asyncio.Task[None] | None = None
        self._lock_file: FileIO | None = None
        self._exchanging = asyncio.Lock()
        self.polls = True
        """Whether the folder is looked into from time to time while a connection is open."""
        self.fault: OSError | None = None
        """Why the last exchange failed; it is tried again."""
        self.on_late_answer: Callable[[m.Request, m.Answer], None] = lambda request, answer: None
        """Called with the answer to a request of an earlier run."""
        self.on_answer: Callable[[], None] = lambda: None
        """Called after requests were answered: ``pending`` has fewer."""

    @property
    def seat(self) -> int:
        """The seat."""
        return self._record.seat

    @property
    def token(self) -> str:
        """The token of the seat, the same in every program with its code."""
        return token_of(self._record.key)

    @property
    def is_known(self) -> bool:
        """Whether the host has answered this program yet."""
        return self._record.is_known

    @property
    def pending(self) -> tuple[m.Request, ...]:
        """The requests that no host has answered yet, except for forecasts."""
        return tuple(request for request in self._pending.values() if not isinstance(request, m.AskForecast))

    @property
    def crowded(self) -> Path | None:
        """The folder with the host's files if files of others keep them from arriving; else None."""
        return self._foreign.crowded

    # ---- connections

    async def open(self) -> MailboxConnection:
        """Return a connection, in place of an older one. Raises OSError, ``InUse`` if another program has the seat."""
        if self._connection is not None:
            self._connection.close()
        self._lock_file = lock_record(self.record_path)
        self._connection = MailboxConnection(self)
        self._streams.clear()
        self._recording, self._is_welcome = None, False
        self._foreign.forget()
        try:
            await self.exchange()
        except OSError:
            self._connection.close()
            raise
        if self.polls:
            self._task = asyncio.create_task(self._poll())
        return self._connection

    def leave(self, connection: MailboxConnection) -> None:
        """Stop looking into the folder, and let other programs have the seat."""
        if connection is not self._connection:
            return
        if self._task is not None:
            self._task.cancel()
            self._task = None
        if self._lock_file is not None:
            self._lock_file.close()
            self._lock_file = None

    async def _poll(self) -> None:
        while True:
            await asyncio.sleep(POLL_SECONDS)
            await self._try_exchange()

    async def _try_exchange(self) -> None:
        """Exchange files; note a failure as ``fault``."""
        try:
            await self.exchange()
        except OSError as error:
            self.fault = error
        else:
            self.fault = None

    async def take_in(self, connection: MailboxConnection, message: m.ClientMessage) -> None:
        """Take in a message of the game. Raises OSError."""
        match message:
            case m.Hello():
                connection.hello = message
                if not message.history:
                    connection.drop_history()
            case m.Ping():
                connection.answer(m.Done(message.id))
                return
            case m.GetRecording():
                connection.recording_ids.append(message.id)
                self._answer_recording(connection)
                return
            case m.AskForecast():
                self._drop_forecasts(connection)
                self._add(connection, message)
                return  # the next look into the folder writes it, as the cursor may have moved on by then
            case _:
                self._add(connection, message)
        await self._try_exchange()  # what is not written now is kept, and written at the next attempt

    def _add(self, connection: MailboxConnection, request: m.Request) -> None:
        """Number ``request`` and keep it. Raises OSError."""
        if len(self._pending) >= MOST_PENDING:
            raise ConnectionAbortedError
        record = self._record
        record.last += 1
        own_id = record.writer << WRITER_SHIFT | record.last
        self._pending[own_id] = replace(request, id=own_id)
        connection.ids[own_id] = request.id
        try:
            self._write_record()
        except OSError:
            del self._pending[own_id], connection.ids[own_id]
            raise

    def _drop_forecasts(self, connection: MailboxConnection) -> None:
        """Forget the questions for forecasts: only the last one matters."""
        for own_id in [own_id for own_id, request in self._pending.items() if isinstance(request, m.AskForecast)]:
            del self._pending[own_id]
            if own_id in connection.ids:
                connection.answer(m.Refused(connection.ids.pop(own_id), m.RefusalCode.STALE))

    def _answer_recording(self, connection: MailboxConnection) -> None:
        if self._recording is not None:
            for request_id in connection.recording_ids:
                connection.answer(replace(self._recording, id=request_id))
            connection.recording_ids.clear()

    # ---- files

    async def exchange(self) -> None:
        """Read the files that are new, and write the requests that wait. Raises OSError."""
        async with self._exchanging:
            if not await asyncio.to_thread(is_mailbox, self.folder):
                raise OSError(ENOENT, strerror(ENOENT), str(self.folder))
            for name, parcel in await asyncio.to_thread(self._foreign.scan, self._is_current):
                self._streams.setdefault(name.group, IncomingStream()).add(parcel)
            self._deliver()
            contents = self._contents()
            if contents is not None:
                await asyncio.to_thread(self._own.update, contents)

    def _is_current(self, name: Name) -> bool:
        return name.group >= self._record.stream

    def _deliver(self) -> None:
        """Deliver the lines that arrived, from the newest stream whose start has arrived."""
        started = [number for number, stream in self._streams.items() if stream.next or 0 in stream.lines]
        connection = self._connection
        if not started or connection is None or connection.is_closed:
            return
        newest = max(started)
        self._streams = {number: stream for number, stream in self._streams.items() if number >= newest}
        stream, seen = self._streams[newest], (newest, self._streams[newest].end)
        if seen < (self._record.stream, self._record.lines):
            return  # an old file was put back, and a newer one is still missing
        if seen > (self._record.stream, self._record.lines):
            self._record.stream, self._record.lines = seen
            self._write_record()
        while stream.next in stream.lines:
            self._deliver_line(connection, stream.lines.pop(stream.next))
            stream.next += 1
        arrived = [taken for end, taken in stream.taken if end <= stream.next]
        stream.taken = [pair for pair in stream.taken if pair[0] > stream.next]
        for taken in arrived:
            self._settle(connection, taken)

    def _deliver_line(self, connection: MailboxConnection, line: bytes) -> None:
        """Deliver a message of the host; an answer gets the id that the game gave to its request."""
        summary = summarize(line)
        if summary.type in _ANSWERS:
            request = self._pending.pop(summary.id, None)
            if request is None:
                return
            answer = m.decode_host(line)
            self._write_record()
            if summary.id in connection.ids:
                connection.answer(replace(answer, id=connection.ids.pop(summary.id)))
            else:
                self.on_late_answer(request, answer)
        elif summary.type == "recording-answer":
            self._recording = m.decode_host(line)
            self._answer_recording(connection)
        elif summary.type not in ("welcome", "farewell") or self._is_from_now(connection, line):
            connection.lines.put_nowait(line)

    def _is_from_now(self, connection: MailboxConnection, line: bytes) -> bool:
        """Return whether the versions of a welcome or farewell agree with the present ones of this program.

        A welcome from a host of another version becomes a farewell. A farewell for versions that agree by now is
        dropped: the host has not seen the present hello yet.
        """
        versions = msgspec.json.decode(line, type=_Versions)
        agree = (versions.protocol, versions.rules) == _OWN_VERSIONS
        if versions.type == "farewell":
            return not agree or versions.code != m.FarewellCode.PROTOCOL
        self._is_welcome = agree
        if not agree:
            connection.answer(m.Farewell(m.FarewellCode.PROTOCOL, versions.protocol, versions.rules))
        return agree

    def _settle(self, connection: MailboxConnection, taken: dict[int, int]) -> None:
        """Note what the host has taken; a forecast that an earlier run of the host has sent is not sent again."""
        record = self._record
        if record.writer in taken and not record.is_known:
            record.is_known = True
            self._write_record()
        lost = [own_id for own_id in self._pending if split_id(own_id)[1] <= taken.get(record.writer, 0)]
        for own_id in lost:
            del self._pending[own_id]
            if own_id in connection.ids:
                connection.answer(m.Refused(connection.ids.pop(own_id), m.RefusalCode.STALE))
        if lost:
            self._write_record()

    def _contents(self) -> dict[Name, ToHost] | None:
        """Return the files to be in the folder: one with all requests, if there is something to tell the host.

        None before the game has said hello, or if it only looks.
        """
        connection, record = self._connection, self._record
        if connection is None or connection.hello is None or connection.hello.peek:
            return None
        if not self._pending and record.is_known and self._is_welcome:
            self._sent = None
            return {}
        hello = replace(connection.hello, code="", token="", access="")
        parcel = ToHost(hello, [msgspec.Raw(m.encode(request)) for request in self._pending.values()])
        if self._sent is None or [bytes(r) for r in self._sent[1].requests] != [bytes(r) for r in parcel.requests]:
            record.file += 1
            self._write_record()
            self._sent = (Name(record.writer, record.file), parcel)
        return {self._sent[0]: self._sent[1]}

    def _write_record(self) -> None:
        pending = [msgspec.Raw(m.encode(request)) for request in self.pending]
        answered, self._record.pending = len(pending) < len(self._record.pending), pending
        self._record.write(self.record_path)
        if answered:
            self.on_answer()


def join(folder: Path, code: str, records: Path) -> SeatMailbox:
    """Return the seat with ``code`` of the mailbox in ``folder``. Takes a moment.

    Its private file is written to the folder ``records``, unless it is there already. Raises ``MissingExtra``,
    ``BadMailbox``, ``WrongCode`` and OSError.
    """
    require_extra()
    info = read_info(folder)
    key = derive_key(code, info.mailbox)
    check = check_of(key)
    seat = next((seat for seat, known in info.seats.items() if known == check), None)
    if seat is None:
        raise WrongCode(str(folder))
    record = records / f"{token_of(key)[:16]}.mail"
    with suppress(OSError, ValueError, RecursionError):
        known = PlayerRecord.read(record)
        if (known.mailbox, known.seat, known.key) == (info.mailbox, seat, key):
            return SeatMailbox(folder, record)
    make_folder(records)
    PlayerRecord(info.mailbox, seat, key, 1 + randbelow(HIGHEST_WRITER)).write(record)
    return SeatMailbox(folder, record)
