"""Messages between the web worker of the game and that of the bots.

They are pickles: both ends are the same program in one page.
"""

import pickle
from collections.abc import Callable
from typing import Any, NamedTuple

from rokoko_core.components.tables import ComponentSet
from rokoko_core.observe import Observation


class Task(NamedTuple):
    """A task for the other worker."""

    number: int
    """Counts the tasks."""
    task: Callable[..., Any]
    """A method of ``BotTasks``."""
    view: Observation
    arguments: tuple[object, ...]
    components: ComponentSet | None
    """The component set of the game, if no earlier task contained it."""


class Answer(NamedTuple):
    """The result of the task ``number``, or the exception that it raised."""

    number: int
    result: Any = None
    error: Exception | None = None


def encode(message: Task | Answer) -> bytes:
    """Return ``message`` as bytes."""
    return pickle.dumps(message, pickle.HIGHEST_PROTOCOL)


def decode(data: bytes) -> Any:
    """Return the ``Task`` or ``Answer`` in ``data``."""
    return pickle.loads(data)
