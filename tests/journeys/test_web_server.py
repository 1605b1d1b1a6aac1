"""The program as a web server: a restart, the limit of open files, and proxy and tunnel of the documentation."""

import asyncio
import json
import os
import re
import resource
import shutil
import socket
import ssl
import subprocess
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager, suppress
from pathlib import Path

import pytest
from aiohttp import ClientSession, ClientWebSocketResponse, CookieJar, TCPConnector, ThreadedResolver, WSMsgType

from rokoko_tui.text.message_catalog import get_vocabulary
from tests import ROOT
from tests.journeys.nginx import NGINX, free_port, nginx
from tests.journeys.ssh_server import needs_ssh, ssh_server
from tests.journeys.web_server import web_program
from tests.processes import wait_until
from tests.tui.doors.web.served import serving

pytestmark = pytest.mark.slow

needs_nginx = pytest.mark.skipif(NGINX is None or not shutil.which("openssl"), reason="needs nginx and openssl")
needs_prlimit = pytest.mark.skipif(not shutil.which("prlimit"), reason="needs the program prlimit")
URL = "https://rokoko.example.org"
CADDY = shutil.which("caddy")
Proxy = Callable[[Path, int, int], AbstractContextManager[None]]
"""Runs a proxy with its files in a folder, at a port, for the program at another one."""


async def test_a_browser_returns_after_a_restart_until_its_name_leaves_the_list(tmp_path: Path) -> None:
    port = str(free_port())
    headers = {"Host": "rokoko.example.org", "Origin": URL}
    address = f"http://127.0.0.1:{port}/enter"
    async with ClientSession(headers=headers) as client:
        async with web_program(tmp_path, "--names", "Ada,Bo", "--url", URL, "--port", port) as program:
            token = (await program.link()).partition("#")[2]
            async with client.post(address, json={"token": token}) as answer:
                assert answer.status == 204
                cookie = answer.headers["Set-Cookie"].partition(";")[0]
        for names, status in (("Ada,Bo", 204), ("Bo", 401)):
            async with web_program(tmp_path, "--names", names, "--url", URL, "--port", port) as program:
                await program.link()
                async with client.get(address, headers={"Cookie": cookie}) as answer:
                    assert answer.status == status


HAND = get_vocabulary("classic").say("table.list.chosen-of", n=0, all=3).partition("0")[0]


@pytest.mark.parametrize(("key", "shown"), [("p", HAND), ("t", "Step 1 of")])
async def test_a_browser_returns_to_its_table_after_the_server_was_killed(tmp_path: Path, key: str, shown: str) -> None:
    port = free_port()
    url = f"http://127.0.0.1:{port}"
    async with ClientSession(cookie_jar=CookieJar(unsafe=True), headers={"Origin": url}) as client:
        for is_restarted in (False, True):
            async with web_program(tmp_path, "--port", str(port), settings={"name": "Ada"}) as program:
                token = (await program.link()).partition("#")[2]
                if not is_restarted:
                    await client.post(f"{url}/enter", json={"token": token})
                async with client.ws_connect(f"{url}/terminal") as tab:
                    await tab.send_json({"session": "", "size": [80, 24]})
                    if not is_restarted:
                        await read_until(tab, "Play")
                        await tab.send_bytes(key.encode())
                    await read_until(tab, shown)
                    await tab.send_json({"ping": True})
                    await read_until(tab, "pong")
                    program.process.kill()
                    await program.process.wait()


async def read_until(tab: ClientWebSocketResponse, text: str) -> None:
    """Read what the server sends until ``text`` was in it."""
    output = ""
    while text not in output:
        message = await tab.receive(timeout=60)
        output += message.data.decode(errors="replace") if message.type is WSMsgType.BINARY else str(message.data)


@needs_prlimit
async def test_unfinished_requests_beyond_the_open_files_do_not_stop_the_server(tmp_path: Path) -> None:
    own, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(own, 2048), most))
    async with web_program(tmp_path, most_files=1024) as program:
        token = (await program.link()).partition("#")[2]
        place = re.search(r"//(.+):(\d+)/", program.url)
        assert place is not None
        with ExitStack() as clients:
            for _ in range(1200):
                unfinished = clients.enter_context(socket.create_connection((place[1], int(place[2])), timeout=30))
                unfinished.sendall(b"GET / HTTP/1.1\r\n")
            async with ClientSession(cookie_jar=CookieJar(unsafe=True)) as client:
                origin = {"Origin": program.url.rstrip("/")}
                async with client.post(f"{program.url}enter", json={"token": token}, headers=origin) as answer:
                    assert answer.status == 204
                async with client.ws_connect(f"{program.url}terminal", headers=origin) as tab:
                    await tab.send_json({"session": "", "size": [80, 24]})
                    assert "session" in json.loads(await tab.receive_str(timeout=60))


def documented_proxy() -> str:
    """Return the configuration of nginx in the documentation."""
    section = (ROOT / "docs" / "server.md").read_text(encoding="utf-8").partition("## Behind a proxy")[2]
    lines = section.partition("    server {")[2].partition("\n    }\n")[0]
    return f"server {{{lines}\n}}"


