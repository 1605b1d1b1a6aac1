"""The program for random hands in a terminal: as ever, but that the bots answer from a stub: ``... SEED [menu]``."""

import os
import sys
from pathlib import Path

from textual import events

import rokoko_tui
from rokoko_tui.app import RokokoApp
from rokoko_tui.settings.launch import SAVES_VARIABLE, Start
from tools.conditions import lay_out
from tools.torture.scenes import Stub, condition_of


class App(RokokoApp):
    """Tells the stub of every event, as bots wait for some."""

    CSS_PATH = str(Path(rokoko_tui.__file__).with_name("app.tcss"))

    async def on_event(self, event: events.Event) -> None:
        if isinstance(event, events.InputEvent | events.Resize) and isinstance(self._thinkers, Stub):
            self._thinkers.tell()
        await super().on_event(event)


def main(seed: int, again: bool) -> int:
    """Run the session of ``seed``; ``again`` after it has been left, with the start screen."""
    settings, start = lay_out(condition_of(seed), Path(os.environ[SAVES_VARIABLE]))
    app = App(settings, Start() if again else start)
    app._thinkers = Stub(seed)
    app.run()
    return app.return_code or 0


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]), "menu" in sys.argv))
