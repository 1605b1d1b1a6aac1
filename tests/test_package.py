"""Packaging: promised and tested versions agree, and the source archive is complete."""

import re
import tomllib

import pytest

from tests import ROOT

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
EXTRAS = PROJECT["optional-dependencies"]
REQUIRED = re.compile(r"^([\w.-]+)>=([\d.]+)")


def promised(*wanted: list[str]) -> dict[str, str]:
    """Return the lowest version of each of ``wanted``, by name."""
    matches = [REQUIRED.match(requirement) for requirements in wanted for requirement in requirements]
    assert all(matches), "each requirement has a lowest version"
    return {match[1].lower(): match[2] for match in matches if match}


def pinned(name: str) -> dict[str, str]:
    """Return the versions in the constraints file ``name``."""
    lines = (ROOT / name).read_text(encoding="utf-8").splitlines()
    pairs = [line.split("==") for line in lines if line and not line.startswith("#")]
    return {name.lower(): version for name, version in pairs}


def numbers(version: str) -> list[int]:
    """Return ``1.10`` as [1, 10], without trailing zeros."""
    parts = [int(part) for part in version.split(".")]
    while parts and not parts[-1]:
        parts.pop()
    return parts


def test_the_lowest_tested_versions_are_those_promised() -> None:
    lowest = pinned("lowest.txt")
    wanted = promised(PROJECT["dependencies"], EXTRAS["test"])
    assert set(lowest) == set(wanted)
    for name, version in wanted.items():
        assert numbers(lowest[name]) == numbers(version), name


def test_test_requirements_are_pinned() -> None:
    tested = pinned("constraints.txt")
    for name, version in promised(PROJECT["dependencies"], *EXTRAS.values()).items():
        assert name in tested, name
        assert numbers(tested[name]) >= numbers(version), name


@pytest.mark.parametrize("name", ["constraints.txt", "lowest.txt"])
def test_the_constraints_have_names_and_versions_only(name: str) -> None:
    assert pinned(name)
    assert not re.search(r"https?://|--|@", (ROOT / name).read_text(encoding="utf-8"))


def test_the_source_archive_has_the_files_of_tests_and_makefile() -> None:
    build = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["hatch"]["build"]["targets"]
    included = set(build["sdist"]["include"])
    needed = {"rokoko_core", "rokoko_tui", "tests", "saves", "docs", "Makefile", ".ci", "constraints.txt", "lowest.txt"}
    assert needed <= included
    assert all((ROOT / name).exists() for name in included)
