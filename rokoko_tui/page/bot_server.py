"""Computes the tasks of bots in their web worker.

The messages are pickles: both ends are the same program in one page.
"""

import pickle
from collections.abc import Callable
from time import monotonic
from typing import Any, NamedTuple

from rokoko_core.bots.search_cache import SearchCache
from rokoko_core.components import register
from rokoko_core.components.tables import ComponentSet
from rokoko_core.observe import Observation
from rokoko_core.play.bot_tasks import BotTasks

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
