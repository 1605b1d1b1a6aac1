"""The program with a deliberate error: on ``z`` at the table, or with ``CRASH=start`` on the start screen."""

import os
import sys
from typing import NoReturn

from textual import events

from rokoko_tui.__main__ import main
from rokoko_tui.screens.play import PlayScreen
from rokoko_tui.screens.start import StartScreen

on_key = PlayScreen.on_key


class Fault(Exception):
    """The deliberate error."""


async def raise_on_z(self: PlayScreen, event: events.Key) -> None:
    if event.key == "z":
        raise Fault("on purpose")
    await on_key(self, event)


def raise_always(self: StartScreen) -> NoReturn:
    raise Fault("on purpose")


if __name__ == "__main__":
    PlayScreen.on_key = raise_on_z  # type: ignore[method-assign]
    if os.environ.get("CRASH") == "start":
        StartScreen.compose = raise_always  # type: ignore[method-assign]
    sys.exit(main())
