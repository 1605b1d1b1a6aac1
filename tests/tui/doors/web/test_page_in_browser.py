"""The page of ``serve --web`` in a browser: what it says without a feature it needs, and that a text can be copied."""

import asyncio
import base64
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from rokoko_tui.doors.notifications import OSC_777, notification_codes
from rokoko_tui.text.message_catalog import get_vocabulary
from tests.journeys.browser import PROFILE, Browser, Tab, chromium, needs_chromium
from tests.tui.doors.web.served import Served, serving

pytestmark = [pytest.mark.slow, needs_chromium]

SAY = get_vocabulary("classic").say
TEXT = "Ада 5 ★\nBo 4"
NO_CLIPBOARD = "Object.defineProperty(Navigator.prototype, 'clipboard', { value: undefined });"
"""As without HTTPS."""


@asynccontextmanager
async def browsing(folder: Path) -> AsyncIterator[tuple[Served, Browser]]:
    async with serving() as served, chromium(folder / "profile") as browser:
        yield served, browser


async def open_with(browser: Browser, url: str, script: str) -> Tab:
    """Open ``url`` in a tab where ``script`` runs before the page."""
    tab = await browser.tab("about:blank")
    await tab.call("Page.addScriptToEvaluateOnNewDocument", source=script)
    await tab.go(url)
    return tab


async def test_an_old_browser_is_told_what_it_lacks(tmp_path: Path) -> None:
    async with browsing(tmp_path) as (served, browser):
        for script in ("delete HTMLScriptElement.prototype.noModule", "delete window.WebSocket"):
            tab = await open_with(browser, served.url, script)
            await tab.wait("document.querySelector('.unsupported')")
            assert await tab.evaluate("document.querySelector('.unsupported').textContent") == SAY("browser.old")
            assert tab.problems == []
        tab = await browser.tab("about:blank")
        await tab.call("Emulation.setScriptExecutionDisabled", value=True)
        await tab.go(served.url)
        async with asyncio.timeout(30):  # the page runs nothing that could wait
            while await tab.evaluate("document.body?.innerText") != SAY("browser.noscript"):
                await asyncio.sleep(0.05)


async def test_a_page_that_cannot_start_says_so(tmp_path: Path) -> None:
    async with browsing(tmp_path) as (served, browser):
        for script, reason in (
            ("JSON.parse = ((parse) => (text) => text.includes('nonce') ? null.x : parse(text))(JSON.parse)", "null"),
            ("", "static/page.js"),
        ):
            tab = await browser.tab("about:blank")
            await tab.call("Page.addScriptToEvaluateOnNewDocument", source=script)
            if not script:
                await tab.call("Network.setBlockedURLs", urls=["*/static/session.js"])
            await tab.go(served.url)
            await tab.wait("document.querySelector('.unsupported')")
            text = await tab.evaluate("document.querySelector('.unsupported').textContent")
            assert text.startswith(SAY("browser.broken")) and reason in text


@pytest.mark.parametrize(
    ("script", "is_copied"),
    [
        ("navigator.clipboard.writeText = async (text) => { window.copied = text; }", True),
        ("navigator.clipboard.writeText = () => Promise.reject(new Error('not allowed'))", True),
        (NO_CLIPBOARD, True),
        (f"{NO_CLIPBOARD} document.execCommand = () => false;", False),
    ],
)
async def test_a_text_is_copied_or_shown(tmp_path: Path, script: str, is_copied: bool) -> None:
    listen = "document.addEventListener('copy', () => { window.copied = document.activeElement.value; });"
    async with browsing(tmp_path) as (served, browser):
        tab = await open_with(browser, f"{served.url}/#{served.tokens[-1]}", f"{listen} {script}")
        await tab.see("]")
        await tab.press("y")  # browsers let a page copy after a key or click only
        await tab.see("y")
        served.programs[0].connection.write(f"\x1b]52;c;{base64.b64encode(TEXT.encode()).decode()}\x07")
        if is_copied:
            await tab.wait(f"window.copied === {TEXT!r}")
            await tab.wait("!document.getElementById('copy').open")
        else:
            await tab.wait("document.getElementById('copy').open")
            field = "document.querySelector('#copy textarea')"
            assert await tab.evaluate(f"{field}.value.slice({field}.selectionStart, {field}.selectionEnd)") == TEXT
            assert await tab.evaluate("document.querySelector('#copy h1').textContent") == SAY("browser.copy-by-hand")
            await tab.press("escape")
            await tab.wait("document.activeElement.matches('.xterm textarea')")
            await tab.press("k")
            await tab.see("k")
        assert tab.problems == []


