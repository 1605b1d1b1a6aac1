"""Runs bots, hints and reviews in a separate process, so that the screen never waits for them."""

import asyncio
import sys
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import redirect_stderr
from multiprocessing import active_children, get_context
from multiprocessing.process import BaseProcess
from multiprocessing.util import Finalize
from typing import Any

from rokoko_core.bots.worker_process import ignore_cancelled_futures, ignore_terminal_signals
from rokoko_core.components import components_named, register
from rokoko_core.components.tables import ComponentSet
from rokoko_core.observe import Observation
from rokoko_core.play.bot_tasks import BotTasks, T, Task, TaskSender

_ALL_TASKS = 2**62
"""Greater than the number of every task."""

EXIT_SECONDS = 5.0
"""Seconds a process has to exit before it is killed."""
EXIT_PRIORITY = 100
"""Exit priority for closing the rollout processes: before everything they use."""

_tasks: BotTasks | None = None
"""In the bot process: what it computes."""


def _initialize(ended: Any, processes: int) -> None:
    """Set up the bot process, with ``processes`` for rollouts.

    ``ended`` is the number of the last task to end, in memory shared by both processes.
    """
    global _tasks
    from rokoko_core.bots.worker_process import follow_parent

    follow_parent()
    from rokoko_core.bots.rollout_pool import ALONE, Processes, RolloutPool
    from rokoko_core.bots.search_cache import SearchCache

    pool: RolloutPool = ALONE
    if processes > 1:
        pool = workers = Processes(processes)
        Finalize(workers, workers.close, exitpriority=EXIT_PRIORITY)
    _tasks = BotTasks(SearchCache(pool), lambda number: bool(ended.value >= number))


def _register(components: ComponentSet) -> None:
    register(components)


def _run(task: Task[T], number: int, view: Observation, *arguments: object) -> T:
    assert _tasks is not None, "the process was initialized"
    return _tasks.run(task, number, view, *arguments)


class BotWorker(TaskSender):
    """Runs bots in one separate process, which uses ``processes`` for the rollouts of searches.

    The process starts at the first task or ``warm``. It runs one task at a time; a new task ends the previous one.
    """

    def __init__(self, processes: int = 1) -> None:
        self._processes = processes
        context = get_context("spawn")
        self._context = context
        self._ended = context.RawValue("q", 0)
        self._number = 0
        self._pool: ProcessPoolExecutor | None = None
        self._registered: set[str] = set()
        """Digests of the component sets loaded in the process."""
        self._children: set[BaseProcess] = set()
        self._stopped = False

    def hurry(self) -> None:
        """End the present task; it returns the best result so far."""
        self._ended.value = self._number

    def warm(self, components: str) -> None:
        """Start the process and load the component set ``components`` there."""
        component_set = components_named(components)
        pool = self._start()
        if component_set.digest not in self._registered:
            self._registered.add(component_set.digest)
            pool.submit(_register, component_set)

    def stop(self) -> None:
        """Terminate the process and its children; later tasks are cancelled."""
        self._stopped = True
        self._ended.value = _ALL_TASKS
        ignore_cancelled_futures()
        for child in self._children:
            child.terminate()  # before the pool asks it to exit: its exit must not be interrupted
        self._drop()

    def join(self) -> None:
        """Wait for the process to exit after ``stop``; kill it after ``EXIT_SECONDS``."""
        for child in self._children:
            child.join(EXIT_SECONDS)
            child.kill()

    async def _run(self, task: Task[T], view: Observation, *arguments: object) -> T:
        """Return the result of ``task`` in the process; restart a dead process once."""
        self.hurry()
        self._number += 1
        number = self._number
        try:
            return await self._submit(task, number, view, *arguments)
        except (BrokenProcessPool, SystemExit):  # SystemExit: the process ended during a task
            if self._stopped:
                raise asyncio.CancelledError from None
            self._drop()
            return await self._submit(task, number, view, *arguments)
        except asyncio.CancelledError:
            self._ended.value = max(self._ended.value, number)
            raise

    async def _submit(self, task: Task[T], number: int, view: Observation, *arguments: object) -> T:
        self.warm(view.table.setup.components)
        return await asyncio.get_running_loop().run_in_executor(self._start(), _run, task, number, view, *arguments)

    def _start(self) -> ProcessPoolExecutor:
        if self._pool is None:
            # The app replaced stderr by an object without a file descriptor, which a new process needs.
            others = set(active_children())
            with redirect_stderr(sys.__stderr__), ignore_terminal_signals():
                self._pool = ProcessPoolExecutor(
                    1, mp_context=self._context, initializer=_initialize, initargs=(self._ended, self._processes)
                )
                self._pool.submit(int)
            self._children = set(active_children()) - others
        return self._pool

    def _drop(self) -> None:
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)
        self._pool = None
        self._registered.clear()
