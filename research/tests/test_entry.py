"""The entry of the research folder, and the statements of its README."""

import re
from pathlib import Path

import pytest

from research.__main__ import COMMANDS, main

README = (Path(__file__).parents[1] / "README.md").read_text(encoding="utf-8")


def test_help_lists_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--help"]) == 0
    printed = capsys.readouterr().out
    assert all(f"  {name} " in printed for name in COMMANDS)


@pytest.mark.parametrize("arguments", [[], ["unknown"]])
def test_wrong_usage_prints_the_commands(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(arguments) == 2
    assert "regret" in capsys.readouterr().err


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_help_and_is_explained(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main([name, "--help"])
    assert ended.value.code == 0
    assert f"python -m research {name}" in capsys.readouterr().out
    assert f"python -m research {name} " in README


@pytest.mark.parametrize("command", ["opponents", "balance"])
def test_a_file_that_cannot_be_used_is_one_sentence(
    command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "results.jsonl"
    path.write_text("no results\n", encoding="utf-8")
    assert main([command, "page", str(path), str(tmp_path / "page.md")]) == 1
    assert capsys.readouterr().err == f"{path}: it contains no results of the arena.\n"


def test_the_readme_names_commands_that_exist() -> None:
    assert set(re.findall(r"python -m research (\w+)", README)) <= set(COMMANDS)
