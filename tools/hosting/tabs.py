"""Measure a web server with 20 tabs of a real browser: memory, and the time from a key to the next picture.

``python -m tools.hosting.tabs`` opens one tab, then 20, each at a table of its own. Browser and server share the
machine.
"""

import asyncio
import json
import sys
import tempfile
from collections.abc import Iterator
from itertools import cycle
from pathlib import Path

from tests.journeys.browser import Browser, Tab, chromium
from tests.journeys.web_server import WebProgram, web_program
from tools.bench.results import Result
from tools.hosting.figures import compare_with_alone, memory_each, print_figures, read_megabytes

TABS = 20
PAGE = (1280, 800)
PRESSES = 60
OTHERS_PAUSE = 1000
"""Milliseconds between two keys of each of the other tabs, which the browser does not let run more often."""
HAND = "3 cards to play"
MEASURE = """new Promise((resolve) => {
  const area = document.querySelector('.xterm-helper-textarea');
  const rows = document.querySelector('.xterm-rows');
  const start = performance.now();
  const observer = new MutationObserver(() => { observer.disconnect(); resolve(performance.now() - start); });
  observer.observe(rows, { subtree: true, childList: true, characterData: true, attributes: true });
  area.dispatchEvent(new KeyboardEvent('keydown', { key: %s, code: %s, keyCode: %d, bubbles: true }));
})"""
"""Press a key; the milliseconds to the first change of the terminal."""
KEEP_PRESSING = """(() => {
  let down = false;
  setInterval(() => {
    down = !down;
    const [key, keyCode] = down ? ['ArrowDown', 40] : ['ArrowUp', 38];
    document.querySelector('.xterm-helper-textarea')
      .dispatchEvent(new KeyboardEvent('keydown', { key, code: key, keyCode, bubbles: true }));
  }, %d);
})()"""


async def sit_down(program: WebProgram, browser: Browser, person: str) -> Tab:
    """Open a tab, start a game against a bot and wait until the hand is to be chosen."""
    tab = await browser.tab(program.url or await program.link(), person, PAGE)
    await tab.see("Quit")
    await tab.settled()
    while not await tab.shows(HAND, 2000):
        if "Quit" in await tab.screen():
            await tab.press("p")
    await tab.settled()
    return tab


async def press_often(tab: Tab) -> list[float]:
    """Press arrow keys; return the milliseconds to each answer."""
    times = []
    for key, code in (
        pair for pair, _ in zip(cycle((("ArrowDown", 40), ("ArrowUp", 38))), range(PRESSES), strict=False)
    ):
        times.append(await tab.evaluate(MEASURE % (json.dumps(key), json.dumps(key), code)))
        await tab.settled()
    return times


async def measure_tabs(folder: Path) -> tuple[list[float], float, list[float], float]:
    """Return the times and the memory with one tab, and with ``TABS``."""
    async with web_program(folder / "home") as program, chromium(folder / "profile") as browser:
        person = await browser.person()
        first = await sit_down(program, browser, person)
        process = program.process.pid
        alone, memory_alone = await press_often(first), read_megabytes(process)
        for _ in range(TABS - 1):
            other = await sit_down(program, browser, person)
            await other.evaluate(KEEP_PRESSING % OTHERS_PAUSE)
        await first.call("Page.bringToFront")
        return alone, memory_alone, await press_often(first), read_megabytes(process)


def measure() -> Iterator[Result]:
    """Measure everything."""
    with tempfile.TemporaryDirectory() as folder:
        alone, memory_alone, together, memory = asyncio.run(measure_tabs(Path(folder)))
    yield compare_with_alone(f"arrow key to picture among {TABS} tabs", alone, together)
    yield memory_each("tab", memory_alone, memory, TABS)


if __name__ == "__main__":
    sys.exit(print_figures(measure()))
