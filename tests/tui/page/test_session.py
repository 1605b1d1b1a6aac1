"""The program as the static page runs it, without a browser."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from rokoko_tui.page.session import Session
from tests.saves.sample_games import FOLDER

SAMPLE = sorted(FOLDER.glob("*.rokoko"))[0]
PATIENCE = 60.0


class Tab:
    """Keeps the output of a session."""

    def __init__(self, folder: Path, language: str = "en_US.UTF-8") -> None:
        self.output = ""
        self._changed = asyncio.Event()
        self.session = Session(self._receive, lambda kind, content: None, {"LANG": language}, 80, 24, folder)

    def _receive(self, text: str) -> None:
        self.output += text
        self._changed.set()

    async def see(self, text: str) -> None:
        """Wait for output that contains ``text``."""
        async with asyncio.timeout(PATIENCE):
            while text not in self.output:
                self._changed.clear()
                await self._changed.wait()


@pytest.fixture
async def tab(tmp_path: Path) -> AsyncIterator[Tab]:
    tab = Tab(tmp_path)
    running = asyncio.create_task(tab.session.run())
    await tab.see("Quit")
    yield tab
    tab.session.connection.close()
    await running


async def test_the_player_leaves_and_the_terminal_is_restored(tmp_path: Path) -> None:
    tab = Tab(tmp_path, "uk_UA.UTF-8")
    running = asyncio.create_task(tab.session.run())
    await tab.see("Завантажити")
    tab.session.feed("q")
    assert await running == 0
    assert "\x1b[?1049l" in tab.output


async def test_an_uploaded_save_is_listed_at_once(tab: Tab) -> None:
    tab.output = ""
    said = tab.session.add_save("ada.rokoko", memoryview(SAMPLE.read_bytes()))
    assert "ada.rokoko" in said
    ((path, name),) = tab.session.list_saves()
    assert (Path(path).read_bytes(), name) == (SAMPLE.read_bytes(), "ada.rokoko")
    await tab.see("Quit")  # the start screen is drawn again


async def test_a_file_that_is_no_save_is_refused_in_a_sentence(tab: Tab) -> None:
    assert tab.session.add_save("ada.rokoko", b"no save").startswith("ada: ")
    assert tab.session.list_saves() == []
