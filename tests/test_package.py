"""Packaging: promised and tested versions agree, the two projects fit together, the source archive is complete."""

import doctest
import re
import tomllib

import pytest

from tests import ROOT

PYPROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
CORE_PYPROJECT = tomllib.loads((ROOT / "rokoko_core" / "pyproject.toml").read_text(encoding="utf-8"))
PROJECT, CORE, HATCH = PYPROJECT["project"], CORE_PYPROJECT["project"], PYPROJECT["tool"]["hatch"]
DEPENDENCIES = HATCH["metadata"]["hooks"]["custom"]["dependencies"]
EXTRAS, CORE_EXTRAS = PROJECT["optional-dependencies"], CORE["optional-dependencies"]
REQUIRED = re.compile(r"^([\w.-]+)>=([\d.]+)")


def promised(*wanted: list[str]) -> dict[str, str]:
    """Return the lowest version of each of ``wanted``, by name."""
    requirements = [name for names in wanted for name in names if not name.startswith("rokoko-core[")]
    matches = [REQUIRED.match(requirement) for requirement in requirements]
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
    wanted = promised(DEPENDENCIES, CORE["dependencies"], EXTRAS["test"])
    assert set(lowest) == set(wanted)
    for name, version in wanted.items():
        assert numbers(lowest[name]) == numbers(version), name


def test_test_requirements_are_pinned() -> None:
    tested = pinned("constraints.txt")
    everything = promised(DEPENDENCIES, *EXTRAS.values(), CORE["dependencies"], *CORE_EXTRAS.values())
    for name, version in everything.items():
        assert name in tested, name
        assert numbers(tested[name]) >= numbers(version), name


@pytest.mark.parametrize("name", ["constraints.txt", "lowest.txt"])
def test_the_constraints_have_names_and_versions_only(name: str) -> None:
    assert pinned(name)
    assert not re.search(r"https?://|--|@", (ROOT / name).read_text(encoding="utf-8"))


def test_the_source_archive_has_the_files_of_tests_and_makefile() -> None:
    included = set(HATCH["build"]["targets"]["sdist"]["include"])
    needed = {"rokoko_core", "rokoko_tui", "tests", "saves", "docs", "Makefile", ".ci", "constraints.txt", "lowest.txt"}
    assert needed <= included
    assert all((ROOT / name).exists() for name in included)


def test_both_projects_have_the_same_version_pythons_and_license() -> None:
    assert HATCH["version"]["path"] == f"rokoko_core/{CORE_PYPROJECT['tool']['hatch']['version']['path']}"
    pythons = [[line for line in project["classifiers"] if ":: Python ::" in line] for project in (PROJECT, CORE)]
    assert pythons[0] == pythons[1]
    assert PROJECT["requires-python"] == CORE["requires-python"]
    assert (ROOT / "rokoko_core" / "LICENSE").read_bytes() == (ROOT / "LICENSE").read_bytes()


def test_both_projects_require_the_same_versions() -> None:
    both = promised(DEPENDENCIES), promised(CORE["dependencies"])
    assert both[1].items() <= both[0].items()


def test_the_example_of_the_library_runs() -> None:
    results = doctest.testfile(str(ROOT / "rokoko_core" / "README.md"), module_relative=False)
    assert results.attempted >= 5
    assert results.failed == 0
