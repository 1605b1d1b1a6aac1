"""Plain mode in the web page, for screen readers. The program waits for each line, as in a terminal."""

import asyncio
import sys
from collections.abc import Awaitable, Callable, Mapping
from contextlib import redirect_stdout
from pathlib import Path
from typing import TextIO, cast

from rokoko_tui.cli.plain_table import StopPlaying, play_plain, read_line
from rokoko_tui.cli.streams import say
from rokoko_tui.errors import CommandError
from rokoko_tui.page.session import FOLDER, BaseSession, collect_garbage
from rokoko_tui.saves.folder import new_path
from rokoko_tui.saves.scan import SaveScanner
from rokoko_tui.settings.setups import quick_setup


class PlainSession(BaseSession):
    """Games as lines of text. ``send`` gets the output; ``wait`` suspends the program until an awaitable is done."""

    def __init__(
        self,
        send: Callable[[str], object],
        wait: Callable[[Awaitable[None]], object],
        environment: Mapping[str, str],
        folder: Path = FOLDER,
    ) -> None:
        super().__init__(environment, folder)
        self._stream = PageStream(send, wait)

    def run(self) -> int:
        """Ask what to play, until the player leaves; return the exit code."""
        collect_garbage()
        sys.stdin = cast("TextIO", self._stream)
        with redirect_stdout(cast("TextIO", self._stream)):
            while True:
                try:
                    self._play()
                except StopPlaying:
                    return 0
                except CommandError as error:
                    say(error.describe(self.settings.words))

    def feed(self, text: str) -> None:
        """Receive a line of the player."""
        self._stream.add(text)

    def _play(self) -> None:
        """Ask for a game and play it. Raises ``StopPlaying`` and ``CommandError``."""
        words = self.settings.words
        *_, (latest, _) = SaveScanner(self.saves).latest()
        setup = quick_setup(None, self.settings, words)
        say(f"1: {words.say('start.menu.play')}, {words.say('start.against', names=setup.players[1].name)}")
        if latest is not None:
            say(f"2: {words.say('start.menu.continue')}, {latest.name}")
        say(f"q: {words.say('start.menu.leave')}")
        answer = read_line("> ").strip()
        if answer == "1":
            play_plain(new_path(self.saves, setup), setup, self.settings)
        elif answer == "2" and latest is not None:
            play_plain(latest.path, None, self.settings)
        elif answer == "q":
            raise StopPlaying


class PageStream:
    """Standard input and output of a session."""

    def __init__(self, send: Callable[[str], object], wait: Callable[[Awaitable[None]], object]) -> None:
        self._send, self._wait = send, wait
        self._lines: list[str] = []
        self._next: asyncio.Future[None] | None = None

    def write(self, text: str) -> int:
        self._send(text)
        return len(text)

    def flush(self) -> None:
        pass

    def add(self, line: str) -> None:
        self._lines.append(line)
        if self._next is not None and not self._next.done():
            self._next.set_result(None)

    def readline(self) -> str:
        if not self._lines:
            self._next = asyncio.get_event_loop().create_future()
            self._wait(self._next)
        return f"{self._lines.pop(0)}\n"
