"""The static page in a browser: played by keys, mouse and touch, reloaded, killed, downloaded and uploaded."""

import asyncio
import gzip
import re
import shutil
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from threading import Thread

import pytest

from tests.journeys.browser import PROFILE, Browser, Tab, chromium
from tests.journeys.nginx import NGINX, free_port, nginx
from tests.page.player import PATIENCE, POINTING, READY, open_page, play, say, status
from tests.page.test_build import KNOWN
from tools.static_page.measure import KEYS, STAGES, measure
from tools.static_page.server import make_server

pytestmark = pytest.mark.slow

UNFINISHED = " · round "
"""Beside Continue, once the game was found."""
HAND = "{table.list.chosen-of n=0 all=3}"


async def reload(page: Tab) -> None:
    """Reload the page and wait for the start screen."""
    await page.evaluate("window.isOld = true")
    await page.reload()
    await page.wait("!window.isOld && document.getElementById('progress').hidden")
    await page.see(say(READY))


async def download(page: Tab, folder: Path) -> Path:
    """Download the latest save into ``folder`` with the button below the terminal; return its path."""
    folder.mkdir(exist_ok=True)
    await page.browser.call("Browser.setDownloadBehavior", behavior="allow", downloadPath=str(folder))
    await page.evaluate("document.getElementById('download').click()")
    await page.wait("document.querySelector('#saves[open] li button')")
    await page.evaluate("document.querySelector('#saves li button').click()")
    async with asyncio.timeout(60):
        while not (files := list(folder.glob("*.rokoko"))):
            await asyncio.sleep(0.05)
    return files[0]


def verify(path: Path) -> str:
    """Return what ``rokoko-tui verify`` says about the save at ``path``. Raises CalledProcessError."""
    command = [sys.executable, "-m", "rokoko_tui", "verify", str(path)]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


async def begin_game(page: Tab) -> None:
    """Begin the first game, without a name."""
    await page.press("p")
    await page.see(say("{new.name-asked}"))
    await page.settled()
    await page.press("enter")


async def test_visits_are_measured_with_and_without_a_cache(built_page: Path) -> None:
    visits = await measure(built_page, 2)
    assert [(list(visit.stages), len(visit.keys)) for visit in visits] == [(list(STAGES), KEYS)] * 2


async def test_the_lesson_begins(browser: Browser, url: str) -> None:
    page = await open_page(browser, url)
    await page.press("t")
    await page.see("Step 1 of 16")
    await play(page, "Step 4 of 16", "lesson")


async def test_a_round_is_played_by_keys_and_survives_reloads(browser: Browser, url: str, tmp_path: Path) -> None:
    page = await open_page(browser, url)
    await begin_game(page)
    await page.see("1 [ ]")
    await play(page, "Choose the main action", "as-it-comes")
    before = await page.settled()
    await reload(page)
    await page.see(UNFINISHED)
    await page.press("c")
    await page.see("Choose the main action")
    assert _own_line(await page.settled()) == _own_line(before)
    await play(page, "Round 2 of 7", "as-it-comes")
    saved = await download(page, tmp_path / "downloads")
    assert saved.name in verify(saved)


def _own_line(text: str) -> str:
    """Return the first line, with the round, what is to be decided, and the purse."""
    return text.partition("\n")[0]


@pytest.mark.release
async def test_a_round_is_played_by_mouse(browser: Browser, url: str) -> None:
    page = await open_page(browser, url)
    await page.click(say("{start.menu.play}"))
    await page.see(say("{new.name-asked}"))
    await page.settled()
    await page.click(say(" {new.start} "))
    await page.see("1 [ ]")
    await play(page, "Round 2 of 7", POINTING)


async def test_a_round_is_played_by_touch(browser: Browser, url: str) -> None:
    page = await browser.tab(url, PROFILE)
    await page.call("Emulation.setTouchEmulationEnabled", enabled=True, maxTouchPoints=1)
    await page.see(say(READY))
    await page.tap(say("{start.menu.play}"))
    await page.see(say("{new.name-asked}"))
    await page.settled()
    await page.tap(say(" {new.start} "))
    await page.see("1 [ ]")
    await play(page, "Round 2 of 7", POINTING, by_touch=True)


@pytest.mark.long
@pytest.mark.release
async def test_two_people_play_at_one_screen(browser: Browser, url: str) -> None:
    page = await open_page(browser, url)
    await page.press("n")
    await page.see(say("{new.start-line}"))
    while (await page.settled()).count(say("‹ {new.person} ›")) < 2:
        await page.click("‹ bot")
    await page.click(say(" {new.start} "))
    await page.see(say("{table.hand-over.keys}"), "Pass the screen")
    assert say(HAND) not in await page.screen()
    await play(page, "Pass the screen to Rosalie", "first-choices")
    await play(page, "Round 2 of 7", "first-choices")


