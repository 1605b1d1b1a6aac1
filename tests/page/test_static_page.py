"""The static page in a browser: played by keys, mouse and touch, reloaded, killed, downloaded and uploaded."""

import asyncio
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.page.browser import Browser, Page, run_browser
from tests.page.player import POINTING, play, say, settle

pytestmark = pytest.mark.slow

READY = "{start.menu.leave}"
HAND = "{table.list.chosen-of n=0 all=3}"


async def open_page(browser: Browser, url: str) -> Page:
    """Open the page and wait for the start screen."""
    page = await browser.open(url)
    await page.see(say(READY))
    return page


async def reload(page: Page) -> None:
    """Reload the page and wait for the start screen."""
    await page.evaluate("window.isOld = true")
    await page.reload()
    await page.wait_for("!window.isOld && document.getElementById('progress').hidden")
    await page.see(say(READY))


async def download(page: Page, folder: Path) -> Path:
    """Download the latest save into ``folder`` with the button below the terminal; return its path."""
    folder.mkdir(exist_ok=True)
    await page.browser.call("Browser.setDownloadBehavior", behavior="allow", downloadPath=str(folder))
    await page.evaluate("document.getElementById('download').click()")
    await page.wait_for("document.querySelector('#saves[open] li button')")
    await page.evaluate("document.querySelector('#saves li button').click()")
    async with asyncio.timeout(60):
        while not (files := list(folder.glob("*.rokoko"))):
            await asyncio.sleep(0.05)
    return files[0]


def verify(path: Path) -> str:
    """Return what ``rokoko-tui verify`` says about the save at ``path``. Raises CalledProcessError."""
    command = [sys.executable, "-m", "rokoko_tui", "verify", str(path)]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


async def test_the_lesson_begins(browser: Browser, url: str) -> None:
    page = await open_page(browser, url)
    await page.press("t")
    await page.see("Step 1 of 16")
    await play(page, "Step 4 of 16", "lesson")


async def test_a_round_is_played_by_keys_and_survives_reloads(browser: Browser, url: str, tmp_path: Path) -> None:
    page = await open_page(browser, url)
    await page.press("p")
    await page.see("1 [ ]")
    await play(page, "Choose the main action", "as-it-comes")
    before = await settle(page)
    await reload(page)
    await page.press("c")
    await page.see("Choose the main action")
    assert _own_line(await settle(page)) == _own_line(before)
    await play(page, "Round 2 of 7", "as-it-comes")
    saved = await download(page, tmp_path / "downloads")
    assert saved.name in verify(saved)


def _own_line(text: str) -> str:
    """Return the first line, with the round, what is to be decided, and the purse."""
    return text.partition("\n")[0]


async def test_a_round_is_played_by_mouse(browser: Browser, url: str) -> None:
    page = await open_page(browser, url)
    await page.click(say("{start.menu.play}"))
    await page.see("1 [ ]")
    await play(page, "Round 2 of 7", POINTING)


async def test_a_round_is_played_by_touch(browser: Browser, url: str) -> None:
    page = await browser.open(url)
    await page.call("Emulation.setTouchEmulationEnabled", enabled=True, maxTouchPoints=1)
    await page.see(say(READY))
    await page.tap(say("{start.menu.play}"))
    await page.see("1 [ ]")
    await play(page, "Round 2 of 7", POINTING, by_touch=True)


async def test_what_was_shown_survives_a_killed_browser(built_page: Path, url: str, tmp_path: Path) -> None:
    profile = tmp_path / "killed"
    async with run_browser(profile) as browser:
        page = await open_page(browser, url)
        await page.press("p")
        await page.see("1 [ ]")
        await page.press("1", "2")
        await page.see(say("{table.list.chosen-of n=2 all=3}"))
        await page.press("3")
        await page.wait_for(f"!document.body.textContent.includes({say('{table.list.chosen-of n=2 all=3}')!r})")
        browser.kill()
    async with run_browser(profile) as browser:
        page = await open_page(browser, url)
        await page.press("c")
        await page.see("Round 1 of 7")
        assert "[ ]" not in await settle(page)


async def test_a_second_tab_is_refused_and_a_save_moves_to_another_browser(
    browser: Browser, url: str, tmp_path: Path
) -> None:
    page = await open_page(browser, url)
    await page.press("p")
    await page.see("1 [ ]")
    second = await browser.open(url)
    await second.wait_for(f"document.getElementById('status').textContent === {say('{page.other-tab}')!r}")
    saved = await download(page, tmp_path / "downloads")
    async with run_browser(tmp_path / "other") as other:
        page = await open_page(other, url)
        node = await page.call("DOM.getDocument")
        field = await page.call("DOM.querySelector", nodeId=node["root"]["nodeId"], selector="#file")
        await page.call("DOM.setFileInputFiles", files=[str(saved)], nodeId=field["nodeId"])
        await page.wait_for("document.getElementById('status').textContent.includes('.rokoko')")
        assert re.search(re.escape(saved.name), await page.status())
        await page.press("l")
        await page.see(saved.stem[:20])


async def test_the_player_leaves_and_starts_again(browser: Browser, url: str) -> None:
    page = await open_page(browser, url)
    await page.press("p")
    await page.see("1 [ ]")
    await settle(page)
    await page.press("escape")
    await page.see(say("{table.leave.title}"))
    await page.press("y")
    await page.see(say(READY))
    await settle(page)
    await page.press("q")
    await page.wait_for("!document.getElementById('again').hidden")
    assert await page.status() == say("{page.ended}")
    await page.evaluate("document.getElementById('again').click()")
    await page.see(say(READY))
    await settle(page)
    await page.press("c")
    await page.see("1 [ ]")


async def test_a_whole_solo_game(browser: Browser, url: str, tmp_path: Path) -> None:
    page = await open_page(browser, url)
    await page.press("n")
    await page.see(say("{new.start-line}"))
    await page.click("3 Solo")
    await page.see(say("{new.alone}"))
    await page.click(say("{new.start-line}"))
    await page.click(say(" {new.start} "))
    await page.see(say(HAND))
    for number in (3, 5):
        await play(page, f"Round {number} of 7", "as-it-comes")
        await reload(page)
        await page.press("c")
        await page.see(f"Round {number} of 7")
    await play(page, "{final.rank}", "as-it-comes")
    saved = await download(page, tmp_path / "downloads")
    assert saved.name in verify(saved)
