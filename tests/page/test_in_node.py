"""Parts of the built page in Node: its files survive a crash at any moment, and all of its modules are there."""

import shutil
import subprocess
from pathlib import Path

import pytest

from tools.static_page.build import WORK

pytestmark = pytest.mark.slow


def run_in_node(script: str, *arguments: Path) -> str:
    """Run ``script`` beside this file; return what it prints. Raises CalledProcessError."""
    node = shutil.which("node")
    assert node is not None, "the page was built with it"
    command: list[str | Path] = [node, Path(__file__).with_name(script), *arguments]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def test_stored_files(built_page: Path) -> None:
    assert run_in_node("stored_files_test.mjs", WORK / "npm" / "node_modules" / "pyodide") == "ok\n"


def test_every_module_of_the_program_is_imported_with_those_that_the_page_has(built_page: Path) -> None:
    assert run_in_node("modules_test.mjs", next(built_page.glob("*/pyodide")), WORK / "site") == "ok\n"
