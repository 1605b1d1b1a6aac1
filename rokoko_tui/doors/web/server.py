"""The HTTP server: its connections, the page, the exchange of a link for a cookie, and the WebSocket of a terminal."""

import asyncio
import sys
from collections.abc import Awaitable, Callable
from contextlib import suppress
from enum import StrEnum
from functools import partial
from ipaddress import ip_address
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from aiohttp import hdrs, web
from aiohttp.http_exceptions import HttpProcessingError

from rokoko_tui.doors.connection import Connection
from rokoko_tui.doors.strangers import Strangers
from rokoko_tui.doors.web.admission import Admission, Browser
from rokoko_tui.doors.web.page import HEADERS, STATIC, content_security_policy, locale_of
from rokoko_tui.doors.web.sessions import End, Limits, Sessions, parse_request, read_hello

if TYPE_CHECKING:
    from rokoko_tui.cli.serve_web import AppProgram

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


Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]
HEARTBEAT = 20.0
"""Seconds between two pings of a client; one that does not answer is disconnected."""
LARGEST_BODY = 1024
"""Bytes of a request."""
LOOPBACK = ("127.0.0.1", "localhost", "[::1]")
USUAL_PORTS = {"http": 80, "https": 443}
MOST_REPORTS = 100
"""Refusals that are reported, so that nobody can fill a terminal or a disk."""
LONGEST_SUBJECT = 100
"""Characters of a host or origin in a report."""


class Refusal(StrEnum):
    """Why a request was refused that a person may have to know of."""

    HOST = "host"
    """It is for another host."""
    ORIGIN = "origin"
    """A page of another origin sent it."""
    MALFORMED = "malformed"
    """It is not HTTP."""


