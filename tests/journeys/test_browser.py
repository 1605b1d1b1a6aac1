"""The installed program in tabs of a real browser: by keys, by mouse and by touch."""

import json
import re
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from itertools import pairwise
from pathlib import Path

import pytest

from rokoko_tui.text.message_catalog import get_vocabulary
from rokoko_tui.widgets.terminal_sizes import fits, is_upright
from tests.journeys.browser import Browser, Tab, chromium, needs_chromium
from tests.journeys.journey import Save
from tests.journeys.runner import make_save
from tests.journeys.web_server import WebProgram, web_program

pytestmark = [pytest.mark.slow, needs_chromium]

say = get_vocabulary("classic").say
GAME = Save(name="game", actions=2)
"""A game of Ada and Bo in its first round, with both hands chosen."""
HELP = "1 This step"
PHONE = (390, 844)
PHONES = ((*PHONE, 3), (360, 740, 3), (412, 915, 2.625))
"""CSS pixels of phones held upright, and the device pixels of one."""
DESKTOP = (1280, 800)
CHOICE = re.compile("[ ▸]{1,4}[1-9] ")
"""The first line of a choice with a number, where the choices are at the left."""
UPPER = 20
"""Lines of the table in which no tooltip of the mouse appears."""
MOST_STEPS = 60
UNHURRIED = 1500
"""Milliseconds after which an input without effect is repeated; the program drops what was meant for another screen."""
IGNORED = 6000
"""The same where a second input would act on what the first has opened."""

Act = Callable[[Tab, str, str], Awaitable[None]]
"""Press a key, or hit a text if it is on the screen."""


async def by_key(tab: Tab, key: str, text: str) -> None:
    await tab.press(key)


async def by_mouse(tab: Tab, key: str, text: str) -> None:
    if (place := await tab.find(text)) is not None:
        await tab.click_at(*place)


async def by_touch(tab: Tab, key: str, text: str) -> None:
    if (place := await tab.find(text)) is not None:
        await tab.touch(*place)


WAYS = pytest.mark.parametrize(
    ("act", "size"), [(by_key, DESKTOP), (by_mouse, DESKTOP), (by_touch, PHONE), (by_touch, PHONE[::-1])]
)


@asynccontextmanager
async def browsing(folder: Path, *options: str) -> AsyncIterator[tuple[WebProgram, Browser]]:
    """Serve a save folder with one game, and start a browser."""
    home = folder / "home"
    (home / "saves").mkdir(parents=True)
    make_save(GAME, home / "saves" / "game.rokoko")
    async with web_program(home, *options) as program, chromium(folder / "profile") as browser:
        yield program, browser


async def open_tab(
    program: WebProgram,
    browser: Browser,
    act: Act = by_key,
    size: tuple[int, int] = DESKTOP,
    scale: float = 3,
    person: str | None = None,
) -> Tab:
    """Open the link of ``program``, or its address in a further tab of ``person``."""
    tab = await browser.tab("about:blank", person)
    await tab.emulate(*size, scale=scale if act is by_touch else 1, touch=act is by_touch)
    await tab.go(await program.link() if person is None or not program.url else program.url)
    await tab.see(say("start.menu.leave"))
    return tab


async def do(tab: Tab, act: Act, key: str, text: str, then: str, gone: str = "") -> None:
    """Act on ``text`` until the screen shows ``then`` and not ``gone``."""
    await tab.see(text)
    for _ in range(10):
        if text in await tab.screen():
            await act(tab, key, text)
        if await tab.shows(then, IGNORED, gone):
            return
    raise AssertionError(f"no {then!r} after {text!r}:\n{await tab.screen()}")


async def play_round(tab: Tab, act: Act) -> None:
    """Take the choice under the cursor until the second round begins."""
    for _ in range(MOST_STEPS):
        screen = await tab.screen()
        if "Round 2 of 7" in screen and "choose your cards" in screen:
            return
        if text := next((text for text in ("it is your turn", "▸") if text in screen), ""):
            await act(tab, "space" if text != "▸" else "enter", text)
        await tab.changes(screen, UNHURRIED)
        await tab.settled()
    raise AssertionError(await tab.screen())


@pytest.mark.sample(2)
@WAYS
async def test_the_lesson_begins(tmp_path: Path, act: Act, size: tuple[int, int]) -> None:
    async with browsing(tmp_path) as (program, browser):
        tab = await open_tab(program, browser, act, size)
        await do(tab, act, "t", say("start.menu.learn"), "Step 1 of 16")
        for text in ("Each dress", "Decorations score", "Every 10", "Step 2 of 16"):
            await do(tab, act, "enter", "1 Continue", text)
        assert tab.problems == []
        assert all(request.partition("//")[2].startswith(program.url.partition("//")[2]) for request in tab.requests)
        assert any(request.startswith("ws:") for request in tab.requests)


