"""``rokoko-tui serve --web``: what is refused before anybody is served."""

import asyncio
import sys
from pathlib import Path

import pytest

from rokoko_core.remote.host_options import is_origin
from rokoko_tui.cli.parser import parser
from rokoko_tui.cli.serve_web import page_renderer, read_limits, serve_web
from rokoko_tui.doors.web.sessions import Limits
from rokoko_tui.extras import install_command
from rokoko_tui.settings.settings import Settings
from rokoko_tui.text import get_vocabulary
from tests.tui.cli.shell import Run
from tests.tui.cli.test_streams import unread

WORDS = get_vocabulary("classic")


def test_one_kind_of_terminal_is_served(run: Run) -> None:
    assert run("serve", "--ssh", "--web").code == 2


@pytest.mark.parametrize("address", ["0.0.0.0", "::"])
def test_all_addresses_need_one_that_people_open(run: Run, address: str) -> None:
    result = run("serve", "--web", "--listen", address)
    assert result.code == 2
    assert "--url" in result.err


@pytest.mark.parametrize(
    "url",
    ["rokoko.example.org", "ftp://example.org", "https://example.org/", "https://a@b", "https://:1", "http://a:b"],
)
def test_an_address_that_browsers_have_no_origin_for(run: Run, url: str) -> None:
    result = run("serve", "--web", "--url", url)
    assert result.code == 2
    assert url in result.err


@pytest.mark.parametrize("url", ["https://example.org", "http://127.0.0.1:8160", "http://localhost"])
def test_origins(url: str) -> None:
    assert is_origin(url)


@pytest.mark.parametrize("names", ["Ada,../Bo", "Ada,", ".", "a/b", "x" * 50])
def test_names_that_cannot_be_folders(run: Run, names: str) -> None:
    result = run("serve", "--web", "--names", names)
    assert result.code == 2
    assert "folder" in result.err


@pytest.mark.parametrize(
    ("address", "reason"),
    [
        ("203.0.113.1", "this machine does not have that address"),
        ("127.0.0.1:80", "there is no such address"),
        ("nobody.invalid", "there is no such address"),
    ],
)
def test_an_address_that_cannot_be_used(run: Run, address: str, reason: str) -> None:
    result = run("serve", "--web", "--listen", address)
    assert result.code == 1
    assert result.err == f"rokoko-tui: cannot host at {address}:8160 ({reason}).\n"


def test_the_extra_is_missing(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "aiohttp", None)
    result = run("serve", "--web")
    assert result.code == 1
    assert install_command("web") in " ".join(result.err.split())


def test_the_page_has_the_language_of_the_browser_or_of_the_settings() -> None:
    assert 'lang="uk"' in page_renderer(Settings())("uk-UA,uk;q=0.9,en;q=0.8")[0]
    assert 'lang="en"' in page_renderer(Settings())("xx")[0]
    assert 'lang="en"' in page_renderer(Settings())('"><script>')[0]
    assert 'lang="uk"' in page_renderer(Settings(language="ukrainian"))("en")[0]


@pytest.mark.parametrize(("names", "sessions", "of_one"), [(["--names", "Ada,Bo"], 30, 4), ([], 30, 30), ([], 0, 1)])
def test_one_of_several_people_has_not_all_sessions(names: list[str], sessions: int, of_one: int) -> None:
    options = parser(WORDS).parse_args(["serve", "--web", "--sessions", str(sessions), "--idle", "2", *names])
    assert read_limits(options) == Limits(sessions=max(1, sessions), per_person=of_one, idle=120.0)


REFUSED = {
    b"GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n": ("421", "Refused a request for evil.example: people open"),
    b"PUT / HTTP/1.1\r\nHost: {host}\r\nOrigin: http://evil.example\r\n\r\n": (
        "403",
        "Refused a request of a page at http://evil.example: people open",
    ),
    b"\x16\x03\x01\x02\x00\r\n\r\n": ("400", "Refused a request of 127.0.0.1: it is not valid HTTP."),
}


@pytest.mark.parametrize(("request_bytes", "answer"), REFUSED.items())
async def test_a_refused_client_is_named_once(
    request_bytes: bytes,
    answer: tuple[str, str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("ROKOKO_SAVES", str(tmp_path))
    options = parser(WORDS).parse_args(["serve", "--web", "--port", "0"])
    output: list[str] = []

    async def send_twice() -> None:
        output.append(capsys.readouterr().out)
        host = output[0].partition("http://")[2].partition("/")[0]
        for _ in range(2):
            reader, writer = await asyncio.open_connection(*host.split(":"))
            writer.write(request_bytes.replace(b"{host}", host.encode()))
            assert (await reader.readline()).split()[1].decode() == answer[0]
            writer.close()

    assert await serve_web(options, Settings(), send_twice) == 0
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith(answer[1])


async def test_a_browser_is_admitted_while_the_next_link_cannot_be_printed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("ROKOKO_SAVES", str(tmp_path))
    options = parser(WORDS).parse_args(["serve", "--web", "--port", "0"])

    async def enter_twice() -> None:
        link = capsys.readouterr().out.split()[1]
        host, _, token = link.removeprefix("http://").partition("/#")
        monkeypatch.setattr("sys.stdout", unread())
        body = f'{{"token": "{token}"}}'
        head = f"POST /enter HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}\r\nContent-Type: application/json\r\n"
        for status in ("204", "401"):
            reader, writer = await asyncio.open_connection(*host.split(":"))
            writer.write(f"{head}Content-Length: {len(body)}\r\n\r\n{body}".encode())
            assert (await reader.readline()).split()[1].decode() == status
            assert (b"Set-Cookie" in await reader.readuntil(b"\r\n\r\n")) is (status == "204")
            writer.close()

    assert await serve_web(options, Settings(), enter_twice) == 0
    sentence = WORDS.say("refused.output", reason=WORDS.say("faults.system.EPIPE"))
    assert capsys.readouterr().err == f"rokoko-tui: {sentence}\n"


def test_the_bar_has_the_keys_of_the_settings() -> None:
    text, _ = page_renderer(Settings(keys={"table.undo": "z"}))("en")
    assert '"name": "Undo", "input": "z"' in text
    assert '"name": "Help", "input": "?"' in text


def test_the_bar_has_the_chat_where_people_play_together() -> None:
    assert '"name": "Chat", "input": "/"' in page_renderer(Settings(), is_hosted=True)("en")[0]
    settings = Settings(keys={"table.chat": "t"})
    assert '"name": "Chat", "input": "t"' in page_renderer(settings, is_hosted=True)("en")[0]
    assert '"name": "Chat"' not in page_renderer(settings)("en")[0]
    no_character = Settings(keys={"table.chat": "f9"})
    assert '"name": "Chat"' not in page_renderer(no_character, is_hosted=True)("en")[0], "it would open the keyboard"
