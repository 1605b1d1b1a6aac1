"""Sessions: each is one running app. A browser tab shows it, leaves it and returns to it."""

import asyncio
import json
import secrets
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from enum import IntEnum
from typing import TYPE_CHECKING, Any, NamedTuple

from aiohttp import WSMsgType
from aiohttp.web import WebSocketResponse

from rokoko_tui.doors.connection import Connection
from rokoko_tui.doors.notifications import BROWSER, TOUCH
from rokoko_tui.doors.web.admission import Browser

if TYPE_CHECKING:
    from rokoko_tui.cli.serve_web import AppProgram

ENVIRONMENT = {"TERM": "xterm-256color", "TERM_PROGRAM": BROWSER, "COLORTERM": "truecolor"}
"""What the page supports, for the app."""
INPUT_RATE = 64 * 1024
"""Bytes of input a second; the rest waits in the connection."""
LEAST_COST = 64
"""Bytes that the smallest message counts as."""
MOST_OUTPUT = 4 * 1024 * 1024
"""Bytes of output that may wait for a slow client. Beyond that they are dropped and the screen is drawn again."""


class End(IntEnum):
    """Why a WebSocket was closed, as its close code. ``session.js`` has the same numbers."""

    OVER = 4000
    """The app has ended."""
    TAKEN = 4001
    """Another tab shows the session."""
    IDLE = 4002
    """The session had no input for too long."""
    FULL = 4003
    """There are too many sessions."""
    STOPPED = 4004
    """The server stops."""
    INVALID = 1008
    """The client does not speak the protocol."""


@dataclass(frozen=True)
class Limits:
    """What the server allows."""

    sessions: int = 20
    per_person: int = 4
    idle: float = 3600.0
    """Seconds without input after which a session ends."""
    left: float = 20.0
    """Seconds without a tab after which a session ends whose person others wait for."""
    message: int = 16 * 1024
    """Bytes of one message of a client."""
    hello: float = 10.0
    """Seconds for the first message of a client."""


class Hello(NamedTuple):
    """The first message of a client."""

    session: str
    """The session that its tab showed last; empty for none."""
    size: tuple[int, int]
    """Columns and lines."""
    is_resumed: bool
    """Whether a lost connection was opened again, without a person who opened the page."""
    finger_lines: int
    """The lines of an item that a finger hits; 0 where none is the pointer."""


StartProgram = Callable[[Connection], "AppProgram"]
"""Makes the program that runs at a connection."""


class Session:
    """One running program and the tab that shows it, if there is one."""

    def __init__(self, owner: Browser, start: StartProgram, hello: Hello, locale: str, limits: Limits) -> None:
        self.id = secrets.token_urlsafe(16)
        self.owner = owner
        self.reason = End.OVER
        """Why the session ends."""
        self.on_place: Callable[[str], None] = lambda place: None
        """Called often with the place of the program."""
        self._limits = limits
        self._socket: WebSocketResponse | None = None
        self._output = bytearray()
        self._has_output = asyncio.Event()
        environment = {**ENVIRONMENT, "LANG": locale} | ({TOUCH: str(hello.finger_lines)} if hello.finger_lines else {})
        self._connection = Connection(self._write, environment, hello.size)
        self._program = start(self._connection)
        self._idle = asyncio.get_running_loop().call_later(limits.idle, self.end, End.IDLE)
        self._left: asyncio.TimerHandle | None = None
        self.task = asyncio.create_task(self._run())
        """Done when the program has ended."""

    async def _run(self) -> None:
        try:
            await self._program.run()
            if self.reason is End.OVER:
                self.on_place("")
        finally:
            self._idle.cancel()
            self._stay()
            self._connection.close()
            if self._socket is not None:
                await _close(self._socket, self.reason)

    @property
    def is_shown(self) -> bool:
        return self._socket is not None

    def end(self, reason: End) -> None:
        """Let the program exit."""
        self.reason = reason
        self._connection.close()

    # ---- output

    def _write(self, data: bytes) -> None:
        if self._socket is None:
            return
        self._output += data
        if len(self._output) > MOST_OUTPUT:
            self._redraw()
        self._has_output.set()

    def _redraw(self) -> None:
        self._output.clear()
        self._program.redraw()

    async def _send(self, socket: WebSocketResponse, has_output: asyncio.Event) -> None:
        """Send the output as it comes, until another client is connected; waits while the client does not read."""
        with suppress(ConnectionError):
            while True:
                await has_output.wait()
                has_output.clear()
                if self._socket is not socket:
                    return
                data = bytes(self._output)
                self._output.clear()
                await socket.send_bytes(data)

    # ---- the tab

    async def show(self, socket: WebSocketResponse, hello: Hello, is_new: bool) -> None:
        """Connect the client ``socket`` until it leaves or the session ends; another client is disconnected."""
        other, self._socket = self._socket, socket
        self._stay()
        self._has_output.set()  # ends the sender of the other client
        has_output = self._has_output = asyncio.Event()
        closing = other is not None and asyncio.create_task(_close(other, End.TAKEN))  # may take long if it was lost
        # Not cancelled: aiohttp reports a message that it could not send as an error of the program.
        sender = asyncio.create_task(self._send(socket, has_output))
        try:
            with suppress(ConnectionError):
                await socket.send_json({"session": self.id})
                self._connection.resize(*hello.size)
                if not is_new:
                    if not hello.is_resumed:
                        self._program.return_to_seat()
                    self._redraw()
                    has_output.set()
                await self._receive(socket)
        finally:
            if self._socket is socket:
                self._socket = None
                self._output.clear()
                self._note_place()
                self._left = asyncio.get_running_loop().call_later(self._limits.left, self._end_if_awaited)
            has_output.set()
            await sender
            if closing:
                await closing

    def _note_place(self) -> None:
        if self.reason is End.OVER and not self.task.done():  # later the program has closed what it showed
            self.on_place(self._program.place)

    def _end_if_awaited(self) -> None:
        if self._program.is_awaited:
            self.end(End.IDLE)

    def _stay(self) -> None:
        if self._left is not None:
            self._left.cancel()

    async def _receive(self, socket: WebSocketResponse) -> None:
        async for message in socket:
            if self._socket is not socket:
                return
            self._note_place()
            if message.type is WSMsgType.BINARY:
                self._feed(message.data)
            elif message.type is WSMsgType.TEXT:
                request = parse_request(message.data)
                if request is None:
                    await _close(socket, End.INVALID)
                    return
                if "ping" in request:
                    await socket.send_json({"pong": True})
                if size := read_size(request):
                    self._connection.resize(*size)
            else:  # a message that is too large or malformed; the connection ends
                return
            await asyncio.sleep(max(len(message.data), LEAST_COST) / INPUT_RATE)

    def _feed(self, data: bytes) -> None:
        self._idle.cancel()
        self._idle = asyncio.get_running_loop().call_later(self._limits.idle, self.end, End.IDLE)
        self._connection.feed(data)


