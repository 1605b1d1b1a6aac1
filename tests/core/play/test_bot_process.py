"""The bot process: start, cancellation, and restart after a crash."""

import os
from asyncio import CancelledError, create_task, sleep
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from random import Random
from time import monotonic

import pytest

from rokoko_core import Seat, Setup, new_state, observe
from rokoko_core.engine import legal_actions
from rokoko_core.observe import Observation
from rokoko_core.play.bot_process import BotWorker
from rokoko_core.play.bot_tasks import BotTasks

VIEW = observe(new_state(Setup((Seat("Ada"), Seat("Bo")), 3, first_player=0)), 0)
LONG = 60.0
"""More seconds than any test takes."""


def stubborn(tasks: BotTasks, is_ended: Callable[[], bool], view: Observation) -> str:
    """Run until the task is ended."""
    began = monotonic()
    while not is_ended() and monotonic() - began < LONG:
        pass
    return "best so far"


def process(tasks: BotTasks, is_ended: Callable[[], bool], view: Observation) -> int:
    return os.getpid()


def dies_once(tasks: BotTasks, is_ended: Callable[[], bool], view: Observation, mark: Path) -> str:
    """Kill the process at the first call."""
    if not mark.exists():
        mark.touch()
        os._exit(1)
    return "alive"


@pytest.fixture
async def bot_worker() -> AsyncIterator[BotWorker]:
    worker = BotWorker()
    yield worker
    worker.stop()


async def test_plans_come_from_one_other_process(bot_worker: BotWorker) -> None:
    plan = await bot_worker.plan(VIEW, "journeyman", Random(1), 2.0)
    assert plan[0] in legal_actions(VIEW.table)
    first = await bot_worker._run(process, VIEW)
    assert first != os.getpid()
    assert await bot_worker._run(process, VIEW) == first


async def test_hurry_ends_a_task_with_the_best_result_so_far(bot_worker: BotWorker) -> None:
    began = monotonic()
    task = create_task(bot_worker._run(stubborn, VIEW))
    await sleep(0)
    bot_worker.hurry()
    assert await task == "best so far"
    assert monotonic() - began < LONG


async def test_a_new_task_ends_the_previous_one(bot_worker: BotWorker) -> None:
    old = create_task(bot_worker._run(stubborn, VIEW))
    await sleep(0)
    assert await bot_worker._run(process, VIEW) != os.getpid()
    assert await old == "best so far"


async def test_a_cancelled_task_ends(bot_worker: BotWorker) -> None:
    old = create_task(bot_worker._run(stubborn, VIEW))
    await sleep(0)
    old.cancel()
    with pytest.raises(CancelledError):
        await old
    assert await bot_worker._run(process, VIEW) != os.getpid()


async def test_a_dead_process_is_restarted(bot_worker: BotWorker, tmp_path: Path) -> None:
    assert await bot_worker._run(dies_once, VIEW, tmp_path / "died") == "alive"
