"""A few bot processes that many games share."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from random import Random
from typing import TYPE_CHECKING

from rokoko_core.bots.time_limit import Plan
from rokoko_core.observe import Observation
from rokoko_core.play.bot_process import BotWorker

if TYPE_CHECKING:
    from rokoko_core.bots.advice import Advice
    from rokoko_core.bots.review import PlayedTurn, TurnReview

LEAST_SECONDS = 0.05
"""The time of a bot that was told to hurry before it began."""


class BotPool:
    """At most ``size`` bot processes. Tasks wait for a free one, the oldest first."""

    def __init__(self, size: int) -> None:
        self._workers = [BotWorker() for _ in range(size)]
        self._idle = list(self._workers)
        self._free = asyncio.Semaphore(size)

    @asynccontextmanager
    async def borrow(self) -> AsyncIterator[BotWorker]:
        """Wait for a worker and keep it for the block."""
        async with self._free:
            worker = self._idle.pop()
            try:
                yield worker
            finally:
                self._idle.append(worker)

    def warm(self, components: str) -> None:
        """Start the process that is used next."""
        if self._idle:
            self._idle[-1].warm(components)

    def stop(self) -> None:
        """Terminate all processes."""
        for worker in self._workers:
            worker.stop()

    def join(self) -> None:
        """Wait for the processes to exit after ``stop``."""
        for worker in self._workers:
            worker.join()


class PooledBots:
    """The bots of one game, as ``BotWorker`` runs them, in the processes of ``pool``.

    Nobody thinks ahead: that would keep the bots of other games waiting.
    """

    def __init__(self, pool: BotPool) -> None:
        self._pool = pool
        self._workers: list[BotWorker] = []
        """The workers of this game's tasks, the latest last."""
        self._hurries = 0

    @asynccontextmanager
    async def _borrow(self) -> AsyncIterator[tuple[BotWorker, bool]]:
        """Return a worker, and whether to hurry already. A new task ends the previous one."""
        self.hurry()
        hurries = self._hurries
        async with self._pool.borrow() as worker:
            self._workers.append(worker)
            try:
                yield worker, self._hurries != hurries
            finally:
                self._workers.remove(worker)

    async def plan(self, view: Observation, level: str | None, rng: Random, budget: float) -> Plan:
        """Return what a bot of ``level`` does next. Raises ``BadBot``."""
        async with self._borrow() as (worker, hurried):
            return await worker.plan(view, level, rng, LEAST_SECONDS if hurried else budget)

    async def ponder(self, view: Observation, rng: Random, budget: float) -> None:
        """Do nothing."""

    async def advice(self, view: Observation, rng: Random, budget: float, plan: Plan = ()) -> "tuple[Advice, ...]":
        """Return the best choices of the viewer, who saw ``plan`` before."""
        async with self._borrow() as (worker, hurried):
            return await worker.advice(view, rng, LEAST_SECONDS if hurried else budget, plan)

    async def review(self, turn: "PlayedTurn") -> "TurnReview":
        """Return the review of ``turn``."""
        async with self._borrow() as (worker, _):
            return await worker.review(turn)

    def hurry(self) -> None:
        """End the tasks of this game; they return the best result so far."""
        self._hurries += 1
        for worker in self._workers:
            worker.hurry()

    def warm(self, components: str) -> None:
        """Start a process if none was started yet."""
        self._pool.warm(components)

    def stop(self) -> None:
        """End the tasks of this game; the processes continue for the others."""
        self.hurry()

    def join(self) -> None:
        """Return at once."""


Bots = BotWorker | PooledBots
"""What runs the bots of an app."""
