"""Worker processes: they ignore Ctrl+C and a closed terminal, and end with the process that started them."""

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

from rokoko_core.system import TERMINAL_SIGNALS


@contextmanager
def ignore_terminal_signals() -> Iterator[None]:
    """Ignore the signals of the terminal in the block and in processes started there."""
    if current_thread() is not main_thread():  # only the main thread can set handlers and receives signals
        yield
        return
    before = {number: signal.signal(number, signal.SIG_IGN) for number in TERMINAL_SIGNALS}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def ignore_cancelled_futures() -> None:
    """Suppress the traceback of a pool's thread for a future that was cancelled before its process ended.

    Up to Python 3.11 that thread raises InvalidStateError.
    """
    if not isinstance(threading.excepthook, _CancelledIgnored):
        threading.excepthook = _CancelledIgnored(threading.excepthook)


class _CancelledIgnored:
    """A ``threading.excepthook`` that drops InvalidStateError."""

    def __init__(self, hook: Callable[[threading.ExceptHookArgs], object]) -> None:
        self._hook = hook

    def __call__(self, error: threading.ExceptHookArgs) -> None:
        if not issubclass(error.exc_type, InvalidStateError):
            self._hook(error)


def follow_parent() -> None:
    """Make this worker process end with its parent, and exit cleanly on SIGTERM; call it first."""
    for number in TERMINAL_SIGNALS:
        signal.signal(number, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, _end)
    Thread(target=_end_with_parent, daemon=True).start()


def _end(number: int, frame: FrameType | None) -> None:
    signal.signal(number, signal.SIG_IGN)  # a second SIGTERM must not interrupt the cleanup
    sys.exit(128 + number)


def _end_with_parent() -> None:
    parent = parent_process()
    assert parent is not None, "this process is not a worker"
    parent.join()
    os._exit(1)
