"""Two people and a whole game: one at a terminal, who hosts it, and one at a phone held upright."""

import re
import time
from contextlib import AsyncExitStack
from pathlib import Path

import pytest
import tomlkit

from rokoko_core.engine import to_move
from rokoko_core.game import Game
from rokoko_core.journal import read
from rokoko_core.remote.chat import open_chat
from rokoko_tui.cli.web_door import GUESTS
from tests.journeys.browser import Browser, Tab, chromium, needs_chromium
from tests.journeys.hosted import QUESTION, leave, next_key, open_table_for_browsers, press_once, say, take_choice
from tests.journeys.journey import FAST
from tests.journeys.nginx import free_port
from tests.journeys.terminal import LOOK, Terminal, folders

pytestmark = [pytest.mark.release, needs_chromium]

PHONE = (390, 844)
STUCK = 60.0
"""Seconds within which somebody has to act, on a loaded machine."""
WHOLE_GAME = 900.0
"""Seconds for the game, which takes two to three minutes."""
UNHURRIED = 6000
"""Milliseconds after which a tap without effect is repeated; a second one might close what the first has opened."""
BO = "Bo"
"""The name that who comes by the link gives."""
PASSING = (say("table.playback.end-touch"), say("round_summary.keys-touch"), say("round_summary.keys-wait-touch"))
"""What a tap ends: turns that are shown, and the page of a round."""
HELLO = "Good luck! Нехай щастить!"


class Evening:
    """The terminal of Ada, whose program hosts the game, and the phone of Bo."""

    def __init__(self, home: Path, browser: Browser, stack: AsyncExitStack) -> None:
        self.home, self.browser, self._stack = home, browser, stack
        self.port = free_port()
        self.ada: Terminal
        self.bo: Tab
        self.phone = ""
        """The profile of Bo's browser."""
        self.save: Path

    async def note(self, moment: str) -> None:
        """Note a moment; a script that looks at the screens takes its pictures here."""

    @property
    def url(self) -> str:
        """What Bo opens without the link."""
        return f"http://127.0.0.1:{self.port}/"

    def game(self) -> Game:
        """Return the game on disk."""
        return read(self.save).game

    # ---- the terminal

    def start_ada(self) -> None:
        """Start the program."""
        write_settings(Path(folders(self.home)["XDG_CONFIG_HOME"]) / "rokoko", "Ada")
        self.ada = self._stack.enter_context(Terminal(self.home, size=(100, 30)))
        self.ada.wait(say("start.menu.leave"))

    def open_table(self) -> str:
        """Open a table for Bo in the program, as the README says; return his link."""
        ada = self.ada
        open_table_for_browsers(ada, self.port)
        ada.until(lambda: re.search(rf"127\.0\.0\.1:{self.port}/#\S+", ada.text) is not None, "the link")
        link = re.search(rf"http://127\.0\.0\.1:{self.port}/#\S+", ada.text)
        assert link is not None
        [self.save] = (self.home / "saves").glob("*.rokoko")
        [guest] = (self.save.parent / GUESTS).glob("*/*/")
        write_settings(guest, BO)
        return link[0]

    def continue_game(self) -> None:
        """Start the program again after it was closed or killed, and continue."""
        self.start_ada()
        press_once(self.ada, "c", f"Round {self.game().state.round} of 7")

    # ---- the phone

    async def open_phone(self, url: str) -> None:
        """Open ``url`` on the phone."""
        self.phone = self.phone or await self.browser.person()
        self.bo = await self.browser.tab("about:blank", self.phone)
        await self.bo.emulate(*PHONE, scale=3, touch=True)
        await self.bo.go(url)

    async def tap(self, text: str, then: str) -> None:
        """Tap ``text``, again while the tap is ignored, until the phone shows ``then``."""
        for _ in range(5):
            await self.bo.settled()
            if (place := await self.bo.find(text)) is not None:
                await self.bo.touch(*place)
            if await self.bo.shows(then, UNHURRIED):
                return
        raise AssertionError(f"no {then!r} after {text!r}:\n{await self.bo.screen()}")

    async def act_on_phone(self) -> None:
        """Tap the choice under the cursor, if the phone offers one."""
        screen = await self.bo.screen()
        key = next_key(screen)
        if QUESTION in screen:
            await self.bo.tap_button(say("browser.bar.escape"))
        else:
            for text in ("[ ]" if key not in ("", "enter") else "▸", *PASSING):
                if (place := await self.bo.find(text)) is not None:
                    await self.bo.touch(*place)
                    break
        await self.bo.changes(screen, 1000 * LOOK)

    # ---- both

    async def play_until(self, round: int, seats: tuple[int, ...] = (0, 1)) -> None:
        """Let the people at ``seats`` play until ``round`` has begun, or to the end."""
        begun = last_change = time.monotonic()
        length = -1
        while (seat := to_move((game := self.game()).state)) is not None and game.state.round < round:
            now = time.monotonic()
            if game.length != length:
                length, last_change = game.length, now
            if now - last_change > STUCK or now - begun > WHOLE_GAME:
                raise AssertionError(f"seat {seat} does not act, {length} actions\n{await self.report()}")
            self.ada.settle()
            if seat == 0 or seat not in seats:
                take_choice(self.ada)
            else:
                await self.act_on_phone()

    async def report(self) -> str:
        """Return both screens."""
        return f"Ada:\n{self.ada.text}\nBo:\n{await self.bo.screen()}"


