"""Several apps in one process, each with the terminal of its own connection."""

import asyncio
import re
import signal
import sys
import threading
from inspect import GEN_CLOSED, getgeneratorstate
from pathlib import Path

import pytest

from rokoko_tui.doors.connection import (
    ENTER,
    LEAVE,
    Connection,
    StreamDriver,
    clamp_size,
    find_encoding,
    select_variables,
)
from rokoko_tui.settings.account import Account
from rokoko_tui.settings.settings import load_settings
from rokoko_tui.text.message_catalog import get_vocabulary
from tests.tui.doors.remote_terminal import RemoteTerminal, served

RICH = {"TERM": "xterm-256color", "COLORTERM": "truecolor", "LANG": "en_US.UTF-8"}
CONSOLE = {"TERM": "linux", "LANG": "uk_UA.UTF-8"}
TRUE_COLOUR = re.compile(rb"[34]8;2;(\d+);(\d+);(\d+)")
MENU = {name: get_vocabulary("classic", name).say("start.menu.settings") for name in ("english", "ukrainian")}


async def test_two_connections_differ_in_size_colours_language_and_glyphs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in {"TERM": "dumb", "NO_COLOR": "1", "LANG": "C", "LC_ALL": "C", "COLUMNS": "33"}.items():
        monkeypatch.setenv(name, value)  # the environment of the server counts for nobody
    rich, console = RemoteTerminal(tmp_path / "a", RICH, (120, 40)), RemoteTerminal(tmp_path / "b", CONSOLE)
    async with served(rich, console):
        await rich.wait(MENU["english"])
        await console.wait(MENU["ukrainian"])
        assert (tuple(rich.app.size), tuple(console.app.size)) == ((120, 40), (80, 24))
        assert any(len(set(colour)) > 1 for colour in TRUE_COLOUR.findall(rich.output)), "not only greys"
        assert "▀" in rich.text, "pictures in pixels"
        assert console.has_colours("16")
        assert not console.has_colours("truecolor") and not console.has_colours("256")
        assert "▀" not in console.text
        assert MENU["ukrainian"] not in rich.text and MENU["english"] not in console.text


@pytest.mark.parametrize(
    ("environment", "kind", "others"),
    [
        ({"TERM": "xterm-256color"}, "256", {"truecolor"}),
        ({"TERM": "xterm"}, "16", {"truecolor", "256"}),
        ({"TERM": "xterm-256color", "COLORTERM": "truecolor", "NO_COLOR": "1"}, "", {"any"}),
    ],
)
async def test_colours_beside_a_connection_with_all_of_them(
    tmp_path: Path, environment: dict[str, str], kind: str, others: set[str]
) -> None:
    few, rich = RemoteTerminal(tmp_path / "a", environment), RemoteTerminal(tmp_path / "b", RICH)
    async with served(rich, few):
        await few.wait("Settings")
        await rich.wait("Settings")
        few.press("s")
        rich.press("s")
        await few.wait("Pace")
        await rich.wait("Pace")
    assert not kind or few.has_colours(kind)
    assert not {other for other in others if few.has_colours(other)}
    assert rich.has_colours("truecolor")


async def test_a_locale_without_unicode_gets_ascii(tmp_path: Path) -> None:
    old = RemoteTerminal(tmp_path, {"TERM": "xterm", "LC_ALL": "en_US.ISO-8859-1"})
    async with served(old):
        await old.wait("Settings")
    assert old.output.isascii()


async def test_settings_and_saves_are_of_the_person(tmp_path: Path) -> None:
    ada, bo = (RemoteTerminal(tmp_path / name, RICH, (120, 40)) for name in ("ada", "bo"))
    async with served(ada, bo):
        for terminal in (ada, bo):
            await terminal.wait("Settings")
        ada.app.change_setting("name", "Ada")
        ada.press("p")  # Play
        await ada.until(lambda: ada.app.games.path is not None, "a game")
        assert ada.app.games.path.parent == tmp_path / "ada" / "saves"
        assert bo.app.games.path is None
    assert load_settings(account=Account(tmp_path / "ada")).name == "Ada"
    assert load_settings(account=Account(tmp_path / "bo")).name == load_settings().name == ""
    again = RemoteTerminal(tmp_path / "ada", RICH, (120, 40))
    async with served(again):
        await again.wait("Continue", "round 1")
        again.press("c")
        await again.until(lambda: again.app.games.path is not None, "the same game")


async def test_a_resize_and_a_click(tmp_path: Path) -> None:
    terminal = RemoteTerminal(tmp_path, RICH)
    async with served(terminal):
        await terminal.wait("Settings")
        terminal.resize(120, 40)
        await terminal.until(lambda: "Help" in terminal.text.splitlines()[-1], "the footer in the last line")
        terminal.press("\x1b[48;10;20;100;100t")  # a size reported in the input is not believed
        lines = terminal.text.splitlines()
        y = next(n for n, line in enumerate(lines) if "Settings" in line)
        where = f"{lines[y].index('Settings') + 2};{y + 1}"
        terminal.press(f"\x1b[<35;{where}M\x1b[<0;")
        terminal.press(f"{where}M\x1b[<0;{where}m")  # the report of the click was cut in two
        await terminal.wait("Pace")
        assert terminal.app.size == (120, 40)
        terminal.press("\x1b")  # alone, it is the key Escape after a moment
        await terminal.until(lambda: "Pace" not in terminal.text, "the start screen")


