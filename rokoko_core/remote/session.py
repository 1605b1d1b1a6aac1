"""One connection to a host: who it is, what was sent to it, and the limits that protect the host from it."""

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from time import monotonic
from typing import Protocol

import msgspec
from msgspec import UNSET
from msgspec.structs import replace

from rokoko_core._version import __version__
from rokoko_core.components import components_named
from rokoko_core.journal.entries import RULES_VERSION
from rokoko_core.journal.given_names import with_given_names
from rokoko_core.remote import messages as m
from rokoko_core.remote.absence import Absences
from rokoko_core.remote.claims import Claims
from rokoko_core.remote.connection import LINGER_SECONDS, Connection, TooLong
from rokoko_core.remote.host_options import Absence
from rokoko_core.remote.seat_view import SeatView
from rokoko_core.state import Setup

HELLO_SECONDS = 10.0
"""Seconds in which a new connection must say who it is."""
SEND_SECONDS = 30.0
"""Seconds after which a client that reads nothing is disconnected."""
CLOSING_SECONDS = 2.0
"""Seconds in which a client that was told farewell closes the connection."""
WRONG_CODE_SECONDS = 1.0
"""Delay of the answer to a wrong code, against guessing."""
MOST_STRANGERS = 50
"""Connections that have not said who they are, at a time; one more ends the oldest."""
MOST_SPECTATORS = 50
"""Spectators at a time."""
RATE, BURST = 60.0, 240.0
"""Messages a client may send in a second, and at once; the others are read later."""


class Rejected(Exception):
    """A client was not admitted."""

    def __init__(self, code: m.FarewellCode) -> None:
        self.code = code


class Options(Protocol):
    """What a session needs to know of the host's options."""

    @property
    def hints(self) -> bool:
        """Whether hints are allowed."""

    @property
    def absence(self) -> Absence:
        """When a bot takes a seat."""


class Host(Protocol):
    """The host as its sessions see it."""

    claims: Claims
    absences: Absences
    strangers: "dict[Session, None]"

    @property
    def options(self) -> Options:
        """What the host allows."""

    def view_of(self, seat: int | None) -> SeatView:
        """Return the view of the client at ``seat``, or of all spectators."""

    def admit(self, hello: m.Hello, access: str = "") -> int | None:
        """Return the seat of a new client, which must name ``access``."""

    async def enter(self, session: "Session") -> None:
        """Add a session."""

    def leave(self, session: "Session") -> None:
        """Remove a session."""

    def seats(self) -> m.Seats:
        """Return who is connected."""

    def chat_for(self, seat: int | None) -> Sequence[m.ChatLine]:
        """Return what the client at ``seat``, or a spectator, may read of the chat."""

    async def handle(self, seat: int | None, view: SeatView, request: m.Request) -> m.Answer:
        """Carry out ``request``."""


