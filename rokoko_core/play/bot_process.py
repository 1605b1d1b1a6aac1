"""Bots think, and hints are found, in one process of their own, so that the screen never waits for either."""

import asyncio
import sys
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import redirect_stderr
from multiprocessing import active_children, get_context
from multiprocessing.process import BaseProcess
from multiprocessing.util import Finalize
from random import Random
from typing import TYPE_CHECKING, Any, TypeVar

from rokoko_core.bots.worker_process import ignore_cancelled_futures, ignore_terminal_signals
from rokoko_core.components import components_named, register
from rokoko_core.components.tables import ComponentSet
from rokoko_core.observe import Observation

if TYPE_CHECKING:
    from rokoko_core.bots.advice import Advice
    from rokoko_core.bots.review import PlayedTurn, TurnReview
    from rokoko_core.bots.search_cache import Mind
    from rokoko_core.bots.time_limit import Plan

T = TypeVar("T")
Thought = Callable[..., T]

_FOR_GOOD = 2**62
"""A number no thought ever has."""

LAST_SECONDS = 5.0
"""Seconds a process that was told to end is given."""
BEFORE_ALL = 100
"""When the processes of the thinking process are closed at its end: before anything they rely on."""

_ended: Any = None
"""In the thinking process: the number of the last thought that is to end, in memory both processes see."""


_mind: "Mind | None" = None
"""In the thinking process: what was thought lately."""


def _begin(ended: object, processes: int) -> None:
    """In the thinking process, first of all: learn where to look, and who plays on."""
    global _ended, _mind
    from rokoko_core.bots.worker_process import follow_parent

    follow_parent()
    from rokoko_core.bots.rollout_pool import ALONE, Processes, RolloutPool
    from rokoko_core.bots.search_cache import Mind

    crew: RolloutPool = ALONE
    if processes > 1:
        crew = several = Processes(processes)
        Finalize(several, several.close, exitpriority=BEFORE_ALL)
    _ended, _mind = ended, Mind(crew)


def _learn(components: ComponentSet) -> None:
    register(components)


def _stopped(number: int) -> Callable[[], bool]:
    return lambda: bool(_ended.value >= number)


def _plan(number: int, view: Observation, rng: Random, level: str | None, budget: float) -> "Plan":
    from rokoko_core.bots import plan

    return plan(view, level, rng, budget, _stopped(number), _mind)


def _advise(number: int, view: Observation, rng: Random, budget: float) -> "tuple[Advice, ...]":
    from rokoko_core.bots.advice import advice
    from rokoko_core.bots.time_limit import timed_clock

    return advice(view, rng, timed_clock(budget, _stopped(number)), mind=_mind)


def _ponder(number: int, view: Observation, rng: Random, budget: float) -> None:
    from rokoko_core.bots.time_limit import timed_clock

    assert _mind is not None
    _mind.ponder(view, rng, timed_clock(budget, _stopped(number)))


def _review(number: int, view: Observation, turn: "PlayedTurn") -> "TurnReview":
    from rokoko_core.bots.review import review_turn

    return review_turn(turn)


class BotWorker:
    """The process all bots think in; those that search play on in so many ``processes``.

    It starts when it is first needed, or earlier by ``warm``, and stays. One thought is under way at a time: a new one
    ends the one before, whose answer nobody waits for any more.
    """

    def __init__(self, processes: int = 1) -> None:
        self._processes = processes
        context = get_context("spawn")
        self._context = context
        self._ended = context.RawValue("q", 0)
        self._number = 0
        self._pool: ProcessPoolExecutor | None = None
        self._learnt: set[str] = set()
        """Digests of the component sets the process knows."""
        self._children: set[BaseProcess] = set()
        self._stopped = False

    async def plan(self, view: Observation, level: str | None, rng: Random, budget: float) -> "Plan":
        """What a bot of ``level`` that sees ``view`` does next, after at most about ``budget`` seconds."""
        return await self._thought(_plan, view, rng, level, budget)

    async def ponder(self, view: Observation, rng: Random, budget: float) -> None:
        """Think ahead for the seat that sees ``view`` while another is asked; the next thought ends it."""
        await self._thought(_ponder, view, rng, budget)

    async def advice(self, view: Observation, rng: Random, budget: float) -> "tuple[Advice, ...]":
        """The best choices for the seat that sees ``view``; asked again, it goes on from what it knows."""
        return await self._thought(_advise, view, rng, budget)

    async def review(self, turn: "PlayedTurn") -> "TurnReview":
        """What ``turn`` cost."""
        return await self._thought(_review, turn.view, turn)

    def hurry(self) -> None:
        """End the thought under way: the best found so far is its answer."""
        self._ended.value = self._number

    def warm(self, components: str) -> None:
        """Start the process now and let it load the component set of that name."""
        known = components_named(components)
        pool = self._started()
        if known.digest not in self._learnt:
            self._learnt.add(known.digest)
            pool.submit(_learn, known)

    def stop(self) -> None:
        """End the process in the middle of a thought, and with it all it has started. No more thoughts are begun."""
        self._stopped = True
        self._ended.value = _FOR_GOOD
        ignore_cancelled_futures()
        for child in self._children:
            child.terminate()  # before the pool tells it to end: it must not be interrupted while it is ending
        self._drop()

    def join(self) -> None:
        """Wait until the process has ended after ``stop``, and kill it if that takes long."""
        for child in self._children:
            child.join(LAST_SECONDS)
            child.kill()

    async def _thought(self, think: Thought[T], view: Observation, *given: object) -> T:
        """The answer of ``think``, found in the process. One that died is replaced once."""
        self.hurry()
        self._number += 1
        number = self._number
        try:
            return await self._asked(think, number, view, *given)
        except (BrokenProcessPool, SystemExit):  # SystemExit is how a process in the middle of a thought ends
            if self._stopped:
                raise asyncio.CancelledError from None
            self._drop()
            return await self._asked(think, number, view, *given)
        except asyncio.CancelledError:
            self._ended.value = max(self._ended.value, number)
            raise

    async def _asked(self, think: Thought[T], number: int, view: Observation, *given: object) -> T:
        self.warm(view.table.setup.components)
        return await asyncio.get_running_loop().run_in_executor(self._started(), think, number, view, *given)

    def _started(self) -> ProcessPoolExecutor:
        if self._pool is None:
            # The app has put something without a file descriptor in the place of stderr; a new process needs one.
            others = set(active_children())
            with redirect_stderr(sys.__stderr__), ignore_terminal_signals():
                self._pool = ProcessPoolExecutor(
                    1, mp_context=self._context, initializer=_begin, initargs=(self._ended, self._processes)
                )
                self._pool.submit(int)
            self._children = set(active_children()) - others
        return self._pool

    def _drop(self) -> None:
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)
        self._pool = None
        self._learnt.clear()
