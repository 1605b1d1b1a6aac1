"""Test what the release refuses; ``make release-check`` builds and installs the files."""

import subprocess
import sys
from pathlib import Path

import pytest

from tools import ROOT, release
from tools.release import VERSION, ReleaseError, check_sources, check_tag, check_wheel

WHEEL = ["rokoko_core/game.py", "rokoko_tui/app.py", f"rokoko_tui-{VERSION}.dist-info/METADATA"]
SOURCES = [f"rokoko_tui-{VERSION}/{name}" for name in release.SOURCES]


def test_the_expected_content_is_accepted() -> None:
    check_wheel(WHEEL)
    check_sources(SOURCES)
    check_tag(f"v{VERSION}")


@pytest.mark.parametrize("other", ["research/regret.py", "tests/conftest.py", "rokoko_core.pth"])
def test_a_wheel_with_anything_else_is_refused(other: str) -> None:
    with pytest.raises(ReleaseError, match=other.split("/", maxsplit=1)[0]):
        check_wheel([*WHEEL, other])


def test_incomplete_sources_are_refused() -> None:
    with pytest.raises(ReleaseError, match="LICENSE"):
        check_sources(name for name in SOURCES if not name.endswith("LICENSE"))


@pytest.mark.parametrize("tag", ["", VERSION, f"v{VERSION}.1", f"V{VERSION}"])
def test_a_tag_of_another_version_is_refused(tag: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert release.main(["tag", tag]) == 1
    assert f"v{VERSION}" in capsys.readouterr().err


def test_files_of_another_version_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(release, "DIST", tmp_path)
    for version in (VERSION, "0.0.1"):
        (tmp_path / f"rokoko_tui-{version}-py3-none-any.whl").touch()
        (tmp_path / f"rokoko_tui-{version}.tar.gz").touch()
    with pytest.raises(ReleaseError, match="only"):
        release.built_files()


def test_the_tool_runs_without_what_the_program_requires() -> None:
    """The workflow tests the built files with a bare Python."""
    code = "import sys; sys.modules['msgspec'] = None; import tools.release"
    subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=True)