@pytest.mark.long
@pytest.mark.sample(1)
@WAYS
async def test_a_round_is_played_and_the_tab_reloaded_in_it(tmp_path: Path, act: Act, size: tuple[int, int]) -> None:
    async with browsing(tmp_path) as (program, browser):
        tab = await open_tab(program, browser, act, size)
        await do(tab, act, "c", say("start.menu.continue"), "Ada, it is your turn")
        await do(tab, act, "space", "Ada, it is your turn", "choose the card to play", "Ada, it is your turn")
        before = await tab.settled(UNHURRIED)
        await tab.reload()
        await tab.gone("choose the card to play")
        await tab.returns(before, UPPER)
        await play_round(tab, act)
        assert tab.problems == []
    entries = (program.home / "saves" / "game.rokoko").read_text(encoding="utf-8").splitlines()
    assert len(entries) > 10


async def test_a_phone_upright_has_text_to_read_rows_for_a_finger_and_tabs_to_swipe(tmp_path: Path) -> None:
    async with browsing(tmp_path) as (program, browser):
        tab = await open_tab(program, browser, by_touch, PHONE)
        await do(tab, by_touch, "c", say("start.menu.continue"), "Ada, it is your turn")
        await do(tab, by_touch, "space", "Ada, it is your turn", "choose the card to play", "Ada, it is your turn")
        for width, height, scale in PHONES:
            await tab.emulate(width, height, scale, touch=True)
            await tab.wait(f"innerWidth === {width}")
            await tab.settled()
            columns, lines = await tab.size()
            left, top, right, bottom = await tab.box(".xterm-screen")
            font = await tab.evaluate("parseFloat(getComputedStyle(document.querySelector('.xterm-rows')).fontSize)")
            assert 42 <= columns <= 50 and lines >= 37, (width, columns, lines)
            assert font >= 11 and right - left <= width and 2 * (bottom - top) / lines >= 32, (width, font)
            await tab.see("[Play]")
            y = height * 0.3
            await tab.touch(300, y, (270, y + 5), (230, y + 8), (150, y + 8))
            await tab.see("[Halls]", "choose the card to play")
            await tab.touch(60, y, (90, y + 5), (130, y + 8))
            await tab.see("[Play]")
        assert tab.problems == []


@pytest.mark.sample(1)
@pytest.mark.parametrize(("height", "width", "scale"), PHONES)
async def test_a_phone_held_sideways_has_text_to_read_and_rows_for_a_finger(
    tmp_path: Path, height: int, width: int, scale: float
) -> None:
    async with browsing(tmp_path) as (program, browser):
        tab = await open_tab(program, browser, by_touch, (width, height), scale)
        await do(tab, by_touch, "c", say("start.menu.continue"), "Ada, it is your turn")
        await do(tab, by_touch, "space", "Ada, it is your turn", "choose the card to play", "Ada, it is your turn")
        await do(tab, by_touch, "", "Play", "[Play]")  # where a second tap hit the tab below it
        screen = await tab.settled()
        _, lines = await tab.size()
        _, top, _, bottom = await tab.box(".xterm-screen")
        font = await tab.evaluate("parseFloat(getComputedStyle(document.querySelector('.xterm-rows')).fontSize)")
        assert font >= 11 and bottom <= height, font
        numbers = [number for number, line in enumerate(screen.split("\n")) if CHOICE.match(line)]
        assert len(numbers) > 1, screen
        least = min(below - above for above, below in pairwise(numbers))
        assert least * (bottom - top) / lines >= 32, (lines, screen)
        assert tab.problems == []


async def test_the_bar_of_a_phone_has_the_keys_that_it_lacks(tmp_path: Path) -> None:
    async with browsing(tmp_path) as (program, browser):
        tab = await open_tab(program, browser, by_touch, PHONE)
        await tab.tap_button(say("browser.bar.help"))
        await tab.see(HELP)
        await tab.tap_button(say("browser.bar.escape"))
        await tab.gone(HELP)
        await do(tab, by_touch, "", say("start.menu.continue"), "Ada, it is your turn")
        await do(tab, by_touch, "", "Ada, it is your turn", "choose the card to play", "Ada, it is your turn")
        await tab.tap_button(say("browser.bar.down"))
        await tab.see("▸ 4")
        await tab.tap_button(say("browser.bar.up"))
        await tab.see("▸ 3")
        await tab.tap_button(say("browser.bar.enter"))
        await tab.see("choose the main action")
        await tab.tap_button(say("browser.bar.undo"))
        await tab.see("choose the card to play")
        assert not await tab.evaluate("document.activeElement.matches('textarea')"), "no keyboard covers the table"
        await tab.tap_button(say("browser.bar.keyboard"))
        assert await tab.evaluate("document.activeElement.matches('textarea')")


