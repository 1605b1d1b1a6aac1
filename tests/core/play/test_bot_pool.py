"""Bots of several games in a few processes."""

import asyncio
from random import Random
from typing import Any

import pytest

from rokoko_core.play.bot_pool import LEAST_SECONDS, BotPool, PooledBots

VIEW: Any = "a view"


class Worker:
    """A worker whose tasks end when they are hurried."""

    def __init__(self) -> None:
        self.budgets: list[float] = []
        self.hurried = asyncio.Event()
        self.ended = 0

    async def plan(self, view: object, level: str | None, rng: Random, budget: float) -> tuple[str, ...]:
        self.budgets.append(budget)
        if budget > LEAST_SECONDS:
            await self.hurried.wait()
        self.hurried.clear()
        return (str(level),)

    def hurry(self) -> None:
        self.hurried.set()

    def stop(self) -> None:
        self.ended += 1


@pytest.fixture
async def pool(monkeypatch: pytest.MonkeyPatch) -> BotPool:
    monkeypatch.setattr("rokoko_core.play.bot_pool.BotWorker", Worker)
    return BotPool(1)


def begin(bots: PooledBots, level: str) -> "asyncio.Task[Any]":
    return asyncio.create_task(bots.plan(VIEW, level, Random(1), 2.0))


async def turns(number: int = 5) -> None:
    for _ in range(number):
        await asyncio.sleep(0)


async def test_games_wait_for_a_free_process_and_hurry_only_their_own_bots(pool: BotPool) -> None:
    ada, bo = PooledBots(pool), PooledBots(pool)
    first, second = begin(ada, "ada"), begin(bo, "bo")
    await turns()
    bo.hurry()
    await turns()
    assert not first.done(), "the bot of another game is not hurried"
    ada.hurry()
    assert await first == ("ada",)
    assert await second == ("bo",)
    assert pool._workers[0].budgets == [2.0, LEAST_SECONDS], "it was hurried while it waited"  # type: ignore[attr-defined]


async def test_a_game_that_is_done_leaves_its_process_to_others(pool: BotPool) -> None:
    ada, bo = PooledBots(pool), PooledBots(pool)
    first, second = begin(ada, "ada"), begin(bo, "bo")
    await turns()
    ada.hurry()
    assert await first == ("ada",)
    await turns()
    ada.hurry()
    await turns()
    assert not second.done()
    bo.hurry()
    assert await second == ("bo",)


async def test_a_new_task_ends_the_previous_one_of_its_game(pool: BotPool) -> None:
    ada = PooledBots(pool)
    first = begin(ada, "1")
    await turns()
    second = begin(ada, "2")
    assert await first == ("1",)
    await turns()
    ada.stop()
    assert await second == ("2",)
    assert pool._workers[0].ended == 0, "the process continues for the others"  # type: ignore[attr-defined]


async def test_a_cancelled_task_frees_its_process(pool: BotPool) -> None:
    ada, bo = PooledBots(pool), PooledBots(pool)
    first, second = begin(ada, "ada"), begin(bo, "bo")
    await turns()
    first.cancel()
    await turns()
    bo.hurry()
    assert await second == ("bo",)
    await bo.ponder(VIEW, Random(1), 2.0)
    assert len(pool._workers[0].budgets) == 2, "nobody thinks ahead"  # type: ignore[attr-defined]
