"""Test who gets in, what is limited, and that a session outlives its tab."""

import asyncio
import json
import re
import socket
import struct
from contextlib import ExitStack, suppress

import pytest
from aiohttp import WSServerHandshakeError

from rokoko_tui.doors.web.admission import read_browsers
from rokoko_tui.doors.web.server import Refusal
from rokoko_tui.doors.web.sessions import End, Limits
from tests.tui.doors.web.served import Visitor, serving, visiting


async def refusal(visitor: Visitor, **headers: str) -> int:
    """Return the status with which a WebSocket is refused."""
    with pytest.raises(WSServerHandshakeError) as refused:
        await visitor.connect(**headers)
    return refused.value.status


async def test_a_link_admits_one_browser_and_the_next_link_is_announced() -> None:
    async with serving() as served, visiting(served, admitted=False) as ada, visiting(served, False) as bo:
        first = served.tokens[0]
        assert await refusal(ada) == 401
        assert await ada.enter("wrong") == 401
        assert await ada.enter(first) == 204
        assert len(served.tokens) == 2, "the next link is announced"
        assert await bo.enter(first) == 401, "a link works once"
        assert await ada.enter(first) == 204, "the same browser may repeat its link"
        assert await bo.enter(served.tokens[1]) == 204
        await (await ada.show()).read_until("[80x24 ]")


async def test_the_cookie_is_kept_from_scripts_and_other_sites() -> None:
    async with serving() as served, visiting(served, admitted=False) as visitor:
        cookie = (await visitor.post(json.dumps({"token": served.tokens[0]}))).headers["Set-Cookie"]
    assert {"HttpOnly", "SameSite=Strict", "Path=/"} <= set(cookie.split("; "))
    assert "Secure" not in cookie
    proxied = {"Origin": "https://rokoko.example.org", "Host": "rokoko.example.org"}
    async with serving(url="https://rokoko.example.org") as served, visiting(served, admitted=False) as visitor:
        assert await visitor.enter() == 421
        cookie = (await visitor.post(json.dumps({"token": served.tokens[0]}), **proxied)).headers["Set-Cookie"]
    assert cookie.startswith("__Host-rokoko=")
    assert {"Secure", "HttpOnly", "SameSite=Strict", "Path=/"} <= set(cookie.split("; "))


async def test_a_form_of_another_site_cannot_use_up_a_link() -> None:
    async with serving() as served, visiting(served, admitted=False) as visitor:
        assert await visitor.enter(Origin="http://evil.example") == 403
        body = {"token": served.tokens[0]}
        assert (await visitor.post(json.dumps(body), **{"Content-Type": "text/plain"})).status == 401
        assert (await visitor.post(json.dumps({"token": "x" * 2000}))).status == 413
        assert (await visitor.post("[")).status == 401
        assert await visitor.enter() == 204


@pytest.mark.parametrize("origin", ["http://evil.example", "https://127.0.0.1:{port}", "http://127.0.0.1", "null", ""])
async def test_a_foreign_origin_is_refused(origin: str) -> None:
    async with serving() as served, visiting(served) as visitor:
        assert await refusal(visitor, Origin=origin.format(port=served.port)) == 403


async def test_a_foreign_host_is_refused_everywhere() -> None:
    async with serving() as served, visiting(served) as visitor:
        for host in ("evil.example", f"evil.example:{served.port}", "127.0.0.1", "127.0.0.1:1"):
            assert (await visitor.get("/", Host=host)).status == 421
            assert (await visitor.get("/static/page.js", Host=host)).status == 421
            assert await refusal(visitor, Host=host) == 421
        assert (await visitor.get("/", Host=f"localhost:{served.port}")).status == 200


@pytest.mark.parametrize(
    ("url", "host", "origin"),
    [
        ("https://example.org:443", "example.org", "https://example.org"),
        ("https://example.org", "example.org:443", "https://example.org"),
        ("http://example.org:80", "example.org", "http://example.org"),
        ("http://гра.укр", "xn--80af3b.xn--j1amh", "http://xn--80af3b.xn--j1amh"),
        ("http://[2001:db8:0::0:1]:8160", "[2001:db8::1]:8160", "http://[2001:db8::1]:8160"),
    ],
)
async def test_an_address_is_that_which_browsers_send(url: str, host: str, origin: str) -> None:
    async with serving(url=url) as served, visiting(served, False) as visitor:
        assert await visitor.enter(Host=host, Origin=origin) == 204
        assert await visitor.enter(Host=f"www.{host}", Origin=origin) == 421
        assert await visitor.enter(Host=host, Origin=origin.replace("://", "://www.")) == 403


