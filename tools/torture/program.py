"""The program with a stub for the bots: ``python -m tools.torture.program SEED [menu]``."""

import os
import sys
from pathlib import Path

from textual import events

import rokoko_tui
from rokoko_tui.app import RokokoApp
from rokoko_tui.games import Start
from rokoko_tui.settings.account import SAVES_VARIABLE
from tools.conditions import lay_out
from tools.torture.scenes import Stub, condition_of


class App(RokokoApp):
    """Counts the input events for the stub."""

    CSS_PATH = str(Path(rokoko_tui.__file__).with_name("app.tcss"))

    async def on_event(self, event: events.Event) -> None:
        if isinstance(event, events.InputEvent | events.Resize) and isinstance(self._bot_worker, Stub):
            self._bot_worker.tell()
        await super().on_event(event)


def main(seed: int, restarted: bool) -> int:
    """Run the session of ``seed``; if ``restarted``, begin with the start screen."""
    settings, start = lay_out(condition_of(seed), Path(os.environ[SAVES_VARIABLE]))
    app = App(settings, Start() if restarted else start)
    app._bot_worker = Stub(seed)
    app.run()
    return app.return_code or 0


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]), "menu" in sys.argv))
