"""A pytest plugin that writes down which test passes which lines: ``-p tools.mutants.watching``.

Every process of the run adds to one coverage data file, with the test as the context, and to a list of how long each
test reckoned and how it ended.
"""

import json
import os
from pathlib import Path

import pytest
from coverage import Coverage

WATCHED = Path(os.environ["WATCHED"])
"""The folder the findings go to."""

_coverage = Coverage(
    data_file=str(WATCHED / "lines"), data_suffix=True, source=["rokoko_core", "rokoko_tui"], config_file=False
)


def pytest_configure() -> None:
    _coverage.start()


def _reckoned() -> float:
    """Seconds that this process and those it waited for have reckoned, which a busy machine does not make longer."""
    return sum(os.times()[:4])


_begun = 0.0


def pytest_runtest_logstart(nodeid: str) -> None:
    global _begun
    _begun = _reckoned()
    _coverage.switch_context(nodeid)


def pytest_runtest_logfinish() -> None:
    _coverage.switch_context("")


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    if hasattr(report, "node"):  # told once more by the process that hands the tests out
        return
    global _begun
    begun, _begun = _begun, _reckoned()
    with (WATCHED / "tests.jsonl").open("a", encoding="utf-8") as out:
        out.write(json.dumps([report.nodeid, round(_begun - begun, 3), report.outcome]) + "\n")


def pytest_unconfigure() -> None:
    _coverage.stop()
    _coverage.save()
