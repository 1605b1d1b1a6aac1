"""A web server with a program that shows what was typed, and a client of it."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, cast

from aiohttp import ClientResponse, ClientSession, ClientWebSocketResponse, CookieJar, WSMsgType

from rokoko_tui.cli.serve_web import AppProgram
from rokoko_tui.doors.connection import Connection, StreamDriver
from rokoko_tui.doors.web.admission import Admission, BadBrowsers, FileUse
from rokoko_tui.doors.web.page import render_page
from rokoko_tui.doors.web.server import Refusal, WebServer
from rokoko_tui.doors.web.sessions import Limits
from rokoko_tui.text.message_catalog import get_vocabulary

PERSON = "Ada"


class Notepad:
    """A program that shows what was typed, and ends with ``q``."""

    def __init__(self, connection: Connection) -> None:
        self.connection = connection
        self.text = ""
        self.is_awaited = False
        self.place = ""
        self.returns = 0
        """How often the person opened the page again."""
        self.ended = asyncio.Event()
        connection.attach(cast("StreamDriver", self))

    async def run(self) -> None:
        self.redraw()
        await self.ended.wait()
        self.connection.attach(None)

    def redraw(self) -> None:
        self.connection.write(f"[{self.connection.size[0]}x{self.connection.size[1]} {self.text}]")

    def return_to_seat(self) -> None:
        self.returns += 1

    def feed(self, data: bytes) -> None:
        self.text += data.decode()
        self.connection.write(data.decode())
        if b"q" in data:
            self.ended.set()

    def resize(self, columns: int, lines: int) -> None:
        pass

    def hang_up(self) -> None:
        self.ended.set()


class Served:
    """A running server; ``tokens`` are those of its links, the latest last."""

    def __init__(self, limits: Limits, folder: Path) -> None:
        self.folder = folder
        self.tokens: list[str] = []
        self.programs: list[Notepad] = []
        self.refusals: list[tuple[Refusal, str]] = []
        """What a person at the server is told."""
        self.warnings: list[tuple[FileUse, OSError | BadBrowsers]] = []
        self.admission = Admission(
            lambda token, person: self.tokens.append(token),
            folder / "browsers",
            lambda *warning: self.warnings.append(warning),
        )
        self.server = WebServer(
            self.admission, self._start, self._render, lambda *refusal: self.refusals.append(refusal), limits
        )
        self.port = 0

    def _start(self, person: str, place: str, connection: Connection) -> AppProgram:
        assert person == PERSON
        self.programs.append(Notepad(connection))
        self.programs[-1].text = place
        return cast("AppProgram", self.programs[-1])

    @staticmethod
    def _render(languages: str) -> tuple[str, str]:
        return render_page(get_vocabulary("classic"), "u", "?")

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"


class Tab:
    """A WebSocket of a browser, with what it received."""

    def __init__(self, socket: ClientWebSocketResponse) -> None:
        self.socket = socket
        self.session = ""
        self.text = ""

    async def read_until(self, text: str) -> None:
        """Wait until ``text`` was received."""
        while text not in self.text:
            message = await self.socket.receive(timeout=10)
            assert message.type in (WSMsgType.BINARY, WSMsgType.TEXT), f"closed with {self.socket.close_code}"
            self.text += message.data.decode() if message.type is WSMsgType.BINARY else message.data

    async def read_end(self) -> int | None:
        """Wait until the server closes the connection; return the close code."""
        while not self.socket.closed:
            await self.socket.receive(timeout=10)
        return self.socket.close_code


class Visitor:
    """A browser: cookies, and requests with the right origin."""

    def __init__(self, served: Served, client: ClientSession) -> None:
        self.served, self.client = served, client
        self.headers = {"Origin": served.url}

    async def get(self, path: str, **headers: str) -> ClientResponse:
        """Return the response to a GET, without the body."""
        async with self.client.get(f"{self.served.url}{path}", headers=headers) as answer:
            await answer.read()
            return answer

    async def post(self, body: str, **headers: str) -> ClientResponse:
        """Return the response to a POST of JSON to ``/enter``."""
        headers = {"Content-Type": "application/json", **self.headers, **headers}
        async with self.client.post(f"{self.served.url}/enter", data=body, headers=headers) as answer:
            return answer

    async def enter(self, token: str | None = None, **headers: str) -> int:
        """Follow a link, by default the latest one; return the status."""
        body = {"token": self.served.tokens[-1] if token is None else token}
        return (await self.post(json.dumps(body), **headers)).status

    async def connect(self, **headers: str) -> Tab:
        """Open a WebSocket and say nothing. Raises WSServerHandshakeError."""
        return Tab(await self.client.ws_connect(f"{self.served.url}/terminal", headers=self.headers | headers))

    async def open(self, session: str = "", size: object = (80, 24), resumed: bool = False) -> Tab:
        """Open a tab that requests ``session``, or with ``resumed`` its lost connection."""
        tab = await self.connect()
        await self.say(tab, {"session": session, "size": size, "resumed": resumed})
        return tab

    async def show(self, session: str = "", size: tuple[int, int] = (80, 24), resumed: bool = False) -> Tab:
        """Open a tab and wait for its session."""
        tab = await self.open(session, size, resumed)
        tab.session = json.loads(await tab.socket.receive_str(timeout=10))["session"]
        return tab

    @staticmethod
    async def say(tab: Tab, request: Any) -> None:
        await tab.socket.send_str(json.dumps(request))


@asynccontextmanager
async def serving(limits: Limits | None = None, url: str = "") -> AsyncIterator[Served]:
    """Serve the notepad at a free port, under ``url`` if a proxy is in front of it."""
    with TemporaryDirectory() as folder:
        served = Served(limits or Limits(), Path(folder))
        served.port = await served.server.listen("127.0.0.1", 0)
        served.server.use_url(url or served.url)
        served.admission.open(url or served.url, [PERSON])
        served.admission.invite(PERSON)
        try:
            yield served
        finally:
            await served.server.close()


@asynccontextmanager
async def visiting(served: Served, admitted: bool = True) -> AsyncIterator[Visitor]:
    """Return a browser, which followed the link if it is ``admitted``."""
    async with ClientSession(cookie_jar=CookieJar(unsafe=True)) as client:  # cookies of an address without a name
        visitor = Visitor(served, client)
        if admitted:
            assert await visitor.enter() == 204
        yield visitor