async def test_a_finger_clicks_explains_and_scrolls_and_two_zoom(tmp_path: Path) -> None:
    async with browsing(tmp_path) as (served, browser):
        tab = await browser.tab("about:blank")
        await tab.emulate(390, 844, 3, touch=True)
        await tab.go(f"{served.url}/#{served.tokens[-1]}")
        await tab.see("]")

        async def typed(text: str) -> None:
            async with asyncio.timeout(30):
                while text not in served.programs[0].text:
                    await asyncio.sleep(0.02)
            served.programs[0].text = served.programs[0].text.replace(text, "", 1)

        await tab.touch(100, 700)
        await typed("M\x1b[<0;")
        await typed("m")
        assert "\x1b[<35;" not in served.programs[0].text, "nothing is pointed at after a tap"
        served.programs[0].text = ""
        await tab.call("Input.dispatchTouchEvent", type="touchStart", touchPoints=[{"x": 100, "y": 700}])
        await typed("\x1b[<35;")
        await tab.call("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])
        await tab.touch(100, 700, (100, 660), (100, 620))
        await typed("\x1b[<65;")
        assert "\x1b[<0;" not in served.programs[0].text, "neither a long press nor a drag is a click"
        served.programs[0].text = ""
        await tab.pinch(200, 300, 30, 40, 50, 60, 80, 100)
        await tab.wait("visualViewport.scale > 1.2")
        await tab.touch(100, 700, (100, 660), (100, 600))
        await tab.touch(120, 400)
        await typed("\x1b[<0;")
        assert "\x1b[<65;" not in served.programs[0].text, "a finger moves a zoomed page"
        assert tab.problems == []


async def test_a_finger_opens_the_keyboard_at_a_field_and_for_a_field_that_opens(tmp_path: Path) -> None:
    is_open = "document.activeElement.matches('.xterm textarea')"
    async with browsing(tmp_path) as (served, browser):
        tab = await browser.tab("about:blank")
        await tab.emulate(390, 844, 3, touch=True)
        await tab.go(f"{served.url}/#{served.tokens[-1]}")
        await tab.see("]")
        [program] = served.programs
        assert program.connection.environment["ROKOKO_TOUCH"] == "2"
        _, top, _, bottom = await tab.box(".xterm-screen")
        _, lines = await tab.size()

        async def tap(line: int) -> None:
            program.text = ""
            await tab.touch(200, top + (line - 0.5) * (bottom - top) / lines)
            async with asyncio.timeout(30):
                while "m" not in program.text:
                    await asyncio.sleep(0.02)

        async def say(state: str) -> None:
            program.connection.write(f"\x1b]777;keyboard;{state}\x07\x1b]2;{state}\x07")
            await tab.wait(f"document.title === {state!r}")

        await say("tap;5")
        await tap(6)
        assert not await tab.evaluate(is_open)
        await tap(5)
        assert await tab.evaluate(is_open)
        await say("none;0")
        assert not await tab.evaluate(is_open)
        await tap(5)
        assert not await tab.evaluate(is_open), "the field is gone"
        await say("open;9")
        assert await tab.evaluate(is_open)
        assert tab.problems == []


RECORD_ALERTS = """
  window.tones = 0, window.notices = [], window.hasFocus = false;
  Document.prototype.hasFocus = () => window.hasFocus;
  OscillatorNode.prototype.start = () => { window.tones += 1; };
  window.Notification = class extends Notification {
    constructor(title, options) { super(title, options); notices.push(`${title}: ${options.body}`); }
  };
"""


@pytest.mark.parametrize("permission", ["granted", "denied"])
async def test_a_tab_tells_that_it_is_the_players_turn(tmp_path: Path, permission: str) -> None:
    icon = "document.querySelector('link[rel=icon]').href"
    async with browsing(tmp_path) as (served, browser):
        name = {"name": "notifications"}
        await browser.call("Browser.setPermission", permission=name, setting=permission, origin=served.url)
        tab = await browser.tab("about:blank", PROFILE)
        await tab.call("Page.addScriptToEvaluateOnNewDocument", source=RECORD_ALERTS)
        await tab.go(f"{served.url}/#{served.tokens[-1]}")
        await tab.see("]")
        connection = served.programs[0].connection
        for title, is_turn in (("* Rokoko: your turn", True), ("Rokoko: * to play", False), ("* Rokoko", True)):
            connection.write(f"\x1b]2;{title}\x07")
            await tab.wait(
                f"document.title === {title!r} && {icon}.endsWith('/icon-turn.svg') === {str(is_turn).lower()}"
            )
        assert await tab.evaluate(f"fetch({icon}).then(({{ ok }}) => ok)")
        connection.write("\x07")
        await tab.wait("tones === 1")
        codes = notification_codes(OSC_777, "Rokoko", "It is your turn; play.")
        connection.write(codes)
        if permission == "granted":
            await tab.wait("notices.join() === 'Rokoko: It is your turn; play.'")
            await tab.evaluate("window.hasFocus = true")
            connection.write(f"{codes}\x1b]2;Rokoko\x07")
            await tab.wait("document.title === 'Rokoko'")
            assert await tab.evaluate("[notices.length, tones]") == [1, 1], "nobody is told what they see"
        else:
            await tab.wait("tones === 2")
            assert await tab.evaluate("notices.length") == 0
        assert tab.problems == []
