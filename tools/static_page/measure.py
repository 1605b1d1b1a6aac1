"""Measure the static page in headless Chromium: ``python -m tools.static_page measure``."""

import json
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Thread

from tests.journeys.browser import PROFILE, TEXT, Browser, Tab, chromium
from tests.page.player import PATIENCE, READY, say
from tools.static_page.server import make_server

STAGES = ("loading-python", "loading-game", "starting", "painted")
"""Marks that the page sets, in order."""
KEYS = 20
WATCH = """
    window.pressed = 0;
    window.delays = [];
    addEventListener("keydown", () => (pressed = performance.now()), true);
    new MutationObserver(() => {
        if (pressed) delays.push(performance.now() - pressed);
        pressed = 0;
    }).observe(document.querySelector(".xterm-rows"), {subtree: true, childList: true, characterData: true});
"""


@dataclass
class Visit:
    """A visit of the page in seconds."""

    stages: dict[str, float]
    """From the request to each stage."""
    keys: list[float]
    """From each arrow key at the table to the first change of the screen."""


async def measure(page: Path, visits: int) -> list[Visit]:
    """Return each of ``visits`` with a new browser; from the second on it has a cache."""
    with make_server(page, 0) as server, TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        Thread(target=server.serve_forever, daemon=True).start()
        try:
            async with chromium(Path(folder) / "profile", PATIENCE) as browser:
                address = f"http://127.0.0.1:{server.server_port}/"
                return [await _visit(browser, address) for _ in range(visits)]
        finally:
            server.shutdown()


async def _visit(browser: Browser, url: str) -> Visit:
    tab = await browser.tab(url, PROFILE)
    await tab.wait("performance.getEntriesByName('painted').length")
    marks = await tab.evaluate("performance.getEntriesByType('mark').map(({name, startTime}) => [name, startTime])")
    keys = await _press_arrows(tab)
    await tab.close()
    return Visit({name: milliseconds / 1000 for name, milliseconds in marks}, keys)


async def _press_arrows(tab: Tab) -> list[float]:
    """Begin a game and return the seconds that each arrow key takes."""
    await tab.see(say(READY))
    await tab.settled()
    await tab.press("p")
    question, hand = say("{new.name-asked}"), "[ ]"
    await tab.wait(f"{json.dumps([question, hand])}.some((text) => {TEXT}.includes(text))")
    if question in await tab.settled():  # at the first visit only
        await tab.press("enter")
    await tab.see(hand)
    await tab.settled()
    await tab.evaluate(WATCH)
    for number in range(KEYS):
        await tab.press(("down", "up")[number % 2])
        await tab.wait(f"delays.length > {number}", seconds=10)
    delays: list[float] = await tab.evaluate("delays")
    return [delay / 1000 for delay in delays]
