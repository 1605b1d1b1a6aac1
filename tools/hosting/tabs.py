"""Measure a web server with 20 tabs of a real browser: memory, and the time from a key to the next picture.

``python -m tools.hosting.tabs`` opens one tab, then 20, each at a table of its own. Browser and server share the
machine. Then it does the same with the demo of Textual at textual-serve, which it installs into ``build``. With
``--phones`` the tabs are emulated phones held upright, and the demo is left out.
"""

import asyncio
import json
import statistics
import sys
import tempfile
from collections.abc import Awaitable, Callable, Iterator
from itertools import cycle, islice
from pathlib import Path
from typing import NamedTuple

from tests.journeys.browser import Browser, Tab, chromium
from tests.journeys.web_server import web_program
from tools.bench.results import Result, ratio
from tools.hosting.figures import HAND, compare_with_alone, memory_each, print_figures, read_megabytes
from tools.hosting.textual_serve import serve_demo

TABS = 20
PAGE, PHONE = (1280, 800), (390, 844)
PRESSES = 60
OTHERS_PAUSE = 1000
"""Milliseconds between two keys of each of the other tabs, which the browser does not let run more often."""
ARROWS = (("ArrowDown", 40), ("ArrowUp", 38))
TAB = (("Tab", 9),)
"""A key that moves the focus of the demo."""
HOOK = """window.WebSocket = class extends WebSocket {
  constructor(...given) {
    super(...given);
    this.addEventListener("message", () => { window.answeredAt = performance.now(); window.answered?.(); });
  }
};"""
"""Note when the server has sent something."""
SILENCE = """new Promise((resolve) => {
  const look = () => performance.now() - (window.answeredAt ?? Infinity) > 400 ? resolve(true) : setTimeout(look, 50);
  look();
})"""
PRESS = """document.querySelector('.xterm-helper-textarea')
  .dispatchEvent(new KeyboardEvent('keydown', { key: %s, code: %s, keyCode: %d, bubbles: true }));"""
PICTURE = """new Promise((resolve) => {
  const start = performance.now();
  const observer = new MutationObserver(() => { observer.disconnect(); resolve(performance.now() - start); });
  observer.observe(document.querySelector('.xterm-rows'),
    { subtree: true, childList: true, characterData: true, attributes: true });
  %s
})"""
"""Press a key; the milliseconds to the first change of the terminal."""
ANSWER = """new Promise((resolve) => {
  const start = performance.now();
  window.answered = () => { window.answered = undefined; resolve(performance.now() - start); };
  %s
})"""
"""Press a key; the milliseconds until the server sends something."""
KEEP_PRESSING = """(() => {
  const presses = [%s];
  setInterval(() => { presses.push(presses.shift()); presses[0](); }, %d);
})()"""

Keys = tuple[tuple[str, int], ...]
OpenTab = Callable[[str], Awaitable[Tab]]
"""Opens a tab of a person, ready for keys."""


class Figures(NamedTuple):
    """Milliseconds from a key to each kind of answer, and the memory of the server in MB."""

    alone: dict[str, list[float]]
    megabytes_alone: float
    together: dict[str, list[float]]
    megabytes: float


def _press(key: str, code: int) -> str:
    return PRESS % (json.dumps(key), json.dumps(key), code)


async def press_often(tab: Tab, keys: Keys, answers: tuple[str, ...]) -> dict[str, list[float]]:
    """Press ``keys`` in turn; return the milliseconds by kind of answer."""
    times: dict[str, list[float]] = {answer: [] for answer in answers}
    for answer in answers:
        for key, code in islice(cycle(keys), PRESSES):
            await tab.evaluate(SILENCE)
            times[answer].append(await tab.evaluate(answer % _press(key, code)))
    return times


async def measure_tabs(
    browser: Browser, open_tab: OpenTab, megabytes: Callable[[], float], keys: Keys, *answers: str
) -> Figures:
    """Measure one tab alone, then with ``TABS``."""
    person = await browser.person()
    first = await open_tab(person)
    alone, megabytes_alone = await press_often(first, keys, answers), megabytes()
    presses = ", ".join(f"() => {{ {_press(key, code)} }}" for key, code in keys)
    for _ in range(TABS - 1):
        other = await open_tab(person)
        await other.evaluate(KEEP_PRESSING % (presses, OTHERS_PAUSE))
    await first.call("Page.bringToFront")
    return Figures(alone, megabytes_alone, await press_often(first, keys, answers), megabytes())


async def open_hooked(browser: Browser, url: str, person: str, is_phone: bool = False) -> Tab:
    """Open a tab that notes when the server sends something."""
    tab = await browser.tab("about:blank", person, PAGE)
    if is_phone:
        await tab.emulate(*PHONE, scale=3, touch=True)
    await tab.call("Page.addScriptToEvaluateOnNewDocument", source=HOOK)
    await tab.go(url)
    return tab


async def measure_tables(folder: Path, is_phone: bool) -> Figures:
    """Measure tabs at tables of their own."""
    async with web_program(folder / "home") as program, chromium(folder / "profile") as browser:

        async def sit_down(person: str) -> Tab:
            tab = await open_hooked(browser, program.url or await program.link(), person, is_phone)
            await tab.see("Quit")
            await tab.settled()
            await tab.evaluate("document.querySelector('.xterm-helper-textarea').focus()")  # phones do not
            while not await tab.shows(HAND, 2000):
                if "Quit" in await tab.screen():
                    await tab.press("p", "enter")
            await tab.settled()
            return tab

        process = program.process.pid
        return await measure_tabs(browser, sit_down, lambda: read_megabytes(process), ARROWS, PICTURE, ANSWER)


async def measure_demo(folder: Path) -> Figures:
    """Measure tabs with the demo of Textual."""
    async with serve_demo() as (url, megabytes), chromium(folder / "other-profile") as browser:

        async def open_demo(person: str) -> Tab:
            tab = await open_hooked(browser, url, person)
            await tab.evaluate(SILENCE)
            return tab

        return await measure_tabs(browser, open_demo, megabytes, TAB, ANSWER)


def measure(is_phone: bool) -> Iterator[Result]:
    """Measure everything."""
    kind = "phone" if is_phone else "tab"
    with tempfile.TemporaryDirectory() as name:
        ours = asyncio.run(measure_tables(Path(name), is_phone))
        times = ours.alone[PICTURE], ours.together[PICTURE]
        yield compare_with_alone(f"arrow key to picture among {TABS} {kind}s", *times)
        yield memory_each(kind, ours.megabytes_alone, ours.megabytes, TABS)
        if is_phone:
            return
        demo = asyncio.run(measure_demo(Path(name)))
    here, there = statistics.median(ours.together[ANSWER]), statistics.median(demo.together[ANSWER])
    what = f"key to the answer of the server among {TABS} tabs"
    yield ratio(what, f"{here:.0f} ms", f"Textual's demo at textual-serve: {there:.0f} ms", here / there, 2)
    what, theirs = f"memory of {TABS} tabs", f"textual-serve: {demo.megabytes:.0f} MB"
    yield ratio(what, f"{ours.megabytes:.0f} MB", theirs, ours.megabytes / demo.megabytes, 1)


if __name__ == "__main__":
    sys.exit(print_figures(measure("--phones" in sys.argv)))
