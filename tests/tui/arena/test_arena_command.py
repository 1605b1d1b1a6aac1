"""``rokoko-tui arena``: interrupted tournaments continue, and results are kept."""

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

from rokoko_core.bots.arena import Result, matches, play_match
from rokoko_core.bots.arena import run as run_matches
from rokoko_core.bots.figures import figures_digest
from rokoko_core.components import catalogue, load_components, register
from rokoko_core.components.catalogue import FIRST, SETS
from rokoko_core.journal import PROGRAM_VERSION
from rokoko_tui.arena import command as tournament
from rokoko_tui.arena import executors
from rokoko_tui.arena.results import ResultFile, read_lines
from rokoko_tui.errors import CommandError
from rokoko_tui.extras import install_command
from rokoko_tui.saves.lock import lock_save
from tests.tui.cli.shell import Run
from tests.visitors import BOTS, EVERY, bots_installed

RANDOM = ("arena", "random", "random")
REAL_EXECUTOR = executors.executor
SHIPPED_BOARDS = SETS / FIRST / "boards.toml"


@pytest.fixture(autouse=True)
def threads(monkeypatch: pytest.MonkeyPatch) -> None:
    """Play games in this process, which is faster."""

    @contextmanager
    def executor(scheduler: str | None, jobs: int) -> Iterator[tuple[Executor, int]]:
        with ThreadPoolExecutor(1) as pool:
            yield pool, 1

    monkeypatch.setattr(tournament, "executor", executor)


def outcomes(path: Path) -> list[tuple[int, tuple[int, ...]]]:
    """Return (seed, totals) of every result in the file, sorted."""
    results = [line.result for line in read_lines(path)[0]]
    return sorted((r.match.seed, tuple(seat.total for seat in r.seats)) for r in results)


def test_the_output_has_wins_with_intervals_and_sources_of_prestige(run: Run) -> None:
    output = run("arena", "apprentice", "random", "--games", 4)
    assert output.code == 0
    for words in ("4 games, 2 seats, base game", "95% interval", "apprentice", "100.0%", "Majorities of the halls"):
        assert words in output.out


def test_a_rerun_continues_from_the_results(run: Run, tmp_path: Path) -> None:
    stopped, whole = tmp_path / "stopped", tmp_path / "whole"
    assert run(*RANDOM, "--games", 3, "--results", stopped).code == 0
    first = stopped.read_bytes()
    assert run(*RANDOM, "--games", 6, "--results", stopped).code == 0
    assert stopped.read_bytes().startswith(first), "results are not played again"
    assert run(*RANDOM, "--games", 6, "--results", whole).code == 0
    assert outcomes(stopped) == outcomes(whole)
    assert [seed for seed, _ in outcomes(whole)] == [1, 2, 3, 4, 5, 6]
    again = [run(*RANDOM, "--games", 6, "--results", path).out.splitlines() for path in (stopped, whole)]
    tables = [
        [line for line in lines if not line.startswith(("  ms a turn", "  longest", "  95% take"))] for lines in again
    ]
    assert tables[0] == tables[1], "without times, the table is that of an uninterrupted tournament"


