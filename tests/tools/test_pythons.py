"""Test the search for interpreters on the PATH, in pyenv's folder and in uv's."""

import os
import sys
from pathlib import Path

import pytest

from tools import pythons


def put(path: Path, answer: str) -> Path:
    """Write a fake interpreter that prints ``answer``, or fails if that is empty."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"#!/bin/sh\necho '{answer}'\n" if answer else "#!/bin/sh\nexit 127\n")
    path.chmod(0o755)
    return path


@pytest.fixture
def environment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, str]:
    """Return an environment with two folders on the PATH and a home, without the current Python."""
    monkeypatch.setattr(sys, "executable", str(tmp_path / "none"))
    return {"PATH": f"{tmp_path}/shims:{tmp_path}/bin", "HOME": str(tmp_path)}


def find_all(environment: dict[str, str]) -> list[tuple[str, Path]]:
    """Return the versions and paths of all interpreters."""
    return [(python.name, python.path) for python in pythons.find_pythons(pythons.candidates(environment))]


def test_a_failing_shim_is_skipped(environment: dict[str, str], tmp_path: Path) -> None:
    put(tmp_path / "shims" / "python3.12", "")
    wanted = put(tmp_path / "bin" / "python3.12", "[3, 12, 1]")
    assert find_all(environment) == [("3.12.1", wanted)]


def test_the_newest_of_each_minor_version_is_selected(environment: dict[str, str], tmp_path: Path) -> None:
    put(tmp_path / "bin" / "python3.11", "[3, 11, 2]")
    newer = put(tmp_path / ".pyenv" / "versions" / "3.11.7" / "bin" / "python3", "[3, 11, 7]")
    put(tmp_path / ".pyenv" / "versions" / "3.9.1" / "bin" / "python3", "[3, 9, 1]")
    of_uv = put(tmp_path / ".local" / "share" / "uv" / "python" / "cpython-3.14" / "bin" / "python3", "[3, 14, 0]")
    assert find_all(environment) == [("3.11.7", newer), ("3.14.0", of_uv)]


def test_unusable_interpreters_are_skipped(environment: dict[str, str], tmp_path: Path) -> None:
    for name, answer in (("python3.11", "null"), ("python3.12", "usage: none"), ("python3.12-config", "[3, 12, 1]")):
        put(tmp_path / "bin" / name, answer)
    assert find_all(environment) == []


def test_configured_folders_of_pyenv_and_uv_are_searched(environment: dict[str, str], tmp_path: Path) -> None:
    one = put(tmp_path / "a" / "versions" / "3.12.1" / "bin" / "python3", "[3, 12, 1]")
    two = put(tmp_path / "b" / "cpython" / "bin" / "python3", "[3, 13, 0]")
    environment |= {"PYENV_ROOT": str(tmp_path / "a"), "UV_PYTHON_INSTALL_DIR": str(tmp_path / "b")}
    assert find_all(environment) == [("3.12.1", one), ("3.13.0", two)]


def test_fewer_than_two_versions_are_an_error(
    environment: dict[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    put(tmp_path / "bin" / "python3.12", "[3, 12, 1]")
    monkeypatch.setattr(os, "environ", environment)
    assert pythons.main([]) == 1
    output = capsys.readouterr().out
    assert output.startswith("Found: 3.12.1 (")
    assert "At least 2 versions" in output


def test_the_copied_tree_has_no_packages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pythons, "RUN", tmp_path / "run")
    pythons.copy_tree()
    assert (tmp_path / "run" / "tests" / "core").is_dir()
    assert not any((tmp_path / "run" / name).exists() for name in pythons.PACKAGES)


def make_python(name: str) -> pythons.Python:
    major, minor, micro = map(int, name.split("."))
    return pythons.Python((major, minor, micro), Path(f"/python{name}"))


@pytest.mark.parametrize(
    ("tested", "full"), [("version = 3.11.7", "3.13.0"), ("version_info = 3.13.0.final.0", "3.12.1"), (None, "3.13.0")]
)
def test_the_newest_version_not_tested_before_is_tested_in_full(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, tested: str | None, full: str
) -> None:
    monkeypatch.setattr(pythons, "VENV", tmp_path)
    if tested is not None:
        (tmp_path / "pyvenv.cfg").write_text(f"home = /usr/bin\n{tested}\n")
    assert pythons.choose_full([make_python(name) for name in ("3.11.7", "3.12.1", "3.13.0")]).name == full


def test_a_version_tested_in_full_runs_all_that_the_others_run(tmp_path: Path) -> None:
    full, smoke = [{step.name for step in pythons.steps(tmp_path, in_full)} for in_full in (True, False)]
    assert full - smoke == {"core"} and smoke <= full
