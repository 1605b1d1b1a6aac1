"""The core's tests and the app on the newest Python, that of Pyodide; skipped where its packages cannot be had."""

import shutil
import subprocess
import sys

import pytest

from tests import ROOT

CANNOT = 3
"""Exit code where npm or pip cannot provide what is needed."""


@pytest.mark.slow
@pytest.mark.long
@pytest.mark.skipif(not (shutil.which("npm") and shutil.which("node")), reason="Node.js is not installed")
def test_the_core_and_the_app_run_on_the_newest_python() -> None:
    command = [sys.executable, "-m", "tools.newest_python", "tests/core/test_game.py"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    if done.returncode == CANNOT:
        pytest.skip(done.stderr)
    assert done.returncode == 0, done.stdout + done.stderr
    assert " passed" in done.stdout and "The lesson is played on 3.14" in done.stdout