class Session:
    """Serves one connection until it ends."""

    def __init__(self, host: Host, connection: Connection, access: str = "", by_mail: bool = False) -> None:
        """Serve ``connection``; ``by_mail`` means that a mailbox carries it, and nobody has to be there."""
        self._host, self._connection, self._access, self.by_mail = host, connection, access, by_mail
        self.seat: int | None = None
        self.view: SeatView | None = None
        self._known = 0
        """Steps sent that are still valid."""
        self._cuts = 0
        """Cuts of the game taken into account."""
        self._sent: m.Update | None = None
        self._extras: list[m.HostMessage] = []
        """Messages besides steps and updates that wait to be sent."""
        self._changed = asyncio.Event()
        self._sending = asyncio.Lock()
        self._farewell: m.FarewellCode | None = None
        self._tasks: list[asyncio.Task[None] | asyncio.Task[m.Hello]] = []

    # ---- for the host

    def wake(self) -> None:
        """Send what changed."""
        self._changed.set()

    def tell(self, message: m.HostMessage) -> None:
        """Send ``message`` after what changed before it."""
        self._extras.append(message)
        self._changed.set()

    def tell_seats(self) -> None:
        """Send who is connected."""
        self.tell(self._host.seats())

    def end(self, code: m.FarewellCode) -> None:
        """Say farewell and close the connection."""
        self._farewell = self._farewell or code
        self._changed.set()
        for task in self._tasks:
            task.cancel()

    # ---- the connection

    async def run(self) -> None:
        """Admit the client, then answer its requests until the connection ends."""
        host = self._host
        while len(host.strangers) >= MOST_STRANGERS:
            oldest = next(iter(host.strangers))
            del host.strangers[oldest]
            oldest.end(m.FarewellCode.FULL)
        host.strangers[self] = None
        greeting = asyncio.create_task(self._greet())
        self._tasks = [greeting]
        try:
            hello = await greeting
            host.strangers.pop(self, None)
            await self._take_part(hello)
        except Rejected as rejected:
            self._farewell = self._farewell or rejected.code
        except ConnectionError:
            pass
        except asyncio.CancelledError:
            if self._farewell is None:
                raise
        finally:
            host.strangers.pop(self, None)
            host.leave(self)
            await self._say_farewell(self._farewell)

    async def _greet(self) -> m.Hello:
        """Return the first message of a client that is admitted. Raises ``Rejected``."""
        hello = await self._read_hello()
        try:
            self.seat = self._host.admit(hello, self._access)
        except OSError:
            raise Rejected(m.FarewellCode.NOT_WRITTEN) from None
        except Rejected as rejected:
            if rejected.code is m.FarewellCode.WRONG_CODE:
                await asyncio.sleep(WRONG_CODE_SECONDS)
            raise
        return hello

    async def _read_hello(self) -> m.Hello:
        try:
            async with asyncio.timeout(HELLO_SECONDS):
                message = await self._receive()
        except TimeoutError:
            raise Rejected(m.FarewellCode.IDLE) from None
        if not isinstance(message, m.Hello):
            raise Rejected(m.FarewellCode.BAD_MESSAGE)
        return message

    async def _receive(self) -> m.ClientMessage | None:
        """Return the next message; None at the end. Raises ``Rejected``."""
        try:
            line = await self._connection.receive()
            return None if line is None else m.decode_client(line)
        except (TooLong, ValueError, RecursionError):
            raise Rejected(m.FarewellCode.BAD_MESSAGE) from None

    async def _take_part(self, hello: m.Hello) -> None:
        host = self._host
        view = self.view = host.view_of(self.seat)
        self._cuts = len(view.cuts)
        await self._send(self._welcome(view, hello.history))
        if hello.peek:
            await self._send(view.update(view.position))
            await self._send(host.seats())
            return
        if not hello.history:
            self._known = view.position
        self._extras += host.chat_for(self.seat)
        await host.enter(self)
        await self._flush()
        if self._farewell is not None:
            return
        self._tasks = [asyncio.create_task(self._push()), asyncio.create_task(self._answer_requests(view))]
        try:
            await asyncio.wait(self._tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in self._tasks:
                task.cancel()
            results = await asyncio.gather(*self._tasks, return_exceptions=True)
        for result in results:
            if isinstance(result, Exception) and not isinstance(result, ConnectionError):
                raise result

    def _welcome(self, view: SeatView, history: bool) -> m.Welcome:
        components = components_named(view.setup.components)
        return m.Welcome(
            m.PROTOCOL,
            RULES_VERSION,
            __version__,
            self._host.claims.game,
            self.seat,
            self._public_setup(view.setup),
            self._host.options.hints,
            self._host.options.absence,
            max((line.number for line in self._host.chat_for(self.seat)), default=0),
            (components.name, msgspec.Raw(components.content)) if components.content else None,
            view.opening_events(),
            view.observation(0) if history else UNSET,
            int(self._host.absences.away.get(self.seat, 0)) if self.seat is not None else 0,
        )

    def _public_setup(self, setup: Setup) -> Setup:
        """Return ``setup``, whose seed is 0, with the names given and the client's seat as the own one."""
        named = with_given_names(setup, self._host.claims.names)
        seats = (replace(seat, own=number == self.seat) for number, seat in enumerate(named.players))
        return replace(named, players=tuple(seats))

    async def _push(self) -> None:
        """Send every change."""
        while True:
            await self._changed.wait()
            self._changed.clear()
            await self._flush()

    async def _answer_requests(self, view: SeatView) -> None:
        """Answer requests, at most ``RATE`` in a second.

        An answer follows the change that it tells of, and is sent with it: before the others are.
        """
        allowance, last = BURST, monotonic()
        while True:
            try:
                async with asyncio.timeout(None if self.by_mail else m.IDLE_SECONDS):
                    request = await self._receive()
            except TimeoutError:
                raise Rejected(m.FarewellCode.IDLE) from None
            if request is None:
                return
            if isinstance(request, m.Hello):
                raise Rejected(m.FarewellCode.BAD_MESSAGE)
            now = monotonic()
            allowance, last = min(BURST, allowance + (now - last) * RATE) - 1, now
            if allowance < 0:
                await asyncio.sleep(-allowance / RATE)
            answer = await self._host.handle(self.seat, view, request)
            self._extras.append(answer)
            await self._flush()
            if isinstance(request, m.GiveBack) and isinstance(answer, m.Done):
                raise Rejected(m.FarewellCode.GIVEN_BACK)

    # ---- sending

    async def _flush(self) -> None:
        """Send the steps, the update and the other messages that the client does not have yet."""
        view = self.view
        assert view is not None, "the client was admitted"
        async with self._sending:
            while True:
                lines = self._next_lines(view)
                if not lines:
                    return
                for line in lines:
                    await self._send_line(line)
                await asyncio.sleep(0)  # a long history must not keep others waiting

    def _next_lines(self, view: SeatView) -> list[bytes]:
        """Return the next lines to send: one step, or the last step with its update, or other messages."""
        position = view.position
        if self._sent is None or self._sent.number != view.number:
            for cut in view.cuts[self._cuts :]:
                self._known = min(self._known, cut)
            self._cuts = len(view.cuts)
        if self._known < position - 1:
            self._known += 1
            return [m.encode(view.step(self._known - 1))]
        messages: list[m.HostMessage] = []
        if self._known < position:
            messages.append(view.step(self._known, with_observation=False))
            self._known += 1
        update = view.update(self._known)
        if messages or update != self._sent:
            self._sent = update
            messages.append(update)
        messages += self._extras
        self._extras = []
        return [m.encode(message) for message in messages]

    async def _send(self, message: m.HostMessage) -> None:
        async with self._sending:
            await self._send_line(m.encode(message))

    async def _send_line(self, line: bytes) -> None:
        """Send ``line``. Raises ``ConnectionError`` where the client reads nothing for long."""
        try:
            async with asyncio.timeout(SEND_SECONDS):
                await self._connection.send(line)
        except TimeoutError:
            raise ConnectionAbortedError from None

    async def _say_farewell(self, code: m.FarewellCode | None) -> None:
        """Send the farewell, and let a client that took part close the connection itself.

        It would never read the farewell if it sent something to a connection that the host has closed.
        """
        try:
            if code is not None:
                with suppress(OSError, TimeoutError, TooLong):
                    async with asyncio.timeout(LINGER_SECONDS):
                        await self._send(m.Farewell(code))
                    if self.view is not None and not self.by_mail:
                        async with asyncio.timeout(CLOSING_SECONDS):
                            while await self._connection.receive() is not None:
                                pass
        finally:
            self._connection.close()
