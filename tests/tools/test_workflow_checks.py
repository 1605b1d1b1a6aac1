"""Test that the checks of the workflows detect mistakes."""

import shutil
from pathlib import Path

import pytest

from tools import ROOT
from tools.checks import workflows


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """Copy the workflows and what they run."""
    shutil.copytree(ROOT / ".github", tmp_path / ".github")
    shutil.copytree(ROOT / "tools", tmp_path / "tools", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "Makefile", tmp_path)
    return tmp_path


def test_the_workflows_have_no_problem(root: Path) -> None:
    assert workflows.problems(root) == []


EDITS = {
    "a tag": ("actions/checkout@3d3c42e5aac5ba805825da76410c181273ba90b1  # v7.0.1", "actions/checkout@v7"),
    "a commit without its version": ("461e7c  # v8.0.1", "461e7c"),
    "two commits of an action": ("checkout@3d3c42e5", "checkout@3d3c42e6"),
    "rights for all jobs": ("permissions: {}", "permissions: write-all"),
    "all rights for a job": ("    permissions:\n      contents: read\n", "    permissions: write-all\n"),
    "a key that is misspelled": ("timeout-minutes: 10", "timeout_minutes: 10"),
    "a runner that does not exist": ("windows-latest]", "windows-11]"),
    "a job that does not exist": ("needs: build", "needs: builds"),
    "a value that does not exist": ("matrix.os }}\n    timeout", "matrix.system }}\n    timeout"),
    "a step that does not exist": ("steps.deploy.outputs", "steps.deployed.outputs"),
    "a value in a script": ('"$GITHUB_REF_NAME"\n', '"${{ github.ref_name }}"\n'),
    "a target that does not exist": ("make app docs page", "make app docs pages"),
    "a module that does not exist": ("-m tools.release build", "-m tools.releases build"),
    "a step that does nothing": ("      - run: make app docs page", "      - name: make app docs page"),
}


@pytest.mark.parametrize("edit", EDITS)
def test_a_mistake_is_detected(root: Path, edit: str) -> None:
    old, new = EDITS[edit]
    path = root / ".github" / "workflows" / "release.yml"
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    assert workflows.problems(root)
