"""A stream: all messages for one seat since the host's start, gathered into files, and the session that sends them."""

import asyncio
from typing import Protocol

import msgspec

from rokoko_core.remote import messages as m
from rokoko_core.remote.mailbox.folder import Name, ToSeat, split_id

FILE_SIZE = 1 << 18
"""Bytes of messages, before they are compressed, after which a new file is started."""
FINAL = (m.FarewellCode.PROTOCOL, m.FarewellCode.WRONG_CODE, m.FarewellCode.GIVEN_BACK)
"""Farewells that a player by mail receives. After the others a new stream continues."""


class Summary(msgspec.Struct):
    """The fields by which a message of the host is sorted."""

    type: str
    id: int = 0
    code: str = ""


summarize = msgspec.json.Decoder(Summary).decode
LASTING_ANSWERS = ("done", "asked", "refused")
"""Types of answers that are sent again in later streams."""


class Stream:
    """The messages for one seat, gathered into files."""

    def __init__(self, number: int) -> None:
        self.number = number
        self.size = 0
        """Bytes of all messages."""
        self.first_size = 0
        """Bytes of those that told the game so far; 0 while they are being added."""
        self.has_recording = False
        self._files: dict[Name, ToSeat] = {}
        self._last: Name | None = None
        """The file that gets the next messages; None if the next one starts a new file."""
        self._count = 0
        """Files written so far."""
        self._lines: list[msgspec.Raw] = []
        """The messages of the last file."""
        self._first = self._last_size = 0
        self._taken: dict[int, int] = {}
        self._changed = False

    def add(self, line: bytes) -> None:
        """Add a message."""
        self._lines.append(msgspec.Raw(line))
        self._last_size += len(line)
        self.size += len(line)
        self._changed = True

    def files(self, taken: dict[int, int]) -> dict[Name, ToSeat]:
        """Return all files. The last one has a new number if a message was added or ``taken`` changed."""
        if self._changed or taken != self._taken:
            if self._last is not None:
                del self._files[self._last]
            self._count += 1
            self._last = Name(self.number, self._count)
            self._taken, self._changed = dict(taken), False
            self._files[self._last] = ToSeat(self._first, self._lines.copy(), self._taken)
            if self._last_size >= FILE_SIZE:
                self._first += len(self._lines)
                self._lines, self._last_size, self._last = [], 0, None
        return self._files.copy()


class SeatState(Protocol):
    """What a session by mail notes about its requests. All methods raise OSError."""

    def begin(self, request: m.Request, stream: Stream) -> bool:
        """Note that ``request`` is given to the game; return False if it was carried out before."""

    def finish(self, request_id: int) -> None:
        """Note that the request was carried out or refused."""

    def keep_answer(self, line: bytes) -> None:
        """Keep an answer for later streams."""

    def resend_answers(self, stream: Stream) -> None:
        """Add the last answers to a new stream."""

    def changed(self) -> None:
        """Write the stream soon."""


class StreamConnection:
    """The connection of a session by mail: from the requests of a seat to a stream."""

    def __init__(self, state: SeatState, hello: m.Hello, stream: Stream) -> None:
        self._state, self.stream = state, stream
        self._requests: asyncio.Queue[m.Request | None] = asyncio.Queue()
        self._hello: m.Hello | None = hello
        self._current: m.Request | None = None
        self._received: dict[int, int] = {}
        """By writer, the number of the last request received."""
        self.is_closed = False
        self.farewell: m.FarewellCode | None = None

    @property
    def is_idle(self) -> bool:
        """Whether no request is being carried out."""
        return self._current is None

    def add(self, request: m.Request) -> None:
        """Receive ``request``, unless it was received before."""
        writer, number = split_id(request.id)
        if number > self._received.get(writer, 0):
            self._received[writer] = number
            self._requests.put_nowait(request)

    async def receive(self) -> bytes | None:
        """Return the next message; the one before it is done with. Raises ``ConnectionError``."""
        if self._hello is not None:
            hello, self._hello = self._hello, None
            return m.encode(hello)
        try:
            if not self.stream.first_size:
                self._state.resend_answers(self.stream)
                self._begin_stream()
            if self._current is not None and not self.is_closed:
                self._state.finish(self._current.id)
            self._current = None
            while not self.is_closed:
                request = await self._requests.get()
                if request is not None and self._state.begin(request, self.stream):
                    self._current = request
                    return m.encode(request)
        except OSError as error:
            raise ConnectionAbortedError from error
        return None

    async def send(self, line: bytes) -> None:
        """Add ``line`` to the stream. Raises ``ConnectionError``."""
        if self.is_closed:
            raise ConnectionResetError
        summary = summarize(line)
        if summary.type == "farewell":
            self.farewell = m.FarewellCode(summary.code)
            if self.farewell not in FINAL:
                return
        self.stream.add(line)
        if summary.type == "farewell":
            self._begin_stream()
        elif summary.type in LASTING_ANSWERS:
            self._state.keep_answer(line)
        if self.stream.first_size:
            self._state.changed()

    def _begin_stream(self) -> None:
        self.stream.first_size = self.stream.size
        self._state.changed()

    def close(self) -> None:
        """End the connection."""
        self.is_closed = True
        self._requests.put_nowait(None)
