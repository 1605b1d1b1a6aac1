"""``join --json``: what a script gets is what it asked for, and what the host tells."""

import asyncio
import os
import sys
from codecs import BOM_UTF8
from contextlib import suppress
from pathlib import Path

import pytest

from rokoko_core.remote import messages as m
from rokoko_core.remote.connection import Connection, local_pair
from rokoko_core.remote.tickets import Ticket
from rokoko_tui.cli import json_lines

TICKET = Ticket("nowhere", "t")


async def test_pings_of_the_program_are_not_answered_to_the_script(
    monkeypatch: pytest.MonkeyPatch, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    monkeypatch.setattr(m, "PING_SECONDS", 0)
    script, host = local_pair()
    pinging = asyncio.create_task(json_lines._keep_awake(script))
    ping = m.decode_client(await host.receive() or b"")
    pinging.cancel()
    assert isinstance(ping, m.Ping)
    refused = m.Refused(2, m.RefusalCode.STALE)
    answers: list[m.Answer] = [m.Done(ping.id), m.Done(0), m.Done(1), refused, m.Done(ping.id), m.Asked(3)]
    for answer in answers:
        await host.send(m.encode(answer))
    host.close()
    assert await json_lines._print_lines(script, TICKET) == 0
    sys.stdout.flush()
    printed = [m.decode_host(line) for line in capfdbinary.readouterr().out.splitlines()]
    assert printed == [answer for answer in answers if answer.id != ping.id]


async def test_a_script_may_begin_with_a_byte_order_mark(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    script, host = local_pair()
    (tmp_path / "requests").write_bytes(BOM_UTF8 + m.encode(m.Ping(5)) + b"\r\n")
    with (tmp_path / "requests").open(encoding="utf-8") as requests:
        monkeypatch.setattr(sys, "stdin", requests)
        await json_lines._send_lines(script)
    assert m.decode_client(await host.receive() or b"") == m.Ping(5)


async def test_a_request_that_cannot_be_kept_ends_with_a_farewell(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    """By mail a full disk, or too many requests that wait for the host, must not end the program without a word."""
    script, _ = local_pair()
    (tmp_path / "requests").write_bytes(m.encode(m.Concede(5)) + b"\n")
    send = script.send

    async def keep(line: bytes) -> None:
        if not isinstance(m.decode_client(line), m.Hello):
            raise ConnectionAbortedError
        await send(line)

    async def open_connection(ticket: Ticket) -> Connection:
        return script

    monkeypatch.setattr(script, "send", keep)
    monkeypatch.setattr(Ticket, "open", open_connection)
    with (tmp_path / "requests").open(encoding="utf-8") as requests:
        monkeypatch.setattr(sys, "stdin", requests)
        assert await json_lines._relay(TICKET) == 1
    sys.stdout.flush()
    assert m.decode_host(capfdbinary.readouterr().out) == m.Farewell(m.FarewellCode.NOT_WRITTEN)


async def test_a_line_that_is_too_long_ends_with_a_farewell(
    monkeypatch: pytest.MonkeyPatch, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    script, _ = local_pair()
    reading, writing = os.pipe()

    async def open_connection(ticket: Ticket) -> Connection:
        return script

    def write() -> None:
        with suppress(BrokenPipeError), os.fdopen(writing, "wb") as requests:
            requests.write(b"x" * (2 * m.LONGEST_REQUEST + 1))

    monkeypatch.setattr(Ticket, "open", open_connection)
    with os.fdopen(reading) as requests:
        monkeypatch.setattr(sys, "stdin", requests)
        writer = asyncio.create_task(asyncio.to_thread(write))
        assert await json_lines._relay(TICKET) == 1
    await writer
    sys.stdout.flush()
    assert m.decode_host(capfdbinary.readouterr().out) == m.Farewell(m.FarewellCode.BAD_MESSAGE)
