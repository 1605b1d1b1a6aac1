"""``rokoko-tui arena``: tournaments that can be stopped and gone on with, and the page made from their results."""

import os
import signal
import sys
import time
from collections.abc import Iterator
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import contextmanager
from multiprocessing import active_children
from pathlib import Path

import pytest

from rokoko_core.bots.arena import Result, matches, played
from rokoko_core.bots.arena import run as run_matches
from rokoko_core.bots.evaluation import EVALUATION
from rokoko_core.components import catalogue, load_components, register
from rokoko_core.components.catalogue import FIRST, SETS
from rokoko_tui.arena import command as tournament
from rokoko_tui.arena import executors
from rokoko_tui.arena.command import read_results
from rokoko_tui.session.launch import Refused
from rokoko_tui.session.lock import hold
from tests.tui.shell import Run, a_home_of_its_own, run

__all__ = ["a_home_of_its_own", "run"]

RANDOM = ("arena", "--seats", "random,random")
REAL_EXECUTOR = tournament.executor
SHIPPED_BOARDS = SETS / FIRST / "boards.toml"


@pytest.fixture(autouse=True)
def threads(monkeypatch: pytest.MonkeyPatch) -> None:
    """Games are played in this process, to be quick."""

    @contextmanager
    def executor(scheduler: str | None, jobs: int) -> Iterator[tuple[Executor, int]]:
        with ThreadPoolExecutor(1) as pool:
            yield pool, 1

    monkeypatch.setattr(tournament, "executor", executor)


def outcomes(path: Path) -> list[tuple[int, tuple[int, ...]]]:
    """Seed and totals of every result in the file, by seed."""
    return sorted((r.match.seed, tuple(seat.total for seat in r.seats)) for r in read_results(path)[1])


def test_it_tells_wins_with_intervals_and_where_prestige_came_from(run: Run) -> None:
    told = run("arena", "--seats", "apprentice,random", "--games", 4)
    assert told.code == 0
    for words in ("4 games, 2 seats, base game", "95% interval", "apprentice", "100.0%", "Majorities of the halls"):
        assert words in told.out


def test_results_are_kept_and_a_rerun_goes_on(run: Run, tmp_path: Path) -> None:
    stopped, whole = tmp_path / "stopped", tmp_path / "whole"
    assert run(*RANDOM, "--games", 3, "--out", stopped).code == 0
    first = stopped.read_bytes()
    assert run(*RANDOM, "--games", 6, "--out", stopped).code == 0
    assert stopped.read_bytes().startswith(first), "what was played is not played again"
    assert run(*RANDOM, "--games", 6, "--out", whole).code == 0
    assert outcomes(stopped) == outcomes(whole)
    assert [seed for seed, _ in outcomes(whole)] == [1, 2, 3, 4, 5, 6]
    again = [run(*RANDOM, "--games", 6, "--out", path).out.splitlines() for path in (stopped, whole)]
    tables = [
        [line for line in lines if not line.startswith(("  ms a turn", "  longest", "  95% take"))] for lines in again
    ]
    assert tables[0] == tables[1], "times apart, the table is that of a tournament without a stop"