async def test_a_soft_keyboard_and_an_input_method_type(tmp_path: Path) -> None:
    async with browsing(tmp_path) as (program, browser):
        tab = await open_tab(program, browser, by_touch, PHONE)
        await do(tab, by_touch, "", say("start.menu.load"), "game: Ada and Bo")
        await tab.tap_button(say("browser.bar.keyboard"))
        await tab.settled()
        await tab.press("/")
        await tab.settled()
        await tab.type_softly("bot")
        await tab.see("Load a game · 0 of 1")
        await tab.type_softly("")
        await tab.see("Load a game · 1 game")
        await tab.compose("к", "ки", "кий")
        await tab.see("boкий")
        assert tab.problems == []


async def test_a_finger_scrolls(tmp_path: Path) -> None:
    async with browsing(tmp_path) as (program, browser):
        tab = await open_tab(program, browser, by_touch, PHONE[::-1])
        await tab.tap_button(say("browser.bar.help"))
        await tab.see(HELP)
        await tab.tap("4 Keys")
        before = await tab.settled()
        await tab.touch(300, 250, (300, 200), (300, 120), (300, 60))
        assert await tab.changes(before, UNHURRIED), before


async def test_a_usable_size_fits_into_every_page(tmp_path: Path) -> None:
    async with browsing(tmp_path) as (program, browser):
        tab = await open_tab(program, browser)
        for width, height in (PHONE, PHONE[::-1], (360, 640), (640, 360), (1024, 768), (1920, 1080), DESKTOP):
            is_phone = min(width, height) < 500
            await tab.emulate(width, height, 3 if is_phone else 1, touch=is_phone)
            await tab.wait(f"innerWidth === {width} && innerHeight === {height}")
            await tab.reload()
            await tab.gone(say("start.menu.leave"))
            await tab.see(say("start.menu.leave"))
            columns, lines = await tab.size()
            assert fits(columns, lines) and is_upright(columns) == (is_phone and width < height)
            left, top, right, bottom = await tab.box(".xterm-screen")
            assert 0 <= left < right <= width
            assert 0 <= top < bottom <= height
            assert max((right - left) / width, (bottom - top) / height) > 0.85, "as large as fits"
            assert top <= (bottom - top) / lines, "less than a line is empty"
            pictures = await tab.box("#keys button")
            assert (pictures[2] > pictures[0]) == is_phone
        assert (columns, lines) == (128, 42)


async def test_a_lost_connection_returns_to_the_same_screen(tmp_path: Path) -> None:
    async with browsing(tmp_path) as (program, browser):
        tab = await open_tab(program, browser)
        await do(tab, by_key, "c", say("start.menu.continue"), "Ada, it is your turn")
        await tab.see(say("table.hand-over.keys"), "Bo has chosen a hand.")
        before = await tab.settled(UNHURRIED)
        await tab.evaluate("(window.socketClose = WebSocket.prototype.close, 0)")
        await tab.call(
            "Network.emulateNetworkConditions", offline=True, latency=0, downloadThroughput=0, uploadThroughput=0
        )
        await tab.evaluate("window.dispatchEvent(new Event('online'))")
        await tab.wait("!document.getElementById('notice').hidden")
        await tab.call(
            "Network.emulateNetworkConditions", offline=False, latency=0, downloadThroughput=-1, uploadThroughput=-1
        )
        await tab.wait("document.getElementById('notice').hidden")
        await tab.returns(before)


async def test_two_tabs_are_two_tables(tmp_path: Path) -> None:
    async with browsing(tmp_path) as (program, browser):
        person = await browser.person()
        first = await open_tab(program, browser, person=person)
        await do(first, by_key, "c", say("start.menu.continue"), "Ada, it is your turn")
        second = await open_tab(program, browser, person=person)
        await do(second, by_key, "s", say("start.menu.settings"), say("settings.group.play"))
        await first.call("Page.bringToFront")
        await do(first, by_key, "space", "Ada, it is your turn", "choose the card to play", "Ada, it is your turn")
        assert say("settings.group.play") in await second.screen()


async def test_a_link_that_was_used_and_a_foreign_page_are_refused(tmp_path: Path) -> None:
    async with browsing(tmp_path) as (program, browser):
        link, person = await program.link(), await browser.person()
        tab = await browser.tab(link, person)
        await tab.see(say("start.menu.leave"))
        other = await browser.tab(link)
        message = json.dumps(say("browser.used-link"))
        await other.wait(f"document.querySelector('#notice p')?.textContent === {message}")
        foreign = await browser.tab("about:blank", person)
        socket = json.dumps(f"ws{program.url.removeprefix('http')}terminal")
        refused = f"new Promise((done) => {{ new WebSocket({socket}).onclose = (event) => done(event.code); }})"
        assert await foreign.evaluate(refused) == 1006


async def test_quitting_offers_to_start_again(tmp_path: Path) -> None:
    async with browsing(tmp_path) as (program, browser):
        tab = await open_tab(program, browser)
        await tab.settled()
        await tab.press("q")
        await tab.wait("!document.querySelector('#notice button').hidden")
        await tab.evaluate("document.querySelector('#notice button').click()")
        await tab.see(say("start.menu.leave"))
        await tab.wait("document.getElementById('notice').hidden")