def test_a_torn_last_line_is_played_again(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "results"
    run(*RANDOM, "--games", 3, "--results", path)
    before = outcomes(path)
    path.write_bytes(path.read_bytes()[:-40])
    assert run(*RANDOM, "--games", 3, "--results", path).code == 0
    assert outcomes(path) == before


def test_an_interrupt_keeps_the_results(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ctrl+C after the second result: running games are finished, no other starts, and the table is printed."""
    path, add = tmp_path / "results", ResultFile.add

    def added(self: ResultFile, result: Result) -> None:
        add(self, result)
        if len(self.results) == 2:
            os.kill(os.getpid(), signal.SIGINT)

    monkeypatch.setattr(ResultFile, "add", added)
    output = run(*RANDOM, "--games", 60, "--results", path)
    assert output.code == 130
    kept = outcomes(path)
    assert 2 <= len(kept) < 60
    assert f"{len(kept)} games" in output.out
    monkeypatch.setattr(ResultFile, "add", add)
    assert run(*RANDOM, "--games", 60, "--results", path).code == 0
    assert len(outcomes(path)) == 60


def test_the_second_interrupt_does_not_wait_and_prints_the_table(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, add = tmp_path / "results", ResultFile.add

    def added(self: ResultFile, result: Result) -> None:
        add(self, result)
        if len(self.results) == 2:
            os.kill(os.getpid(), signal.SIGINT)
            os.kill(os.getpid(), signal.SIGINT)

    monkeypatch.setattr(ResultFile, "add", added)
    output = run(*RANDOM, "--games", 60, "--results", path)
    assert output.code == 130
    assert "2 games" in output.out
    assert len(outcomes(path)) == 2


def test_an_error_kills_the_processes() -> None:
    others = active_children()
    with pytest.raises(KeyboardInterrupt), REAL_EXECUTOR(None, 1) as (pool, _):
        pool.submit(time.sleep, 600)
        (process,) = (child for child in active_children() if child not in others)
        raise KeyboardInterrupt
    process.join(20)
    assert not process.is_alive()


def test_a_process_that_dies_is_refused() -> None:
    with pytest.raises(CommandError, match="process-died"), REAL_EXECUTOR(None, 1) as (pool, _):
        pool.submit(os._exit, 1).result()


@pytest.mark.slow
def test_processes_give_the_same_results_with_a_custom_component_set(tmp_path: Path) -> None:
    """The set gives 40 Livre at the start and is registered only in this process."""
    folder = tmp_path / "rich"
    folder.mkdir()
    (folder / "boards.toml").write_text(SHIPPED_BOARDS.read_text(encoding="utf-8").replace("livre = 15", "livre = 40"))
    register(load_components(folder))
    try:
        wanted = matches(("apprentice", "random"), 2, 1, components="rich")
        with REAL_EXECUTOR(None, 1) as (pool, at_once):
            found = sorted(run_matches(wanted, pool, at_once), key=lambda result: wanted.index(result.match))
        here = [play_match(match)[0] for match in wanted]
    finally:
        catalogue._known.clear()
    assert [[(s.total, s.won, s.rows) for s in r.seats] for r in found] == [
        [(s.total, s.won, s.rows) for s in r.seats] for r in here
    ]


def test_two_arenas_cannot_write_one_file(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "results"
    run(*RANDOM, "--games", 1, "--results", path)
    before = path.read_bytes()
    with lock_save(path):
        output = run(*RANDOM, "--games", 2, "--results", path)
    assert (output.code, output.out) == (1, "")
    assert "another arena is writing" in output.err
    assert path.read_bytes() == before
    assert run(*RANDOM, "--games", 2, "--results", path).code == 0


def test_a_file_may_have_games_of_any_table(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "results"
    run(*RANDOM, "--games", 2, "--results", path)
    before = path.read_bytes()
    output = run("arena", "apprentice", "random", "--games", 2, "--results", path)
    assert "2 games, 2 seats" in output.out
    assert path.read_bytes().startswith(before)
    for other in (("--seed", 2), ("--expansions", "fancy")):
        assert "1 game, 2 seats" in run(*RANDOM, *other, "--games", 1, "--results", path).out
    assert len(read_lines(path)[0]) == 2 + 2 + 1, "that of seed 2 was in the file"


def test_a_file_of_other_versions_is_unchanged(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "results"
    run(*RANDOM, "--games", 1, "--results", path)
    before = path.read_bytes()
    for made in (figures_digest(), PROGRAM_VERSION, load_components().digest):
        path.write_bytes(changed := before.replace(made.encode(), b"another"))
        output = run(*RANDOM, "--games", 2, "--results", path)
        assert (output.code, output.out) == (1, "")
        assert "other bot weights" in output.err
        assert path.read_bytes() == changed
    (tmp_path / "letter").write_text("Dear Ada\n")
    assert "contains no results" in run(*RANDOM, "--results", tmp_path / "letter").err
    assert (tmp_path / "letter").read_text(encoding="utf-8") == "Dear Ada\n"


@pytest.mark.slow
def test_an_external_bot_plays_and_its_failure_is_one_line(run: Run, tmp_path: Path) -> None:
    with bots_installed(tmp_path / "site", BOTS, *EVERY):
        output = run("arena", "drawn", "random", "--games", 2)
        assert (output.code, output.err) == (0, "")
        assert "drawn" in output.out
        output = run("arena", "raises", "random", "--games", 2)
        assert output.code == 0
        line = output.out.splitlines()[-1]
        assert line.startswith("the bot “raises” raised an error (RuntimeError: I do not know")
        assert line.endswith("; a bot of level easy took over in 2 games.")
        refused = run("arena", "gone", "random")
        assert (refused.code, refused.out) == (1, "")
        assert "the bot “gone” could not be loaded (ModuleNotFoundError" in refused.err
        assert refused.err.count("\n") == 1


@pytest.mark.parametrize(
    ("words", "what"),
    [
        (("arena",), "name the players"),
        (("arena", "random", "queen"), "unknown level 'queen'"),
        (("arena", "random", ""), "unknown level ''"),
        (("arena", *["random"] * 6), "1 to 5 levels"),
        ((*RANDOM, "--games", "0"), "1 to 1000000 games"),
        ((*RANDOM, "--games", "many"), "whole number"),
        ((*RANDOM, "--jobs", "0"), "--jobs"),
        ((*RANDOM, "--expansions", "dragons"), 'there is no "dragons"'),
    ],
)
def test_wrong_arguments_are_one_sentence(run: Run, words: tuple[str, ...], what: str) -> None:
    output = run(*words)
    assert (output.code, output.out) == (2, "")
    assert what in output.err
    assert output.err.count("\n") == 1


def test_a_missing_folder_for_results_is_one_sentence(run: Run, tmp_path: Path) -> None:
    output = run(*RANDOM, "--results", tmp_path / "nowhere" / "results")
    assert output.code == 1
    assert "could not save the results" in output.err


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs the device /dev/full")
def test_results_on_a_device_are_one_sentence(run: Run) -> None:
    """It has no end that could be read."""
    output = run(*RANDOM, "--results", "/dev/full")
    assert output.code == 1
    assert output.err == "rokoko-tui: /dev/full: could not save the results (this is a device, not a file).\n"


@pytest.mark.parametrize("address", ["tcp://127.0.0.1:9", "a word", "pigeon://loft:1"])
def test_a_cluster_that_does_not_answer_is_one_sentence(
    run: Run, monkeypatch: pytest.MonkeyPatch, address: str
) -> None:
    monkeypatch.setattr(tournament, "executor", REAL_EXECUTOR)
    monkeypatch.setattr(executors, "PATIENCE", 0.2)
    output = run(*RANDOM, "--scheduler", address)
    assert output.code == 1
    assert output.err == f"rokoko-tui: no cluster answers at {address}.\n"


def test_without_the_extra_the_message_says_how_to_install_it(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tournament, "executor", REAL_EXECUTOR)
    monkeypatch.setitem(sys.modules, "distributed", None)
    output = run(*RANDOM, "--scheduler", "tcp://127.0.0.1:9")
    assert output.code == 1
    assert install_command("cluster") in " ".join(output.err.split())
