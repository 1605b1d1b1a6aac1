"""A pytest plugin that records which test executes which parts of the program: ``-p tools.mutants.watching``.

The program is compiled with a call at the start of each part, which costs little; tracing every line more than doubles
the time of the tests. Every process of the run appends the parts, the CPU time and the outcome of each test to a list.
"""

import builtins
import json
import os
import sys
from collections import defaultdict
from collections.abc import Sequence
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from pathlib import Path
from types import CodeType, ModuleType

import pytest

from tools import ROOT
from tools.mutants.parts import marked

_parts: list[tuple[str, int]] = []
"""The file and first line of each part of the modules imported so far."""
_executed: set[int] = set()
"""The numbers of the parts that the test has executed."""


class _Loader(SourceFileLoader):
    """Compiles a module with a call at the start of each part; the compiled module is not stored."""

    def get_code(self, fullname: str) -> CodeType:
        path = Path(self.get_filename(fullname))
        name = path.relative_to(ROOT).as_posix()

        def number_of(line: int) -> int:
            _parts.append((name, line))
            return len(_parts) - 1

        return compile(marked(path.read_bytes(), number_of), path, "exec", dont_inherit=True)


class _Finder:
    """Finds the modules of the program."""

    @staticmethod
    def find_spec(name: str, path: Sequence[str] | None = None, target: ModuleType | None = None) -> ModuleSpec | None:
        if name.partition(".")[0] not in ("rokoko_core", "rokoko_tui"):
            return None
        spec = PathFinder.find_spec(name, path, target)
        if spec is not None and isinstance(spec.loader, SourceFileLoader):
            spec.loader = _Loader(name, spec.loader.path)
        return spec


vars(builtins)["__executed__"] = _executed.add
sys.meta_path.insert(0, _Finder)  # before any conftest imports the program


def _cpu_seconds() -> float:
    """Return the CPU seconds of this process and its finished children, independent of the load of the machine."""
    return sum(os.times()[:4])


_started = 0.0


def pytest_runtest_logstart() -> None:
    global _started
    _started = _cpu_seconds()
    _executed.clear()


def pytest_runtest_logfinish(nodeid: str) -> None:
    lines = defaultdict(list)
    for number in tuple(_executed):
        path, line = _parts[number]
        lines[path].append(line)
    if lines:
        _append(f"lines-{os.getpid()}.jsonl", [nodeid, lines])


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    if hasattr(report, "node"):  # the xdist controller repeats each report
        return
    global _started
    start, _started = _started, _cpu_seconds()
    _append("tests.jsonl", [report.nodeid, round(_started - start, 3), report.outcome])


def _append(name: str, row: list[object]) -> None:
    """Write a line to a file of the output folder."""
    with (Path(os.environ["WATCHED"]) / name).open("a", encoding="utf-8") as out:
        out.write(json.dumps(row) + "\n")
