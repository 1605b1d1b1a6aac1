"""The commands that install extras."""

import shlex
import sys
import tomllib
from pathlib import Path

import pytest

from rokoko_tui import extras
from rokoko_tui.extras import PACKAGES, install_command


def test_an_extra_installs_what_the_project_declares() -> None:
    root = Path(__file__).parents[2]
    declared: dict[str, list[str]] = {}
    for path in (root / "rokoko_core" / "pyproject.toml", root / "pyproject.toml"):
        for extra, packages in tomllib.loads(path.read_bytes().decode())["project"]["optional-dependencies"].items():
            if not packages[0].startswith("rokoko-core["):
                declared[extra] = packages
    assert {extra: declared[extra] for extra in PACKAGES} == {extra: list(names) for extra, names in PACKAGES.items()}


def test_the_command_is_for_the_running_environment(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    python = tmp_path / "my games" / "bin" / "python"
    monkeypatch.setattr(sys, "executable", str(python))
    packages = list(PACKAGES["web"])
    assert shlex.split(install_command("web")) == [str(python), "-m", "pip", "install", *packages]
    monkeypatch.chdir(tmp_path)
    assert shlex.split(install_command("web"))[0] == str(python.relative_to(tmp_path))
    monkeypatch.setattr(extras, "find_spec", lambda name: None)
    command = ["uv", "pip", "install", "--python", str(python.relative_to(tmp_path)), *packages]
    assert shlex.split(install_command("web")) == command
