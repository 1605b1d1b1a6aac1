"""One fault at a time: put into a copy of the tree, the tests run that could notice, the outcome told."""

import contextlib
import os
import resource
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import count
from pathlib import Path
from queue import SimpleQueue
from tempfile import TemporaryDirectory
from typing import NamedTuple

from tools.mutants.faults import Fault
from tools.mutants.which import Which

KEPT = (
    "rokoko_core", "rokoko_tui", "tests", "tools", "examples", "saves", "docs", "pyproject.toml", "README.md",
    "CHANGELOG.md", "LICENSE", "Makefile", "constraints.txt", "lowest.txt",
)  # fmt: skip
"""What of the tree is copied."""
GRACE = 10.0
"""Seconds of reckoning that a run may take beyond four times what its tests took; whoever takes longer goes round in
circles. Reckoning is counted, not the clock, so that a slow machine is not taken for a fault noticed.
"""
PATIENCE = 6.0
"""How many times as long it may take by the clock, for a run that waits for what never comes."""


class Outcome(NamedTuple):
    """What became of a fault."""

    fault: Fault
    how: str
    """"noticed", "endless" (noticed too), "missed" or "unreached": no test passes that module."""
    by: str
    """The test that noticed."""
    seconds: float

    @property
    def noticed(self) -> bool:
        """True unless the tests let it pass."""
        return self.how in ("noticed", "endless")


def copied(root: Path, to: Path) -> Path:
    """A copy of what matters of the tree at ``root``."""
    for name in KEPT:
        source = root / name
        if source.is_dir():
            shutil.copytree(source, to / name, ignore=shutil.ignore_patterns("__pycache__", ".mypy_cache"))
        elif source.exists():
            to.mkdir(parents=True, exist_ok=True)
            shutil.copy2(source, to / name)
    subprocess.run([sys.executable, "-m", "compileall", "-q", "rokoko_core", "rokoko_tui"], cwd=to, check=True)
    return to


def outcomes(root: Path, faults: list[Fault], which: Which, jobs: int, most: float) -> Iterator[Outcome]:
    """What becomes of each of ``faults``, ``jobs`` at a time, as they end; ``most`` seconds of tests for each."""
    with TemporaryDirectory(prefix="rokoko-mutants-") as folder, ThreadPoolExecutor(jobs) as pool:
        ended: SimpleQueue[Outcome | BaseException] = SimpleQueue()
        copies: SimpleQueue[Path] = SimpleQueue()
        for number in range(jobs):
            copies.put(copied(root, Path(folder) / str(number)))

        def one(fault: Fault) -> None:
            copy = copies.get()
            try:
                ended.put(_tried(copy, fault, which.tests(fault, most), which))
            except BaseException as error:
                ended.put(error)
            finally:
                copies.put(copy)

        for fault in faults:
            pool.submit(one, fault)
        for _ in faults:
            outcome = ended.get()
            if isinstance(outcome, BaseException):
                pool.shutdown(wait=False, cancel_futures=True)
                raise outcome
            yield outcome


_NUMBERS = count()


def _tried(copy: Path, fault: Fault, tests: list[str], which: Which) -> Outcome:
    if not tests:
        return Outcome(fault, "unreached", "", 0.0)
    file = copy / fault.path
    sound = file.read_bytes()
    begun = time.monotonic()
    try:
        file.write_bytes(fault.applied(sound))
        _forget_compiled(file)
        how, by = _run(copy, tests, GRACE + 4 * sum(which.seconds[test] for test in tests))
    finally:
        file.write_bytes(sound)
        _forget_compiled(file)
    return Outcome(fault, how, by, round(time.monotonic() - begun, 1))


def _forget_compiled(file: Path) -> None:
    for compiled in (file.parent / "__pycache__").glob(f"{file.stem}.*.pyc"):
        compiled.unlink()


def _run(copy: Path, tests: list[str], seconds: float) -> tuple[str, str]:
    """How the tests in ``copy`` ended, and which was the first to fail."""
    listed = copy / f"chosen-{next(_NUMBERS)}.txt"
    listed.write_text("\n".join(tests), encoding="utf-8")
    command = [sys.executable, "-m", "pytest", "-x", "-q", "--no-header", "--tb=no", "-rfE", "-p", "no:cacheprovider"]
    environment = {**os.environ, "PYTHONPATH": str(copy)}
    process = subprocess.Popen(
        [*command, f"@{listed}"], cwd=copy, env=environment, start_new_session=True,
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
    )  # fmt: skip
    resource.prlimit(process.pid, resource.RLIMIT_CPU, (round(seconds), round(seconds)))
    try:
        told, _ = process.communicate(timeout=seconds * PATIENCE)
    except subprocess.TimeoutExpired:
        return "endless", ""
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        listed.unlink()
    if process.returncode in (-signal.SIGXCPU, -signal.SIGKILL):
        return "endless", ""
    if process.returncode == 0:
        return "missed", ""
    first = next(
        (line for line in told.splitlines() if line.startswith(("FAILED", "ERROR"))), f"exit {process.returncode}"
    )
    return "noticed", first.removeprefix("FAILED ").partition(" - ")[0]
