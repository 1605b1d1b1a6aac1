"""Who plays the games of the arena: processes of this machine or a Dask cluster, and how Ctrl+C ends that.

What goes wrong with either is one sentence (``Refused``).
"""

import logging
import signal
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, CancelledError, Executor, ProcessPoolExecutor
from contextlib import contextmanager, suppress
from multiprocessing import active_children, get_context
from types import FrameType

from rokoko_tui.session.launch import Refused

PATIENCE = 5
"""Seconds a cluster is given to answer."""


@contextmanager
def interruption() -> Iterator[Callable[[], bool]]:
    """Whether Ctrl+C was pressed; the second time it ends the program at once."""
    pressed = False

    def handle(number: int, frame: FrameType | None) -> None:
        nonlocal pressed
        if pressed:
            raise KeyboardInterrupt
        pressed = True

    before = signal.signal(signal.SIGINT, handle)
    try:
        yield lambda: pressed
    finally:
        signal.signal(signal.SIGINT, before)


@contextmanager
def executor(scheduler: str | None, jobs: int) -> Iterator[tuple[Executor, int]]:
    """(who plays the games, how many at once): processes of this machine, or the cluster at ``scheduler``."""
    if scheduler is not None:
        with _cluster(scheduler) as found:
            yield found
        return
    pool = _processes(jobs)
    try:
        yield pool, jobs
    except BrokenExecutor as error:
        raise Refused("refused.process-died") from error
    except BaseException:
        pool.shutdown(wait=False, cancel_futures=True)
        for process in active_children():
            process.terminate()  # it would finish its game first, which nobody waits for any more
        raise
    finally:
        pool.shutdown(wait=False, cancel_futures=True)


def _processes(jobs: int) -> Executor:
    """Processes on this machine, started at once. They leave Ctrl+C, which reaches every process of the terminal, to
    the arena alone: it is ignored while they start, for they take that over, and their first act is to ignore it.
    """
    pool = ProcessPoolExecutor(jobs, mp_context=get_context("spawn"), initializer=_leave_interrupts)
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        for _ in range(jobs):
            pool.submit(int)
    finally:
        signal.signal(signal.SIGINT, before)
    return pool


def _leave_interrupts() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)


@contextmanager
def _cluster(address: str) -> Iterator[tuple[Executor, int]]:
    try:
        from distributed import Client, KilledWorker
        from distributed.comm.addressing import resolve_address
    except ImportError as error:
        raise Refused("refused.cluster-extra", name="rokoko-tui[cluster]") from error
    logging.getLogger("distributed").setLevel(logging.CRITICAL)
    logging.getLogger("distributed.client").setLevel(logging.CRITICAL)
    try:
        resolve_address(address)  # a client of an address that makes no sense takes long to go away
        client = Client(address, timeout=PATIENCE, set_as_default=False)
    except (OSError, ValueError) as error:
        raise Refused("refused.no-cluster", address=address) from error
    with client:
        cores = sum(client.nthreads().values())
        if not cores:
            raise Refused("refused.no-workers", address=address)
        pool = client.get_executor(pure=False)
        try:
            yield pool, cores
        except (CancelledError, KilledWorker) as error:
            raise Refused("refused.cluster-gone", address=address) from error
        except (ImportError, RuntimeError) as error:
            if isinstance(error, ImportError) or isinstance(error.__cause__, ImportError):
                raise Refused("refused.cluster-version", address=address) from error
            raise
        finally:
            with suppress(CancelledError):
                pool.shutdown(wait=False)
