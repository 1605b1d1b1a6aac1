"""Finding every usable Python of a machine: on the PATH, in pyenv's folder and in uv's."""

import os
import sys
from pathlib import Path

import pytest

from tools import pythons


def put(path: Path, answer: str) -> Path:
    """Write an interpreter that answers any question with ``answer``, or fails if that is empty."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"#!/bin/sh\necho '{answer}'\n" if answer else "#!/bin/sh\nexit 127\n")
    path.chmod(0o755)
    return path


@pytest.fixture
def environment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, str]:
    """A machine with two folders on its PATH, and a home; this Python is none of its own."""
    monkeypatch.setattr(sys, "executable", str(tmp_path / "none"))
    return {"PATH": f"{tmp_path}/shims:{tmp_path}/bin", "HOME": str(tmp_path)}


def found(environment: dict[str, str]) -> list[tuple[str, Path]]:
    """The versions found, and where."""
    return [(python.name, python.path) for python in pythons.find_pythons(pythons.candidates(environment))]


def test_a_shim_that_fails_is_skipped_for_the_one_behind_it(environment: dict[str, str], tmp_path: Path) -> None:
    put(tmp_path / "shims" / "python3.12", "")
    wanted = put(tmp_path / "bin" / "python3.12", "[3, 12, 1]")
    assert found(environment) == [("3.12.1", wanted)]


def test_one_of_each_minor_version_is_taken_the_newest(environment: dict[str, str], tmp_path: Path) -> None:
    put(tmp_path / "bin" / "python3.11", "[3, 11, 2]")
    newer = put(tmp_path / ".pyenv" / "versions" / "3.11.7" / "bin" / "python3", "[3, 11, 7]")
    put(tmp_path / ".pyenv" / "versions" / "3.9.1" / "bin" / "python3", "[3, 9, 1]")
    of_uv = put(tmp_path / ".local" / "share" / "uv" / "python" / "cpython-3.14" / "bin" / "python3", "[3, 14, 0]")
    assert found(environment) == [("3.11.7", newer), ("3.14.0", of_uv)]


def test_what_is_no_usable_cpython_is_skipped(environment: dict[str, str], tmp_path: Path) -> None:
    for name, answer in (("python3.11", "null"), ("python3.12", "usage: none"), ("python3.12-config", "[3, 12, 1]")):
        put(tmp_path / "bin" / name, answer)
    assert found(environment) == []


def test_other_folders_of_pyenv_and_uv_are_looked_into(environment: dict[str, str], tmp_path: Path) -> None:
    one = put(tmp_path / "a" / "versions" / "3.12.1" / "bin" / "python3", "[3, 12, 1]")
    two = put(tmp_path / "b" / "cpython" / "bin" / "python3", "[3, 13, 0]")
    environment |= {"PYENV_ROOT": str(tmp_path / "a"), "UV_PYTHON_INSTALL_DIR": str(tmp_path / "b")}
    assert found(environment) == [("3.12.1", one), ("3.13.0", two)]


def test_less_than_two_versions_fail_and_are_named(
    environment: dict[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    put(tmp_path / "bin" / "python3.12", "[3, 12, 1]")
    monkeypatch.setattr(os, "environ", environment)
    assert pythons.main() == 1
    told = capsys.readouterr().out
    assert told.startswith("Found: 3.12.1 (")
    assert "At least 2 versions" in told


def test_the_tree_that_is_tested_has_no_sources(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pythons, "RUN", tmp_path / "run")
    pythons.copy_tree()
    assert (tmp_path / "run" / "tests" / "core").is_dir()
    assert not any((tmp_path / "run" / name).exists() for name in pythons.PACKAGES)