async def test_letters_cut_in_two_and_invalid_bytes(tmp_path: Path) -> None:
    terminal = RemoteTerminal(tmp_path, RICH)
    async with served(terminal):
        await terminal.wait("Settings")
        terminal.connection.feed(b"\xff\xfe\x80")
        for byte in "і".encode():  # the key s of a Ukrainian keyboard
            terminal.connection.feed(bytes([byte]))
        await terminal.wait("Pace")


async def test_the_process_is_left_alone(tmp_path: Path) -> None:
    streams = sys.stdin, sys.stdout, sys.stderr
    numbers = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGTSTP, signal.SIGCONT, signal.SIGWINCH)
    handlers = [signal.getsignal(number) for number in numbers]
    threads = threading.active_count()
    ada, bo = (RemoteTerminal(tmp_path / name, RICH) for name in ("ada", "bo"))
    async with served(ada):
        async with served(bo):
            await ada.wait("Settings")
            await bo.wait("Settings")
            assert (sys.stdin, sys.stdout, sys.stderr) == streams
            assert [signal.getsignal(number) for number in numbers] == handlers
            assert not [thread for thread in threading.enumerate() if thread.name == "textual-input"]
        assert (sys.stdin, sys.stdout, sys.stderr) == streams
    assert (sys.stdin, sys.stdout, sys.stderr) == streams
    assert threading.active_count() <= threads + 1, "at most the pool of the search for saves"


async def test_leaving_restores_the_terminal_and_an_error_is_told_there(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    terminal = RemoteTerminal(tmp_path, RICH)
    running = asyncio.create_task(terminal.app.run_async())
    await terminal.wait("Settings")
    assert terminal.output.startswith(ENTER.encode())
    terminal.app._handle_exception(RuntimeError("on purpose"))
    await running
    tail = terminal.output.partition(LEAVE.encode())[2].decode()
    assert "RuntimeError" in tail and "Traceback" not in tail
    assert "\n" in tail and "\n" not in tail.replace("\r\n", "")
    assert capsys.readouterr() == ("", "")


async def test_a_connection_that_ends_before_the_app_starts(tmp_path: Path) -> None:
    terminal = RemoteTerminal(tmp_path, RICH)
    terminal.connection.close()
    await asyncio.wait_for(terminal.app.run_async(), 20)
    assert terminal.output == b""


def test_variables_of_a_connection_are_checked() -> None:
    given = {
        "TERM": "linux",
        "LANG": "/etc/language",
        "LC_ALL": "uk_UA.UTF-8",
        "PATH": "/bin",
        "COLORTERM": "x" * 65,
        "LC_CTYPE": "a\x1b",
    }
    assert select_variables(given) == {"TERM": "linux", "LC_ALL": "uk_UA.UTF-8"}
    assert select_variables({}) == {"TERM": "xterm-256color"}


@pytest.mark.parametrize(
    ("locale", "encoding"),
    [
        ("", "utf-8"),
        ("uk_UA.UTF-8", "utf-8"),
        ("uk_UA.KOI8-U", "koi8-u"),
        ("de_DE.ISO-8859-15@euro", "iso8859-15"),
        ("C", "ascii"),
        ("C.UTF-8", "utf-8"),
        ("en_US.rot13", "ascii"),
        ("en_US.utf-16", "ascii"),
        ("en_US.none-such", "ascii"),
    ],
)
def test_the_encoding_is_that_of_the_locale(locale: str, encoding: str) -> None:
    assert find_encoding({"LANG": locale}) == encoding


def test_sizes_have_limits() -> None:
    assert clamp_size(0, 0) == (80, 24)
    assert clamp_size(1, 1) == (10, 4)
    assert clamp_size(10**9, 10**9) == (400, 150)
    assert Connection(lambda _: None, {}, (-5, 30)).size == (10, 30)


async def test_a_closed_app_is_not_kept_by_a_parser(tmp_path: Path) -> None:
    """Textual caches the parsers of keys, and a parser knows its last event."""
    terminal = RemoteTerminal(tmp_path, RICH)
    async with served(terminal):
        await terminal.wait("Settings")
        terminal.press("\x1b[B")
        driver = terminal.app._driver
        assert isinstance(driver, StreamDriver)
        parser = driver._parser
        assert getgeneratorstate(parser._gen) != GEN_CLOSED
    assert getgeneratorstate(parser._gen) == getgeneratorstate(parser._textual) == GEN_CLOSED
    assert not parser._tokens