def test_a_torn_last_line_is_played_again(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "results"
    run(*RANDOM, "--games", 3, "--out", path)
    before = outcomes(path)
    path.write_bytes(path.read_bytes()[:-40])
    assert run(*RANDOM, "--games", 3, "--out", path).code == 0
    assert outcomes(path) == before


def test_an_interrupt_keeps_what_is_done(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ctrl+C after the second result: what is under way is finished, nothing new is begun, the table is shown."""
    path, add = tmp_path / "results", tournament.Ledger.add

    def added(self: tournament.Ledger, result: Result) -> None:
        add(self, result)
        if len(self.results) == 2:
            os.kill(os.getpid(), signal.SIGINT)

    monkeypatch.setattr(tournament.Ledger, "add", added)
    told = run(*RANDOM, "--games", 60, "--out", path)
    assert told.code == 130
    kept = outcomes(path)
    assert 2 <= len(kept) < 60
    assert f"{len(kept)} games" in told.out
    monkeypatch.setattr(tournament.Ledger, "add", add)
    assert run(*RANDOM, "--games", 60, "--out", path).code == 0
    assert len(outcomes(path)) == 60


def test_the_second_interrupt_does_not_wait_and_still_tells(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, add = tmp_path / "results", tournament.Ledger.add

    def added(self: tournament.Ledger, result: Result) -> None:
        add(self, result)
        if len(self.results) == 2:
            os.kill(os.getpid(), signal.SIGINT)
            os.kill(os.getpid(), signal.SIGINT)

    monkeypatch.setattr(tournament.Ledger, "add", added)
    told = run(*RANDOM, "--games", 60, "--out", path)
    assert told.code == 130
    assert "2 games" in told.out
    assert len(outcomes(path)) == 2


def test_processes_end_when_nobody_waits_for_them() -> None:
    others = active_children()
    with pytest.raises(KeyboardInterrupt), REAL_EXECUTOR(None, 1) as (pool, _):
        pool.submit(time.sleep, 600)
        (process,) = (child for child in active_children() if child not in others)
        raise KeyboardInterrupt
    process.join(20)
    assert not process.is_alive()


def test_a_process_that_dies_is_one_sentence() -> None:
    with pytest.raises(Refused, match="process-died"), REAL_EXECUTOR(None, 1) as (pool, _):
        pool.submit(os._exit, 1).result()


def test_processes_come_to_the_same_results_with_components_of_ones_own(tmp_path: Path) -> None:
    """With 40 Livre to begin with, in a set only this process has read."""
    folder = tmp_path / "rich"
    folder.mkdir()
    (folder / "boards.toml").write_text(SHIPPED_BOARDS.read_text(encoding="utf-8").replace("livre = 15", "livre = 40"))
    register(load_components(folder))
    try:
        wanted = matches(("apprentice", "random"), 2, 1, components="rich")
        with REAL_EXECUTOR(None, 1) as (pool, at_once):
            found = sorted(run_matches(wanted, pool, at_once), key=lambda result: wanted.index(result.match))
        here = [played(match) for match in wanted]
    finally:
        catalogue._known.clear()
    assert [[(s.total, s.won, s.rows) for s in r.seats] for r in found] == [
        [(s.total, s.won, s.rows) for s in r.seats] for r in here
    ]


def test_two_arenas_do_not_write_one_file(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "results"
    run(*RANDOM, "--games", 1, "--out", path)
    before = path.read_bytes()
    with hold(path):
        told = run(*RANDOM, "--games", 2, "--out", path)
    assert (told.code, told.out) == (1, "")
    assert "another arena is writing" in told.err
    assert path.read_bytes() == before
    assert run(*RANDOM, "--games", 2, "--out", path).code == 0


def test_a_file_of_another_tournament_is_left_alone(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "results"
    run(*RANDOM, "--games", 1, "--out", path)
    before = path.read_bytes()
    for other in (("--seed", 2), ("--expansions", "fancy")):
        told = run(*RANDOM, *other, "--games", 1, "--out", path)
        assert told.code == 1
        assert "another tournament (--seats random,random --seed 1)" in told.err
    path.write_bytes(before.replace(EVALUATION.weights.digest.encode(), b"0123456789abcdef"))
    assert "by players that weigh things otherwise" in run(*RANDOM, "--games", 1, "--out", path).err
    path.write_bytes(before)
    (tmp_path / "letter").write_text("Dear Ada\n")
    assert "holds no results" in run(*RANDOM, "--out", tmp_path / "letter").err
    assert path.read_bytes() == before
    assert (tmp_path / "letter").read_text(encoding="utf-8") == "Dear Ada\n"


@pytest.mark.parametrize(
    ("words", "what"),
    [
        (("arena",), "say who plays"),
        (("arena", "--seats", "random,queen"), "unknown level 'queen'"),
        (("arena", "--seats", "random,"), "unknown level ''"),
        (("arena", "--seats", ",".join(["random"] * 6)), "1 to 5 levels"),
        ((*RANDOM, "--games", "0"), "at least one game"),
        ((*RANDOM, "--games", "many"), "whole number"),
        ((*RANDOM, "--jobs", "0"), "--jobs"),
        ((*RANDOM, "--expansions", "dragons"), 'there is no "dragons"'),
        ((*RANDOM, "results"), "for --report only"),
        (("arena", "--report", "page.md"), "needs files of results"),
    ],
)
def test_what_makes_no_sense_is_one_sentence(run: Run, words: tuple[str, ...], what: str) -> None:
    told = run(*words)
    assert (told.code, told.out) == (2, "")
    assert what in told.err
    assert told.err.count("\n") == 1


def test_a_folder_that_takes_no_results_is_one_sentence(run: Run, tmp_path: Path) -> None:
    told = run(*RANDOM, "--out", tmp_path / "nowhere" / "results")
    assert told.code == 1
    assert "cannot be kept there" in told.err


@pytest.mark.parametrize("address", ["tcp://127.0.0.1:9", "a word", "pigeon://loft:1"])
def test_a_cluster_that_does_not_answer_is_one_sentence(
    run: Run, monkeypatch: pytest.MonkeyPatch, address: str
) -> None:
    monkeypatch.setattr(tournament, "executor", REAL_EXECUTOR)
    monkeypatch.setattr(executors, "PATIENCE", 0.2)
    told = run(*RANDOM, "--scheduler", address)
    assert told.code == 1
    assert told.err == f"rokoko-tui: no cluster answers at {address}.\n"


def test_without_the_extra_it_says_how_to_install_it(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tournament, "executor", REAL_EXECUTOR)
    monkeypatch.setitem(sys.modules, "distributed", None)
    told = run(*RANDOM, "--scheduler", "tcp://127.0.0.1:9")
    assert told.code == 1
    assert 'pip install "rokoko-tui[cluster]"' in told.err


def test_the_page_tells_strength_time_sources_and_seats(run: Run, tmp_path: Path) -> None:
    mixed, alike, page = tmp_path / "mixed", tmp_path / "alike", tmp_path / "page.md"
    run("arena", "--seats", "journeyman,random", "--games", 2, "--out", mixed)
    run("arena", "--seats", "random,random,random", "--games", 3, "--out", alike)
    assert run("arena", "--report", page, mixed, alike).code == 0
    text = page.read_text(encoding="utf-8")
    assert "| 2 players, base game | journeyman | 1 × random | 2 | 100.0% | 34.2 to 100.0% | 97.0%: 400 games" in text
    assert "random, 3 players, base game" in text
    assert "## Does it matter who begins?" in text
    assert "    rokoko-tui arena --seats journeyman,random --seed 1 --games 2" in text
    assert run("arena", "--report", page, mixed, alike).code == 0
    assert page.read_text(encoding="utf-8") == text, "the same results make the same page"


def test_the_page_says_when_a_tournament_was_interrupted(run: Run, tmp_path: Path) -> None:
    """Of three deals the second is missing: no command plays just the first and the third."""
    path, page = tmp_path / "results", tmp_path / "page.md"
    run(*RANDOM, "--games", 3, "--out", path)
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join(line for line in lines if b'"seed":2}' not in line))
    assert run("arena", "--report", page, path).code == 0
    assert "--seed 1 --games 2  # was interrupted, so some games differ" in page.read_text(encoding="utf-8")
    assert "## Strength" not in page.read_text(encoding="utf-8"), "one level among itself tells no strength"