def write_settings(folder: Path, name: str) -> None:
    """Write quick settings for ``name``."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "settings.toml").write_text(tomlkit.dumps({**FAST, "language": "english", "name": name}))


async def play_the_evening(evening: Evening) -> None:
    """Play from the start screen to the hands of the rematch."""
    evening.start_ada()
    await evening.note("start")
    link = evening.open_table()
    await evening.note("invitation")
    await evening.open_phone(link)
    await evening.bo.see(say("table.remote.name-asked"))
    await evening.tap(say("table.remote.name-button"), f"{BO} · ")
    evening.ada.press("escape")
    evening.ada.wait_gone(say("invitation.how.line"))
    await evening.note("both-at-the-table")
    await talk(evening)
    await evening.play_until(2)
    await evening.note("round-2")

    evening.ada.kill()  # the window of the terminal is closed
    await evening.bo.wait("!document.getElementById('notice').hidden")
    await evening.note("terminal-closed")
    evening.continue_game()
    await evening.bo.wait("document.getElementById('notice').hidden")
    await evening.bo.see("Round 2 of 7")
    await evening.note("terminal-open-again")
    await evening.play_until(3)

    await be_absent(evening)
    await evening.play_until(5)
    await restart_host(evening)
    await evening.play_until(8)
    await evening.note("end")
    await begin_rematch(evening)
    await concede_on_phone(evening)


async def talk(evening: Evening) -> None:
    """Ada says a line, and Bo answers with a phrase."""
    ada, bo = evening.ada, evening.bo
    press_once(ada, "/", say("chat.field"))
    ada.send(HELLO)
    ada.wait(HELLO)
    ada.press("enter")
    ada.wait(f"Ada: {HELLO}")
    await bo.see("Ada: Good luck!")
    await evening.note("chat-arrives")
    await bo.tap_button(say("browser.bar.chat"))
    await bo.see(say("chat.field"))
    await bo.tap_button(say("browser.bar.down"))
    await bo.see(say("chat.phrase.hello"))
    await evening.note("phone-chat")
    await bo.tap_button(say("browser.bar.enter"))
    ada.wait(f"{BO}: {say('chat.phrase.hello')}")
    await evening.note("chat-answered")
    ada.press("escape")
    await bo.tap_button(say("browser.bar.escape"))
    await bo.gone(say("chat.phrase.hello"))


async def be_absent(evening: Evening) -> None:
    """Bo closes the phone; a bot plays until the phone opens the page again, without the link."""
    ada = evening.ada
    while to_move(evening.game().state) != 1:
        take_choice(ada)
    await evening.bo.close()
    ada.wait("(away)")
    await evening.note("bo-away")
    fill = say("table.remote.fill", who=BO)
    ada.insist(["down", "enter"], lambda: ada.shows(say("table.remote.returns")), fill)
    await evening.note("which-bot")
    ada.insist(["down", "enter"], lambda: evening.game().level_of(1) is not None, "a bot")
    await evening.play_until(4, seats=(0,))
    await evening.note("bot-played")
    await evening.open_phone(evening.url)
    await evening.bo.see("Round 4 of 7")
    ada.until(lambda: evening.game().level_of(1) is None, "Bo at the seat again")
    await evening.note("bo-back")


async def restart_host(evening: Evening) -> None:
    """The computer of Ada crashes, and is started again."""
    await evening.note("before-restart")
    evening.ada.kill()
    evening.continue_game()
    await evening.bo.wait("document.getElementById('notice').hidden")
    await evening.bo.see("Round 5 of 7")
    await evening.note("after-restart")


async def begin_rematch(evening: Evening) -> None:
    """Both look at the result, and want another game."""
    ada, bo = evening.ada, evening.bo
    ada.insist(["enter"], lambda: ada.shows("Ada", BO, "Total"), "the score sheet")
    for _ in range(20):
        if await bo.shows("Total", UNHURRIED):
            break
        await bo.tap_button(say("browser.bar.enter"))
    await evening.note("result")
    key = say("keys.footer.final.rematch")
    ada.insist(["p"], lambda: ada.shows(say("table.remote.rematch-waits", names=[BO])), "the offer")
    await bo.see("for a rematch")
    await evening.note("rematch-offered")
    await evening.tap(key, "Round 1 of 7")
    ada.wait("Round 1 of 7")
    await evening.note("rematch")
    saves = sorted((evening.home / "saves").glob("*.rokoko"), key=lambda path: path.stat().st_mtime)
    assert len(saves) == 2
    first, second = (read(save).game for save in saves)
    assert first.over and not second.entries
    assert [seat.name for seat in first.setup.players] == [seat.name for seat in second.setup.players][::-1]


async def concede_on_phone(evening: Evening) -> None:
    """Bo, who came by the invitation, gives the rematch up; both see the result at once, and nobody is waited for."""
    ada, bo = evening.ada, evening.bo
    await bo.settled()
    await bo.tap_button(say("browser.bar.escape"))
    await bo.see(say("table.leave.concede"))
    await evening.tap(say("table.leave.concede"), say("table.concede.title"))
    await evening.tap(f"{say('table.concede.concede')} (y)", "Total")
    ada.wait(say("final.conceded", who=BO))
    await evening.note("conceded")
    ada.insist(["escape"], lambda: ada.shows(say("start.nothing")), "nothing to continue")


@pytest.mark.long
async def test_an_evening_at_a_terminal_and_a_phone(tmp_path: Path) -> None:
    async with AsyncExitStack() as stack:
        browser = await stack.enter_async_context(chromium(tmp_path / "profile"))
        evening = Evening(tmp_path / "ada", browser, stack)
        await play_the_evening(evening)
        assert evening.bo.problems == []
        assert [line.text for line in open_chat(evening.save).lines] == [HELLO, ""]
        leave(evening.ada)
