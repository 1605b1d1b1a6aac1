"""Computes the tasks of bots in their web worker."""

from collections.abc import Callable
from time import monotonic
from typing import Any

from rokoko_core.bots.search_cache import Mind
from rokoko_core.components import register
from rokoko_core.play.bot_tasks import BotTasks
from rokoko_tui.page.bot_messages import Answer, Task, decode, encode

POLL = 0.05
"""Least seconds between two looks for a message that ends the task."""


class BotServer:
    """Answers encoded tasks. ``last_ended`` returns the number of the last task to end; it may take a millisecond."""

    def __init__(self, last_ended: Callable[[], int]) -> None:
        self._last_ended = last_ended
        self._ended = 0
        self._looked = 0.0
        self._tasks = BotTasks(Mind(), self._is_ended)

    def _is_ended(self, number: int) -> bool:
        now = monotonic()
        if now - self._looked >= POLL:
            self._looked = now
            self._ended = max(self._ended, self._last_ended())
        return self._ended >= number

    def compute(self, task: Task) -> Any:
        """Return the result of ``task``. Raises ``BadBot``."""
        if task.components is not None:
            register(task.components)
        return self._tasks.run(task.task, task.number, task.view, *task.arguments)

    def answer(self, data: bytes) -> bytes:
        """Return the encoded ``Answer`` to an encoded ``Task``."""
        task: Task = decode(data)
        try:
            return encode(Answer(task.number, self.compute(task)))
        except Exception as error:  # the other worker raises it
            return encode(Answer(task.number, error=error))
