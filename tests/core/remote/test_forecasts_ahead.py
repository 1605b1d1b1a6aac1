"""Forecasts that a client requests before the cursor reaches their choices."""

import asyncio
from pathlib import Path

from rokoko_core import Seat, Setup
from rokoko_core.pending import MainAction
from tests.core.remote.hosted import hosted

TABLE = Setup((Seat("Ada"), Seat("Bo")), 7, first_player=0)


async def test_the_choices_beside_a_known_one_are_fetched_ahead(tmp_path: Path) -> None:
    async with hosted(tmp_path, TABLE) as table:
        ada, bo = await table.join_all(range(2))
        while not isinstance(table.game.state.pending[-1], MainAction):
            mover = ada if ada.person_to_move is not None else bo
            await mover.play(mover.menu.actions[0])
            await table.settle()
        first, second, third, *_ = ada.menu.actions
        assert ada.known_forecast(first) is None
        forecast = await ada.forecast(first)
        assert ada.known_forecast(first) == forecast
        while ada.known_forecast(second) is None:
            await asyncio.sleep(0)
        assert ada.known_forecast(second) == await ada.forecast(second)
        ada.close()
        assert ada.known_forecast(third) is None, "it was asked for, and the game was left before the answer"
