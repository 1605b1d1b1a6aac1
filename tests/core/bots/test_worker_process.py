"""Worker processes: tracebacks at their end."""

import threading
from concurrent.futures import InvalidStateError

import pytest

from rokoko_core.bots.worker_process import ignore_cancelled_futures


@pytest.mark.parametrize(("error", "printed"), [(InvalidStateError(), False), (ValueError(), True)])
def test_only_the_error_of_a_cancelled_future_is_suppressed(
    error: Exception, printed: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    errors: list[object] = []
    monkeypatch.setattr(threading, "excepthook", errors.append)
    ignore_cancelled_futures()
    ignore_cancelled_futures()

    def fail() -> None:
        raise error

    thread = threading.Thread(target=fail)
    thread.start()
    thread.join()
    assert bool(errors) == printed
    assert len(errors) <= 1
