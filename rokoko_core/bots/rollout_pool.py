"""Rollouts in this process, or distributed by deal over several processes."""

from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor, wait
from multiprocessing import get_context
from types import TracebackType
from typing import Any, Protocol, Self

from rokoko_core.bots.rollout import Deal, outcomes
from rokoko_core.bots.time_limit import Clock, Plan, timed_clock
from rokoko_core.bots.worker_process import follow_parent, ignore_terminal_signals
from rokoko_core.components import components_named, register
from rokoko_core.components.tables import ComponentSet
from rokoko_core.observe import Observation

POLL = 0.02
"""Seconds between two checks of the clock."""


class RolloutPool(Protocol):
    """Runs rollouts."""

    @property
    def workers(self) -> int:
        """Deals that it plays at the same time."""

    def outcomes(
        self, view: Observation, plans: Sequence[Plan], deals: Sequence[Deal], clock: Clock
    ) -> list[tuple[float, ...]]:
        """Return the leads after each of ``plans``, for each deal that was finished before the clock ran out."""


class _Alone:
    workers = 1

    def outcomes(
        self, view: Observation, plans: Sequence[Plan], deals: Sequence[Deal], clock: Clock
    ) -> list[tuple[float, ...]]:
        leads_by_deal = (outcomes(view, plans, deal, clock) for deal in deals)
        return [leads for leads in leads_by_deal if leads is not None]


ALONE: RolloutPool = _Alone()


class Processes:
    """Runs each deal in one of ``workers`` processes, which start on first use and end with ``close`` or ``with``."""

    def __init__(self, workers: int) -> None:
        self.workers = workers
        self._context = get_context("spawn")
        self._last_stopped = self._context.RawValue("q", 0)
        self._job = 0
        self._pool: ProcessPoolExecutor | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    def close(self) -> None:
        """Stop the rollouts and end the processes."""
        self._last_stopped.value = self._job
        if self._pool is not None:
            self._pool.shutdown(wait=True, cancel_futures=True)
        self._pool = None

    def outcomes(
        self, view: Observation, plans: Sequence[Plan], deals: Sequence[Deal], clock: Clock
    ) -> list[tuple[float, ...]]:
        self._job += 1
        components = components_named(view.table.setup.components)
        pool = self._start()
        futures = [pool.submit(_run, components, self._job, view, plans, deal, clock.left) for deal in deals]
        running = set(futures)
        while running:
            running = wait(running, POLL).not_done
            if clock.over:
                self._last_stopped.value = self._job
        return [leads for future in futures if (leads := future.result()) is not None]

    def _start(self) -> ProcessPoolExecutor:
        if self._pool is None:
            with ignore_terminal_signals():
                self._pool = ProcessPoolExecutor(
                    self.workers, mp_context=self._context, initializer=_initialize, initargs=(self._last_stopped,)
                )
                self._pool.submit(int)
        return self._pool


_last_stopped: Any = None
"""In a worker process: the number of the last job to stop, in shared memory."""


def _initialize(last_stopped: object) -> None:
    global _last_stopped
    follow_parent()
    _last_stopped = last_stopped


def _run(
    components: ComponentSet, job: int, view: Observation, plans: Sequence[Plan], deal: Deal, seconds: float
) -> tuple[float, ...] | None:
    register(components)
    return outcomes(view, plans, deal, timed_clock(seconds, lambda: bool(_last_stopped.value >= job)))