async def test_refused_hosts_and_origins_are_reported_once() -> None:
    async with serving(url="https://rokoko.example.org:8443") as served, visiting(served, False) as visitor:
        for _ in range(3):
            await visitor.get("/", Host="rokoko.example.org")
            await visitor.get("/", Host="rokoko.example.org:8443", Origin="http://rokoko.example.org:8443")
        assert served.refusals == [
            (Refusal.HOST, "rokoko.example.org"),
            (Refusal.ORIGIN, "http://rokoko.example.org:8443"),
        ]
        for number in range(200):
            await visitor.get("/", Host=f"{number}.example" + "x" * 1000)
        assert len(served.refusals) == 100, "nobody fills the terminal"
        assert max(len(subject) for _, subject in served.refusals) == 100


async def test_without_a_cookie_there_is_only_the_page() -> None:
    async with serving() as served, visiting(served, admitted=False) as visitor:
        assert (await visitor.get("/")).status == 200
        assert (await visitor.get("/enter")).status == 401
        for path in ("/static/", "/static/../server.py", "/static/%2e%2e/server.py", "/nothing"):
            assert (await visitor.get(path)).status in (403, 404)


async def test_health_needs_neither_host_nor_cookie() -> None:
    async with serving() as served, visiting(served, admitted=False) as visitor:
        answer = await visitor.get("/healthz", Host="probe")
        assert (answer.status, await answer.json()) == (200, {"status": "ok"})


async def test_the_page_loads_from_this_server_only() -> None:
    async with serving() as served, visiting(served, admitted=False) as visitor:
        answer = await visitor.get("/")
        text, policy = await answer.text(), answer.headers["Content-Security-Policy"]
        assert "unsafe" not in policy
        assert "default-src 'none'" in policy
        assert "frame-ancestors 'none'" in policy
        nonce = re.search("'nonce-([^']+)'", policy)
        assert nonce is not None
        assert f'"nonce": "{nonce[1]}"' in text
        assert nonce[0] not in (await visitor.get("/")).headers["Content-Security-Policy"]
        for path in re.findall('(?:src|href)="([^"]+)"', text):
            answer = await visitor.get(f"/{path}")
            assert answer.status == 200
            assert answer.headers["X-Content-Type-Options"] == "nosniff"
            assert answer.headers["Content-Security-Policy"].startswith("default-src 'none'")
        assert "{{" not in text


async def test_a_reload_returns_to_the_same_screen() -> None:
    async with serving() as served, visiting(served) as visitor:
        tab = await visitor.show()
        await tab.socket.send_bytes(b"hello")
        await tab.read_until("hello")
        await tab.socket.close()
        again = await visitor.show(tab.session, (100, 30))
        await again.read_until("[100x30 hello]")
        assert again.session == tab.session
        assert len(served.programs) == 1


async def test_only_a_person_who_opens_the_page_again_takes_the_seat_back() -> None:
    async with serving() as served, visiting(served) as visitor:
        tab = await visitor.show()
        [program] = served.programs
        for resumed, returns in ((True, 0), (False, 1), (True, 1)):
            await tab.socket.close()
            tab = await visitor.show(tab.session, resumed=resumed)
            await tab.read_until("[80x24 ]")
            assert program.returns == returns


async def test_a_tab_that_was_closed_is_found_by_the_next_one() -> None:
    async with serving() as served, visiting(served) as visitor:
        tab = await visitor.show()
        await tab.socket.close()
        again = await visitor.show()
        assert again.session == tab.session
        other = await visitor.show()
        assert other.session != tab.session, "a session that is shown is left alone"
        assert len(served.programs) == 2


async def test_a_second_tab_of_a_session_takes_it_from_the_first() -> None:
    async with serving() as served, visiting(served) as visitor:
        first = await visitor.show()
        second = await visitor.show(first.session)
        assert await first.read_end() == End.TAKEN
        await second.socket.send_bytes(b"here")
        await second.read_until("here")
        assert served.programs[0].text == "here"


