"""The installed program in a tab of Firefox: a round, a reload and a hand."""

from pathlib import Path

import pytest

from rokoko_tui.text.message_catalog import get_vocabulary
from tests.journeys.firefox import firefox, needs_firefox
from tests.journeys.runner import make_save
from tests.journeys.test_browser import DESKTOP, GAME, by_key, by_mouse, do, play_round
from tests.journeys.web_server import web_program

pytestmark = [pytest.mark.slow, needs_firefox]

say = get_vocabulary("classic").say


@pytest.mark.release
async def test_a_round_is_played_in_firefox(tmp_path: Path) -> None:
    home = tmp_path / "home"
    (home / "saves").mkdir(parents=True)
    make_save(GAME, home / "saves" / "game.rokoko")
    async with web_program(home) as program, firefox(tmp_path / "profile") as browser:
        tab = await browser.tab(await program.link(), size=DESKTOP)
        await tab.see(say("start.menu.leave"))
        await do(tab, by_mouse, "", say("start.menu.continue"), "Ada, it is your turn")
        await do(tab, by_key, "space", "Ada, it is your turn", "choose the card to play", "Ada, it is your turn")
        await tab.reload()
        await tab.see("choose the card to play")
        await play_round(tab, by_key)
        hand = "choose 1 card for the hand"
        await do(tab, by_key, "enter", "Ada, choose your cards", hand)
        await do(tab, by_key, "enter", hand, "Bo, choose your cards")
        assert await tab.evaluate("document.title") == say("table.window.theirs", who="Bo")
        assert tab.problems == []
