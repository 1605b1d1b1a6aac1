"""Executors of the arena: processes on this machine or a Dask cluster. Errors are raised as ``CommandError``."""

import logging
import signal
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, CancelledError, Executor, ProcessPoolExecutor
from contextlib import contextmanager, suppress
from multiprocessing import active_children, get_context
from types import FrameType

from rokoko_core.bots.worker_process import follow_parent, ignore_cancelled_futures, ignore_terminal_signals
from rokoko_tui.errors import CommandError
from rokoko_tui.extras import missing_extra

PATIENCE = 5
"""Timeout for the connection to a cluster, in seconds."""


@contextmanager
def interruption() -> Iterator[Callable[[], bool]]:
    """Yield a function that is true after Ctrl+C. The second Ctrl+C raises KeyboardInterrupt, others do nothing."""
    pressed = 0

    def handle(number: int, frame: FrameType | None) -> None:
        nonlocal pressed
        pressed += 1
        if pressed == 2:
            raise KeyboardInterrupt

    before = signal.signal(signal.SIGINT, handle)
    try:
        yield lambda: pressed > 0
    finally:
        signal.signal(signal.SIGINT, before)


@contextmanager
def executor(scheduler: str | None, jobs: int) -> Iterator[tuple[Executor, int]]:
    """Yield (executor, games at the same time): the cluster at ``scheduler``, or ``jobs`` processes of this machine."""
    if scheduler is not None:
        with _cluster(scheduler) as cluster:
            yield cluster
        return
    pool = _processes(jobs)
    try:
        yield pool, jobs
    except BrokenExecutor as error:
        raise CommandError("refused.process-died") from error
    except BaseException:
        _kill(pool)
        raise
    finally:
        pool.shutdown(wait=False, cancel_futures=True)


def _kill(pool: Executor) -> None:
    """Kill the processes of ``pool``, which would otherwise finish their games first."""
    ignore_cancelled_futures()
    for process in active_children():
        process.kill()
    pool.shutdown(cancel_futures=True)


def _processes(jobs: int) -> Executor:
    pool = ProcessPoolExecutor(jobs, mp_context=get_context("spawn"), initializer=follow_parent)
    with ignore_terminal_signals():
        for _ in range(jobs):
            pool.submit(int)
    return pool


@contextmanager
def _cluster(address: str) -> Iterator[tuple[Executor, int]]:
    try:
        from distributed import Client, KilledWorker
        from distributed.comm.addressing import resolve_address
    except ImportError as error:
        raise missing_extra("cluster") from error
    logging.getLogger("distributed").setLevel(logging.CRITICAL)
    logging.getLogger("distributed.client").setLevel(logging.CRITICAL)
    try:
        resolve_address(address)  # a client with an invalid address takes long to close
        client = Client(address, timeout=PATIENCE, set_as_default=False)
    except (OSError, ValueError) as error:
        raise CommandError("refused.no-cluster", address=address) from error
    with client:
        cores = sum(client.nthreads().values())
        if not cores:
            raise CommandError("refused.no-workers", address=address)
        pool = client.get_executor(pure=False)
        try:
            yield pool, cores
        except (CancelledError, KilledWorker) as error:
            raise CommandError("refused.cluster-gone", address=address) from error
        except (ImportError, RuntimeError) as error:
            if isinstance(error, ImportError) or isinstance(error.__cause__, ImportError):
                raise CommandError("refused.cluster-version", address=address) from error
            raise
        finally:
            with suppress(CancelledError):
                pool.shutdown(wait=False)
