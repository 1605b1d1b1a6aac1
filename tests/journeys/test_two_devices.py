"""A seat of a hosted game on two phones, and a phone whose host stops and comes back."""

import json
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from tests.journeys.browser import Browser, Tab, chromium, needs_chromium
from tests.journeys.hosted import HAND, say
from tests.journeys.nginx import free_port
from tests.journeys.terminal import Terminal

pytestmark = [pytest.mark.slow, needs_chromium]

PHONE = (390, 844)
NOTICE = "document.getElementById('notice')"
LINK = re.compile(r"Ada: (http\S+#\S+)")
IS_TYPING = "document.activeElement.matches('.xterm textarea')"
"""Whether a phone shows its keyboard."""
NEW_LINK = re.compile(r"(http://\S+)[\s┃]+(\S+)")
"""In the two lines that it takes on a phone."""
ELSEWHERE = "Your seat is open on another"
PLAY_HERE = say("table.remote.play-here")
IS_TURN = "document.title.startsWith('*')"
STOPPED = say("browser.stopped-host")


class Phones:
    """The host of a game of Ada and Bo, which has no screen, and phones of Ada."""

    def __init__(self, home: Path, browser: Browser) -> None:
        self._home, self._port, self._browser = home, free_port(), browser
        self.host: Terminal

    def start_host(self, *game: object) -> str:
        """Start the host; return Ada's link, which is empty for a game of before."""
        options = ("--headless", "--web", "--web-port", self._port)
        self.host = Terminal(self._home, "host", *game, *options, size=(200, 30))
        self.host.until(lambda: self.host.shows("Ctrl+C"), "the host to listen")
        if isinstance(game[0], Path):
            return ""
        self.host.until(lambda: LINK.search(self.host.text) is not None, "the link")
        [link] = LINK.findall(self.host.text)
        return str(link)

    def continue_game(self) -> None:
        """Start the host again."""
        [save] = (self._home / "saves").glob("*.rokoko")
        self.start_host(save, "--seed-is-known")

    async def open(self, url: str) -> Tab:
        """Open ``url`` on a further phone."""
        tab = await self._browser.tab("about:blank")
        await tab.emulate(*PHONE, scale=3, touch=True)
        await tab.go(url)
        return tab


@asynccontextmanager
async def playing(home: Path) -> AsyncIterator[tuple[Phones, Tab]]:
    """Host a game in which it is Ada's turn; yield her phone."""
    async with chromium(home / "profile") as browser:
        phones = Phones(home / "host", browser)
        players = ("--players", "Ada,Bo", "--first", "Ada", "--seed", 5, "--seed-is-known")
        tab = await phones.open(phones.start_host(*players))
        try:
            await tab.see(HAND)
            yield phones, tab
        finally:
            phones.host.kill()


async def make_link(tab: Tab) -> str:
    """Return a new link for the seat, which a finger finds by the search in the menu."""
    await tab.settled()
    await tab.tap("Menu")
    await tab.see(say("keys.palette.search"))
    await tab.settled()
    assert not await tab.evaluate(IS_TYPING), "the keyboard would cover the menu"
    await tab.tap(say("keys.palette.search"))
    await tab.wait(IS_TYPING)
    await tab.press(*"device")
    await tab.gone(say("keys.table.undo"))
    await tab.settled()
    await tab.tap(say("invitation.palette.new-link")[:20])
    await tab.wait(f"!{IS_TYPING}")
    await tab.see("http")
    link = NEW_LINK.search(await tab.screen())
    assert link is not None, await tab.screen()
    await tab.tap_button(say("browser.bar.escape"))
    await tab.see(HAND)
    return link[1] + link[2]


async def test_a_seat_moves_between_two_phones(tmp_path: Path) -> None:
    async with playing(tmp_path) as (phones, first):
        await first.wait(IS_TURN)
        second = await phones.open(await make_link(first))
        await second.see(HAND)
        await first.see(ELSEWHERE, PLAY_HERE)
        assert "is choosing" not in await first.screen(), "that may be old"
        assert not await first.evaluate(IS_TURN)

        await first.tap(PLAY_HERE)
        await first.see(HAND)
        await second.see(PLAY_HERE)
        await second.reload()
        await second.see(HAND)
        await first.see(PLAY_HERE)
        await second.close()
        await first.tap_button(say("browser.bar.enter"))
        await first.see(HAND)
        await first.wait(IS_TURN)
        assert first.problems == second.problems == []


async def test_a_link_that_admits_nobody_says_what_to_do(tmp_path: Path) -> None:
    async with playing(tmp_path) as (phones, tab):
        url = await tab.evaluate("location.href")
        for link, reason in ((url, "no-link"), (f"{url}#used", "used-link")):
            stranger = await phones.open(link)
            await stranger.wait(f"!{NOTICE}.hidden")
            text = await stranger.evaluate(f"{NOTICE}.innerText")
            for part in ("Rokoko", say(f"browser.{reason}"), say("invitation.palette.new-link")):
                assert part in text
            left, top, right, bottom = await stranger.box("#notice")
            assert (left, top, right, bottom) == (0, 0, *PHONE), "a page of its own"


async def test_a_phone_returns_to_a_game_whose_host_had_stopped(tmp_path: Path) -> None:
    async with playing(tmp_path) as (phones, tab):
        phones.host.press("ctrl+c")
        await tab.wait(f"document.querySelector('#notice p').textContent === {json.dumps(STOPPED)}")
        assert not await tab.evaluate(IS_TURN), "nobody can play"
        phones.host.wait_for_exit()
        phones.continue_game()
        await tab.wait(f"{NOTICE}.hidden")
        await tab.see(HAND)
        await tab.wait(IS_TURN)
        assert tab.problems == []
