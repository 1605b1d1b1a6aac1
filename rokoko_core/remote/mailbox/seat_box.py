"""The host's side of one seat of a mailbox: its session, and the files in both directions."""

import asyncio
from contextlib import suppress
from pathlib import Path
from time import time
from typing import Protocol

import msgspec
from msgspec.structs import replace

from rokoko_core.concession import is_ended
from rokoko_core.remote import messages as m
from rokoko_core.remote.host import GameHost
from rokoko_core.remote.mailbox.folder import (
    HIGHEST_WRITER,
    MOST_PENDING,
    ForeignFolder,
    Name,
    OwnFolder,
    Side,
    ToHost,
    seal_of,
    side_folder,
    split_id,
)
from rokoko_core.remote.mailbox.host_record import MOST_WRITERS, SeatRecord, is_in_log
from rokoko_core.remote.mailbox.sealing import Seal, token_of
from rokoko_core.remote.mailbox.stream import FINAL, Stream, StreamConnection

STREAM_GROWTH = 1 << 22
"""Bytes by which a stream grows before a new one replaces it."""


class Mailbox(Protocol):
    """The mailbox as its seats see it."""

    folder: Path
    host: GameHost

    @property
    def identity(self) -> str:
        """The mailbox's random identity."""

    def write_record(self) -> None:
        """Write what is kept of all seats to disk. Raises OSError."""

    def wake(self) -> None:
        """Exchange files soon."""


class SeatBox:
    """One seat of a mailbox. It has one session while the host runs, once its player wrote for the first time.

    What the session sends is a *stream*: the whole game as the seat may know it, then every change. A new stream
    starts with the host, and when the last one has become long; it replaces the older one.
    """

    def __init__(self, mailbox: Mailbox, seat: int, record: SeatRecord) -> None:
        self._mailbox, self._seat, self.record = mailbox, seat, record

        def place(side: Side) -> tuple[Path, Seal]:
            return side_folder(mailbox.folder, seat, side), seal_of(record.key, mailbox.identity, seat, side)

        self._own = OwnFolder(*place("to-seat"))
        self._foreign = ForeignFolder(*place("to-host"), ToHost)
        self._parcels: dict[int, tuple[int, ToHost]] = {}
        """By writer, the number and content of its newest file."""
        self._connection: StreamConnection | None = None
        self._tasks: set[asyncio.Task[None]] = set()

    @property
    def folder(self) -> Path:
        """The folder with the files of both sides."""
        return side_folder(self._mailbox.folder, self._seat, "to-seat").parent

    @property
    def crowded(self) -> Path | None:
        """The folder with the player's files if files of others keep them from arriving; else None."""
        return self._foreign.crowded

    # ---- requests

    def begin(self, request: m.Request, stream: Stream) -> bool:
        """Note that ``request`` is given to the game; return False if it was carried out before. Raises OSError."""
        if self.record.is_taken(request.id):
            return False
        game = self._mailbox.host.game.recording
        if request.id == self.record.given and is_in_log(game, self.record.log, request):
            answer = m.encode(m.Done(request.id))
            stream.add(answer)
            self.keep_answer(answer)
            self.finish(request.id)
            return False
        self.record.given, self.record.log = request.id, len(game.entries)
        self._mailbox.write_record()
        return True

    def finish(self, request_id: int) -> None:
        """Note that the request was carried out or refused. Raises OSError."""
        self.record.take(request_id)
        self._mailbox.write_record()
        self.changed()

    def keep_answer(self, line: bytes) -> None:
        """Keep an answer for later streams."""
        self.record.answers = [*self.record.answers[1 - MOST_PENDING :], msgspec.Raw(line)]

    def resend_answers(self, stream: Stream) -> None:
        """Add the last answers to a new stream."""
        for answer in self.record.answers:
            stream.add(bytes(answer))

    def changed(self) -> None:
        """Write the stream soon."""
        self._mailbox.wake()

    # ---- files

    async def exchange(self) -> None:
        """Read what is new, and write what changed. Raises OSError."""
        for name, parcel in await asyncio.to_thread(self._foreign.scan, self._is_newer):
            if len(parcel.requests) <= MOST_PENDING and self._knows(name.group):
                self._parcels[name.group] = (name.number, parcel)
                self._take_in_hello(parcel.hello)
        self._keep_session()
        self._deliver()
        await self.write()

    async def write(self) -> None:
        """Write what changed. Raises OSError."""
        connection = self._connection
        if connection is None:
            await asyncio.to_thread(self._own.update, {})
        elif connection.stream.first_size:
            self._add_recording(connection.stream)
            await asyncio.to_thread(self._own.update, connection.stream.files(self.record.taken))

    def _is_newer(self, name: Name) -> bool:
        return name.group not in self._parcels or name.number > self._parcels[name.group][0]

    def _knows(self, writer: int) -> bool:
        """Return whether ``writer`` may send requests; a new one is added."""
        taken = self.record.taken
        if writer not in taken and 0 < writer <= HIGHEST_WRITER and len(taken) < MOST_WRITERS:
            taken[writer] = 0
            self._mailbox.write_record()
        return writer in taken

    def _take_in_hello(self, hello: m.Hello) -> None:
        """Start a session for the first hello, and for one of another version."""
        old = self.record.hello
        if old is None or (old.protocol, old.rules) != (hello.protocol, hello.rules):
            self.record.hello = replace(hello, code="", token="", access="", history=True, peek=False)
            self._mailbox.write_record()
            self._end_session()

    def _keep_session(self) -> None:
        """Start a session where there is none, and replace one that ended or whose stream has become long."""
        connection = self._connection
        if connection is not None:
            ended = connection.is_closed and connection.farewell not in FINAL
            too_long = connection.stream.size > connection.stream.first_size + STREAM_GROWTH
            if ended or (too_long and connection.stream.first_size and connection.is_idle):
                self._end_session()
        if self._connection is None and self.record.hello is not None:
            self._start_session(self.record.hello)

    def _start_session(self, hello: m.Hello) -> None:
        host = self._mailbox.host
        code, token = host.claims.codes.get(self._seat, ""), token_of(self.record.key)
        self.record.stream = max(self.record.stream + 1, int(time()))
        self._mailbox.write_record()
        hello = replace(hello, code=code, token=token, access="")
        self._connection = StreamConnection(self, hello, Stream(self.record.stream))
        task = asyncio.create_task(host.serve(self._connection, by_mail=True))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def _end_session(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def _deliver(self) -> None:
        """Give the session all requests of the newest files; it knows which ones were taken."""
        connection = self._connection
        if connection is None:
            return
        for writer, (_, parcel) in self._parcels.items():
            for raw in parcel.requests:
                with suppress(ValueError, RecursionError):
                    request = m.decode_client(raw)
                    is_own = not isinstance(request, m.Hello) and split_id(request.id)[0] == writer
                    if is_own:
                        connection.add(request)

    def _add_recording(self, stream: Stream) -> None:
        """Add the whole game to the stream once it is over: its player need not ask for it."""
        game = self._mailbox.host.game
        if is_ended(game.recording) and not stream.has_recording:
            stream.has_recording = True
            stream.add(m.encode(m.RecordingAnswer(0, game.setup, tuple(game.recording.entries))))

    async def close(self) -> None:
        """End the session."""
        self._end_session()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