async def test_plain_mode_is_text_for_screen_readers(browser: Browser, url: str) -> None:
    log = "document.querySelector('[role=log]').innerText"
    page = await browser.tab(f"{url}#text", PROFILE)
    await page.wait(f"{log}.includes({say('{start.menu.leave}')!r})")
    for line, answer in (
        ("1", "3 cards for your hand"),
        ("1 2 3", "Choose the card to play"),
        ("h", "Result of the turn"),
        ("1", "Choose the main action"),
        ("q", say("{start.menu.continue}")),
    ):
        await page.press(*line, "enter")
        await page.wait(f"{log}.includes({answer!r})")
    assert await page.evaluate("document.querySelectorAll('.xterm').length") == 0


async def test_a_hint_is_given_and_followed(browser: Browser, url: str) -> None:
    page = await open_page(browser, url)
    await begin_game(page)
    await page.see(say(HAND))
    await page.settled()
    await page.press("h")
    await page.see(say("{advice.hint.use}"))
    await play(page, "Choose the main action", "hints")


async def test_what_was_shown_survives_a_killed_browser(built_page: Path, url: str, tmp_path: Path) -> None:
    profile = tmp_path / "killed"
    async with chromium(profile, PATIENCE) as browser:
        page = await open_page(browser, url)
        await begin_game(page)
        await page.see("1 [ ]")
        await page.settled()  # keys are ignored for a moment after the bot's play
        await page.press("1", "2")
        await page.see(say("{table.list.chosen-of n=2 all=3}"))
        await page.press("3")
        await page.wait(f"!document.body.textContent.includes({say('{table.list.chosen-of n=2 all=3}')!r})")
        await browser.kill()
    async with chromium(profile, PATIENCE) as browser:
        page = await open_page(browser, url)
        await page.see(UNFINISHED)
        await page.press("c")
        await page.see("Round 1 of 7")
        assert "[ ]" not in await page.settled()


async def test_a_second_tab_is_refused_and_a_save_moves_to_another_browser(
    browser: Browser, url: str, tmp_path: Path
) -> None:
    page = await open_page(browser, url)
    await begin_game(page)
    await page.see("1 [ ]")
    second = await browser.tab(url, PROFILE)
    await second.wait(f"document.getElementById('status').textContent === {say('{page.other-tab}')!r}")
    saved = await download(page, tmp_path / "downloads")
    async with chromium(tmp_path / "other", PATIENCE) as other:
        page = await open_page(other, url)
        node = await page.call("DOM.getDocument")
        field = await page.call("DOM.querySelector", nodeId=node["root"]["nodeId"], selector="#file")
        await page.call("DOM.setFileInputFiles", files=[str(saved)], nodeId=field["nodeId"])
        await page.wait("document.getElementById('status').textContent.includes('.rokoko')")
        assert re.search(re.escape(saved.name), await status(page))
        await page.press("l")
        await page.see(saved.stem[:20])


async def test_the_page_opens_without_a_network_and_a_new_version_replaces_it(
    browser: Browser, built_page: Path, tmp_path: Path
) -> None:
    copy = shutil.copytree(built_page, tmp_path / "copy")
    kept = "navigator.serviceWorker.getRegistration().then(({ active }) => active?.state === 'activated')"
    with make_server(copy, 0) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        page = await open_page(browser, f"http://127.0.0.1:{server.server_port}/")
        await page.wait("document.getElementById('install').offsetWidth")
        await page.wait(f"{kept}.then((kept) => window.isKept = kept) && window.isKept")
        await begin_game(page)
        await page.see("1 [ ]")
        await page.call(
            "Network.emulateNetworkConditions", offline=True, latency=0, downloadThroughput=0, uploadThroughput=0
        )
        await reload(page)
        await page.see(UNFINISHED)
        await page.call(
            "Network.emulateNetworkConditions", offline=False, latency=0, downloadThroughput=-1, uploadThroughput=-1
        )
        files = next(path for path in copy.iterdir() if path.is_dir())
        renamed = files.rename(copy / "0123456789ab")
        for name in ("index.html", "manifest.json", "service_worker.js"):
            text = (copy / name).read_text(encoding="utf-8")
            (copy / name).write_text(text.replace(files.name, renamed.name), encoding="utf-8")
        await reload(page)
        await page.wait("document.getElementById('update').offsetWidth")
        await page.evaluate("window.isOld = true; document.getElementById('update').click()")
        with suppress(RuntimeError):  # the page that is asked is gone
            await page.wait("!window.isOld && document.getElementById('progress').hidden")
        await page.see(UNFINISHED)
        assert renamed.name in await page.evaluate("document.querySelector('link[rel=icon]').href")
        await page.see(UNFINISHED)
        server.shutdown()