class WebServer:
    """The server at one address.

    ``url`` is what people type, such as ``https://example.org``; a request with another host or origin is refused.
    ``start`` makes the program of a session for the person of its browser, at the place of the latest one. ``render``
    makes the page and its policy in one of the languages of ``Accept-Language``. ``report`` gets each refusal once with
    its host, origin or address.
    """

    def __init__(
        self,
        admission: Admission,
        start: Callable[[str, str, Connection], "AppProgram"],
        render: Callable[[str], tuple[str, str]],
        report: Callable[[Refusal, str], object],
        limits: Limits | None = None,
    ) -> None:
        self.admission = admission
        self.sessions = Sessions(limits or Limits())
        self._start, self._render, self._report = start, render, report
        self._reported: set[tuple[Refusal, str]] = set()
        self._connections = ClientConnections(partial(self._note, Refusal.MALFORMED))
        self._origins: frozenset[str] = frozenset()
        self._hosts: frozenset[str] = frozenset()
        self._cookie, self._is_secure = "rokoko", False
        self._runner: web.AppRunner | None = None
        self._listener: asyncio.Server | None = None

    def use_url(self, url: str) -> None:
        """Accept requests for ``url`` only, as browsers and proxies write it.

        A loopback address is accepted under each of its names. The usual port of a scheme may be left out.
        """
        parts = urlsplit(url)
        usual = USUAL_PORTS[parts.scheme]
        host, port = _to_ascii(parts.hostname or ""), parts.port or usual
        names = LOOPBACK if host in LOOPBACK else (host,)
        endings = (f":{port}", "") if port == usual else (f":{port}",)
        self._hosts = frozenset(name + ending for name in names for ending in endings)
        self._origins = frozenset(f"{parts.scheme}://{host}" for host in self._hosts)
        self._is_secure = parts.scheme == "https"
        # Cookies do not distinguish ports, so the name does.
        self._cookie = "__Host-rokoko" if self._is_secure else f"rokoko-{port}"

    def application(self) -> web.Application:
        app = web.Application(middlewares=[self._protect], client_max_size=LARGEST_BODY)
        app.router.add_get("/", self._page)
        app.router.add_get("/healthz", self._health)
        app.router.add_get("/enter", self._is_admitted)
        app.router.add_post("/enter", self._enter)
        app.router.add_get("/terminal", self._terminal)
        for file in filter(Path.is_file, STATIC.rglob("*")):  # a path from a request never reaches the file system
            app.router.add_get(f"/static/{file.relative_to(STATIC).as_posix()}", partial(_send_file, file))
        app.on_shutdown.append(lambda _: self.sessions.close())
        return app

    async def listen(self, address: str, port: int) -> int:
        """Listen and return the port. Raises OSError."""
        self._runner = web.AppRunner(self.application())
        await self._runner.setup()
        assert self._runner.server is not None
        try:
            self._listener = await self._connections.listen(self._runner.server, address, port)
        except OSError:
            await self._runner.cleanup()
            raise
        return int(self._listener.sockets[0].getsockname()[1])

    async def close(self) -> None:
        """End all sessions and stop to listen."""
        if self._listener is not None:
            self._listener.close()
        if self._runner is not None:
            await self._runner.cleanup()

    def _note(self, refusal: Refusal, subject: str) -> None:
        """Report a refusal, once for each host, origin or address."""
        reported = (refusal, subject[:LONGEST_SUBJECT])
        if reported not in self._reported and len(self._reported) < MOST_REPORTS:
            self._reported.add(reported)
            self._report(*reported)

    # ---- requests

    @web.middleware
    async def _protect(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """Refuse foreign hosts and origins, and add the headers of every response."""
        self._connections.stop_deadline(request.protocol)
        try:
            response = await self._answer(request, handler)
        except web.HTTPException as refusal:
            response = refusal
        if not response.prepared:
            response.headers.update(HEADERS)
            response.headers.setdefault("Content-Security-Policy", content_security_policy())
            response.headers.setdefault("Cache-Control", "no-cache")
        if isinstance(response, web.HTTPException):
            raise response
        return response

    async def _answer(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        if request.path == "/healthz":
            return await handler(request)
        if request.host.lower() not in self._hosts:
            self._note(Refusal.HOST, request.host)
            raise web.HTTPMisdirectedRequest
        origin = request.headers.get(hdrs.ORIGIN)
        changes = request.method != "GET" or request.path == "/terminal"
        if (origin is not None or changes) and origin not in self._origins:
            if origin is not None:
                self._note(Refusal.ORIGIN, origin)
            raise web.HTTPForbidden
        return await handler(request)

    def _browser(self, request: web.Request) -> Browser:
        """Return the browser of ``request``. Raises HTTPUnauthorized."""
        browser = self.admission.find(request.cookies.get(self._cookie))
        if browser is None:
            raise web.HTTPUnauthorized
        return browser

    async def _health(self, _: web.Request) -> web.Response:
        return web.json_response({"status": "ok"})

    async def _page(self, request: web.Request) -> web.Response:
        text, policy = self._render(request.headers.get("Accept-Language", ""))
        headers = {"Content-Security-Policy": policy, "Cache-Control": "no-store"}
        return web.Response(text=text, content_type="text/html", headers=headers)

    async def _is_admitted(self, request: web.Request) -> web.Response:
        self._browser(request)
        return web.Response(status=204)

    async def _enter(self, request: web.Request) -> web.Response:
        """Exchange the token of a link for a cookie; a browser that has one may repeat its link."""
        try:
            async with asyncio.timeout(REQUEST_SECONDS):
                content = await request.read()
        except TimeoutError as error:
            raise web.HTTPRequestTimeout from error
        body = parse_request(content) if request.content_type == "application/json" else None
        token = (body or {}).get("token")
        cookie = self.admission.admit(token) if isinstance(token, str) else None
        if cookie is None:
            self._browser(request)
            return web.Response(status=204)
        response = web.Response(status=204)
        response.set_cookie(
            self._cookie,
            cookie,
            max_age=self.admission.lifetime,
            httponly=True,
            secure=self._is_secure,
            samesite="Strict",
        )
        return response

    async def _terminal(self, request: web.Request) -> web.WebSocketResponse:
        """Show a session until its tab or its program ends."""
        browser = self._browser(request)
        socket = web.WebSocketResponse(heartbeat=HEARTBEAT, max_msg_size=self.sessions.limits.message)
        await socket.prepare(request)
        hello = await read_hello(socket, self.sessions.limits.hello)
        if hello is None:
            return socket
        session = self.sessions.find(browser, hello.session)
        is_new = session is None
        if session is None:
            locale = locale_of(request.headers.get("Accept-Language", ""))
            place = browser.place if self.sessions.is_first_of(browser) else ""
            session = self.sessions.open(browser, partial(self._start, browser.person, place), hello, locale)
            if session is not None:
                session.on_place = partial(self.admission.keep_place, browser)
        if session is None:
            await socket.close(code=End.FULL)
        else:
            self._connections.admit(request.protocol)
            await session.show(socket, hello, is_new)
        return socket


async def _send_file(path: Path, _: web.Request) -> web.FileResponse:
    return web.FileResponse(path)


def _to_ascii(host: str) -> str:
    """Return ``host`` as browsers send it: a name in ASCII letters, an IP address in its short form."""
    with suppress(ValueError):
        address = ip_address(host)
        return f"[{address}]" if address.version == 6 else str(address)
    with suppress(UnicodeError):
        return host.encode("idna").decode()
    return host
