"""A tournament on a cluster: the same results, and one sentence for each thing that can go wrong with it."""

from collections.abc import Iterator
from concurrent.futures import CancelledError, Future
from pathlib import Path
from typing import Any, cast

import pytest
from distributed import Client, KilledWorker, LocalCluster

from rokoko_tui.arena import executors
from tests.tui.cli.shell import Run

pytestmark = pytest.mark.slow


GAMES = ("arena", "apprentice", "random", "--games", 3)


def cluster(workers: int) -> LocalCluster:
    """A scheduler and ``workers`` workers of two threads, all in this process, that are spoken to as others are."""
    return LocalCluster(
        n_workers=workers,
        threads_per_worker=2,
        processes=False,
        protocol="tcp://",
        host="127.0.0.1",
        dashboard_address=":0",
    )


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """Where a cluster of one worker answers."""
    with cluster(1) as running:
        yield running.scheduler_address


def table(told: str) -> list[str]:
    """The lines told, times apart."""
    return [
        line for line in told.splitlines() if "ms a turn" not in line and "longest" not in line and "95%" not in line
    ]


def test_the_same_games_come_to_the_same_and_are_kept(run: Run, address: str, tmp_path: Path) -> None:
    there = run(*GAMES, "--scheduler", address, "--results", tmp_path / "results")
    assert (there.code, there.err) == (0, "")
    again = run(*GAMES, "--scheduler", address, "--results", tmp_path / "results")
    assert table(again.out) == table(there.out), "nothing is left to be played"
    assert table(run(*GAMES, "--jobs", 1).out) == table(there.out)


def test_as_many_games_are_under_way_as_the_workers_have_threads(address: str) -> None:
    with executors.executor(address, 7) as (pool, at_once):
        assert at_once == 2
        assert pool.submit(int, "3").result(20) == 3


def test_each_call_is_made_anew_even_of_the_same(address: str) -> None:
    with executors.executor(address, 1) as (pool, _):
        found = {pool.submit(object).result(20) for _ in range(3)}
    assert len(found) == 3


def test_the_cluster_goes_on_for_others(address: str) -> None:
    with Client(address, set_as_default=False) as other:
        with executors.executor(address, 1) as (pool, _):
            pool.submit(int).result(20)
        assert other.submit(int, "5").result(20) == 5


def test_a_cluster_without_workers_is_one_sentence(run: Run) -> None:
    with cluster(0) as idle:
        told = run(*GAMES, "--scheduler", idle.scheduler_address)
    assert (told.code, told.out) == (1, "")
    assert told.err == f"rokoko-tui: the cluster at {idle.scheduler_address} has no workers.\n"


class Broken:
    """In place of the cluster's own pool: every game ends with ``error``."""

    def __init__(self, error: BaseException):
        self._error = error

    def submit(self, *_: object, **__: object) -> "Future[object]":
        future: Future[object] = Future()
        future.set_exception(self._error)
        return future

    def shutdown(self, wait: bool = True) -> None:
        pass


def _caused(error: BaseException, cause: BaseException) -> BaseException:
    error.__cause__ = cause
    return error


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (CancelledError(), "no longer responds"),
        (
            KilledWorker("a game", cast("Any", None), 3),
            "no longer responds; with --results, run the same command again to continue.",
        ),
        (ImportError("no module"), "must have this version of rokoko-tui."),
        (_caused(RuntimeError("Error during deserialization"), ImportError()), "must have this version of rokoko-tui"),
    ],
)
def test_a_cluster_that_fails_under_way_is_one_sentence(
    run: Run, address: str, monkeypatch: pytest.MonkeyPatch, error: BaseException, words: str
) -> None:
    monkeypatch.setattr(Client, "get_executor", lambda self, **_: Broken(error))
    told = run(*GAMES, "--scheduler", address)
    assert told.code == 1
    assert told.err.startswith(f"rokoko-tui: the cluster at {address} ") and words in told.err
    assert told.err.count("\n") == 1


def test_what_is_wrong_with_a_game_is_not_blamed_on_the_cluster(address: str) -> None:
    with pytest.raises(RuntimeError, match="a rule is broken"), executors.executor(address, 1):
        raise RuntimeError("a rule is broken")
