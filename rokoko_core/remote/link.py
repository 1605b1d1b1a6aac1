"""The link of a player to a host: opens the connection, again if it is lost, and matches answers with requests."""

import asyncio
from collections.abc import Awaitable, Callable
from itertools import count

import msgspec

from rokoko_core.components import ComponentError
from rokoko_core.play.view import NotWritten
from rokoko_core.remote import messages as m
from rokoko_core.remote.connection import Connection, TooLong

FIRST_RETRY, LAST_RETRY = 0.25, 15.0
"""Seconds before the first attempt to connect again, and before each once the pauses have grown."""
ANSWER_SECONDS = 8.0
"""Seconds to wait for an answer; then the connection is taken for dead and opened again."""
FINAL = (
    m.FarewellCode.PROTOCOL,
    m.FarewellCode.WRONG_CODE,
    m.FarewellCode.ELSEWHERE,
    m.FarewellCode.NO_SPECTATORS,
    m.FarewellCode.GIVEN_BACK,
)
"""Farewells after which no further attempt would help."""

Open = Callable[[], Awaitable[Connection]]
"""Opens a connection to the host. Raises OSError."""


class Unreachable(Exception):
    """There is no connection: the host said farewell with ``code``, or could not be reached for ``reason``."""

    def __init__(self, code: m.FarewellCode | None = None, reason: Exception | None = None) -> None:
        super().__init__(code, reason)
        self.code, self.reason = code, reason


class NotTaken(NotWritten):
    """The host did not take a change; the game is unchanged. ``code`` is None where the connection was lost."""

    def __init__(self, code: m.RefusalCode | None) -> None:
        super().__init__(code)
        self.code = code


class HostLink:
    """A connection that is opened again when it is lost, and the requests that wait for answers.

    ``take_in`` receives each line of the host and raises ``Unreachable`` at a farewell; ``on_lost`` is called when a
    connection ends or cannot be opened.
    """

    def __init__(
        self,
        open_connection: Open,
        hello: m.Hello,
        take_in: Callable[[bytes], Awaitable[None]],
        on_lost: Callable[[], None],
    ) -> None:
        self._open, self._hello, self._take_in, self._on_lost = open_connection, hello, take_in, on_lost
        self._connection: Connection | None = None
        self._task: asyncio.Task[None] | None = None
        self._ids = count(1)
        self._answers: dict[int, asyncio.Future[m.Answer]] = {}
        self._ready = asyncio.Event()
        self.lost: Unreachable | None = None
        """Why there is no connection; None while there is one."""

    @property
    def is_ready(self) -> bool:
        """Whether the host can be asked and the game is known up to its cursor."""
        return self._ready.is_set()

    def set_ready(self) -> bool:
        """Note that the game is known up to its cursor; return whether an earlier connection was lost."""
        again, self.lost = self.lost is not None, None
        self._ready.set()
        return again

    async def connect(self) -> None:
        """Connect, and wait until the game is known. Raises ``Unreachable``."""
        self._task = asyncio.create_task(self._stay_connected())
        ready = asyncio.create_task(self._ready.wait())
        await asyncio.wait((ready, self._task), return_when=asyncio.FIRST_COMPLETED)
        if not ready.done():
            ready.cancel()
            raise self.lost or Unreachable()

    def reconnect(self) -> None:
        """Connect again after a final farewell, and from then on like after a lost connection."""
        if self._task is not None and self._task.done():
            self._task = asyncio.create_task(self._stay_connected(succeeded=True))

    def drop(self) -> None:
        """End the connection, if there is one; another is opened."""
        if self._connection is not None:
            self._connection.close()

    def close(self) -> None:
        """End the connection for good; requests that wait raise ``NotTaken``."""
        if self._task is not None:
            self._task.cancel()
        self.drop()
        self._give_up_requests()

    def next_id(self) -> int:
        """Return the number of a new request."""
        return next(self._ids)

    async def request(self, request: m.Request, patience: float | None = None) -> m.Answer:
        """Send ``request`` and return its answer. Raises ``NotTaken`` where the connection is or gets lost.

        Raises TimeoutError after ``patience`` seconds; the answer is then not waited for any more.
        """
        connection = self._connection
        if connection is None:
            raise NotTaken(None)
        answer = self._answers[request.id] = asyncio.get_running_loop().create_future()
        try:
            await connection.send(m.encode(request))
            async with asyncio.timeout(patience):
                received: m.Answer = await answer
        except ConnectionError:
            raise NotTaken(None) from None
        finally:
            self._answers.pop(request.id, None)
        return received

    def resolve(self, answer: m.Answer) -> None:
        """Give ``answer`` to the request it belongs to, if that still waits."""
        waiting = self._answers.get(answer.id)
        if waiting is not None and not waiting.done():
            waiting.set_result(answer)

    async def _stay_connected(self, succeeded: bool = False) -> None:
        """Connect again whenever the connection was lost; stop where that cannot help, or never succeeded."""
        pause = FIRST_RETRY
        while True:
            try:
                await self._follow()
                lost = Unreachable()
            except Unreachable as unreachable:
                lost = unreachable
            except OSError as error:
                lost = Unreachable(reason=error)
            if self.is_ready:
                pause, succeeded = FIRST_RETRY, True
            elif self.lost is not None and not {lost.code, self.lost.code} & {*FINAL}:
                lost = self.lost  # why the connection ended says more than why it cannot be opened again
            self._disconnect(lost)
            if not succeeded or lost.code in FINAL:
                return
            await asyncio.sleep(pause)
            pause = min(2 * pause, LAST_RETRY)

    def _disconnect(self, lost: Unreachable) -> None:
        self.lost = lost
        self._ready.clear()
        self.drop()
        self._connection = None
        self._give_up_requests()
        self._on_lost()

    def _give_up_requests(self) -> None:
        for answer in self._answers.values():
            if not answer.done():
                answer.set_exception(NotTaken(None))

    async def _follow(self) -> None:
        """Receive messages until the connection ends. Raises OSError and ``Unreachable``."""
        connection = self._connection = await self._open()
        await connection.send(m.encode(self._hello))
        ping = asyncio.create_task(self._ping())
        try:
            while True:
                async with asyncio.timeout(m.IDLE_SECONDS):
                    line = await connection.receive()
                if line is None:
                    return
                await self._take_in(line)
        except TimeoutError:
            return
        except (TooLong, msgspec.MsgspecError, ComponentError, RecursionError) as error:
            raise Unreachable(m.FarewellCode.BAD_MESSAGE) from error
        finally:
            ping.cancel()

    async def _ping(self) -> None:
        """Show the host from time to time that the connection is alive, and see that it is."""
        while True:
            await asyncio.sleep(m.PING_SECONDS)
            try:
                await self.request(m.Ping(self.next_id()), ANSWER_SECONDS)
            except NotTaken:
                pass
            except TimeoutError:
                self.drop()
