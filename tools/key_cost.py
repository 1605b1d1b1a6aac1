"""``python -m tools.key_cost``: what one key at the table costs: modules run, plays of the action, menus built."""

import asyncio
import sys
import tempfile
from collections import Counter
from pathlib import Path
from types import FrameType

from rokoko_core import Game, legal_actions
from rokoko_core.actions import MakeDress
from rokoko_core.journal import create
from rokoko_tui.app import RokokoApp
from rokoko_tui.games import Start
from rokoko_tui.panes.choices import Choices
from rokoko_tui.settings.settings import Settings
from tools import ROOT
from tools.torture.scenes import Stub

SAMPLE = ROOT / "saves" / "everything-2.rokoko"
SIZE = (120, 40)


class Profile:
    """The calls of the program's own functions while it is active."""

    def __init__(self) -> None:
        self.calls: Counter[tuple[str, str]] = Counter()

    def __enter__(self) -> "Profile":
        sys.setprofile(self._note)
        return self

    def __exit__(self, *_: object) -> None:
        sys.setprofile(None)

    def _note(self, frame: FrameType, event: str, _: object) -> None:
        module = frame.f_globals.get("__name__", "")
        if event == "call" and module.startswith(("rokoko_core", "rokoko_tui")):
            self.calls[module, frame.f_code.co_name] += 1

    @property
    def modules(self) -> int:
        """The number of modules in which a function was called."""
        return len({module for module, _ in self.calls})

    def count(self, module: str, function: str) -> int:
        """Return the calls of one function."""
        return self.calls[module, function]


def position_before_a_dress(folder: Path) -> Path:
    """Write a save in which seat 0 may make a dress; return its path."""
    game = Game.load(SAMPLE)
    number = next(
        n
        for n in range(game.length)
        if game.seat_of(n) == 0 and any(isinstance(action, MakeDress) for action in legal_actions(game.at(n)))
    )
    path = folder / "dress.rokoko"
    create(path, game.setup, game.fork(number).entries).close()
    return path


async def measure(folder: Path) -> dict[str, Profile]:
    """Return the profiles of an arrow key and of Enter on making a dress."""
    settings = Settings(saves=str(folder), motion="off", pace="at-once", handover=False, hints=False)
    app = RokokoApp(settings, Start("load", path=position_before_a_dress(folder)))
    app._bot_worker = Stub(0)
    profiles: dict[str, Profile] = {}
    async with app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        await pilot.pause()
        choices = app.screen.query_one(Choices)
        choices.cursor = next(n for n, e in enumerate(choices.entries) if isinstance(e.action, MakeDress)) - 1
        await pilot.pause()
        for name, key in (("arrow", "down"), ("Enter", "enter")):
            with Profile() as profiles[name]:
                await pilot.press(key)
                await pilot.pause()
    return profiles


def main() -> None:
    """Print the figures of both keys."""
    with tempfile.TemporaryDirectory() as folder:
        for name, profile in asyncio.run(measure(Path(folder))).items():
            print(
                f"{name}: {profile.modules} modules, {sum(profile.calls.values()):,} calls, "
                f"{profile.count('rokoko_core.play.forecast', 'forecast_of')} forecasts, "
                f"{profile.count('rokoko_core.engine', 'certain_outcome')} outcomes, "
                f"{profile.count('rokoko_core.play.menu', 'menu_of')} menus"
            )


if __name__ == "__main__":
    main()
