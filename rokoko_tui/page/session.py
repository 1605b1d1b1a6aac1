"""One run of the program in a web page. The web worker of the game starts it and passes on what the page sends."""

import gc
from collections.abc import Callable, Mapping
from pathlib import Path

from rokoko_tui.app import RokokoApp
from rokoko_tui.doors.connection import Connection
from rokoko_tui.games import Start
from rokoko_tui.page.bots import MessageKind, PageBotRunner
from rokoko_tui.settings.account import Account
from rokoko_tui.settings.settings import load_usable_settings
from rokoko_tui.text.messages import uncapital

FOLDER = Path("/player")
"""The folder of all files of the player, which the browser keeps."""
GC_THRESHOLDS = (200_000, 10, 10)
"""Thresholds of the garbage collector once the first screen is drawn."""


class BaseSession:
    """The files of the player in ``folder``; ``environment`` has variables that describe the terminal."""

    def __init__(self, environment: Mapping[str, str], folder: Path) -> None:
        account = Account(folder, environment)
        self.settings = load_usable_settings(account)
        self.saves = account.saves()

    def list_saves(self) -> list[tuple[str, str]]:
        """Return the path and the file name of each save, the latest first."""
        from rokoko_tui.saves.folder import list_folder

        return [(str(save.path), save.name) for save in list_folder(self.saves)]

    def add_save(self, name: str, content: bytes | memoryview) -> str:
        """Store an uploaded file called ``name``; return the sentence about it for the player."""
        from rokoko_core.journal import BadSave
        from rokoko_tui.saves.folder import SUFFIX, add_save

        words, stem = self.settings.words, name.removesuffix(SUFFIX)
        try:
            path = add_save(self.saves, stem, bytes(content))
        except BadSave as error:
            return words.say("page.refused", name=stem, reason=uncapital(words.save_error(error)))
        except OSError as error:
            return words.say("page.not-stored", name=stem, reason=words.disk_reason(error))
        self.show_saves()
        return words.say("page.stored", name=path.name)

    def show_saves(self) -> None:
        """Show that there is another save."""


class Session(BaseSession):
    """The program on a terminal of ``columns`` and ``lines``.

    ``send`` gets its output. ``post`` sends a message to the web worker of the bots. ``environment`` has variables that
    describe the terminal, such as ``LANG``.
    """

    def __init__(
        self,
        send: Callable[[str], object],
        post: Callable[[MessageKind, bytes | int], object],
        environment: Mapping[str, str],
        columns: int,
        lines: int,
        folder: Path = FOLDER,
    ) -> None:
        super().__init__(environment, folder)
        self.connection = Connection(lambda data: send(data.decode()), environment, (columns, lines))
        self.bots = PageBotRunner(post)
        self._app = RokokoApp(self.settings, Start(), self.connection, self.bots)

    async def run(self) -> int:
        """Run until the player leaves; return the exit code."""
        collect_garbage()
        await self._app.run_async()
        self._app.print_report()
        return self._app.return_code or 0

    def feed(self, text: str) -> None:
        """Handle input of the terminal."""
        self.connection.feed(text.encode())

    def resize(self, columns: int, lines: int) -> None:
        """Handle the new size of the terminal."""
        self.connection.resize(columns, lines)

    def show_saves(self) -> None:
        from rokoko_tui.screens.start import StartScreen

        if isinstance(self._app.screen, StartScreen):
            self._app.call_later(self._app.show_start)  # which lists the saves again


def collect_garbage() -> None:
    """Collect what is not needed any more from now on, but for modules and tables; the page has disabled it."""
    gc.freeze()
    gc.set_threshold(*GC_THRESHOLDS)
    gc.enable()