async def test_two_tabs_and_two_browsers_have_sessions_of_their_own() -> None:
    async with serving() as served, visiting(served) as ada, visiting(served) as bo:
        tabs = [await ada.show(), await ada.show(), await bo.show()]
        foreign = await bo.show(tabs[0].session)
        assert len({tab.session for tab in (*tabs, foreign)}) == 4, "a session is open to its browser only"
        await tabs[1].socket.send_bytes(b"two")
        await tabs[1].read_until("two")
        assert [program.text for program in served.programs] == ["", "two", "", ""]


async def test_a_new_size_reaches_the_program() -> None:
    async with serving() as served, visiting(served) as visitor:
        tab = await visitor.show(size=(120, 40))
        await visitor.say(tab, {"size": [90, 30]})
        await visitor.say(tab, {"ping": True})
        await tab.read_until("pong")
        assert served.programs[0].connection.size == (90, 30)


async def test_the_end_of_the_program_is_told() -> None:
    async with serving() as served, visiting(served) as visitor:
        tab = await visitor.show()
        await tab.socket.send_bytes(b"q")
        assert await tab.read_end() == End.OVER
        again = await visitor.show(tab.session)
        assert again.session != tab.session


async def test_one_person_has_not_all_sessions_in_however_many_browsers() -> None:
    limits = Limits(sessions=9, per_person=2)
    async with serving(limits) as served, visiting(served) as one, visiting(served) as two:
        tabs = [await one.show(), await two.show()]
        for visitor in (one, two):
            assert await (await visitor.open()).read_end() == End.FULL
        await tabs[0].socket.send_bytes(b"q")
        assert await tabs[0].read_end() == End.OVER
        tabs.append(await two.show())
        assert len(served.programs) == 3


async def test_sessions_are_limited() -> None:
    async with serving(Limits(sessions=2)) as served, visiting(served) as visitor:
        tabs = [await visitor.show(), await visitor.show()]
        assert await (await visitor.open()).read_end() == End.FULL
        await tabs[0].socket.send_bytes(b"q")
        assert await tabs[0].read_end() == End.OVER
        await visitor.show()


async def test_a_session_without_input_ends_shown_or_not() -> None:
    async with serving(Limits(idle=0.05)) as served, visiting(served) as visitor:
        tab = await visitor.show()
        assert await tab.read_end() == End.IDLE
        left = await visitor.show()
        await left.socket.close()
        await asyncio.wait_for(served.programs[1].ended.wait(), 10)


async def test_a_session_without_a_tab_ends_soon_where_others_wait_for_its_person() -> None:
    async with serving(Limits(left=0.05)) as served, visiting(served) as visitor:
        tabs = [await visitor.show(), await visitor.show()]
        alone, awaited = served.programs
        awaited.is_awaited = True
        for tab in tabs:
            await tab.socket.close()
        await asyncio.wait_for(awaited.ended.wait(), 10)
        assert not alone.ended.is_set()
        again = await visitor.show()
        await again.socket.close()
        assert len(served.programs) == 2, "a tab shows what was left"


async def test_a_browser_whose_session_has_ended_returns_to_its_place() -> None:
    async with serving(Limits(left=0.05)) as served, visiting(served) as visitor:
        tab = await visitor.show()
        [program] = served.programs
        program.is_awaited, program.place = True, "table"
        await tab.socket.close()
        await asyncio.wait_for(program.ended.wait(), 10)
        again = await visitor.show(tab.session)
        await again.read_until("[80x24 table]")
        await (await visitor.show()).read_until("[80x24 ]")  # another tab begins at the start
        served.programs[1].place = "table"
        await again.socket.send_bytes(b"q")
        assert await again.read_end() == End.OVER
        assert [browser.place for browser in read_browsers(served.folder / "browsers")] == [""], "its person left it"


async def test_a_place_is_kept_while_the_tab_is_open() -> None:
    """A server that is killed has no time for it."""
    async with serving() as served, visiting(served) as visitor:
        tab = await visitor.show()
        served.programs[0].place = "table"
        await visitor.say(tab, {"ping": True})
        await tab.read_until("pong")
        assert [browser.place for browser in read_browsers(served.folder / "browsers")] == ["table"]


