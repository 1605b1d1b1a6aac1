"""The files of the static page survive a crash at any moment."""

import shutil
import subprocess
from pathlib import Path

import pytest

from tools.static_page.build import WORK

pytestmark = pytest.mark.slow


def test_stored_files(built_page: Path) -> None:
    node = shutil.which("node")
    assert node is not None, "the page was built with it"
    script = Path(__file__).with_name("stored_files_test.mjs")
    pyodide = WORK / "npm" / "node_modules" / "pyodide"
    done = subprocess.run([node, script, pyodide], check=False, capture_output=True, text=True)
    assert done.stdout == "ok\n", done.stderr[-2000:]