class Sessions:
    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self._open: dict[str, Session] = {}

    def find(self, owner: Browser, session_id: str) -> Session | None:
        """Return the session ``session_id`` of ``owner``; without an id, the latest that no tab shows."""
        if session_id:
            session = self._open.get(session_id)
            return session if session is not None and session.owner is owner else None
        left = (session for session in reversed(self._open.values()) if session.owner is owner)
        return next((session for session in left if not session.is_shown), None)

    def is_first_of(self, owner: Browser) -> bool:
        """Return whether ``owner`` has no session."""
        return not any(session.owner is owner for session in self._open.values())

    def open(self, owner: Browser, start: StartProgram, hello: Hello, locale: str) -> Session | None:
        """Start a program for ``owner``, which has the language of ``locale``; None if there are too many."""
        own = sum(session.owner.person == owner.person for session in self._open.values())
        if len(self._open) >= self.limits.sessions or own >= self.limits.per_person:
            return None
        session = Session(owner, start, hello, locale, self.limits)
        self._open[session.id] = session
        session.task.add_done_callback(lambda _: self._open.pop(session.id, None))
        return session

    async def close(self) -> None:
        """End all programs and wait for them."""
        sessions = list(self._open.values())
        for session in sessions:
            session.end(End.STOPPED)
        await asyncio.gather(*(session.task for session in sessions), return_exceptions=True)


def parse_request(text: str | bytes) -> dict[str, Any] | None:
    """Return a JSON object; None for anything else."""
    try:
        request = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return request if isinstance(request, dict) else None


def read_size(request: dict[str, Any]) -> tuple[int, int] | None:
    """Return the columns and lines of ``request``; None if they are missing or no whole numbers."""
    match request.get("size"):
        case [int(columns), int(lines)] if columns > 0 and lines > 0:
            return columns, lines
    return None


async def read_hello(socket: WebSocketResponse, patience: float) -> Hello | None:
    """Return what a client requests first. Otherwise close the socket and return None."""
    with suppress(asyncio.TimeoutError, TypeError):
        request = parse_request(await socket.receive_str(timeout=patience))
        if request is not None and (size := read_size(request)):
            touch = request.get("touch")
            finger_lines = touch if type(touch) is int and 0 < touch < 10 else 0
            return Hello(str(request.get("session", "")), size, request.get("resumed") is True, finger_lines)
    await _close(socket, End.INVALID)
    return None


async def _close(socket: WebSocketResponse, reason: End) -> None:
    await socket.close(code=reason, message=reason.name.lower().encode())
