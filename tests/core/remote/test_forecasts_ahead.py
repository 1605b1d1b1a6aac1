"""Forecasts that a client requests before the cursor reaches their choices."""

import asyncio
from pathlib import Path

import pytest

from rokoko_core import Seat, Setup
from rokoko_core.actions import Action
from rokoko_core.pending import MainAction
from rokoko_core.remote import messages as m
from rokoko_core.remote.client import KEPT_FORECASTS, RemoteGame
from tests.core.remote.hosted import HostedTable, hosted

TABLE = Setup((Seat("Ada"), Seat("Bo")), 7, first_player=0)


async def play_to_main_action(table: HostedTable) -> RemoteGame:
    """Play both seats until the first of them chooses a main action; return its game."""
    ada, bo = await table.join_all(range(2))
    while not isinstance(table.game.state.pending[-1], MainAction):
        mover = ada if ada.person_to_move is not None else bo
        await mover.play(mover.menu.actions[0])
        await table.settle()
    return ada


async def test_the_choices_beside_a_known_one_are_fetched_ahead(tmp_path: Path) -> None:
    async with hosted(tmp_path, TABLE) as table:
        ada = await play_to_main_action(table)
        first, second, third, *_ = ada.menu.actions
        forecast = await ada.forecast(first)
        assert ada.known_forecast(first) == forecast
        while ada.known_forecast(second) is None:
            await asyncio.sleep(0)
        assert ada.known_forecast(second) == await ada.forecast(second)
        ada.close()
        assert ada.known_forecast(third) is None, "it was asked for, and the game was left before the answer"


async def test_the_first_choice_is_asked_for_once_before_anybody_looks_at_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is in the first drawing of the table then, else it would be drawn again."""
    async with hosted(tmp_path, TABLE) as table:
        ada = await play_to_main_action(table)
        asked, request = list[Action](), ada.link.request

        async def note(message: m.Request, patience: float | None = None) -> m.Answer:
            if isinstance(message, m.AskForecast):
                asked.append(message.action)
            return await request(message, patience)

        monkeypatch.setattr(ada.link, "request", note)
        ada.on_update = ada.fetch_first_forecast
        await ada.play(ada.menu.actions[0])
        await asyncio.sleep(0)
        first = ada.menu.actions[0]
        assert first in asked
        assert await ada.forecast(first) == ada.known_forecast(first)
        assert asked.count(first) == 1


async def test_forecasts_are_known_again_after_an_undo(tmp_path: Path) -> None:
    async with hosted(tmp_path, TABLE) as table:
        ada = await play_to_main_action(table)
        start, first, second = ada.position, ada.menu.actions[0], ada.menu.actions[1]
        forecast = await ada.forecast(first)
        await ada.play(first)
        await table.settle()
        later = {action: await ada.forecast(action) for action in ada.menu.actions}
        assert first not in later, "another choice is open, whose forecasts are its own"
        assert ada.known_forecast(first) is None
        await ada.undo_to(start)
        await table.settle()
        assert ada.known_forecast(first) == forecast
        await ada.play(second)
        await table.settle()
        assert all(ada.known_forecast(action) is None for action in later), "the position has the number of another"


async def test_few_forecasts_are_kept(tmp_path: Path) -> None:
    async with hosted(tmp_path, TABLE) as table:
        games = await table.join_all(range(2))
        for _ in range(2 * KEPT_FORECASTS):
            mover = next(game for game in games if game.person_to_move is not None)
            await mover.play(mover.menu.actions[0])
            await table.settle()
        assert all(len(game._kept_forecasts) <= KEPT_FORECASTS for game in games)
