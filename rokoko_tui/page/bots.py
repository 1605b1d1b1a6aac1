"""Runs bots on the page: those that search in a second web worker, so that the screen never waits for them.

The messages are pickles: both ends are the same program in one page.
"""

import asyncio
import pickle
from collections.abc import Callable
from random import Random
from time import monotonic
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from rokoko_core.bots import level_of
from rokoko_core.bots.search_cache import SearchCache
from rokoko_core.components import components_named, register
from rokoko_core.components.tables import ComponentSet
from rokoko_core.observe import Observation
from rokoko_core.play.bot_tasks import BotTasks, T, TaskSender

if TYPE_CHECKING:
    from rokoko_core.bots.time_limit import Plan

POLL = 0.05
"""Least seconds between two looks for a message that ends the task."""


class BotTask(NamedTuple):
    """A task for the other worker."""

    number: int
    """Counts the tasks."""
    task: Callable[..., Any]
    """A method of ``BotTasks``."""
    view: Observation
    arguments: tuple[object, ...]
    components: ComponentSet | None
    """The component set of the game, if no earlier task contained it."""


class BotAnswer(NamedTuple):
    """The result of the task ``number``, or the exception that it raised."""

    number: int
    result: Any = None
    error: Exception | None = None


def encode(message: BotTask | BotAnswer) -> bytes:
    return pickle.dumps(message, pickle.HIGHEST_PROTOCOL)


def decode(data: bytes) -> Any:
    """Return the ``BotTask`` or ``BotAnswer`` in ``data``."""
    return pickle.loads(data)


class BotServer:
    """Answers encoded tasks. ``last_ended`` returns the number of the last task to end; it may take a millisecond."""

    def __init__(self, last_ended: Callable[[], int]) -> None:
        self._last_ended = last_ended
        self._ended = 0
        self._looked_at = 0.0
        self._tasks = BotTasks(SearchCache(), self._is_ended)

    def _is_ended(self, number: int) -> bool:
        now = monotonic()
        if now - self._looked_at >= POLL:
            self._looked_at = now
            self._ended = max(self._ended, self._last_ended())
        return self._ended >= number

    def compute(self, task: BotTask) -> Any:
        """Return the result of ``task``. Raises ``BadBot``."""
        if task.components is not None:
            register(task.components)
        return self._tasks.run(task.task, task.number, task.view, *task.arguments)

    def answer(self, data: bytes) -> bytes:
        """Return the encoded ``BotAnswer`` to an encoded ``BotTask``."""
        task: BotTask = decode(data)
        try:
            return encode(BotAnswer(task.number, self.compute(task)))
        except Exception as error:  # the other worker raises it
            return encode(BotAnswer(task.number, error=error))


LONGEST_HERE = 0.5
"""Most seconds for which the screen waits while a bot thinks here."""
MessageKind = Literal["start", "task", "end"]
"""What is sent to the worker: start it; an encoded ``BotTask``; the number of the last task to end."""


class PageBotRunner(TaskSender):
    """A ``BotRunner``. ``post`` sends a message to the worker; its answers arrive at ``receive``."""

    def __init__(self, post: Callable[[MessageKind, bytes | int], object]) -> None:
        self._post = post
        self._number = 0
        self._waiting: dict[int, tuple[BotTask, asyncio.Future[Any]]] = {}
        self._registered: set[str] = set()
        """Digests of the component sets that the worker has."""
        self._local_server: BotServer | None = None
        """Computes in this web worker; made on first use."""
        self._is_lost = False
        """Whether the other worker could not start or has ended."""

    async def plan(self, view: Observation, level: str | None, rng: Random, budget: float) -> "Plan":
        """Let a bot that does not search think here, and every bot once the worker is lost."""
        if level_of(level).searches and not self._is_lost:
            return await super().plan(view, level, rng, budget)
        self.hurry()
        await asyncio.sleep(0)  # draws what was decided before
        plan: Plan = self._compute(BotTask(1, BotTasks.plan, view, (rng, level, min(budget, LONGEST_HERE)), None))
        return plan

    async def ponder(self, view: Observation, rng: Random, budget: float) -> None:
        """Think ahead unless the worker is lost."""
        if not self._is_lost:
            await super().ponder(view, rng, budget)

    def hurry(self) -> None:
        """End the present task; it returns the best result so far."""
        if self._waiting:
            self._post("end", self._number)

    def warm(self, components: str) -> None:
        """Start the worker; a component set is sent with the first task that needs it."""
        self._post("start", 0)

    def stop(self) -> None:
        self.hurry()
        for _, answer in self._waiting.values():
            answer.cancel()

    def join(self) -> None:
        """Do nothing: the worker ends with the page."""

    # ---- from the worker

    def receive(self, data: bytes) -> None:
        """Handle an encoded ``BotAnswer``."""
        answer: BotAnswer = decode(data)
        _, future = self._waiting.pop(answer.number, (None, None))
        if future is None or future.done():
            return
        if answer.error is not None:
            future.set_exception(answer.error)
        else:
            future.set_result(answer.result)

    def lose_worker(self) -> None:
        """Compute here from now on, while the screen waits: the worker could not start or has ended."""
        self._is_lost = True
        for task, future in list(self._waiting.values()):
            self._compute_later(task, future)

    # ---- tasks

    async def _run(self, method: Callable[..., T], view: Observation, *arguments: object) -> T:
        self.hurry()
        self._number = number = self._number + 1
        components = components_named(view.table.setup.components)
        is_new = components.digest not in self._registered
        self._registered.add(components.digest)
        task = BotTask(number, method, view, arguments, components if is_new else None)
        future: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._waiting[number] = task, future
        if self._is_lost:
            self._compute_later(task, future)
        else:
            self._post("task", encode(task))
        try:
            return await future
        except asyncio.CancelledError:
            self._post("end", number)
            raise
        finally:
            self._waiting.pop(number, None)

    def _compute(self, task: BotTask) -> Any:
        """Return the result of ``task``, computed here while the screen waits. Raises ``BadBot``."""
        if self._local_server is None:
            self._local_server = BotServer(lambda: 0)
        return self._local_server.compute(task)

    def _compute_later(self, task: BotTask, future: asyncio.Future[Any]) -> None:
        def compute() -> None:
            if future.done():
                return
            try:
                future.set_result(self._compute(task))
            except Exception as error:
                future.set_exception(error)

        asyncio.get_running_loop().call_soon(compute)
