"""One hosted game, played in a terminal, over SSH, in a browser tab, and by a bot; before a release to its end."""

import re
import time
from contextlib import AsyncExitStack
from pathlib import Path

import pytest
import tomlkit

from rokoko_core.engine import to_move
from rokoko_core.journal import read
from tests.journeys.browser import Tab, chromium, needs_chromium
from tests.journeys.hosted import next_key, say, take_choice
from tests.journeys.journey import FAST
from tests.journeys.ssh_people import SshPeople, needs_ssh_client
from tests.journeys.terminal import LOOK, Terminal, folders
from tests.journeys.web_server import web_program

pytestmark = [pytest.mark.slow, needs_ssh_client, needs_chromium]

PLAYERS = ("Ada", "Bo", "Cy", "Di")
ROUNDS = 7
STUCK = 60.0
"""Seconds within which somebody has to act, on a loaded machine."""
IGNORED = 6.0
"""Seconds after which a key was ignored: a second Escape would close what the first opened."""
OWN_CONCESSION, OWN_END = "You conceded.", "Total"
"""On the screen of who conceded, while others play on; and on all screens after the last person did."""
WHOLE_GAME = 20 * STUCK
"""Seconds for about 500 actions, which take three minutes on a busy machine with two cores."""


class Table:
    """The host of a game, and the screens of Ada, Bo and Cy. Di is a bot."""

    def __init__(self, save: Path, host: Terminal, ada: Terminal, bo: Terminal, cy: Tab) -> None:
        self.save, self.host, self.ada, self.bo, self.cy = save, host, ada, bo, cy

    async def act(self, seat: int) -> None:
        """Let the person at ``seat`` take a choice, if the screen offers one. The bot acts without a screen."""
        for terminal in (self.host, self.ada, self.bo):
            terminal.settle()  # what is not read would stop the program
        if PLAYERS[seat] == "Cy":
            screen = await self.cy.settled()
            if key := next_key(screen):
                await self.cy.press(key)
            await self.cy.changes(screen, 1000 * LOOK)
        else:
            take_choice(self.bo if PLAYERS[seat] == "Bo" else self.ada)

    async def report(self) -> str:
        """Return all screens."""
        screens = {"host": self.host.text, "Ada": self.ada.text, "Bo": self.bo.text, "Cy": await self.cy.screen()}
        return "\n".join(f"{name}:\n{text.strip()}" for name, text in screens.items())


async def press_until(screen: Terminal | Tab, key: str, *texts: str) -> None:
    """Press ``key``, again while it is ignored, until the screen shows ``texts``."""
    if isinstance(screen, Terminal):
        screen.quiet()
        screen.insist([key], lambda: screen.shows(*texts), f"{texts}")
        return
    await screen.settled()
    for _ in range(int(STUCK / IGNORED)):
        await screen.press(key)
        if all([await screen.shows(text, 1000 * IGNORED) for text in texts]):
            return
    raise AssertionError(f"{key!r} does not lead to {texts}:\n{await screen.screen()}")


async def take_free_seat(screen: Terminal | Tab, name: str) -> None:
    """Take the free seat of ``name`` in the only hosted game, from the start screen."""
    seat = f"a free seat: {name}"
    if isinstance(screen, Terminal):
        screen.wait("a free seat: ")
    else:
        await screen.see("a free seat: ")
    await press_until(screen, "c", say("start.which"), seat)
    text = screen.text if isinstance(screen, Terminal) else await screen.screen()
    choice = re.search(rf"(\d) [^\n]*{seat}", text)
    assert choice is not None, text
    await press_until(screen, choice[1], say("start.take-seat"))
    await press_until(screen, "t", "Round 1 of 7")


async def concede_in_turn(table: Table) -> None:
    """Let each person concede: the others see it at once, and nobody is offered the game any more at the end."""
    screens: dict[str, Terminal | Tab] = {"Cy": table.cy, "Bo": table.bo, "Ada": table.ada}
    for name, screen in screens.items():
        await press_until(screen, "escape", say("table.leave.concede"))
        await press_until(screen, "g", say("table.concede.title"))
        await press_until(screen, "y", OWN_END if name == "Ada" else OWN_CONCESSION)
        for other, its_screen in screens.items():
            if other != name:
                await see(its_screen, OWN_END if name == "Ada" else f"{name} concedes the game")
    for screen in screens.values():
        await press_until(screen, "escape", say("start.menu.leave"))
        await see(screen, say("start.nothing"))


async def see(screen: Terminal | Tab, text: str) -> None:
    """Wait until the screen shows ``text``."""
    if isinstance(screen, Terminal):
        screen.wait(text)
    else:
        await screen.see(text)


def write_settings(folder: Path, name: str) -> None:
    """Write quick settings for ``name``."""
    folder.mkdir(parents=True)
    (folder / "settings.toml").write_text(tomlkit.dumps({**FAST, "name": name}), encoding="utf-8")


@pytest.mark.long
@pytest.mark.parametrize("rounds", [2, pytest.param(ROUNDS, marks=pytest.mark.release)])
async def test_a_terminal_ssh_a_browser_and_a_bot_play_together(tmp_path: Path, rounds: int) -> None:
    async with AsyncExitStack() as stack:
        home = tmp_path / "server"
        people = stack.enter_context(SshPeople(tmp_path))
        people.add("Bo")
        write_settings(people.people / "web-Cy", "Cy")
        program = await stack.enter_async_context(web_program(home, "--names", "Cy"))
        people.serve()
        game = (
            "--players",
            ",".join(PLAYERS[:3]),
            "--bots",
            f"{PLAYERS[3]}:apprentice",
            "--seed",
            7,
            "--seed-is-known",
        )
        host = stack.enter_context(Terminal(home, "host", *game, "--headless", "--open-seats", size=(400, 24)))
        host.wait(*PLAYERS[:3], "Ctrl+C")
        [save] = (home / "saves").glob("*.rokoko")
        join = re.search(r"Ada: rokoko-tui (join \S+ --code \S+)", host.text)
        assert join is not None, host.text
        write_settings(Path(folders(tmp_path / "ada")["XDG_CONFIG_HOME"]) / "rokoko", "Ada")
        ada = stack.enter_context(Terminal(tmp_path / "ada", *join[1].split()))
        ada.wait("Ada")
        bo = people.connect("Bo")
        await take_free_seat(bo, "Bo")
        browser = await stack.enter_async_context(chromium(tmp_path / "profile"))
        cy = await browser.tab(await program.link())
        await take_free_seat(cy, "Cy")
        table = Table(save, host, ada, bo, cy)

        begun = last_change = time.monotonic()
        length = -1
        while (seat := to_move((played := read(save).game).state)) is not None and played.state.round <= rounds:
            now = time.monotonic()
            if played.length != length:
                length, last_change = played.length, now
            if now - last_change > STUCK or now - begun > WHOLE_GAME:
                raise AssertionError(f"{PLAYERS[seat]} does not act, {length} actions\n{await table.report()}")
            await table.act(seat)
        assert played.over == (rounds == ROUNDS)
        for screen in (ada, bo, cy):
            if played.over:
                await press_until(screen, "enter", *PLAYERS, "Total")
            elif isinstance(screen, Tab):
                await screen.see(f"Round {rounds + 1} of {ROUNDS}")
            else:
                screen.wait(f"Round {rounds + 1} of {ROUNDS}")
        if not played.over:
            await concede_in_turn(table)
            assert len(read(save).game.conceded) == 3
        assert cy.problems == []
        assert read(save).damage is None
