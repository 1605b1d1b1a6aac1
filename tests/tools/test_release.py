"""Test what the release refuses; ``make release-check`` builds and installs the files."""

import subprocess
import sys
from itertools import product
from pathlib import Path

import pytest

from tools import ROOT, release
from tools.release import CORE, REQUIREMENT, TUI, VERSION, ReleaseError, check_metadata, check_sources, check_tag

PACKAGES = pytest.mark.parametrize("package", [CORE, TUI])


def wheel_of(package: str) -> list[str]:
    """Return the content of a wheel."""
    return [f"{package}/__init__.py", f"{package}-{VERSION}.dist-info/METADATA"]


def sources_of(package: str) -> list[str]:
    """Return the content of a source distribution."""
    return [f"{package}-{VERSION}/{name}" for name in release.SOURCES[package]]


@PACKAGES
def test_the_expected_content_is_accepted(package: str) -> None:
    release.check_wheel(package, wheel_of(package))
    check_sources(package, sources_of(package))
    check_tag(f"v{VERSION}")


@PACKAGES
@pytest.mark.parametrize("other", ["research/regret.py", "tests/conftest.py", "rokoko_core.pth"])
def test_a_wheel_with_anything_else_is_refused(package: str, other: str) -> None:
    with pytest.raises(ReleaseError, match=other.split("/", maxsplit=1)[0]):
        release.check_wheel(package, [*wheel_of(package), other])


def test_no_wheel_contains_the_package_of_the_other() -> None:
    for package, other in ((CORE, TUI), (TUI, CORE)):
        with pytest.raises(ReleaseError, match=f"contains .*{other}"):
            release.check_wheel(package, [*wheel_of(package), f"{other}/__init__.py"])


def test_the_program_requires_the_library_of_its_version() -> None:
    other = "Requires-Dist: msgspec>=0.21\nRequires-Dist: rokoko-core[mailbox]; extra == 'mailbox'\n"
    check_metadata(TUI, f"{other}{REQUIREMENT}\n")
    check_metadata(CORE, "Requires-Dist: msgspec>=0.21\n")
    for package, metadata in ((TUI, other), (TUI, f"{REQUIREMENT}.1\n"), (CORE, f"Requires-Dist: {TUI}\n")):
        with pytest.raises(ReleaseError):
            check_metadata(package, metadata)


@PACKAGES
def test_incomplete_sources_are_refused(package: str) -> None:
    with pytest.raises(ReleaseError, match="LICENSE"):
        check_sources(package, (name for name in sources_of(package) if not name.endswith("LICENSE")))


@pytest.mark.parametrize("tag", ["", VERSION, f"v{VERSION}.1", f"V{VERSION}"])
def test_a_tag_of_another_version_is_refused(tag: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert release.main(["tag", tag]) == 1
    assert f"v{VERSION}" in capsys.readouterr().err


def test_files_of_another_version_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(release, "DIST", tmp_path)
    for package, version in product((CORE, TUI), (VERSION, "0.0.1")):
        (tmp_path / f"{package}-{version}-py3-none-any.whl").touch()
        (tmp_path / f"{package}-{version}.tar.gz").touch()
    with pytest.raises(ReleaseError, match="only"):
        release.built_files()


def test_the_tool_runs_without_what_the_program_requires() -> None:
    """The workflow tests the built files with a bare Python."""
    code = "import sys; sys.modules['msgspec'] = None; import tools.release"
    subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=True)
