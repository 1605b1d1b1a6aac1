"""Lines of JSON between a host and a client, over a socket, a pair of pipes or within one program."""

import asyncio
import os
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple, Protocol

UNSENT = 1 << 18
"""Bytes that may wait in a connection before its sender waits too."""


LINGER_SECONDS = 5.0
"""Seconds that a closed connection waits for its reader."""


class TooLong(ValueError):
    """A line is longer than allowed."""


class Connection(Protocol):
    """Whole lines in both directions."""

    async def receive(self) -> bytes | None:
        """Return the next line without its end; None at the end. Raises ``TooLong``."""

    async def send(self, line: bytes) -> None:
        """Send ``line`` once the other side keeps up. Raises ``ConnectionError``."""

    def close(self) -> None:
        """Close both directions; what was sent before has ``LINGER_SECONDS`` to arrive."""


class StreamConnection:
    """A connection over asyncio streams, whose limit is that of a line received."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader, self._writer = reader, writer
        writer.transport.set_write_buffer_limits(high=UNSENT)

    async def receive(self) -> bytes | None:
        """Return the next line; a last line without an end is dropped. Raises ``TooLong``."""
        try:
            return (await self._reader.readuntil(b"\n"))[:-1]
        except asyncio.LimitOverrunError as error:
            raise TooLong from error
        except (asyncio.IncompleteReadError, ConnectionError):
            return None

    async def send(self, line: bytes) -> None:
        """Send ``line``. Raises ``ConnectionError``."""
        self._writer.write(line + b"\n")
        await self._writer.drain()

    def close(self) -> None:
        """Close the socket; a reader that takes nothing would keep it open for ever."""
        transport = self._writer.transport
        with suppress(Exception):
            self._writer.close()
            if transport.get_write_buffer_size():
                asyncio.get_running_loop().call_later(LINGER_SECONDS, transport.abort)


class LocalConnection:
    """One end of a connection within one program."""

    def __init__(self, incoming: "asyncio.Queue[bytes | None]", outgoing: "asyncio.Queue[bytes | None]") -> None:
        self._incoming, self._outgoing = incoming, outgoing
        self._closed = False

    async def receive(self) -> bytes | None:
        """Return the next line."""
        line = None if self._closed else await self._incoming.get()
        self._closed = self._closed or line is None
        return line

    async def send(self, line: bytes) -> None:
        """Send ``line``. Raises ``ConnectionError``."""
        if self._closed:
            raise ConnectionResetError
        await self._outgoing.put(line)

    def close(self) -> None:
        """End both directions."""
        self._closed = True
        for queue in (self._incoming, self._outgoing):
            with suppress(asyncio.QueueFull):
                queue.put_nowait(None)


def local_pair(lines: int = 256) -> tuple[LocalConnection, LocalConnection]:
    """Return two connected ends; each direction holds ``lines`` lines before its sender waits."""
    there, back = asyncio.Queue[bytes | None](lines), asyncio.Queue[bytes | None](lines)
    return LocalConnection(there, back), LocalConnection(back, there)


class BadAddress(ValueError):
    """The text is no address of a host."""


class Address(NamedTuple):
    """Where a host listens: a Unix socket, or a port of this machine with the token that it asks for."""

    path: Path | None
    port: int = 0
    access: str = ""

    @property
    def resolved(self) -> "Address":
        """The same address with the whole path of its socket."""
        return self._replace(path=self.path.resolve()) if self.path is not None else self

    def __str__(self) -> str:
        return str(self.path) if self.path is not None else f"{LOOPBACK}:{self.port}/{self.access}"


LOOPBACK = "127.0.0.1"
_PORT_DIGITS = 5


def parse_address(text: str) -> Address:
    """Return the address: a path, or ``127.0.0.1:PORT/TOKEN``. Raises ``BadAddress``."""
    machine, colon, rest = text.partition(":")
    if not colon or machine not in (LOOPBACK, "localhost"):
        try:
            os.fsencode(text)
            path = Path(text).expanduser()
        except (RuntimeError, ValueError) as error:  # a user who does not exist, or no name of a file
            raise BadAddress(text) from error
        if not text or "\0" in text:
            raise BadAddress(text)
        return Address(path)
    port, _, access = rest.partition("/")
    if not (port.isascii() and port.isdigit() and len(port) <= _PORT_DIGITS and 0 < int(port) < 1 << 16):
        raise BadAddress(text)
    return Address(None, int(port), access)


async def connect(address: Address, longest: int) -> StreamConnection:
    """Return a connection to the host at ``address``; its lines may have ``longest`` bytes. Raises OSError."""
    if address.path is not None:
        streams = await asyncio.open_unix_connection(str(address.path), limit=longest)
    else:
        streams = await asyncio.open_connection(LOOPBACK, address.port, limit=longest)
    return StreamConnection(*streams)
