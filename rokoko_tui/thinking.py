"""Bots think in a process of their own, so that the screen never waits for them."""

import asyncio
import sys
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import redirect_stderr
from multiprocessing import get_context
from random import Random

from rokoko_core.actions import Action
from rokoko_core.components import components_named, register
from rokoko_core.components.tables import ComponentSet
from rokoko_core.observe import Observation

BUDGET = 1.0
"""Seconds a bot may think about one decision."""
USUAL = "tailor"
"""How a bot plays whose seat names no level."""


def _learn(components: ComponentSet) -> None:
    register(components)


def _think(view: Observation, level: str, rng: Random, budget: float) -> Action:
    from rokoko_core.bots import choose

    return choose(view, level, rng, budget)


class Thinkers:
    """The process the bots of one game think in; it starts with the first thought."""

    def __init__(self, components: str):
        self._components = components_named(components)
        self._pool: ProcessPoolExecutor | None = None

    async def choose(self, view: Observation, level: str | None, rng: Random) -> Action:
        """What a bot of ``level`` does that sees ``view``. A process that died is replaced once."""
        loop = asyncio.get_running_loop()
        try:
            return await loop.run_in_executor(self._started(), _think, view, level or USUAL, rng, BUDGET)
        except BrokenProcessPool:
            self.stop()
            return await loop.run_in_executor(self._started(), _think, view, level or USUAL, rng, BUDGET)

    def _started(self) -> ProcessPoolExecutor:
        if self._pool is None:
            # The app has put something without a file descriptor in the place of stderr; a new process needs one.
            with redirect_stderr(sys.__stderr__):
                self._pool = ProcessPoolExecutor(
                    1, mp_context=get_context("spawn"), initializer=_learn, initargs=(self._components,)
                )
                self._pool.submit(int)
        return self._pool

    def stop(self) -> None:
        """End the process, without waiting for a thought under way."""
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)
            self._pool = None
