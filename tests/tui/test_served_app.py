"""People who are served: what is their own, and what of this machine they cannot reach."""

import asyncio
import stat
from pathlib import Path

from rokoko_core.files import write_whole
from rokoko_tui.served_app import SECRET, People
from rokoko_tui.settings.settings import load_settings
from tests.tui.doors.remote_terminal import RemoteTerminal, served

RICH = {"TERM": "xterm-256color", "COLORTERM": "truecolor"}


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
