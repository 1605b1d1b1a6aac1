"""Worker processes: they leave Ctrl+C and a closed terminal to the process that starts them, and end with it."""

import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import InvalidStateError
from contextlib import contextmanager
from multiprocessing import parent_process
from threading import Thread, current_thread, main_thread
from types import FrameType

TERMINALS_OWN = (signal.SIGINT,) if sys.platform == "win32" else (signal.SIGINT, signal.SIGHUP)
"""Signals that a terminal sends to every process in it."""


@contextmanager
def terminal_ignored() -> Iterator[None]:
    """Ignore the signals of the terminal within the block, and in the processes started there from their start on."""
    if current_thread() is not main_thread():  # only the main thread may change it, and only that is interrupted
        yield
        return
    before = {number: signal.signal(number, signal.SIG_IGN) for number in TERMINALS_OWN}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def ignore_cancelled_futures() -> None:
    """From now on, print no traceback when a pool's own thread finds that its process and its futures are gone.

    Up to Python 3.11 that thread raises InvalidStateError for a future that was cancelled before its process ended.
    """
    if not isinstance(threading.excepthook, _CancelledIgnored):
        threading.excepthook = _CancelledIgnored(threading.excepthook)


class _CancelledIgnored:
    """A hook for uncaught errors of threads that passes on all but InvalidStateError."""

    def __init__(self, hook: Callable[[threading.ExceptHookArgs], object]) -> None:
        self._hook = hook

    def __call__(self, error: threading.ExceptHookArgs) -> None:
        if not issubclass(error.exc_type, InvalidStateError):
            self._hook(error)


def follow_parent() -> None:
    """In a worker process, first of all: end with the process that started it, and orderly when told to by SIGTERM."""
    for number in TERMINALS_OWN:
        signal.signal(number, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, _end)
    Thread(target=_end_with_parent, daemon=True).start()


def _end(number: int, frame: FrameType | None) -> None:
    signal.signal(number, signal.SIG_IGN)  # another must not break off the tidying up
    sys.exit(128 + number)


def _end_with_parent() -> None:
    parent = parent_process()
    assert parent is not None, "this process is no worker"
    parent.join()
    os._exit(1)
