"""docs/writing-a-bot.md: its code is the example's, and its commands work."""

import re
from pathlib import Path

import pytest

from tests import ROOT
from tests.visitors import bots_installed

EXAMPLE = ROOT / "examples" / "hire_when_you_can"
PAGE = (ROOT / "docs" / "writing-a-bot.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"```(?:python|toml)\n(.*?)```", PAGE, re.DOTALL)
CODE = EXAMPLE / "hire_when_you_can.py"


def test_the_page_shows_the_files_of_the_example() -> None:
    code, project, _ = BLOCKS
    assert code == CODE.read_text(encoding="utf-8")
    assert project == (EXAMPLE / "pyproject.toml").read_text(encoding="utf-8")


def test_the_short_test_passes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(EXAMPLE)
    exec(BLOCKS[2], {})


@pytest.mark.slow
def test_the_last_command_runs(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """With fewer games than on the page."""
    from rokoko_tui.cli.parser import main

    (command,) = re.findall(r"    rokoko-tui (arena mine journeyman) --games 100\n", PAGE)
    code = CODE.read_text(encoding="utf-8")
    with bots_installed(tmp_path / "site", code, "mine = visiting_bots:choose"):
        assert main([*command.split(), "--games", "2", "--jobs", "1"]) == 0
    output = capsys.readouterr().out
    assert "2 games, 2 seats, base game" in output
    assert re.search(r"\bmine\b", output)
    assert "played on" not in output
