"""The thinking process: warm, one for all, stopped when somebody says so, replaced when it dies."""

import os
from asyncio import CancelledError, create_task, sleep
from collections.abc import AsyncIterator
from pathlib import Path
from random import Random
from time import monotonic

import pytest

from rokoko_core import Seat, Setup, new_state, observe
from rokoko_core.engine import legal_actions
from rokoko_core.observe import Observation
from rokoko_core.play import bot_process
from rokoko_core.play.bot_process import BotWorker

VIEW = observe(new_state(Setup((Seat("Ada"), Seat("Bo")), 3, first_player=0)), 0)
LONG = 60.0
"""Seconds no test lasts."""


def stubborn(number: int, view: Observation) -> str:
    """Think until somebody says stop."""
    stopped, began = bot_process._stopped(number), monotonic()
    while not stopped() and monotonic() - began < LONG:
        pass
    return "best so far"


def process(number: int, view: Observation) -> int:
    """Which process this is."""
    return os.getpid()


def dies_once(number: int, view: Observation, mark: Path) -> str:
    """End the process the first time."""
    if not mark.exists():
        mark.touch()
        os._exit(1)
    return "alive"


@pytest.fixture
async def thinkers() -> AsyncIterator[BotWorker]:
    found = BotWorker()
    yield found
    found.stop()


async def test_a_plan_comes_from_another_process_which_stays(thinkers: BotWorker) -> None:
    plan = await thinkers.plan(VIEW, "journeyman", Random(1), 2.0)
    assert plan[0] in legal_actions(VIEW.table)
    first = await thinkers._thought(process, VIEW)
    assert first != os.getpid()
    assert await thinkers._thought(process, VIEW) == first


async def test_move_now_ends_a_long_thought_with_the_best_so_far(thinkers: BotWorker) -> None:
    began = monotonic()
    thought = create_task(thinkers._thought(stubborn, VIEW))
    await sleep(0)
    thinkers.hurry()
    assert await thought == "best so far"
    assert monotonic() - began < LONG


async def test_a_new_thought_ends_the_one_before(thinkers: BotWorker) -> None:
    old = create_task(thinkers._thought(stubborn, VIEW))
    await sleep(0)
    assert await thinkers._thought(process, VIEW) != os.getpid()
    assert await old == "best so far"


async def test_a_thought_nobody_waits_for_ends(thinkers: BotWorker) -> None:
    old = create_task(thinkers._thought(stubborn, VIEW))
    await sleep(0)
    old.cancel()
    with pytest.raises(CancelledError):
        await old
    assert await thinkers._thought(process, VIEW) != os.getpid()


async def test_a_process_that_dies_is_replaced(thinkers: BotWorker, tmp_path: Path) -> None:
    assert await thinkers._thought(dies_once, VIEW, tmp_path / "died") == "alive"
