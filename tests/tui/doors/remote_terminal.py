"""A terminal at the other end of a connection: shows what an app in this process sends, and types."""

import asyncio
import re
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from pathlib import Path

import pyte

from rokoko_tui.app import RokokoApp
from rokoko_tui.doors.connection import Connection
from rokoko_tui.games import Start
from rokoko_tui.settings.account import Account
from rokoko_tui.settings.settings import load_settings
from tests.journeys.terminal import UNREAD

PATIENCE = 60.0
"""Seconds within which a screen has to appear."""


class RemoteTerminal:
    """A terminal with ``environment``; the app keeps its files in ``folder``."""

    def __init__(self, folder: Path, environment: Mapping[str, str], size: tuple[int, int] = (80, 24)) -> None:
        self.output = b""
        """All output of the app."""
        self._screen = pyte.Screen(*size)
        self._stream = pyte.ByteStream(self._screen)
        self._changed = asyncio.Event()
        self.connection = Connection(self._receive, environment, size)
        self.app = RokokoApp(load_settings(account=Account(folder)), Start(), self.connection)

    def _receive(self, data: bytes) -> None:
        self.output += data
        self._stream.feed(UNREAD.sub(b"", data))
        self._changed.set()

    @property
    def text(self) -> str:
        """The text of the screen."""
        return "\n".join(line.rstrip() for line in self._screen.display)

    def press(self, keys: str) -> None:
        self.connection.feed(keys.encode())

    def resize(self, columns: int, lines: int) -> None:
        self._screen.resize(lines, columns)
        self.connection.resize(columns, lines)

    async def until(self, condition: Callable[[], bool], what: str) -> None:
        """Wait for output until ``condition()``."""
        try:
            async with asyncio.timeout(PATIENCE):
                while not condition():
                    self._changed.clear()
                    await self._changed.wait()
        except TimeoutError:
            raise AssertionError(f"waited for {what}; the screen:\n{self.text}") from None

    async def wait(self, *words: str) -> None:
        """Wait until all of ``words`` are on the screen."""
        await self.until(lambda: all(word in self.text for word in words), f"{words}")

    def has_colours(self, kind: str) -> bool:
        """Whether any colour was sent of ``kind``: "truecolor", "256", "16", or "any"."""
        patterns = {
            "truecolor": rb"[34]8;2;",
            "256": rb"[34]8;5;",
            "16": rb"\x1b\[(?:[0-9;]*;)?(?:[349][0-7]|10[0-7])(?:;[0-9;]*)?m",
            "any": rb"\x1b\[(?:[0-9;]*;)?(?:[349][0-8]|10[0-7])(?:;[0-9;]*)?m",
        }
        return re.search(patterns[kind], self.output) is not None


@asynccontextmanager
async def served(*terminals: RemoteTerminal) -> AsyncIterator[None]:
    """Run the apps of ``terminals`` in this event loop; afterwards, their connections end."""
    running = [asyncio.create_task(terminal.app.run_async()) for terminal in terminals]
    try:
        yield
    finally:
        for terminal in terminals:
            terminal.connection.close()
        await asyncio.gather(*running)
        for terminal in terminals:
            terminal.app.end_thinking()
