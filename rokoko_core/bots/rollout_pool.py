"""Who plays on: the thinking process alone, or several processes that share the deals among themselves."""

from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor, wait
from multiprocessing import get_context
from types import TracebackType
from typing import Any, Protocol, Self

from rokoko_core.bots.rollout import Deal, outcomes
from rokoko_core.bots.time_limit import Clock, Plan, lasting
from rokoko_core.bots.worker_process import follow_parent, terminal_ignored
from rokoko_core.components import components_named, register
from rokoko_core.components.tables import ComponentSet
from rokoko_core.observe import Observation

MOST = 4
"""Processes that are of use together."""
GLANCE = 0.02
"""Seconds between two looks at whether somebody wants the answer at once."""


class Crew(Protocol):
    """Plays on from what is tried."""

    @property
    def hands(self) -> int:
        """Deals it takes on at once."""

    def outcomes(
        self, view: Observation, plans: Sequence[Plan], deals: Sequence[Deal], clock: Clock
    ) -> list[tuple[float, ...]]:
        """What each of ``plans`` comes to, for each of the ``deals`` that was played before the clock ran out."""


class _Alone:
    """The process that asks, by itself."""

    hands = 1

    def outcomes(
        self, view: Observation, plans: Sequence[Plan], deals: Sequence[Deal], clock: Clock
    ) -> list[tuple[float, ...]]:
        found = (outcomes(view, plans, deal, clock) for deal in deals)
        return [each for each in found if each is not None]


ALONE: Crew = _Alone()


class Processes:
    """Several processes. They start when first needed, and end with the ``with`` block, or by ``close``."""

    def __init__(self, hands: int) -> None:
        self.hands = hands
        self._context = get_context("spawn")
        self._ended = self._context.RawValue("q", 0)
        self._job = 0
        self._pool: ProcessPoolExecutor | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    def close(self) -> None:
        """End the processes, and before that what they play."""
        self._ended.value = self._job
        if self._pool is not None:
            self._pool.shutdown(wait=True, cancel_futures=True)
        self._pool = None

    def outcomes(
        self, view: Observation, plans: Sequence[Plan], deals: Sequence[Deal], clock: Clock
    ) -> list[tuple[float, ...]]:
        """As ``Crew`` says; a deal each."""
        self._job += 1
        known = components_named(view.table.setup.components)
        pool = self._started()
        going = [pool.submit(_played, known, self._job, view, plans, deal, clock.left) for deal in deals]
        waiting = set(going)
        while waiting:
            waiting = wait(waiting, GLANCE).not_done
            if clock.over:
                self._ended.value = self._job
        return [found for each in going if (found := each.result()) is not None]

    def _started(self) -> ProcessPoolExecutor:
        if self._pool is None:
            with terminal_ignored():
                self._pool = ProcessPoolExecutor(
                    self.hands, mp_context=self._context, initializer=_begin, initargs=(self._ended,)
                )
                self._pool.submit(int)
        return self._pool


_ended: Any = None
"""In a process of the crew: the number of the last job that is to end, in memory all of them see."""


def _begin(ended: object) -> None:
    global _ended
    follow_parent()
    _ended = ended


def _stopped(job: int) -> Callable[[], bool]:
    return lambda: bool(_ended.value >= job)


def _played(
    components: ComponentSet, job: int, view: Observation, plans: Sequence[Plan], deal: Deal, seconds: float
) -> tuple[float, ...] | None:
    register(components)
    return outcomes(view, plans, deal, lasting(seconds, _stopped(job)))