@pytest.mark.parametrize(
    ("message", "code"),
    [
        (b"x" * 20_000, 1009),
        ("x" * 20_000, 1009),
        ("{", End.INVALID),
        ("[]", End.INVALID),
        ("[" * 10_000, End.INVALID),
    ],
)
async def test_messages_of_any_size_and_shape_end_one_connection_only(
    message: bytes | str, code: int, caplog: pytest.LogCaptureFixture
) -> None:
    async with serving() as served, visiting(served) as visitor:
        tab, other = await visitor.show(), await visitor.show()
        await (tab.socket.send_bytes(message) if isinstance(message, bytes) else tab.socket.send_str(message))
        assert await tab.read_end() == code
        await other.socket.send_bytes(b"fine")
        await other.read_until("fine")
        assert not served.programs[0].ended.is_set()
    assert not caplog.records


@pytest.mark.parametrize("size", [[0, 24], [80], "80", [80, -1], [80.5, 24], None])
async def test_a_first_message_without_a_size_is_refused(size: object) -> None:
    async with serving() as served, visiting(served) as visitor:
        tab = await visitor.open(size=size)
        assert await tab.read_end() == End.INVALID
        assert not served.programs


async def test_a_client_that_says_nothing_is_disconnected() -> None:
    async with serving(Limits(hello=0.05)) as served, visiting(served) as visitor:
        assert await (await visitor.connect()).read_end() == End.INVALID


async def test_output_that_nobody_reads_is_dropped_and_drawn_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rokoko_tui.doors.web.sessions.MOST_OUTPUT", 1000)
    async with serving() as served, visiting(served) as visitor:
        tab = await visitor.show()
        await tab.read_until("[80x24 ]")
        for _ in range(3):
            served.programs[0].connection.write("y" * 600)
        await tab.read_until("[80x24 ]" + "y" * 600)
        assert tab.text.count("y") == 600


async def test_the_server_ends_its_programs_when_it_stops() -> None:
    async with serving() as served, visiting(served) as visitor:
        tab = await visitor.show()
        closing = asyncio.create_task(served.server.close())
        assert await tab.read_end() == End.STOPPED
        await closing
        assert served.programs[0].ended.is_set()


# ---- connections

UNFINISHED = [b"", b"GET / HT", b"GET / HTTP/1.1\r\nHost: x\r\n"]


def open_connections(port: int, count: int, data: bytes = b"") -> tuple[ExitStack, list[socket.socket]]:
    """Open ``count`` connections, and send ``data`` through each."""
    stack, clients = ExitStack(), []
    for _ in range(count):
        client = stack.enter_context(socket.create_connection(("127.0.0.1", port)))
        client.setblocking(False)
        client.sendall(data)
        clients.append(client)
    return stack, clients


async def read_all(client: socket.socket) -> bytes:
    """Return what the server sends until it closes the connection, unread data or not."""
    content = b""
    with suppress(ConnectionResetError):
        async with asyncio.timeout(30):
            while part := await asyncio.get_running_loop().sock_recv(client, 65536):
                content += part
    return content


