"""Test that timers fire although the process was suspended while they were started."""

from asyncio import Event, wait_for
from itertools import count

import pytest
from textual import timer

from rokoko_tui.app import RokokoApp
from rokoko_tui.games import Start
from rokoko_tui.screens.base_screen import TOO_SMALL
from rokoko_tui.settings.settings import Settings


class SlowClock:
    """A clock of a machine so busy that a second passes between any two readings."""

    def __init__(self) -> None:
        self._readings = count()

    def get_time(self) -> float:
        return float(next(self._readings))


@pytest.mark.parametrize("of_screen", [False, True], ids=["app", "screen"])
async def test_a_short_timer_fires_on_a_busy_machine(monkeypatch: pytest.MonkeyPatch, of_screen: bool) -> None:
    app, fired = RokokoApp(Settings(), Start()), Event()
    async with app.run_test() as pilot:
        await pilot.pause()
        monkeypatch.setattr(timer, "_time", SlowClock())
        (app.screen if of_screen else app).set_timer(1 / 120, fired.set)
        await wait_for(fired.wait(), 10)


async def test_every_new_size_reaches_the_screen_on_a_busy_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    app = RokokoApp(Settings(), Start())
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.pause()
        monkeypatch.setattr(timer, "_time", SlowClock())
        await pilot.resize_terminal(100, 30)
        await pilot.resize_terminal(60, 20)
        assert app.screen.query_one(f"#{TOO_SMALL}").display
