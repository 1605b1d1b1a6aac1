"""The seat protocol on stdin and stdout, for scripts (docs/protocol/README.md)."""

import asyncio
import os
import stat
import sys
from codecs import BOM_UTF8
from collections.abc import AsyncIterator
from contextlib import suppress

import msgspec
from msgspec.structs import replace

from rokoko_core.remote import messages as m
from rokoko_core.remote.connection import Connection, TooLong
from rokoko_core.remote.tickets import Ticket
from rokoko_tui.errors import CommandError
from rokoko_tui.hosting.hosted_games import open_tickets

_PONG = m.Done((1 << 53) - 1)
"""The answer to a ping of this program; scripts count from a low number."""


def relay(ticket: Ticket) -> int:
    """Greet the host of ``ticket``, then pass lines on in both directions until one side ends.

    Raises ``CommandError`` where no host answers.
    """
    return asyncio.run(_relay(ticket))


async def _relay(ticket: Ticket) -> int:
    try:
        connection = await ticket.open()
        await connection.send(m.encode(ticket.hello(history=False)))
    except OSError as error:
        raise CommandError("refused.no-host", address=ticket.address, reason=error) from error
    sending = asyncio.create_task(_send_lines(connection))
    receiving = asyncio.create_task(_print_lines(connection, ticket))
    pinging = asyncio.create_task(_keep_awake(connection))
    await asyncio.wait((sending, receiving), return_when=asyncio.FIRST_COMPLETED)
    for task in (sending, pinging):
        task.cancel()
    connection.close()
    await asyncio.wait((receiving,))
    failures = await asyncio.gather(sending, pinging, return_exceptions=True)
    if isinstance(failures[0], ConnectionAbortedError | ValueError):
        is_too_long = isinstance(failures[0], ValueError)
        code = m.FarewellCode.BAD_MESSAGE if is_too_long else m.FarewellCode.NOT_WRITTEN
        _print_line(m.encode(m.Farewell(code)))
        return 1
    if isinstance(failures[0], OSError):
        raise failures[0]
    return receiving.result()


async def _send_lines(connection: Connection) -> None:
    """Send the lines of the input.

    Raises OSError if it cannot be read, ValueError if a line is too long, and ``ConnectionAbortedError`` if a request
    by mail cannot be kept: the disk does not take it, or too many wait for the host.
    """
    with suppress(BrokenPipeError, ConnectionResetError):
        async for line in _read_lines():
            await connection.send(line.rstrip(b"\r\n").removeprefix(BOM_UTF8))  # PowerShell begins a pipe with it


async def _read_lines() -> AsyncIterator[bytes]:
    descriptor = sys.stdin.fileno()
    mode = os.fstat(descriptor).st_mode
    if not (stat.S_ISFIFO(mode) or stat.S_ISSOCK(mode) or os.isatty(descriptor)):
        while line := sys.stdin.buffer.readline(m.LONGEST_REQUEST):  # a file never blocks, and asyncio refuses it
            yield line
        return
    reader = asyncio.StreamReader(limit=m.LONGEST_REQUEST)
    await asyncio.get_running_loop().connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), sys.stdin)
    while line := await reader.readline():
        yield line


async def _print_lines(connection: Connection, ticket: Ticket) -> int:
    """Print what the host sends; return 1 if it said farewell because it refused the client."""
    with suppress(TooLong):
        while (line := await connection.receive()) is not None:
            if line.startswith(b'{"type":"done"') and m.decode_host(line) == _PONG:
                continue  # the script did not ask
            _print_line(line)
            if line.startswith(b'{"type":"welcome"') and ticket.code:
                _note_seat(ticket, m.decode_host(line))
            elif line.startswith(b'{"type":"farewell"'):
                if b'"wrong-code"' in line and ticket.code:
                    open_tickets().remove(ticket)
                return int(b'"closing"' not in line)
    return 0


def _print_line(line: bytes) -> None:
    sys.stdout.buffer.write(line + b"\n")
    sys.stdout.buffer.flush()


def _note_seat(ticket: Ticket, welcome: m.HostMessage) -> None:
    """Keep the ticket, now that its code was used."""
    if isinstance(welcome, m.Welcome) and welcome.seat is not None:
        names = tuple(seat.name for seat in welcome.setup.players)
        with suppress(OSError, msgspec.MsgspecError):
            open_tickets().write(replace(ticket, code="", game=welcome.game, seat=welcome.seat, players=names))


async def _keep_awake(connection: Connection) -> None:
    """Ping the host in place of the script, which need not know of time limits."""
    with suppress(ConnectionError):
        while True:
            await asyncio.sleep(m.PING_SECONDS)
            await connection.send(m.encode(m.Ping(_PONG.id)))
