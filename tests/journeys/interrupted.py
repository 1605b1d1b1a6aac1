"""The program, which ``z`` suspends at the worst moment: while it holds the lock of its output."""

import os
import signal
import sys
from pathlib import Path

from textual import events

import rokoko_tui
from rokoko_tui.app import RokokoApp
from rokoko_tui.games import Start
from rokoko_tui.settings.account import SAVES_VARIABLE
from rokoko_tui.settings.settings import Settings


class App(RokokoApp):
    CSS_PATH = str(Path(rokoko_tui.__file__).with_name("app.tcss"))

    async def on_event(self, event: events.Event) -> None:
        if isinstance(event, events.Key) and event.key == "z" and not event.is_forwarded:
            writer = self._driver._writer_thread
            with writer._queue.mutex:
                os.kill(os.getpid(), signal.SIGTSTP)
            return
        await super().on_event(event)


if __name__ == "__main__":
    app = App(Settings(saves=os.environ[SAVES_VARIABLE]), Start())
    app.run()
    sys.exit(app.return_code)