def configure_proxy(folder: Path, port: int, program: int) -> str:
    """Return the documented server at ``port``, with a certificate of its own, for the program at another port."""
    server = documented_proxy()
    for name, value in {
        "listen 443": f"listen 127.0.0.1:{port}",
        "http://127.0.0.1:8160": f"http://127.0.0.1:{program}",
        "/etc/letsencrypt/live/rokoko.example.org": str(folder),
    }.items():
        assert name in server
        server = server.replace(name, value)
    key = f"-newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -keyout {folder}/privkey.pem"
    command = f"openssl req -x509 {key} -subj /CN=rokoko.example.org -out {folder}/fullchain.pem"
    subprocess.run(command.split(), check=True, capture_output=True)
    return server


class Local(ThreadedResolver):
    """Finds every name on this machine."""

    async def resolve(self, host: str, port: int = 0, family: socket.AddressFamily = socket.AF_INET) -> list:  # type: ignore[type-arg]
        return await super().resolve("127.0.0.1", port, family)


@contextmanager
def documented_nginx(folder: Path, port: int, program: int) -> Iterator[None]:
    """Run nginx as documented at ``port``, for the program at another one."""
    with nginx(folder, port, configure_proxy(folder, port, program)):
        yield


@contextmanager
def documented_caddy(folder: Path, port: int, program: int) -> Iterator[None]:
    """Run Caddy as documented at ``port``, for the program at another one, with a certificate of its own."""
    section = (ROOT / "docs" / "server.md").read_text(encoding="utf-8").partition("`Caddyfile`:")[2]
    site = section.partition("    rokoko.example.org {")[2].partition("\n    }\n")[0]
    assert "127.0.0.1:8160" in site
    site = site.replace("127.0.0.1:8160", f"127.0.0.1:{program}")
    options = "admin off\nauto_https disable_redirects\nskip_install_trust\n"
    config = folder / "Caddyfile"
    config.write_text(f"{{\n{options}}}\nrokoko.example.org:{port} {{\nbind 127.0.0.1\ntls internal\n{site}\n}}\n")
    home = {**os.environ, "HOME": str(folder), "XDG_DATA_HOME": str(folder), "XDG_CONFIG_HOME": str(folder)}
    assert CADDY is not None
    with subprocess.Popen([CADDY, "run", "--config", config], stderr=subprocess.DEVNULL, env=home) as process:
        try:
            wait_until(lambda: has_certificate(port), "the certificate of Caddy")
            yield
        finally:
            process.terminate()


@pytest.mark.parametrize(
    "proxy",
    [
        pytest.param(documented_nginx, marks=needs_nginx),
        pytest.param(documented_caddy, marks=pytest.mark.skipif(CADDY is None, reason="needs Caddy")),
    ],
)
async def test_the_documented_proxy_works_on_another_port(tmp_path: Path, proxy: Proxy) -> None:
    port = free_port()
    url = f"{URL}:{port}"
    connector = TCPConnector(ssl=ssl._create_unverified_context(), resolver=Local())
    async with serving(url=url) as served, ClientSession(connector=connector, headers={"Origin": url}) as client:
        with proxy(tmp_path, port, served.port):
            async with client.get(f"{url}/") as page:
                assert (page.status, served.refusals) == (200, [])
            async with client.post(f"{url}/enter", json={"token": served.tokens[0]}) as answer:
                assert answer.status == 204
            async with client.ws_connect(f"{url}/terminal") as tab:
                await tab.send_json({"session": "", "size": [80, 24]})
                assert "session" in json.loads(await tab.receive_str(timeout=30))
                assert b"80x24" in await tab.receive_bytes(timeout=30)
            async with client.get(f"{url}/", headers={"Host": "evil.example"}) as page:
                assert page.status == 421 or not await page.read(), "Caddy answers other names itself, with nothing"


@needs_ssh
async def test_the_documented_tunnel_brings_a_browser_in(tmp_path: Path) -> None:
    port = free_port()
    url = f"http://127.0.0.1:{port}"
    async with serving(url=url) as served, ClientSession(cookie_jar=CookieJar(unsafe=True)) as client:
        with ssh_server(tmp_path / "sshd") as sshd:
            command = [*sshd.command(tmp_path, terminal=False)]
            login = command[: command.index("-T")]
            tunnel = subprocess.Popen([*login, "-N", "-R", f"{port}:127.0.0.1:{served.port}"])
            try:
                await asyncio.to_thread(wait_until, lambda: answers(port), "the tunnel")
                headers = {"Origin": url}
                async with client.post(f"{url}/enter", json={"token": served.tokens[0]}, headers=headers) as answer:
                    assert (answer.status, served.refusals) == (204, [])
                async with client.ws_connect(f"{url}/terminal", headers=headers) as tab:
                    await tab.send_json({"session": "", "size": [80, 24]})
                    assert "session" in json.loads(await tab.receive_str(timeout=30))
            finally:
                tunnel.terminate()
                tunnel.wait()


def has_certificate(port: int) -> bool:
    """Whether a proxy answers with TLS at ``port``."""
    context, name = ssl._create_unverified_context(), URL.partition("//")[2]
    with suppress(OSError), context.wrap_socket(socket.create_connection(("127.0.0.1", port)), server_hostname=name):
        return True
    return False


def answers(port: int) -> bool:
    """Whether something listens at ``port``."""
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0
