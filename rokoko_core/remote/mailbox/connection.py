"""The player's end of a mailbox: what arrived for it, and the connection to ``RemoteGame``."""

import asyncio
from typing import Protocol

from rokoko_core.remote import messages as m
from rokoko_core.remote.mailbox.folder import ToSeat
from rokoko_core.remote.mailbox.stream import summarize


class Owner(Protocol):
    """The mailbox of a connection."""

    async def take_in(self, connection: "MailboxConnection", message: m.ClientMessage) -> None:
        """Take in a message of the game. Raises OSError."""

    def leave(self, connection: "MailboxConnection") -> None:
        """End the use of ``connection``."""


class IncomingStream:
    """A stream as far as its files have arrived."""

    def __init__(self) -> None:
        self.lines: dict[int, bytes] = {}
        """The lines that were not delivered yet."""
        self.next = 0
        self.taken: list[tuple[int, dict[int, int]]] = []
        """(number of lines, requests taken by then), of each file."""

    @property
    def end(self) -> int:
        """The number of messages that arrived without a gap."""
        end = self.next
        while end in self.lines:
            end += 1
        return end

    def add(self, parcel: ToSeat) -> None:
        """Add a file."""
        self.lines.update((n, bytes(raw)) for n, raw in enumerate(parcel.lines, parcel.first) if n >= self.next)
        self.taken.append((parcel.first + len(parcel.lines), parcel.taken))


class MailboxConnection:
    """What a ``RemoteGame`` sends to and receives from a ``SeatMailbox``."""

    def __init__(self, mailbox: Owner) -> None:
        self._mailbox = mailbox
        self.lines: asyncio.Queue[bytes | None] = asyncio.Queue()
        self.hello: m.Hello | None = None
        self.ids: dict[int, int] = {}
        """The ids that the game gave to the requests under way, by their own."""
        self.recording_ids: list[int] = []
        """The ids of requests for the whole game."""
        self.is_closed = False
        self._is_refused = False

    async def receive(self) -> bytes | None:
        """Return the next line; None at the end."""
        line = None if self.is_closed else await self.lines.get()
        self.is_closed = self.is_closed or line is None
        return line

    async def send(self, line: bytes) -> None:
        """Send ``line``; it is on this machine's disk when this returns. Raises ``ConnectionError``.

        A line that a host would refuse is answered with its farewell, and those after it are ignored.
        """
        if self.is_closed:
            raise ConnectionResetError
        if self._is_refused:
            return
        try:
            message = m.decode_client(line)
        except (ValueError, RecursionError):
            self._refuse()
            return
        if isinstance(message, m.Hello) and self.hello is not None:
            self._refuse()
            return
        try:
            await self._mailbox.take_in(self, message)
        except OSError as error:
            raise ConnectionAbortedError from error

    def _refuse(self) -> None:
        self._is_refused = True
        self.answer(m.Farewell(m.FarewellCode.BAD_MESSAGE))

    def drop_history(self) -> None:
        """Keep only the present position of what was delivered so far."""
        last: dict[str, bytes | None] = {}
        while not self.lines.empty():
            line = self.lines.get_nowait()
            last[summarize(line).type if line is not None else ""] = line
        for kind, line in last.items():
            if kind != "step":
                self.lines.put_nowait(line)

    def answer(self, message: m.HostMessage) -> None:
        """Deliver ``message`` of this program."""
        self.lines.put_nowait(m.encode(message))

    def close(self) -> None:
        """End the connection; requests stay in the folder."""
        if not self.is_closed:
            self.is_closed = True
            self.lines.put_nowait(None)
            self._mailbox.leave(self)
