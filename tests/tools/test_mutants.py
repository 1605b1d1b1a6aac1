"""Test the mutation runner with a small sample."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests import ROOT

pytestmark = pytest.mark.release


@pytest.mark.parametrize(
    ("part", "within", "tests"),
    [("core", "rokoko_core/moves", "tests/core/moves"), ("tui", "rokoko_tui/table", "tests/tui/table")],
)
def test_the_runner_reports_the_detected_share(part: str, within: str, tests: str, tmp_path: Path) -> None:
    options = f"--number 4 --most 5 --jobs 1 --within {within} --tests {tests} --out {tmp_path}".split()
    command = [sys.executable, "-m", "tools.mutants", part, *options]
    run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    print(run.stdout)
    assert run.returncode in (0, 1), run.stderr
    assert re.search(rf"^{part}: [1-9]\d* of 4 noticed", run.stdout, re.MULTILINE), run.stdout + run.stderr
