"""People who are served: what is their own, and what of this machine they cannot reach."""

import asyncio
import gc
import stat
from pathlib import Path
from weakref import WeakSet

import pytest
from textual._styles_cache import StylesCache

from rokoko_core.files import write_whole
from rokoko_core.play.local_game import LocalGame
from rokoko_tui.app import RokokoApp
from rokoko_tui.cli import app_server
from rokoko_tui.cli.app_server import People, ServerLoop, ServerThreads, make_app
from rokoko_tui.cli.serve_web import AppProgram
from rokoko_tui.doors.connection import Connection
from rokoko_tui.screens.play import PlayScreen
from rokoko_tui.settings.account import SECRET
from rokoko_tui.settings.settings import load_settings
from tests.tui.doors.remote_terminal import PATIENCE, RemoteTerminal, served

RICH = {"TERM": "xterm-256color", "COLORTERM": "truecolor"}
KEPT = (RokokoApp, PlayScreen, LocalGame, StylesCache)
"""What takes the memory of a session."""


async def test_people_have_private_folders_and_a_secret_that_stays(tmp_path: Path) -> None:
    people = People(tmp_path / "people", tmp_path, 1)
    account = people.account("SHA256-a", "SHA256:a")
    assert account.guest is not None
    for path, mode in ((people.folder, 0o700), (account.folder, 0o700), (people.folder / SECRET, 0o600)):
        assert stat.S_IMODE(path.stat().st_mode) == mode
    again = People(tmp_path / "people", tmp_path, 1).account("SHA256-a", "SHA256:a")
    assert again.guest == account.guest
    assert people.account("SHA256-b").guest is None, "without a key there is no seat"


async def test_an_app_runs_with_the_settings_of_its_person(tmp_path: Path) -> None:
    people = People(tmp_path / "people", tmp_path, 1)
    ada, bo = people.account("ada", "ada"), people.account("bo", "bo")
    write_whole(ada.settings_path, b'language = "ukrainian"\n')
    write_whole(bo.settings_path, b"no settings")  # the defaults are used, and the file stays
    terminals = [RemoteTerminal(tmp_path / "unused", RICH) for _ in range(2)]
    running = [
        asyncio.create_task(people.run(account, terminal.connection))
        for account, terminal in zip((ada, bo), terminals, strict=True)
    ]
    await terminals[0].wait("Налаштування")
    await terminals[1].wait("Settings")
    for terminal in terminals:
        terminal.press("q")
    assert await asyncio.gather(*running) == [0, 0]
    assert bo.settings_path.read_bytes() == b"no settings"
    await people.close()


async def test_files_of_the_machine_are_out_of_reach(tmp_path: Path) -> None:
    write_whole(tmp_path / "settings.toml", b'saves = "/tmp"\n')
    terminal = RemoteTerminal(tmp_path, RICH, (120, 40))
    async with served(terminal):
        await terminal.wait("Settings")
        assert terminal.app.saves == tmp_path / "saves", "whatever the settings say"
        terminal.press("s")
        await terminal.wait("Theme")
        terminal.press("\x1b[F")  # End
        await terminal.wait("Keys")
        assert str(tmp_path) not in terminal.text
        assert not any(words in terminal.text for words in ("Folder", "Processes for bots"))
        terminal.press("\x1b")
        await terminal.until(lambda: "Quit" in terminal.text, "the menu")
        terminal.press("l")
        await terminal.wait("You have no saved games yet.")
        terminal.press("o")  # Open another file
        terminal.press("\x1b")
        await terminal.until(lambda: "Quit" in terminal.text, "the menu: there was no prompt to leave")
        terminal.press("a")
        await terminal.wait("No affiliation")
        terminal.press("\x1b[F")
        await terminal.wait("textual 8")
        assert str(tmp_path) not in terminal.text


async def test_a_setting_of_a_person_is_saved_beside_that_persons_saves(tmp_path: Path) -> None:
    people = People(tmp_path / "people", tmp_path, 1)
    ada = people.account("ada", "ada")
    terminal = RemoteTerminal(tmp_path / "unused", RICH)
    running = asyncio.create_task(people.run(ada, terminal.connection))
    await terminal.wait("Settings")
    terminal.press("s")
    await terminal.wait("Pace")
    terminal.press("\x1b[C")
    await terminal.until(lambda: load_settings(account=ada).pace != "auto", "the new pace")
    terminal.connection.close()
    await running
    await people.close()
    assert load_settings().pace == "auto"


@pytest.mark.slow
async def test_two_sessions_of_a_person_do_not_write_to_one_game(tmp_path: Path) -> None:
    first, second = (RemoteTerminal(tmp_path, RICH, (120, 40)) for _ in range(2))
    async with served(first):
        await first.wait("Settings")
        first.press("p")
        await first.wait("Your name (optional)")
        first.press("\r")
        await first.until(lambda: first.app.games.path is not None, "a game")
        async with served(second):
            await second.wait("Continue", "round 1")
            second.press("c")
            await second.wait("Watch")
            assert second.app.games.path is None


@pytest.mark.slow
async def test_ended_sessions_leave_nothing_in_memory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asyncio.get_running_loop().set_default_executor(ServerThreads())
    monkeypatch.setattr(app_server, "FREE_SECONDS", 0)
    people = People(tmp_path / "people", tmp_path, 1)
    others = WeakSet(each for each in gc.get_objects() if isinstance(each, KEPT))
    objects: WeakSet[object] = WeakSet()

    async def play(connection: Connection) -> None:
        account = people.account("ada")
        if len(objects):
            await AppProgram(make_app(account, connection, people.pool), connection).run()
        else:
            await people.run(account, connection)

    for shown, key in (("Settings", "p"), ("You and Rosalie · round 1", "c")):
        terminal = RemoteTerminal(tmp_path / "unused", RICH, (120, 40))
        del terminal.app
        running = asyncio.create_task(play(terminal.connection))
        await terminal.wait(shown)
        terminal.press(key)
        if key == "p":
            await terminal.wait("Your name (optional)")
            terminal.press("\r")
        await terminal.wait("Choose 3 cards")
        terminal.press("\x1b[B")
        objects.update(each for each in gc.get_objects() if isinstance(each, KEPT) and each not in others)
        assert {type(each) for each in objects} == set(KEPT)
        terminal.connection.close()
        await running
    async with asyncio.timeout(PATIENCE):
        while objects:
            gc.collect()
            await asyncio.sleep(0)
    await people.close()


def test_an_app_does_not_make_the_tasks_of_its_server_eager() -> None:
    async def look() -> None:
        async def note() -> None:
            noted.append("task")

        noted = list[str]()
        asyncio.get_running_loop().set_task_factory(getattr(asyncio, "eager_task_factory", None))
        task = asyncio.create_task(note())
        assert noted == []
        await task

    with asyncio.Runner(loop_factory=ServerLoop) as runner:
        runner.run(look())
