"""Trials of faults: apply each to a copy of the tree and run the tests that may detect it."""

import contextlib
import os
import re
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
from tools.mutants.which import ALL, Selection

COPIED = (
    "rokoko_core", "rokoko_tui", "tests", "tools", "examples", "saves", "docs", "pyproject.toml", "README.md",
    "CHANGELOG.md", "LICENSE", "Makefile", "constraints.txt", "lowest.txt",
)  # fmt: skip
"""The files and folders to copy."""
GRACE = 10.0
"""CPU seconds that a run may take in addition to four times the usual; a longer one counts as an endless loop. CPU time
is measured, so a slow machine makes no difference.
"""
PATIENCE = 6.0
"""Limit of the elapsed time as a multiple of the CPU limit."""
IDLE, LEAST = 90.0, 0.5
"""A run that takes less than ``LEAST`` CPU seconds in ``IDLE`` seconds waits for ever."""


class Outcome(NamedTuple):
    """The result of a trial."""

    fault: Fault
    how: str
    """"noticed", "endless" (detected too), "missed", or "unreached" if no test executes the module."""
    by: str
    """The test that failed."""
    seconds: float

    @property
    def noticed(self) -> bool:
        """Whether a test detected the fault."""
        return self.how in ("noticed", "endless")


def copy_tree(root: Path, target: Path) -> Path:
    """Copy the files of the tree at ``root`` that the tests need."""
    for name in COPIED:
        source = root / name
        if source.is_dir():
            shutil.copytree(source, target / name, ignore=shutil.ignore_patterns("__pycache__", ".mypy_cache"))
        elif source.exists():
            target.mkdir(parents=True, exist_ok=True)
            shutil.copy2(source, target / name)
    subprocess.run([sys.executable, "-m", "compileall", "-q", "rokoko_core", "rokoko_tui"], cwd=target, check=True)
    return target


def outcomes(root: Path, faults: list[Fault], selection: Selection, jobs: int, most: float) -> Iterator[Outcome]:
    """Try ``faults``, ``jobs`` at a time, with ``most`` seconds of tests each; yield the outcomes as they end."""
    with TemporaryDirectory(prefix="rokoko-mutants-") as folder, ThreadPoolExecutor(jobs) as pool:
        ended: SimpleQueue[Outcome | BaseException] = SimpleQueue()
        copies: SimpleQueue[Path] = SimpleQueue()
        for number in range(jobs):
            copies.put(copy_tree(root, Path(folder) / str(number)))

        def one(fault: Fault) -> None:
            copy = copies.get()
            try:
                ended.put(_try(copy, fault, selection.tests(fault, most), selection))
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


def _try(copy: Path, fault: Fault, tests: list[str], selection: Selection) -> Outcome:
    if not tests:
        return Outcome(fault, "unreached", "", 0.0)
    file = copy / fault.path
    sound = file.read_bytes()
    start = time.monotonic()
    try:
        file.write_bytes(fault.applied(sound))
        _forget_compiled(file)
        how, by = _run(copy, tests, GRACE + 4 * sum(selection.seconds[test] for test in tests))
    finally:
        file.write_bytes(sound)
        _forget_compiled(file)
    return Outcome(fault, how, by, round(time.monotonic() - start, 1))


def _forget_compiled(file: Path) -> None:
    for compiled in (file.parent / "__pycache__").glob(f"{file.stem}.*.pyc"):
        compiled.unlink()


def _run(copy: Path, tests: list[str], seconds: float) -> tuple[str, str]:
    """Run ``tests`` in ``copy``; return the result and the first test that failed."""
    if not tests:
        return "missed", ""
    listed = copy / f"chosen-{next(_NUMBERS)}.txt"
    listed.write_text("\n".join(tests), encoding="utf-8")
    options = ["-x", "-q", "--no-header", "--tb=no", "-rfE", "-p", "no:cacheprovider", "-m", ALL]
    environment = {**os.environ, "PYTHONPATH": str(copy)}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)  # without compiled modules every trial would compile all tests
    process = subprocess.Popen(
        [sys.executable, "-m", "pytest", *options, f"@{listed}"], cwd=copy, env=environment, start_new_session=True,
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
    )  # fmt: skip
    resource.prlimit(process.pid, resource.RLIMIT_CPU, (round(seconds), round(seconds)))
    try:
        output = _wait(process, seconds * PATIENCE)
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
    missing = re.findall(rf"^ERROR: not found: {re.escape(str(copy))}/([^\[\n]*)", output, re.MULTILINE)
    found = [test for test in tests if test.partition("[")[0] not in missing]
    if len(found) < len(tests):  # parameter sets whose ids the fault changes
        return _run(copy, found, seconds)
    first = next(
        (line for line in output.splitlines() if line.startswith(("FAILED", "ERROR"))), f"exit {process.returncode}"
    )
    return "noticed", first.removeprefix("FAILED ").partition(" - ")[0]


def _wait(process: subprocess.Popen[str], seconds: float) -> str:
    """Return the output of ``process``. Raises ``TimeoutExpired`` after ``seconds``, or while it only waits."""
    end, before = time.monotonic() + seconds, 0.0
    while True:
        try:
            return process.communicate(timeout=IDLE)[0]
        except subprocess.TimeoutExpired:
            used = _cpu_seconds(process.pid)
            if used - before < LEAST or time.monotonic() > end:
                raise
            before = used


def _cpu_seconds(pid: int) -> float:
    """Return the CPU seconds of a running process and its finished children."""
    fields = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    return sum(map(int, fields[11:15])) / os.sysconf("SC_CLK_TCK")