def test_a_first_visit_transfers_at_most_nine_megabytes(built_page: Path) -> None:
    files = [path for path in built_page.rglob("*") if path.is_file()]
    assert sum(len(gzip.compress(path.read_bytes())) for path in files) <= 9_000_000


async def test_a_phone_has_the_keys_it_lacks_and_touches_work(browser: Browser, url: str) -> None:
    page = await browser.tab("about:blank", PROFILE)
    await page.emulate(390, 844, 3, touch=True)
    await page.go(url)
    await page.see(say(READY))
    await page.settled()
    await page.tap_button(say("{browser.bar.help}"))
    await page.see("4 Keys")
    await page.tap_button(say("{browser.bar.escape}"))
    await page.see(say(READY))
    assert await page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_every_host_knows_the_types_of_the_built_files(built_page: Path) -> None:
    assert {path.suffix for path in built_page.rglob("*") if path.is_file()} == KNOWN


async def test_an_old_browser_is_told_what_it_lacks(browser: Browser, url: str) -> None:
    for feature in ("HTMLScriptElement.prototype.noModule", "window.Worker", "window.WebAssembly"):
        page = await browser.tab("about:blank")
        await page.call("Page.addScriptToEvaluateOnNewDocument", source=f"delete {feature}")
        await page.go(url)
        await page.wait(f"document.querySelector('.unsupported')?.textContent === {say('{browser.old}')!r}")


@pytest.mark.parametrize("is_allowed", [True, False])
async def test_the_table_is_copied_or_shown(browser: Browser, url: str, is_allowed: bool) -> None:
    page = await browser.tab("about:blank", PROFILE)
    await page.call(
        "Page.addScriptToEvaluateOnNewDocument",
        source="Object.defineProperty(Navigator.prototype, 'clipboard', { value: undefined });"
        "document.addEventListener('copy', () => { window.copied = document.activeElement.value; });"
        + ("" if is_allowed else "document.execCommand = () => false;"),
    )
    await page.go(url)
    await page.see(say(READY))
    await page.settled()
    await begin_game(page)
    await page.see("1 [ ]")
    await page.settled()
    await page.press("y")
    text = "window.copied" if is_allowed else "document.querySelector('#copy[open] textarea')?.value"
    await page.wait(f"{text}?.includes('Round 1 of 7')")
    assert await page.evaluate("document.getElementById('copy').open") is not is_allowed


async def test_the_page_is_played_from_nginx_as_debian_configures_it(
    browser: Browser, built_page: Path, tmp_path: Path
) -> None:
    port = free_port()
    types = Path("/etc/nginx/mime.types")
    if NGINX is None or not types.exists():
        pytest.skip("needs nginx")
    server = f"server {{ listen 127.0.0.1:{port}; root {built_page}; }}"
    with nginx(tmp_path, port, f"include {types}; default_type application/octet-stream; {server}"):
        await open_page(browser, f"http://127.0.0.1:{port}/")


async def test_the_player_leaves_starts_again_and_concedes(browser: Browser, url: str) -> None:
    page = await open_page(browser, url)
    await begin_game(page)
    await page.see("1 [ ]")
    await page.settled()
    await page.press("escape")
    await page.see(say("{table.leave.title}"))
    await page.press("y")
    await page.see(say(READY))
    await page.settled()
    await page.press("q")
    await page.wait("!document.getElementById('again').hidden")
    assert await status(page) == say("{page.ended}")
    await page.evaluate("document.getElementById('again').click()")
    await page.see(say(READY))
    await page.settled()
    await page.see(UNFINISHED)
    await page.press("c")
    await page.see("1 [ ]")
    await page.settled()
    await page.press("escape")
    await page.see(say("{table.leave.concede}"))
    await page.settled()
    await page.press("g")
    await page.see(say("{table.concede.title}"))
    await page.settled()
    await page.press("y")
    await page.see("Total")
    await page.settled()
    await page.press("escape")
    await page.see(say(READY))
    assert UNFINISHED not in await page.settled()


@pytest.mark.long
@pytest.mark.release
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
        await page.see(UNFINISHED)
        await page.press("c")
        await page.see(f"Round {number} of 7")
    await play(page, "{final.rank}", "as-it-comes")
    saved = await download(page, tmp_path / "downloads")
    assert saved.name in verify(saved)
