"""What bots compute, in the process or the web worker that runs them."""

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING, Protocol, TypeVar

from rokoko_core.bots.time_limit import Plan, timed_clock
from rokoko_core.observe import Observation

# Imported where a task runs; the program itself only sends tasks.
if TYPE_CHECKING:
    from rokoko_core.bots.advice import Advice
    from rokoko_core.bots.review import PlayedTurn, TurnReview
    from rokoko_core.bots.search_cache import SearchCache

T = TypeVar("T")
Task = Callable[..., T]
"""A method of ``BotTasks``, or another function with its parameters."""


class BotRunner(Protocol):
    """Runs bots outside the process or web worker of the screen, one task at a time; a new one ends the previous."""

    async def plan(self, view: Observation, level: str | None, rng: Random, budget: float) -> Plan:
        """Return what a bot of ``level`` does next, after at most about ``budget`` seconds. Raises ``BadBot``."""

    async def ponder(self, view: Observation, rng: Random, budget: float) -> None:
        """Think ahead for the viewer while another seat is to move, until the next task."""

    async def advice(self, view: Observation, rng: Random, budget: float, plan: Plan = ()) -> "tuple[Advice, ...]":
        """Return the best choices of the viewer, who saw ``plan`` before; a second call continues from the cache."""

    async def review(self, turn: "PlayedTurn") -> "TurnReview":
        """Return the review of ``turn``."""

    def hurry(self) -> None:
        """End the present task; it returns the best result so far."""

    def warm(self, components: str) -> None:
        """Start, and load the component set ``components``."""

    def stop(self) -> None:
        """Stop; later tasks are cancelled."""

    def join(self) -> None:
        """Wait for the end after ``stop``."""


@dataclass
class BotTasks:
    """The tasks. Each gets a function that says whether to answer now, the view of its seat, and further arguments."""

    cache: "SearchCache"
    """The cache of the search."""
    is_ended: Callable[[int], bool]
    """Return whether the task with this number has to answer now."""

    def run(self, task: Task[T], number: int, view: Observation, *arguments: object) -> T:
        """Return the result of ``task``. Raises ``BadBot``."""
        return task(self, lambda: self.is_ended(number), view, *arguments)

    def plan(
        self, stopped: Callable[[], bool], view: Observation, rng: Random, level: str | None, budget: float
    ) -> Plan:
        from rokoko_core.bots import plan

        return plan(view, level, rng, budget, stopped, self.cache)

    def advise(
        self, stopped: Callable[[], bool], view: Observation, rng: Random, budget: float, plan: Plan
    ) -> "tuple[Advice, ...]":
        from rokoko_core.bots.advice import advice

        return advice(view, rng, timed_clock(budget, stopped), cache=self.cache, plan=plan)

    def ponder(self, stopped: Callable[[], bool], view: Observation, rng: Random, budget: float) -> None:
        self.cache.ponder(view, rng, timed_clock(budget, stopped))

    def review(self, stopped: Callable[[], bool], view: Observation, turn: "PlayedTurn") -> "TurnReview":
        from rokoko_core.bots.review import review_turn

        return review_turn(turn)


class TaskSender(ABC):
    """Makes tasks of the requests to a ``BotRunner``; a subclass sends them to where they run."""

    async def plan(self, view: Observation, level: str | None, rng: Random, budget: float) -> Plan:
        """Return what a bot of ``level`` does next, after at most about ``budget`` seconds. Raises ``BadBot``."""
        return await self._run(BotTasks.plan, view, rng, level, budget)

    async def ponder(self, view: Observation, rng: Random, budget: float) -> None:
        """Think ahead for the viewer while another seat is to move, until the next task."""
        await self._run(BotTasks.ponder, view, rng, budget)

    async def advice(self, view: Observation, rng: Random, budget: float, plan: Plan = ()) -> "tuple[Advice, ...]":
        """Return the best choices of the viewer, who saw ``plan`` before; a second call continues from the cache."""
        return await self._run(BotTasks.advise, view, rng, budget, plan)

    async def review(self, turn: "PlayedTurn") -> "TurnReview":
        """Return the review of ``turn``."""
        return await self._run(BotTasks.review, turn.view, turn)

    @abstractmethod
    async def _run(self, task: Task[T], view: Observation, *arguments: object) -> T:
        """Return the result of ``task``."""
