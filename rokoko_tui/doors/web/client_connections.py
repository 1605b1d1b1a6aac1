"""The connections of clients: how many there may be, and how long a request may take to arrive."""

import asyncio
import sys
from collections.abc import Callable
from typing import Any

from aiohttp import web
from aiohttp.http_exceptions import HttpProcessingError

from rokoko_tui.doors.strangers import Strangers

REQUEST_SECONDS = 10.0
"""Seconds for the headers of the first request of a connection, and for the body of a request."""
LINGERING_SECONDS = 2.0
"""Seconds for the rest of a body that nobody waits for."""
KEEPALIVE_SECONDS = 75.0
"""Seconds until the next request of a connection; longer than those of usual proxies."""
MOST_CONNECTIONS, CONNECTIONS_PER_ADDRESS = 400, 100
"""Connections without a session, in all and from one address."""

MALFORMED = (HttpProcessingError, web.RequestPayloadError)
"""What aiohttp raises for a request that is not HTTP."""


def most_connections() -> int:
    """Return the number of connections without a session, fewer where the system allows few open files."""
    if sys.platform == "win32":
        return MOST_CONNECTIONS
    import resource

    allowed, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return MOST_CONNECTIONS if allowed == resource.RLIM_INFINITY else min(MOST_CONNECTIONS, allowed // 2)


class ClientConnections:
    """All connections of one server. ``report_malformed`` gets the address of a client that does not speak HTTP."""

    def __init__(self, report_malformed: Callable[[str], object]) -> None:
        self.report_malformed = report_malformed
        self._strangers = Strangers[web.RequestHandler](
            most_connections(), CONNECTIONS_PER_ADDRESS, web.RequestHandler.force_close
        )
        self._deadlines: dict[web.RequestHandler, asyncio.TimerHandle] = {}

    async def listen(self, server: web.Server, address: str, port: int) -> asyncio.Server:
        """Accept connections for ``server``. Raises OSError."""
        loop = asyncio.get_running_loop()
        return await loop.create_server(lambda: _ClientConnection(server, self), address, port)

    def add(self, connection: web.RequestHandler, address: str) -> None:
        loop = asyncio.get_running_loop()
        self._deadlines[connection] = loop.call_later(REQUEST_SECONDS, connection.force_close)
        self._strangers.add(connection, address)

    def discard(self, connection: web.RequestHandler) -> None:
        self.stop_deadline(connection)
        self._strangers.discard(connection)

    def stop_deadline(self, connection: web.RequestHandler) -> None:
        """Note that the headers of the first request of ``connection`` have arrived."""
        if deadline := self._deadlines.pop(connection, None):
            deadline.cancel()

    def admit(self, connection: web.RequestHandler) -> None:
        """Note that ``connection`` has a session, so that no other connection replaces it."""
        self._strangers.discard(connection)


class _ClientConnection(web.RequestHandler):
    __slots__ = ("_address", "_connections")

    def __init__(self, server: web.Server, connections: ClientConnections) -> None:
        super().__init__(
            server,
            loop=asyncio.get_running_loop(),
            access_log=None,  # type: ignore[arg-type]
            keepalive_timeout=KEEPALIVE_SECONDS,
            lingering_time=LINGERING_SECONDS,
        )
        self._connections = connections

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        peer = transport.get_extra_info("peername")
        self._address = str(peer[0]) if peer else ""
        self._connections.add(self, self._address)

    def connection_lost(self, exc: BaseException | None) -> None:
        self._connections.discard(self)
        super().connection_lost(exc)

    def handle_error(
        self,
        request: web.BaseRequest,
        status: int = 500,
        exc: BaseException | None = None,
        message: str | None = None,
    ) -> web.StreamResponse:
        """Answer a malformed request as such, and do not call it or a client that left a failure of the server."""
        has_left = isinstance(exc, ConnectionError) and (self.transport is None or self.transport.is_closing())
        if not (has_left or isinstance(exc, MALFORMED)):
            return super().handle_error(request, status, exc, message)
        if not has_left:
            self.log_exception(exc_info=exc)
        response = web.Response(status=400)
        response.force_close()
        return response

    def log_exception(self, *arguments: Any, **options: Any) -> None:
        """Report a malformed request in a line, and log anything else with its traceback."""
        if isinstance(options.get("exc_info"), MALFORMED):
            self._connections.report_malformed(self._address)
        else:
            super().log_exception(*arguments, **options)
