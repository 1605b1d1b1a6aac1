"""Take the pictures of the browser in ``docs/screenshots``: ``python -m tools.hosting.browser_pictures``."""

import asyncio
import tempfile
from pathlib import Path

from PIL import Image

from rokoko_core import Game
from rokoko_core.journal import create
from tests.journeys.browser import Browser, Tab, chromium
from tests.journeys.web_server import WebProgram, web_program
from tools import ROOT

GAME = ROOT / "saves" / "base-4.rokoko"
ACTIONS = 150
"""Actions of the game that were played."""
FOLDER = ROOT / "docs" / "screenshots"
COLOURS = 256
TURN = "it is your turn"
PATIENCE = 2000
"""Milliseconds after which a key is pressed again."""
DESKTOP, PHONE = (1200, 760), (390, 844)
"""Sizes of the page; that of the desktop has 120 columns and 40 lines."""


def write_game(path: Path) -> None:
    """Write the first ``ACTIONS`` of ``GAME``."""
    finished = Game.load(GAME)
    with create(path, finished.setup) as journal:
        for action in finished.actions[:ACTIONS]:
            journal.game.play(action)


async def open_table(program: WebProgram, browser: Browser, size: tuple[int, int], scale: float, touch: bool) -> Tab:
    """Return a tab with the table of the game."""
    tab = await browser.tab("about:blank")
    await tab.emulate(*size, scale, touch)
    await tab.go(await program.link())
    await tab.see("Continue")
    await tab.settled()
    while "Quit" in (screen := await tab.settled()):
        await (tab.tap("Continue") if touch else tab.press("c"))  # a phone has no keyboard before it is opened
        await tab.changes(screen, PATIENCE)
    while TURN in await tab.settled():  # the page ignores keys and taps for a second
        await (tab.tap(TURN) if touch else tab.press("space"))
    return tab


async def take_picture(tab: Tab, path: Path) -> None:
    """Write a picture of ``tab`` with few colours, which is small."""
    await tab.picture(path)
    with Image.open(path) as picture:
        picture.convert("RGB").quantize(COLOURS, Image.Quantize.MAXCOVERAGE, dither=Image.Dither.NONE).save(
            path, optimize=True
        )


async def take_pictures(folder: Path) -> None:
    home = folder / "home"
    (home / "saves").mkdir(parents=True)
    write_game(home / "saves" / "game.rokoko")
    async with web_program(home) as program, chromium(folder / "profile") as browser:
        tab = await open_table(program, browser, DESKTOP, 1, touch=False)
        await take_picture(tab, FOLDER / "browser.png")
        await tab.call(
            "Input.dispatchKeyEvent", type="keyDown", modifiers=2, key="q", code="KeyQ", windowsVirtualKeyCode=81
        )
        await tab.wait("!document.getElementById('notice').hidden")
        tab = await open_table(program, browser, PHONE, 2, touch=True)
        await take_picture(tab, FOLDER / "browser-phone.png")


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(take_pictures(Path(folder)))


if __name__ == "__main__":
    main()