@pytest.mark.parametrize("data", UNFINISHED)
async def test_a_request_that_does_not_arrive_ends(data: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rokoko_tui.doors.web.server.REQUEST_SECONDS", 0.05)
    async with serving() as served:
        stack, clients = open_connections(served.port, 1, data)
        with stack:
            assert await read_all(clients[0]) == b""


async def test_a_body_that_does_not_arrive_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rokoko_tui.doors.web.server.REQUEST_SECONDS", 0.05)
    monkeypatch.setattr("rokoko_tui.doors.web.server.LINGERING_SECONDS", 0.05)
    async with serving() as served:
        head = f"POST /enter HTTP/1.1\r\nHost: {served.url[7:]}\r\nOrigin: {served.url}\r\nContent-Length: 9\r\n\r\n{{"
        stack, clients = open_connections(served.port, 1, head.encode())
        with stack:
            assert (await read_all(clients[0])).startswith(b"HTTP/1.1 408 ")


async def test_a_connection_that_was_used_does_not_stay_open(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rokoko_tui.doors.web.server.KEEPALIVE_SECONDS", 0.05)
    async with serving() as served:
        head = f"GET /healthz HTTP/1.1\r\nHost: {served.url[7:]}\r\n\r\nGET / HT"
        stack, clients = open_connections(served.port, 1, head.encode())
        with stack:
            assert (await read_all(clients[0])).startswith(b"HTTP/1.1 200 ")


@pytest.mark.parametrize("data", UNFINISHED)
async def test_unfinished_requests_keep_nobody_out(data: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rokoko_tui.doors.web.server.MOST_CONNECTIONS", 20)
    async with serving() as served, visiting(served) as visitor:
        tab = await visitor.show()
        stack, clients = open_connections(served.port, 60, data)
        with stack:
            await tab.socket.send_bytes(b"here")
            await tab.read_until("here")
            assert (await visitor.get("/")).status == 200
            ended = await asyncio.gather(*(read_all(client) for client in clients[:40]))
            assert ended == [b""] * 40, "the oldest ones made place"
            await (await visitor.show()).read_until("[80x24 ]")


LEAVING = {
    "body": b"POST /enter HTTP/1.1\r\n{site}Content-Length: 9\r\n\r\n{",
    "socket": b"GET /terminal HTTP/1.1\r\n{site}Connection: upgrade\r\nUpgrade: websocket\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n",
}


@pytest.mark.parametrize("by_reset", [False, True])
@pytest.mark.parametrize("what", LEAVING)
async def test_a_client_that_leaves_within_a_request_is_not_logged(
    what: str, by_reset: bool, caplog: pytest.LogCaptureFixture
) -> None:
    async with serving() as served, visiting(served) as visitor:
        cookies = "; ".join(f"{cookie.key}={cookie.value}" for cookie in visitor.client.cookie_jar)
        site = f"Host: {served.url[7:]}\r\nOrigin: {served.url}\r\nCookie: {cookies}\r\n"
        stack, clients = open_connections(served.port, 3, LEAVING[what].replace(b"{site}", site.encode()))
        with stack:
            await asyncio.sleep(0.1 if what == "body" else 0)
            for client in clients:
                client.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", by_reset, 0))
        assert (await visitor.get("/")).status == 200
        await asyncio.sleep(0.1)
        assert not caplog.records
        assert not served.refusals


MALFORMED = [
    b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
    b"HELLO\r\n\r\n",
    b"GET / HTTP/9\r\n\r\n",
    b"GET / HTTP/1.1\r\nno colon\r\n\r\n",
    b"GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n",
    b"GET /" + b"x" * 20_000 + b" HTTP/1.1\r\n\r\n",
    b"GET / HTTP/1.1\r\nContent-Length: -1\r\n\r\n",
    b"POST /enter HTTP/1.1\r\n{site}Transfer-Encoding: chunked\r\n\r\nxyz\r\n",
    b"POST /enter HTTP/1.1\r\n{site}Content-Encoding: gzip\r\nContent-Length: 5\r\n\r\nhello",
    b"POST /enter HTTP/1.1\r\n{site}Content-Type: application/json; charset=none\r\nContent-Length: 2\r\n\r\n\xff\xfe",
    b"GET /static/%00 HTTP/1.1\r\n{site}\r\n",
    b"GET /static/" + b"x" * 300 + b" HTTP/1.1\r\n{site}\r\n",
    b"GET /static/vendor/" + b"%C3%A9" * 200 + b" HTTP/1.1\r\n{site}\r\n",
    b"GET /terminal HTTP/1.1\r\n{site}Connection: upgrade\r\nUpgrade: websocket\r\nCookie: =;;\xff=\r\n\r\n",
    b"GET http://[/ HTTP/1.1\r\n{site}\r\n",
]


@pytest.mark.parametrize("data", MALFORMED)
async def test_a_malformed_request_is_one_line(data: bytes, caplog: pytest.LogCaptureFixture) -> None:
    async with serving() as served, visiting(served) as visitor:
        site = f"Host: {served.url[7:]}\r\nOrigin: {served.url}\r\nConnection: close\r\n"
        stack, clients = open_connections(served.port, 3, data.replace(b"{site}", site.encode()))
        with stack:
            answers = [await read_all(client) for client in clients]
        assert all(re.match(rb"HTTP/1.[01] 4\d\d ", answer) for answer in answers), answers
        assert not caplog.records
        assert len(served.refusals) <= 1
        assert (await visitor.get("/")).status == 200
