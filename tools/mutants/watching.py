"""A pytest plugin that records which test executes which lines: ``-p tools.mutants.watching``.

Every process of the run writes coverage data with the test as the context, and appends the CPU time and outcome of each
test to a list.
"""

import json
import os
from pathlib import Path

import pytest
from coverage import Coverage

WATCHED = Path(os.environ["WATCHED"])
"""The output folder."""

_coverage = Coverage(
    data_file=str(WATCHED / "lines"), data_suffix=True, source=["rokoko_core", "rokoko_tui"], config_file=False
)


def pytest_configure() -> None:
    _coverage.start()


def _cpu_seconds() -> float:
    """Return the CPU seconds of this process and its finished children, independent of the load of the machine."""
    return sum(os.times()[:4])


_started = 0.0


def pytest_runtest_logstart(nodeid: str) -> None:
    global _started
    _started = _cpu_seconds()
    _coverage.switch_context(nodeid)


def pytest_runtest_logfinish() -> None:
    _coverage.switch_context("")


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    if hasattr(report, "node"):  # the xdist controller repeats each report
        return
    global _started
    start, _started = _started, _cpu_seconds()
    with (WATCHED / "tests.jsonl").open("a", encoding="utf-8") as out:
        out.write(json.dumps([report.nodeid, round(_started - start, 3), report.outcome]) + "\n")


def pytest_unconfigure() -> None:
    _coverage.stop()
    _coverage.save()
